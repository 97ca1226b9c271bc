package org.fogopt.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.fogopt.run.Trace;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/** What one of several runs ended with, so that it need not be made again after a kill. */
final class EndedRun implements Stateful {
  private static final Result NOTHING =
      new Result(
          new double[0],
          0,
          0,
          new Stop(Stop.Reason.FAILED, ""),
          0,
          0,
          0,
          0,
          0,
          0,
          "",
          "",
          0,
          Map.of(),
          List.of(),
          new Trace());

  private final List<String> of = new ArrayList<>();
  private @Nullable Result result;

  EndedRun() {}

  /**
   * A run.
   *
   * @param of all that the result follows from
   */
  EndedRun(List<String> of, Result result) {
    this.of.addAll(of);
    this.result = result;
  }

  /** The result if it is of this run and nothing was left to do; otherwise null. */
  @Nullable Result result(List<String> wanted) {
    return result != null && result.converged() && of.equals(wanted) ? result : null;
  }

  @Override
  public void state(State s) {
    s.words("of", of);
    Result now = result == null ? NOTHING : result;
    List<String> decisions = new ArrayList<>(now.decisions());
    double[] point = s.values("point", now.point());
    double objective = s.value("objective", now.objective());
    double norm = s.value("gradient norm", now.gradientNorm());
    var reason = Stop.Reason.valueOf(s.value("reason", now.stop().reason().name()));
    var stop = new Stop(reason, s.value("detail", now.stop().detail()));
    long steps = s.value("steps", now.steps());
    long calls = s.value("calls", now.calls());
    long paper = s.value("paper", now.callsPaper());
    long second = s.value("second order", now.secondOrderCalls());
    double passes = s.value("passes", now.passes());
    double seconds = s.value("seconds", now.seconds());
    String problem = s.value("problem", now.problem());
    String algorithm = s.value("algorithm", now.algorithm());
    long seed = s.value("seed", now.seed());
    s.words("decisions", decisions);
    result =
        new Result(
            point,
            objective,
            norm,
            stop,
            steps,
            calls,
            paper,
            second,
            passes,
            seconds,
            problem,
            algorithm,
            seed,
            Map.of(),
            decisions,
            new Trace());
  }
}
