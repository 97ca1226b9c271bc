package org.fogopt.cli.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The file that a command is about may be given without the name of its option: {@code fog
 * portfolio returns.csv} is {@code fog portfolio --returns returns.csv}, and is kept as that.
 */
final class FileArgument {
  /** The option of the file, by the last word of the command. */
  private static final Map<String, String> OPTIONS =
      Map.of(
          "portfolio",
          "--returns",
          "frontier",
          "--returns",
          "backtest",
          "--returns",
          "value",
          "--transitions",
          "embed",
          "--data",
          "learn",
          "--data",
          "predict",
          "--data");

  private FileArgument() {}

  /** Whether the command takes one. */
  static boolean isOf(CommandSpec command) {
    String option = OPTIONS.get(command.name());
    return option != null && command.findOption(option) != null;
  }

  /** Lets the help show it. A second file is still refused, as the parser knows of none. */
  static void describe(CommandLine line) {
    String option = OPTIONS.get(line.getCommandName());
    if (option != null && line.getCommandSpec().findOption(option) != null) {
      var sections = line.getHelpSectionMap();
      sections.put(
          UsageMessageSpec.SECTION_KEY_SYNOPSIS,
          help -> "%s [OPTIONS] [FILE]%n".formatted(help.commandSpec().qualifiedName()));
      sections.put(
          UsageMessageSpec.SECTION_KEY_PARAMETER_LIST,
          help -> "  [FILE]  The same as %s FILE; - is the standard input.%n%n".formatted(option));
    }
    line.getSubcommands().values().forEach(FileArgument::describe);
  }

  /** The words of a command with the option before its file. */
  static String[] named(CommandSpec root, String... words) {
    CommandSpec command = root;
    List<String> named = new ArrayList<>();
    int k = 0;
    for (; k < words.length; k++) {
      CommandLine below = command.subcommands().get(words[k]);
      if (below == null) {
        break;
      }
      command = below.getCommandSpec();
      named.add(words[k]);
    }
    String option = command == root ? null : OPTIONS.get(command.name());
    boolean isOpen =
        option != null
            && command.findOption(option) != null
            && Arrays.stream(words).noneMatch(w -> w.equals(option) || w.startsWith(option + "="));
    for (; k < words.length; k++) {
      String word = words[k];
      OptionSpec known = option(command, word);
      if (known != null) {
        named.add(word);
        int values = word.contains("=") ? 0 : known.arity().max();
        for (int v = 0; v < values && k + 1 < words.length; v++) {
          named.add(words[++k]);
        }
      } else {
        if (isOpen && (word.equals("-") || !word.startsWith("-"))) {
          named.add(option);
          isOpen = false;
        }
        named.add(word);
      }
    }
    return named.toArray(String[]::new);
  }

  private static @Nullable OptionSpec option(CommandSpec command, String word) {
    int equals = word.indexOf('=');
    return word.startsWith("-") && word.length() > 1
        ? command.findOption(equals > 0 ? word.substring(0, equals) : word)
        : null;
  }
}
