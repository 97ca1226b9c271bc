package org.fogopt.cli.option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fogopt.apps.io.AssetRows;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.Portfolio;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.cli.output.Words;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The risk of a portfolio, further constraints, and what trading costs. */
public final class RiskOptions {
  /** Other programs give the share of the tail, 0.05, where a level here is 0.95. */
  private static final double LEAST_LEVEL = 0.5;

  @Option(
      names = "--risk",
      paramLabel = "RISK",
      converter = RiskConverter.class,
      description = "Measure of risk: " + Risk.WORDS + ". Default: variance.")
  private @Nullable Risk risk;

  @Option(
      names = "--benchmark",
      paramLabel = "WHAT",
      description =
          "Returns to be compared with: a column of the returns, which is no asset then, or a file"
              + " of one column, read as that of the returns or prices is and matched by dates. Risk"
              + " and objective are of the difference.")
  private @Nullable String benchmark;

  @Option(
      names = "--bounds",
      paramLabel = "FILE",
      description = "Bounds of single assets, as CSV: asset,least,most.")
  private @Nullable Path bounds;

  @Option(
      names = "--constraints",
      paramLabel = "FILE",
      description =
          "Linear rows, as CSV: row,least,most and a column of coefficients for each asset; groups"
              + " with floors, and assets in several groups, too.")
  private @Nullable Path constraints;

  @Option(
      names = "--previous",
      paramLabel = "FILE",
      description =
          "Weights held now, as --out writes them; costs and turnover count from them. Default: 0.")
  private @Nullable Path previous;

  @Option(
      names = "--costs",
      paramLabel = "C",
      description = "Cost of a unit traded, in the units of the returns.")
  private @Nullable Double costs;

  @Option(
      names = "--impact",
      paramLabel = "Q",
      description = "Cost of Q times the square of what is traded of each asset.")
  private @Nullable Double impact;

  @Option(
      names = "--max-turnover",
      paramLabel = "T",
      description = "Sum of |weight - previous| of at most T.")
  private @Nullable Double maxTurnover;

  @Option(names = "--max-gross", paramLabel = "G", description = "Sum of |weight| of at most G.")
  private @Nullable Double maxGross;

  @Option(
      names = "--max-assets",
      paramLabel = "K",
      description = "At most K holdings: the largest without this limit; a heuristic.")
  private @Nullable Integer maxAssets;

  @Option(
      names = "--half-life",
      paramLabel = "N",
      description =
          "Let the last period count twice as much as that N periods before. Default: off.")
  private @Nullable Double halfLife;

  @Option(
      names = "--row-weights",
      paramLabel = "COLUMN",
      description =
          "Column of the returns that holds the weights of the periods, and is no asset then."
              + " Default: all count the same.")
  private @Nullable String rowWeights;

  @Option(
      names = "--winsorise",
      paramLabel = "SHARE",
      description =
          "Cut each asset's returns at its quantiles of SHARE, such as 0.01, and 1 - SHARE."
              + " Default: off.")
  private @Nullable Double winsorise;

  @Option(
      names = "--shrink",
      paramLabel = "SHARE",
      converter = ShrinkConverter.class,
      description =
          "Draw the covariance of variance and deviation towards a multiple of the identity: auto,"
              + " for the share of Ledoit and Wolf (2004), or a share from 0 to 1. Default: off.")
  private @Nullable Double shrink;

  /** Whether anything here was asked for. */
  public boolean isGiven() {
    return Stream.of(
            risk,
            benchmark,
            bounds,
            constraints,
            previous,
            costs,
            impact,
            maxTurnover,
            maxGross,
            maxAssets,
            halfLife,
            rowWeights,
            winsorise,
            shrink)
        .anyMatch(each -> each != null);
  }

  /** Refuses, before any work is done, values that make no sense. */
  public void check() {
    atLeastZero("--costs", costs);
    atLeastZero("--impact", impact);
    positive("--max-turnover", maxTurnover);
    positive("--max-gross", maxGross);
    RunOptions.require(
        "--max-assets", maxAssets == null || maxAssets >= 1, "at least 1", maxAssets);
    positive("--half-life", halfLife);
    RunOptions.require(
        "--winsorise",
        winsorise == null || (winsorise >= 0 && winsorise < 0.5),
        "at least 0 and below 0.5",
        winsorise);
  }

  /** Refuses to shrink a covariance that the risk does not have. */
  public void requireCovariance() {
    if (shrink != null && !risk().isOfCovariance()) {
      throw new IllegalArgumentException(
          "--shrink: goes with --risk variance or deviation; %s has no covariance"
              .formatted(risk()));
    }
    if (shrink != null && benchmark != null) {
      throw new IllegalArgumentException("--shrink and --benchmark: only one of them can be given");
    }
  }

  private static void atLeastZero(String option, @Nullable Double value) {
    boolean holds = value == null || (value >= 0 && value < Double.POSITIVE_INFINITY);
    RunOptions.require(option, holds, "at least 0", value);
  }

  private static void positive(String option, @Nullable Double value) {
    RunOptions.require(option, value == null || value > 0, "a positive number", value);
  }

  public Risk risk() {
    return risk == null ? Risk.VARIANCE : risk;
  }

  /** What a unit traded costs, in the units of the returns. */
  public double costs() {
    return costs == null ? 0 : costs;
  }

  /** What the square of a trade costs, in the units of the returns. */
  public double impact() {
    return impact == null ? 0 : impact;
  }

  /** The files that are read, by option. */
  public Map<String, @Nullable Path> inputs(Map<String, @Nullable Path> others) {
    Map<String, @Nullable Path> all = new LinkedHashMap<>(others);
    all.put("--bounds", bounds);
    all.put("--constraints", constraints);
    all.put("--previous", previous);
    Path index = benchmark == null ? null : Words.file(benchmark);
    all.put("--benchmark", index != null && Files.isRegularFile(index) ? index : null);
    return all;
  }

  /**
   * The assets among the columns, the benchmark's returns, and the weights of the periods.
   *
   * @param benchmark null if there is none
   * @param rowWeights null where all periods count the same
   */
  public record Split(
      Table assets, double @Nullable [] benchmark, double @Nullable [] rowWeights) {}

  /** Refuses to let periods fade whose order is not known. */
  private void requireOrder(ReturnSeries series) {
    if (halfLife != null) {
      requireOrder("--half-life", series);
    }
  }

  /** Refuses what follows time where rows are in no order of it. */
  public static void requireOrder(String what, ReturnSeries series) {
    if (!series.isInOrder()) {
      throw new IllegalArgumentException(
          "%s: the dates of %s are not in the order of time; sort the rows by date"
              .formatted(what, series.table().source()));
    }
  }

  /** The column of the periods' weights; null for none. */
  public @Nullable String rowWeights() {
    return rowWeights;
  }

  /** Refuses weights of the periods where they have no meaning. */
  public void requireNoRowWeights(boolean isMeaningless, String why) {
    if (rowWeights != null && isMeaningless) {
      throw new IllegalArgumentException("--row-weights: " + why);
    }
  }

  /** The returns without the columns of the benchmark and of the periods' weights. */
  public Split split(ReturnSeries series, ReturnsOptions data) {
    requireOrder(series);
    Table table = series.table();
    if (rowWeights == null) {
      return split(table, null, series, data);
    }
    int column = table.names().indexOf(rowWeights);
    if (column < 0 || rowWeights.equals(benchmark)) {
      throw new IllegalArgumentException(
          column < 0
              ? "--row-weights: \"%s\" is no column of the returns".formatted(rowWeights)
              : "--row-weights: \"%s\" is the benchmark".formatted(rowWeights));
    }
    double[] weights = table.column(column);
    for (int t = 0; t < weights.length; t++) {
      if (!(weights[t] >= 0)) {
        throw new IllegalArgumentException(
            "--row-weights: a weight must be at least 0, but row %d has %s"
                .formatted(t + 1, weights[t]));
      }
    }
    return split(table.without(column), weights, series, data);
  }

  private Split split(
      Table table, double @Nullable [] weights, ReturnSeries series, ReturnsOptions data) {
    if (benchmark == null) {
      return new Split(table, null, weights);
    }
    int column = table.names().indexOf(benchmark);
    if (column < 0) {
      Path file = Words.file(benchmark);
      if (!Files.exists(file)) {
        throw new IllegalArgumentException(
            "--benchmark: \"%s\" is neither a column of the returns nor a file"
                .formatted(benchmark));
      }
      return new Split(table, BenchmarkFile.read(file, series, data), weights);
    }
    return new Split(table.without(column), table.column(column), weights);
  }

  /**
   * {@link #portfolio}, which begins with {@code --previous}: with nothing, if that is left out.
   */
  public Portfolio portfolioFromHeld(Split data, WeightConstraints asked, Consumer<String> note) {
    boolean isTraded = maxTurnover != null || costs() > 0 || impact() > 0;
    if (isTraded && previous == null) {
      note.accept("assumed: nothing is held now (--previous)");
    }
    return portfolio(data, asked, note);
  }

  /** A measure of risk; says so if most periods are its tail, as a level of 0.05 makes them. */
  public static Risk noted(Risk risk, Consumer<String> note) {
    boolean isOfTail = risk.kind() == Risk.Kind.CVAR || risk.kind() == Risk.Kind.EVAR;
    if (isOfTail && risk.parameter() < LEAST_LEVEL) {
      double tail = Math.rint((1 - risk.parameter()) * 1e9) / 1e9;
      String kind = risk.kind().name().toLowerCase(Locale.ROOT);
      String is = risk.kind() == Risk.Kind.CVAR ? "is of" : "bounds the mean loss of";
      String words = "%s %s the worst %s %% of periods".formatted(risk, is, percent(tail));
      String other = "; %s:%s %s the worst %s %%";
      note.accept(
          tail == 1
              ? words
              : words + other.formatted(kind, Words.plain(tail), is, percent(1 - tail)));
    }
    return risk;
  }

  private static String percent(double share) {
    return Words.plain(Math.rint(share * 1e9) / 1e7);
  }

  /**
   * The portfolio that was asked for. Weights sum to 1 and are not negative unless it was asked for
   * something else.
   *
   * @param note receives what was assumed
   */
  public Portfolio portfolio(Split data, WeightConstraints asked, Consumer<String> note) {
    if (asked.l1() > 0 || asked.l2() > 0) {
      throw new IllegalArgumentException(
          "--l1 and --l2 do not go with a risk measure; --costs and --impact do");
    }
    List<String> names = data.assets().names();
    Portfolio portfolio = Portfolio.of(data.assets().rows()).named(names).risk(noted(risk(), note));
    double least = asked.least() == Double.NEGATIVE_INFINITY ? 0 : asked.least();
    if (asked.budget() == null || asked.least() == Double.NEGATIVE_INFINITY) {
      note.accept(
          "assumed: "
              + Stream.of(
                      asked.budget() == null ? "weights sum to 1 (--budget)" : "",
                      asked.least() == Double.NEGATIVE_INFINITY
                          ? "none below 0 (--min-weight)"
                              + (bounds == null ? "" : " but for the floors of --bounds")
                          : "")
                  .filter(each -> !each.isEmpty())
                  .collect(Collectors.joining(", ")));
    }
    portfolio.bounds(least, asked.most()).budget(asked.budget() == null ? 1 : asked.budget());
    asked
        .groups()
        .forEach(
            group -> portfolio.group(group.name(), group.members(), group.least(), group.most()));
    if (bounds != null) {
      for (Row row : AssetRows.bounds(bounds, names)) {
        int k = names.indexOf(row.name());
        // A floor of the file takes the place of the 0 that is assumed, not of one that is asked
        // for.
        boolean isAssumed =
            asked.least() == Double.NEGATIVE_INFINITY && row.least() > Double.NEGATIVE_INFINITY;
        double floor = isAssumed ? row.least() : Math.max(least, row.least());
        portfolio.bounds(k, floor, Math.min(asked.most(), row.most()));
      }
    }
    if (constraints != null) {
      AssetRows.linear(constraints, names)
          .forEach(row -> portfolio.row(row.name(), row.coefficients(), row.least(), row.most()));
    }
    if (previous != null) {
      double[] held = WeightsFile.read(previous, names);
      double budget = asked.budget() == null ? 1 : asked.budget();
      double sum = Arrays.stream(held).sum();
      if (Math.abs(sum - 100 * budget) < budget) { // percent that were rounded
        throw new IllegalArgumentException(
            "--previous: the weights of %s sum to %s, a hundred times the budget, as percent do; divide them by 100"
                .formatted(previous, sum));
      }
      portfolio.previous(held);
    }
    portfolio.proportionalCosts(costs()).quadraticImpact(impact());
    if (maxTurnover != null) {
      portfolio.maxTurnover(maxTurnover);
    }
    if (maxGross != null) {
      portfolio.maxGross(maxGross);
    }
    if (maxAssets != null) {
      portfolio.maxAssets(maxAssets);
    }
    if (halfLife != null) {
      portfolio.halfLife(halfLife);
      note.accept("periods count less with a half-life of " + Words.plain(halfLife));
    }
    if (data.rowWeights() != null) {
      portfolio.periodWeights(data.rowWeights());
      note.accept("periods count by the column " + rowWeights);
    }
    if (winsorise != null) {
      portfolio.winsorise(winsorise);
      note.accept("returns are winsorised, and so are the figures: " + Words.plain(winsorise));
    }
    if (shrink != null) {
      portfolio.shrink(shrink);
      note.accept(
          "covariances are shrunk, as far as variances and deviations go: "
              + (shrink.isNaN() ? "auto" : Words.plain(shrink)));
    }
    if (data.benchmark() != null) {
      portfolio.benchmark(data.benchmark());
    }
    return portfolio;
  }

  /** Charges a portfolio that is held for some periods a part of its costs in each. */
  public void spreadCosts(Portfolio portfolio, double periods) {
    portfolio.proportionalCosts(costs() / periods).quadraticImpact(impact() / periods);
  }

  /** {@code auto}, as NaN, or a share. */
  static final class ShrinkConverter implements CommandLine.ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        double share = text.equalsIgnoreCase("auto") ? Double.NaN : Double.parseDouble(text);
        if (text.equalsIgnoreCase("auto") || (share >= 0 && share <= 1)) {
          return share;
        }
      } catch (NumberFormatException e) {
        // said below
      }
      throw new TypeConversionException(
          "expected auto or a share from 0 to 1, found \"" + text + "\"");
    }
  }

  /** {@code cvar:0.95}. */
  static final class RiskConverter implements CommandLine.ITypeConverter<Risk> {
    @Override
    public Risk convert(String text) {
      try {
        return Risk.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
