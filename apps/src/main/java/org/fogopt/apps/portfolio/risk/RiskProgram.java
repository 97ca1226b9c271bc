package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.apps.portfolio.risk.SmoothRisk.Smoothed;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Shortened;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * minimise a·ρ(x) + cᵀx + h(x), ρ a {@link Risk} and h a {@link Polyhedral} penalty.
 *
 * <p>Hinges (CVaR, mean absolute deviation) make a {@link HingeProgram}. A smooth risk is minimised
 * by the proximal Newton method (Lee, Sun, Saunders 2014), whose steps are such programs with the
 * risk's second derivatives, and an Armijo search; a variance takes one step.
 */
public final class RiskProgram {
  /** The share of the predicted decrease that is enough (Nocedal, Wright, section 3.1). */
  private static final double ARMIJO = 1e-4;

  /** Steps at the most; ten are usual. */
  private static final int MOST_STEPS = 200;

  /** A predicted decrease this small relative to the objective's terms is rounding. */
  private static final double ROUNDING = 1e-14;

  /**
   * Added to the curvature, relative to its diagonal: a deviation has none along x. It changes
   * steps, not where they end.
   */
  private static final double RIDGE = 1e-9;

  /** So much more where a step's program is lost to rounding (Levenberg 1944). */
  private static final double MORE = 1000;

  /** A gap this small relative to the objective is none. */
  static final double CLOSED = 1e-7;

  /** Assets of which a program begins with some: a covariance of more takes most of the time. */
  private static final int MANY = 800;

  /** Halvings after which a step is nothing: 2⁻⁶⁰. */
  private static final int MOST_HALVINGS = 60;

  /**
   * Where a minimum is.
   *
   * @param objective a·ρ(x) + cᵀx + h(x)
   * @param gapBound no feasible point has an objective that is lower by more; NaN where the
   *     constraints leave a direction without end, so that linear terms give no bound
   * @param steps of Newton, or of the interior-point method
   * @param rowMultipliers of the constraints' rows: not 0 where a row binds
   */
  public record Best(
      double[] x, double objective, double gapBound, int steps, double[] rowMultipliers) {
    /** The same of an objective that is larger by a constant. */
    public Best plus(double constant) {
      return new Best(x, objective + constant, gapBound, steps, rowMultipliers);
    }

    /** The same with the gap to a bound from below of the objective. */
    public Best above(double bound) {
      return new Best(x, objective, Math.max(0, objective - bound), steps, rowMultipliers);
    }

    @Override
    public String toString() {
      return "Best[objective %s, gap at most %s, %d steps, x %s]"
          .formatted(objective, gapBound, steps, Shortened.of(x));
    }
  }

  private final Scenarios scenarios;
  private final Polyhedral set;
  private final int many;
  private String note = "";

  /**
   * The program of these scenarios and constraints.
   *
   * @param set constraints and costs of weights of all the scenarios' assets
   */
  public RiskProgram(Scenarios scenarios, Polyhedral set) {
    this(scenarios, set, MANY);
  }

  /** With another number of assets that are many. */
  RiskProgram(Scenarios scenarios, Polyhedral set, int many) {
    this.many = many;
    this.scenarios = scenarios;
    this.set = set;
    if (set.dimension() != scenarios.assets()) {
      throw new IllegalArgumentException(
          "constraints on %d weights, but there are %d assets"
              .formatted(set.dimension(), scenarios.assets()));
    }
  }

  /**
   * The minimum.
   *
   * @param a at least 0; with 0 a linear program
   * @param guess where to begin; null: anywhere
   * @throws NoMinimumException where no weights are feasible, or the objective falls without end
   */
  public Best minimise(Risk risk, double a, double[] c, double @Nullable [] guess) {
    if (!(a > 0)) {
      return best(QuadraticProgram.diagonal(new double[c.length], c, set).solve(guess), c.length);
    }
    if (isMeanLoss(risk)) {
      double[] slopes = c.clone();
      Kernels.axpy(-a, scenarios.means(), slopes);
      return minimise(risk, 0, slopes, guess);
    }
    if (!scenarios.isInMemory()) {
      return sampled(risk, a, c, guess);
    }
    if (risk.kind() == Risk.Kind.CVAR || (risk.kind() == Risk.Kind.EVAR && isWorst(risk))) {
      return tail(risk.parameter(), a, c, set, near(a, c, guess));
    }
    if (risk.kind() == Risk.Kind.MAD) {
      return HingeProgram.absolute(scenarios, set, a).minimise(c, near(a, c, guess));
    }
    Best best =
        switch (risk.kind()) {
          case DEVIATION, SEMIDEVIATION, EVAR ->
              new KinkedProgram(this, scenarios, set, risk, a, c).minimise(guess);
          default -> smooth(new Smoothed(risk), a, c, guess);
        };
    return best == null ? sampled(risk, a, c, guess) : best;
  }

  /** Whether all losses are the worst: CVaR and EVaR of level 0. */
  private static boolean isMeanLoss(Risk risk) {
    boolean isLevel = risk.kind() == Risk.Kind.CVAR || risk.kind() == Risk.Kind.EVAR;
    return isLevel && risk.parameter() == 0;
  }

  private Best sampled(Risk risk, double a, double[] c, double @Nullable [] guess) {
    var program = new SampledProgram(scenarios, set);
    Best best = program.minimise(risk, a, c, guess);
    note = program.note();
    return best;
  }

  /** How the last minimum was found, where that was not by one program; else nothing. */
  public String note() {
    return note;
  }

  /** Whether there are so many assets that programs begin with some of them. */
  public boolean isSifted() {
    return set.dimension() >= many && scenarios.isInMemory();
  }

  /**
   * The minimum of a smooth risk, by programs of some assets where there are many.
   *
   * @return null where a program of all assets is needed and does not fit into memory
   */
  @Nullable Best smooth(Smoothed risk, double a, double[] c, double @Nullable [] guess) {
    boolean isOfReturns = scenarios.shrinkage() == 0;
    if (isSifted() && isOfReturns) {
      Best best = new Sifting(scenarios, set).minimise(risk, a, c, guess);
      if (best != null) {
        return best;
      }
    }
    boolean fits = !isOfReturns || Sifting.fits(c.length);
    return fits ? newton(risk.of(scenarios), a, c, guess) : null;
  }

  /**
   * The part of the set where cᵀx is least: what has a multiplier stays where it is. The minimum of
   * a linear function is often a single point, near which a constraint on the function itself would
   * leave no interior.
   *
   * @throws NoMinimumException where no weights are feasible, or cᵀx falls without end
   */
  public Polyhedral face(double[] c) {
    double[] none = new double[c.length];
    Polyhedral free = set.withAbsoluteCosts(none, none).withSquares(none);
    Solution least = QuadraticProgram.diagonal(none, c, free).solve();
    Feasible.require(set, least);
    double[] lower = set.lower().clone();
    double[] upper = set.upper().clone();
    for (int k = 0; k < c.length; k++) {
      if (least.boundMultipliers()[k] != 0) {
        lower[k] = least.z()[k];
        upper[k] = least.z()[k];
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < set.rows().size(); i++) {
      Row row = set.rows().get(i);
      double multiplier = least.rowMultipliers()[i];
      double from = multiplier > 0 ? row.most() : row.least();
      double to = multiplier < 0 ? row.least() : row.most();
      rows.add(new Row(row.name(), row.coefficients(), from, to));
    }
    return new Polyhedral(lower, upper, rows, set.absoluteCosts(), set.centres(), set.squares());
  }

  /** Whether every scenario is as likely as the tail: CVaR and EVaR are then the largest loss. */
  private boolean isWorst(Risk risk) {
    double tail = (1 - risk.parameter()) * (1 - ROUNDING);
    return Arrays.stream(scenarios.probabilities()).allMatch(p -> p == 0 || p >= tail);
  }

  /** The minimum of CVaR, of the same level or of another. */
  Best tail(double level, double a, double[] c, Polyhedral in, double @Nullable [] guess) {
    return HingeProgram.cvar(scenarios, in, level, a).minimise(c, guess);
  }

  /** A level of CVaR whose tail is less likely than any scenario: that of the largest loss. */
  double worstLevel() {
    double rarest = Arrays.stream(scenarios.probabilities()).filter(p -> p > 0).min().orElse(1);
    return 1 - rarest / 2;
  }

  private Best best(Solution solution, int assets) {
    Feasible.require(set, solution);
    return new Best(
        Arrays.copyOf(solution.z(), assets),
        solution.objective(),
        solution.gapBound(),
        solution.iterations(),
        solution.rowMultipliers());
  }

  /** The guess, or the least variance in place of another risk; null if there is none. */
  private double @Nullable [] near(double a, double[] c, double @Nullable [] guess) {
    if (guess != null) {
      return guess;
    }
    try {
      Best best =
          isSifted()
              ? new Sifting(scenarios, set).minimise(new Smoothed(Risk.VARIANCE), a, c, null)
              : newton(new Smoothed(Risk.VARIANCE).of(scenarios), a, c, null);
      return best == null ? null : best.x();
    } catch (NoMinimumException e) {
      return null;
    }
  }

  /** The minimum by a program of all assets. */
  Best newton(SmoothRisk risk, double a, double[] c, double @Nullable [] guess) {
    double[] x = feasible(risk, guess);
    double here = a * risk.at(x) + Kernels.dot(c, x) + set.cost(x);
    double[] multipliers = new double[set.rows().size()];
    int step = 0;
    for (; step < MOST_STEPS; step++) {
      double[] slope = slope(risk, a, c);
      Solution model = model(risk.hessian(), a, slope, x);
      if (!Feasible.holds(set, model)) {
        break; // x is feasible, and its gap is known
      }
      multipliers = model.rowMultipliers();
      double[] p = model.z().clone();
      Kernels.axpy(-1, x, p);
      double decrease = set.cost(x) - set.cost(model.z()) - Kernels.dot(slope, p);
      double size = Math.abs(here) + Math.abs(Kernels.dot(c, x)) + Double.MIN_NORMAL;
      if (!(decrease > ROUNDING * size)) {
        break;
      }
      double[] next = search(risk, a, c, x, here, p, decrease);
      boolean isStill = Arrays.equals(next, x);
      x = next;
      here = a * risk.at(x) + Kernels.dot(c, x) + set.cost(x);
      if (isStill || (risk.isQuadratic() && isClosed(x, slope(risk, a, c), multipliers, here))) {
        step++;
        break;
      }
    }
    risk.at(x);
    double gap = gapBound(x, slope(risk, a, c), multipliers, Math.abs(here));
    return new Best(x, here, gap, step, multipliers);
  }

  /**
   * The least of slopeᵀ(s − x) + a(s − x)ᵀH(s − x)/2 + h(s), with as much of a ridge as it takes.
   */
  private Solution model(SymmetricMatrix h, double a, double[] slope, double[] x) {
    h.scale(a);
    double ridge = RIDGE * largest(h);
    h.addDiagonal(ridge);
    double length = largest(x) > 0 ? largest(x) : 1;
    double most = Math.max(largest(h), largest(slope) / length);
    while (true) {
      double[] linear = new double[x.length];
      h.times(x, linear);
      Kernels.scale(-1, linear);
      Kernels.axpy(1, slope, linear);
      Solution model = QuadraticProgram.of(h, linear, set, scenarios.parallel()).solve(x);
      if (model.status() == Status.UNBOUNDED) {
        Feasible.require(set, model);
      }
      if (ridge >= most || Feasible.holds(set, model)) {
        return model;
      }
      double next = MORE * Math.max(ridge, RIDGE * most);
      h.addDiagonal(next - ridge);
      ridge = next;
    }
  }

  private boolean isClosed(double[] x, double[] slope, double[] multipliers, double objective) {
    double gap = new ReducedCosts(set).gap(slope, x, multipliers);
    return gap <= CLOSED * Math.abs(objective);
  }

  private static double largest(double[] v) {
    return Arrays.stream(v).map(Math::abs).max().orElse(0);
  }

  private static double largest(SymmetricMatrix h) {
    double most = 0;
    for (int k = 0; k < h.size(); k++) {
      most = Math.max(most, h.get(k, k));
    }
    return most;
  }

  private double[] slope(SmoothRisk risk, double a, double[] c) {
    double[] slope = c.clone();
    Kernels.axpy(a, risk.gradient(), slope);
    return slope;
  }

  /** x + αp, α the largest of 1, ½, ¼ … with enough of the decrease; x where there is none. */
  private double[] search(
      SmoothRisk risk, double a, double[] c, double[] x, double here, double[] p, double decrease) {
    double alpha = 1;
    for (int k = 0; k < MOST_HALVINGS; k++) {
      double[] next = x.clone();
      Kernels.axpy(alpha, p, next);
      double there = a * risk.at(next) + Kernels.dot(c, next) + set.cost(next);
      if (there <= here - ARMIJO * alpha * decrease) {
        return next;
      }
      alpha /= 2;
    }
    return x;
  }

  /** The feasible point nearest to the guess; outside of the domain, that of the least loss. */
  private double[] feasible(SmoothRisk risk, double @Nullable [] guess) {
    double[] x = Feasible.nearest(set, guess == null ? new double[set.dimension()] : guess);
    if (Double.isFinite(risk.at(x))) {
      return x;
    }
    x = leastLoss();
    if (!Double.isFinite(risk.at(x))) {
      throw new IllegalArgumentException(
          "all weights that meet the constraints lose everything in some period; log growth has"
              + " no value there");
    }
    return x;
  }

  /** The least of the largest loss. */
  private double[] leastLoss() {
    double[] none = new double[set.dimension()];
    Polyhedral free = set.withAbsoluteCosts(none, none).withSquares(none);
    return tail(worstLevel(), 1, none, free, null).x();
  }

  /**
   * By convexity Φ(s) ≥ Φ(x) + slopeᵀ(s − x) + h(s) − h(x): the multipliers of the last step bound
   * the least of the right-hand side, and where they do so badly, a linear program has it (Frank,
   * Wolfe 1956).
   */
  private double gapBound(double[] x, double[] slope, double[] multipliers, double size) {
    double bound = new ReducedCosts(set).gap(slope, x, multipliers);
    if (bound <= CLOSED * size) {
      return bound;
    }
    double[] none = new double[x.length];
    Solution least = QuadraticProgram.diagonal(none, slope, set).solve(x);
    if (least.status() == Status.UNBOUNDED) {
      return bound < Double.POSITIVE_INFINITY ? bound : Double.NaN;
    }
    double here = Kernels.dot(slope, x) + set.cost(x);
    return Math.min(bound, Math.max(0, here - least.objective() + least.gapBound()));
  }
}
