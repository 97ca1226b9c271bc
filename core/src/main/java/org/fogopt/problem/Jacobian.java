package org.fogopt.problem;

/**
 * A weighted sum of component Jacobians ∂g_j (l × d; a row for each output), kept in whatever
 * structure the problem has: a row under an identity, rank-one blocks, a dense matrix.
 */
public interface Jacobian {
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
}
