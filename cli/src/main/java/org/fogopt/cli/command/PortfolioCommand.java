package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.cli.option.CheckpointOptions;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.ProgressDisplay;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.RunReport;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.Summary;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.RunPlot;
import org.fogopt.lab.TraceFile;
import org.fogopt.linalg.MappedRows.Storage;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code fog portfolio}. Open to commands with the same options whose returns are {@link #open()
 * remote}.
 */
@Command(
    name = "portfolio",
    header = "Weights of least risk for their return, from a file of returns.",
    description = {
      "",
      "Minimises -mean + lambda * variance of the portfolio's return, over all weights or those that",
      "satisfy constraints. Without options it runs an embedded example.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog portfolio",
      "  fog portfolio --returns returns.csv --out weights.csv --plot weights.svg",
      "  fog portfolio --returns 25_Portfolios_ME_OP_5x5_Daily_CSV.zip --missing drop-rows",
      "  fog portfolio --returns returns.csv --long-only --budget 1 --max-weight 0.4",
      "  fog portfolio --synthetic 2000,200,20 --exact --trace trace.csv",
      "  fog portfolio --returns returns.csv --exact --report report.html",
      "  fog portfolio --algorithm vrsc-pg --set A=20 --set C=20 --set K=100 --step 1e-3",
      "  fog portfolio --algorithm sarah-c --step 1e-3 --epoch 545 --batch 5,5,1 --passes 430",
      "",
      "Files of returns: CSV or CSV.gz, a row per period and a column per asset, header and date",
      "column optional; Ken French's files as downloaded (.CSV or .zip); MATLAB .mat. In all of them",
      "-99.99 and -999 stand for a missing value. For data larger than memory, .fogrows as made by",
      "'fog convert'."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public class PortfolioCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ReturnsOptions data;

  @Option(
      names = "--exact",
      description = "Also solve exactly, by linear algebra, and report the gap.")
  private boolean exact;

  @Mixin private ConstraintOptions constraints;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the weights as CSV: asset,weight.")
  private @Nullable Path out;

  @Mixin private OutputOptions files;

  /** The returns that were asked for. */
  protected Returns open() {
    return Returns.here(data.read(run.seed(), this::note));
  }

  /** Where returns are, as given; null if no place was. */
  protected final @Nullable String address() {
    return data.address();
  }

  /** Which table of a file was asked for, if any. */
  protected final @Nullable String table() {
    return data.table();
  }

  /** What to do with missing values. */
  protected final Missing missing() {
    return data.missing();
  }

  /** In what precision to keep them. */
  protected final Storage storage() {
    return data.storage();
  }

  /** The files that are read, by option. */
  protected Map<String, @Nullable Path> inputs() {
    return data.inputs();
  }

  @Override
  public final Integer call() {
    files.check(out, inputs());
    run.check();
    constraints.check();
    data.check();
    try (var keeping = checkpoints.open(spec, files.isQuiet());
        Returns returns = open()) {
      return minimise(returns, keeping);
    }
  }

  private int minimise(Returns returns, Keeping keeping) {
    run.checkBatches(returns.rows().count(), returns.rows().count());
    var meanVariance = new MeanVariance(returns.rows(), data.riskAversion());
    var problem = returns.problem(meanVariance, constraints.penalty(returns.names()));
    var algorithm = run.algorithm();
    double[] x0 = data.startingPoint(returns.names());
    Result result;
    // The hook lets Ctrl-C end the run early; what was found is written before the process ends.
    try (var interruption = new Interruption();
        var display = ProgressDisplay.onStandardError(run.passes())) {
      Run minimise = Run.of(problem, algorithm).from(x0).stop(StopRule.when(interruption));
      run.apply(minimise);
      keeping.apply(minimise);
      if (!files.isQuiet()) {
        minimise.observe(display);
      }
      result = RunOptions.toTheEnd(minimise);
      report(returns, meanVariance, problem, result);
      keeping.ended(result);
    }
    if (result.stop().diverged()) {
      complain(
          result.stop().detail()
              + (out == null ? "" : "; the best point before that is in " + out));
      return ExitCode.DIVERGED;
    }
    return ExitCode.DONE;
  }

  /** Writes what was asked for, then prints the report. */
  private void report(Returns returns, MeanVariance meanVariance, Problem problem, Result result) {
    var summary = new Summary(result, problem, run.reason(problem));
    summary.put("source", returns.source());
    summary.put("periods", returns.rows().count()).put("assets", returns.rows().columns());
    summary.put("riskAversion", meanVariance.riskAversion());
    var trace = result.trace().rows();
    double startObjective = trace.isEmpty() ? Double.NaN : trace.get(0).objective();
    Double exactObjective = null;
    if (exact) {
      exactObjective = exactObjective(meanVariance);
      double least = exactObjective == null ? Double.NaN : exactObjective;
      summary.put("exactObjective", least);
      summary.put("relativeGap", (result.objective() - least) / (startObjective - least));
    }
    var saving = new Saving();
    saving.write(out, file -> WeightsFile.write(file, returns.names(), result.point()));
    saving.write(files.json(), summary::write);
    saving.write(files.trace(), file -> TraceFile.write(file, result));
    var plot =
        new RunPlot(
            size(returns),
            result.trace(),
            exactObjective,
            "Weights",
            returns.names(),
            result.point());
    saving.write(files.plot(), plot::write);
    if (files.report() != null) {
      var page =
          new RunReport(
                  spec,
                  "Portfolio of " + size(returns),
                  result,
                  exactObjective,
                  run.reason(problem))
              .fact("data", returns.source())
              .inputs(inputs())
              .fact("risk aversion", Words.plain(meanVariance.riskAversion()));
      var weights =
          RunReport.largest("Weights", "asset", "weight", returns.names(), result.point());
      saving.write(files.report(), file -> page.write(file, weights));
    }
    if (!files.isQuiet()) {
      print(returns, meanVariance, problem, result, exactObjective, startObjective, saving);
    }
    saving.requireComplete();
  }

  private @Nullable Double exactObjective(MeanVariance problem) {
    Double l2 = constraints.onlyL2();
    if (l2 == null) {
      note("note: --exact left out: with these constraints there is no solution by linear algebra");
      return null;
    }
    try {
      return ExactMeanVariance.of(problem, l2).objective();
    } catch (ArithmeticException e) {
      note("note: --exact left out: " + e.getMessage());
      return null;
    }
  }

  private void print(
      Returns returns,
      MeanVariance meanVariance,
      Problem problem,
      Result result,
      @Nullable Double exactObjective,
      double startObjective,
      Saving saving) {
    PrintWriter o = spec.commandLine().getOut();
    Report.status(o, result);
    o.printf(
        "%s: %s, risk aversion %s%n",
        returns.source(), size(returns), Words.plain(meanVariance.riskAversion()));
    Report.method(o, result, run.reason(problem));
    Report.outcome(o, result, exactObjective, startObjective);
    Report.largest(o, returns.names(), result.point());
    Report.written(o, saving.written());
    o.flush();
  }

  private static String size(Returns returns) {
    return Words.count(returns.rows().columns(), "asset")
        + " over "
        + Words.count(returns.rows().count(), "period");
  }

  /** Something to know, unless only results are wanted. */
  protected final void note(String message) {
    if (!files.isQuiet()) {
      complain(message);
    }
  }

  private void complain(String message) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(spec.qualifiedName() + ": " + message);
    err.flush();
  }
}
