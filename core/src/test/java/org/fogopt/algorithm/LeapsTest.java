package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.algorithm.SarahCompositional.Parameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long moves by sampled curvature, and when they are not made. */
class LeapsTest {
  private static final int D = 8;
  private static final int COUNT = 300; // too few for a warm-up
  private static final int FLOOR = 3 * 6; // a fiftieth of the components, on a plane

  private static Parts portfolio(long seed) {
    return SmallProblems.portfolio(SmallProblems.returns(D, COUNT, seed));
  }

  private static Result run(Problem problem, double[] x0, long seed, double passes) {
    return Run.of(problem, new SarahCompositional())
        .from(x0)
        .seed(seed)
        .stop(StopRule.tolerance(1e-6))
        .stop(StopRule.passes(passes))
        .go();
  }

  /** 2C x = r̄, in one leap; every look on the way there is in the closed form. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aPortfolioIsSolvedByOneLeap(long seed) {
    double[][] returns = SmallProblems.returns(D, COUNT, seed);
    double[] exact =
        SmallProblems.solve(SmallProblems.hessian(returns), SmallProblems.mean(returns));
    Result result = run(portfolio(seed).problem(), Parts.gaussians(D, seed), seed, 100);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    for (int k = 0; k < D; k++) {
      assertThat(result.point()[k]).isCloseTo(exact[k], within(1e-5));
    }
    long restart = 3 * COUNT;
    long sketch = COUNT + FLOOR; // the restart has looked at one end already
    long trial = 4 * 15; // a twentieth of the components
    long again = COUNT; // g is known after the first restart
    assertThat(result.callsPaper()).isEqualTo(restart + sketch + trial + again);
    assertThat(result.decisions())
        .containsExactly("step 1: curvature sketched from 300 components");
  }

  @Test
  void callsAreAnnouncedAndNothingMovesDuringALook() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(robust(1).problem(), workers, 1);
      Iteration iteration = new SarahCompositional().start(oracle, Parts.gaussians(D, 1));
      int looks = 0;
      for (int t = 0; t < 400; t++) {
        long announced = iteration.nextCallsPaper();
        long before = oracle.ledger().paper();
        iteration.step();
        double[] x = iteration.point().clone();
        assertThat(oracle.ledger().paper() - before).as("step %d", t).isEqualTo(announced);
        boolean look = announced == 2 * COUNT + FLOOR;
        iteration.commit();
        if (look) {
          looks++;
          assertThat(iteration.point()).containsExactly(x);
        }
      }
      assertThat(looks).isPositive();
    }
  }

  /** Kept and restored after every step: before, between and after looks and leaps. */
  @Test
  void aRunRestoredAtAnyStepGoesOnBitForBit() {
    try (Workers workers = new Workers(1)) {
      Problem problem = robust(2).problem();
      double[] x0 = Parts.gaussians(D, 2);
      Iteration whole = new SarahCompositional().start(new Oracle(problem, workers, 1), x0);
      for (int t = 0; t < 120; t++) {
        var kept = new ByteArrayOutputStream();
        whole.state(State.writing(kept));
        Iteration resumed = new SarahCompositional().start(new Oracle(problem, workers, 1), x0);
        resumed.state(State.reading(new ByteArrayInputStream(kept.toByteArray()), kept.size()));
        assertThat(resumed.nextCallsPaper()).isEqualTo(whole.nextCallsPaper());
        resumed.step();
        resumed.commit();
        whole.step();
        whole.commit();
        assertThat(resumed.point()).as("step %d", t).containsExactly(whole.point());
        assertThat(resumed.decisions()).isEqualTo(whole.decisions());
      }
      assertThat(whole.decisions()).anyMatch(d -> d.contains("curvature sketched"));
    }
  }

  static List<Penalty> penalties() {
    return List.of(
        Separable.l1(0.2),
        Separable.l2Squared(0.1),
        Separable.box(-0.05, 0.3),
        Budget.of(Separable.box(0, 0.3), 1.0, List.of()));
  }

  /** The judge is accelerated gradient descent, which knows nothing of leaps. */
  @ParameterizedTest
  @MethodSource("penalties")
  void withPenaltiesALeapEndsAtTheSamePlaceAsSmallSteps(Penalty penalty) {
    Problem plain = portfolio(4).problem();
    Problem problem = new Problem("test", plain.inner(), plain.outer(), penalty);
    double[] x0 = new double[D];
    x0[0] = 1;
    Result leapt = run(problem, x0, 1, 14);
    Result slow =
        Run.of(problem, Methods.named("agd").with(Settings.NONE))
            .from(x0)
            .stop(StopRule.passes(20_000))
            .go();
    assertThat(leapt.objective()).isCloseTo(slow.objective(), within(1e-9));
    for (int k = 0; k < D; k++) {
      assertThat(leapt.point()[k]).isCloseTo(slow.point()[k], within(1e-4));
    }
    assertThat(leapt.decisions()).anyMatch(d -> d.contains("curvature sketched"));
  }

  /** f_i = log(1 + (r_iᵀw − s)²) − r_iᵀw + |w|²/20: not convex, and not of rank one. */
  /**
   * z²/2, and for one component in fifty 20z⁴ more: what curves is missed by a sketch of some. With
   * sketches of some alone it took more than 87 passes.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatAFewComponentsAddIsSeenInTheEnd(long seed) {
    int d = 20;
    int count = 3000;
    double[] b = Parts.gaussians(count, seed);
    double[][] c = new double[count][];
    Arrays.setAll(c, i -> Parts.gaussians(d, 1000 * seed + i));
    Problem problem =
        Components.map(d, d)
            .inner(
                count,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
                (j, x, jac) -> {
                  for (int k = 0; k < d; k++) {
                    jac[k][k] = 1;
                  }
                })
            .affine()
            .outer(
                count,
                (i, y) -> {
                  double z = dot(c[(int) i], y) - b[(int) i];
                  return z * z / 2 + (i % 50 == 0 ? 20 * z * z * z * z : 0);
                },
                (i, y, u) -> {
                  double z = dot(c[(int) i], y) - b[(int) i];
                  double slope = z + (i % 50 == 0 ? 80 * z * z * z : 0);
                  for (int k = 0; k < d; k++) {
                    u[k] = slope * c[(int) i][k];
                  }
                })
            .named("a few steep ones");
    Result result = run(problem, Parts.gaussians(d, seed), seed, 60);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
  }

  private static Parts robust(long seed) {
    return SmallProblems.robust(SmallProblems.returns(D, COUNT, seed));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whereTheFunctionsAreNotConvexItArrivesAllTheSame(long seed) {
    Parts parts = robust(seed);
    double[] x0 = Parts.gaussians(D, seed);
    Result result = run(parts.problem(), x0, seed, 1000);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(Parts.norm(parts.gradient(result.point())))
        .isLessThanOrEqualTo(1.01e-6 * Parts.norm(parts.gradient(x0)));
    assertThat(result.objective()).isLessThan(parts.objective(x0));
  }

  /** f_i = (r_iᵀw − s)² − r_iᵀw + c_i|w|²/2. */
  private static Parts ridged(long seed, LongToDoubleFunction c) {
    Parts plain = portfolio(seed);
    return new Parts(
        D,
        D + 1,
        COUNT,
        COUNT,
        true,
        plain.value(),
        plain.jacobian(),
        (i, y) -> plain.outer().at(i, y) + c.applyAsDouble(i) * (dot(y, y) - y[D] * y[D]) / 2,
        (i, y, u) -> {
          plain.outerGradient().fill(i, y, u);
          for (int k = 0; k < D; k++) {
            u[k] += c.applyAsDouble(i) * y[k];
          }
        });
  }

  /** With c_i = 1 in the mean. */
  private static void assertSolved(Result result, long seed) {
    double[][] returns = SmallProblems.returns(D, COUNT, seed);
    double[][] hessian = SmallProblems.hessian(returns);
    for (int k = 0; k < D; k++) {
      hessian[k][k] += 1;
    }
    double[] exact = SmallProblems.solve(hessian, SmallProblems.mean(returns));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    for (int k = 0; k < D; k++) {
      assertThat(result.point()[k]).isCloseTo(exact[k], within(1e-5));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRidgeIsSeenAndOneLeapIsStillEnough(long seed) {
    Problem problem = ridged(seed, i -> 1).problem();
    Result result = run(problem, Parts.gaussians(D, seed), seed, 100);
    assertSolved(result, seed);
    assertThat(result.callsPaper()).isEqualTo(3L * COUNT + COUNT + FLOOR + 4 * 15 + COUNT);
    assertThat(result.decisions())
        .containsExactly("step 1: curvature sketched from 300 components");
  }

  /** Components that do not agree on a ridge, so that one way along shows but a part of it. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aSketchThatFallsShortIsRaised(long seed) {
    Problem problem = ridged(seed, i -> i % 3 == 0 ? 0.4 : i % 3 == 1 ? 1 : 1.6).problem();
    Result result = run(problem, Parts.gaussians(D, seed), seed, 100);
    assertSolved(result, seed);
    assertThat(result.decisions()).anyMatch(d -> d.contains("falls short"));
  }

  /** All curvature is in g: Φ = mean of (x − c_j)²/2, f linear. */
  @Test
  void whereTheOuterFunctionsAreLinearThereAreNoLeaps() {
    double[] c = Parts.gaussians(100, 1);
    Parts parts =
        new Parts(
            1,
            1,
            100,
            100,
            false,
            (j, x, y) -> y[0] = (x[0] - c[(int) j]) * (x[0] - c[(int) j]) / 2,
            (j, x, jac) -> jac[0][0] = x[0] - c[(int) j],
            (i, y) -> y[0],
            (i, y, u) -> u[0] = 1);
    Result result = run(parts.problem(), new double[] {5}, 1, 500);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    double mean = 0;
    for (double each : c) {
      mean += each / 100;
    }
    assertThat(result.point()[0]).isCloseTo(mean, within(1e-4));
    assertThat(result.decisions()).contains("step 1: no leaps: the components show no curvature");
  }

  @ParameterizedTest
  @ValueSource(strings = {"leaps=0", "q=30", "eta=0.01", "momentum=0.5", "eps=1"})
  void nothingLeapsWhereStepsArePrescribed(String setting) {
    String[] pair = setting.split("=", 2);
    Method method = Methods.named("sarah-c");
    Settings settings = Settings.parse(Map.of(pair[0], pair[1]), method.parameters());
    Result result =
        Run.of(portfolio(1).problem(), method.with(settings))
            .from(Parts.gaussians(D, 1))
            .stop(StopRule.passes(12))
            .go();
    assertThat(result.decisions()).noneMatch(d -> d.contains("sketched"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-20, 20})
  void scalingTheDataByAPowerOfTwoScalesThePathAndNothingElse(int exponent) {
    double scale = Math.scalb(1.0, exponent);
    List<double[]> path = path(1);
    List<double[]> scaled = path(scale);
    for (double[] x : scaled) {
      for (int k = 0; k < x.length; k++) {
        x[k] *= scale;
      }
    }
    Paths.assertSameBits(scaled, path);
  }

  /** Per cent, basis points, and far beyond; other factors than powers of two round. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-2, 1e2, 1e4, 1e-6, 1e6})
  void returnsInOtherUnitsTakeTheSamePathUpToScale(double scale) {
    Result plain = run(portfolio(1).problem(), Parts.gaussians(D, 3), 1, 100);
    Result scaled = run(scaled(scale).problem(), start(scale), 1, 100);
    assertThat(scaled.steps()).isEqualTo(plain.steps());
    assertThat(scaled.callsPaper()).isEqualTo(plain.callsPaper());
    assertThat(scaled.decisions()).hasSameSizeAs(plain.decisions());
    for (int k = 0; k < D; k++) {
      assertThat(scaled.point()[k] * scale).isCloseTo(plain.point()[k], within(1e-8));
    }
  }

  private static List<double[]> path(double scale) {
    return Paths.of(scaled(scale).problem(), Parameters.AUTOMATIC, start(scale), 1, 40);
  }

  private static Parts scaled(double scale) {
    double[][] returns = SmallProblems.returns(D, COUNT, 1);
    for (double[] row : returns) {
      for (int k = 0; k < D; k++) {
        row[k] *= scale;
      }
    }
    return SmallProblems.portfolio(returns);
  }

  private static double[] start(double scale) {
    double[] x0 = Parts.gaussians(D, 3);
    for (int k = 0; k < D; k++) {
      x0[k] /= scale;
    }
    return x0;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void onlineItLeapsToWithinTheNoise(long seed) {
    Parts parts = portfolio(seed);
    double[] x0 = Parts.gaussians(D, seed);
    double[][] returns = SmallProblems.returns(D, COUNT, seed);
    double[] exact =
        SmallProblems.solve(SmallProblems.hessian(returns), SmallProblems.mean(returns));
    double least = parts.objective(exact);
    Result result =
        Run.of(
                parts.problem(),
                new SarahCompositional(Parameters.AUTOMATIC.withRestart(200, 200, 200)))
            .from(x0)
            .seed(seed)
            .stop(StopRule.passes(30))
            .go();
    assertThat(result.stop().diverged()).isFalse();
    assertThat(result.objective() - least).isLessThan(0.1 * (parts.objective(x0) - least));
  }

  /** Of fewer than ten components for each unknown a model is too soft, and nobody would notice. */
  @ParameterizedTest
  @ValueSource(ints = {1, D, 10 * D - 1})
  void restartsOnSmallSamplesDoNotLeap(int sample) {
    for (long seed = 1; seed <= 3; seed++) {
      Result few = sampled(sample, seed);
      assertThat(few.decisions()).noneMatch(d -> d.contains("curvature sketched"));
      assertThat(sampled(10 * D, seed).decisions())
          .anyMatch(d -> d.contains("curvature sketched from %d".formatted(10 * D)));
    }
  }

  private static Result sampled(int sample, long seed) {
    Parameters parameters = Parameters.AUTOMATIC.withRestart(COUNT, COUNT, sample);
    return Run.of(portfolio(seed).problem(), new SarahCompositional(parameters))
        .from(Parts.gaussians(D, seed))
        .seed(seed)
        .stop(StopRule.passes(20))
        .go();
  }

  /**
   * The budget ends within the ten tiny steps that are to be taken back, none of them tiny here.
   */
  @Test
  void aProbeIsNotHandedBackIfItLedUp() {
    int d = 5;
    double[][] returns = SmallProblems.returns(d, 3, 3);
    for (int k = 0; k < d; k++) {
      returns[2][k] *= 1e6;
    }
    Problem problem = SmallProblems.portfolio(returns).problem();
    for (int passes = 10; passes <= 60; passes++) {
      Result result = Run.of(problem, new SarahCompositional()).stop(StopRule.passes(passes)).go();
      assertThat(result.objective()).as("%d passes", passes).isLessThanOrEqualTo(0);
    }
  }
}
