package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.fogopt.apps.portfolio.risk.Scenarios;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.jspecify.annotations.Nullable;

/**
 * What is done to returns before a portfolio is chosen on them.
 *
 * @param weights of the periods; null for equal ones
 * @param halfLife the last period counts twice as much as that so many periods before
 * @param winsorised share of each asset's returns, below and above, that count as its quantiles
 * @param shrinkage share of the covariance that is the target's; NaN for the best, 0 for none
 */
record Estimation(
    double @Nullable [] weights, double halfLife, double winsorised, double shrinkage) {
  /** Returns as they are. */
  static final Estimation NONE = new Estimation(null, Double.POSITIVE_INFINITY, 0, 0);

  Estimation {
    requireShare(winsorised);
    if (shrinkage < 0 || shrinkage > 1) {
      throw new IllegalArgumentException(
          "the share to shrink by must be from 0 to 1, not " + shrinkage);
    }
  }

  Estimation withWeights(double @Nullable [] some) {
    return new Estimation(some, halfLife, winsorised, shrinkage);
  }

  Estimation withHalfLife(double periods) {
    return new Estimation(weights, periods, winsorised, shrinkage);
  }

  Estimation withWinsorised(double share) {
    return new Estimation(weights, halfLife, share, shrinkage);
  }

  Estimation withShrinkage(double share) {
    return new Estimation(weights, halfLife, winsorised, share);
  }

  /**
   * The scenarios of the unknowns that weights are made of.
   *
   * @param benchmark is subtracted; null for none
   */
  Scenarios scenarios(
      RowMatrix returns, Holdings holdings, double @Nullable [] benchmark, Parallel parallel) {
    boolean isPlain = winsorised == 0 && shrinkage == 0 && holdings.unknowns() == returns.columns();
    if (!isPlain && !Scenarios.fit(returns)) {
      throw new IllegalArgumentException(
          "%d periods of %d assets outgrow Java's memory: a benchmark, winsorising, shrinking and limits of turnover or gross exposure need them there; give more with -Xmx"
              .formatted(returns.count(), returns.columns()));
    }
    double[] counts = faded(weights, halfLife, returns.rows());
    RowMatrix wide = holdings.rows(winsorised(returns, winsorised), benchmark);
    Scenarios scenarios = Scenarios.of(wide, counts, parallel);
    if (shrinkage == 0) {
      return scenarios;
    }
    if (benchmark != null) {
      throw new IllegalArgumentException(
          "a covariance that is shrunk says nothing of a benchmark; give one of them");
    }
    return scenarios.shrunk(shrinkage, holdings.maps());
  }

  private static double requireShare(double share) {
    if (!(share >= 0 && share < 0.5)) {
      throw new IllegalArgumentException(
          "the share to winsorise must be at least 0 and below 0.5, not " + share);
    }
    return share;
  }

  /** Each column within its own quantiles: the order statistics at share·T from both ends. */
  private static RowMatrix winsorised(RowMatrix returns, double share) {
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
  private static double[] faded(double @Nullable [] weights, double halfLife, int count) {
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
