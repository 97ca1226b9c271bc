package org.fogopt.bench;

import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;

/** Second derivatives of {@link LinearForms}: one row a component of g, and Gᵀ∇²f G once. */
record LinearFormCurvature(LinearForms forms) implements Curvature {
  @Override
  public int outerRows() {
    return 2 * forms.out();
  }

  @Override
  public int innerRows() {
    return 1;
  }

  @Override
  public void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] rows) {
    int l = forms.out();
    double[][] ofG = new double[l][forms.in()];
    for (int r = 0; r < l; r++) {
      Cotangent u = new Cotangent(l);
      u.add(r, 1);
      g.transposeTimes(u, 1, ofG[r]);
    }
    double[][] h = new double[l][l];
    forms.link().hessian(y, h);
    for (int k = 0; k < batch.size(); k++) {
      for (int r = 0; r < l; r++) {
        double[] turned = new double[forms.in()];
        for (int c = 0; c < l; c++) {
          Kernels.axpy(h[r][c], ofG[c], turned);
        }
        Curvature.addSymmetric(ofG[r], turned, 2 * (k * l + r), weights, rows);
      }
    }
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
    int d = forms.in();
    for (int k = 0; k < batch.size(); k++) {
      long j = batch.at(k);
      weights[k] = forms.link().bend(forms.rows().dot(j, x), u);
      forms.rows().addTo(j, 1, rows, k * d);
    }
  }
}
