package org.fogopt.lab;

import java.util.Arrays;
import java.util.List;
import org.fogopt.algorithm.Algorithm;
import org.fogopt.problem.Problem;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;
import org.jspecify.annotations.Nullable;

/**
 * A problem, a start and how near the end a run is to come.
 *
 * @param exact the least objective, or NaN where the norm of the gradient is the measure
 * @param goals what is to be left of the gap (or of the norm) at the start, the smallest last
 */
record Target(String name, Problem problem, double exact, double[] x0, double[] goals) {
  static final double[] GAPS = {1e-2, 1e-4, 1e-6};

  /** About where a quadratic has those gaps. */
  private static final double[] NORMS = {1e-1, 1e-2, 1e-3};

  static Target gap(String name, Problem problem, double exact, double[] x0) {
    return new Target(name, problem, exact, x0, GAPS);
  }

  static Target stationary(String name, Problem problem, double[] x0) {
    return new Target(name, problem, Double.NaN, x0, NORMS);
  }

  /** Runs until the last goal, or so many passes. */
  Result run(Algorithm algorithm, long seed, double budget) {
    return Run.of(problem, algorithm)
        .from(x0)
        .seed(seed)
        .stop(StopRule.passes(budget))
        .stop(new Arrived())
        .go();
  }

  /** The passes after which each goal was first met, infinite where it was not. */
  double[] passes(Result result) {
    double[] passes = new double[goals.length];
    Arrays.fill(passes, Double.POSITIVE_INFINITY);
    List<Trace.Row> rows = result.trace().rows();
    double first =
        rows.isEmpty() ? 0 : measure(rows.get(0).objective(), rows.get(0).gradientNorm());
    for (int r = rows.size() - 1; r >= 0; r--) {
      double left = measure(rows.get(r).objective(), rows.get(r).gradientNorm()) / first;
      for (int g = 0; g < goals.length; g++) {
        if (left <= goals[g]) {
          passes[g] = rows.get(r).passes();
        }
      }
    }
    return passes;
  }

  private double measure(double objective, double gradientNorm) {
    return Double.isNaN(exact) ? gradientNorm : objective - exact;
  }

  private final class Arrived implements StopRule {
    private double first = Double.NaN;

    @Override
    public @Nullable Stop after(Progress progress) {
      double left = measure(progress.objective(), progress.gradientNorm());
      if (Double.isNaN(first)) {
        first = left;
      }
      return left <= goals[goals.length - 1] * first
          ? new Stop(Stop.Reason.TOLERANCE, "arrived")
          : null;
    }
  }
}
