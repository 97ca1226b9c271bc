package org.fogopt.run;

import org.fogopt.linalg.Kernels;
import org.fogopt.method.FullGradient;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * Objective and gradient from all components, paid for by the run: where a stop rule needs them and
 * the method does not tell them, every {@link #PASSES} passes. Of an endless sum there are none.
 */
final class Check implements Stateful {
  /** Passes between two checks; a check costs three, so that steps keep three quarters. */
  static final double PASSES = 10;

  private final Oracle oracle;
  private final Iteration iteration;
  private final Progress progress;
  private final boolean isWanted; // by a stop rule
  private final double[] gradient;
  private @Nullable FullGradient full; // made when it is first needed: not every problem is finite
  private double eta = Double.NaN; // of the gradient mapping, always the same one
  private double next; // passes at which one is due
  private boolean made;

  Check(Oracle oracle, Iteration iteration, Progress progress, boolean isWanted) {
    this.oracle = oracle;
    this.iteration = iteration;
    this.progress = progress;
    this.isWanted = isWanted && oracle.finite();
    gradient = new double[oracle.dimension()];
  }

  /** Whether the last {@link #ifDue} paid. */
  boolean wasMade() {
    return made;
  }

  /** The calls of a check after a step of so many, in the paper's accounting; 0 if none is due. */
  long callsAfter(long stepCalls) {
    return isDue(progress.passesAfter(stepCalls)) ? calls() : 0;
  }

  /** The calls of a check, in the paper's accounting. */
  long calls() {
    return 2 * oracle.innerCount() + oracle.outerCount();
  }

  private boolean isDue(double passes) {
    return isWanted && !iteration.givesExactGradients() && passes >= next;
  }

  void ifDue() {
    made = isDue(progress.passes());
    if (made) {
      now();
      next = progress.passes() + PASSES;
    }
  }

  /**
   * Makes sure that objective and gradient of the point are known. Between bounds the mapping's
   * norm is at most their distance over eta: with an eta that grew it would be small anywhere. A
   * move far shorter than x would be lost in its rounding, and is lengthened.
   */
  void now() {
    eta = eta();
    if (!Double.isNaN(progress.objective()) && !Double.isNaN(progress.gradientNorm())) {
      return;
    }
    if (full == null) {
      full = new FullGradient(oracle);
    }
    double[] x = iteration.point();
    double objective = full.at(x, gradient) + oracle.penalty().value(x);
    double norm = Evaluator.mappingNorm(oracle.penalty(), x, gradient, eta);
    double along = norm > 0 ? norm : Kernels.norm(gradient);
    double least = Math.sqrt(Math.ulp(1.0)) * Kernels.norm(x) / along;
    boolean isLost = least > eta && least < Double.POSITIVE_INFINITY;
    progress.paid(
        objective, isLost ? Evaluator.mappingNorm(oracle.penalty(), x, gradient, least) : norm);
  }

  /** The step of the gradient mapping. */
  double eta() {
    return eta > 0 ? eta : iteration.eta();
  }

  @Override
  public void state(State s) {
    next = s.value("next check", next);
    eta = s.value("step of the mapping", eta);
  }
}
