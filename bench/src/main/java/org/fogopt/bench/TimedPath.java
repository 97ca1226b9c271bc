package org.fogopt.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.oracle.Evaluator;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * Iterates of a run, with the seconds and passes after which each was known; of many a few, so it
 * errs upwards. What they are worth is computed afterwards.
 */
final class TimedPath implements Observer {
  /** Evaluations at the most: they cost more than the run did. */
  private static final int MOST = 400;

  private final List<double[]> points = new ArrayList<>();
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> passes = new ArrayList<>();
  private double last;
  private double lastPasses;
  private double next;
  private String stop = "";

  /**
   * When gaps were reached, infinite where they were not.
   *
   * @param gap of the last iterate that was evaluated
   */
  record Reached(double[] seconds, double[] passes, double gap) {}

  /** A method at its default, within the seconds; returns the objective, infinite if it failed. */
  double run(Problem problem, String method, double[] x0, double limit) {
    long end = System.nanoTime() + (long) (limit * 1e9);
    try {
      Result result =
          Run.of(problem, Methods.named(method).byDefault())
              .threads(Runtime.getRuntime().availableProcessors())
              .untraced()
              .from(x0)
              .stop(StopRule.tolerance(1e-8))
              .stop(StopRule.noProgress(20))
              .stop(StopRule.when(() -> System.nanoTime() > end))
              .observe(this)
              .go();
      stop = result.stop().detail();
      last = result.seconds();
      points.add(result.point());
      seconds.add(last);
      passes.add(result.passes());
      boolean isNumber = Double.isFinite(result.objective());
      return isNumber ? result.objective() : Double.POSITIVE_INFINITY;
    } catch (RuntimeException | OutOfMemoryError e) {
      stop = "failed: " + e.getMessage();
      last = limit;
      return Double.POSITIVE_INFINITY;
    }
  }

  @Override
  public void stepped(Progress progress) {
    if (last >= next) {
      points.add(progress.point().clone());
      seconds.add(last);
      passes.add(lastPasses);
      next = 1.03 * last + 1e-5;
    }
    last = progress.seconds();
    lastPasses = progress.passes();
  }

  /** Seconds of the whole run. */
  double last() {
    return last;
  }

  String stop() {
    return stop;
  }

  /**
   * When (Φ − least)/(first − least) was at most each of the gaps.
   *
   * @param gaps falling
   */
  Reached reached(Evaluator evaluator, double least, double first, double... gaps) {
    double[] when = new double[gaps.length];
    double[] cost = new double[gaps.length];
    Arrays.fill(when, Double.POSITIVE_INFINITY);
    Arrays.fill(cost, Double.POSITIVE_INFINITY);
    double gap = Double.NaN;
    int step = 1 + points.size() / MOST;
    for (int k = 0; k < points.size() && Double.isInfinite(when[gaps.length - 1]); k++) {
      if (k % step == 0 || k == points.size() - 1) {
        gap = (evaluator.objective(points.get(k)) - least) / (first - least);
        for (int g = 0; g < gaps.length; g++) {
          if (gap <= gaps[g] && Double.isInfinite(when[g])) {
            when[g] = seconds.get(k);
            cost[g] = passes.get(k);
          }
        }
      }
    }
    return new Reached(when, cost, gap);
  }
}
