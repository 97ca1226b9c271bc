package org.fogopt.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How help is laid out: texts flow to fill the terminal and no more; the options that most people
 * need come first, the others below by subject.
 */
public final class HelpText {
  private static final int NARROWEST = 60;
  private static final int WIDEST = 100;
  private static final String CONTINUED = " ".repeat(6);

  /** Options that come first in a command though they are among more in others. */
  private static final Map<String, Set<String>> FIRST =
      Map.of("backtest", Set.of("--every"), "learn", Set.of("--l1", "--l2"));

  /** Options that a command shares with others and refuses. */
  private static final Map<String, Set<String>> REFUSED =
      Map.of(
          "frontier", Set.of("--start", "--risk-aversion"),
          "backtest", Set.of("--start", "--previous"));

  /** Options that few need. */
  private record Subject(String name, Set<String> options) {
    boolean has(OptionSpec option) {
      return !isIn(FIRST, option) && Arrays.stream(option.names()).anyMatch(options::contains);
    }
  }

  private static final List<Subject> MORE =
      List.of(
          new Subject(
              "of the data",
              Set.of(
                  "--as-returns",
                  "--return-type",
                  "--decimal",
                  "--half-life",
                  "--row-weights",
                  "--winsorise",
                  "--shrink",
                  "--expanding",
                  "--units",
                  "--periods-per-year",
                  "--table",
                  "--storage",
                  "--synthetic",
                  "--random-mdp",
                  "--online",
                  "--scale",
                  "--bandwidth",
                  "--dimensions",
                  "--start",
                  "--init",
                  "--drop",
                  "--category",
                  "--rare")),
          new Subject(
              "of the constraints",
              Set.of(
                  "--min-weight",
                  "--max-risk",
                  "--bounds",
                  "--constraints",
                  "--benchmark",
                  "--groups",
                  "--group",
                  "--max-gross",
                  "--max-assets",
                  "--l1",
                  "--l2")),
          new Subject("of trading", Set.of("--previous", "--costs", "--impact", "--max-turnover")),
          new Subject(
              "of the method",
              Set.of(
                  "--algorithm",
                  "--exact",
                  "--set",
                  "--step",
                  "--epoch",
                  "--batch",
                  "--restart",
                  "--shared-batch",
                  "--output",
                  "--split",
                  "--nonlinear")),
          new Subject(
              "of the run",
              Set.of(
                  "--time",
                  "--passes",
                  "--patience",
                  "--tolerance",
                  "--samples",
                  "--block",
                  "--seed",
                  "--threads",
                  "--trace")),
          new Subject("to keep the run", Set.of("--checkpoint", "--every", "--overwrite")));

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
    usage.abbreviateSynopsis(true);
    usage.description(flowing(usage.description(), width));
    usage.footer(flowing(usage.footer(), width));
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
    line.getSubcommands().values().forEach(command -> flow(command, width));
  }

  /** The first options, then those of each subject under its heading. */
  private static String options(Help help) {
    List<OptionSpec> shown =
        help.commandSpec().options().stream()
            .filter(option -> !option.hidden() && !isIn(REFUSED, option))
            .toList();
    var text =
        new StringBuilder(
            list(
                help,
                shown.stream()
                    .filter(option -> MORE.stream().noneMatch(more -> more.has(option)))
                    .toList()));
    for (Subject more : MORE) {
      List<OptionSpec> options = shown.stream().filter(more::has).toList();
      if (!options.isEmpty()) {
        text.append("%nMore options, %s:%n".formatted(more.name())).append(list(help, options));
      }
    }
    return text.toString();
  }

  private static boolean isIn(Map<String, Set<String>> table, OptionSpec option) {
    return table.getOrDefault(option.command().name(), Set.of()).contains(option.longestName());
  }

  private static String list(Help help, List<OptionSpec> options) {
    var layout = help.createDefaultLayout(options, List.of(), help.colorScheme());
    layout.addAllOptions(options, help.parameterLabelRenderer());
    return layout.toString();
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
