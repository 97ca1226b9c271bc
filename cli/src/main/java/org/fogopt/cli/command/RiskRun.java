package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.ReturnType;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.FigureOptions;
import org.fogopt.cli.option.ObjectiveOptions;
import org.fogopt.cli.option.OutputOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.RiskOutcome;
import org.fogopt.cli.output.Saving;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code fog portfolio} with a measure of risk: one convex program, solved exactly, in place of a
 * run of a method.
 *
 * @param aversion of the objective utility
 * @param verbose whether to print what binds, and how it was found
 */
record RiskRun(
    CommandSpec spec,
    ReturnsOptions data,
    RiskOptions risk,
    ObjectiveOptions objective,
    ConstraintOptions constraints,
    FigureOptions figures,
    OutputOptions files,
    double aversion,
    int threads,
    boolean verbose,
    @Nullable Path out,
    Consumer<String> note) {
  /** Options of a run that a program takes, too. */
  private static final Set<String> KEPT = Set.of("--threads", "--seed");

  private static final List<String> OTHERS = List.of("--exact", "--start", "--trace", "--plot");

  /** Refuses options that only a run of a method has. */
  void check() {
    risk.check();
    risk.requireCovariance();
    objective.check();
    var parsed = spec.commandLine().getParseResult();
    for (String mixin : List.of("run", "checkpoints")) {
      for (OptionSpec option : Objects.requireNonNull(spec.mixins().get(mixin)).options()) {
        refuse(
            option.longestName(),
            parsed.hasMatchedOption(option.longestName()) && !KEPT.contains(option.longestName()));
      }
    }
    OTHERS.forEach(option -> refuse(option, parsed.hasMatchedOption(option)));
  }

  private static void refuse(String option, boolean isGiven) {
    if (isGiven) {
      throw new IllegalArgumentException(
          option
              + " does not go with a measure of risk or its objectives and constraints: these are"
              + " solved as one convex program, without a run of a method");
    }
  }

  int go(@Nullable ReturnSeries series, Map<String, @Nullable Path> inputs) {
    if (series == null) {
      throw new IllegalArgumentException("--risk: needs returns in a file of this machine");
    }
    RiskOptions.Split split = risk.split(series, data);
    Table assets = split.assets();
    double one = series.units() == null ? Double.NaN : series.units().one();
    Allocation best;
    double logGrowth;
    double cvar95;
    try (var workers = new Workers(threads)) {
      Portfolio portfolio =
          risk.portfolioFromHeld(split, constraints.of(assets.names()), note)
              .riskFree(figures.riskFreeOfPeriod(series))
              .parallel(workers.parallel());
      best = objective.best(portfolio, aversion, one);
      cvar95 = portfolio.sample().risk(Risk.cvar(0.95), best.weights());
      boolean isKnown = !Double.isNaN(one) && series.type() == ReturnType.SIMPLE;
      logGrowth = isKnown ? portfolio.logGrowth(best.weights(), one) : Double.NaN;
    }
    var found =
        new RiskOutcome(
            series,
            assets,
            split.benchmark(),
            figures.figures(series, assets, best.weights()),
            cvar95,
            figures.riskFree(),
            objective.objective().toString(),
            best,
            logGrowth);
    var saving = new Saving();
    saving.write(out, file -> WeightsFile.write(file, assets.names(), best.weights()));
    saving.write(files.json(), found::writeJson);
    saving.write(files.report(), file -> found.writeReport(file, spec, inputs));
    if (!files.isQuiet()) {
      PrintWriter o = spec.commandLine().getOut();
      found.print(o, verbose);
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
    return ExitCode.DONE;
  }
}
