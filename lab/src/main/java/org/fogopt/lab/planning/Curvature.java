package org.fogopt.lab.planning;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;

/** The curvature of Φ at a point: the largest |eigenvalue| of its Hessian, by the power method. */
public final class Curvature {
  private static final int ITERATIONS = 60;
  private static final double APART = 1e-4;

  private Curvature() {}

  /** From differences of full gradients, outside the count; a lower bound that is soon sharp. */
  public static double at(Problem problem, double[] x) {
    try (Workers workers = new Workers(1)) {
      var evaluator = new Evaluator(problem, workers);
      double[] here = new double[x.length];
      evaluator.gradient(x, here);
      double[] v = here.clone(); // rich in directions that matter
      if (Kernels.norm(v) == 0) {
        Arrays.fill(v, 1);
      }
      for (int k = 0; k < v.length; k++) {
        v[k] += 1e-3 * Kernels.norm(here) * ((k % 2 == 0) ? 1 : -1);
      }
      double step = APART * Math.max(1, Kernels.norm(x));
      double largest = 0;
      double[] there = new double[x.length];
      for (int k = 0; k < ITERATIONS; k++) {
        double length = Kernels.norm(v);
        if (length == 0) {
          break;
        }
        Kernels.scale(1 / length, v);
        double[] near = x.clone();
        Kernels.axpy(step, v, near);
        evaluator.gradient(near, there);
        Kernels.axpy(-1, here, there);
        Kernels.scale(1 / step, there);
        largest = Kernels.norm(there);
        v = there.clone();
      }
      return largest;
    }
  }
}
