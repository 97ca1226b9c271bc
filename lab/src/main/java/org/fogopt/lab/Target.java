package org.fogopt.lab;

import java.util.Arrays;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.run.Output;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/**
 * A problem, a start and how near the end a run is to come.
 *
 * @param exact the least objective
 * @param goals what is to be left of the gap at the start, the smallest last
 */
record Target(String name, Problem problem, double exact, double[] x0, double[] goals) {
  static final double[] GAPS = {1e-2, 1e-4, 1e-6};

  private static final double REFERENCE = 2000;

  static Target gap(String name, Problem problem, double exact, double[] x0) {
    return new Target(name, problem, exact, x0, GAPS);
  }

  /** Where the least objective is not known: the least that two long runs find. */
  static Target near(String name, Problem problem, double[] x0) {
    double least = Double.POSITIVE_INFINITY;
    for (String method : List.of("agd", "sarah-c")) {
      Result run =
          Run.of(problem, Methods.named(method).with(Settings.NONE))
              .from(x0)
              .output(Output.BEST)
              .stop(StopRule.passes(REFERENCE))
              .stop(StopRule.tolerance(1e-9))
              .go();
      least = Math.min(least, run.objective());
    }
    return gap(name, problem, least, x0);
  }

  /**
   * A run and how soon it met the goals.
   *
   * @param passes spent when a point that meets each goal was first at hand, whether the method
   *     knew of it or not; infinite where it was not
   */
  record Approach(double[] passes, Result result) {}

  /**
   * Runs until the last goal, or so many passes. Goals are checked with an evaluator of its own,
   * outside the count: before every step by which the calls would have grown by a thirty-second
   * since the last check, which are most steps at first, and later all long ones.
   */
  Approach run(Algorithm algorithm, long seed, double budget) {
    double[] passes = new double[goals.length];
    Arrays.fill(passes, Double.POSITIVE_INFINITY);
    try (Workers workers = new Workers(1)) {
      Result result =
          Run.of(problem, algorithm)
              .from(x0)
              .seed(seed)
              .untraced()
              .stop(StopRule.passes(budget))
              .stop(new Arrival(new Evaluator(problem, workers), passes))
              .go();
      return new Approach(passes, result);
    }
  }

  private final class Arrival implements StopRule {
    private static final double OFTEN = 32;

    private final Evaluator evaluator;
    private final double[] passes;
    private double first = Double.NaN;
    private double next;

    Arrival(Evaluator evaluator, double[] passes) {
      this.evaluator = evaluator;
      this.passes = passes;
    }

    @Override
    public @Nullable Stop before(Progress progress) {
      if (progress.passesAfterNextStep() < next) {
        return null;
      }
      next = progress.passes() * (1 + 1 / OFTEN);
      double left = evaluator.objective(progress.point()) - exact;
      first = Double.isNaN(first) ? left : first;
      for (int g = 0; g < goals.length; g++) {
        if (left <= goals[g] * first) {
          passes[g] = Math.min(passes[g], progress.passes());
        }
      }
      return passes[goals.length - 1] < Double.POSITIVE_INFINITY
          ? new Stop(Stop.Reason.TARGET, "arrived")
          : null;
    }
  }
}
