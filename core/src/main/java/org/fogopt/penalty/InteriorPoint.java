package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * A primal-dual interior-point method for a {@link Model}: Mehrotra's predictor-corrector (Mehrotra
 * 1992; Nocedal & Wright, algorithms 14.3 and 16.4). With w the values of the rows, and s, λ the
 * slacks and multipliers of the {@link Barrier}, whose slopes are π, it solves
 *
 * <pre>
 *   Hx + c + Bᵀπ = 0,   Ax = w,   sλ = μ
 * </pre>
 *
 * by Newton's steps while μ falls to 0. The barrier gives dπ = D dv + e, so that only dx and the
 * change dν of the rows' π are left: one factorisation and two solutions an iteration.
 *
 * <p>After each, {@link ActiveSet} tries what seems to bind. That takes a small factorisation where
 * few entries are free; it usually ends the iteration early, and to the last digits. A small
 * diagonal is added to H in factorisations only (Friedlander & Orban 2012): it lets H be singular.
 */
final class InteriorPoint {
  /** Relative duality gap and KKT residual at which to end. */
  static final double TOLERANCE = 1e-10;

  /** What still counts as a solution where rounding ended the iteration before. */
  private static final double ACCEPTABLE = 1e-9;

  /** Several times what the hardest of thousands of random problems took. */
  private static final int MOST_ITERATIONS = 100;

  /** Iterations without a better point after which only rounding is left. */
  private static final int PATIENCE = 15;

  /** Relative to H_kk: far above rounding, far below a curvature that matters. */
  private static final double REGULARISATION = 1e-10;

  /** So much more where a matrix is still not positive definite to rounding. */
  private static final double MORE = 100;

  /** The share of the way to the boundary that a step goes (Nocedal & Wright, section 14.2). */
  private static final double TO_BOUNDARY = 0.99;

  private final Model model;
  private final int n;
  private final int m;
  private final boolean isLinear; // then primal and dual steps may differ in length
  private final Barrier barrier;
  private final NewtonSystem system;
  private final double[] lengths; // what is a long way for each variable
  private final double[] regularisation;
  private double scale; // of the objective, by variable

  private final double[] x;
  private final double[] w; // values of the rows
  private final double[] pi;
  private final double[] gradient; // Hx + c + Bᵀπ
  private final double[] p; // Ax − w
  private double[] d = {}; // of the barrier
  private final double[] dx;
  private final double[] dnu;
  private final double[] dv;

  // The outcome: the best point, relative to the sizes of the terms.
  double[] bestX;
  double[] bestPi;
  double gap = Double.POSITIVE_INFINITY;
  double residual = Double.POSITIVE_INFINITY;
  int iterations;

  InteriorPoint(Model model) {
    this.model = model;
    n = model.variables();
    m = model.rows().length;
    isLinear = model.isLinear();
    barrier = new Barrier(model);
    int[] free = IntStream.range(0, n).filter(k -> !model.isHeld(k)).toArray();
    system = new NewtonSystem(model, free, IntStream.range(0, m).toArray());
    lengths = model.lengths();
    regularisation = new double[n];
    w = new double[m];
    p = new double[m];
    dnu = new double[m];
    x = new double[n];
    dx = new double[n];
    gradient = new double[n];
    pi = new double[model.coordinates()];
    dv = new double[model.coordinates()];
    bestX = x;
    bestPi = pi;
  }

  /**
   * Solves from an optional guess of x.
   *
   * @return whether gap and residual are within {@link #ACCEPTABLE}
   */
  boolean run(double @Nullable [] guess) {
    start(guess);
    boolean canPolish = model.hinges().count() == 0;
    var polish = new ActiveSet(model, regularisation);
    if (guess != null && canPolish && accept(polish, ActiveSet.places(model, guess), guess)) {
      return true;
    }
    int since = 0;
    int[] tried = {};
    while (iterations < MOST_ITERATIONS) {
      since = measure() ? 0 : since + 1;
      if (isWithin(TOLERANCE) || since > PATIENCE || !factor()) {
        break;
      }
      iterate();
      iterations++;
      int[] places = barrier.places();
      if (canPolish && !Arrays.equals(places, tried) && accept(polish, places, x)) {
        return true;
      }
      tried = places;
    }
    boolean isOptimal = isWithin(ACCEPTABLE);
    if (!canPolish && isOptimal && iterations > 0) {
      snap();
    }
    return isOptimal;
  }

  private boolean isWithin(double tolerance) {
    return Math.max(gap, residual) <= tolerance;
  }

  private boolean accept(ActiveSet polish, int[] places, double[] from) {
    if (!polish.solve(places, from, pi)) {
      return false;
    }
    double relative = polish.gap() / (model.objectiveSize(polish.x) + scale);
    return relative <= TOLERANCE && record(relative, polish.residual(), polish.x, polish.pi);
  }

  private boolean record(double relative, double worst, double[] point, double[] slopes) {
    gap = relative;
    residual = worst;
    bestX = point.clone();
    bestPi = slopes.clone();
    return true;
  }

  /** With hinges: puts what vanishes at its bound, and the rest where the binding rows hold. */
  private void snap() {
    int[] places = barrier.places();
    int[] free = IntStream.range(0, n).filter(k -> places[k] % 2 == 1).toArray();
    int[] binding = IntStream.range(0, m).filter(i -> places[n + i] % 2 == 0).toArray();
    double[] z = bestX.clone();
    double[] far = new double[n]; // the nearer to a bound, the less an entry moves
    for (int k = 0; k < n; k++) {
      double slack = Math.min(z[k] - model.lower()[k], model.upper()[k] - z[k]);
      far[k] = 1 / (Math.min(slack, lengths[k]) * Math.min(slack, lengths[k]));
      z[k] = places[k] % 2 == 0 ? model.point(k, places[k]) : z[k];
    }
    for (int i : binding) {
      p[i] = Kernels.dot(model.rows()[i], z) - model.point(n + i, places[n + i]);
    }
    var nearest = new NewtonSystem(model.withDiagonal(far), free, binding);
    Arrays.fill(d, 0, n, 0);
    if (!nearest.factor(d, new double[n])) {
      return;
    }
    nearest.solve(new double[n], p, dx, dnu);
    Kernels.axpy(1, dx, z);
    double[] v = model.at(z);
    double[] slopes = model.multipliers(z, bestPi);
    double relative = model.gap(v, slopes) / (model.objectiveSize(z) + scale);
    if (model.isFeasible(v) && relative <= ACCEPTABLE) {
      Arrays.stream(free).forEach(k -> slopes[k] = 0);
      record(relative, residual, z, slopes);
    }
  }

  // The starting point

  private void start(double @Nullable [] guess) {
    for (int k = 0; k < n; k++) {
      x[k] = model.inside(k, guess == null ? Double.NaN : guess[k], lengths[k]);
    }
    double[] v = model.at(x);
    for (int i = 0; i < m; i++) {
      double length = 0;
      for (int k = 0; k < n; k++) {
        length += Math.abs(model.rows()[i][k]) * lengths[k];
      }
      v[n + i] = model.inside(n + i, v[n + i], length);
      w[i] = v[n + i];
    }
    model.gradient(x, pi, gradient); // of the smooth part, as π = 0
    double[] sizes = model.gradientSizes(x, pi);
    double sloped = 0;
    double curved = 0;
    for (int k = 0; k < n; k++) { // where terms cancel at the start, their sum is no measure
      double slope = Math.max(Math.abs(gradient[k]), Math.sqrt(TOLERANCE) * sizes[k]);
      sloped += (slope + model.cost()[k]) * lengths[k];
      curved += model.curvature(k) * lengths[k] * lengths[k];
    }
    for (int j = n + m; j < v.length; j++) {
      sloped += model.cost()[j] * Math.abs(v[j]);
    }
    scale = sloped > 0 ? sloped / (v.length - m) : curved > 0 ? curved / n : 1;
    for (int k = 0; k < n; k++) {
      double curvature = model.curvature(k);
      regularisation[k] =
          REGULARISATION * (curvature > 0 ? curvature : scale / (lengths[k] * lengths[k]));
    }
    barrier.start(v, scale);
    barrier.slopes(pi);
  }

  // An iteration

  /** Residuals and gap at the iterate; whether it is the best so far. */
  private boolean measure() {
    model.gradient(x, pi, gradient);
    double[] sizes = model.gradientSizes(x, pi);
    double worst = 0;
    for (int k = 0; k < n; k++) {
      if (!model.isHeld(k)) {
        worst = Math.max(worst, Math.abs(gradient[k]) / (sizes[k] + scale / lengths[k]));
      }
    }
    for (int i = 0; i < m; i++) {
      p[i] = Kernels.dot(model.rows()[i], x) - w[i];
      worst = Math.max(worst, p[i] == 0 ? 0 : Math.abs(p[i]) / model.rowSize(i, x));
    }
    double relative = barrier.count() * barrier.mean(0, 0) / (model.objectiveSize(x) + scale);
    boolean isBetter = Math.max(worst, relative) < Math.max(gap, residual);
    return isBetter && record(relative, worst, x, pi);
  }

  /** With more regularisation where the least does not do. */
  private boolean factor() {
    d = barrier.diagonal();
    double[] shift = regularisation.clone();
    for (double total = REGULARISATION; total < 1; total *= MORE) {
      if (system.factor(d, shift)) {
        return true;
      }
      Kernels.scale(MORE, shift);
    }
    return false;
  }

  /** Predictor, corrector, and a step that keeps all s and λ positive. */
  private void iterate() {
    double mu = barrier.mean(0, 0);
    barrier.target(0, false);
    newton();
    double[] most = steps(1);
    double ratio = mu == 0 ? 0 : barrier.mean(most[0], most[1]) / mu;
    barrier.target(ratio * ratio * ratio * mu, true);
    newton();
    double primal = steps(TO_BOUNDARY)[0];
    double dual = steps(TO_BOUNDARY)[1];
    Kernels.axpy(primal, dx, x);
    Kernels.axpy(primal, dv, n, w, m);
    for (int i = 0; i < m; i++) {
      pi[n + i] += dual * dnu[i];
    }
    barrier.move(primal, dual);
    barrier.slopes(pi);
  }

  /** Lengths of a primal and a dual step that go this share of the way to the boundary. */
  private double[] steps(double share) {
    double primal = Math.min(1, share * barrier.longestPrimal());
    double dual = Math.min(1, share * barrier.longestDual());
    double both = Math.min(primal, dual);
    return isLinear ? new double[] {primal, dual} : new double[] {both, both};
  }

  /** Newton's direction for the present targets of the barrier. */
  private void newton() {
    double[] e = barrier.residuals();
    double[] r = gradient.clone();
    double[] rest = p.clone();
    for (int i = 0; i < m; i++) { // dν = D dw + e gives A dx − dν/D = −p − e/D
      rest[i] += e[n + i] / d[n + i];
      e[n + i] = 0;
    }
    model.addTransposed(e, r);
    system.solve(r, rest, dx, dnu);
    model.coordinates(dx, dv);
    if (model.hinges().count() > 0) { // without, polishing gives the last digits
      refine(r, rest);
    }
    for (int i = 0; i < m; i++) {
      dv[n + i] = model.isHeld(n + i) ? 0 : dv[n + i] + p[i]; // dw: A(x + dx) = w + dw
    }
    barrier.direct(dv);
  }

  /** Iterative refinement: solves for the residual of the equations, whose factor is shifted. */
  private void refine(double[] r, double[] rest) {
    double[] slopes = new double[dv.length];
    for (int j = 0; j < dv.length; j++) {
      slopes[j] = model.isHeld(j) ? 0 : d[j] * dv[j];
    }
    System.arraycopy(dnu, 0, slopes, n, m);
    double[] off = new double[n];
    model.gradient(dx, slopes, off);
    for (int k = 0; k < n; k++) {
      off[k] += r[k] - model.c()[k];
    }
    double[] offRows = new double[m];
    for (int i = 0; i < m; i++) {
      offRows[i] = dv[n + i] - dnu[i] / d[n + i] + rest[i];
    }
    double[] more = new double[n];
    double[] moreOfRows = new double[m];
    system.solve(off, offRows, more, moreOfRows);
    Kernels.axpy(1, more, dx);
    Kernels.axpy(1, moreOfRows, dnu);
    model.coordinates(dx, dv);
  }
}
