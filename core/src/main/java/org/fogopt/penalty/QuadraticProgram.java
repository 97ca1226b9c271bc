package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * minimise ½zᵀHz + cᵀz + h(z), H symmetric positive semidefinite and h a {@link Polyhedral}
 * penalty: bounds, linear rows, absolute-value and squared costs. Linear programs are the case H =
 * 0.
 *
 * <p>A primal-dual interior-point method (Mehrotra 1992) finds what binds; polishing on the active
 * set (Stellato et al. 2020) then puts entries exactly at their bounds. An iteration takes one
 * Cholesky factorisation of the size of z, or none where H is diagonal. Every sum has a fixed
 * order, so the number of threads does not change a bit of the result.
 *
 * <pre>{@code
 * Polyhedral longOnly = Budget.simplex().polyhedral(d);
 * QuadraticProgram.Solution best = QuadraticProgram.of(covariance, minusMeans, longOnly).solve();
 * }</pre>
 */
public final class QuadraticProgram {
  /** How a solution ended. */
  public enum Status {
    /** Gap and KKT residual are within 1e-10, relative to the sizes of their terms. */
    OPTIMAL,
    /** Rounding ended the iteration before; gap and residual say how near it is. */
    INACCURATE,
    /** No point is feasible; the multipliers are a certificate. */
    INFEASIBLE,
    /** The objective falls without end along {@link Solution#recession}. */
    UNBOUNDED
  }

  /**
   * A solution, its multipliers and its accuracy. A multiplier is the slope of the constraint in
   * the KKT conditions: positive where an upper bound binds, negative where a lower one does, 0
   * where neither does.
   *
   * <p>Where the status is {@code INFEASIBLE}, rows and bounds with multipliers other than 0 clash:
   * their sum with these weights is a contradiction (Farkas).
   *
   * @param z the minimiser, or the last point
   * @param boundMultipliers one for each entry of z
   * @param rowMultipliers one for each row
   * @param objective at z
   * @param gap duality gap relative to the sizes of the objective's terms
   * @param residual largest residual of the KKT conditions, relative to the sizes of their terms
   * @param iterations of the interior-point method; 0 where the active set of a guess was right
   * @param recession the direction without end where the status is {@code UNBOUNDED}
   */
  public record Solution(
      Status status,
      double[] z,
      double[] boundMultipliers,
      double[] rowMultipliers,
      double objective,
      double gap,
      double residual,
      int iterations,
      double @Nullable [] recession) {
    private Solution along(double[] direction) {
      return new Solution(
          status,
          z,
          boundMultipliers,
          rowMultipliers,
          objective,
          gap,
          residual,
          iterations,
          direction);
    }
  }

  /** Systems to solve from a guess before the interior-point method begins. */
  private static final int WARM_ROUNDS = 5;

  private final @Nullable SymmetricMatrix h;
  private final double[] diagonal;
  private final double[] c;
  private final Polyhedral set;
  private final Parallel parallel;

  // The part that is left to solve: variables that can move, rows that can bind.
  private final int[] free;
  private final double[] fixed; // z with 0 in place of what can move
  private final int[] rows;
  private final double[] taken; // sizes of what fixed entries take from them
  private final Model model;

  private QuadraticProgram(
      @Nullable SymmetricMatrix h,
      double[] diagonal,
      double[] c,
      Polyhedral set,
      Parallel parallel) {
    int size = c.length;
    if (set.dimension() != size || diagonal.length != size || (h != null && h.size() != size)) {
      throw new IllegalArgumentException(
          "a matrix of size %d, %d linear terms, and constraints on %d entries"
              .formatted(h == null ? diagonal.length : h.size(), size, set.dimension()));
    }
    this.h = h;
    this.diagonal = diagonal;
    this.c = c;
    this.set = set;
    this.parallel = parallel;
    free = IntStream.range(0, size).filter(k -> !isFixed(k)).toArray();
    fixed = new double[size];
    for (int k = 0; k < size; k++) {
      fixed[k] = isFixed(k) ? set.lower()[k] : 0;
    }
    rows = IntStream.range(0, set.rows().size()).filter(this::canBind).toArray();
    taken = new double[rows.length];
    model = reduced();
  }

  /** With a dense H. Arrays and matrix are kept as they are, not copied. */
  public static QuadraticProgram of(SymmetricMatrix h, double[] c, Polyhedral set) {
    return of(h, c, set, Parallel.SERIAL);
  }

  /** With a dense H, and threads for its factorisation. */
  public static QuadraticProgram of(
      SymmetricMatrix h, double[] c, Polyhedral set, Parallel parallel) {
    return new QuadraticProgram(h, twice(set.squares()), c, set, parallel);
  }

  /** With a diagonal H ≥ 0: projections, proximal maps and linear programs. */
  public static QuadraticProgram diagonal(double[] h, double[] c, Polyhedral set) {
    double[] sum = twice(set.squares());
    for (int k = 0; k < sum.length; k++) {
      sum[k] += h[k];
    }
    return new QuadraticProgram(null, sum, c, set, Parallel.SERIAL);
  }

  private static double[] twice(double[] squares) {
    return Arrays.stream(squares).map(q -> 2 * q).toArray();
  }

  // Reduction

  private boolean isFixed(int k) {
    return isPoint(set.lower()[k], set.upper()[k]);
  }

  /** Bounds that no number lies strictly between, or hardly any. */
  private static boolean isPoint(double lower, double upper) {
    return upper - lower <= 4 * Math.ulp(lower) && Double.isFinite(lower);
  }

  private boolean canBind(int i) {
    Row row = set.rows().get(i);
    return (Double.isFinite(row.least()) || Double.isFinite(row.most()))
        && Arrays.stream(free).anyMatch(k -> row.coefficients()[k] != 0);
  }

  private Model reduced() {
    int n = free.length;
    double[] gradient = new double[c.length];
    timesH(fixed, gradient);
    double[] linear = new double[n];
    double[] costs = new double[n];
    double[] centres = new double[n];
    double[] lower = new double[n + rows.length];
    double[] upper = new double[n + rows.length];
    for (int i = 0; i < n; i++) {
      int k = free[i];
      lower[i] = set.lower()[k];
      upper[i] = set.upper()[k];
      linear[i] = c[k] + gradient[k];
      centres[i] = set.centres()[k];
      double cost = set.absoluteCosts()[k];
      if (centres[i] <= lower[i]) { // its cost is linear within the bounds
        linear[i] += cost;
      } else if (centres[i] >= upper[i]) {
        linear[i] -= cost;
      } else {
        costs[i] = cost;
      }
    }
    double[][] coefficients = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      Row row = set.rows().get(rows[i]);
      coefficients[i] = Model.pick(row.coefficients(), free);
      var sum = new Sum(row.coefficients(), fixed);
      taken[i] = sum.absolute();
      lower[n + i] = row.least() - sum.value();
      upper[n + i] = row.most() - sum.value();
      if (isPoint(row.least(), row.most())) {
        upper[n + i] = lower[n + i];
      }
    }
    SymmetricMatrix part = h == null || n == c.length ? h : Model.restricted(h, free);
    return new Model(
        part, Model.pick(diagonal, free), linear, costs, centres, coefficients, lower, upper);
  }

  private void timesH(double[] z, double[] out) {
    if (h != null) {
      h.times(z, out);
    } else {
      Arrays.fill(out, 0);
    }
    for (int k = 0; k < z.length; k++) {
      out[k] += diagonal[k] * z[k];
    }
  }

  // Solution

  /** Solves from no guess. */
  public Solution solve() {
    return solve(null);
  }

  /**
   * Solves from a guess of z. Where its active set is right, or nearly so, the solution takes one
   * factorisation or a few; otherwise the interior-point method begins near to it.
   */
  public Solution solve(double @Nullable [] guess) {
    Solution clashing = withoutVariables();
    if (clashing != null) {
      return clashing;
    }
    double[] first = guess == null ? null : Model.pick(guess, free);
    var method = new InteriorPoint(model, parallel);
    if (first != null && method.warmStart(first, WARM_ROUNDS) && !method.isFar()) {
      return solution(Status.OPTIMAL, method);
    }
    boolean optimal = method.run(first);
    if (optimal && !method.isFar()) {
      return solution(Status.OPTIMAL, method);
    }
    double[] clash = Certificates.clash(model, taken);
    if (clash != null) {
      return infeasible(clash, method);
    }
    double[] recession = Certificates.recession(model, parallel);
    return recession != null
        ? solution(Status.UNBOUNDED, method).along(expanded(recession))
        : solution(optimal ? Status.OPTIMAL : Status.INACCURATE, method);
  }

  private Solution infeasible(double[] nu, InteriorPoint method) {
    double[] none = new double[free.length];
    return expanded(Status.INFEASIBLE, method.bestX, none, nu, method, method.iterations);
  }

  private double[] expanded(double[] x) {
    double[] z = new double[c.length];
    for (int i = 0; i < free.length; i++) {
      z[free[i]] = x[i];
    }
    return z;
  }

  /** A certificate that no point is feasible, or null where there is one. */
  @Nullable Solution infeasibility() {
    Solution clashing = withoutVariables();
    if (clashing != null) {
      return clashing;
    }
    double[] clash = Certificates.clash(model, taken);
    return clash == null ? null : infeasible(clash, new InteriorPoint(model, Parallel.SERIAL));
  }

  /** Bounds that clash, and rows in which nothing can move; null where they hold. */
  private @Nullable Solution withoutVariables() {
    int size = c.length;
    double[] bounds = new double[size];
    double[] multipliers = new double[set.rows().size()];
    boolean holds = true;
    for (int k = 0; k < size; k++) {
      if (isAbove(set.lower()[k], set.upper()[k], 0)) {
        bounds[k] = 1;
        holds = false;
      }
    }
    for (int i = 0; i < multipliers.length; i++) {
      Row row = set.rows().get(i);
      if (holds && !canBind(i)) {
        var sum = new Sum(row.coefficients(), fixed);
        boolean low = isAbove(row.least(), sum.value(), sum.absolute());
        if (low || isAbove(sum.value(), row.most(), sum.absolute())) {
          multipliers[i] = low ? -1 : 1;
          for (int k = 0; k < size; k++) {
            bounds[k] -= multipliers[i] * row.coefficients()[k];
          }
          holds = false;
        }
      }
    }
    if (!holds) {
      return new Solution(
          Status.INFEASIBLE,
          fixed,
          bounds,
          multipliers,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          0,
          null);
    }
    return null;
  }

  private static boolean isAbove(double value, double bound, double size) {
    return value - bound > Budget.ROUNDING * (1 + size);
  }

  private Solution solution(Status status, InteriorPoint method) {
    return expanded(
        status, method.bestX, method.bestMultipliers, method.bestNu, method, method.iterations);
  }

  /** Puts back what the reduction took out. */
  private Solution expanded(
      Status status, double[] x, double[] bounds, double[] nu, InteriorPoint method, int count) {
    double[] z = fixed.clone();
    double[] boundMultipliers = new double[z.length];
    for (int i = 0; i < free.length; i++) {
      z[free[i]] = Math.max(set.lower()[free[i]], Math.min(set.upper()[free[i]], x[i]));
      boundMultipliers[free[i]] = bounds[i];
    }
    double[] gradient = new double[z.length];
    timesH(z, gradient);
    double objective = set.cost(z);
    for (int k = 0; k < z.length; k++) {
      // the squares of h are in the diagonal too
      objective += z[k] * (0.5 * gradient[k] + c[k]) - set.squares()[k] * z[k] * z[k];
      gradient[k] = status == Status.INFEASIBLE ? 0 : gradient[k] + c[k];
    }
    double[] rowMultipliers = new double[set.rows().size()];
    for (int i = 0; i < rows.length; i++) {
      rowMultipliers[rows[i]] = nu[i];
      double[] a = set.rows().get(rows[i]).coefficients();
      for (int k = 0; k < z.length; k++) {
        gradient[k] += nu[i] * a[k];
      }
    }
    for (int k = 0; k < z.length; k++) {
      if (isFixed(k) || status == Status.INFEASIBLE) {
        double cost = status == Status.INFEASIBLE ? 0 : set.absoluteCosts()[k];
        double side = Math.signum(z[k] - set.centres()[k]);
        double slope = side == 0 ? Math.max(-cost, Math.min(cost, -gradient[k])) : side * cost;
        boundMultipliers[k] = -(gradient[k] + slope);
      }
    }
    return new Solution(
        status,
        z,
        boundMultipliers,
        rowMultipliers,
        objective,
        method.gap,
        method.residual,
        count,
        null);
  }
}
