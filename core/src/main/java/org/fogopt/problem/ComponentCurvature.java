package org.fogopt.problem;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * Second derivatives given one component at a time. GᵀFG for a small F is written as weighted rows
 * by {@link #addSymmetric}.
 */
record ComponentCurvature(
    Inner inner, Components.OuterHessian hessians, Components.@Nullable InnerCurvature curvatures)
    implements Curvature {
  @Override
  public int outerRows() {
    return 2 * inner.out();
  }

  @Override
  public int innerRows() {
    return curvatures == null ? 0 : 1;
  }

  @Override
  public void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] rows) {
    int l = inner.out();
    double[][] ofG = new double[l][inner.in()];
    Cotangent u = new Cotangent(l);
    for (int r = 0; r < l; r++) {
      u.clear();
      u.add(r, 1);
      g.transposeTimes(u, 1, ofG[r]);
    }
    double[][] h = new double[l][l];
    double[] turned = new double[inner.in()];
    for (int k = 0; k < batch.size(); k++) {
      for (double[] row : h) {
        Arrays.fill(row, 0);
      }
      long i = batch.at(k);
      try {
        hessians.fill(i, y, h);
      } catch (RuntimeException e) {
        throw new ComponentException("the Hessian of outer component " + i, e);
      }
      for (int r = 0; r < l; r++) {
        Arrays.fill(turned, 0);
        for (int c = 0; c < l; c++) {
          Kernels.axpy(h[r][c], ofG[c], turned);
        }
        Curvature.addSymmetric(ofG[r], turned, 2 * (k * l + r), weights, rows);
      }
    }
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
    if (curvatures == null) {
      throw new IllegalStateException("an affine map has no curvature");
    }
    double[] row = new double[x.length];
    for (int k = 0; k < batch.size(); k++) {
      Arrays.fill(row, 0);
      long j = batch.at(k);
      try {
        weights[k] = curvatures.fill(j, x, u, row);
      } catch (RuntimeException e) {
        throw new ComponentException("the curvature of inner component " + j, e);
      }
      System.arraycopy(row, 0, rows, k * row.length, row.length);
    }
  }
}
