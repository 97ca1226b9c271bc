package org.fogopt.apps.learn;

import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;

/**
 * λ log mean e^{l/λ}: g_j = e^{(l_j − s)/λ}, f(y) = λ log y + s. The shift s is fixed, so that
 * sampled methods may compare two points: the largest loss where a run begins. Points with a
 * largest loss of more than s + 700λ or less than s − 700λ count as infinitely bad; {@link Fitting}
 * begins again with another λ or s before that matters.
 */
final class LogMeanExp extends Composition {
  /** The largest argument of an exponential, for its sums must be finite too. */
  static final double MOST = 690;

  private final double lambda;
  private final double[] losses; // where a run begins
  private final double shift;

  LogMeanExp(double[] weights, double lambda, double[] losses) {
    super(weights);
    this.lambda = lambda;
    this.losses = losses;
    shift = largest(losses, weights);
  }

  @Override
  long effectiveRows() {
    double[] p = new double[losses.length];
    for (int j = 0; j < p.length; j++) {
      p[j] = weights[j] == 0 ? 0 : weights[j] * StrictMath.exp((losses[j] - shift) / lambda);
    }
    return effective(p);
  }

  /** psi[k] ← e^psi[k]; infinite where that would overflow. */
  static void exp(double[] psi, int n) {
    double worst = 0;
    for (int k = 0; k < n; k++) {
      worst = Math.max(worst, psi[k]); // a NaN stays one
    }
    if (worst <= MOST) {
      Kernels.exp(psi, n);
      return;
    }
    for (int k = 0; k < n; k++) {
      psi[k] = psi[k] <= MOST ? StrictMath.exp(psi[k]) : psi[k] * Double.POSITIVE_INFINITY;
    }
  }

  @Override
  void terms(
      Batch rows, double[] losses, double e, double[] psi, double[] byLoss, double[] byExtra) {
    int n = (int) rows.size();
    for (int j = 0; j < n; j++) {
      psi[j] = exponent(rows, j, losses[j], shift, lambda);
    }
    exp(psi, n);
    for (int j = 0; j < n; j++) {
      psi[j] *= weight(rows, j);
      byLoss[j] = psi[j] / lambda;
    }
  }

  @Override
  void bends(Batch rows, double[] losses, double e, double[] u, double[] four) {
    int n = (int) rows.size();
    double[] psi = new double[n];
    for (int j = 0; j < n; j++) {
      psi[j] = exponent(rows, j, losses[j], shift, lambda);
    }
    exp(psi, n);
    for (int j = 0; j < n; j++) {
      double slope = u[0] * weight(rows, j) * psi[j] / lambda;
      four[4 * j] = slope;
      four[4 * j + 1] = slope / lambda;
    }
  }

  @Override
  double value(double[] y) {
    return y[0] < Double.MIN_NORMAL
        ? Double.POSITIVE_INFINITY
        : lambda * StrictMath.log(y[0]) + shift;
  }

  @Override
  void addGradient(double[] y, double a, double[] u) {
    u[0] += a * lambda / y[0];
  }

  @Override
  int outerRows() {
    return 1;
  }

  @Override
  void outer(double[] y, double[] g, int d, int at, double[] w, double[] rows) {
    // scaled by y, whose square may underflow
    for (int k = 0; k < d; k++) {
      rows[at * d + k] = g[k] / y[0];
    }
    w[at] = -lambda;
  }

  @Override
  public String toString() {
    return "log mean exp " + lambda + " " + shift;
  }
}
