package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * How well scores tell rows of the class from others: at each threshold, how many of both are
 * above. Rows of one score are taken together.
 */
public final class Ranking {
  private final List<Threshold> thresholds = new ArrayList<>();
  private final long positives;
  private final long negatives;

  /**
   * What is at or above a score.
   *
   * @param hits rows of the class
   * @param alarms other rows
   */
  public record Threshold(double score, long hits, long alarms) {}

  /**
   * Log-odds, whose unit is 1, that differ by less are equal: those of a constant model differ by
   * the rounding of a few sums.
   */
  private static final double ROUNDING = 1e-12;

  /**
   * Ranks rows.
   *
   * @param isClass 1 for the rows of the class, 0 for others
   */
  public Ranking(double[] scores, double[] isClass) {
    Integer[] order = new Integer[scores.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> -scores[i]));
    double largest = Arrays.stream(scores).map(Math::abs).max().orElse(0);
    double same = ROUNDING * Math.max(1, largest);
    long hits = 0;
    long alarms = 0;
    for (int k = 0; k < order.length; k++) {
      int i = order[k];
      hits += isClass[i] == 1 ? 1 : 0;
      alarms += isClass[i] == 1 ? 0 : 1;
      if (k + 1 == order.length || scores[i] - scores[order[k + 1]] > same) {
        thresholds.add(new Threshold(scores[i], hits, alarms));
      }
    }
    positives = hits;
    negatives = alarms;
  }

  /** From the highest score down. */
  public List<Threshold> thresholds() {
    return List.copyOf(thresholds);
  }

  /** The share of the class at or above a threshold. */
  public double recall(Threshold at) {
    return (double) at.hits / positives;
  }

  /** The share of other rows at or above a threshold. */
  public double fallOut(Threshold at) {
    return (double) at.alarms / negatives;
  }

  /** The share of the class in what is at or above a threshold. */
  public double precision(Threshold at) {
    return (double) at.hits / (at.hits + at.alarms);
  }

  /** The area under the ROC curve; NaN if all rows are of one class. */
  public double auc() {
    double area = 0;
    Threshold before = new Threshold(Double.POSITIVE_INFINITY, 0, 0);
    for (Threshold at : thresholds) {
      area += (double) (at.alarms - before.alarms) * (at.hits + before.hits) / 2;
      before = at;
    }
    return area / ((double) positives * negatives);
  }

  /**
   * The mean of precision over recall, each step at its lower end; NaN without rows of the class.
   */
  public double averagePrecision() {
    double sum = 0;
    long before = 0;
    for (Threshold at : thresholds) {
      sum += (at.hits - before) * precision(at);
      before = at.hits;
    }
    return sum / positives;
  }
}
