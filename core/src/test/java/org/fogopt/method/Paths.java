package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;

/** Sequences of iterates, made by the library and compared. */
public final class Paths {
  private Paths() {}

  /** x_0, …, x_steps through the library. */
  public static List<double[]> of(
      Problem problem, Settings parameters, double[] x0, long seed, int steps) {
    return of(problem, SarahParameters.METHOD.with(parameters), x0, seed, steps);
  }

  /** x_0, …, x_steps through the library. */
  public static List<double[]> of(
      Problem problem, Algorithm algorithm, double[] x0, long seed, int steps) {
    List<double[]> path = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Iteration iteration = algorithm.start(new Oracle(problem, workers, seed), x0);
      path.add(iteration.point().clone());
      for (int t = 0; t < steps; t++) {
        iteration.step();
        iteration.commit();
        path.add(iteration.point().clone());
      }
    }
    return path;
  }

  /** x_0, …, x_steps of gradient descent, from the definitions. */
  public static List<double[]> gradientDescent(Parts parts, double eta, double[] x0, int steps) {
    return new Naive(parts, Naive.NO_PROX, 0).gradientDescent(eta, x0, steps);
  }

  public static void assertClose(List<double[]> path, List<double[]> expected, double relative) {
    assertThat(path).hasSameSizeAs(expected);
    for (int t = 0; t < path.size(); t++) {
      double[] difference = path.get(t).clone();
      for (int k = 0; k < difference.length; k++) {
        difference[k] -= expected.get(t)[k];
      }
      assertThat(Parts.norm(difference))
          .as("distance at x_%d", t)
          .isLessThanOrEqualTo(relative * Parts.norm(expected.get(t)));
    }
  }

  public static void assertSameBits(List<double[]> path, List<double[]> expected) {
    assertThat(path).hasSameSizeAs(expected);
    for (int t = 0; t < path.size(); t++) {
      assertThat(path.get(t)).as("x_%d", t).isEqualTo(expected.get(t));
    }
  }
}
