package org.fogopt;

import org.fogopt.method.auto.Automatic;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;

/**
 * The shortest way to a minimum: one line, nothing to choose.
 *
 * <pre>{@code
 * Result result = Fog.minimise(problem);
 * System.out.println(result); // what came of it; result.point() is the minimiser
 * }</pre>
 *
 * The method is chosen by {@link Automatic}, all cores are used, and the run always ends: at the
 * tolerance, at the rounding of the objective, or at a limit that {@link Result#stop()} names.
 * {@link Run} has everything else.
 */
public final class Fog {
  /**
   * The gradient norm that counts as zero, relative to the first one: the relative gap is then at
   * most its square times the condition number.
   */
  public static final double TOLERANCE = 1e-6;

  /** The limit of a run on finitely many components, in full gradients. */
  private static final double MOST_GRADIENTS = 1000;

  /** The limit of a run on an endless supply, in calls. */
  private static final double MOST_CALLS = 1e7;

  /** Full gradients without a lower objective or gradient after which nothing more is to come. */
  private static final int PATIENCE = 20;

  private Fog() {}

  /** From zero, to a {@linkplain StopRule#minimum minimum} with {@link #TOLERANCE}. */
  public static Result minimise(Problem problem) {
    return minimise(problem, new double[problem.dimension()]);
  }

  /** From x0, to a {@linkplain StopRule#minimum minimum} with {@link #TOLERANCE}. */
  public static Result minimise(Problem problem, double[] x0) {
    return automatic(problem).from(x0).stop(StopRule.minimum(TOLERANCE)).go();
  }

  /**
   * From x0, until the norm of the gradient (mapping) is {@code tolerance} times the first one;
   * with 0 as far as rounding allows.
   */
  public static Result minimise(Problem problem, double[] x0, double tolerance) {
    return automatic(problem).from(x0).stop(StopRule.tolerance(tolerance)).go();
  }

  /** A run by the automatic method on all cores, with the limits that end it in any case. */
  public static Run automatic(Problem problem) {
    return Run.of(problem, Automatic.METHOD.byDefault())
        .threads(Runtime.getRuntime().availableProcessors())
        .untraced()
        .stop(StopRule.noProgress(PATIENCE))
        .stop(StopRule.passes(mostPasses(problem)));
  }

  private static double mostPasses(Problem problem) {
    double m = problem.inner().mean().count();
    double n = problem.outer().count();
    boolean isEndless = Math.max(m, n) >= Inner.UNBOUNDED;
    return isEndless ? MOST_CALLS : MOST_GRADIENTS * (2 * m + n) / m;
  }
}
