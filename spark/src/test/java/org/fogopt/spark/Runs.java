package org.fogopt.spark;

import org.fogopt.algorithm.Algorithm;
import org.fogopt.algorithm.SarahCompositional;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/** What two runs have to agree in, to the last bit. */
record Runs(double[] point, double objective, long calls, long callsPaper, long steps) {
  static Runs of(Problem problem, Algorithm algorithm, double passes) {
    Result result = Run.of(problem, algorithm).seed(7).stop(StopRule.passes(passes)).go();
    return new Runs(
        result.point(), result.objective(), result.calls(), result.callsPaper(), result.steps());
  }

  static Runs of(Problem problem) {
    return of(problem, new SarahCompositional(), 30);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Runs o
        && java.util.Arrays.equals(point, o.point)
        && Double.compare(objective, o.objective) == 0
        && calls == o.calls
        && callsPaper == o.callsPaper
        && steps == o.steps;
  }

  @Override
  public int hashCode() {
    return java.util.Arrays.hashCode(point);
  }

  @Override
  public String toString() {
    return "Runs[%s, %s, %d calls (%d), %d steps]"
        .formatted(java.util.Arrays.toString(point), objective, calls, callsPaper, steps);
  }
}
