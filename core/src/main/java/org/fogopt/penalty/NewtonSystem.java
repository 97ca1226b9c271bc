package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.linalg.Cholesky;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.SymmetricMatrix;

/**
 * Newton's equations for x and the multipliers ν of rows, all else being eliminated:
 *
 * <pre>
 *   (H + D + RᵀKR) dx + Aᵀ dν = −r
 *   A dx              − W dν = −p
 * </pre>
 *
 * <p>One Cholesky factorisation of the upper left block, or a division where it is diagonal; then
 * the rows by the Schur complement S = VVᵀ + W with V = AL⁻ᵀ (Nocedal & Wright, section 16.2). A
 * row that depends on those before it leaves a pivot of S at rounding; its multiplier then stays as
 * it is. Entries of x that are not free have dx = 0.
 */
final class NewtonSystem {
  /**
   * A pivot of S below this share of its diagonal entry is rounding: a few hundred units of the
   * last place, for sums over hundreds of entries.
   */
  private static final double LEAST_PIVOT = 0x1p-44;

  private final Model model;
  final int[] free;
  private final int[] rows;
  private final boolean isDense;
  private final SymmetricMatrix sum; // H + RᵀKR
  private final SymmetricMatrix part; // of it that is free
  private final Cholesky cholesky;
  private final double[] roots; // √(H + D) where the matrix is diagonal
  private final double[][] v; // rows of V
  private final double[][] schur; // lower triangle of S, then of its factor
  private final boolean[] dropped;
  private final double[] b;

  NewtonSystem(Model model, int[] free, int[] rows) {
    this.model = model;
    this.free = free;
    this.rows = rows;
    SymmetricMatrix h = model.h();
    boolean isSum = model.hinges().count() > 0;
    isDense = h != null || isSum;
    sum = h != null && !isSum ? h : new SymmetricMatrix(isSum ? model.variables() : 0);
    boolean isWhole = free.length == sum.size();
    part = isWhole ? sum : new SymmetricMatrix(isDense ? free.length : 0);
    cholesky = new Cholesky(part.size());
    roots = new double[free.length];
    b = new double[free.length];
    v = new double[rows.length][free.length];
    schur = new double[rows.length][];
    Arrays.setAll(schur, i -> new double[i + 1]);
    dropped = new boolean[rows.length];
  }

  /**
   * Factors.
   *
   * @param d D, 1/W and K, by all coordinates
   * @param shift is added to D
   * @return whether H + D + RᵀKR is positive definite to rounding
   */
  boolean factor(double[] d, double[] shift) {
    double[] diagonal = new double[free.length];
    Arrays.setAll(diagonal, i -> model.diagonal()[free[i]] + d[free[i]] + shift[free[i]]);
    if (!(isDense ? cholesky(d, diagonal) : roots(diagonal))) {
      return false;
    }
    model
        .parallel()
        .forEach( // each only reads the factor
            rows.length,
            i -> {
              for (int k = 0; k < free.length; k++) {
                v[i][k] = model.rows()[rows[i]][free[k]];
              }
              forward(v[i]);
            });
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j <= i; j++) {
        schur[i][j] = Kernels.dot(v[i], v[j]);
      }
      schur[i][i] += 1 / d[model.variables() + rows[i]];
    }
    factorSchur();
    return true;
  }

  private boolean roots(double[] diagonal) {
    Arrays.setAll(roots, i -> Math.sqrt(diagonal[i]));
    return Arrays.stream(roots).allMatch(root -> root > 0);
  }

  private boolean cholesky(double[] d, double[] diagonal) {
    if (model.hinges().count() > 0) {
      sum.clear();
      if (model.h() != null) {
        sum.copyFrom(model.h());
      }
      int first = model.coordinates() - model.hinges().count();
      double[] weights = Arrays.copyOfRange(d, first, model.coordinates());
      model.hinges().addSquares(weights, sum, model.parallel());
    }
    if (part != sum) {
      sum.copyTo(part, free);
    }
    return cholesky.factor(part, diagonal, 0, model.parallel());
  }

  private void factorSchur() {
    for (int i = 0; i < rows.length; i++) {
      double[] row = schur[i];
      double least = LEAST_PIVOT * row[i];
      for (int j = 0; j < i; j++) {
        row[j] = dropped[j] ? 0 : (row[j] - Kernels.dot(row, 0, schur[j], j)) / schur[j][j];
      }
      double pivot = row[i] - Kernels.dot(row, 0, row, i);
      dropped[i] = !(pivot > least);
      row[i] = dropped[i] ? 1 : Math.sqrt(pivot);
    }
  }

  /** b ← L⁻¹b. */
  private void forward(double[] b) {
    if (isDense) {
      cholesky.forward(b);
    } else {
      Arrays.setAll(b, k -> b[k] / roots[k]);
    }
  }

  /**
   * Solves for dx and dν.
   *
   * @param r n residuals
   * @param p a residual of each row, also of those that are not here
   */
  void solve(double[] r, double[] p, double[] dx, double[] dnu) {
    Arrays.setAll(b, i -> -r[free[i]]);
    forward(b);
    double[] t = new double[rows.length];
    for (int i = 0; i < t.length; i++) {
      double rest = Kernels.dot(v[i], b) + p[rows[i]] - Kernels.dot(schur[i], 0, t, i);
      t[i] = dropped[i] ? 0 : rest / schur[i][i];
    }
    for (int i = t.length - 1; i >= 0; i--) {
      t[i] /= schur[i][i];
      Kernels.axpy(-t[i], schur[i], 0, t, i);
    }
    Arrays.fill(dnu, 0);
    for (int i = 0; i < t.length; i++) {
      dnu[rows[i]] = dropped[i] ? 0 : t[i];
      Kernels.axpy(-dnu[rows[i]], v[i], b);
    }
    if (isDense) {
      cholesky.backward(b);
    } else {
      forward(b);
    }
    Arrays.fill(dx, 0);
    for (int i = 0; i < free.length; i++) {
      dx[free[i]] = b[i];
    }
  }
}
