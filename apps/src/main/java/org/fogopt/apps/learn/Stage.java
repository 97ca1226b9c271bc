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
 */
public record Stage(Problem problem, Algorithm algorithm, double[] from, double tolerance) {
  /** Makes the run, with the options of the caller's. */
  @FunctionalInterface
  public interface Runner {
    Result run(Stage stage);
  }

  @Override
  public String toString() {
    return "Stage[%s to %s]".formatted(problem.name(), tolerance);
  }
}
