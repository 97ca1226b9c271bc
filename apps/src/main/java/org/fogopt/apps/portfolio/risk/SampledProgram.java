package org.fogopt.apps.portfolio.risk;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.fogopt.Fog;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.linalg.Kernels;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.LinearConstraints;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.penalty.QuadraticProgram.Status;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/**
 * minimise a·ρ(x) + cᵀx + h(x) where a program of all scenarios or assets outgrows memory: by the
 * method that {@link org.fogopt.method.auto.Automatic} chooses for a {@link SampledRisk}, feasible
 * at every step. Hinges are smoothed, in rounds about the weights of the round before. A pass over
 * the scenarios then bounds the gap of the risk itself, without smoothing: by convexity its slopes
 * at x are a lower bound elsewhere, and a linear program has the least of that (Frank, Wolfe 1956).
 */
final class SampledProgram {
  /** Relative norm of the gradient mapping at which a run ends. */
  private static final double TOLERANCE = 1e-8;

  /** A gap this small relative to the objective's terms ends the rounds. */
  private static final double CLOSED = 1e-7;

  /** Full gradients of a run at the most. */
  private static final double MOST_GRADIENTS = 200;

  /** Rounds of smoothing at the most, and the first ν relative to the standard deviation. */
  private static final int MOST_ROUNDS = 12;

  private static final double FIRST_NU = 0.1;
  private static final double NU_FALL = 2;

  /** A round must leave at most this share of the gap. */
  private static final double PROGRESS = 0.9;

  /** The least of a scale (a deviation, or λ of EVaR) relative to the standard deviation. */
  private static final double LEAST_SCALE = 1e-4;

  private final Scenarios scenarios;
  private final Polyhedral set;
  private String note = "";

  SampledProgram(Scenarios scenarios, Polyhedral set) {
    this.scenarios = scenarios;
    this.set = set;
  }

  /** What was done, for the user. */
  String note() {
    return note;
  }

  Best minimise(Risk risk, double a, double[] c, double @Nullable [] guess) {
    double[] p = scenarios.probabilities();
    double[] x = Feasible.nearest(set, guess == null ? new double[c.length] : guess);
    double spread = Risk.DEVIATION.of(scenarios.returnsOf(x), p);
    double nu = FIRST_NU * (spread > 0 ? spread : 1);
    double leastScale = LEAST_SCALE * (spread > 0 ? spread : 1);
    ScenarioTerm term = ScenarioTerm.of(risk, p, nu);
    Best best = null;
    int rounds = 0;
    int steps = 0;
    while (rounds < (ScenarioTerm.isHinge(risk) ? MOST_ROUNDS : 1)) {
      double[] start = Arrays.copyOf(x, c.length + term.extras());
      double[] extras = term.bestExtras(scenarios.returnsOf(x), p, leastScale);
      System.arraycopy(extras, 0, start, c.length, extras.length);
      Result result =
          Fog.automatic(
                  new SampledRisk(scenarios, term, a, c).problem(penalty(wider(term, leastScale))))
              .from(start)
              .stop(StopRule.passes(MOST_GRADIENTS * (2.0 + scenarios.count())))
              .stop(StopRule.tolerance(TOLERANCE))
              .go();
      requireMinimum(result, x);
      rounds++;
      steps += (int) Math.min(Integer.MAX_VALUE / MOST_ROUNDS, result.steps());
      x = Arrays.copyOf(result.point(), c.length);
      double[] z = scenarios.returnsOf(x);
      double scale = term.hasScale() ? result.point()[result.point().length - 1] : 0;
      double[] slopes = slopes(risk, term, z, scale);
      double value = risk.of(z, p);
      double gap = gap(risk, a, c, x, z, slopes, value);
      double before = best == null ? Double.POSITIVE_INFINITY : best.gapBound();
      double objective = a * value + Kernels.dot(c, x) + set.cost(x);
      if (best == null || objective <= best.objective()) {
        best = new Best(x, objective, gap, steps, new double[set.rows().size()]);
      }
      note(result, rounds);
      double size = Math.abs(a * value) + Math.abs(Kernels.dot(c, x)) + set.cost(x);
      if (gap <= CLOSED * size || !(gap <= PROGRESS * before)) {
        break;
      }
      if (ScenarioTerm.isHinge(risk)) {
        nu /= NU_FALL;
        term = term.about(term.hingeSlopes(z, p), nu);
      }
    }
    return Objects.requireNonNull(best);
  }

  private void note(Result result, int rounds) {
    note =
        String.format(
            Locale.ROOT,
            "too large for one program in memory: %s%s, %s",
            result.decisions().isEmpty() ? result.algorithm() : result.decisions().get(0),
            rounds == 1 ? "" : " (%d rounds of smoothed hinges)".formatted(rounds),
            result.stop().detail());
  }

  private static void requireMinimum(Result result, double[] start) {
    if (result.stop().reason() == Stop.Reason.UNBOUNDED) {
      double[] direction = Arrays.copyOf(result.point(), start.length);
      Kernels.axpy(-1, start, direction);
      throw NoMinimumException.endless(direction);
    }
  }

  /** Where rows are sums of different entries, with the faster prox of a {@link Budget}. */
  private static Penalty penalty(Polyhedral all) {
    boolean isPlain = isFree(all) && !all.rows().isEmpty();
    boolean[] isIn = new boolean[all.dimension()];
    List<Budget.Group> groups = new ArrayList<>();
    for (Row row : all.rows()) {
      double[] a = row.coefficients();
      int[] members = IntStream.range(0, a.length).filter(k -> a[k] != 0).toArray();
      for (int k : members) {
        isPlain &= a[k] == 1 && !isIn[k];
        isIn[k] = true;
      }
      groups.add(new Budget.Group(row.name(), members, row.least(), row.most()));
    }
    return isPlain
        ? Budget.of(Separable.none().within(all.lower(), all.upper()), null, groups)
        : LinearConstraints.of(all);
  }

  private static boolean isFree(Polyhedral all) {
    return Arrays.stream(all.absoluteCosts()).allMatch(each -> each == 0)
        && Arrays.stream(all.squares()).allMatch(each -> each == 0);
  }

  /** The constraints with the further unknowns of a term. */
  private Polyhedral wider(ScenarioTerm term, double leastScale) {
    int n = set.dimension();
    int size = n + term.extras();
    double[] lower = Arrays.copyOf(set.lower(), size);
    double[] upper = Arrays.copyOf(set.upper(), size);
    Arrays.fill(lower, n, size, Double.NEGATIVE_INFINITY);
    Arrays.fill(upper, n, size, Double.POSITIVE_INFINITY);
    if (term.hasScale()) {
      lower[size - 1] = leastScale;
    }
    List<Row> rows = new ArrayList<>();
    for (Row row : set.rows()) {
      rows.add(
          new Row(row.name(), Arrays.copyOf(row.coefficients(), size), row.least(), row.most()));
    }
    return new Polyhedral(
        lower,
        upper,
        rows,
        Arrays.copyOf(set.absoluteCosts(), size),
        Arrays.copyOf(set.centres(), size),
        Arrays.copyOf(set.squares(), size));
  }

  /** Slopes by the returns that bound the risk from below; of hinges, those of the smoothed. */
  private double[] slopes(Risk risk, ScenarioTerm term, double[] z, double scale) {
    double[] p = scenarios.probabilities();
    if (!ScenarioTerm.isHinge(risk)) {
      return ScenarioRisk.slopesOf(risk, z, p, risk.kind() == Risk.Kind.EVAR ? scale : 0);
    }
    double[] slopes = term.hingeSlopes(z, p);
    double mean = risk.kind() == Risk.Kind.MAD ? Risk.mean(slopes, p) : 0;
    Arrays.setAll(slopes, t -> p[t] * (mean - slopes[t]));
    return slopes;
  }

  private double gap(
      Risk risk, double a, double[] c, double[] x, double[] z, double[] slopes, double value) {
    boolean isCoherent = ScenarioTerm.isHinge(risk) || risk.kind() == Risk.Kind.EVAR;
    double excess = isCoherent ? Math.max(0, value - Kernels.dot(slopes, z)) : 0;
    double[] slope = scenarios.combine(scenarios.rows(), slopes);
    Kernels.scale(a, slope);
    Kernels.axpy(1, c, slope);
    Solution least = QuadraticProgram.diagonal(new double[c.length], slope, set).solve(x);
    if (least.status() == Status.UNBOUNDED) {
      return Double.NaN;
    }
    double here = Kernels.dot(slope, x) + set.cost(x);
    double gap = Math.max(0, here - least.objective() + least.gapBound());
    double byMultipliers = new ReducedCosts(set).gap(slope, x, least.rowMultipliers());
    return a * excess + Math.min(gap, byMultipliers);
  }
}
