package org.fogopt.spark;

import java.util.Arrays;
import java.util.List;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/** What two runs have to agree in, to the last bit. */
record Runs(
    List<Double> point,
    double objective,
    long calls,
    long callsPaper,
    long secondOrderCalls,
    long steps,
    String algorithm) {
  static Runs of(Problem problem, Algorithm algorithm, double passes) {
    Result result = Run.of(problem, algorithm).seed(7).stop(StopRule.passes(passes)).go();
    return new Runs(
        Arrays.stream(result.point()).boxed().toList(),
        result.objective(),
        result.calls(),
        result.callsPaper(),
        result.secondOrderCalls(),
        result.steps(),
        result.algorithm());
  }

  static Runs of(Problem problem) {
    return of(problem, Automatic.METHOD.with(Settings.NONE), 30);
  }
}
