package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.theory.Batches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The iterates are those of Algorithm 1. */
class SarahIteratesTest {
  /** A few dozen roundings a step, over some dozen steps. */
  private static final double ROUNDING = 1e-12;

  private static final int M = 30;
  private static final int N = 40;
  private static final int D = 4;
  private static final Batches ALL = new Batches(M, M, N);
  private static final Batches SOME = new Batches(17, 13, 21);
  private static final Batches STEP = new Batches(3, 2, 4);
  private static final double ETA = 0.05;
  private static final int STEPS = 25;

  private static Settings parameters(long q, Batches s, boolean shared) {
    Settings p =
        SarahParameters.batches(s.s1(), s.s2(), s.s3())
            .with(SarahParameters.ETA, ETA)
            .with(SarahParameters.Q, q);
    return shared ? p.with(SarahParameters.SHARED, 1) : p;
  }

  private static void assertAgrees(
      Parts parts, long q, Batches restart, boolean shared, long seed) {
    Settings p = parameters(q, STEP, shared);
    if (!restart.equals(ALL)) {
      p = SarahParameters.restart(restart.s1(), restart.s2(), restart.s3()).or(p);
    }
    double[] x0 = Parts.gaussians(D, seed + 100);
    List<double[]> naive =
        new NaiveSarah(parts, ETA, q, STEP, restart, shared, seed).iterates(x0, STEPS);
    Paths.assertClose(Paths.of(parts.problem(), p, x0, seed, STEPS), naive, ROUNDING);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void withACurvedInnerMapTheyEqualThoseOfTheNaiveForm(long seed) {
    Parts parts = Parts.curved(D, M, N, seed);
    assertAgrees(parts, 10, ALL, false, seed);
    assertAgrees(parts, 10, ALL, true, seed);
    assertAgrees(parts, 10, SOME, false, seed);
    assertAgrees(parts, 10, SOME, true, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void withAnAffineInnerMapTheyEqualThoseOfTheNaiveForm(long seed) {
    Parts parts = Quadratic.of(D, M, N, seed).parts();
    assertThat(parts.affine()).isTrue();
    assertAgrees(parts, 10, ALL, false, seed);
    assertAgrees(parts, 10, ALL, true, seed);
    assertAgrees(parts, 10, SOME, false, seed);
    assertAgrees(parts, 10, SOME, true, seed);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRestartWithAllValuesButNotAllJacobiansIsNotTakenForAnExactOne(long seed) {
    assertAgrees(Parts.curved(D, M, N, seed), 5, new Batches(M, 13, N), false, seed);
    assertAgrees(Parts.curved(D, M, N, seed), 5, new Batches(13, M, N), false, seed);
    assertAgrees(Parts.curved(D, M, N, seed), 5, new Batches(M, M, 7), false, seed);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void onFullBatchesTheyAreThoseOfGradientDescent(boolean shared) {
    Parts curved = Parts.curved(D, M, N, 1);
    double[] x0 = Parts.gaussians(D, 7);
    Paths.assertClose(
        Paths.of(curved.problem(), parameters(20, ALL, shared), x0, 1, STEPS),
        Paths.gradientDescent(curved, ETA, x0, STEPS),
        ROUNDING);
    Parts affine = Quadratic.of(D, M, N, 1).parts();
    Paths.assertClose(
        Paths.of(affine.problem(), parameters(20, ALL, shared), x0, 1, STEPS),
        Paths.gradientDescent(affine, ETA, x0, STEPS),
        ROUNDING);
  }

  @Test
  void withARestartAtEveryStepTheyAreThoseOfGradientDescent() {
    Parts parts = Parts.curved(D, M, N, 1);
    double[] x0 = Parts.gaussians(D, 7);
    Paths.assertClose(
        Paths.of(parts.problem(), parameters(1, STEP, false), x0, 1, STEPS),
        Paths.gradientDescent(parts, ETA, x0, STEPS),
        ROUNDING);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRestartKnowsTheExactGradientAndObjective(long seed) {
    Parts parts = Parts.curved(D, M, N, seed);
    double[] x0 = Parts.gaussians(D, seed);
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          SarahParameters.METHOD
              .with(parameters(10, STEP, false))
              .start(new Oracle(parts.problem(), workers, 1), x0);
      Evaluator evaluator = new Evaluator(parts.problem(), workers);
      for (int t = 0; t <= 20; t++) {
        iteration.step();
        double[] x = iteration.point();
        if (t % 10 == 0) {
          double norm = Parts.norm(parts.gradient(x));
          assertThat(iteration.restarted()).isTrue();
          assertThat(iteration.gradientNorm()).isCloseTo(norm, within(ROUNDING));
          assertThat(iteration.estimateNorm()).isCloseTo(norm, within(ROUNDING));
          assertThat(evaluator.at(x, ETA).gradientNorm()).isCloseTo(norm, within(ROUNDING));
          assertThat(iteration.objective()).isCloseTo(parts.objective(x), within(ROUNDING));
        } else {
          assertThat(iteration.restarted()).isFalse();
          assertThat(iteration.gradientNorm()).isNaN();
          assertThat(iteration.objective()).isNaN();
        }
        iteration.commit();
      }
    }
  }

  @Test
  void onAnAffineMapJacobianDrawsChangeNothing() {
    Parts affine = Quadratic.of(D, M, N, 1).parts();
    double[] x0 = Parts.gaussians(D, 7);
    List<double[]> without =
        Paths.of(affine.problem(), parameters(10, new Batches(3, 0, 4), false), x0, 1, STEPS);
    List<double[]> with =
        Paths.of(affine.problem(), parameters(10, new Batches(3, 7, 4), false), x0, 1, STEPS);
    Paths.assertSameBits(with, without);
  }

  @Test
  void theShortCutForAffineMapsGivesWhatTheLongWayGives() {
    Parts affine = Quadratic.of(D, M, N, 1).parts();
    double[] x0 = Parts.gaussians(D, 7);
    Paths.assertClose(
        Paths.of(affine.problem(), parameters(10, STEP, false), x0, 1, STEPS),
        Paths.of(affine.saying(false).problem(), parameters(10, STEP, false), x0, 1, STEPS),
        ROUNDING);
  }

  @Test
  void theSizeOfTheOuterBatchDoesNotChangeTheInnerDraws() {
    List<Long> few = innerDraws(1);
    List<Long> many = innerDraws(7);
    assertThat(few).isNotEmpty().isEqualTo(many);
  }

  private static List<Long> innerDraws(long s3) {
    Parts parts = Parts.curved(D, M, N, 1);
    List<Long> seen = new ArrayList<>();
    Parts recording =
        new Parts(
            D,
            D + 1,
            M,
            N,
            false,
            (j, x, y) -> {
              seen.add(j);
              parts.value().fill(j, x, y);
            },
            (j, x, jac) -> {
              seen.add(-1 - j);
              parts.jacobian().fill(j, x, jac);
            },
            parts.outer(),
            parts.outerGradient());
    Paths.of(
        recording.problem(),
        parameters(10, new Batches(3, 2, s3), false),
        Parts.gaussians(D, 7),
        1,
        STEPS);
    return seen;
  }

  @Test
  void aProjectionOntoAHugeBallChangesNothing() {
    Parts parts = Parts.curved(D, M, N, 1);
    double[] x0 = Parts.gaussians(D, 7);
    Settings p = parameters(10, STEP, false);
    Paths.assertSameBits(
        Paths.of(parts.problem(), p.with(SarahParameters.PROJECTION, 1e6), x0, 1, STEPS),
        Paths.of(parts.problem(), p, x0, 1, STEPS));
  }

  /** With f(y) = y the estimate F_t is G_t itself, so that |F_t| shows the norm of G_t. */
  @Test
  void aProjectionKeepsTheJacobianWithinItsBall() {
    double radius = 0.5;
    Parts parts =
        new Parts(
            1,
            1,
            20,
            5,
            false,
            (j, x, y) -> y[0] = Math.sin((1 + j) * x[0]),
            (j, x, jac) -> jac[0][0] = (1 + j) * Math.cos((1 + j) * x[0]),
            (i, y) -> y[0],
            (i, y, u) -> u[0] = 1);
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          SarahParameters.METHOD
              .with(
                  parameters(1000, new Batches(1, 1, 5), false)
                      .with(SarahParameters.PROJECTION, radius))
              .start(new Oracle(parts.problem(), workers, 1), new double[] {0.3});
      for (int t = 0; t < 200; t++) { // restart included
        iteration.step();
        assertThat(iteration.estimateNorm()).isLessThanOrEqualTo(radius * (1 + ROUNDING));
        iteration.commit();
      }
      assertThat(iteration.point()[0]).isFinite();
    }
  }

  @Test
  void theStartIsNotModified() {
    Parts parts = Parts.curved(D, M, N, 1);
    double[] x0 = Parts.gaussians(D, 7);
    double[] copy = x0.clone();
    Paths.of(parts.problem(), parameters(10, STEP, false), x0, 1, STEPS);
    Paths.of(parts.problem(), Settings.NONE, x0, 1, 200);
    assertThat(x0).isEqualTo(copy);
  }

  @Test
  void aSeedFixesThePathAndAnotherChangesIt() {
    Parts parts = Parts.curved(D, M, N, 1);
    double[] x0 = Parts.gaussians(D, 7);
    for (Settings p : List.of(parameters(10, STEP, false), Settings.NONE)) {
      List<double[]> first = Paths.of(parts.problem(), p, x0, 1, 100);
      Paths.assertSameBits(Paths.of(parts.problem(), p, x0, 1, 100), first);
      assertThat(Paths.of(parts.problem(), p, x0, 2, 100).get(100)).isNotEqualTo(first.get(100));
    }
  }
}
