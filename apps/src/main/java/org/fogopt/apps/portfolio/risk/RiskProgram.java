package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Shortened;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.penalty.Hinges;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * minimise a·ρ(x) + cᵀx + h(x), ρ a {@link Risk} and h a {@link Polyhedral} penalty.
 *
 * <p>Hinges (CVaR, mean absolute deviation) make one program for the interior-point method, with
 * everything but the weights eliminated. A smooth risk is minimised by the proximal Newton method
 * (Lee, Sun, Saunders 2014), whose steps are such programs with the risk's second derivatives, and
 * an Armijo search; a variance takes one step.
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

  /** Scenarios that begin with a hinge, as a multiple of those in the tail. */
  private static final double TAILS = 2;

  /** A row that is violated by more, relative to its terms, has no solution near. */
  private static final double VIOLATED = 1e-6;

  /** The least λ of EVaR relative to the standard deviation: at first, at last, and its fall. */
  private static final double MOST_SHARE = 0.1;

  private static final double LEAST_SHARE = 1e-8;
  private static final double FALL = 10;

  /** A gap this small relative to the objective is none. */
  private static final double CLOSED = 1e-7;

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

    @Override
    public String toString() {
      return "Best[objective %s, gap at most %s, %d steps, x %s]"
          .formatted(objective, gapBound, steps, Shortened.of(x));
    }
  }

  private final Scenarios scenarios;
  private final Polyhedral set;

  /**
   * The program of these scenarios and constraints.
   *
   * @param set constraints and costs of weights of all the scenarios' assets
   */
  public RiskProgram(Scenarios scenarios, Polyhedral set) {
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
    if (risk.kind() == Risk.Kind.CVAR || (risk.kind() == Risk.Kind.EVAR && isWorst(risk))) {
      return cvar(risk.parameter(), a, c, guess);
    }
    if (risk.kind() == Risk.Kind.MAD) {
      return absolute(a, c);
    }
    if (risk.kind() == Risk.Kind.EVAR) {
      return evar(risk, a, c, guess);
    }
    return newton(SmoothRisk.of(risk, scenarios), a, c, guess);
  }

  /** Whether every scenario is as likely as the tail: CVaR and EVaR are then the largest loss. */
  private boolean isWorst(Risk risk) {
    double tail = (1 - risk.parameter()) * (1 - ROUNDING);
    return Arrays.stream(scenarios.probabilities()).allMatch(p -> p == 0 || p >= tail);
  }

  /**
   * EVaR has a kink where losses as large as the largest have the probability of the tail: the
   * minimising λ is 0 there. With λ ≥ least it has none. The weights of the losses are then still
   * among those that EVaR is the largest over, so ∇ᵀs is a lower bound at any s; the least λ falls
   * until the gap is closed.
   */
  private Best evar(Risk evar, double a, double[] c, double @Nullable [] guess) {
    double[] x = nearest(guess == null ? new double[c.length] : guess);
    double size = Risk.DEVIATION.of(scenarios.returnsOf(x), scenarios.probabilities());
    Best best = null;
    double bound = Double.NEGATIVE_INFINITY;
    int steps = 0;
    for (double share = MOST_SHARE; share >= LEAST_SHARE; share /= FALL) {
      var smooth = new ScenarioRisk(evar, scenarios, share * size);
      Best next = newton(smooth, a, c, x);
      x = next.x();
      steps += next.steps();
      double excess = smooth.at(x) - Kernels.dot(smooth.gradient(), x);
      double objective =
          a * evar.of(scenarios.returnsOf(x), scenarios.probabilities())
              + Kernels.dot(c, x)
              + set.cost(x);
      bound = Math.max(bound, next.objective() - next.gapBound() - a * Math.max(0, excess));
      if (best == null || objective < best.objective()) {
        best = new Best(x, objective, 0, steps, next.rowMultipliers());
      }
      double gap = Math.max(0, best.objective() - bound);
      gap = Double.isNaN(next.gapBound()) ? Double.NaN : gap;
      best = new Best(best.x(), best.objective(), gap, steps, best.rowMultipliers());
      if (size == 0 || gap <= CLOSED * (Math.abs(objective) + a * size)) {
        break;
      }
    }
    return Objects.requireNonNull(best);
  }

  private Best best(Solution solution, int assets) {
    require(solution);
    return new Best(
        Arrays.copyOf(solution.z(), assets),
        solution.objective(),
        solution.gapBound(),
        solution.iterations(),
        solution.rowMultipliers());
  }

  private void require(Solution solution) {
    if (solution.status() == Status.INFEASIBLE) {
      throw NoMinimumException.clash(set, solution);
    }
    if (solution.status() == Status.UNBOUNDED) {
      throw NoMinimumException.endless(Arrays.copyOf(solution.recession(), set.dimension()));
    }
    for (Row row : set.rows()) {
      double value = 0;
      double size = 0;
      for (int k = 0; k < set.dimension(); k++) {
        double term = row.coefficients()[k] * solution.z()[k];
        value += term;
        size += Math.abs(term);
      }
      double off = Math.max(row.least() - value, value - row.most());
      if (!(off <= VIOLATED * (size + Math.abs(value + off)))) {
        throw NoMinimumException.violated(row);
      }
    }
  }

  /** Mean absolute deviation: 2 Σ p (z̄ − z)₊. */
  private Best absolute(double a, double[] c) {
    int n = scenarios.assets();
    double[] rows = scenarios.deviations().clone();
    Kernels.scale(-1, rows);
    double[] costs = scenarios.probabilities().clone();
    Kernels.scale(2 * a, costs);
    Hinges hinges = new Hinges(n, rows, new double[costs.length], costs);
    return best(QuadraticProgram.of(null, c, set, hinges, scenarios.parallel()).solve(), n);
  }

  /**
   * CVaR: min over e of e + Σ p (−z − e)₊/(1 − level), one more unknown. Where there are many
   * scenarios, only those that are worst at the guess, or at the least variance, have their hinges
   * at first. Without hinges an objective is no larger; where those left out would be 0 at the
   * minimum, it is the minimum of all.
   */
  private Best cvar(double level, double a, double[] c, double @Nullable [] guess) {
    int n = scenarios.assets();
    double[] linear = Arrays.copyOf(c, n + 1);
    linear[n] = a;
    Polyhedral wider = withFreeUnknown();
    boolean[] isIn = new boolean[scenarios.count()];
    int few = (int) Math.ceil(TAILS * (1 - level) * isIn.length) + 2 * n;
    double[] near = 2 * few > isIn.length ? null : guess == null ? leastVariance(a, c) : guess;
    double[] z = near == null ? new double[isIn.length] : scenarios.returnsOf(near);
    double[] sorted = z.clone();
    Arrays.sort(sorted);
    for (int t = 0; t < z.length; t++) {
      isIn[t] = near == null || z[t] <= sorted[few];
    }
    while (true) {
      Hinges hinges = tail(isIn, a / (1 - level));
      Solution found =
          QuadraticProgram.of(null, linear, wider, hinges, scenarios.parallel()).solve();
      if (found.status() == Status.UNBOUNDED && hinges.count() < isIn.length) {
        Arrays.fill(isIn, true); // what was left out may bound it
        continue;
      }
      require(found);
      if (!addTail(isIn, found.z())) {
        return best(found, n);
      }
    }
  }

  /** The weights that have the least variance in place of another risk; null if there are none. */
  private double @Nullable [] leastVariance(double a, double[] c) {
    try {
      return newton(SmoothRisk.of(Risk.VARIANCE, scenarios), a, c, null).x();
    } catch (NoMinimumException e) {
      return null;
    }
  }

  /** Takes in all scenarios with a loss above e; false if there were none to take in. */
  private boolean addTail(boolean[] isIn, double[] solution) {
    int n = scenarios.assets();
    double[] z = scenarios.returnsOf(Arrays.copyOf(solution, n));
    boolean isMore = false;
    for (int t = 0; t < z.length; t++) {
      if (!isIn[t] && -z[t] > solution[n]) {
        isIn[t] = true;
        isMore = true;
      }
    }
    return isMore;
  }

  private Hinges tail(boolean[] isIn, double scale) {
    int n = scenarios.assets();
    int count = 0;
    for (boolean each : isIn) {
      count += each ? 1 : 0;
    }
    double[] rows = new double[Math.multiplyExact(count, n + 1)];
    double[] costs = new double[count];
    int i = 0;
    for (int t = 0; t < isIn.length; t++) {
      if (isIn[t]) {
        Kernels.axpy(-1, scenarios.rows(), t * n, rows, i * (n + 1), n);
        rows[i * (n + 1) + n] = -1;
        costs[i] = scale * scenarios.probabilities()[t];
        i++;
      }
    }
    return new Hinges(n + 1, rows, new double[count], costs);
  }

  /** The set with one more unknown, free and in no row. */
  private Polyhedral withFreeUnknown() {
    int n = set.dimension();
    double[] lower = Arrays.copyOf(set.lower(), n + 1);
    double[] upper = Arrays.copyOf(set.upper(), n + 1);
    lower[n] = Double.NEGATIVE_INFINITY;
    upper[n] = Double.POSITIVE_INFINITY;
    List<Row> rows =
        set.rows().stream()
            .map(
                row ->
                    new Row(
                        row.name(),
                        Arrays.copyOf(row.coefficients(), n + 1),
                        row.least(),
                        row.most()))
            .toList();
    return new Polyhedral(
        lower,
        upper,
        rows,
        Arrays.copyOf(set.absoluteCosts(), n + 1),
        Arrays.copyOf(set.centres(), n + 1),
        Arrays.copyOf(set.squares(), n + 1));
  }

  private Best newton(SmoothRisk risk, double a, double[] c, double @Nullable [] guess) {
    int n = c.length;
    double[] x = feasible(risk, guess);
    double here = a * risk.at(x) + Kernels.dot(c, x) + set.cost(x);
    double[] multipliers = new double[set.rows().size()];
    int step = 0;
    for (; step < MOST_STEPS; step++) {
      double[] slope = slope(risk, a, c);
      SymmetricMatrix h = risk.hessian();
      h.scale(a);
      h.addDiagonal(RIDGE * largest(h));
      double[] linear = new double[n];
      h.times(x, linear);
      for (int k = 0; k < n; k++) {
        linear[k] = slope[k] - linear[k];
      }
      Solution model = QuadraticProgram.of(h, linear, set, scenarios.parallel()).solve(x);
      require(model);
      multipliers = model.rowMultipliers();
      double[] p = model.z().clone();
      Kernels.axpy(-1, x, p);
      double decrease = set.cost(x) - set.cost(model.z()) - Kernels.dot(slope, p);
      double size = Math.abs(here) + Math.abs(Kernels.dot(c, x)) + Double.MIN_NORMAL;
      if (!(decrease > ROUNDING * size)) {
        break;
      }
      double[] next = search(risk, a, c, x, here, p, decrease);
      if (Arrays.equals(next, x)) {
        break;
      }
      x = next;
      here = a * risk.at(x) + Kernels.dot(c, x) + set.cost(x);
    }
    risk.at(x);
    return new Best(x, here, gapBound(x, slope(risk, a, c)), step, multipliers);
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

  /** The feasible point nearest to the guess, moved towards the smallest one into the domain. */
  private double[] feasible(SmoothRisk risk, double @Nullable [] guess) {
    double[] x = nearest(guess == null ? new double[set.dimension()] : guess);
    if (Double.isFinite(risk.at(x))) {
      return x;
    }
    x = nearest(new double[set.dimension()]);
    if (!Double.isFinite(risk.at(x))) {
      throw new IllegalArgumentException(
          "the smallest weights that meet the constraints lose everything in some period;"
              + " log growth has no value there");
    }
    return x;
  }

  private double[] nearest(double[] x) {
    double[] ones = new double[x.length];
    Arrays.fill(ones, 1);
    double[] minus = x.clone();
    Kernels.scale(-1, minus);
    double[] none = new double[x.length];
    Polyhedral bare =
        new Polyhedral(set.lower(), set.upper(), set.rows(), none, set.centres(), none);
    Solution solution = QuadraticProgram.diagonal(ones, minus, bare).solve(x);
    require(solution);
    return solution.z();
  }

  /**
   * By convexity Φ(s) ≥ Φ(x) + slopeᵀ(s − x) + h(s) − h(x) (Frank, Wolfe 1956): the least of the
   * right-hand side is a linear program.
   */
  private double gapBound(double[] x, double[] slope) {
    double[] none = new double[x.length];
    Solution least = QuadraticProgram.diagonal(none, slope, set).solve(x);
    if (least.status() == Status.UNBOUNDED) {
      return Double.NaN;
    }
    double here = Kernels.dot(slope, x) + set.cost(x);
    return Math.max(0, here - least.objective() + least.gapBound());
  }
}
