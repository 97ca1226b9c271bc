package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * A primal-dual interior-point method for convex quadratic programs: Mehrotra's predictor-corrector
 * (Mehrotra 1992; Nocedal & Wright, algorithm 16.4) with everything but x eliminated, so that one
 * iteration takes one factorisation and two solutions. Each time the guess of the active set comes
 * out the same twice, {@link ActiveSet} tries it; that usually ends the iteration a few steps early
 * and to the last digits.
 *
 * <p>A small diagonal is added to H (Friedlander & Orban 2012). It does not change the solution, as
 * the residuals are those of the problem itself, and it lets H be singular.
 */
final class InteriorPoint {
  /** Relative duality gap and KKT residual at which to end. */
  static final double TOLERANCE = 1e-10;

  /** Five times what the hardest of thousands of random problems took. */
  private static final int MOST_ITERATIONS = 100;

  /** Iterations without a better point after which only rounding is left. */
  private static final int PATIENCE = 15;

  /** Relative to H_kk: far above rounding, far below a curvature that matters. */
  private static final double REGULARISATION = 1e-10;

  /**
   * H + D may still not be positive definite to rounding; then so much more, up to √REGULARISATION.
   */
  private static final double MORE_REGULARISATION = 1000;

  /** The share of the way to the boundary that a step goes at least (Mehrotra 1992). */
  private static final double TO_BOUNDARY = 0.99;

  /** No product falls below this share of their mean (Wright 1997, chapter 5: N_−∞(γ)). */
  private static final double CENTRALITY = 1e-3;

  /** A step that leaves the neighbourhood is cut by this factor. */
  private static final double CUT = 0.8;

  /** Share of a box that a starting point keeps from its sides. */
  private static final double INSIDE = 0.1;

  /** Steps that centre a starting point; each takes slacks down to {@link #INSIDE} at most. */
  private static final int CENTRING = 2;

  /** Active sets to try once the iteration has ended. */
  private static final int ROUNDS = 3;

  /** Growth over the lengths of a problem that suggests a direction of recession: 1/√ulp. */
  private static final double FAR = 1e8;

  private final Model model;
  private final Parallel parallel;
  private final int n;
  private final int m;
  private final Barrier barrier;
  private final KktSystem system;

  private final double[] lengths; // what is a long way for each variable
  private final double[] at; // x, then the values w of the rows
  private final double[] x;
  private final double[] nu; // multipliers of Ax = w
  private final double[] product; // Hx
  private final double[] gradient; // of the Lagrangian, by all coordinates
  private final double[] rowResiduals; // Ax − w
  private final double[] d; // the barrier's diagonal
  private final double[] regularisation;
  private double scale; // of the objective

  // Newton's direction.
  private final double[] step;
  private final double[] stepX;
  private final double[] stepNu;

  // The outcome: the best point, relative to the sizes of the terms.
  double[] bestX;
  double[] bestNu;
  double[] bestMultipliers;
  double gap = Double.POSITIVE_INFINITY;
  double residual = Double.POSITIVE_INFINITY;
  int iterations;

  InteriorPoint(Model model, Parallel parallel) {
    this.model = model;
    this.parallel = parallel;
    n = model.variables();
    m = model.rows().length;
    barrier = new Barrier(model);
    system = new KktSystem(model, parallel);
    lengths = new double[n];
    at = new double[n + m];
    x = new double[n];
    nu = new double[m];
    product = new double[n];
    gradient = new double[n + m];
    rowResiduals = new double[m];
    d = new double[n + m];
    regularisation = new double[n];
    step = new double[n + m];
    stepX = new double[n];
    stepNu = new double[m];
    bestX = x.clone();
    bestNu = nu.clone();
    bestMultipliers = new double[n];
  }

  /**
   * Solves from an optional guess of x.
   *
   * @return whether gap and residual are within {@link #TOLERANCE}
   */
  boolean run(double @Nullable [] guess) {
    start(guess);
    var polish = new ActiveSet(model, regularisation, parallel);
    Place[] places = new Place[n + m];
    Place[] last = new Place[n + m];
    Place[] tried = new Place[n + m];
    int since = 0;
    for (iterations = 0; iterations < MOST_ITERATIONS; iterations++) {
      since = measure() ? 0 : since + 1;
      if (isOptimal() || since > PATIENCE || !factor()) {
        break;
      }
      iterate();
      barrier.guess(places);
      if (Arrays.equals(places, last) && !Arrays.equals(places, tried)) {
        System.arraycopy(places, 0, tried, 0, n + m);
        if (accept(polish, places, 1, 1)) {
          iterations++;
          return true;
        }
      }
      System.arraycopy(places, 0, last, 0, n + m);
    }
    if (iterations > 0) {
      System.arraycopy(bestX, 0, x, 0, n);
      System.arraycopy(bestNu, 0, nu, 0, m);
      double most = 1 / Math.sqrt(REGULARISATION);
      for (double more = 1; more <= most; more *= MORE_REGULARISATION) {
        if (accept(polish, last, ROUNDS, more)) {
          break;
        }
      }
    }
    return isOptimal();
  }

  private boolean isOptimal() {
    return Math.max(gap, residual) <= TOLERANCE;
  }

  /** Whether polishing from the active set of a guess gives the solution. */
  boolean warmStart(double[] guess, int rounds) {
    start(guess);
    System.arraycopy(guess, 0, x, 0, n);
    Arrays.fill(nu, 0);
    var polish = new ActiveSet(model, regularisation, parallel);
    return accept(polish, ActiveSet.places(model, guess), rounds, 1);
  }

  private boolean accept(ActiveSet polish, Place[] places, int rounds, double more) {
    if (!polish.solve(places, x, nu, rounds, more)) {
      return false;
    }
    model.timesH(polish.x, product);
    double relative = polish.gap() / (model.objectiveSize(polish.x, product) + scale);
    if (!(relative <= TOLERANCE)) {
      return false;
    }
    bestX = polish.x.clone();
    bestNu = polish.nu.clone();
    bestMultipliers = polish.boundMultipliers();
    gap = relative;
    residual = polish.residual();
    return true;
  }

  // The starting point

  private void start(double @Nullable [] guess) {
    System.arraycopy(model.lengths(guess), 0, lengths, 0, n);
    for (int k = 0; k < n; k++) {
      x[k] = inside(k, guess == null ? Double.NaN : guess[k], lengths[k]);
      at[k] = x[k];
    }
    for (int i = 0; i < m; i++) {
      double length = 0;
      for (int k = 0; k < n; k++) {
        length += Math.abs(model.rows()[i][k]) * lengths[k];
      }
      at[n + i] =
          model.isEquality(i) ? model.lower()[n + i] : inside(n + i, model.row(i, x), length);
    }
    barrier.start(at, 1);
    Arrays.fill(gradient, 0);
    barrier.addSlopes(gradient);
    System.arraycopy(gradient, n, nu, 0, m); // a row's multiplier is the slope of its bounds
    if (m > 0) {
      centre();
    }
    scale = scale();
    for (int k = 0; k < n; k++) {
      double curvature = model.curvature(k);
      regularisation[k] =
          REGULARISATION * (curvature > 0 ? curvature : scale / (lengths[k] * lengths[k]));
    }
    barrier.start(at, scale);
    for (int i = 0; i < m; i++) {
      nu[i] *= scale;
    }
  }

  /** What the objective changes by over the length of a variable, on average. */
  private double scale() {
    model.timesH(x, product);
    double sloped = 0;
    double curved = 0;
    for (int k = 0; k < n; k++) {
      sloped += (Math.abs(product[k] + model.c()[k]) + model.costs()[k]) * lengths[k] / n;
      curved += model.curvature(k) * lengths[k] * lengths[k] / n;
    }
    return sloped > 0 ? sloped : curved > 0 ? curved : 1;
  }

  /** A value strictly within the bounds of a coordinate, near to a wish; NaN is none. */
  private double inside(int j, double wish, double length) {
    double lower = model.lower()[j];
    double upper = model.upper()[j];
    double width = upper - lower;
    if (Double.isFinite(width)) {
      double least = lower + INSIDE * width;
      double most = upper - INSIDE * width;
      return Double.isNaN(wish) ? lower + width / 2 : Math.max(least, Math.min(most, wish));
    }
    double value = Double.isNaN(wish) ? (model.hasCost(j) ? model.centres()[j] : 0) : wish;
    if (Double.isFinite(lower)) {
      return Math.max(value, lower + length);
    }
    return Double.isFinite(upper) ? Math.min(value, upper - length) : value;
  }

  /**
   * Moves the starting point towards the rows and the middle of what they leave: Newton's steps for
   * the logarithmic barrier, with a diagonal of the lengths in place of H. They need no
   * factorisation.
   */
  private void centre() {
    double[] ridge = new double[n];
    Arrays.setAll(ridge, k -> 1 / (lengths[k] * lengths[k]));
    var diagonal = new KktSystem(model.withDiagonal(ridge), Parallel.SERIAL);
    double[] origin = x.clone();
    double[] none = new double[n];
    double alpha = 0;
    for (int i = 0; i < CENTRING && alpha < 1; i++) {
      for (int k = 0; k < n; k++) {
        product[k] = ridge[k] * (x[k] - origin[k]);
      }
      lagrangian(none);
      factor(diagonal, none, 0);
      barrier.target(1, false);
      newton(diagonal);
      alpha = Math.min(1, (1 - INSIDE) * barrier.longestStep());
      move(alpha);
    }
  }

  // An iteration

  /** Residuals and gap at the iterate; whether it is the best so far. */
  private boolean measure() {
    model.timesH(x, product);
    lagrangian(model.c());
    double[] sizes = new double[n];
    model.gradientSizes(x, nu, sizes);
    double worst = 0;
    for (int k = 0; k < n; k++) {
      worst = Math.max(worst, Math.abs(gradient[k]) / (sizes[k] + scale / lengths[k]));
    }
    for (int i = 0; i < m; i++) {
      double size = Math.abs(at[n + i]);
      for (int k = 0; k < n; k++) {
        size += Math.abs(model.rows()[i][k]) * Math.max(lengths[k], Math.abs(x[k]));
      }
      worst = Math.max(worst, Math.abs(rowResiduals[i]) / size);
    }
    double relative = barrier.gap(0) / (model.objectiveSize(x, product) + scale);
    if (!(Math.max(worst, relative) < Math.max(gap, residual))) {
      return false;
    }
    gap = relative;
    residual = worst;
    bestX = x.clone();
    bestNu = nu.clone();
    bestMultipliers = new double[n + m];
    barrier.addBoundMultipliers(bestMultipliers);
    return true;
  }

  /** The gradient of the Lagrangian by x and w, and the residuals of the rows. */
  private void lagrangian(double[] c) {
    for (int k = 0; k < n; k++) {
      gradient[k] = product[k] + c[k];
    }
    for (int i = 0; i < m; i++) {
      Kernels.axpy(nu[i], model.rows()[i], 0, gradient, n);
      gradient[n + i] = model.isEquality(i) ? 0 : -nu[i];
      rowResiduals[i] = model.row(i, x) - at[n + i];
    }
    barrier.addSlopes(gradient);
  }

  private boolean factor() {
    double most = 1 / Math.sqrt(REGULARISATION);
    for (double more = 1; more <= most; more *= MORE_REGULARISATION) {
      if (factor(system, regularisation, more)) {
        return true;
      }
    }
    return false;
  }

  private boolean factor(KktSystem of, double[] shift, double times) {
    Arrays.fill(d, 0);
    barrier.addDiagonal(d);
    double[] shifted = new double[n];
    Arrays.setAll(shifted, k -> d[k] + times * shift[k]);
    double[] w = new double[m];
    Arrays.setAll(w, i -> model.isEquality(i) ? 0 : 1 / d[n + i]);
    return of.factor(shifted, w);
  }

  /** Predictor, corrector, and a step that keeps to the neighbourhood of the central path. */
  private void iterate() {
    int pairs = Math.max(1, barrier.count());
    double mu = barrier.gap(0) / pairs;
    barrier.target(0, false);
    newton(system);
    double alpha = Math.min(1, barrier.longestStep());
    double ratio = mu == 0 ? 0 : barrier.gap(alpha) / pairs / mu;
    barrier.target(ratio * ratio * ratio * mu, true); // algorithm 16.4
    newton(system);
    double share = Math.max(TO_BOUNDARY, 1 - mu / scale);
    alpha = Math.min(1, share * barrier.longestStep());
    while (alpha > TOLERANCE && barrier.least(alpha) < CENTRALITY * barrier.gap(alpha) / pairs) {
      alpha *= CUT;
    }
    move(alpha);
  }

  /** Newton's direction for the present targets of the barrier. */
  private void newton(KktSystem of) {
    double[] r = gradient.clone();
    barrier.addResiduals(r);
    double[] p = rowResiduals.clone();
    for (int i = 0; i < m; i++) {
      p[i] += model.isEquality(i) ? 0 : r[n + i] / d[n + i];
    }
    of.solve(r, p, stepX, stepNu);
    System.arraycopy(stepX, 0, step, 0, n);
    for (int i = 0; i < m; i++) {
      step[n + i] = model.isEquality(i) ? 0 : (stepNu[i] - r[n + i]) / d[n + i];
    }
    barrier.direct(step);
  }

  private void move(double alpha) {
    Kernels.axpy(alpha, step, at);
    System.arraycopy(at, 0, x, 0, n);
    Kernels.axpy(alpha, stepNu, nu);
    barrier.move(alpha);
  }

  /** Whether the best point is out of all proportion to the data, as where there is no minimum. */
  boolean isFar() {
    for (int k = 0; k < n; k++) {
      if (Math.abs(bestX[k]) > FAR * lengths[k]) {
        return true;
      }
    }
    return false;
  }
}
