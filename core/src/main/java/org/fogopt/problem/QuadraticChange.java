package org.fogopt.problem;

/**
 * What a problem with an affine g and quadratic f_i may offer: how the estimate of its gradient
 * changes from one point to another, in one go.
 *
 * <p>∇f_i(y + dy) − ∇f_i(y) is then the same for all y, and dy is the mean of g_j(x) − g_j(xp). So
 * y need not be carried along from step to step, nor the gradient of f written down before it is
 * multiplied by Gᵀ: fewer reads of memory than the parts take, {@link Inner#addDifference}, {@link
 * Outer#addGradientDifference} and {@link Jacobian#transposeTimes}. {@link
 * org.fogopt.check.DerivativeCheck} compares it with them.
 */
@FunctionalInterface
public interface QuadraticChange {
  /**
   * out += Gᵀ · mean over {@code outer} of ∇f_i(y + dy) − ∇f_i(y), for any y, and dy the mean over
   * {@code inner} of g_j(x) − g_j(xp). Neither batch is empty or larger than its grain.
   *
   * <p>Runs may share a problem, and ask at the same time: scratch space belongs into {@code g}.
   *
   * @param g made by this problem's {@link Inner#newJacobian()}
   */
  void add(Batch inner, Batch outer, double[] x, double[] xp, Jacobian g, double[] out);
}
