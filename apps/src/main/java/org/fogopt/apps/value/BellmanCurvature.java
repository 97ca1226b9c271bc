package org.fogopt.apps.value;

import java.util.Arrays;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;

/**
 * Second derivatives of {@link BellmanResidual}. With r = V(φ_iᵀw) − z_i,
 *
 * <pre>
 *   Gᵀ∇²f_iG = 2n (Gᵀ∇r)(Gᵀ∇r)ᵀ + 2n r V''(φ_iᵀw) (Gᵀφ_i)(Gᵀφ_i)ᵀ
 *   Σ_s u_s ∇²g_js = nγ (p_jᵀu) (V''(φ_jᵀx) φ_jφ_jᵀ − v'' φ̄φ̄ᵀ) + γ (1ᵀu) v'' φ̄φ̄ᵀ
 * </pre>
 *
 * where the terms with V'' and v'' are zero for linear values.
 */
record BellmanCurvature(BellmanResidual problem) implements Curvature {
  private boolean isLinear() {
    return problem.shape == Shape.LINEAR;
  }

  @Override
  public int outerRows() {
    return isLinear() ? 1 : 2;
  }

  @Override
  public int innerRows() {
    return isLinear() ? 0 : 2;
  }

  @Override
  public void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] rows) {
    int d = problem.d;
    Cotangent u = new Cotangent(d + problem.n);
    double[] row = new double[d];
    for (int k = 0; k < batch.size(); k++) {
      long i = batch.at(k);
      int at = k * outerRows();
      u.clear();
      problem.addPair(i, problem.slope(i, y), 1, u);
      put(g, u, row, 2 * problem.n, at, weights, rows);
      if (!isLinear()) {
        double r = problem.value(i, y) - y[d + (int) i];
        u.clear();
        problem.addPair(i, 1, 0, u);
        put(g, u, row, 2 * problem.n * r * problem.bend(i, y), at + 1, weights, rows);
      }
    }
  }

  private static void put(
      Jacobian g,
      Cotangent u,
      double[] row,
      double weight,
      int at,
      double[] weights,
      double[] rows) {
    Arrays.fill(row, 0);
    g.transposeTimes(u, 1, row);
    weights[at] = weight;
    System.arraycopy(row, 0, rows, at * row.length, row.length);
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
    int d = problem.d;
    double[] lower = Arrays.copyOfRange(u, d, u.length);
    double sum = Arrays.stream(lower).sum();
    double common = problem.commonBend(x);
    double[] centre = problem.centre();
    for (int k = 0; k < batch.size(); k++) {
      long j = batch.at(k);
      double along = problem.n * problem.columnDot(j, lower);
      weights[2 * k] = problem.discount * along * problem.bend(j, x);
      problem.features.addTo(j, 1, rows, 2 * k * d);
      weights[2 * k + 1] = problem.discount * (sum - along) * common;
      System.arraycopy(centre, 0, rows, (2 * k + 1) * d, d);
    }
  }
}
