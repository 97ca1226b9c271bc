package org.fogopt.oracle;

import java.util.Objects;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.linalg.WeightedRows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Jacobian;
import org.jspecify.annotations.Nullable;

/** Where a worker makes the curvature of a chunk: a partial matrix, or its rows. */
final class CurvaturePart {
  /** Components whose rows are made before they are added to a matrix: they fit into a cache. */
  private static final int BLOCK = 256;

  /** Of central differences of ∇f, relative: the cube root of an ulp (Nocedal, Wright, 8.1). */
  private static final double DIFFERENCE = Math.cbrt(Math.ulp(1.0));

  private final RowSource source;
  private final @Nullable SymmetricMatrix matrix;
  private final int size;
  private WeightedRows rows = new WeightedRows(0, new double[0], new double[0]);

  CurvaturePart(RowSource source, boolean isDense, int size) {
    this.source = source;
    this.size = size;
    matrix = isDense ? new SymmetricMatrix(size) : null;
  }

  /** The curvature of a chunk, times a; a matrix is made block by block. */
  void make(Batch part, double a, Parallel parallel) {
    if (matrix == null) {
      fill(part, a, zeros(part));
      return;
    }
    matrix.clear();
    for (long from = 0; from < part.size(); from += BLOCK) {
      Batch block = part.slice(from, Math.min(part.size(), from + BLOCK));
      boolean fits = rows.count() == block.size() * source.perComponent();
      fill(block, a, fits ? rows.cleared() : zeros(block));
      matrix.addRows(rows.gather(), rows.rows(), rows.weights(), parallel);
    }
  }

  private WeightedRows zeros(Batch part) {
    int count = Math.toIntExact(part.size() * source.perComponent());
    return new WeightedRows(count, new double[count * size], new double[count]);
  }

  private void fill(Batch part, double a, WeightedRows zeros) {
    rows = zeros;
    source.filler().fill(part, rows.weights(), rows.rows());
    Kernels.scale(a, rows.weights());
  }

  /** The lower triangle of the matrix. */
  double[] packed() {
    return Objects.requireNonNull(matrix).packed();
  }

  void addTo(Hessian h) {
    if (matrix == null) {
      h.add(rows);
    } else {
      h.add(matrix);
    }
  }

  /**
   * Gᵀ∇²f(y)G from central differences of ∇f along each output: with T = ∇²f(y)G it is Σ_k G_kT_kᵀ.
   * What f takes away from the curvature of g may be nearly all of it, so the error matters.
   */
  static WeightedRows ofOuter(Passes passes, Batch batch, double[] y, Jacobian g, double[] x) {
    int l = y.length;
    int d = x.length;
    Cotangent u = new Cotangent(l);
    double[] up = y.clone();
    double[] down = y.clone();
    var made = new WeightedRows(2 * l, new double[2 * l * d], new double[2 * l]);
    for (int k = 0; k < l; k++) {
      double[] row = new double[d];
      double[] turned = new double[d];
      u.clear();
      u.set(k, 1);
      passes.transposeTimes(g, u, 1, row);
      // y_k may be 0 but for rounding: what its terms add up to counts, too
      double size = Math.max(Math.abs(y[k]), DIFFERENCE * Kernels.norm(row) * Kernels.norm(x));
      double h = DIFFERENCE * (size == 0 ? Math.max(1, Kernels.norm(y)) : size);
      up[k] = y[k] + h;
      down[k] = y[k] - h;
      u.clear();
      passes.addGradientDifference(batch, up, down, u);
      passes.transposeTimes(g, u, 1 / (up[k] - down[k]), turned);
      Curvature.addSymmetric(row, turned, 2 * k, made.weights(), made.rows());
      up[k] = y[k];
      down[k] = y[k];
    }
    return made;
  }
}
