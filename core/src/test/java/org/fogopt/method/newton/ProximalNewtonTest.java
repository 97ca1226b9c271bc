package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fogopt.Fog;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.AcceleratedGradient;
import org.fogopt.method.baseline.GradientDescent;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Newton's method with penalties, against proximal gradients and enumeration of active sets. */
@Timeout(120)
class ProximalNewtonTest {
  private static final int D = 5;

  /** Of points, relative to 1: the gradient of both methods is below 1e-10 or so there. */
  private static final double SAME = 1e-8;

  private static final double[][] ROWS = Families.rows(60, D, 0.4, 2);

  private static Map<String, Penalty> penalties() {
    Map<String, Penalty> all = new LinkedHashMap<>();
    all.put("box", Separable.box(-0.1, 0.3));
    all.put("half-open", Separable.nonNegative());
    all.put("L1", Separable.l1(0.1));
    all.put("elastic net", Separable.elasticNet(0.05, 0.1));
    all.put("L1 in a box", Separable.l1(0.1).within(-0.2, 0.4));
    all.put("capped budget", Budget.of(Separable.box(0, 0.4), 1.0, List.of()));
    all.put(
        "groups",
        Budget.of(
            Separable.elasticNet(0.05, 0.1).within(-0.2, 0.6),
            1.0,
            List.of(
                new Budget.Group("first", new int[] {0, 1}, 0.1, 0.3),
                new Budget.Group("last", new int[] {3, 4}, 0.2, 0.6))));
    return all;
  }

  static List<Arguments> convex() {
    Map<String, Problem> problems = new LinkedHashMap<>();
    problems.put("portfolio", SmallProblems.portfolio(ROWS).problem());
    problems.put("portfolio, known as quadratic", SmallProblems.portfolio(ROWS).quadratic());
    problems.put("entropic", Families.entropic(ROWS));
    problems.put("entropic, curvature offered", Families.entropicOffered(ROWS));
    return combined(problems, penalties());
  }

  /** The ratio is flat along x: constraints on the sum make its minimum one point. */
  static List<Arguments> nonConvex() {
    List<Arguments> all =
        combined(Map.of("robust", SmallProblems.robust(ROWS).problem()), penalties());
    Map<String, Penalty> sums = penalties();
    sums.keySet().retainAll(List.of("capped budget", "groups"));
    all.addAll(combined(Map.of("ratio", Families.ratio(ROWS)), sums));
    return all;
  }

  private static List<Arguments> combined(
      Map<String, Problem> problems, Map<String, Penalty> penalties) {
    List<Arguments> all = new ArrayList<>();
    problems.forEach(
        (name, problem) ->
            penalties.forEach(
                (kind, penalty) ->
                    all.add(Arguments.of(name + ", " + kind, problem.withPenalty(penalty)))));
    return all;
  }

  private static double[] start(Problem problem) {
    double[] x0 = Parts.gaussians(D, 3);
    problem.penalty().prox(x0, 0);
    return x0;
  }

  /**
   * Feasible and never above the start on the way, which all points of these small problems are.
   */
  private static Result newton(Problem problem, double[] x0) {
    try (Workers workers = new Workers(1)) {
      Evaluator evaluator = new Evaluator(problem, workers);
      double above = evaluator.objective(x0);
      Result result =
          Run.of(problem, Newton.METHOD.byDefault())
              .from(x0)
              .stop(StopRule.tolerance(1e-12))
              .stop(StopRule.steps(400))
              .observe(
                  new Observer() {
                    @Override
                    public void stepped(Progress progress) {
                      double here = evaluator.objective(progress.point());
                      assertThat(here) // +∞ where it is not feasible
                          .as("step %d", progress.step())
                          .isLessThanOrEqualTo(above + 1e-12 * Math.abs(above));
                    }
                  })
              .go();
      assertThat(result.converged()).as("%s", result).isTrue();
      return result;
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("convex")
  void itEndsWhereAcceleratedProximalGradientsEnd(String name, Problem problem) {
    double[] x0 = start(problem);
    Result newton = newton(problem, x0);
    Result agd =
        Run.of(problem, AcceleratedGradient.METHOD.byDefault())
            .from(x0)
            .untraced()
            .stop(StopRule.tolerance(1e-12))
            .stop(StopRule.noProgress(200))
            .stop(StopRule.steps(100_000))
            .go();
    assertThat(newton.point()).containsExactly(agd.point(), within(SAME));
    assertThat(newton.steps()).as("two a Newton step").isLessThan(60);
  }

  /**
   * From its end proximal gradients of a fixed step hardly move: where secants are exact not beyond
   * {@link #SAME}, otherwise (robust losses with a ridge in each) as far as the objective's
   * rounding hides, the root of 1e-16 times some 10.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("nonConvex")
  void itEndsAtAFixedPointOfProximalGradients(String name, Problem problem) {
    Result newton = newton(problem, start(problem));
    Result gd =
        Run.of(problem, GradientDescent.METHOD.with(Settings.NONE.with(GradientDescent.ETA, 0.1)))
            .from(newton.point())
            .untraced()
            .stop(StopRule.steps(3000))
            .go();
    double hidden = name.startsWith("robust") ? 2e-7 : SAME;
    assertThat(gd.point()).containsExactly(newton.point(), within(hidden));
    assertThat(newton.objective()).isCloseTo(gd.objective(), within(1e-14));
    assertThat(newton.steps()).as("two a Newton step").isLessThan(100);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aQuadraticEndsAtTheBestOfAllActiveSets(long seed) {
    double[][] rows = Families.rows(40, 4, 0.5, seed);
    double[][] h = SmallProblems.hessian(rows);
    double[] b = SmallProblems.mean(rows);
    Map<Penalty, double[]> minimisers = new LinkedHashMap<>();
    minimisers.put(
        Separable.box(-0.1, 0.3), SmallProblems.boxedMinimiser(h, b, -0.1, 0.3, Double.NaN));
    minimisers.put(Budget.simplex(), SmallProblems.boxedMinimiser(h, b, 0, 1, 1));
    minimisers.put(
        Budget.of(Separable.box(0, 0.4), 1.0, List.of()),
        SmallProblems.boxedMinimiser(h, b, 0, 0.4, 1));
    minimisers.forEach(
        (penalty, minimiser) -> {
          for (Problem plain :
              List.of(
                  SmallProblems.portfolio(rows).problem(),
                  SmallProblems.portfolio(rows).quadratic())) {
            Result result =
                Run.of(plain.withPenalty(penalty), Newton.METHOD.byDefault())
                    .stop(StopRule.tolerance(1e-12))
                    .stop(StopRule.steps(100))
                    .go();
            assertThat(result.point()).containsExactly(minimiser, within(SAME));
          }
        });
  }

  // The step

  /** Σ ±v vᵀ over so many random v. */
  private static SymmetricMatrix matrix(Random random, int positive, int negative) {
    SymmetricMatrix h = new SymmetricMatrix(D);
    for (int k = 0; k < positive + negative; k++) {
      double[] v = random.doubles(D, -1, 1).toArray();
      h.addRows(1, v, new double[] {k < positive ? 1 : -1});
    }
    return h;
  }

  private static double model(
      SymmetricMatrix h, double[] g, Penalty penalty, double[] x, double[] p) {
    double[] z = x.clone();
    Kernels.axpy(1, p, z);
    return Kernels.dot(g, p) + 0.5 * h.quadratic(p) + penalty.value(z);
  }

  /** Proximal gradients on the model itself, from p = 0. */
  private static double[] slowly(SymmetricMatrix h, double[] g, Penalty penalty, double[] x) {
    double trace = 0;
    for (int k = 0; k < D; k++) {
      trace += h.get(k, k);
    }
    double[] z = x.clone();
    double[] gradient = new double[D];
    for (int t = 0; t < 20_000; t++) {
      double[] p = z.clone();
      Kernels.axpy(-1, x, p);
      h.times(p, gradient);
      Kernels.axpy(1, g, gradient);
      Kernels.axpy(-1 / trace, gradient, z);
      penalty.prox(z, 1 / trace);
    }
    Kernels.axpy(-1, x, z);
    return z;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aConvexModelIsMinimised(long seed) {
    Random random = new Random(seed);
    SymmetricMatrix h = matrix(random, 2 * D, 0);
    double[] g = random.doubles(D, -1, 1).toArray();
    penalties()
        .forEach(
            (name, penalty) -> {
              double[] x = random.doubles(D, -1, 1).toArray();
              penalty.prox(x, 0);
              double[] p = new double[D];
              ProximalStep rule = new ProximalStep(penalty, D, Parallel.SERIAL);
              boolean isAtBoundary =
                  rule.solve(Families.hessian(h), x, g, Double.POSITIVE_INFINITY, 0.1, p);
              assertThat(isAtBoundary).isFalse();
              assertThat(p).as(name).containsExactly(slowly(h, g, penalty, x), within(1e-7));
            });
  }

  /** An indefinite one falls, within the region, which is found to bind where it does. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anIndefiniteModelIsShiftedAndFalls(long seed) {
    Random random = new Random(seed);
    int positive = random.nextInt(D);
    SymmetricMatrix h = matrix(random, positive, random.nextInt(3));
    double[] g = random.doubles(D, -1, 1).toArray();
    penalties()
        .forEach(
            (name, penalty) -> {
              double[] x = random.doubles(D, -1, 1).toArray();
              penalty.prox(x, 0);
              ProximalStep rule = new ProximalStep(penalty, D, Parallel.SERIAL);
              for (double radius : new double[] {1e-3, 0.1, 10}) {
                double[] p = new double[D];
                boolean isAtBoundary = rule.solve(Families.hessian(h), x, g, radius, 0.1, p);
                double longest = Arrays.stream(p).map(Math::abs).max().orElseThrow();
                String what = "%s, radius %s".formatted(name, radius);
                assertThat(longest).as(what).isLessThanOrEqualTo(radius * (1 + 1e-9));
                assertThat(isAtBoundary).as(what).isEqualTo(longest > radius * (1 - 1e-6));
                double[] nothing = new double[D];
                assertThat(model(h, g, penalty, x, p))
                    .as(what)
                    .isLessThanOrEqualTo(model(h, g, penalty, x, nothing) + 1e-12);
                assertThat(rule.recession()).as(what).isNull();
              }
            });
  }

  /** 0.1 + 0.3 − 0.1 is not 0.3. */
  @Test
  void roundingDoesNotHideTheBoundary() {
    SymmetricMatrix flat = new SymmetricMatrix(1);
    for (int k = 1; k < 200; k++) {
      double[] x = {0.001 * k};
      double[] p = new double[1];
      var rule = new ProximalStep(Separable.nonNegative(), 1, Parallel.SERIAL);
      assertThat(rule.solve(Families.hessian(flat), x, new double[] {-1}, 0.3, 0.1, p)).isTrue();
      assertThat(p[0]).isCloseTo(0.3, within(1e-9));
    }
  }

  // What it cannot do

  @Test
  void aPenaltyKnownByItsProxAloneIsRefusedWithWhatToChoose() {
    Penalty ball =
        new Penalty() {
          @Override
          public double value(double[] x) {
            return Kernels.norm(x) <= 1 + 1e-12 ? 0 : Double.POSITIVE_INFINITY;
          }

          @Override
          public void prox(double[] v, double eta) {
            Kernels.scale(1 / Math.max(1, Kernels.norm(v)), v);
          }

          @Override
          public String toString() {
            return "the unit ball";
          }
        };
    Problem problem = SmallProblems.portfolio(ROWS).problem().withPenalty(ball);
    assertThatThrownBy(
            () -> Run.of(problem, Newton.METHOD.byDefault()).stop(StopRule.steps(1)).go())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Newton's method needs a penalty made of bounds, linear rows and separable charges,"
                + " not the unit ball; choose sarah-c or agd");
    Result chosen = Fog.minimise(problem);
    assertThat(chosen.converged()).as("%s", chosen).isTrue();
    assertThat(chosen.algorithm()).contains("sarah-c");
  }

  /** The second return is 1 for certain: more of it is always better. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aQuadraticThatFallsWithinHalfOpenBoundsReportsTheDirection(boolean isKnownQuadratic) {
    double[][] rows = Families.rows(50, 3, 0, 9);
    for (double[] row : rows) {
      row[1] = 1;
    }
    Parts parts = SmallProblems.portfolio(rows);
    Problem plain = isKnownQuadratic ? parts.quadratic() : parts.problem();
    Result up = Fog.minimise(plain.withPenalty(Separable.nonNegative()));
    assertThat(up.stop().reason()).as("%s", up).isEqualTo(Stop.Reason.UNBOUNDED);
    assertThat(up.stop().detail()).contains("1.00 for entry 2").contains("add a bound");
    assertThat(up.converged()).isFalse();
    assertThat(Arrays.stream(up.point()).allMatch(v -> v >= 0 && Double.isFinite(v))).isTrue();
    Penalty down = Separable.box(Double.NEGATIVE_INFINITY, 2);
    Result bounded = Fog.minimise(plain.withPenalty(down));
    assertThat(bounded.converged()).as("%s", bounded).isTrue();
    assertThat(bounded.point()[1]).isEqualTo(2);
  }

  /** max(x² − 1, 0)-like: no curvature at the start, a minimum far from it. */
  @Test
  void aModelWithoutAMinimumSaysNothingOfTheObjective() {
    Problem huber =
        Components.map(1, 1)
            .inner(1, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .affine()
            .outer(
                3,
                (i, y) -> {
                  double e = y[0] - 50 - i;
                  return Math.abs(e) < 1 ? e * e / 2 : Math.abs(e) - 0.5;
                },
                (i, y, u) -> u[0] = Math.max(-1, Math.min(1, y[0] - 50 - i)))
            .named("Huber's losses");
    for (Penalty penalty : List.of(Penalty.NONE, Separable.nonNegative())) {
      Result result = Fog.minimise(huber.withPenalty(penalty));
      assertThat(result.converged()).as("%s, %s", penalty, result).isTrue();
      assertThat(result.point()[0]).isCloseTo(51, within(1e-5));
    }
  }
}
