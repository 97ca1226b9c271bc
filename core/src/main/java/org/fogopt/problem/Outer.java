package org.fogopt.problem;

import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The outer function f: R^l → R, the mean of {@link #count()} components f_i, in batch form.
 * Stateless after construction, like {@link Inner}.
 */
public interface Outer extends Stateful {
  /** n, the number of components, or {@link Inner#UNBOUNDED}. */
  long count();

  /** Σ_{i in batch} f_i(y). */
  double value(Batch batch, double[] y);

  /**
   * u += a Σ_{i in batch} ∇f_i(y).
   *
   * @return Σ_{i in batch} f_i(y): a call of the oracle gives value and gradient together
   */
  double addGradient(Batch batch, double[] y, double a, Cotangent u);

  /** The gradient where nobody asks for the value. Worth overriding where that costs as much. */
  default void addGradientAlone(Batch batch, double[] y, double a, Cotangent u) {
    addGradient(batch, y, a, u);
  }

  /**
   * u += a Σ_{i in batch} (∇f_i(y) − ∇f_i(yp)). Worth overriding where one evaluation of i serves
   * both.
   */
  default void addGradientDifference(Batch batch, double[] y, double[] yp, double a, Cotangent u) {
    addGradient(batch, y, a, u);
    addGradient(batch, yp, -a, u);
  }

  /** Where and how the components are kept; data that g shares need not be named twice. */
  default Placement placement() {
    return Placement.HERE;
  }

  /** What it counts for reports, if anything; a checkpoint keeps it. */
  @Override
  default void state(State s) {}
}
