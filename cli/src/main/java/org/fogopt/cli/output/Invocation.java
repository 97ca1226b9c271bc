package org.fogopt.cli.output;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The words a command was called with, as far as they matter to its result. */
public final class Invocation {
  /** Where results go, and how fast they are found. */
  private static final Set<String> WITH_A_VALUE =
      Set.of(
          "--report",
          "--plot",
          "--result",
          "--csv",
          "--json",
          "--trace",
          "--out",
          "--threads",
          "--checkpoint");

  private static final String EVERY = "--every";

  private static final Set<String> ALONE =
      Set.of("-q", "--quiet", "--resume", "--resuming", "--overwrite", "-v", "--verbose");

  private Invocation() {}

  /** Of the command that runs, without fog. */
  public static List<String> of(CommandSpec spec) {
    return whatMatters(spec, spec.root().commandLine().getParseResult().originalArgs());
  }

  /** Whether --every of a command is the time between checkpoints; a backtest's is not. */
  public static boolean hasTimeBetweenCheckpoints(CommandSpec command) {
    OptionSpec every = command.findOption(EVERY);
    return every != null && every.type().equals(Duration.class);
  }

  public static List<String> whatMatters(CommandSpec command, List<String> args) {
    List<String> kept = new ArrayList<>();
    for (int k = 0; k < args.size(); k++) {
      String arg = args.get(k);
      int equals = arg.indexOf('=');
      String option = equals < 0 ? arg : arg.substring(0, equals);
      if (WITH_A_VALUE.contains(option)
          || (option.equals(EVERY) && hasTimeBetweenCheckpoints(command))) {
        k += equals < 0 ? 1 : 0;
      } else if (!ALONE.contains(arg)) {
        kept.add(arg);
      }
    }
    return kept;
  }

  /** As one would type it. */
  public static String line(List<String> args) {
    return "fog " + args.stream().map(Invocation::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String arg) {
    return arg.matches("[\\w@%+=:,./-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'";
  }
}
