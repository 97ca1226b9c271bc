package org.fogopt.apps.learn;

import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;

/**
 * The largest mean of the losses over weights p with Σ p log(p/w) ≤ ρ, less τ Σ p log(p/c): with
 * a_j = l_j + τ log(c_j/w_j) it is
 *
 * <pre>
 *   min over λ ≥ τ of λ log mean e^{a/λ} + (λ − τ)ρ.
 * </pre>
 *
 * The unknown is t = log(λ − τ), g_j = (e^{(a_j − s)/λ}, λ), f(y) = y₂(log y₁ + ρ) + s − τρ. The
 * shift s is fixed, as in {@link LogMeanExp}. With τ > 0 it is a step of the entropic proximal
 * point method on p (Teboulle 1992), whose limit has no smoothing; it is for balls that reach the
 * largest loss, where λ is 0.
 */
final class EntropicBall extends Composition {
  /** λ − τ relative to τ, or to the largest loss, where a run with the best λ at its end begins. */
  private static final double NEAR = 1e-3;

  private final double rho;
  private final double tau;
  private final double[] logs; // log(c/w)
  private final double shift;

  /** About the rows' own weights, for a run that begins with these losses. */
  static EntropicBall of(double[] weights, double rho, double tau, double[] losses) {
    return new EntropicBall(weights, rho, tau, new double[weights.length], losses);
  }

  private EntropicBall(double[] weights, double rho, double tau, double[] logs, double[] losses) {
    super(weights);
    this.rho = rho;
    this.tau = tau;
    this.logs = logs;
    shift = largest(adjusted(losses), weights);
  }

  /** a. */
  private double[] adjusted(double[] losses) {
    double[] a = losses.clone();
    Kernels.axpy(tau, logs, a);
    return a;
  }

  @Override
  EntropicBall about(double[] losses, double smoothing) {
    double[] next = adjusted(losses);
    double top = largest(next, weights);
    double lambda = Math.max(tau, Worst.radius(next, weights, rho));
    double sum = 0;
    for (int j = 0; j < next.length; j++) {
      next[j] = weights[j] == 0 ? 0 : (next[j] - top) / lambda;
      sum += weights[j] * StrictMath.exp(next[j]) / next.length;
    }
    for (int j = 0; j < next.length; j++) {
      next[j] -= StrictMath.log(sum);
    }
    return new EntropicBall(weights, rho, smoothing, next, losses);
  }

  @Override
  double[] rowWeights() {
    double[] p = new double[logs.length];
    for (int j = 0; j < p.length; j++) {
      p[j] = weights[j] * StrictMath.exp(logs[j]) / p.length;
    }
    return p;
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
    double best = Worst.radius(adjusted(losses), weights, rho) - tau;
    double size = tau > 0 ? tau : Math.max(1e-12, Math.abs(shift)); // all losses may be the same
    return StrictMath.log(best > 0 ? best : NEAR * size);
  }

  @Override
  void terms(
      Batch rows, double[] losses, double t, double[] psi, double[] byLoss, double[] byExtra) {
    int n = (int) rows.size();
    double change = StrictMath.exp(t); // of λ by t
    double lambda = tau + change;
    double[] exps = exps(rows, losses, lambda, n);
    for (int j = 0; j < n; j++) {
      double value = weight(rows, j) * exps[j];
      psi[2 * j] = value;
      psi[2 * j + 1] = lambda;
      byLoss[2 * j] = value / lambda;
      byLoss[2 * j + 1] = 0;
      byExtra[2 * j] = value == 0 ? 0 : -value * r(rows, j, losses, lambda) * (change / lambda);
      byExtra[2 * j + 1] = change;
    }
  }

  private double r(Batch rows, int j, double[] losses, double lambda) {
    return (losses[j] + tau * logs[(int) rows.at(j)] - shift) / lambda;
  }

  private double[] exps(Batch rows, double[] losses, double lambda, int n) {
    double[] exps = new double[n];
    for (int j = 0; j < n; j++) {
      double a = losses[j] + tau * logs[(int) rows.at(j)];
      exps[j] = exponent(rows, j, a, shift, lambda);
    }
    LogMeanExp.exp(exps, n);
    return exps;
  }

  @Override
  void bends(Batch rows, double[] losses, double t, double[] u, double[] four) {
    int n = (int) rows.size();
    double change = StrictMath.exp(t);
    double lambda = tau + change;
    double q = change / lambda;
    double[] exps = exps(rows, losses, lambda, n);
    for (int j = 0; j < n; j++) {
      double value = u[0] * weight(rows, j) * exps[j];
      double r = value == 0 ? 0 : r(rows, j, losses, lambda);
      four[4 * j] = value / lambda;
      four[4 * j + 1] = value / lambda / lambda;
      four[4 * j + 2] = -value * q * (1 + r) / lambda;
      four[4 * j + 3] = value * r * q * (q * (r + 2) - 1) + u[1] * change;
    }
  }

  @Override
  double value(double[] y) {
    return y[0] < Double.MIN_NORMAL
        ? Double.POSITIVE_INFINITY
        : y[1] * (StrictMath.log(y[0]) + rho) + shift - tau * rho;
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
    return new Fingerprint("entropic ball").add(rho).add(shift).add(tau).add(logs).toString();
  }
}
