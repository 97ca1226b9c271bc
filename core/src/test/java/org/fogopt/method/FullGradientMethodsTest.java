package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.baseline.AcceleratedGradient;
import org.fogopt.method.baseline.GradientDescent;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gradient descent that finds its step, and its accelerated form. */
class FullGradientMethodsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void backtrackingNeverLetsTheObjectiveRise(long seed) {
    Parts parts = Parts.curved(4, 20, 30, seed);
    Problem plain = parts.problem();
    for (double lambda : new double[] {0, 0.1}) {
      Problem problem =
          new Problem("p", plain.inner(), plain.outer(), Separable.l1(lambda).within(-2, 2));
      List<Double> objectives = new ArrayList<>();
      Run.of(problem, GradientDescent.METHOD.with(Settings.NONE))
          .from(Parts.gaussians(4, seed))
          .stop(StopRule.steps(400))
          .observe(
              new Observer() {
                @Override
                public void stepped(Progress progress) {
                  objectives.add(progress.objective());
                }
              })
          .go();
      for (int t = 1; t < objectives.size(); t++) {
        assertThat(objectives.get(t))
            .as("step %d", t)
            .isLessThanOrEqualTo(objectives.get(t - 1) + 1e-12);
      }
      assertThat(objectives.get(399)).isLessThan(objectives.get(0));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e-3, 1, 1e4, 1e9})
  void anyScaleOfTheStartIsFine(double scale) {
    Quadratic quadratic = Quadratic.of(4, 20, 20, 1);
    double[] x0 = new double[4];
    for (int k = 0; k < 4; k++) {
      x0[k] = scale * (k - 1.4);
    }
    for (Algorithm algorithm :
        List.of(
            GradientDescent.METHOD.with(Settings.NONE),
            AcceleratedGradient.METHOD.with(Settings.NONE))) {
      Result result =
          Run.of(quadratic.parts().problem(), algorithm).from(x0).stop(StopRule.steps(1500)).go();
      assertThat(result.point())
          .as(algorithm.name())
          .containsExactly(quadratic.minimiser(), within(1e-6));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"GD", "AGD"})
  void aStartAtZeroIsFine(Specimen s) {
    Quadratic quadratic = Quadratic.of(4, 20, 20, 1);
    Result result =
        Run.of(quadratic.parts().problem(), Given.NOTHING.algorithm(s.method()))
            .stop(StopRule.steps(500))
            .go();
    assertThat(result.point()).containsExactly(quadratic.minimiser(), within(1e-6));
  }

  /** Quartic: the curvature at the start is a million times that at the end. */
  @Test
  void theStepGrowsAgainWhereTheFunctionIsFlatter() {
    Parts quartic =
        new Parts(
            1,
            1,
            2,
            2,
            false,
            (j, x, y) -> y[0] = x[0] * x[0],
            (j, x, jac) -> jac[0][0] = 2 * x[0],
            (i, y) -> y[0] * y[0] / 4,
            (i, y, u) -> u[0] = y[0] / 2);
    Result result =
        Run.of(quartic.problem(), GradientDescent.METHOD.with(Settings.NONE))
            .from(new double[] {1000})
            .stop(StopRule.steps(600))
            .go();
    assertThat(Math.abs(result.point()[0])).isLessThan(0.1);
    assertThat(result.parameters().get("eta").doubleValue()).isGreaterThan(1);
  }

  /** ½x² in closed form: the first move has length 1e-3|x|, the second step is 1/L = 1. */
  @Test
  void theFirstMoveIsTinyAndShowsTheCurvature() {
    Parts bowl =
        new Parts(
            1,
            1,
            3,
            3,
            false,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> y[0] * y[0] / 2,
            (i, y, u) -> u[0] = y[0]);
    for (Specimen s : List.of(Specimen.GD, Specimen.AGD)) {
      List<double[]> path = s.path(bowl, Given.NOTHING, new double[] {8}, 1, 3);
      assertThat(path.get(1)[0]).as(s.key).isCloseTo(8 - 8e-3, within(1e-14));
      assertThat(path.get(2)[0]).as(s.key).isCloseTo(0, within(1e-10));
    }
  }

  @Test
  void aMoveTooLongIsTakenBackWithHalfTheStep() {
    // flat, then a wall: the step measured on the flat part overshoots
    Parts wall =
        new Parts(
            1,
            1,
            1,
            1,
            false,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> (y[0] > 0 ? y[0] * y[0] / 200 : 500 * y[0] * y[0]) + y[0] / 20,
            (i, y, u) -> u[0] = (y[0] > 0 ? y[0] / 100 : 1000 * y[0]) + 0.05);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(wall.problem(), workers, 1);
      Iteration iteration =
          GradientDescent.METHOD.with(Settings.NONE).start(oracle, new double[] {1});
      double before = Double.NaN;
      double eta = Double.NaN;
      int taken = 0;
      for (int t = 0; t < 60; t++) {
        iteration.step();
        if (t > 1 && iteration.eta() < eta) {
          assertThat(iteration.eta()).isEqualTo(eta / 2);
          taken++;
        } else if (t > 2) {
          assertThat(iteration.eta()).isCloseTo(1.1 * eta, within(1e-9 * eta));
        }
        assertThat(t > 0 && iteration.objective() > before + 1e-12).isFalse();
        before = iteration.objective();
        eta = iteration.eta();
        iteration.commit();
      }
      assertThat(taken).isPositive();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void accelerationIsThatOfFista(long seed) {
    Parts parts = Parts.curved(4, 20, 30, seed);
    double[] x0 = Parts.gaussians(4, seed);
    for (int restart : new int[] {0, 1}) {
      Given given = Given.of("eta", 0.3).and("restart", restart);
      Paths.assertClose(
          Specimen.AGD.path(parts, given, x0, 1, 60),
          new Naive(parts, Naive.NO_PROX, 1).fista(0.3, restart == 1, x0, 60),
          1e-9);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itsOwnStepIsTheLeastQuotientSeen(long seed) {
    Parts parts = Parts.curved(4, 20, 30, seed);
    double[] x0 = Parts.gaussians(4, seed);
    List<double[]> expected = new ArrayList<>(List.of(x0));
    double eta = 1e-3 * Parts.norm(x0) / Parts.norm(parts.gradient(x0));
    double s = 1;
    double[] z = x0;
    double[] before = x0;
    for (int k = 0; k < 40; k++) {
      double[] f = parts.gradient(z);
      if (k > 0) {
        double quotient =
            Parts.norm(Naive.sum(1, z, -1, before))
                / Parts.norm(Naive.sum(1, f, -1, parts.gradient(before)));
        eta = k == 1 ? quotient : Math.min(eta, quotient);
      }
      double[] x = expected.get(k);
      double[] next = Naive.sum(1, z, -eta, f);
      if (Naive.dot(Naive.sum(1, z, -1, next), Naive.sum(1, next, -1, x)) > 0) {
        s = 1;
      }
      double sNext = (1 + Math.sqrt(1 + 4 * s * s)) / 2;
      before = z;
      z = Naive.sum(1, next, (s - 1) / sNext, Naive.sum(1, next, -1, x));
      s = sNext;
      expected.add(next);
    }
    Paths.assertClose(
        Specimen.AGD.path(parts, Given.NOTHING, x0, 1, 40), expected, 1e-6); // quotients cancel
  }

  @Test
  void droppingTheMomentumMattersOnAStronglyConvexProblem() {
    Quadratic quadratic = Quadratic.of(4, 20, 20, 1);
    double eta = 1 / quadratic.smoothness();
    double[] gap = new double[2];
    for (int restart : new int[] {0, 1}) {
      List<double[]> path =
          Specimen.AGD.path(
              quadratic.parts(),
              Given.of("eta", eta).and("restart", restart),
              new double[] {5, 5, 5, 5},
              1,
              80);
      gap[restart] = Parts.norm(Naive.sum(1, path.get(80), -1, quadratic.minimiser()));
    }
    assertThat(gap[1]).isLessThan(gap[0] / 10);
  }

  /** O(1/k²): after k steps H(x_k) − H* ≤ 2L|x_0 − x*|²/(k + 1)². */
  @Test
  void theBoundOfNesterovHolds() {
    double[][] returns = SmallProblems.returns(6, 50, 4);
    Parts parts = SmallProblems.portfolio(returns);
    double[] minimiser =
        SmallProblems.solve(SmallProblems.hessian(returns), SmallProblems.mean(returns));
    double trace = 0;
    for (int k = 0; k < 6; k++) {
      trace += SmallProblems.hessian(returns)[k][k]; // at least the largest eigenvalue
    }
    double[] x0 = {3, -3, 3, -3, 3, -3};
    double distance = Parts.norm(Naive.sum(1, x0, -1, minimiser));
    List<double[]> path =
        Specimen.AGD.path(parts, Given.of("eta", 1 / trace).and("restart", 0), x0, 1, 100);
    for (int k = 1; k <= 100; k++) {
      assertThat(parts.objective(path.get(k)) - parts.objective(minimiser))
          .isLessThanOrEqualTo(2 * trace * distance * distance / ((k + 1.0) * (k + 1)));
    }
  }

  @Test
  void accelerationTellsObjectiveAndGradientOnlyAtTheStart() {
    Parts parts = Parts.curved(3, 20, 30, 1);
    double[] x0 = Parts.gaussians(3, 1);
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          Given.of("eta", 0.1)
              .algorithm(AcceleratedGradient.METHOD)
              .start(new Oracle(parts.problem(), workers, 1), x0);
      iteration.step();
      assertThat(iteration.objective()).isCloseTo(parts.objective(x0), within(1e-13));
      assertThat(iteration.gradientNorm()).isCloseTo(Parts.norm(parts.gradient(x0)), within(1e-13));
      iteration.commit();
      iteration.step();
      assertThat(iteration.objective()).isNaN();
      assertThat(iteration.givesExactGradients()).isFalse();
    }
  }

  @Test
  void anEndlessProblemIsRefusedByWhatNeedsAllOfIt() {
    Problem endless =
        Components.map(1, 1)
            .inner(Inner.UNBOUNDED, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(Inner.UNBOUNDED, (i, y) -> y[0] * y[0] / 2, (i, y, u) -> u[0] = y[0])
            .named("endless");
    for (Specimen s : Specimen.values()) {
      Run run =
          Run.of(endless, Given.of(s.stepSize(), 0.1).algorithm(s.method()))
              .from(new double[] {1})
              .untraced()
              .stop(StopRule.steps(4));
      switch (s) {
        case GD, AGD ->
            assertThatThrownBy(run::go).hasMessageContaining("choose a stochastic method");
        case CIVR -> assertThatThrownBy(run::go).hasMessageContaining("civr evaluates f in full");
        case C_SVRG_1, C_SVRG_2, SCVR, VRSC_PG, SCVRG ->
            assertThatThrownBy(run::go)
                .hasMessage(
                    "an endless problem has no full anchors; use sc-scsg, or another online method");
        default -> assertThat(run.go().stop().reason()).isEqualTo(Stop.Reason.STEPS);
      }
    }
  }

  @Test
  void noJacobianDrawsNeedAnAffineMapAndACorrectedJacobian() {
    Given none = Given.of("eta", 0.1).and("A", 2).and("B", 0).and("C", 2).and("K", 3);
    Parts curved = Parts.curved(2, 5, 5, 1);
    Parts affine = Quadratic.of(2, 5, 5, 1).parts();
    double[] x0 = {1, 1};
    assertThatThrownBy(() -> Specimen.VRSC_PG.path(curved, none, x0, 1, 3))
        .hasMessage("B = 0 needs an affine g and a corrected Jacobian");
    assertThatThrownBy(() -> Specimen.C_SVRG_1.path(affine, none, x0, 1, 3))
        .hasMessage("B = 0 needs an affine g and a corrected Jacobian");
    Paths.assertSameBits(
        Specimen.VRSC_PG.path(affine, none, x0, 1, 9),
        Specimen.VRSC_PG.path(affine, none.and("B", 4), x0, 1, 9));
  }

  /** |x − 0.3| but for a rounded kink, and slightly curved: from 0.8 the first secants are flat. */
  private static Problem roundedKink(double width, double curvature) {
    return Components.map(1, 1)
        .inner(1, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
        .outer(
            30, // so that each step is ten passes, after which objective and gradient are checked
            (i, y) -> Math.hypot(y[0] - 0.3, width) + curvature * y[0] * y[0],
            (i, y, u) -> u[0] = (y[0] - 0.3) / Math.hypot(y[0] - 0.3, width) + 2 * curvature * y[0])
        .named("kink");
  }

  /** Between bounds a gradient mapping is at most their distance over the step. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-4, 1e-5, 1e-6})
  void aLongStepBetweenBoundsIsNoConvergence(double width) {
    Problem problem = roundedKink(width, 1e-12).withPenalty(Separable.box(0, 1));
    Result result =
        Run.of(problem, AcceleratedGradient.METHOD.byDefault())
            .from(new double[] {0.8})
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.steps(500))
            .go();
    if (result.converged()) {
      assertThat(result.point()[0]).as("%s", result).isCloseTo(0.3, within(1e-3));
    }
    assertThat(result.point()[0]).isBetween(0.0, 1.0);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 1e-3})
  void flatFirstStepsDoNotLeadFarAboveTheStart(double lambda) {
    for (double width : new double[] {1e-3, 1e-2}) {
      Problem problem = roundedKink(width, 1e-12).withPenalty(Separable.l1(lambda));
      Result result =
          Run.of(problem, AcceleratedGradient.METHOD.byDefault())
              .from(new double[] {0.8})
              .stop(StopRule.tolerance(1e-6))
              .stop(StopRule.noProgress(20))
              .stop(StopRule.steps(2000))
              .go();
      assertThat(result.objective()).as("%s", result).isLessThan(0.5 + 0.8 * lambda);
    }
  }

  /** There ∇Φ is nearly 0, and so is the mapping of a step as long as it allows. */
  @ParameterizedTest
  @ValueSource(strings = {"gd", "agd", "scsc", "storm-c"})
  void theMinimumWithoutThePenaltyIsNotThatWithIt(String method) {
    double[] w = {1, 5, 0.3};
    double[] b = {1, 2, -3};
    Problem problem =
        Components.map(3, 3)
            .inner(
                3,
                (j, x, y) -> y[(int) j] = 3 * x[(int) j],
                (j, x, jac) -> jac[(int) j][(int) j] = 3)
            .outer(
                3,
                (i, y) -> 1.5 * w[(int) i] * Math.pow(y[(int) i] - b[(int) i], 2),
                (i, y, u) -> u[(int) i] = 3 * w[(int) i] * (y[(int) i] - b[(int) i]))
            .named("quadratic")
            .withPenalty(Separable.l1(0.1));
    for (double off : new double[] {1e-15, 1e-10, 1e-6}) {
      double[] start = b.clone();
      start[0] += off;
      Result result =
          Run.of(problem, Methods.named(method).byDefault())
              .from(start)
              .stop(StopRule.absoluteTolerance(1e-6))
              .stop(StopRule.passes(20_000))
              .go();
      if (result.converged()) { // w_k(x_k − b_k) = −0.1 sign(b_k)
        for (int k = 0; k < 3; k++) {
          double least = b[k] - 0.1 * Math.signum(b[k]) / w[k];
          assertThat(result.point()[k]).as("%s", result).isCloseTo(least, within(1e-4));
        }
      }
      boolean isFull = method.endsWith("gd");
      assertThat(!isFull || result.converged()).as("%s", result).isTrue();
    }
  }

  /** Steps that curvature on the way has shortened enough are not shortened again. */
  @Test
  void aStartNearTheMinimumTakesNoShorterStepsThanCurvatureAsksFor() {
    Random random = new Random(7);
    double[][] a = new double[50][5];
    for (double[] row : a) {
      for (int k = 0; k < 5; k++) {
        row[k] = random.nextGaussian();
      }
    }
    Problem problem =
        Components.map(5, 5)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 5),
                (j, x, jac) -> IntStream.range(0, 5).forEach(k -> jac[k][k] = 1))
            .outer(
                50,
                (i, y) -> Math.pow(Kernels.dot(a[(int) i], y), 2),
                (i, y, u) -> Kernels.axpy(2 * Kernels.dot(a[(int) i], y), a[(int) i], u))
            .named("least squares");
    double trace = 0;
    for (double[] row : a) {
      trace += 2 * Kernels.dot(row, row) / 50;
    }
    double[] start = random.doubles(5, -1e-5, 1e-5).toArray();
    Result result =
        Run.of(problem, AcceleratedGradient.METHOD.byDefault())
            .from(start)
            .stop(StopRule.tolerance(1e-4))
            .stop(StopRule.steps(2000))
            .go();
    assertThat(result.converged()).isTrue();
    double eta = result.parameters().get("eta").doubleValue();
    assertThat(eta).as("%s", result).isGreaterThan(1 / trace);
  }
}
