package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Batch;

/**
 * CVaR, smoothed: min over e of e + mean φ_j(l_j − e), with
 *
 * <pre>
 *   φ_j(s) = max over 0 ≤ p ≤ 1/(1 − α) of ps − (ν/2)(p − c_j)²,   φ_j' = p = clip(c_j + s/ν).
 * </pre>
 *
 * With centres c_j = 1 that is the penalty of χ²; with those of an earlier round a step of the
 * proximal point method on the weights (Rockafellar 1976), whose limit has no smoothing.
 */
final class Tail extends Composition {
  private final double cap;
  private final double nu;
  private final double[] centres;

  /** With centres 1. */
  static Tail of(double[] weights, double alpha, double nu) {
    double[] ones = new double[weights.length];
    Arrays.fill(ones, 1);
    return new Tail(weights, 1 / (1 - alpha), nu, ones);
  }

  private Tail(double[] weights, double cap, double nu, double[] centres) {
    super(weights);
    this.cap = cap;
    this.nu = nu;
    this.centres = centres;
  }

  @Override
  Tail about(double[] losses, double smoothing) {
    return new Tail(weights, cap, smoothing, at(losses));
  }

  @Override
  double[] rowWeights() {
    double[] p = centres.clone();
    for (int j = 0; j < p.length; j++) {
      p[j] *= weights[j] / p.length;
    }
    return p;
  }

  private double p(double s, int row) {
    return Math.max(0, Math.min(cap, centres[row] + s / nu)); // a NaN stays one
  }

  /** p for these losses, at the e that makes their mean 1. */
  double[] at(double[] losses) {
    double e = start(losses);
    double[] p = new double[losses.length];
    for (int j = 0; j < p.length; j++) {
      p[j] = p(losses[j] - e, j);
    }
    return p;
  }

  /** The e at which the mean of p is 1. */
  @Override
  double start(double[] losses) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < losses.length; j++) {
      low = Math.min(low, losses[j] + nu * (centres[j] - Math.min(cap, 2)));
      high = Math.max(high, losses[j] + nu * centres[j]);
    }
    return Crossing.of(
        e -> {
          double excess = 0;
          for (int j = 0; j < losses.length; j++) {
            excess += weights[j] * (p(losses[j] - e, j) - 1);
          }
          return excess;
        },
        low,
        high);
  }

  @Override
  boolean hasExtra() {
    return true;
  }

  @Override
  void terms(
      Batch rows, double[] losses, double e, double[] psi, double[] byLoss, double[] byExtra) {
    for (int j = 0; j < rows.size(); j++) {
      int row = (int) rows.at(j);
      double s = losses[j] - e;
      double p = p(s, row);
      double off = p - centres[row];
      psi[j] = weights[row] * (e + p * s - 0.5 * nu * off * off);
      byLoss[j] = weights[row] * p;
      byExtra[j] = weights[row] * (1 - p);
    }
  }

  @Override
  void bends(Batch rows, double[] losses, double e, double[] u, double[] four) {
    for (int j = 0; j < rows.size(); j++) {
      int row = (int) rows.at(j);
      double p = p(losses[j] - e, row);
      double bend = p > 0 && p < cap ? u[0] * weights[row] / nu : 0;
      four[4 * j] = u[0] * weights[row] * p;
      four[4 * j + 1] = bend;
      four[4 * j + 2] = -bend;
      four[4 * j + 3] = bend;
    }
  }

  @Override
  double value(double[] y) {
    return y[0];
  }

  @Override
  void addGradient(double[] y, double a, double[] u) {
    u[0] += a;
  }

  @Override
  public String toString() {
    return new Fingerprint("tail").add(cap).add(nu).add(centres).toString();
  }
}
