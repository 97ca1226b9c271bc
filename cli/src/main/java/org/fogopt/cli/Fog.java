package org.fogopt.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.fogopt.cli.command.AlgorithmsCommand;
import org.fogopt.cli.command.BacktestCommand;
import org.fogopt.cli.command.CompareCommand;
import org.fogopt.cli.command.CompletionCommand;
import org.fogopt.cli.command.ComplexityCommand;
import org.fogopt.cli.command.ConvertCommand;
import org.fogopt.cli.command.EmbedCommand;
import org.fogopt.cli.command.FrontierCommand;
import org.fogopt.cli.command.LearnCommand;
import org.fogopt.cli.command.PlanCommand;
import org.fogopt.cli.command.PortfolioCommand;
import org.fogopt.cli.command.PredictCommand;
import org.fogopt.cli.command.RepeatCommand;
import org.fogopt.cli.command.ReproduceCommand;
import org.fogopt.cli.command.ResumeCommand;
import org.fogopt.cli.command.Shell;
import org.fogopt.cli.command.ValueCommand;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.VersionLine;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The command {@code fog}. */
@Command(
    name = "fog",
    header = "Minimise f(g(x)), where f and g are means of many functions.",
    description = {
      "",
      "Stochastic compositional optimisation: portfolios from files of returns, values of states from",
      "transitions or logs, maps of points, models learned from tables, and the SARAH-Compositional algorithm with counted calls.",
      "The same seed gives the same bits.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "Options:%n",
    footer = {
      "",
      "Examples:",
      "  fog portfolio                                a built-in example, no file",
      "  fog portfolio returns.csv --out weights.csv",
      "  fog value log.csv --out values.csv",
      "  fog embed points.csv --plot map.png          a map of points, by t-SNE",
      "  fog learn train.csv --target price --out model.json",
      "  fog compare portfolio returns.csv            which method suits these data",
      "  fog resume run                               goes on with --checkpoint run",
      "",
      "'fog help COMMAND' or 'fog COMMAND --help' describes a command.",
      "",
      "Exit codes:",
      "  0    done, converged or not: the first line of the output says if not",
      "  1    what was repeated came out differently",
      "  2    bad input or usage, or a result that could not be written",
      "  3    diverged or failed; the last good point is written",
      "  70   an error in fog itself, or it cannot be built or started",
      "  130  interrupted; what was found is written"
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class Fog implements Runnable, Shell.Root {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // 0.5, never 0,5
    System.exit(flushed(commandLine(args).execute(args)));
  }

  /**
   * The commands as the help lists them. A table and not an annotation: see {@link #commandLine}. A
   * reference to a constructor would load its class here.
   */
  private static Map<String, Supplier<Object>> commands() {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("portfolio", () -> new PortfolioCommand());
    commands.put("frontier", () -> new FrontierCommand());
    commands.put("backtest", () -> new BacktestCommand());
    commands.put("value", () -> new ValueCommand());
    commands.put("embed", () -> new EmbedCommand());
    commands.put("learn", () -> new LearnCommand());
    commands.put("predict", () -> new PredictCommand());
    commands.put("resume", () -> new ResumeCommand());
    commands.put("compare", () -> new CompareCommand());
    commands.put("reproduce", () -> new ReproduceCommand());
    commands.put("repeat", () -> new RepeatCommand());
    commands.put("algorithms", () -> new AlgorithmsCommand());
    commands.put("convert", () -> new ConvertCommand());
    commands.put("plan", () -> new PlanCommand());
    commands.put("complexity", () -> new ComplexityCommand());
    commands.put("completion", () -> new CompletionCommand());
    commands.put("help", () -> new HelpCommand());
    return commands;
  }

  /** Commands that look at others. */
  private static final Set<String> NEED_ALL = Set.of("resume", "repeat", "completion", "help");

  /**
   * Nobody else notices when the standard output cannot be written. Who closed the pipe has seen
   * enough, and files are written; a full disk is another matter.
   */
  private static int flushed(int code) {
    if (!System.out.checkError()) { // flushes, too
      return code;
    }
    try (var raw = new FileOutputStream(FileDescriptor.out)) {
      raw.write('\n'); // to hear the reason again
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains("Broken pipe")) {
        return code;
      }
      System.err.println("fog: the standard output could not be written (" + e.getMessage() + ")");
    }
    return code == ExitCode.DONE ? ExitCode.BAD_INPUT : code;
  }

  @Override
  public CommandLine commandLine() {
    return commandLine(new String[0]);
  }

  /**
   * What these words need: the command that they name, or all. To read the options of one command
   * takes a good part of the time that a small run takes.
   */
  static CommandLine commandLine(String... args) {
    Map<String, Supplier<Object>> commands = commands();
    if (args.length > 0 && !NEED_ALL.contains(args[0])) {
      if (commands.containsKey(args[0])) {
        commands.keySet().retainAll(Set.of(args[0]));
      } else if (args[0].equals("--version") || args[0].equals("-V")) {
        commands.clear();
      }
    }
    var fog = new CommandLine(new Fog());
    commands.forEach((name, command) -> fog.addSubcommand(name, command.get()));
    return Shell.commandLine(fog.getCommandSpec());
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
