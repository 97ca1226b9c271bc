package org.fogopt.bench;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;

/**
 * Tracks a benchmark's deviations from its mean: mean log(1 + e_i²) with e_i = r_iᵀx − r̄ᵀx − b_i.
 * The g_j(x) = [x; r_jᵀx] are those of a portfolio, n = m, and the components of f are not convex.
 */
record RobustTracking(Rows rows, double[] target) implements Outer, Curvature {
  /** Targets of a random portfolio, with noise of which a tenth of the entries is large. */
  static Problem problem(Rows rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] truth = Data.gaussians(rows.columns(), random);
    double[] target = new double[rows.rows()];
    for (int i = 0; i < target.length; i++) {
      double noise = (random.nextDouble() < 0.1 ? 5 : 0.3) * random.nextGaussian();
      target[i] = rows.dot(i, truth) / Math.sqrt(truth.length) + noise;
    }
    var tracking = new RobustTracking(rows, target);
    var g = new MeanVariance(rows, 1).problem().inner();
    return new Problem("robust tracking", g, tracking, Penalty.NONE, null, tracking);
  }

  @Override
  public long count() {
    return rows.count();
  }

  @Override
  public Placement placement() {
    return CurvedForms.placement(rows);
  }

  private double error(long i, double[] y) {
    return rows.dot(i, y) - y[rows.columns()] - target[(int) i];
  }

  @Override
  public double value(Batch batch, double[] y) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      double e = error(batch.at(k), y);
      sum += Math.log(1 + e * e);
    }
    return sum;
  }

  @Override
  public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
    double[] into = u.dense();
    double sum = 0;
    double slopes = 0;
    for (long k = 0; k < batch.size(); k++) {
      double e = error(batch.at(k), y);
      double slope = 2 * e / (1 + e * e);
      rows.addTo(batch.at(k), a * slope, into);
      slopes += slope;
      sum += Math.log(1 + e * e);
    }
    into[rows.columns()] -= a * slopes;
    return sum;
  }

  @Override
  public int outerRows() {
    return 1;
  }

  @Override
  public int innerRows() {
    return 0;
  }

  /** ∇²f_i = 2(1 − e²)/(1 + e²)² [r_i; −1][r_i; −1]ᵀ. */
  @Override
  public void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] rows) {
    int d = this.rows.columns();
    Cotangent u = new Cotangent(d + 1);
    double[] row = new double[d];
    for (int k = 0; k < batch.size(); k++) {
      double e = error(batch.at(k), y);
      weights[k] = 2 * (1 - e * e) / ((1 + e * e) * (1 + e * e));
      u.clear();
      this.rows.addTo(batch.at(k), 1, u.dense());
      u.set(d, -1);
      Arrays.fill(row, 0);
      g.transposeTimes(u, 1, row);
      System.arraycopy(row, 0, rows, k * d, d);
    }
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
    throw new IllegalStateException("an affine map has no curvature");
  }
}
