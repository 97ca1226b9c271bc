package org.fogopt.apps.learn;

import org.fogopt.method.Algorithm;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;

/**
 * One of the runs of a fit.
 *
 * @param problem what is minimised
 * @param algorithm what the learner would do
 * @param from where to begin
 * @param tolerance the gradient norm at which it is done, relative to the first one
 * @param spent passes of the fit's runs before it
 * @param share how much of the passes that are left it may take
 */
public record Stage(
    Problem problem,
    Algorithm algorithm,
    double[] from,
    double tolerance,
    double spent,
    double share) {
  /** Makes the run, with the options of the caller's. */
  @FunctionalInterface
  public interface Runner {
    Result run(Stage stage);
  }

  /**
   * The most passes of this run.
   *
   * @param most of the fit
   */
  public double passes(double most) {
    return Math.max(Double.MIN_NORMAL, share * (most - spent));
  }

  @Override
  public String toString() {
    return "Stage[%s to %s]".formatted(problem.name(), tolerance);
  }
}
