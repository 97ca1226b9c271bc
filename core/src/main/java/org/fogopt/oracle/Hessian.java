package org.fogopt.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.linalg.WeightedRows;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * An estimate of ∇²Φ, as the {@link Oracle} fills it: a matrix, or for many unknowns the weighted
 * rows it is a sum of, to be multiplied with.
 */
public final class Hessian implements Stateful {
  private final int size;
  private final Workers workers;
  private final @Nullable SymmetricMatrix matrix;
  private final List<WeightedRows> rows = new ArrayList<>();
  private final double[][] scratch;
  private final double[] diagonal; // of a matrix kept as rows
  private boolean isProjected;

  Hessian(int size, boolean isDense, Workers workers) {
    this.size = size;
    this.workers = workers;
    matrix = isDense ? new SymmetricMatrix(size) : null;
    diagonal = new double[isDense ? 0 : size];
    scratch = new double[isDense ? 0 : workers.threads()][isDense ? 0 : size];
  }

  /** The matrix; null where only products are to be had. */
  public @Nullable SymmetricMatrix matrix() {
    return matrix;
  }

  /** H ← 0. */
  public void clear() {
    isProjected = false;
    rows.clear();
    Arrays.fill(diagonal, 0);
    if (matrix != null) {
      matrix.clear();
    }
  }

  /** out ← Hp. */
  public void times(double[] p, double[] out) {
    if (matrix != null) {
      matrix.times(p, out);
      return;
    }
    for (int k = 0; k < size; k++) {
      out[k] = diagonal[k] * p[k];
    }
    workers.inOrder(
        rows.size(),
        (k, slot) -> {
          Arrays.fill(scratch[slot], 0);
          rows.get((int) k).addTimes(p, scratch[slot]);
        },
        (k, slot) -> Kernels.axpy(1, scratch[slot], out));
  }

  /**
   * H += (change/|p|⁴) p pᵀ, so that pᵀHp grows by {@code change}: what a rejected step showed of
   * the curvature along it (Nocedal, Wright, section 6.2, update after such steps too).
   */
  public void correct(double[] p, double change) {
    double square = Kernels.dot(p, p);
    add(new WeightedRows(1, p.clone(), new double[] {change / (square * square)}));
  }

  /**
   * H ← PᵀHP + c wwᵀ with P = I − uwᵀ, w = D²x/|Dx|, u = x/|Dx|: the Hessian on the ellipsoid |Dx|
   * = constant (Absil, Mahony, Sepulchre 2008, section 6.4.1, where xᵀ∇Φ = 0), and c along x. D² is
   * the diagonal |H_kk|/c where there is a matrix, so that the unknowns' units do not matter. Once.
   */
  public void project(double[] x, double c) {
    if (isProjected) {
      return;
    }
    isProjected = true;
    double[] w = x.clone();
    for (int k = 0; k < size && matrix != null; k++) {
      w[k] *= Math.abs(matrix.get(k, k)) / c;
    }
    double norm = Math.sqrt(Kernels.dot(x, w));
    Kernels.scale(1 / norm, w);
    double[] z = new double[size];
    times(x, z);
    Kernels.scale(1 / norm, z);
    Kernels.axpy(-0.5 * (Kernels.dot(x, z) / norm + c), w, z); // H − wzᵀ − zwᵀ
    double weight = Kernels.norm(w) * Kernels.norm(z);
    if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
      return; // nothing is known along x
    }
    Kernels.scale(1 / Kernels.norm(w), w);
    Kernels.scale(1 / Kernels.norm(z), z);
    double[] pair = new double[2 * size];
    for (int k = 0; k < size; k++) {
      pair[k] = w[k] + z[k];
      pair[size + k] = w[k] - z[k];
    }
    add(new WeightedRows(2, pair, new double[] {-0.5 * weight, 0.5 * weight}));
  }

  @Override
  public void state(State s) {
    isProjected = s.value("projected", isProjected);
    if (matrix != null) {
      matrix.setPacked(s.values("lower triangle", matrix.packed()));
      return;
    }
    s.array("diagonal", diagonal);
    int count = s.value("parts", rows.size());
    for (int k = 0; k < count; k++) {
      boolean isNew = s.isReading();
      double[] kept = s.values("rows", isNew ? new double[0] : rows.get(k).rows());
      double[] weights = s.values("weights", isNew ? new double[0] : rows.get(k).weights());
      if (isNew) {
        rows.add(new WeightedRows(weights.length, kept, weights));
      }
    }
  }

  void addDiagonal(double[] more) {
    if (matrix != null) {
      matrix.addDiagonal(more);
    } else {
      Kernels.axpy(1, more, diagonal);
    }
  }

  void add(SymmetricMatrix more) {
    Objects.requireNonNull(matrix).add(1, more);
  }

  void add(WeightedRows more) {
    if (matrix != null) {
      matrix.addRows(more.count(), more.rows(), more.weights());
    } else if (more.count() > 0) {
      rows.add(more);
    }
  }
}
