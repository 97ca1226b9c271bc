package org.fogopt.apps.learn.table;

import java.util.Arrays;
import java.util.Locale;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap.Interval;
import org.fogopt.linalg.Parallel;

/**
 * Whether an objective paid beside the mean: on the same rows, the objective of the model that was
 * fitted for it and of the one that was fitted for the mean. Intervals are of a paired bootstrap:
 * rows are drawn with replacement, the same for both.
 *
 * @param objective which one
 * @param isFlat whether the model that was fitted for it predicts nearly the same for all rows
 * @param isFresh whether nothing was fitted or chosen on the rows
 * @param rows how many there are
 * @param robust the objective of the model that was fitted for it
 * @param plain the objective of the model that was fitted for the mean
 * @param gain 95 % interval of plain − robust
 * @param price how much higher the mean loss of the first model is
 * @param priceInterval 95 % interval of the price
 */
public record Payoff(
    Objective objective,
    boolean isFlat,
    boolean isFresh,
    int rows,
    double robust,
    double plain,
    Interval gain,
    double price,
    Interval priceInterval) {
  private static final int SAMPLES = 1000;

  /** Of fewer rows a bootstrap's interval is far too narrow, and no verdict is given. */
  static final int FEWEST = 30;

  /** More numbers than this are drawn in fewer samples: intervals of many rows are narrow. */
  private static final int MOST_DRAWN = 20_000_000;

  /** Compares two models on the same rows. */
  public static Payoff of(
      Objective objective, Evaluation robust, Evaluation plain, long seed, Parallel parallel) {
    int n = robust.rows().length;
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    double[] weights = robust.weights() == null ? ones : robust.weights();
    double[] groups = new double[n];
    int[] of = robust.groups();
    Arrays.setAll(groups, i -> of == null ? 0 : of[i]);
    double[][] all = {robust.losses(), plain.losses(), weights, groups};
    var bootstrap = new BlockBootstrap(Math.max(100, Math.min(SAMPLES, MOST_DRAWN / n)), 1, seed);
    Interval[] intervals =
        bootstrap.intervals(all, drawn -> differences(objective, drawn), parallel);
    double[] found = differences(objective, all);
    return new Payoff(
        objective,
        robust.isFlat(),
        robust.isFresh(),
        n,
        robust.value(),
        robust.value() + found[0],
        intervals[0],
        found[1],
        intervals[1]);
  }

  private static double[] differences(Objective objective, double[][] drawn) {
    int[] groups = Arrays.stream(drawn[3]).mapToInt(g -> (int) g).toArray();
    double robust = objective.of(drawn[0], drawn[2], groups);
    double plain = objective.of(drawn[1], drawn[2], groups);
    double price =
        Objective.MEAN.of(drawn[0], drawn[2], groups)
            - Objective.MEAN.of(drawn[1], drawn[2], groups);
    return new double[] {plain - robust, price};
  }

  /** The answer in words. */
  public String sentence() {
    String verdict =
        rows < FEWEST
            ? "So few rows tell nothing about others."
            : gain.low() > 0
                ? isFlat
                    ? "It paid, but only because it predicts nearly the same for all rows."
                    : "It paid."
                : gain.high() < 0 ? "It did not pay." : "No difference seen.";
    String rowsMeant =
        isFresh ? "rows not used for fitting" : "training rows, which say little about others";
    return String.format(
        Locale.ROOT,
        "On %d %s, the objective %s is %.4g after fitting for it and %.4g after fitting for the"
            + " mean: %s. %sThe mean loss is %s.",
        rows,
        rowsMeant,
        objective,
        robust,
        plain,
        change(robust - plain, -gain.high(), -gain.low()),
        isFresh ? verdict + " " : "",
        change(price, priceInterval.low(), priceInterval.high()));
  }

  /** {@code lower by 0.1, 95 % interval 0.05 to 0.2}. */
  private static String change(double by, double low, double high) {
    boolean isHigher = by >= 0;
    return String.format(
        Locale.ROOT,
        "%s by %.3g, 95 %% interval %.3g to %.3g",
        isHigher ? "higher" : "lower",
        Math.abs(by),
        isHigher ? low : -high,
        isHigher ? high : -low);
  }
}
