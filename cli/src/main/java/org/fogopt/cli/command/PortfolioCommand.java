package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.Units;
import org.fogopt.cli.option.CheckpointOptions;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.FigureOptions;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.Objective;
import org.fogopt.cli.option.ObjectiveOptions;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.PortfolioDisplay;
import org.fogopt.cli.output.PortfolioOutcome;
import org.fogopt.cli.output.PortfolioSummary;
import org.fogopt.cli.output.ProgressDisplay;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.RunReport;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.cli.output.Words;
import org.fogopt.lab.RunPlot;
import org.fogopt.lab.TraceFile;
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
 * {@code fog portfolio}. Open to commands with the same options whose returns are {@link #open
 * remote}.
 */
@Command(
    name = "portfolio",
    header = "Weights of least risk for their return, from a file of returns.",
    description = {
      "",
      "Minimises -mean + lambda * variance of the portfolio's return, over all weights or those that",
      "satisfy constraints. Without options it runs a built-in example.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog portfolio",
      "  fog portfolio --returns returns.csv --out weights.csv --plot weights.svg",
      "  fog portfolio --prices prices.csv --budget 1 --long-only --risk-aversion 100",
      "  fog portfolio --returns 25_Portfolios_ME_OP_5x5_Daily_CSV.zip --missing drop-rows",
      "  fog portfolio --returns returns.csv --long-only --budget 1 --max-weight 0.4",
      "  fog portfolio --returns returns.csv --risk cvar:0.95 --objective min-risk",
      "  fog portfolio --synthetic 2000,200,20 --exact --trace trace.csv",
      "  fog portfolio --returns returns.csv --exact --report report.html",
      "  fog portfolio --algorithm vrsc-pg --set A=20 --set C=20 --set K=100 --step 1e-3",
      "  fog portfolio --algorithm sarah-c --step 1e-3 --epoch 545 --batch 5,5,1 --passes 430",
      "",
      "Files of returns: CSV or CSV.gz, a row per period and a column per asset, header and date",
      "column optional, as spreadsheets of any country write it; Ken French's files as downloaded",
      "(.CSV or .zip); MATLAB .mat. In all of them -99.99 and -999 stand for a missing value. For",
      "data larger than memory, .fogrows as made by 'fog convert'."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public class PortfolioCommand implements Callable<Integer> {
  /** Figures hold a number for each period. */
  private static final long MOST_PERIODS = 1L << 27;

  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ReturnsOptions data;

  @Option(
      names = "--exact",
      description =
          "Also solve exactly, by linear algebra, and report the gap: without constraints, or under"
              + " --budget and --l2 alone.")
  private boolean exact;

  @Mixin private ConstraintOptions constraints;

  @Mixin private ObjectiveOptions objective;

  @Mixin private RiskOptions risk;

  @Mixin private FigureOptions figures;

  @Mixin private RunOptions run;

  @Mixin private CheckpointOptions checkpoints;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the weights as CSV: asset,weight.")
  private @Nullable Path out;

  @Option(
      names = {"-v", "--verbose"},
      description = "Also print the method, its parameters and decisions, and what it cost.")
  private boolean verbose;

  @Mixin private OutputOptions files;

  /**
   * The returns that were asked for.
   *
   * @param mayHoldCash whether an asset may be without risk
   */
  protected Returns open(ReturnsOptions data, boolean mayHoldCash) {
    return Returns.here(data.read(run.seed(), this::note, figures.periodsPerYear(), mayHoldCash));
  }

  /** Refuses measures of risk, their objectives and constraints where they are not to be had. */
  protected void requireRisk() {}

  /** The files that are read, by option. */
  protected Map<String, @Nullable Path> inputs() {
    return constraints.inputs(risk.inputs(data.inputs()));
  }

  @Override
  public final Integer call() {
    files.check(out, inputs());
    run.check();
    constraints.check();
    data.check();
    figures.check();
    if (risk.isGiven() || objective.isGiven()) {
      return byRisk();
    }
    try (var keeping = checkpoints.open(spec, files.isQuiet());
        Returns returns = open(data, constraints.hasBudget())) {
      return minimise(returns, keeping);
    }
  }

  private int byRisk() {
    requireRisk();
    var run =
        new RiskRun(
            spec,
            data,
            risk,
            objective,
            constraints,
            figures,
            files,
            data.riskAversion(),
            this.run.threads(),
            verbose,
            out,
            this::note);
    run.check();
    risk.requireNoRowWeights(data.isPrices(), "goes with --returns, not with --prices");
    if (objective.objective() == Objective.LOG_GROWTH) {
      data.requireSimple("--objective log-growth");
    }
    ReturnSeries series =
        data.read(this.run.seed(), this::note, figures.periodsPerYear(), true, risk.rowWeights());
    return run.go(series, inputs());
  }

  private int minimise(Returns returns, Keeping keeping) {
    run.checkBatches(returns.rows().count(), returns.rows().count());
    ReturnSeries series = returns.series();
    if (series != null) {
      figures.require(series);
    }
    var meanVariance = new MeanVariance(returns.rows(), data.riskAversion());
    WeightConstraints asked = constraints.of(returns.names());
    var problem = returns.problem(meanVariance, asked.penalty(returns.names().size()));
    var algorithm = run.algorithm();
    double[] x0 = data.startingPoint(returns.names());
    if (series != null) { // a hint is no use beside an error
      hint(series);
    }
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
      report(outcome(returns, meanVariance, asked, problem, result), problem);
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

  private void hint(ReturnSeries series) {
    if (series.units() == Units.FRACTION && data.riskAversion() <= 1) {
      note(
          "hint: with risk aversion %s on fractions, variance hardly counts; --risk-aversion %s gives the weights that it gives on percentages"
              .formatted(Words.plain(data.riskAversion()), Words.plain(100 * data.riskAversion())));
    }
  }

  private PortfolioOutcome outcome(
      Returns returns,
      MeanVariance meanVariance,
      WeightConstraints asked,
      Problem problem,
      Result result) {
    ReturnSeries series = returns.series();
    boolean isTooLong = returns.rows().count() > MOST_PERIODS;
    return new PortfolioOutcome(
        returns.source(),
        returns.names(),
        returns.rows().count(),
        series,
        series == null || isTooLong
            ? null
            : figures.figures(series, series.table(), result.point()),
        meanVariance.riskAversion(),
        figures.riskFree(),
        asked,
        result,
        run.reason(problem),
        exact ? exactObjective(meanVariance, asked) : null);
  }

  /** Writes what was asked for, then prints the report. */
  private void report(PortfolioOutcome found, Problem problem) {
    Result result = found.result();
    var saving = new Saving();
    saving.write(out, file -> WeightsFile.write(file, found.names(), result.point()));
    saving.write(files.json(), PortfolioSummary.of(found, problem, data.content(), exact)::write);
    saving.write(files.trace(), file -> TraceFile.write(file, result));
    var plot =
        new RunPlot(
            found.size(), result.trace(), found.exact(), "Weights", found.names(), result.point());
    saving.write(files.plot(), plot::write);
    if (files.report() != null) {
      var page =
          new RunReport(spec, "Portfolio of " + found.size(), result, found.exact(), found.reason())
              .fact("data", found.source())
              .inputs(inputs())
              .fact("risk aversion", Words.plain(found.riskAversion()));
      saving.write(files.report(), file -> page.write(file, PortfolioDisplay.sections(found)));
    }
    if (!files.isQuiet()) {
      PrintWriter o = spec.commandLine().getOut();
      new PortfolioDisplay(o, found).print(verbose);
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
  }

  private @Nullable Double exactObjective(MeanVariance problem, WeightConstraints asked) {
    if (!asked.isSolvedLinearly()) {
      note("note: --exact left out: bounds, groups and --l1 need more than one linear solve");
      return null;
    }
    try {
      return ExactMeanVariance.of(problem, asked.l2(), asked.budget()).objective();
    } catch (ArithmeticException e) {
      note("note: --exact left out: " + e.getMessage());
      return null;
    }
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
