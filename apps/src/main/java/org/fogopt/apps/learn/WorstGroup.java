package org.fogopt.apps.learn;

import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Batch;

/**
 * The worst group, smoothed: g has the mean loss of each group, and
 *
 * <pre>
 *   f(y) = max over q on the simplex of qᵀy − τ Σ q log(q/c) = τ log Σ c e^{y/τ}.
 * </pre>
 *
 * With the centres c of an earlier round it is a step of the entropic proximal point method on q
 * (Teboulle 1992), whose limit has no smoothing.
 */
final class WorstGroup extends Composition {
  private final int[] groups;
  private final double[] scales; // rows over weight of the group
  private final double[] centres;
  private final double tau;

  /** With equal centres for all groups that have a weight. */
  static WorstGroup of(double[] weights, int[] groups, int count, double tau) {
    double[] scales = new double[count];
    for (int j = 0; j < groups.length; j++) {
      scales[groups[j]] += weights[j];
    }
    double[] centres = new double[count];
    int some = 0;
    for (double each : scales) {
      some += each > 0 ? 1 : 0;
    }
    for (int k = 0; k < count; k++) {
      centres[k] = scales[k] > 0 ? 1.0 / some : 0;
      scales[k] = scales[k] > 0 ? groups.length / scales[k] : 0;
    }
    return new WorstGroup(weights, groups, scales, centres, tau);
  }

  private WorstGroup(
      double[] weights, int[] groups, double[] scales, double[] centres, double tau) {
    super(weights);
    this.groups = groups;
    this.scales = scales;
    this.centres = centres;
    this.tau = tau;
  }

  @Override
  WorstGroup about(double[] losses, double smoothing) {
    return new WorstGroup(weights, groups, scales, groupWeights(losses), smoothing);
  }

  /** q for these losses. */
  private double[] groupWeights(double[] losses) {
    double[] means = new double[scales.length];
    for (int j = 0; j < losses.length; j++) {
      means[groups[j]] += weights[j] * scales[groups[j]] * losses[j] / losses.length;
    }
    return slopes(means);
  }

  @Override
  double[] rowWeights() {
    double[] p = new double[groups.length];
    for (int j = 0; j < p.length; j++) {
      p[j] = centres[groups[j]] * weights[j] * scales[groups[j]] / p.length;
    }
    return p;
  }

  @Override
  int outputs() {
    return scales.length;
  }

  @Override
  int output(long row, int k) {
    return groups[(int) row];
  }

  @Override
  void terms(
      Batch rows, double[] losses, double e, double[] psi, double[] byLoss, double[] byExtra) {
    for (int j = 0; j < rows.size(); j++) {
      byLoss[j] = weight(rows, j) * scales[groups[(int) rows.at(j)]];
      psi[j] = byLoss[j] * losses[j];
    }
  }

  @Override
  void bends(Batch rows, double[] losses, double e, double[] u, double[] four) {
    for (int j = 0; j < rows.size(); j++) {
      int group = groups[(int) rows.at(j)];
      four[4 * j] = u[group] * weight(rows, j) * scales[group];
    }
  }

  private double most(double[] y) {
    double most = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < scales.length; k++) {
      most = centres[k] > 0 ? Math.max(most, y[k]) : most;
    }
    return most;
  }

  @Override
  double value(double[] y) {
    double most = most(y);
    double sum = 0;
    for (int k = 0; k < scales.length; k++) {
      sum += centres[k] > 0 ? centres[k] * StrictMath.exp((y[k] - most) / tau) : 0;
    }
    return most + tau * StrictMath.log(sum);
  }

  private double[] slopes(double[] y) {
    double most = most(y);
    double[] q = new double[scales.length];
    double sum = 0;
    for (int k = 0; k < q.length; k++) {
      q[k] = centres[k] > 0 ? centres[k] * StrictMath.exp((y[k] - most) / tau) : 0;
      sum += q[k];
    }
    for (int k = 0; k < q.length; k++) {
      q[k] /= sum;
    }
    return q;
  }

  @Override
  void addGradient(double[] y, double a, double[] u) {
    double[] q = slopes(y);
    for (int k = 0; k < q.length; k++) {
      u[k] += a * q[k];
    }
  }

  @Override
  int outerRows() {
    return scales.length;
  }

  /** (Gᵀdiag(q)G − (Gᵀq)(Gᵀq)ᵀ)/τ, as Σ q_k (G_k − Gᵀq)(G_k − Gᵀq)ᵀ/τ. */
  @Override
  void outer(double[] y, double[] g, int d, int at, double[] w, double[] rows) {
    double[] q = slopes(y);
    for (int c = 0; c < d; c++) {
      double mean = 0;
      for (int k = 0; k < q.length; k++) {
        mean += q[k] * g[k * d + c];
      }
      for (int k = 0; k < q.length; k++) {
        rows[(at + k) * d + c] = g[k * d + c] - mean;
      }
    }
    for (int k = 0; k < q.length; k++) {
      w[at + k] = q[k] / tau;
    }
  }

  @Override
  public String toString() {
    return new Fingerprint("worst group").add(tau).add(centres).toString();
  }
}
