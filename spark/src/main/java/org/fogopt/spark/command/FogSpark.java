package org.fogopt.spark.command;

import java.util.Locale;
import org.fogopt.cli.command.ResumeCommand;
import org.fogopt.cli.command.Shell;
import org.fogopt.cli.output.VersionLine;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code fog-spark}. */
@Command(
    name = "fog-spark",
    header = "fog for rows that live in an Apache Spark cluster.",
    description = {
      "",
      "The same run as on one machine, to the last bit: the cluster sums over all rows, the driver",
      "takes the steps.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "%nCommands:%n",
    optionListHeading = "Options:%n",
    footer = {
      "",
      "Examples:",
      "  fog-spark portfolio --returns returns --master local[2] --out weights.csv",
      "  spark-submit --class org.fogopt.spark.command.FogSpark fog-spark.jar portfolio \\",
      "      --returns hdfs:///data/returns --out weights.csv",
      "  fog-spark estimate --rows 1e10 --columns 50 --executors 100",
      "",
      "Exit codes: as of fog."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class,
    subcommands = {SparkPortfolioCommand.class, ResumeCommand.class, EstimateCommand.class})
public final class FogSpark implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return Shell.commandLine(new FogSpark());
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
