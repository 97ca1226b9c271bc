package org.fogopt.lab.compare;

import java.util.Arrays;

/**
 * Median and quartiles of a few numbers, interpolated as NumPy and R do it by default: the p-th
 * quantile of n sorted numbers is at position p(n − 1). Infinity is a number here: worse than all.
 *
 * @param low lower quartile
 * @param middle median
 * @param high upper quartile
 */
public record Band(double low, double middle, double high) {
  /** Medians closer than this to each other are the same to a reader of plots. */
  private static final double CLEARLY = 0.95;

  public static Band of(double... numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    return new Band(quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75));
  }

  static double median(double... numbers) {
    return of(numbers).middle;
  }

  private static double quantile(double[] sorted, double p) {
    double at = p * (sorted.length - 1);
    int below = (int) at;
    double share = at - below;
    return share == 0
        ? sorted[below]
        : Double.isInfinite(sorted[below + 1])
            ? sorted[below + 1]
            : sorted[below] + share * (sorted[below + 1] - sorted[below]);
  }

  /**
   * Which is clearly lower: by at least a twentieth of the median, and with no overlap of the
   * quartiles.
   *
   * @return above 0 if this one, below 0 if the other, 0 if neither
   */
  public int compare(Band other) {
    return isBelow(other) ? 1 : other.isBelow(this) ? -1 : 0;
  }

  private boolean isBelow(Band other) {
    return high < other.low && middle <= CLEARLY * other.middle;
  }
}
