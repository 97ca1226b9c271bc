package org.fogopt.apps.learn;

import org.fogopt.problem.Batch;

/**
 * min over λ of λ log mean e^{l/λ} + λρ, with the unknown t = log λ: g_j = (e^{(l_j − s)/λ}, λ),
 * f(y) = y₂(log y₁ + ρ) + s. The shift s is fixed, as in {@link LogMeanExp}.
 */
final class EntropicBall extends Composition {
  private final double rho;
  private final double shift;

  EntropicBall(double[] weights, double rho, double shift) {
    super(weights);
    this.rho = rho;
    this.shift = shift;
  }

  @Override
  int width() {
    return 2;
  }

  @Override
  boolean followsLoss(int k) {
    return k == 0;
  }

  @Override
  boolean hasExtra() {
    return true;
  }

  /** The best λ for these losses; not below what the shift leaves room for. */
  @Override
  double start(double[] losses) {
    double best = Worst.radius(losses, weights, rho);
    double size = Math.max(1e-12, Math.abs(shift)); // only where all losses are the same
    return StrictMath.log(best > 0 ? best : 1e-3 * size);
  }

  @Override
  void terms(
      Batch rows, double[] losses, double t, double[] psi, double[] byLoss, double[] byExtra) {
    int n = (int) rows.size();
    double lambda = StrictMath.exp(t);
    double[] exps = exps(rows, losses, lambda, n);
    for (int j = 0; j < n; j++) {
      double value = weight(rows, j) * exps[j];
      psi[2 * j] = value;
      psi[2 * j + 1] = lambda;
      byLoss[2 * j] = value / lambda;
      byLoss[2 * j + 1] = 0;
      byExtra[2 * j] = value == 0 ? 0 : -value * (losses[j] - shift) / lambda;
      byExtra[2 * j + 1] = lambda;
    }
  }

  private double[] exps(Batch rows, double[] losses, double lambda, int n) {
    double[] exps = new double[n];
    for (int j = 0; j < n; j++) {
      exps[j] = exponent(rows, j, losses[j], shift, lambda);
    }
    LogMeanExp.exp(exps, n);
    return exps;
  }

  @Override
  void bends(Batch rows, double[] losses, double t, double[] u, double[] four) {
    int n = (int) rows.size();
    double lambda = StrictMath.exp(t);
    double[] exps = exps(rows, losses, lambda, n);
    for (int j = 0; j < n; j++) {
      double value = u[0] * weight(rows, j) * exps[j];
      double r = value == 0 ? 0 : (losses[j] - shift) / lambda;
      four[4 * j] = value / lambda;
      four[4 * j + 1] = value / lambda / lambda;
      four[4 * j + 2] = -value * (1 + r) / lambda;
      four[4 * j + 3] = value * r * (1 + r) + u[1] * lambda;
    }
  }

  @Override
  double value(double[] y) {
    return y[0] < Double.MIN_NORMAL
        ? Double.POSITIVE_INFINITY
        : y[1] * (StrictMath.log(y[0]) + rho) + shift;
  }

  @Override
  void addGradient(double[] y, double a, double[] u) {
    u[0] += a * y[1] / y[0];
    u[1] += a * (StrictMath.log(y[0]) + rho);
  }

  @Override
  int outerRows() {
    return 2;
  }

  /** −y₂(G₁/y₁ − G₂/y₂)(…)ᵀ + G₂G₂ᵀ/y₂. */
  @Override
  void outer(double[] y, double[] g, int d, int at, double[] w, double[] rows) {
    for (int k = 0; k < d; k++) {
      rows[at * d + k] = g[k] / y[0] - g[d + k] / y[1];
      rows[(at + 1) * d + k] = g[d + k] / y[1];
    }
    w[at] = -y[1];
    w[at + 1] = y[1];
  }

  @Override
  public String toString() {
    return "entropic ball " + rho + " " + shift;
  }
}
