package org.fogopt.penalty;

import org.fogopt.linalg.Cholesky;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * The equations of Newton's method for a quadratic program, with all but the variables x and the
 * multipliers ν of the rows eliminated:
 *
 * <pre>
 *   (H + D) dx + Aᵀ dν = −r
 *   A dx       − W dν = −p
 * </pre>
 *
 * <p>One Cholesky factorisation H + D = LLᵀ, or a division where H is diagonal; then the rows by
 * the Schur complement S = VVᵀ + W with V = AL⁻ᵀ (Nocedal & Wright, section 16.2). A row that
 * depends on those before it leaves a pivot of S at rounding; its multiplier then stays as it is.
 */
final class KktSystem {
  /**
   * A pivot of S below this share of its diagonal entry is rounding: a few hundred units of the
   * last place, for sums over hundreds of entries.
   */
  private static final double LEAST_PIVOT = 0x1p-44;

  private final Model model;
  private final Parallel parallel;
  private final int n;
  private final int m;
  private final @Nullable Cholesky cholesky;
  private final double[] roots; // √(H + D) where H is diagonal
  private final double[][] v; // rows of V
  private final double[][] schur; // lower triangle of S, then of its factor
  private final boolean[] dropped;

  KktSystem(Model model, Parallel parallel) {
    this.model = model;
    this.parallel = parallel;
    n = model.variables();
    m = model.rows().length;
    cholesky = model.h() == null ? null : new Cholesky(n);
    roots = new double[n];
    v = new double[m][n];
    schur = new double[m][];
    for (int i = 0; i < m; i++) {
      schur[i] = new double[i + 1];
    }
    dropped = new boolean[m];
  }

  /**
   * Factors for the diagonals D and W.
   *
   * @return whether H + D is positive definite to rounding
   */
  boolean factor(double[] d, double[] w) {
    if (!factorVariables(d)) {
      return false;
    }
    parallel.forEach( // each only reads the factor
        m,
        i -> {
          System.arraycopy(model.rows()[i], 0, v[i], 0, n);
          forward(v[i]);
        });
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        schur[i][j] = Kernels.dot(v[i], v[j]);
      }
      schur[i][i] += w[i];
    }
    factorSchur();
    return true;
  }

  private boolean factorVariables(double[] d) {
    double[] diagonal = new double[n];
    for (int k = 0; k < n; k++) {
      diagonal[k] = model.diagonal()[k] + d[k];
    }
    if (cholesky != null && model.h() != null) {
      return cholesky.factor(model.h(), diagonal, 0, parallel);
    }
    for (int k = 0; k < n; k++) {
      if (!(diagonal[k] > 0)) {
        return false;
      }
      roots[k] = Math.sqrt(diagonal[k]);
    }
    return true;
  }

  private void factorSchur() {
    for (int i = 0; i < m; i++) {
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
    if (cholesky != null) {
      cholesky.forward(b);
    } else {
      for (int k = 0; k < n; k++) {
        b[k] /= roots[k];
      }
    }
  }

  /** b ← L⁻ᵀb. */
  private void backward(double[] b) {
    if (cholesky != null) {
      cholesky.backward(b);
    } else {
      forward(b);
    }
  }

  /** Solves for dx and dν. */
  void solve(double[] r, double[] p, double[] dx, double[] dnu) {
    for (int k = 0; k < n; k++) {
      dx[k] = -r[k];
    }
    forward(dx);
    for (int i = 0; i < m; i++) {
      double sum = Kernels.dot(v[i], dx) + p[i] - Kernels.dot(schur[i], 0, dnu, i);
      dnu[i] = dropped[i] ? 0 : sum / schur[i][i];
    }
    for (int i = m - 1; i >= 0; i--) {
      dnu[i] /= schur[i][i];
      for (int j = 0; j < i; j++) {
        dnu[j] -= schur[i][j] * dnu[i];
      }
    }
    for (int i = 0; i < m; i++) {
      dnu[i] = dropped[i] ? 0 : dnu[i];
      Kernels.axpy(-dnu[i], v[i], dx);
    }
    backward(dx);
  }
}
