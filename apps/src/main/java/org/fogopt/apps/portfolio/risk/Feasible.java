package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/** Points of a set, and what is said where a program over it has no solution. */
final class Feasible {
  /** A row that is violated by more, relative to its terms, has no solution near. */
  private static final double VIOLATED = 1e-6;

  /** What a row may be off where its terms vanish, as those of a budget of 0 do. */
  private static final double ROUNDING = 1e-12;

  private Feasible() {}

  /** Refuses what is no minimum over the set; further unknowns may follow those of the set. */
  static void require(Polyhedral set, Solution solution) {
    if (solution.status() == Status.INFEASIBLE) {
      throw NoMinimumException.clash(set, solution);
    }
    if (solution.status() == Status.UNBOUNDED) {
      throw NoMinimumException.endless(Arrays.copyOf(solution.recession(), set.dimension()));
    }
    Row violated = violated(set, solution);
    if (violated != null) {
      throw NoMinimumException.violated(violated);
    }
  }

  /** Whether a solution was found, and its point is in the set. */
  static boolean holds(Polyhedral set, Solution solution) {
    boolean isFound = solution.status() == Status.OPTIMAL || solution.status() == Status.INACCURATE;
    return isFound && violated(set, solution) == null;
  }

  private static @Nullable Row violated(Polyhedral set, Solution solution) {
    for (Row row : set.rows()) {
      double value = 0;
      double size = 0;
      for (int k = 0; k < set.dimension(); k++) {
        double term = row.coefficients()[k] * solution.z()[k];
        value += term;
        size += Math.abs(term);
      }
      double off = Math.max(row.least() - value, value - row.most());
      if (!(off <= VIOLATED * (size + Math.abs(value + off)) + ROUNDING)) {
        return row;
      }
    }
    return null;
  }

  /** The point of the set that is nearest to x. */
  static double[] nearest(Polyhedral set, double[] x) {
    double[] ones = new double[x.length];
    Arrays.fill(ones, 1);
    double[] minus = x.clone();
    Kernels.scale(-1, minus);
    double[] none = new double[x.length];
    Polyhedral bare =
        new Polyhedral(set.lower(), set.upper(), set.rows(), none, set.centres(), none);
    Solution solution = QuadraticProgram.diagonal(ones, minus, bare).solve(x);
    require(set, solution);
    return solution.z();
  }
}
