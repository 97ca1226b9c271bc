package org.fogopt.method.newton;

import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Hessian;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/** How the quadratic model gᵀp + ½pᵀHp (+ h(x + p)) is minimised within a trust region. */
interface StepRule extends Stateful {
  /**
   * p ← D times a minimiser of the model over |Dp| ≤ radius; see {@link #unscale}.
   *
   * @param accuracy the residual, relative to |g|, that is small enough where steps are inexact
   * @return whether it lies on the boundary of the region
   */
  boolean solve(Hessian h, double[] x, double[] g, double radius, double accuracy, double[] p);

  /** The norm of the region, |Dp|. */
  default double norm(double[] p) {
    return Kernels.norm(p);
  }

  /** p ← D⁻¹p. */
  default void unscale(double[] p) {}

  /** A model to be solved next, with a D of its own; by what to multiply lengths in the last D. */
  default double prepare(Hessian h, double[] g) {
    return 1;
  }

  /** A direction along which the last model fell without end, or null. */
  default double @Nullable [] recession() {
    return null;
  }

  @Override
  default void state(State s) {}
}
