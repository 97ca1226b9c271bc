package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.portfolio.backtest.Backtest;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap;
import org.fogopt.apps.portfolio.backtest.Strategy;
import org.fogopt.apps.portfolio.backtest.Track;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.Units;
import org.fogopt.cli.option.ConstraintOptions;
import org.fogopt.cli.option.FigureOptions;
import org.fogopt.cli.option.Objective;
import org.fogopt.cli.option.ResultOptions;
import org.fogopt.cli.option.ReturnsOptions;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.BacktestPage;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.Report;
import org.fogopt.cli.output.Saving;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.ChartPlot;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code fog backtest}. */
@Command(
    name = "backtest",
    header = "What portfolios chosen on the past would have earned, side by side.",
    description = {
      "",
      "Walks forward: weights are chosen on a window of past periods, held while they drift with",
      "the returns, and chosen again; no choice sees the period it is held in. Figures have 95 %%",
      "intervals by the stationary bootstrap.",
      ""
    },
    optionListHeading = "Options:%n",
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  fog backtest --window 260",
      "  fog backtest --returns returns.csv --window 1000 --every 21 --costs 0.1 \\",
      "    --strategy equal --strategy min-risk:variance --strategy min-risk:cvar:0.95",
      "  fog backtest --prices prices.csv --report backtest.html",
      "",
      "Strategies: equal, benchmark (with --benchmark), or an objective (utility, min-risk,",
      "max-return, max-ratio, log-growth) with a risk such as max-ratio:semivariance; without one,",
      "--risk. The cost of a rebalancing is charged to wealth, and in objectives spread over",
      "the periods until the next."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class BacktestCommand implements Callable<Integer> {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Mixin private ReturnsOptions data;

  @Option(
      names = "--strategy",
      paramLabel = "S",
      description = "A strategy, see below; may be repeated. Default: equal, min-risk, max-ratio.")
  private List<String> strategies = new ArrayList<>();

  @Option(
      names = "--window",
      paramLabel = "N",
      defaultValue = "250",
      description = "Periods that a choice looks back on. Default: ${DEFAULT-VALUE}.")
  private int window;

  @Option(
      names = "--every",
      paramLabel = "N",
      defaultValue = "21",
      description = "Periods from one choice to the next. Default: ${DEFAULT-VALUE}.")
  private int every;

  @Option(
      names = "--expanding",
      description = "Look back on all periods since the first, not only on the window.")
  private boolean expanding;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "500",
      description =
          "Series that the bootstrap makes; 0 for no intervals. Default: ${DEFAULT-VALUE}.")
  private int samples;

  @Option(
      names = "--block",
      paramLabel = "N",
      defaultValue = "21",
      description = "Mean length of the bootstrap's blocks. Default: ${DEFAULT-VALUE}.")
  private double block;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of the bootstrap, and of --synthetic. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Mixin private RiskOptions risk;

  @Mixin private ConstraintOptions constraints;

  @Mixin private FigureOptions figures;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "Threads; they change the speed, never the answer. Default: all cores.")
  private @Nullable Integer threads;

  @Mixin private ResultOptions files;

  @Override
  public Integer call() {
    files.check(risk.inputs(data.inputs()));
    data.check();
    RunOptions.refuse(spec, "--start", "each strategy is solved exactly, from no start");
    risk.check();
    risk.requireNoRowWeights(
        true, "a backtest chooses on windows; --half-life weights their periods");
    constraints.check();
    figures.check();
    RunOptions.requireThreads(threads);
    RunOptions.require("--window", window >= 2, "at least 2", window);
    RunOptions.require("--every", every >= 1, "at least 1", every);
    RunOptions.require("--samples", samples == 0 || samples >= 20, "0, or at least 20", samples);
    RunOptions.require("--block", block >= 1, "at least 1", block);
    ReturnSeries series = data.read(seed, this::note, figures.periodsPerYear(), true);
    double one = one(series);
    RiskOptions.Split split = risk.split(series.table());
    Backtest backtest =
        Backtest.of(split.assets().rows(), one)
            .window(window)
            .every(every)
            .costs(risk.costs() / one);
    if (expanding) {
      backtest.expanding();
    }
    List<String> words =
        strategies.isEmpty() ? List.of("equal", "min-risk", "max-ratio") : strategies;
    int cores = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
    try (var workers = new Workers(cores)) {
      List<Strategy> all = new ArrayList<>();
      for (String word : words) {
        if (!word.equals("benchmark")) {
          all.add(strategy(word, split, series, one));
        }
      }
      List<Track> tracks =
          new ArrayList<>(List.of(backtest.run(all.toArray(new Strategy[0]), workers.parallel())));
      if (words.contains("benchmark")) {
        if (split.benchmark() == null) {
          throw new IllegalArgumentException("--strategy benchmark: needs --benchmark");
        }
        tracks.add(backtest.held("benchmark", split.benchmark()));
      }
      double free = figures.riskFreeOfPeriod(series) / one;
      var page =
          new BacktestPage(
              series,
              window,
              every,
              tracks,
              free,
              samples == 0 ? null : new BlockBootstrap(samples, block, seed),
              workers.parallel());
      write(page);
    }
    return ExitCode.DONE;
  }

  private double one(ReturnSeries series) {
    Units units = series.units();
    if (units == null) {
      throw new IllegalArgumentException(
          "wealth needs to know: are returns in percent or fractions? say --units");
    }
    return units.one();
  }

  private Strategy strategy(String word, RiskOptions.Split split, ReturnSeries series, double one) {
    if (word.equals("equal")) {
      return Strategy.equalWeight();
    }
    String[] parts = word.split(":", 2);
    Objective objective = Objective.parse(parts[0]);
    // A benchmark is compared with here, not tracked.
    RiskOptions.Split alone = new RiskOptions.Split(split.assets(), null, null);
    Portfolio wishes =
        risk.portfolio(alone, constraints.of(split.assets().names()), this::noteOnce)
            .riskFree(figures.riskFreeOfPeriod(series));
    risk.spreadCosts(wishes, every);
    if (parts.length == 2) {
      wishes.risk(Risk.parse(parts[1]));
    }
    String name = word.toLowerCase(Locale.ROOT);
    return objective == Objective.MAX_RATIO
        ? Strategy.largestRatio(name, wishes)
        : Strategy.of(name, wishes, asked -> objective.of(asked, data.riskAversion(), one));
  }

  private void write(BacktestPage page) {
    var saving = new Saving();
    saving.write(files.out(), page::writeCsv);
    saving.write(files.json(), page::writeJson);
    saving.write(files.plot(), file -> ChartPlot.of(page.equity()).write(file));
    saving.write(files.report(), file -> page.writeReport(file, spec));
    if (!files.isQuiet()) {
      PrintWriter o = spec.commandLine().getOut();
      page.print(o);
      Report.written(o, saving.written());
      o.flush();
    }
    saving.requireComplete();
  }

  private boolean isNoted;

  private void noteOnce(String message) {
    if (!isNoted) {
      note(message);
    }
    isNoted = true;
  }

  private void note(String message) {
    if (!files.isQuiet()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(spec.qualifiedName() + ": " + message);
      err.flush();
    }
  }
}
