package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.fogopt.linalg.Rows;

/**
 * Least −mean + λ·variance of a portfolio that is fully invested, with weights between 0 and a cap:
 * the primal active-set method for quadratic programs (Nocedal and Wright, Algorithm 16.3), with
 * dense matrices and Gaussian elimination. Shares nothing with fog.
 */
final class ActiveSet {
  /** A multiplier this much below 0, relative to the mean returns, is rounding. */
  private static final double ROUNDING = 1e-12;

  private final double[] mean;
  private final double[][] covariance;
  private final double lambda;
  private final double cap;
  private final double[] x;
  private final int[] bound; // −1 at 0, 1 at the cap, 0 free

  ActiveSet(Rows returns, double lambda, double cap) {
    int n = returns.columns();
    this.lambda = lambda;
    this.cap = cap;
    mean = new double[n];
    covariance = new double[n][n];
    for (int i = 0; i < returns.rows(); i++) {
      for (int k = 0; k < n; k++) {
        mean[k] += returns.get(i, k) / returns.rows();
      }
    }
    for (int i = 0; i < returns.rows(); i++) {
      for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
          covariance[k][l] +=
              (returns.get(i, k) - mean[k]) * (returns.get(i, l) - mean[l]) / returns.rows();
        }
      }
    }
    x = new double[n];
    bound = new int[n];
    Arrays.fill(x, 1.0 / n);
    solve();
  }

  double[] point() {
    return x.clone();
  }

  double objective(double[] at) {
    double value = 0;
    for (int k = 0; k < at.length; k++) {
      double row = 0;
      for (int l = 0; l < at.length; l++) {
        row += covariance[k][l] * at[l];
      }
      value += at[k] * (lambda * row - mean[k]);
    }
    return value;
  }

  double[] gradient(double[] at) {
    double[] slope = new double[at.length];
    for (int k = 0; k < at.length; k++) {
      slope[k] = -mean[k];
      for (int l = 0; l < at.length; l++) {
        slope[k] += 2 * lambda * covariance[k][l] * at[l];
      }
    }
    return slope;
  }

  /**
   * By how much the conditions of Karush, Kuhn and Tucker fail at the point: slopes must be above
   * some ν at weights of 0, below it at the cap and equal to it between.
   */
  double optimalityError() {
    double[] slope = gradient(x);
    double low = Double.NEGATIVE_INFINITY; // ν is at least this
    double high = Double.POSITIVE_INFINITY;
    for (int k = 0; k < x.length; k++) {
      if (bound[k] >= 0) {
        low = Math.max(low, slope[k]);
      }
      if (bound[k] <= 0) {
        high = Math.min(high, slope[k]);
      }
    }
    return low - high;
  }

  private void solve() {
    for (int round = 0; round < 10_000; round++) {
      double[] target = onWorkingSet();
      double alpha = 1;
      int blocking = -1;
      for (int k = 0; k < x.length; k++) {
        double limit = target[k] > cap ? cap : target[k] < 0 ? 0 : target[k];
        if (bound[k] == 0 && limit != target[k]) {
          double share = (limit - x[k]) / (target[k] - x[k]);
          if (share < alpha) {
            alpha = share;
            blocking = k;
          }
        }
      }
      for (int k = 0; k < x.length; k++) {
        if (bound[k] == 0) {
          x[k] += alpha * (target[k] - x[k]);
        }
      }
      if (blocking >= 0) {
        bound[blocking] = target[blocking] > cap ? 1 : -1;
        x[blocking] = bound[blocking] > 0 ? cap : 0;
      } else if (!release()) {
        return;
      }
    }
    throw new AssertionError("the active-set method did not end");
  }

  /**
   * Frees the bound whose multiplier is most wrong, or at a corner the pair that gains most by a
   * swap; false if all are right.
   */
  private boolean release() {
    double[] slope = gradient(x);
    double scale = Arrays.stream(slope).map(Math::abs).max().orElse(0);
    int steepestHeld = -1; // of those that may only fall
    int flattestOut = -1; // of those that may only rise
    int free = -1;
    for (int k = 0; k < x.length; k++) {
      if (bound[k] == 0) {
        free = k; // all free ones have the same slope
      } else if (bound[k] > 0 && (steepestHeld < 0 || slope[k] > slope[steepestHeld])) {
        steepestHeld = k;
      } else if (bound[k] < 0 && (flattestOut < 0 || slope[k] < slope[flattestOut])) {
        flattestOut = k;
      }
    }
    double held = gap(slope, steepestHeld, free < 0 ? flattestOut : free);
    double out = gap(slope, free < 0 ? steepestHeld : free, flattestOut);
    if (Math.max(held, out) <= ROUNDING * scale) {
      return false;
    }
    if (held >= out) {
      bound[steepestHeld] = 0;
    }
    if (held <= out) {
      bound[flattestOut] = 0;
    }
    return true;
  }

  private static double gap(double[] slope, int from, int to) {
    return from < 0 || to < 0 ? Double.NEGATIVE_INFINITY : slope[from] - slope[to];
  }

  /** The minimiser with the bound weights held: 2λC x − mean = ν on the free ones, Σx = 1. */
  private double[] onWorkingSet() {
    int n = x.length;
    var a = new double[n + 1][n + 2];
    for (int k = 0; k < n; k++) {
      if (bound[k] == 0) {
        for (int l = 0; l < n; l++) {
          a[k][l] = 2 * lambda * covariance[k][l];
        }
        a[k][n] = -1;
        a[k][n + 1] = mean[k];
      } else {
        a[k][k] = 1;
        a[k][n + 1] = x[k];
      }
      a[n][k] = 1;
    }
    a[n][n + 1] = 1;
    return Arrays.copyOf(eliminated(a), n);
  }

  private static double[] eliminated(double[][] a) {
    int n = a.length;
    for (int p = 0; p < n; p++) {
      int pivot = p;
      for (int k = p + 1; k < n; k++) {
        pivot = Math.abs(a[k][p]) > Math.abs(a[pivot][p]) ? k : pivot;
      }
      double[] row = a[pivot];
      a[pivot] = a[p];
      a[p] = row;
      for (int k = p + 1; k < n; k++) {
        double factor = a[k][p] / row[p];
        for (int l = p; l <= n; l++) {
          a[k][l] -= factor * row[l];
        }
      }
    }
    double[] solution = new double[n];
    for (int k = n - 1; k >= 0; k--) {
      double rest = a[k][n];
      for (int l = k + 1; l < n; l++) {
        rest -= a[k][l] * solution[l];
      }
      solution[k] = rest / a[k][k];
    }
    return solution;
  }
}
