package org.fogopt.bench;

import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;

/**
 * {@link LinearForms} with second derivatives offered, one row a component of g and Gᵀ∇²f G once,
 * and rows fetched ahead where they are out of cache.
 */
final class CurvedForms extends LinearForms implements Curvature {
  CurvedForms(Rows rows, Link link) {
    super(rows, link);
  }

  @Override
  Problem problem(String name) {
    return super.problem(name).withCurvature(this);
  }

  @Override
  public Placement placement() {
    return placement(rows);
  }

  static Placement placement(Rows rows) {
    return rows.isOutOfCache()
        ? Placement.HERE.withPrefetch(batch -> fetched(rows, batch))
        : Placement.HERE;
  }

  private static double fetched(Rows rows, Batch batch) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      sum += rows.prefetch(batch.at(k));
    }
    return sum;
  }

  @Override
  public int outerRows() {
    return 2 * out();
  }

  @Override
  public int innerRows() {
    return 1;
  }

  @Override
  public void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] into) {
    int l = out();
    double[][] ofG = new double[l][in()];
    for (int r = 0; r < l; r++) {
      Cotangent u = new Cotangent(l);
      u.add(r, 1);
      g.transposeTimes(u, 1, ofG[r]);
    }
    double[][] h = new double[l][l];
    link.hessian(y, h);
    for (int k = 0; k < batch.size(); k++) {
      for (int r = 0; r < l; r++) {
        double[] turned = new double[in()];
        for (int c = 0; c < l; c++) {
          Kernels.axpy(h[r][c], ofG[c], turned);
        }
        Curvature.addSymmetric(ofG[r], turned, 2 * (k * l + r), weights, into);
      }
    }
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] into) {
    int d = in();
    for (int k = 0; k < batch.size(); k++) {
      long j = batch.at(k);
      weights[k] = link.bend(rows.dot(j, x), u);
      rows.addTo(j, 1, into, k * d);
    }
  }
}
