package org.fogopt.penalty;

import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.SymmetricMatrix;
import org.jspecify.annotations.Nullable;

/**
 * A quadratic program as its solver sees it: minimise ½xᵀHx + cᵀx + Σ κ_k|x_k − a_k| subject to
 * bounds on n variables and on m rows. The bounds of the variables come first, those of the rows
 * follow: a coordinate j ≥ n is the value of row j − n. A centre lies strictly between its bounds.
 *
 * @param h H without {@code diagonal}, or null where H is diagonal
 * @param diagonal is added to H
 * @param lower n + m bounds
 * @param upper n + m bounds; equal to {@code lower} only in rows
 */
record Model(
    @Nullable SymmetricMatrix h,
    double[] diagonal,
    double[] c,
    double[] costs,
    double[] centres,
    double[][] rows,
    double[] lower,
    double[] upper) {
  int variables() {
    return c.length;
  }

  int coordinates() {
    return c.length + rows.length;
  }

  boolean isEquality(int row) {
    return lower[c.length + row] == upper[c.length + row];
  }

  boolean hasCost(int j) {
    return j < c.length && costs[j] > 0;
  }

  /** H_kk. */
  double curvature(int k) {
    return diagonal[k] + (h == null ? 0 : h.get(k, k));
  }

  /** out = Hx. */
  void timesH(double[] x, double[] out) {
    if (h == null) {
      for (int k = 0; k < x.length; k++) {
        out[k] = diagonal[k] * x[k];
      }
      return;
    }
    h.times(x, out);
    for (int k = 0; k < x.length; k++) {
      out[k] += diagonal[k] * x[k];
    }
  }

  /** out = Hx + c + Aᵀν. */
  void gradient(double[] x, double[] nu, double[] out) {
    timesH(x, out);
    Kernels.axpy(1, c, out);
    for (int i = 0; i < rows.length; i++) {
      if (nu[i] != 0) {
        Kernels.axpy(nu[i], rows[i], out);
      }
    }
  }

  /** aᵀx of a row. */
  double row(int i, double[] x) {
    return Kernels.dot(rows[i], x);
  }

  /** What the rounding of a row is relative to: the sizes in it and those of its bounds. */
  double rowSize(int i, double[] x) {
    double size = 0;
    double coefficient = 0;
    double entry = 0;
    for (int k = 0; k < x.length; k++) {
      size += Math.abs(rows[i][k] * x[k]);
      coefficient = Math.max(coefficient, Math.abs(rows[i][k]));
      entry = Math.max(entry, Math.abs(x[k]));
    }
    int j = c.length + i;
    double bound = Math.min(Math.abs(lower[j]), Math.abs(upper[j]));
    return size + coefficient * entry + bound;
  }

  /**
   * into_k = a bound on the sizes that are added up in entry k of the gradient. H is semidefinite,
   * so |H_kj| ≤ √(H_kk H_jj).
   */
  void gradientSizes(double[] x, double[] nu, double[] into) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      sum += h == null ? 0 : Math.sqrt(Math.max(0, curvature(k))) * Math.abs(x[k]);
    }
    for (int k = 0; k < x.length; k++) {
      double curved =
          h == null ? diagonal[k] * Math.abs(x[k]) : Math.sqrt(Math.max(0, curvature(k))) * sum;
      into[k] = curved + Math.abs(c[k]) + costs[k];
    }
    for (int i = 0; i < rows.length; i++) {
      if (nu[i] != 0) {
        for (int k = 0; k < x.length; k++) {
          into[k] += Math.abs(nu[i] * rows[i][k]);
        }
      }
    }
  }

  /** The sizes of the terms of the objective. */
  double objectiveSize(double[] x, double[] product) {
    double size = 0;
    for (int k = 0; k < x.length; k++) {
      size += Math.abs(0.5 * product[k] * x[k]) + Math.abs(c[k] * x[k]);
      size += hasCost(k) ? costs[k] * Math.abs(x[k] - centres[k]) : 0;
    }
    return size;
  }

  /**
   * What is a long way for each variable: half a box; else the size of a bound, a centre or the
   * guess, or the way from 0 to a row or to the minimum along the axis.
   */
  double[] lengths(double @Nullable [] guess) {
    int n = c.length;
    double[] lengths = new double[n];
    double[] toRow = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double bound = Math.max(0, Math.max(lower[n + i], -upper[n + i]));
      double square = Kernels.dot(rows[i], rows[i]);
      toRow[i] = square > 0 ? bound / square : 0;
    }
    double sum = 0;
    int known = 0;
    for (int k = 0; k < n; k++) {
      double width = upper[k] - lower[k];
      lengths[k] = Double.isFinite(width) ? width / 2 : length(k, toRow);
      if (guess != null && Double.isInfinite(width)) {
        lengths[k] = Math.max(lengths[k], Math.abs(guess[k]));
      }
      sum += lengths[k];
      known += lengths[k] > 0 ? 1 : 0;
    }
    for (int k = 0; k < n; k++) {
      lengths[k] = lengths[k] > 0 ? lengths[k] : known > 0 ? sum / known : 1;
    }
    return lengths;
  }

  private double length(int k, double[] toRow) {
    double size = hasCost(k) ? Math.abs(centres[k]) : 0;
    size = Math.max(size, Double.isFinite(lower[k]) ? Math.abs(lower[k]) : 0);
    size = Math.max(size, Double.isFinite(upper[k]) ? Math.abs(upper[k]) : 0);
    double toMinimum = curvature(k) > 0 ? Math.abs(c[k]) / curvature(k) : 0;
    double toRows = 0;
    for (int i = 0; i < rows.length; i++) {
      toRows = Math.max(toRows, Math.abs(rows[i][k]) * toRow[i]);
    }
    double way =
        toMinimum == 0 || toRows == 0 ? Math.max(toMinimum, toRows) : Math.min(toMinimum, toRows);
    return Math.max(size, way);
  }

  /** The same on some variables and some rows, without bounds or costs. */
  Model restrictedTo(int[] variables, int[] someRows) {
    int n = variables.length;
    double[] zero = new double[n];
    double[] none = new double[n + someRows.length];
    double[][] a = new double[someRows.length][n];
    for (int i = 0; i < a.length; i++) {
      for (int k = 0; k < n; k++) {
        a[i][k] = rows[someRows[i]][variables[k]];
      }
    }
    return new Model(
        h == null ? null : restricted(h, variables),
        pick(diagonal, variables),
        zero,
        zero,
        zero,
        a,
        none,
        none);
  }

  /** The same with a diagonal H in place of its own. */
  Model withDiagonal(double[] other) {
    return new Model(null, other, c, costs, centres, rows, lower, upper);
  }

  static SymmetricMatrix restricted(SymmetricMatrix h, int[] variables) {
    var part = new SymmetricMatrix(variables.length);
    for (int i = 0; i < variables.length; i++) {
      for (int j = 0; j <= i; j++) {
        part.add(i, j, h.get(variables[i], variables[j]));
      }
    }
    return part;
  }

  static double[] pick(double[] all, int[] some) {
    double[] picked = new double[some.length];
    for (int k = 0; k < some.length; k++) {
      picked[k] = all[some[k]];
    }
    return picked;
  }
}
