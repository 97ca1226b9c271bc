package org.fogopt.problem;

import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

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

  /**
   * u += a Σ_{i in batch} (∇f_i(y) − ∇f_i(yp)). Worth overriding where one look at i serves both.
   */
  default void addGradientDifference(Batch batch, double[] y, double[] yp, double a, Cotangent u) {
    addGradient(batch, y, a, u);
    addGradient(batch, yp, -a, u);
  }

  /**
   * As {@link Inner#fingerprint()}; data that it shares with the inner map need not be told twice.
   */
  default String fingerprint() {
    return "";
  }

  /** The components of a chunk, as {@link Inner#grain()}. */
  default int grain() {
    return 1024;
  }

  /** As {@link Inner#isFar()}. */
  default boolean isFar() {
    return false;
  }

  /** As {@link Inner#touch}. */
  default double touch(Batch batch) {
    return 0;
  }

  /** Where the data of the components is, if not here; sums over all of them are computed there. */
  default @Nullable Elsewhere elsewhere() {
    return null;
  }

  /** What it counts for reports, if anything; a checkpoint keeps it. */
  @Override
  default void state(State s) {}
}
