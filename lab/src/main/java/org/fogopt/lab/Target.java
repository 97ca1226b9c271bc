package org.fogopt.lab;

import java.util.Arrays;
import java.util.List;
import org.fogopt.method.Algorithm;
import org.fogopt.method.auto.Methods;
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
import org.fogopt.run.Trace;
import org.jspecify.annotations.Nullable;

/**
 * A problem, a start and how near the end a run is to come.
 *
 * @param exact the least objective
 * @param goals what is to be left of the gap at the start, the smallest last
 * @param shipped what the application sets of SARAH-Compositional, the step left to be chosen
 */
record Target(
    String name, Problem problem, double exact, double[] x0, double[] goals, Settings shipped) {
  static final double[] GAPS = {1e-2, 1e-4, 1e-6};

  private static final double REFERENCE = 2000;

  static Target gap(String name, Problem problem, double exact, double[] x0) {
    return new Target(name, problem, exact, x0, GAPS, Settings.NONE);
  }

  Target with(Settings settings) {
    return new Target(name, problem, exact, x0, goals, settings);
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
    double first = rows.isEmpty() ? 0 : rows.get(0).objective() - exact;
    for (int r = rows.size() - 1; r >= 0; r--) {
      double left = (rows.get(r).objective() - exact) / first;
      for (int g = 0; g < goals.length; g++) {
        if (left <= goals[g]) {
          passes[g] = rows.get(r).passes();
        }
      }
    }
    return passes;
  }

  /**
   * The passes spent when a point that meets each goal was first at hand, whether the method knew
   * of it or not: looked at from outside, before every step by which the calls would have grown by
   * a thirty-second since the last look: by most steps at first, and later by all long ones.
   */
  double[] passesSeenClosely(Algorithm algorithm, long seed, double budget) {
    double[] passes = new double[goals.length];
    Arrays.fill(passes, Double.POSITIVE_INFINITY);
    try (Workers workers = new Workers(1)) {
      var closely = new Closely(new Evaluator(problem, workers), passes);
      Run.of(problem, algorithm)
          .from(x0)
          .seed(seed)
          .untraced()
          .stop(StopRule.passes(budget))
          .stop(closely)
          .go();
    }
    return passes;
  }

  private final class Closely implements StopRule {
    private static final double OFTEN = 32;

    private final Evaluator evaluator;
    private final double[] passes;
    private double first = Double.NaN;
    private double next;

    Closely(Evaluator evaluator, double[] passes) {
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
          ? new Stop(Stop.Reason.TOLERANCE, "arrived")
          : null;
    }
  }

  private final class Arrived implements StopRule {
    private double first = Double.NaN;

    @Override
    public @Nullable Stop after(Progress progress) {
      double left = progress.objective() - exact;
      if (Double.isNaN(first)) {
        first = left;
      }
      return left <= goals[goals.length - 1] * first
          ? new Stop(Stop.Reason.TOLERANCE, "arrived")
          : null;
    }
  }
}
