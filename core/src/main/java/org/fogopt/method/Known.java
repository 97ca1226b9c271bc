package org.fogopt.method;

import org.jspecify.annotations.Nullable;

/** What a method knows of its point x_t, as it learns it; {@link Iteration} says it to others. */
public abstract class Known {
  /** x_t. */
  protected double[] x;

  /** Whether this step was a restart, and what it learned of x_t from all components, or NaN. */
  protected boolean restarted;

  protected double objective = Double.NaN;
  protected double gradientNorm = Double.NaN;

  /**
   * The first gradient norm paid for, if that was on a sample; NaN: the first of all components.
   */
  protected double firstNorm = Double.NaN;

  /** |F_t|, with a penalty that of the gradient mapping; NaN before the first step. */
  protected double moveNorm = Double.NaN;

  /** Whether the objective can change by rounding only. */
  protected boolean isAtRounding;

  /** What the first step from x was to gain, relative to |Φ|; 0 once a step gained something. */
  protected double promised;

  /** A direction along which the objective falls without end, if one was found. */
  protected double @Nullable [] recession;

  protected Known(double[] x0) {
    x = x0.clone();
  }
}
