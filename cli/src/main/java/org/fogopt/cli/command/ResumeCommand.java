package org.fogopt.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.cli.option.CheckpointOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.output.Invocation;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.run.Checkpoints;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code fog resume}, of whichever command it belongs to. */
@Command(
    name = "resume",
    header = "Goes on with a run that was killed, or past its budget.",
    description = {
      "",
      "Reads the newest good checkpoint in the folder of --checkpoint, makes sure that the data are",
      "those it was begun with, and ends by writing what the first command was asked for: the same",
      "bits as if it had never been interrupted. Options given here replace those given first.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog portfolio --returns returns.csv --out weights.csv --checkpoint run",
      "  fog resume run",
      "  fog resume run --passes 2000"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class ResumeCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The folder that --checkpoint named.")
  private Path folder;

  @Option(names = "--passes", paramLabel = "P", description = "Another budget.")
  private @Nullable String passes;

  @Option(names = "--tolerance", paramLabel = "R", description = "Another tolerance.")
  private @Nullable String tolerance;

  @Option(names = "--patience", paramLabel = "K", description = "Another patience.")
  private @Nullable String patience;

  @Option(names = "--time", paramLabel = "TIME", description = "Another limit, of all parts.")
  private @Nullable String time;

  @Option(names = "--threads", paramLabel = "N", description = "Another number of threads.")
  private @Nullable String threads;

  @Option(names = "--every", paramLabel = "TIME", description = "Another time between checkpoints.")
  private @Nullable String every;

  @Override
  public Integer call() {
    List<String> words = Checkpoints.command(folder);
    Map<String, CommandLine> commands = spec.root().subcommands();
    if (words.size() < 2 || !commands.containsKey(words.get(1))) {
      throw new IllegalArgumentException(
          folder + ": holds no run of fog; a program of its own wrote it, and can resume it");
    }
    Path origin = Path.of(words.get(0));
    CommandSpec command = commands.get(words.get(1)).getCommandSpec();
    List<String> args = new ArrayList<>(words.subList(1, words.size()));
    if (!origin.equals(Path.of("").toAbsolutePath())) {
      args = fromElsewhere(args, command, origin);
    }
    if (every != null && !Invocation.hasTimeBetweenCheckpoints(command)) {
      throw new IllegalArgumentException(
          "--every: the time between checkpoints of '%s' is fixed; leave the option out"
              .formatted(command.qualifiedName()));
    }
    Map<String, @Nullable String> replaced = new LinkedHashMap<>();
    replaced.put("--passes", passes);
    replaced.put("--tolerance", tolerance);
    replaced.put("--patience", patience);
    replaced.put("--time", time);
    replaced.put("--threads", threads);
    replaced.put("--every", every);
    replaced.put("--checkpoint", folder.toString()); // it may have been moved
    for (Map.Entry<String, @Nullable String> option : replaced.entrySet()) {
      String value = option.getValue();
      if (value != null) {
        remove(args, option.getKey());
        args.add(option.getKey());
        args.add(value);
      }
    }
    args.add(CheckpointOptions.RESUMING);
    return Shell.again(spec.root())
        .setOut(spec.commandLine().getOut())
        .setErr(spec.commandLine().getErr())
        .execute(args.toArray(String[]::new));
  }

  /** Takes out an option and its value, in either spelling. */
  private static void remove(List<String> args, String option) {
    for (int k = args.size() - 1; k > 0; k--) {
      if (args.get(k).equals(option)) {
        args.remove(k + 1);
        args.remove(k);
      } else if (args.get(k).startsWith(option + "=")) {
        args.remove(k);
      }
    }
  }

  /** Names of files as seen from the folder in which the first command was given. */
  private static List<String> fromElsewhere(List<String> args, CommandSpec command, Path origin) {
    List<String> seen = new ArrayList<>(args);
    for (int k = 1; k < args.size(); k++) {
      String word = args.get(k);
      int equals = word.startsWith("--") ? word.indexOf('=') : -1;
      if (equals > 0 && takesFile(command, word.substring(0, equals))) {
        seen.set(k, word.substring(0, equals + 1) + from(origin, word.substring(equals + 1)));
      } else if (takesFile(command, args.get(k - 1))) {
        seen.set(k, from(origin, word));
      }
    }
    return seen;
  }

  private static boolean takesFile(CommandSpec command, String name) {
    OptionSpec option = command.findOption(name);
    return option != null
        && (option.type().equals(Path.class)
            || name.equals(ReturnsOptions.RETURNS)
            || name.equals(ReturnsOptions.START));
  }

  private static String from(Path origin, String file) {
    boolean isPath = !ReturnsOptions.isStartWord(file) && !file.contains("://");
    return isPath ? origin.resolve(file).toString() : file;
  }
}
