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
 * cannot make indefinite: a row for each class and one for the slopes. What is a multiple of the
 * same matrix for all rows, εεᵀ and the drift's, is added up on the first of a block.
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
  public boolean isConstant() {
    return inner.loss().kind() == Loss.Kind.SQUARED && inner.composition().isMean();
  }

  @Override
  public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
    RowBlock block = new RowBlock(inner, x, batch.size());
    double[] four = new double[4 * RiskInner.BLOCK];
    for (long from = 0; from < batch.size(); from += RiskInner.BLOCK) {
      Batch some = batch.slice(from, Math.min(batch.size(), from + RiskInner.BLOCK));
      block.losses(some);
      inner.composition().bends(some, block.losses, block.extra, u, four);
      int first = (int) from * innerRows();
      double extra = 0; // of εεᵀ
      for (int j = 0; j < some.size(); j++) {
        int at = first + j * innerRows();
        extra +=
            model.outputs() == 1
                ? single(block, j, four, at, weights, rows)
                : several(block, j, four, at, weights, rows);
      }
      if (inner.composition().hasExtra()) {
        int last = first + innerRows() - 1;
        rows[last * inner.in() + inner.in() - 1] = 1;
        weights[last] = extra;
      }
      if (inner.canDrift()) {
        drift(some.size() * u[u.length - 1], first + model.outputs(), weights, rows);
      }
    }
  }

  /** α(v + (β/α)ε)(v + (β/α)ε)ᵀ; what is left of εεᵀ, γ − β²/α. */
  private double single(RowBlock block, int j, double[] four, int at, double[] w, double[] rows) {
    int d = inner.in();
    double slope = block.slopes[j];
    double alpha = four[4 * j] * block.bends[j] + four[4 * j + 1] * slope * slope;
    double beta = four[4 * j + 2] * slope;
    double ratio = beta == 0 ? 0 : beta / alpha;
    w[at] = alpha;
    if (alpha != 0) {
      copyRow(block.rows.at(j), 1, rows, at * d);
    }
    if (ratio != 0) {
      rows[at * d + d - 1] = ratio;
    }
    return four[4 * j + 3] - ratio * beta;
  }

  /** T_l Σ π_k(…)(…)ᵀ + T_ll(∇l + (T_le/T_ll)ε)(…)ᵀ; what is left of εεᵀ, T_ee − T_le²/T_ll. */
  private double several(RowBlock block, int j, double[] four, int at, double[] w, double[] rows) {
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
    double cross = four[4 * j + 2];
    double ratio = cross == 0 ? 0 : cross / four[4 * j + 1];
    if (ratio != 0) {
      rows[(at + classes + 1) * d + d - 1] = ratio;
    }
    return four[4 * j + 3] - ratio * cross;
  }

  private void drift(double a, int at, double[] w, double[] rows) {
    for (int k = 0; k < model.parameters(); k++) {
      rows[at * inner.in() + k] = model.isWeight(k) ? 0 : 1;
    }
    w[at] = a / model.outputs();
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
