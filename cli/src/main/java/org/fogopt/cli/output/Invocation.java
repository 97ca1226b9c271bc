package org.fogopt.cli.output;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

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
          "--checkpoint",
          "--every");

  private static final Set<String> ALONE =
      Set.of("-q", "--quiet", "--resume", "--resuming", "--overwrite", "-v", "--verbose");

  private Invocation() {}

  /** Of the command that runs, without fog. */
  public static List<String> of(CommandSpec spec) {
    return whatMatters(spec.root().commandLine().getParseResult().originalArgs());
  }

  public static List<String> whatMatters(List<String> args) {
    List<String> kept = new ArrayList<>();
    for (int k = 0; k < args.size(); k++) {
      String arg = args.get(k);
      if (WITH_A_VALUE.contains(arg)) {
        k++;
      } else if (!ALONE.contains(arg)
          && WITH_A_VALUE.stream().noneMatch(option -> arg.startsWith(option + "="))) {
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
