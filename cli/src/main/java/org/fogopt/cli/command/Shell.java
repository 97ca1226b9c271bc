package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.OutputException;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.HelpText;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.Words;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** How every command reads its options, reports errors and ends. */
public final class Shell {
  private Shell() {}

  /** A command that makes its command line itself, for those below it that run another. */
  public interface Root {
    /** A new one, with all commands. */
    CommandLine commandLine();
  }

  /** The command line of the root anew. */
  static CommandLine again(CommandSpec root) {
    Object command = root.userObject();
    return command instanceof Root own ? own.commandLine() : commandLine(command);
  }

  /** A command that reads options, complains and ends as {@code fog} does. */
  public static CommandLine commandLine(Object command) {
    CommandLine line = new WithFileArgument(command);
    FileArgument.describe(line);
    return HelpText.fit(line, HelpText.width())
        .registerConverter(Double.class, Words::number)
        .registerConverter(double.class, Words::number)
        .registerConverter(Long.class, Words::wholeNumber)
        .registerConverter(long.class, Words::wholeNumber)
        .registerConverter(Integer.class, Words::smallWholeNumber)
        .registerConverter(int.class, Words::smallWholeNumber)
        .registerConverter(Path.class, Words::file)
        .setParameterExceptionHandler(Shell::badUsage)
        .setExecutionExceptionHandler(Shell::failed)
        .setExecutionStrategy(Shell::execute);
  }

  /** Reads a file that is given without its option. */
  private static final class WithFileArgument extends CommandLine {
    WithFileArgument(Object command) {
      super(command);
    }

    @Override
    public ParseResult parseArgs(String... words) {
      return super.parseArgs(FileArgument.named(getCommandSpec(), words));
    }
  }

  private static int execute(CommandLine.ParseResult parsed) {
    requireNoneAbove(parsed);
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (OutOfMemoryError e) {
      CommandLine command = parsed.asCommandLineList().get(parsed.asCommandLineList().size() - 1);
      say(
          command.getErr(),
          command.getCommandSpec().qualifiedName(),
          "out of memory; give Java more, such as FOG_JAVA_OPTS=-Xmx8g, or a smaller problem");
      return ExitCode.BAD_INPUT;
    }
  }

  /** An option before the name of a command would be another's: refused, not forgotten. */
  private static void requireNoneAbove(CommandLine.ParseResult parsed) {
    for (CommandLine.ParseResult at = parsed; at.hasSubcommand(); at = at.subcommand()) {
      if (!at.matchedOptions().isEmpty()) {
        String command = at.subcommand().commandSpec().name();
        throw new ParameterException(
            at.commandSpec().commandLine(),
            "%s: options go after '%s'"
                .formatted(at.matchedOptions().get(0).longestName(), command));
      }
    }
  }

  private static int badUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    CommandLine root = command;
    while (root.getParent() != null) {
      root = root.getParent();
    }
    CommandSpec all = root.getCommandSpec();
    String complaint = Words.complaint(e, () -> again(all));
    say(command.getErr(), name, complaint + " (see '" + name + " --help')");
    return ExitCode.BAD_INPUT;
  }

  /** What the user can correct is one line; a defect is a line and how to see the rest. */
  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    if (e instanceof InputException
        || e instanceof OutputException
        || e instanceof Saving.Incomplete
        || e instanceof IllegalArgumentException) {
      say(err, name, Words.oneLine(e.getMessage()));
      return ExitCode.BAD_INPUT;
    }
    say(err, name, "this is a defect of fog: " + Words.oneLine(e.toString()));
    if (System.getenv("FOG_DEBUG") == null) {
      err.println("run it again with FOG_DEBUG=1 for the details that a bug report needs");
    } else {
      e.printStackTrace(err);
    }
    err.flush();
    return ExitCode.DEFECT;
  }

  private static void say(PrintWriter err, String name, String message) {
    err.println(name + ": " + message);
    err.flush();
  }
}
