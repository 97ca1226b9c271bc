package org.fogopt.lab.planning;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.AcceleratedGradient;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;

/**
 * Where a run goes: some steps of accelerated gradient descent, counted.
 *
 * @param points visited, the start first
 * @param first Φ at the start
 * @param last Φ at the last point
 * @param firstNorm |∇Φ| at the start
 * @param calls in the paper's accounting
 */
public record ShortRun(
    List<double[]> points, double first, double last, double firstNorm, long calls) {
  /** From x0. */
  public static ShortRun of(Problem problem, double[] x0, int steps) {
    List<double[]> points = new ArrayList<>();
    double first = Double.NaN;
    double firstNorm = Double.NaN;
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Iteration iteration = AcceleratedGradient.METHOD.with(Settings.NONE).start(oracle, x0);
      for (int t = 0; t < steps; t++) {
        iteration.step();
        if (t == 0) {
          firstNorm = iteration.estimateNorm();
          first = iteration.objective();
        }
        if (!Double.isFinite(iteration.estimateNorm())) {
          break;
        }
        points.add(iteration.point().clone());
        iteration.commit();
      }
      if (points.isEmpty()) {
        throw new IllegalArgumentException("the gradient at the start is not finite");
      }
      double last = new Evaluator(problem, workers).objective(points.get(points.size() - 1));
      long evaluation = oracle.innerCount() + oracle.outerCount();
      return new ShortRun(
          List.copyOf(points), first, last, firstNorm, oracle.ledger().total() + evaluation);
    }
  }

  /** The largest |x| that was seen. */
  public double farthest() {
    return points.stream().mapToDouble(Kernels::norm).max().orElse(0);
  }

  /** The decrease of the objective. */
  public double fall() {
    return first - last;
  }

  @Override
  public String toString() {
    return "ShortRun[%d points, objective %s to %s, %d calls]"
        .formatted(points.size(), first, last, calls);
  }
}
