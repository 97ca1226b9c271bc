package org.fogopt.oracle;

import org.fogopt.linalg.Kernels;
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

  /** Of differences of ∇f, relative: between the rounding and the change of the curvature. */
  private static final double DIFFERENCE = 1e-5;

  private final RowSource source;
  private final @Nullable SymmetricMatrix matrix;
  private final int size;
  private WeightedRows rows = new WeightedRows(0, new double[0], new double[0]);

  CurvaturePart(RowSource source, boolean isDense, int size) {
    this.source = source;
    this.size = size;
    matrix = isDense ? new SymmetricMatrix(size) : null;
  }

  void make(Batch part, double a) {
    if (matrix == null) {
      rows = weightedRows(source, part, a, size);
    } else {
      matrix.clear();
      add(source, part, a, matrix);
    }
  }

  void addTo(Hessian h) {
    if (matrix == null) {
      h.add(rows);
    } else {
      h.add(matrix);
    }
  }

  /** H += a Σ of the curvature of a chunk, block by block. */
  static void add(RowSource source, Batch part, double a, SymmetricMatrix h) {
    for (long from = 0; from < part.size(); from += BLOCK) {
      Batch block = part.slice(from, Math.min(part.size(), from + BLOCK));
      WeightedRows made = weightedRows(source, block, a, h.size());
      h.addRows(made.count(), made.rows(), made.weights());
    }
  }

  private static WeightedRows weightedRows(RowSource source, Batch batch, double a, int d) {
    int count = Math.toIntExact(batch.size() * source.perComponent());
    var made = new WeightedRows(count, new double[count * d], new double[count]);
    source.fill(batch, made.weights(), made.rows());
    Kernels.scale(a, made.weights());
    return made;
  }

  /** Gᵀ∇²f(y)G from differences of ∇f along each output: with T = ∇²f(y)G it is Σ_k G_kT_kᵀ. */
  static WeightedRows ofOuter(Passes passes, Batch batch, double[] y, Jacobian g, int d) {
    int l = y.length;
    Cotangent u = new Cotangent(l);
    double[] moved = y.clone();
    var made = new WeightedRows(2 * l, new double[2 * l * d], new double[2 * l]);
    for (int k = 0; k < l; k++) {
      double[] row = new double[d];
      double[] turned = new double[d];
      double h = DIFFERENCE * (y[k] == 0 ? Math.max(1, Kernels.norm(y)) : Math.abs(y[k]));
      moved[k] = y[k] + h;
      u.clear();
      passes.addGradientDifference(batch, moved, y, u);
      passes.transposeTimes(g, u, 1 / (moved[k] - y[k]), turned);
      u.clear();
      u.set(k, 1);
      passes.transposeTimes(g, u, 1, row);
      Curvature.addSymmetric(row, turned, 2 * k, made.weights(), made.rows());
      moved[k] = y[k];
    }
    return made;
  }
}
