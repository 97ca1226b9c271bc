package org.fogopt.method.newton;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.fogopt.linalg.Cholesky;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Hessian;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * The proximal Newton step (Lee, Sun, Saunders 2014): gᵀp + ½pᵀHp + h(x + p) within a box |p_k| ≤ Δ
 * is a quadratic program where h is {@link Polyhedral}. Where it is not convex, H is shifted until
 * it is: along what binds at x if that is enough, for then the shift does not slow convergence down
 * (Gill, Wong 2015), otherwise along all directions.
 */
final class ProximalStep implements StepRule {
  /** Growth of the shift, from √ulp on (Nocedal, Wright, section 3.4: 2, or 10 for few factors). */
  private static final double GROWTH = 10;

  private static final double MOST_BINDING = 1e4; // of H: a larger shift is of no use
  private static final double NEAR = 1e-9; // of a binding row to its bound: relative to its terms

  private final Polyhedral set;
  private final Cholesky factor;
  private final Parallel parallel;
  private final SymmetricMatrix shifted; // H and multiples of rows
  private final double[] diagonal; // to be added to it
  private final boolean[] binds;
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
    shifted = new SymmetricMatrix(size);
    diagonal = new double[size];
    binds = new boolean[size];
  }

  @Override
  public double norm(double[] p) {
    return Arrays.stream(p).map(Math::abs).max().orElse(0);
  }

  @Override
  public boolean solve(
      Hessian h, double[] x, double[] g, double radius, double accuracy, double[] p) {
    convexify(Objects.requireNonNull(h.matrix(), "a matrix is needed"), x);
    double[] lower = set.lower().clone();
    double[] upper = set.upper().clone();
    double[] squares = set.squares().clone();
    double[] c = new double[x.length]; // of z = x + p: g − (shifted H)x
    shifted.times(x, c);
    boolean isTouching = false;
    for (int k = 0; k < x.length; k++) {
      c[k] = g[k] - c[k] - diagonal[k] * x[k];
      squares[k] += diagonal[k] / 2;
      isTouching |= x[k] == lower[k] || x[k] == upper[k];
      lower[k] = Math.max(lower[k], x[k] - radius);
      upper[k] = Math.min(upper[k], x[k] + radius);
    }
    Polyhedral near =
        new Polyhedral(lower, upper, set.rows(), set.absoluteCosts(), set.centres(), squares);
    QuadraticProgram program = QuadraticProgram.of(shifted, c, near, parallel);
    Solution solution = isTouching ? program.solve(x) : program.solve();
    recession = solution.status() == Status.UNBOUNDED ? solution.recession() : null;
    for (int k = 0; k < x.length; k++) {
      p[k] = solution.z()[k] - x[k];
    }
    return norm(p) >= (1 - NEAR) * radius;
  }

  @Override
  public double @Nullable [] recession() {
    return recession;
  }

  /** Shifted H ← H, and what makes the program convex up to rounding. */
  private void convexify(SymmetricMatrix h, double[] x) {
    double largest = 0;
    for (int k = 0; k < h.size(); k++) {
      largest = Math.max(largest, Math.abs(h.get(k, k)));
    }
    double least = Math.sqrt(Math.ulp(1.0)) * largest;
    if (isConvex(h, x, 0, least) || !(largest > 0)) {
      return;
    }
    for (boolean isEverywhere : new boolean[] {false, true}) {
      for (int k = 0; k < x.length; k++) {
        boolean isKink = set.absoluteCosts()[k] > 0 && x[k] == set.centres()[k];
        binds[k] = isEverywhere || isKink || x[k] == set.lower()[k] || x[k] == set.upper()[k];
      }
      double most = isEverywhere ? Double.MAX_VALUE : MOST_BINDING * largest;
      for (double shift = least; shift <= most; shift *= GROWTH) {
        if (isConvex(h, x, shift, least)) {
          return;
        }
      }
    }
  }

  /** Shifts H along what binds, and says whether the program is convex then. */
  private boolean isConvex(SymmetricMatrix h, double[] x, double shift, double rounding) {
    shifted.copyFrom(h);
    for (Row row : shift > 0 ? set.rows() : List.<Row>of()) {
      double[] a = row.coefficients();
      if (binds(row, x)) {
        shifted.addRows(1, a, new double[] {shift / Kernels.dot(a, a)});
      }
    }
    double[] convex = set.squares().clone();
    for (int k = 0; k < convex.length; k++) {
      diagonal[k] = binds[k] ? shift : 0;
      convex[k] = 2 * convex[k] + diagonal[k];
    }
    return factor.factor(shifted, convex, rounding, parallel);
  }

  private static boolean binds(Row row, double[] x) {
    double sum = Kernels.dot(row.coefficients(), x);
    double size = 1;
    for (int k = 0; k < x.length; k++) {
      size += Math.abs(row.coefficients()[k] * x[k]);
    }
    return sum <= row.least() + NEAR * size || sum >= row.most() - NEAR * size;
  }
}
