package org.fogopt.apps.learn;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;
import org.jspecify.annotations.Nullable;

/**
 * Second derivatives of a {@link Composition} of a linear model's losses. With v = (x, 1) and one
 * score, the terms of a row, T(l, e) = Σ_k u_k ψ_k, have
 *
 * <pre>
 *   ∇²T = (T_l l'' + T_ll l'²) vvᵀ + T_le l' (vεᵀ + εvᵀ) + T_ee εεᵀ,    ε the unit vector of e.
 * </pre>
 *
 * With c classes l'' is diag(π) − ππᵀ = Σ_k π_k(ε_k − π)(ε_k − π)ᵀ, a sum of squares that rounding
 * cannot make indefinite: a row for each class, one for the slopes and one for the drift.
 */
record RiskCurvature(RiskInner inner, LinearModel model) implements Curvature {
  @Override
  public int outerRows() {
    return inner.composition().outerRows();
  }

  @Override
  public void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] rows) {
    for (int k = 0; k < batch.size(); k++) {
      double[] values = ((RiskJacobian) g).values();
      inner.composition().outer(y, values, inner.in(), k * outerRows(), weights, rows);
    }
  }

  @Override
  public int innerRows() {
    int extra = inner.composition().hasExtra() ? 1 : 0;
    return model.outputs() == 1 ? 1 + extra : model.outputs() + 2 + extra;
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
    RowBlock block = new RowBlock(inner, x, batch.size());
    double[] four = new double[4 * RiskInner.BLOCK];
    for (long from = 0; from < batch.size(); from += RiskInner.BLOCK) {
      Batch some = batch.slice(from, Math.min(batch.size(), from + RiskInner.BLOCK));
      block.losses(some);
      inner.composition().bends(some, block.losses, block.extra, u, four);
      for (int j = 0; j < some.size(); j++) {
        int at = (int) (from + j) * innerRows();
        if (model.outputs() == 1) {
          single(block, j, four, at, weights, rows);
        } else {
          several(block, j, four, at, weights, rows);
          drift(u, at + model.outputs(), weights, rows);
        }
      }
    }
  }

  /** α(v + (β/α)ε)(v + (β/α)ε)ᵀ + (γ − β²/α)εεᵀ. */
  private void single(RowBlock block, int j, double[] four, int at, double[] w, double[] rows) {
    int d = inner.in();
    double slope = block.slopes[j];
    double alpha = four[4 * j] * block.bends[j] + four[4 * j + 1] * slope * slope;
    copyRow(block.rows.at(j), 1, rows, at * d);
    w[at] = alpha;
    if (inner.composition().hasExtra()) {
      double beta = four[4 * j + 2] * slope;
      double ratio = beta == 0 ? 0 : beta / alpha;
      rows[at * d + d - 1] = ratio;
      rows[(at + 1) * d + d - 1] = 1;
      w[at + 1] = four[4 * j + 3] - ratio * beta;
    }
  }

  /** T_l Σ π_k(…)(…)ᵀ + T_ll(∇l + (T_le/T_ll)ε)(…)ᵀ + (T_ee − T_le²/T_ll)εεᵀ, and the drift's. */
  private void several(RowBlock block, int j, double[] four, int at, double[] w, double[] rows) {
    int d = inner.in();
    int classes = model.outputs();
    long row = block.rows.at(j);
    for (int k = 0; k < classes; k++) {
      w[at + k] = four[4 * j] * block.bends[j * classes + k];
      for (int c = 0; c < classes; c++) {
        double pi = block.bends[j * classes + c];
        copyRow(row, (c == k ? 1 : 0) - pi, rows, (at + k) * d + c * model.stride());
      }
      double slope = block.slopes[j * classes + k];
      copyRow(row, slope, rows, (at + classes + 1) * d + k * model.stride());
    }
    w[at + classes + 1] = four[4 * j + 1];
    if (inner.composition().hasExtra()) {
      double cross = four[4 * j + 2];
      double ratio = cross == 0 ? 0 : cross / four[4 * j + 1];
      rows[(at + classes + 1) * d + d - 1] = ratio;
      rows[(at + classes + 2) * d + d - 1] = 1;
      w[at + classes + 2] = four[4 * j + 3] - ratio * cross;
    }
  }

  private void drift(double[] u, int at, double[] w, double[] rows) {
    for (int k = 0; k < model.parameters() && inner.canDrift(); k++) {
      rows[at * inner.in() + k] = model.isWeight(k) ? 0 : 1;
    }
    w[at] = inner.canDrift() ? u[u.length - 1] / model.outputs() : 0;
  }

  private void copyRow(long row, double a, double[] rows, int at) {
    model.x().addTo(row, a, rows, at);
    if (model.hasIntercept()) {
      rows[at + model.x().columns()] = a;
    }
  }

  @Override
  public double @Nullable [] innerDiagonal(double[] u) {
    if (inner.l2() == 0) {
      return null;
    }
    double[] diagonal = new double[inner.in()];
    for (int k = 0; k < model.parameters(); k++) {
      diagonal[k] = model.isWeight(k) ? u[u.length - 1] * inner.l2() : 0;
    }
    return diagonal;
  }
}
