package org.fogopt.method.newton;

import java.util.Objects;
import org.fogopt.linalg.Cholesky;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Hessian;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.jspecify.annotations.Nullable;

/**
 * The proximal Newton step (Lee, Sun, Saunders 2014): gᵀp + ½pᵀHp + h(x + p) within a box |p_k| ≤ Δ
 * is a quadratic program where h is {@link Polyhedral}. An indefinite H is shifted until the
 * program is convex.
 */
final class ProximalStep implements StepRule {
  /** Growth of the shift, from √ulp on: a handful of factors at the most. */
  private static final double GROWTH = 100;

  private final Polyhedral set;
  private final Cholesky factor;
  private final Parallel parallel;
  private double @Nullable [] recession;

  ProximalStep(Penalty penalty, int size, Parallel parallel) {
    Polyhedral structure = penalty.polyhedral(size);
    if (structure == null) {
      throw new IllegalArgumentException(
          "Newton's method needs a penalty made of bounds, linear rows and separable charges,"
              + " not %s; choose sarah-c or agd".formatted(penalty));
    }
    set = structure;
    factor = new Cholesky(size);
    this.parallel = parallel;
  }

  @Override
  public double norm(double[] p) {
    double most = 0;
    for (double entry : p) {
      most = Math.max(most, Math.abs(entry));
    }
    return most;
  }

  @Override
  public boolean isBounded(Hessian h) {
    return true; // or the program says so
  }

  @Override
  public boolean solve(
      Hessian h, double[] x, double[] g, double radius, double accuracy, double[] p) {
    SymmetricMatrix matrix = Objects.requireNonNull(h.matrix(), "a matrix is needed");
    double shift = shift(matrix);
    double[] lower = set.lower().clone();
    double[] upper = set.upper().clone();
    double[] squares = set.squares().clone();
    double[] c = new double[x.length]; // of z = x + p: g − (H + shift·I)x
    matrix.times(x, c);
    boolean isTouching = false;
    for (int k = 0; k < x.length; k++) {
      c[k] = g[k] - c[k] - shift * x[k];
      squares[k] += shift / 2;
      isTouching |= x[k] == lower[k] || x[k] == upper[k];
      lower[k] = Math.max(lower[k], x[k] - radius);
      upper[k] = Math.min(upper[k], x[k] + radius);
    }
    Polyhedral near =
        new Polyhedral(lower, upper, set.rows(), set.absoluteCosts(), set.centres(), squares);
    QuadraticProgram program = QuadraticProgram.of(matrix, c, near, parallel);
    Solution solution = isTouching ? program.solve(x) : program.solve();
    recession = solution.status() == Status.UNBOUNDED ? solution.recession() : null;
    for (int k = 0; k < x.length; k++) {
      p[k] = solution.z()[k] - x[k];
    }
    return norm(p) >= radius;
  }

  @Override
  public double @Nullable [] recession() {
    return recession;
  }

  /** 0 where H is positive semidefinite up to rounding, otherwise what makes it so. */
  private double shift(SymmetricMatrix h) {
    double largest = 0;
    for (int k = 0; k < h.size(); k++) {
      largest = Math.max(largest, Math.abs(h.get(k, k)));
    }
    double shift = Math.sqrt(Math.ulp(1.0)) * largest;
    if (!(largest > 0) || factor.factor(h, null, shift, parallel)) {
      return 0;
    }
    while (shift < Double.POSITIVE_INFINITY && !factor.factor(h, null, shift, parallel)) {
      shift *= GROWTH;
    }
    return shift;
  }
}
