package org.fogopt.problem;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * A weighted sum of component Jacobians ∂g_j (l × d; a row for each output), kept in whatever
 * structure the problem has: a row under an identity, rank-one blocks, a dense matrix.
 */
public interface Jacobian extends Stateful {
  /** G = 0. */
  void clear();

  /** G += a Σ_{j in batch} ∂g_j(x). */
  void add(Batch batch, double[] x, double a);

  /** G += a Σ_{j in batch} (∂g_j(x) − ∂g_j(xp)). */
  default void addDifference(Batch batch, double[] x, double[] xp, double a) {
    add(batch, x, a);
    add(batch, xp, -a);
  }

  /** G += other; {@code other} comes from the same {@link Inner#newJacobian()}. */
  void add(Jacobian other);

  /** G *= c. */
  void scale(double c);

  /** The Frobenius norm of G. */
  double norm();

  /** out += a Gᵀu. */
  void transposeTimes(Cotangent u, double a, double[] out);

  /**
   * Into how many parts the work of Gᵀu can be cut, to be shared among threads. It fixes the order
   * of the sum, so it may depend on the problem, on G and on u, but not on the machine.
   */
  default int parts(Cotangent u) {
    return 1;
  }

  /** out += a times one of the {@code parts} terms that sum to Gᵀu. */
  default void transposeTimes(Cotangent u, int part, int parts, double a, double[] out) {
    transposeTimes(u, a, out);
  }

  /**
   * out += a Gv. Where g is {@link Inner#affine() affine}, all its values follow from one of them
   * and this. Row by row, at the cost of the dense matrix, unless a structure knows better.
   */
  default void times(double[] v, double a, double[] out) {
    Cotangent u = new Cotangent(out.length);
    double[] row = new double[v.length];
    for (int r = 0; r < out.length; r++) {
      u.clear();
      u.add(r, 1);
      Arrays.fill(row, 0);
      transposeTimes(u, 1, row);
      out[r] += a * Kernels.dot(row, v);
    }
  }

  /** Into how many parts the work of Gv can be cut, as for {@link #parts}. */
  default int rowParts() {
    return 1;
  }

  /** out += a times one of the {@code parts} terms that sum to Gv. */
  default void times(double[] v, int part, int parts, double a, double[] out) {
    times(v, a, out);
  }

  /**
   * G as a checkpoint keeps it, and as it is sent to another machine: what it is restored to must
   * behave as it did, to the last bit.
   *
   * @throws UnsupportedOperationException unless implemented; only checkpoints and clusters ask
   */
  @Override
  default void state(State s) {
    throw new UnsupportedOperationException(
        "%s cannot be kept in a checkpoint; implement its state(State), or run without one"
            .formatted(getClass().getName()));
  }
}
