package org.fogopt.cli.output;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Lets the texts of the help flow, so that they fill the terminal and no more. */
public final class HelpText {
  private static final int NARROWEST = 60;
  private static final int WIDEST = 100;
  private static final String CONTINUED = " ".repeat(6);

  private HelpText() {}

  /** As wide as the terminal, which the script passes on, but still easy to read. */
  public static int width() {
    return Math.min(WIDEST, Math.max(NARROWEST, Integer.getInteger("fog.columns", WIDEST)));
  }

  /** Makes the help of a command, and of those below it, so wide. */
  public static CommandLine fit(CommandLine line, int width) {
    flow(line, width);
    return line.setUsageHelpWidth(width);
  }

  private static void flow(CommandLine line, int width) {
    var usage = line.getCommandSpec().usageMessage();
    usage.description(flowing(usage.description(), width));
    usage.footer(flowing(usage.footer(), width));
    line.getSubcommands().values().forEach(command -> flow(command, width));
  }

  /**
   * Breaks paragraphs anew, at blanks; picocli would also break names of files. What is indented,
   * such as an example, begins a line of its own.
   */
  private static String[] flowing(String[] lines, int width) {
    List<String> broken = new ArrayList<>();
    var paragraph = new StringBuilder();
    for (String line : lines) {
      boolean isText = !line.isEmpty() && !line.startsWith(" ");
      if (isText) {
        paragraph.append(paragraph.isEmpty() ? "" : " ").append(line);
      }
      if (!isText || line.endsWith(":")) {
        end(paragraph, width, broken);
      }
      if (!isText && line.length() <= width) {
        broken.add(line);
      } else if (!isText) {
        String indent = line.substring(0, line.length() - line.stripLeading().length());
        for (String part : Words.wrapped(line.strip(), width - CONTINUED.length())) {
          broken.add(indent + part);
          indent = CONTINUED;
        }
      }
    }
    end(paragraph, width, broken);
    return broken.toArray(String[]::new);
  }

  private static void end(StringBuilder paragraph, int width, List<String> broken) {
    if (!paragraph.isEmpty()) {
      broken.addAll(Words.wrapped(paragraph.toString(), width));
      paragraph.setLength(0);
    }
  }
}
