package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/** What is done to returns before a portfolio is chosen on them. */
final class Estimation {
  private Estimation() {}

  static double requireShare(double share) {
    if (!(share >= 0 && share < 0.5)) {
      throw new IllegalArgumentException(
          "the share to winsorise must be at least 0 and below 0.5, not " + share);
    }
    return share;
  }

  /** Each column within its own quantiles: the order statistics at share·T from both ends. */
  static RowMatrix winsorised(RowMatrix returns, double share) {
    if (share == 0) {
      return returns;
    }
    int count = returns.rows();
    int n = returns.columns();
    double[] all = new double[Math.multiplyExact(count, n)];
    double[] row = new double[n];
    for (int t = 0; t < count; t++) {
      returns.copyTo(t, row);
      System.arraycopy(row, 0, all, t * n, n);
    }
    int cut = (int) Math.floor(share * count);
    double[] column = new double[count];
    for (int k = 0; k < n; k++) {
      for (int t = 0; t < count; t++) {
        column[t] = all[t * n + k];
      }
      Arrays.sort(column);
      double low = column[cut];
      double high = column[count - 1 - cut];
      for (int t = 0; t < count; t++) {
        all[t * n + k] = Math.max(low, Math.min(high, all[t * n + k]));
      }
    }
    return Rows.of(count, n, all);
  }

  /** Weights of the periods, halved with every half-life before the last one. */
  static double[] faded(double @Nullable [] weights, double halfLife, int count) {
    double[] all = new double[count];
    Arrays.fill(all, 1);
    if (weights != null) {
      if (weights.length != count) {
        throw new IllegalArgumentException(
            "%d weights of periods, but %d periods".formatted(weights.length, count));
      }
      System.arraycopy(weights, 0, all, 0, count);
    }
    for (int t = 0; t < count && halfLife < Double.POSITIVE_INFINITY; t++) {
      all[t] *= Math.pow(0.5, (count - 1 - t) / halfLife);
    }
    return all;
  }
}
