package org.fogopt.lab.planning;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.algorithm.AcceleratedGradient;
import org.fogopt.algorithm.Iteration;
import org.fogopt.algorithm.Settings;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;

/**
 * Where a run goes: some steps of accelerated gradient descent, counted.
 *
 * @param points visited, the start first
 * @param objectives at these points
 * @param firstNorm |∇Φ| at the start
 * @param calls in the paper's accounting
 */
public record ShortRun(
    List<double[]> points, List<Double> objectives, double firstNorm, long calls) {
  /** From x0. */
  public static ShortRun of(Problem problem, double[] x0, int steps) {
    List<double[]> points = new ArrayList<>();
    List<Double> objectives = new ArrayList<>();
    double firstNorm = Double.NaN;
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Iteration iteration =
          AcceleratedGradient.METHOD.with(Settings.NONE).start(oracle, x0);
      for (int t = 0; t < steps; t++) {
        iteration.step();
        if (t == 0) {
          firstNorm = iteration.estimateNorm();
        }
        if (!Double.isFinite(iteration.estimateNorm())) {
          break;
        }
        points.add(iteration.point().clone());
        objectives.add(iteration.objective());
        iteration.commit();
      }
      return new ShortRun(
          List.copyOf(points), List.copyOf(objectives), firstNorm, oracle.ledger().paper());
    }
  }

  /** The largest |x| that was seen. */
  public double farthest() {
    return points.stream().mapToDouble(Kernels::norm).max().orElse(0);
  }

  /** How far the objective fell below that of the start. */
  public double fall() {
    double least = objectives.stream().filter(Double::isFinite).min(Double::compare).orElseThrow();
    return objectives.get(0) - least;
  }
}
