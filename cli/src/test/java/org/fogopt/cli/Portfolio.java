package org.fogopt.cli;

/** Mean and variance by the book: two loops and no thought of speed. Shares nothing with fog. */
final class Portfolio {
  private final double[] mean;
  private final double[][] covariance;
  private final double lambda;

  Portfolio(double[][] returns, double lambda) {
    this.lambda = lambda;
    int n = returns[0].length;
    mean = new double[n];
    covariance = new double[n][n];
    for (double[] row : returns) {
      for (int k = 0; k < n; k++) {
        mean[k] += row[k] / returns.length;
      }
    }
    for (double[] row : returns) {
      for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
          covariance[k][l] += (row[k] - mean[k]) * (row[l] - mean[l]) / returns.length;
        }
      }
    }
  }

  /** −mean + λ·variance. */
  double objective(double[] x) {
    double value = 0;
    for (int k = 0; k < x.length; k++) {
      value -= mean[k] * x[k];
      for (int l = 0; l < x.length; l++) {
        value += lambda * covariance[k][l] * x[k] * x[l];
      }
    }
    return value;
  }

  double gradientNorm(double[] x) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      double slope = -mean[k];
      for (int l = 0; l < x.length; l++) {
        slope += 2 * lambda * covariance[k][l] * x[l];
      }
      sum += slope * slope;
    }
    return Math.sqrt(sum);
  }

  /** Solves 2λCx = mean by Gauss and Jordan; C is positive definite, so no pivot is zero. */
  double[] minimiser() {
    int n = mean.length;
    var a = new double[n][n + 1];
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        a[k][l] = 2 * lambda * covariance[k][l];
      }
      a[k][n] = mean[k];
    }
    for (int p = 0; p < n; p++) {
      for (int k = 0; k < n; k++) {
        double factor = k == p ? 0 : a[k][p] / a[p][p];
        for (int l = p; l <= n; l++) {
          a[k][l] -= factor * a[p][l];
        }
      }
    }
    var x = new double[n];
    for (int k = 0; k < n; k++) {
      x[k] = a[k][n] / a[k][k];
    }
    return x;
  }
}
