package org.fogopt.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.fogopt.apps.io.InputException;
import org.fogopt.apps.io.OutputException;
import org.fogopt.linalg.Kernels;
import org.fogopt.run.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;

/** The command {@code fog}. */
@Command(
    name = "fog",
    header = "Minimise f(g(x)), f and g means of very many functions.",
    description = {
      "",
      "Stochastic compositional optimization: portfolios from files of returns, values of states from",
      "transitions or logs, maps of points, and the SARAH-Compositional algorithm with counted calls.",
      "The same seed gives the same bits.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "Options:%n",
    footer = {
      "",
      "Examples:",
      "  fog portfolio                                an embedded example, no file needed",
      "  fog portfolio --returns returns.csv --out weights.csv",
      "  fog value --transitions log.csv --out values.csv",
      "  fog embed --kernel student --plot map.png    a map of points, by t-SNE",
      "  fog compare portfolio --returns returns.csv  which method suits these data",
      "  fog resume run                               goes on after a kill, from --checkpoint run",
      "",
      "Exit codes: 0 done, 2 bad input or usage, 3 diverged or failed (the last good point is written).",
      "'fog COMMAND --help' tells more of a command."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Fog.VersionLine.class,
    subcommands = {
      PortfolioCommand.class,
      ValueCommand.class,
      EmbedCommand.class,
      ResumeCommand.class,
      CompareCommand.class,
      ReproduceCommand.class,
      RepeatCommand.class,
      AlgorithmsCommand.class,
      ConvertCommand.class,
      PlanCommand.class,
      ComplexityCommand.class
    })
public final class Fog implements Runnable {
  static final int DONE = 0;
  static final int DIFFERS = 1;
  static final int BAD_INPUT = 2;
  static final int DIVERGED = 3;
  static final int DEFECT = 70;

  /** As shells report it. */
  static final int INTERRUPTED = 130;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT); // 0.5, never 0,5
    System.exit(told(commandLine().execute(args)));
  }

  /**
   * Nobody else notices when the standard output cannot be written. Who closed the pipe has seen
   * enough, and files are written; a full disk is another matter.
   */
  private static int told(int code) {
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
    return code == DONE ? BAD_INPUT : code;
  }

  static CommandLine commandLine() {
    return commandLine(new Fog());
  }

  /** A command that reads options, complains and ends as {@code fog} does. */
  public static CommandLine commandLine(Object command) {
    return HelpText.fit(new CommandLine(command), HelpText.width())
        .registerConverter(Double.class, Words::number)
        .registerConverter(double.class, Words::number)
        .registerConverter(Long.class, Words::wholeNumber)
        .registerConverter(long.class, Words::wholeNumber)
        .registerConverter(Integer.class, Words::smallWholeNumber)
        .registerConverter(int.class, Words::smallWholeNumber)
        .registerConverter(Path.class, Words::file)
        .setParameterExceptionHandler(Fog::badUsage)
        .setExecutionExceptionHandler(Fog::failed)
        .setExecutionStrategy(Fog::execute);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int execute(CommandLine.ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (OutOfMemoryError e) {
      CommandLine command = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
      say(
          command.getErr(),
          command.getCommandSpec().qualifiedName(),
          "out of memory; give Java more, such as FOG_JAVA_OPTS=-Xmx8g, or a smaller problem");
      return BAD_INPUT;
    }
  }

  private static int badUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    say(command.getErr(), name, Words.complaint(e) + " (see '" + name + " --help')");
    return BAD_INPUT;
  }

  /** What the user can mend is one line; what only we can is a line and how to see the rest. */
  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    if (e instanceof InputException
        || e instanceof OutputException
        || e instanceof Saving.Incomplete
        || e instanceof IllegalArgumentException) {
      say(err, name, Words.oneLine(e.getMessage()));
      return BAD_INPUT;
    }
    say(err, name, "this is a defect of fog: " + Words.oneLine(e.toString()));
    if (System.getenv("FOG_DEBUG") == null) {
      err.println("run it again with FOG_DEBUG=1 for the details that a bug report needs");
    } else {
      e.printStackTrace(err);
    }
    err.flush();
    return DEFECT;
  }

  private static void say(PrintWriter err, String name, String message) {
    err.println(name + ": " + message);
    err.flush();
  }

  /** What {@code --version} tells. */
  public static final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "fog %s (Java %s, SIMD %s)"
            .formatted(
                Version.current(),
                System.getProperty("java.version"),
                Kernels.simd() ? "on" : "off")
      };
    }
  }
}
