package org.fogopt.lab;

import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;

/** Traces of small runs. */
final class Runs {
  private Runs() {}

  /** Gradient descent on (x − 1)², from 0, for so many steps; a step costs three calls. */
  static Trace parabola(int steps) {
    return parabolaRun(steps).trace();
  }

  /** The same, with all that the run left. */
  static Result parabolaRun(int steps) {
    Problem problem =
        Components.map(1, 1)
            .inner(1, (j, x, y) -> y[0] = x[0] - 1, (j, x, jac) -> jac[0][0] = 1)
            .outer(1, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
            .named("parabola");
    var parameters = Settings.NONE.with(SarahParameters.ETA, 0.25).with(SarahParameters.Q, 1);
    return Run.of(problem, SarahParameters.METHOD.with(parameters))
        .stop(StopRule.steps(steps))
        .go();
  }
}
