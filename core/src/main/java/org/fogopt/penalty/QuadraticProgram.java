package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Shortened;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * minimise ½zᵀHz + cᵀz + h(z) + Σ_t costs_t·(a_tᵀz + b_t)₊, H symmetric positive semidefinite, h a
 * {@link Polyhedral} penalty (bounds, linear rows, absolute-value and squared costs), and {@link
 * Hinges} as many as there are scenarios. Linear programs are the case H = 0.
 *
 * <p>A primal-dual interior-point method (Mehrotra 1992) finds what binds; without hinges,
 * polishing on the active set (Stellato et al. 2020) then puts entries exactly at their bounds. An
 * iteration takes one Cholesky factorisation of the size of z, or none where H is diagonal and
 * there are no hinges. Every sum has a fixed order, so the number of threads does not change a bit
 * of the result.
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
   * @param hingeMultipliers one for each hinge: the slope there, from 0 to its cost
   * @param objective at z
   * @param gapBound no feasible point has an objective that is lower by more
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
      double[] hingeMultipliers,
      double objective,
      double gapBound,
      double gap,
      double residual,
      int iterations,
      double @Nullable [] recession) {

    @Override
    public String toString() {
      return "Solution[%s: objective %s, gap at most %s, residual %s, %d iterations, z %s]"
          .formatted(status, objective, gapBound, residual, iterations, Shortened.of(z));
    }
  }

  /** Growth over the lengths of a problem that suggests a direction of recession: 1/√ulp. */
  private static final double FAR = 1e8;

  private final double[] c;
  private final Polyhedral set;
  private final int[] rows; // that have a bound
  private final Model model;

  private QuadraticProgram(
      @Nullable SymmetricMatrix h,
      double[] diagonal,
      double[] c,
      Polyhedral set,
      Hinges hinges,
      Parallel parallel) {
    int size = c.length;
    if (set.dimension() != size
        || diagonal.length != size
        || hinges.size() != size
        || (h != null && h.size() != size)) {
      throw new IllegalArgumentException(
          "a matrix of size %d, %d linear terms, and constraints on %d entries"
              .formatted(h == null ? diagonal.length : h.size(), size, set.dimension()));
    }
    this.c = c;
    this.set = set;
    rows = IntStream.range(0, set.rows().size()).filter(this::matters).toArray();
    double[][] a = new double[rows.length][];
    double[] lower = Arrays.copyOf(set.lower(), size + rows.length);
    double[] upper = Arrays.copyOf(set.upper(), size + rows.length);
    for (int i = 0; i < rows.length; i++) {
      a[i] = row(rows[i]).coefficients();
      lower[size + i] = row(rows[i]).least();
      upper[size + i] = row(rows[i]).most();
    }
    double[] sum = diagonal.clone();
    Arrays.setAll(sum, k -> sum[k] + 2 * set.squares()[k]);
    model =
        Model.of(h, sum, c, a, hinges, lower, upper, set.absoluteCosts(), set.centres(), parallel);
  }

  /** With a dense H. Arrays and matrix are kept as they are, not copied. */
  public static QuadraticProgram of(SymmetricMatrix h, double[] c, Polyhedral set) {
    return of(h, c, set, Parallel.SERIAL);
  }

  /** With a dense H, and threads for its factorisation. */
  public static QuadraticProgram of(
      SymmetricMatrix h, double[] c, Polyhedral set, Parallel parallel) {
    Hinges none = Hinges.none(c.length);
    return new QuadraticProgram(h, new double[c.length], c, set, none, parallel);
  }

  /** With a diagonal H ≥ 0: projections, proximal maps and linear programs. */
  public static QuadraticProgram diagonal(double[] h, double[] c, Polyhedral set) {
    return new QuadraticProgram(null, h, c, set, Hinges.none(c.length), Parallel.SERIAL);
  }

  /**
   * With hinges.
   *
   * @param h null for none
   */
  public static QuadraticProgram of(
      @Nullable SymmetricMatrix h, double[] c, Polyhedral set, Hinges hinges, Parallel parallel) {
    return new QuadraticProgram(h, new double[c.length], c, set, hinges, parallel);
  }

  private Row row(int i) {
    return set.rows().get(i);
  }

  /** Whether a row has bounds, and some entry in it can move or they do not hold anyway. */
  private boolean matters(int i) {
    Row row = row(i);
    double[] fixed = new double[c.length];
    boolean canMove = false;
    for (int k = 0; k < fixed.length; k++) {
      boolean isFixed = Model.isPoint(set.lower()[k], set.upper()[k]);
      canMove |= !isFixed && row.coefficients()[k] != 0;
      fixed[k] = isFixed ? set.lower()[k] : 0;
    }
    var sum = new Sum(row.coefficients(), fixed);
    double off = Budget.ROUNDING * (1 + sum.absolute());
    boolean holds = row.least() <= sum.value() + off && row.most() >= sum.value() - off;
    boolean isBounded = Double.isFinite(row.least()) || Double.isFinite(row.most());
    return isBounded && (canMove || !holds);
  }

  /** Solves from no guess. */
  public Solution solve() {
    return solve(null);
  }

  /**
   * Solves from a guess of z. Where its active set is right, or nearly so, the solution takes one
   * factorisation or a few; otherwise the interior-point method begins near to it.
   */
  public Solution solve(double @Nullable [] guess) {
    Solution clashing = boundsThatClash();
    if (clashing != null) {
      return clashing;
    }
    var method = new InteriorPoint(model);
    boolean isOptimal = method.run(guess);
    if (isOptimal && !isFar(method.bestX)) {
      return solution(Status.OPTIMAL, method, null);
    }
    double[] clash = Certificates.clash(model);
    if (clash != null) {
      return infeasible(clash);
    }
    double[] recession = Certificates.recession(model);
    Status status = isOptimal ? Status.OPTIMAL : Status.INACCURATE;
    return solution(recession == null ? status : Status.UNBOUNDED, method, recession);
  }

  /** Whether a point is out of all proportion to the data, as where there is no minimum. */
  private boolean isFar(double[] x) {
    double[] lengths = model.lengths();
    return IntStream.range(0, x.length).anyMatch(k -> Math.abs(x[k]) > FAR * lengths[k]);
  }

  /** A certificate that no point is feasible, or null where there is one. */
  @Nullable Solution infeasibility() {
    Solution clashing = boundsThatClash();
    double[] clash = clashing == null ? Certificates.clash(model) : null;
    return clash == null ? clashing : infeasible(clash);
  }

  private @Nullable Solution boundsThatClash() {
    double[] multipliers = new double[set.dimension()];
    for (int k = 0; k < multipliers.length; k++) {
      boolean isClash = set.lower()[k] - set.upper()[k] > Budget.ROUNDING;
      multipliers[k] = isClash ? 1 : 0;
    }
    boolean none = Arrays.stream(multipliers).allMatch(each -> each == 0);
    return none ? null : infeasible(multipliers, new double[set.rows().size()]);
  }

  /** Farkas: the multipliers of the bounds are those that make the sum vanish. */
  private Solution infeasible(double[] nu) {
    double[] bounds = new double[set.dimension()];
    double[] pi = new double[model.coordinates()];
    System.arraycopy(nu, 0, pi, bounds.length, nu.length);
    model.addTransposed(pi, bounds);
    Arrays.setAll(bounds, k -> -bounds[k]);
    return infeasible(bounds, ofRows(nu, 0));
  }

  private Solution infeasible(double[] bounds, double[] ofRows) {
    double infinity = Double.POSITIVE_INFINITY;
    double[] slopes = new double[model.hinges().count()];
    return new Solution(
        Status.INFEASIBLE,
        new double[bounds.length],
        bounds,
        ofRows,
        slopes,
        infinity,
        infinity,
        infinity,
        infinity,
        0,
        null);
  }

  private double[] ofRows(double[] values, int from) {
    double[] all = new double[set.rows().size()];
    for (int i = 0; i < rows.length; i++) {
      all[rows[i]] = values[from + i];
    }
    return all;
  }

  private Solution solution(Status status, InteriorPoint method, double @Nullable [] recession) {
    int n = set.dimension();
    double[] z = method.bestX;
    double[] pi = method.bestPi;
    for (int k = 0; k < n; k++) {
      z[k] = Math.max(set.lower()[k], Math.min(set.upper()[k], z[k]));
    }
    double[] v = model.at(z);
    double objective = set.cost(z) + model.hinges().value(v, n + rows.length);
    double[] gradient = new double[n];
    model.gradient(z, new double[pi.length], gradient);
    for (int k = 0; k < n; k++) { // the squares are in the model's diagonal and in the cost
      double slope = 0.5 * (gradient[k] - model.c()[k]) - set.squares()[k] * z[k] + c[k];
      objective += z[k] * slope;
    }
    double[] slopes = model.multipliers(z, pi);
    double[] bounds = new double[n];
    for (int k = 0; k < n; k++) {
      double slope = model.isHeld(k) ? slopes[k] : pi[k];
      bounds[k] = Math.min(0, slope) + Math.max(0, slope - model.cost()[k]); // less the kink's
    }
    return new Solution(
        status,
        z,
        bounds,
        ofRows(pi, n),
        Arrays.copyOfRange(pi, n + rows.length, pi.length),
        objective,
        model.gapBound(v, slopes),
        method.gap,
        method.residual,
        method.iterations,
        recession);
  }
}
