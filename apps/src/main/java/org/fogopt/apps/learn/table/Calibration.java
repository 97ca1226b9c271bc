package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Whether probabilities hold: rows by their probability, in parts of equal size. */
public final class Calibration {
  private static final int PARTS = 10;

  /** Fewer rows in a part say nothing. */
  private static final int FEWEST = 10;

  /** The 97.5 % quantile of the normal distribution. */
  private static final double QUANTILE = 1.959963984540054;

  private Calibration() {}

  /**
   * A part.
   *
   * @param probability the mean of those predicted
   * @param share of the rows that are of the class
   * @param low where the 95 % interval of the share begins (Wilson 1927)
   * @param high where it ends
   * @param rows how many there are
   */
  public record Bin(double probability, double share, double low, double high, int rows) {}

  /** The parts of predictions of two classes, from the lowest probability up. */
  public static List<Bin> of(Predictions predictions, double[] truth) {
    int n = truth.length;
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    double[] odds = predictions.logOdds();
    Arrays.sort(order, Comparator.comparingDouble(i -> odds[i]));
    int parts = Math.max(1, Math.min(PARTS, n / FEWEST));
    List<Bin> bins = new ArrayList<>();
    int from = 0;
    for (int part = 0; part < parts; part++) {
      int to = Math.max(from, (int) ((long) (part + 1) * n / parts));
      while (to > from && to < n && odds[order[to]] == odds[order[to - 1]]) {
        to++; // rows of one probability stay together
      }
      if (to == from) {
        continue;
      }
      double sum = 0;
      double hits = 0;
      for (int k = from; k < to; k++) {
        sum += predictions.probability(order[k], 1);
        hits += truth[order[k]];
      }
      bins.add(bin(sum / (to - from), hits / (to - from), to - from));
      from = to;
    }
    return bins;
  }

  private static Bin bin(double probability, double share, int rows) {
    double z2 = QUANTILE * QUANTILE / rows;
    double centre = (share + z2 / 2) / (1 + z2);
    double half = QUANTILE / (1 + z2) * Math.sqrt(share * (1 - share) / rows + z2 / (4.0 * rows));
    return new Bin(probability, share, centre - half, centre + half, rows);
  }
}
