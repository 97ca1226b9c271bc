package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.RowMatrix;
import org.jspecify.annotations.Nullable;

/**
 * Rows to learn from, standardised as the caller wants them.
 *
 * @param x the features, a row for each observation: dense, sparse or mapped
 * @param y the targets: any numbers for a regression, 0 or 1 for a logistic loss, the class's index
 *     for softmax
 * @param weights of the rows, at least 0 and not all of them 0; null: all the same. Only their
 *     ratios matter
 * @param groups the group of each row, 0 … k−1, where the objective needs them; null: none
 * @param classes how many classes there are; 0 or 1 for a regression
 */
public record Sample(
    RowMatrix x, double[] y, double @Nullable [] weights, int @Nullable [] groups, int classes) {
  /** The arrays are kept as they are, not copied. */
  public Sample {
    int n = x.rows();
    if (n == 0 || y.length != n) {
      throw new IllegalArgumentException("%d rows with %d targets".formatted(n, y.length));
    }
    for (int j = 0; j < n; j++) {
      if (!Double.isFinite(y[j])) {
        throw new IllegalArgumentException("the target of row %d is %s".formatted(j + 1, y[j]));
      }
    }
    if (weights != null) {
      requireWeights(weights, n);
    }
    if (groups != null && (groups.length != n || Arrays.stream(groups).anyMatch(g -> g < 0))) {
      throw new IllegalArgumentException("%d groups for %d rows".formatted(groups.length, n));
    }
  }

  /** Unweighted rows without groups, for a regression or two classes. */
  public static Sample of(RowMatrix x, double[] y) {
    return new Sample(x, y, null, null, 0);
  }

  private static void requireWeights(double[] weights, int n) {
    double sum = 0;
    for (int j = 0; j < weights.length; j++) {
      if (!(weights[j] >= 0 && weights[j] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "the weight of row %d must be at least 0, not %s".formatted(j + 1, weights[j]));
      }
      sum += weights[j];
    }
    if (weights.length != n || !(sum > 0 && sum < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "%d weights with the sum %s for %d rows".formatted(weights.length, sum, n));
    }
  }

  public int rows() {
    return y.length;
  }

  /** How many groups there are; 0 without groups. */
  public int groupCount() {
    return groups == null ? 0 : Arrays.stream(groups).max().orElse(-1) + 1;
  }

  /** The weights scaled to a mean of 1. */
  double[] meanOne() {
    double[] scaled = new double[y.length];
    if (weights == null) {
      Arrays.fill(scaled, 1);
      return scaled;
    }
    double sum = 0;
    for (double w : weights) {
      sum += w;
    }
    for (int j = 0; j < scaled.length; j++) {
      scaled[j] = weights[j] * scaled.length / sum;
    }
    return scaled;
  }

  String fingerprint() {
    return new Fingerprint("sample")
        .add(x.fingerprint())
        .add(y)
        .add(weights == null ? new double[0] : weights)
        .add(groups == null ? new int[0] : groups)
        .add(classes)
        .toString();
  }

  @Override
  public String toString() {
    return "Sample[%d rows of %d columns%s%s]"
        .formatted(
            y.length,
            x.columns(),
            weights == null ? "" : ", with weights",
            groups == null ? "" : ", in %d groups".formatted(groupCount()));
  }
}
