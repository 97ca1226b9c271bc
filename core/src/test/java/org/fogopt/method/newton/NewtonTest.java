package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.fogopt.Fog;
import org.fogopt.SmallProblems;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Newton's method on growing samples, and L-BFGS: where they end. What they promise of every step
 * is in {@link org.fogopt.method.SecondOrderContractTest}.
 */
class NewtonTest {
  private static final double[][] ROWS = Families.rows(2500, 8, 0.2, 1);

  private static double[] even(int d) {
    double[] x = new double[d];
    Arrays.fill(x, 1.0 / d);
    return x;
  }

  static Stream<Arguments> problems() {
    return Stream.of(
        Arguments.of("entropic", Families.entropic(ROWS), new double[8]),
        Arguments.of("entropic, offered", Families.entropicOffered(ROWS), new double[8]),
        Arguments.of("ratio", Families.ratio(ROWS), even(8)),
        Arguments.of("portfolio", SmallProblems.portfolio(ROWS).problem(), new double[8]),
        Arguments.of("robust", SmallProblems.robust(ROWS).problem(), new double[8]),
        Arguments.of(
            "least squares",
            Families.leastSquares(ROWS, new Random(2).doubles(2500).toArray()),
            new double[8]));
  }

  private static Run run(Problem problem, Method method, double[] x0) {
    return Run.of(problem, method.byDefault())
        .from(x0)
        .stop(StopRule.tolerance(1e-9))
        .stop(StopRule.passes(3000.0 * problem.outer().count()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("problems")
  void newtonAndLbfgsEndAtTheSameStationaryPoint(String name, Problem problem, double[] x0) {
    Result newton = run(problem, Newton.METHOD, x0).go();
    Result lbfgs = run(problem, Lbfgs.METHOD, x0).go();
    assertThat(newton.stop().converged()).as(newton.toString()).isTrue();
    assertThat(lbfgs.stop().converged()).as(lbfgs.toString()).isTrue();
    assertThat(newton.objective())
        .isCloseTo(lbfgs.objective(), within(1e-9 * (1 + Math.abs(lbfgs.objective()))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("problems")
  void onAllComponentsTheObjectiveNeverRises(String name, Problem problem, double[] x0) {
    List<Double> objectives = new ArrayList<>();
    run(problem, Newton.METHOD, x0)
        .observe(
            new Observer() {
              @Override
              public void restarted(Progress progress) {
                objectives.add(progress.objective());
              }
            })
        .go();
    assertThat(objectives).hasSizeGreaterThan(1);
    for (int k = 1; k < objectives.size(); k++) {
      double rounding = 1e-12 * Math.abs(objectives.get(k - 1));
      assertThat(objectives.get(k)).isLessThanOrEqualTo(objectives.get(k - 1) + rounding);
    }
  }

  @Test
  void unitsOfTheUnknownsDoNotMatter() {
    double[][] rows = new double[ROWS.length][];
    for (int j = 0; j < rows.length; j++) {
      rows[j] = ROWS[j].clone();
      for (int k = 0; k < rows[j].length; k++) {
        rows[j][k] *= Math.pow(10, k - 4.0); // 1e-4 to 1e3
      }
    }
    double known =
        run(Families.entropicOffered(ROWS), Newton.METHOD, new double[8]).go().objective();
    for (Problem other : List.of(Families.entropic(rows), Families.entropicOffered(rows))) {
      Result result = run(other, Newton.METHOD, new double[8]).go();
      assertThat(result.converged()).as(result.toString()).isTrue();
      assertThat(result.objective()).isCloseTo(known, within(1e-9 * Math.abs(known)));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aGradientOfTheWrongSignIsNoConvergence(boolean isOffered) {
    var half =
        Components.map(2, 2)
            .inner(
                5,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
                (j, x, jacobian) -> {
                  jacobian[0][0] = 1;
                  jacobian[1][1] = 1;
                })
            .affine()
            .outer(
                1,
                (i, y) -> 1 + y[0] * y[0] + y[1] * y[1],
                (i, y, u) -> {
                  u[0] = -2 * y[0];
                  u[1] = -2 * y[1];
                });
    Problem wrong =
        isOffered
            ? half.curvature(
                    (i, y, hessian) -> {
                      hessian[0][0] = 2;
                      hessian[1][1] = 2;
                    })
                .named("wrong")
            : half.named("wrong");
    Result result = Fog.minimise(wrong, new double[] {1, 1});
    assertThat(result.converged()).as(result.toString()).isFalse();
    if (isOffered) { // otherwise the secants are as wrong as the gradient
      assertThat(result.stop().detail()).contains("check the derivatives");
    }
    assertThat(result.objective()).isCloseTo(3, within(1e-12));
  }

  @Test
  void lossesWithoutAMinimumThatVanishAreFollowedUntilTheirGradientIsSmall() {
    double[][] rows = Families.rows(600, 5, 0, 21);
    // log(1 + exp(−a)) with a = |w'r|·(separable): the infimum is 0, and curvature underflows
    Problem separable =
        Components.map(5, 1)
            .inner(
                rows.length,
                (j, x, y) -> {
                  double[] r = rows[(int) j];
                  y[0] = Math.log1p(Math.exp(-Math.signum(r[0]) * Families.dot(r, x)));
                },
                (j, x, jacobian) -> {
                  double[] r = rows[(int) j];
                  double sign = Math.signum(r[0]);
                  double slope = -sign / (1 + Math.exp(sign * Families.dot(r, x)));
                  for (int k = 0; k < 5; k++) {
                    jacobian[0][k] = slope * r[k];
                  }
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("separable");
    Result result = Fog.minimise(separable);
    assertThat(result.converged()).as(result.toString()).isTrue();
    assertThat(result.objective()).isBetween(0.0, 1e-4);
  }

  @Test
  void oneFullStepSolvesAQuadraticWhoseCurvatureIsOffered() {
    double[][] a = Families.rows(40, 5, 0, 3);
    double[] b = new Random(4).doubles(40).toArray();
    Problem offered = Families.leastSquaresOffered(a, b);
    assertThat(DerivativeCheck.of(offered).run()).isEmpty();
    Result result =
        Run.of(offered, Newton.METHOD.byDefault())
            .from(new double[] {9, 9, 9, 9, 9})
            .stop(StopRule.steps(2)) // an evaluation and a move, within the first region
            .go();
    double[] residual = new double[5]; // Aᵀ(Ax − b) = 0
    for (int i = 0; i < a.length; i++) {
      Kernels.axpy(Families.dot(a[i], result.point()) - b[i], a[i], residual);
    }
    assertThat(Kernels.norm(residual)).isLessThan(1e-12);
  }

  @Test
  void secantsTellTheHessianOfFunctionsOfOneLinearForm() {
    double[][] r = Families.rows(300, 6, 0.3, 7);
    double[] x = {0.1, -0.2, 0.3, 0, 0.2, -0.1};
    Problem plain = Families.entropic(r);
    Problem offered = Families.entropicOffered(r);
    assertThat(DerivativeCheck.of(offered).domain(y -> new double[] {1 + y[0] * y[0]}).run())
        .isEmpty();
    double[] p = {1, 2, -1, 0.5, 0, 3};
    double[] bySecants = new double[6];
    double[] exact = new double[6];
    try (Workers workers = new Workers(2)) {
      hessianTimes(new Oracle(plain, workers, 1), x, p, bySecants, false);
      hessianTimes(new Oracle(offered, workers, 1), x, p, exact, true);
    }
    for (int k = 0; k < p.length; k++) {
      assertThat(bySecants[k]).isCloseTo(exact[k], within(1e-4 * Kernels.norm(exact)));
    }
  }

  private static void hessianTimes(
      Oracle oracle, double[] x, double[] p, double[] out, boolean isOffered) {
    var all = org.fogopt.problem.Batch.all(oracle.innerCount());
    var one = org.fogopt.problem.Batch.all(1);
    double[] y = new double[1];
    double[] slopes = new double[1];
    var g = oracle.newJacobian();
    var h = oracle.newHessian(true);
    oracle.valueAndJacobian(all, x, y, g);
    oracle.slopes(one, y, slopes);
    if (isOffered) {
      oracle.curvature(all, one, x, y, g, slopes, h);
    } else {
      double[] dx = {1e-6, -1e-6, 1e-6, 1e-6, -1e-6, 1e-6};
      oracle.secants(all, one, x, dx, y, g, slopes, false, h);
    }
    h.times(p, out);
  }

  @Test
  void manyUnknownsGoByProductsOfTheModel() {
    int d = Newton.MOST_DENSE + 1;
    double[][] a = Families.rows(1500, d, 0, 5);
    double[] b = new Random(6).doubles(1500).toArray();
    Problem problem =
        Components.map(d, 1)
            .inner(
                a.length,
                (j, x, y) -> y[0] = Math.pow(Families.dot(a[(int) j], x) - b[(int) j], 2),
                (j, x, jac) -> {
                  double e = Families.dot(a[(int) j], x) - b[(int) j];
                  Kernels.axpy(2 * e, a[(int) j], jac[0]);
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("squares in g");
    Result result = run(problem, Newton.METHOD, new double[d]).go();
    assertThat(result.stop().converged()).as(result.toString()).isTrue();
  }

  @Test
  void fewerRowsThanUnknownsAndEqualColumnsEndWell() {
    double[][] a = Families.rows(6, 10, 0, 8);
    for (double[] row : a) {
      row[9] = row[8];
    }
    Result result = Fog.minimise(Families.leastSquares(a, new double[] {1, 2, 3, 4, 5, 6}));
    assertThat(result.converged()).as(result.toString()).isTrue();
    assertThat(result.objective()).isLessThan(1e-10);
    assertThat(Kernels.norm(result.point())).isLessThan(100);
  }

  @Test
  void oneComponentOfEachIsEnough() {
    Problem one =
        Components.map(1, 1)
            .inner(
                1, (j, x, y) -> y[0] = Math.sinh(x[0]), (j, x, jac) -> jac[0][0] = Math.cosh(x[0]))
            .outer(1, (i, y) -> (y[0] - 3) * (y[0] - 3), (i, y, u) -> u[0] = 2 * (y[0] - 3))
            .named("one");
    Result result = Fog.minimise(one);
    assertThat(result.converged()).as(result.toString()).isTrue();
    assertThat(result.point()[0]).isCloseTo(Math.log(3 + Math.sqrt(10)), within(1e-6));
  }

  @Test
  void anObjectiveWithoutAMinimumIsStoppedWithTheDirection() {
    double[][] a = {{1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
    Problem falls =
        Components.map(3, 3)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 3),
                (j, x, jac) -> {
                  for (int k = 0; k < 3; k++) {
                    jac[k][k] = 1;
                  }
                })
            .affine()
            .outer(
                3,
                (i, y) -> Math.pow(Families.dot(a[(int) i], y) - 1, 2) - y[2],
                (i, y, u) -> {
                  double e = Families.dot(a[(int) i], y) - 1;
                  for (int k = 0; k < 3; k++) {
                    u[k] = 2 * e * a[(int) i][k];
                  }
                  u[2] -= 1;
                })
            .named("falls");
    Result result = Fog.minimise(falls);
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.UNBOUNDED);
    assertThat(result.stop().detail()).contains("1.00 for entry 3");
    assertThat(result.converged()).isFalse();
  }

  /**
   * The growth-optimal share of a bet that gains a half, but for a few of 4000 draws that lose nine
   * tenths: without one of these a sample has no minimum, and far out others give no number.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 12, 50})
  void aSampleThatLeadsOutOfTheDomainIsLeftBehind(int losses) {
    int m = 4000;
    int every = m / losses;
    int lost = (m + every - 1) / every;
    Problem growth =
        Components.map(1, 1)
            .inner(
                m,
                (j, x, y) -> y[0] = -Math.log(1 + (j % every == 0 ? -0.9 : 0.5) * x[0]),
                (j, x, jac) -> {
                  double r = j % every == 0 ? -0.9 : 0.5;
                  jac[0][0] = -r / (1 + r * x[0]);
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("growth");
    Result result = run(growth, Newton.METHOD, new double[1]).go();
    assertThat(result.stop().converged()).as("%s, %s", result, result.decisions()).isTrue();
    double best = ((m - lost) * 0.5 - lost * 0.9) / (m * 0.5 * 0.9); // of the two returns, by hand
    assertThat(result.point()[0]).isCloseTo(best, within(1e-7));
  }

  /** Far from 0 the objective log(1 + |x|²) curves down: pairs of negative curvature come up. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void negativeCurvatureNeverSpoilsAPairThatIsKept(int pairs) {
    int d = 4;
    Problem basin =
        Components.map(d, 1)
            .inner(
                d,
                (j, x, y) -> y[0] = 1.0 * d * (1 + j) * Math.pow(x[(int) j] - 1, 2),
                (j, x, jac) -> jac[0][(int) j] = 2.0 * d * (1 + j) * (x[(int) j] - 1))
            .outer(1, (i, y) -> Math.log1p(y[0]), (i, y, u) -> u[0] = 1 / (1 + y[0]))
            .named("basin");
    for (double far : new double[] {3, 30, 3000}) {
      Result result =
          Run.of(basin, Lbfgs.METHOD.with(Settings.NONE.with(Lbfgs.PAIRS, pairs)))
              .from(new double[] {far, -2 * far, far / 2, 3 * far})
              .stop(StopRule.absoluteTolerance(1e-8))
              .stop(StopRule.steps(2000))
              .go();
      assertThat(result.stop().converged()).as("from %s: %s", far, result).isTrue();
      assertThat(result.point()).containsExactly(new double[] {1, 1, 1, 1}, within(1e-7));
    }
  }

  /** −sin(cx) is a line until cx is about 1, and its minimum, −1, is at cx = π/2. */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1e-3, 1e-6, 1e-9})
  void aLongFallIsNoFallWithoutEnd(double c) {
    Problem bends =
        Components.map(1, 1)
            .inner(1, (j, x, y) -> y[0] = c * x[0], (j, x, jac) -> jac[0][0] = c)
            .affine()
            .outer(1, (i, y) -> -Math.sin(y[0]), (i, y, u) -> u[0] = -Math.cos(y[0]))
            .named("bends");
    Result result = Fog.minimise(bends);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.objective()).isCloseTo(-1, within(1e-11));
  }

  @Test
  void aComponentThatGivesNoNumberIsNamed() {
    Problem faulty =
        Components.map(2, 1)
            .inner(
                50,
                (j, x, y) -> y[0] = j == 17 ? Double.NaN : x[0] * x[0] + x[1] * x[1] + 1,
                (j, x, jac) -> {
                  jac[0][0] = 2 * x[0];
                  jac[0][1] = 2 * x[1];
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("faulty");
    Result result = Fog.minimise(faulty, new double[] {1, 1});
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.FAILED);
    assertThat(result.stop().detail()).contains("inner component 17");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void theChoiceIsNeverAboveItsStartAndSaysHowItEnded(long seed) {
    Random random = new Random(seed);
    double[][] r = Families.rows(200 + random.nextInt(2000), 2 + random.nextInt(20), 0.3, seed);
    double[] x0 = random.doubles(r[0].length).toArray();
    for (Problem problem : List.of(Families.entropic(r), Families.ratio(r))) {
      Result result = Fog.minimise(problem, x0);
      try (Workers workers = new Workers(1)) {
        assertThat(result.objective())
            .isLessThanOrEqualTo(new Evaluator(problem, workers).objective(x0));
      }
      assertThat(result.converged()).as("seed %d: %s", seed, result).isTrue();
      assertThat(result.toString()).startsWith("converged").contains("newton");
    }
  }
}
