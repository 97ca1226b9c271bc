package org.fogopt.cli.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.portfolio.backtest.Backtest;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap;
import org.fogopt.apps.portfolio.backtest.Choices;
import org.fogopt.apps.portfolio.backtest.Span;
import org.fogopt.apps.portfolio.backtest.Strategy;
import org.fogopt.apps.portfolio.backtest.Track;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.Units;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.KeptOptions;
import org.fogopt.cli.option.Objective;
import org.fogopt.cli.option.RiskOptions;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.BacktestPage;
import org.fogopt.cli.output.ExitCode;
import org.fogopt.cli.output.FrontierPage;
import org.fogopt.cli.output.VersionLine;
import org.fogopt.lab.ChartPlot;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;
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
      "  fog backtest --returns returns.csv --window 1000 --every month --costs 0.1 \\",
      "    --strategy equal --strategy min-risk:variance --strategy min-risk:cvar:0.95",
      "  fog backtest --prices prices.csv --report backtest.html",
      "",
      "Strategies: equal, benchmark (with --benchmark), or an objective (utility, min-risk,",
      "max-return, max-ratio, log-growth) with a risk such as max-ratio:semivariance; without one,",
      "--risk. The cost of a rebalancing is charged to wealth, and in objectives spread over",
      "the periods until the next. Files of returns are those of 'fog portfolio'."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionLine.class)
public final class BacktestCommand extends StudyCommand {
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
      description =
          "Periods from one choice to the next; or week, month, quarter or year, for the first"
              + " period of each. Default: ${DEFAULT-VALUE}.")
  private String every = "21";

  @Option(
      names = "--expanding",
      description = "Look back on all periods since the first, not only on the window.")
  private boolean expanding;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "500",
      description =
          "Series that the bootstrap makes, at least 20; 0: no intervals. Default: ${DEFAULT-VALUE}.")
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

  @Mixin private KeptOptions checkpoints;

  @Override
  public Integer call() {
    var inputs = check("each strategy is solved exactly, from no start");
    risk.requireNoRowWeights(
        true, "a backtest chooses on windows; --half-life weights their periods");
    data.requireSimple("a backtest");
    RunOptions.refuse(spec, "--previous", "a backtest begins with cash");
    RunOptions.require("--window", window >= 2, "at least 2", window);
    RunOptions.require("--samples", samples == 0 || samples >= 20, "0, or at least 20", samples);
    RunOptions.require("--block", block >= 1, "at least 1", block);
    try (var keeping = checkpoints.open(spec, files.isQuiet());
        var workers = workers()) {
      write(read(seed), inputs, keeping, workers);
      keeping.ended();
    }
    return ExitCode.DONE;
  }

  private void write(
      ReturnSeries series, Map<String, @Nullable Path> inputs, Keeping keeping, Workers workers) {
    RiskOptions.requireOrder("a backtest", series);
    double one = one(series);
    RiskOptions.Split split = risk.split(series, data);
    Backtest backtest =
        Backtest.of(split.assets().rows(), one)
            .window(window)
            .costs(risk.costs() / one)
            .impact(risk.impact() / one);
    if (expanding) {
      backtest.expanding();
    }
    double between = rebalance(backtest, series);
    List<String> words =
        strategies.isEmpty() ? List.of("equal", "min-risk", "max-ratio") : strategies;
    Strategy[] all =
        words.stream()
            .filter(word -> !word.equals("benchmark"))
            .map(word -> strategy(word, split, series, one, between))
            .toArray(Strategy[]::new);
    double @Nullable [] index = split.benchmark();
    if (words.contains("benchmark") && index == null) {
      throw new IllegalArgumentException("--strategy benchmark: needs --benchmark");
    }
    Choices choices = backtest.choices(all, FrontierPage.present(inputs).values());
    keeping.restore(choices);
    List<Track> tracks =
        new ArrayList<>(
            List.of(
                backtest.run(
                    all, workers.parallel(), choices, made -> keeping.keep(made, choices))));
    if (words.contains("benchmark") && index != null) {
      tracks.add(backtest.held("benchmark", index));
    }
    var page =
        new BacktestPage(
            series,
            window,
            every,
            tracks,
            figures.riskFreeOfPeriod(series) / one,
            samples == 0 ? null : new BlockBootstrap(samples, block, seed),
            workers.parallel());
    write(
        page::writeCsv,
        page::writeJson,
        file -> ChartPlot.of(page.equity()).write(file),
        file -> page.writeReport(file, spec, inputs),
        page::print);
  }

  /** Says when weights are chosen; returns the periods between two choices, on average. */
  private double rebalance(Backtest backtest, ReturnSeries series) {
    if (every.matches("[1-9][0-9]{0,8}")) {
      int periods = Integer.parseInt(every);
      backtest.every(periods);
      return periods;
    }
    Span span =
        Arrays.stream(Span.values())
            .filter(each -> each.name().equalsIgnoreCase(every))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--every: expected a whole number of periods of at least 1, or week, month,"
                            + " quarter or year, found "
                            + InputException.quote(every)));
    if (series.dates().isEmpty()) {
      throw new IllegalArgumentException(
          "--every %s: %s has no dates that could be used; give a number of periods"
              .formatted(every, series.table().source()));
    }
    backtest.every(span, series.dates());
    return (double) backtest.length() / backtest.rebalancings().length;
  }

  private double one(ReturnSeries series) {
    Units units = series.units();
    if (units == null) {
      throw new IllegalArgumentException(
          "returns could be in percent or in fractions, and wealth depends on it; give --units");
    }
    return units.one();
  }

  private Strategy strategy(
      String word, RiskOptions.Split split, ReturnSeries series, double one, double between) {
    if (word.equals("equal")) {
      return Strategy.equalWeight();
    }
    String[] parts = word.split(":", 2);
    Objective objective = objective(parts[0]);
    // A benchmark is compared with here, not tracked.
    RiskOptions.Split alone = new RiskOptions.Split(split.assets(), null, null);
    Portfolio wishes =
        risk.portfolio(alone, constraints.of(split.assets().names()), this::note)
            .riskFree(figures.riskFreeOfPeriod(series));
    risk.spreadCosts(wishes, between);
    if (parts.length == 2) {
      wishes.risk(RiskOptions.noted(Risk.parse(parts[1]), this::note));
    }
    String name = word.toLowerCase(Locale.ROOT);
    return objective == Objective.MAX_RATIO
        ? Strategy.largestRatio(name, wishes)
        : Strategy.of(name, wishes, asked -> objective.of(asked, data.riskAversion(), one));
  }

  private static Objective objective(String text) {
    try {
      return Objective.parse(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "--strategy: expected one of equal, benchmark, %s, found \"%s\""
              .formatted(Objective.WORDS, text));
    }
  }
}
