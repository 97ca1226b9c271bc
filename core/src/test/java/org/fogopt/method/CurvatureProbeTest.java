package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A step size for a method that was given none. */
class CurvatureProbeTest {
  private static double probe(Problem problem, double[] x0, long inner, long outer) {
    try (Workers workers = new Workers(1)) {
      return CurvatureProbe.stepSize(new Oracle(problem, workers, 1), x0, inner, outer);
    }
  }

  /** Without noise a = b/a = L, so that the step is 0.3/L. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.5, 1, 300, 1e9})
  void ofANoiselessBowlItIsAShareOfOneOverTheCurvature(double curvature) {
    Problem bowl = bowl(curvature);
    assertThat(probe(bowl, new double[] {3, 4}, 2, 2))
        .isCloseTo(0.3 / curvature, within(1e-6 / curvature));
    assertThat(probe(bowl, new double[] {3e5, 0}, 1, 5))
        .isCloseTo(0.3 / curvature, within(1e-6 / curvature));
  }

  private static Problem bowl(double curvature) {
    return Components.map(2, 2)
        .inner(
            5,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
            (j, x, jac) -> {
              jac[0][0] = 1;
              jac[1][1] = 1;
            })
        .outer(
            6,
            (i, y) -> curvature * (y[0] * y[0] + y[1] * y[1]) / 2,
            (i, y, u) -> {
              u[0] = curvature * y[0];
              u[1] = curvature * y[1];
            })
        .named("bowl");
  }

  @ParameterizedTest
  @ValueSource(ints = {-30, -7, 9, 30})
  void scalingTheUnknownsByAPowerOfTwoScalesTheStepAndNothingElse(int exponent) {
    double scale = Math.scalb(1.0, exponent);
    double[] x0 = Parts.gaussians(4, 2);
    double[] scaled = x0.clone();
    for (int k = 0; k < 4; k++) {
      scaled[k] /= scale;
    }
    double step = probe(Quadratic.scaled(4, 30, 30, 1, 1).parts().problem(), x0, 3, 4);
    assertThat(probe(Quadratic.scaled(4, 30, 30, 1, scale).parts().problem(), scaled, 3, 4))
        .isEqualTo(step / (scale * scale));
  }

  /** Noise makes b larger, so the step of small batches is shorter. */
  @Test
  void noisierBatchesGetAShorterStep() {
    Problem problem = Quadratic.of(3, 100, 100, 5).parts().problem();
    double[] x0 = {5, -5, 5};
    double all = probe(problem, x0, 100, 100);
    assertThat(probe(problem, x0, 1, 1)).isLessThan(all).isPositive();
    assertThat(all).isLessThanOrEqualTo(0.3 / 0.5); // curvatures are above 0.5 here
  }

  @Test
  void negativeCurvatureStillGivesAStep() {
    Problem hill = bowl(-2);
    // the floor 0.1 sqrt(b)/b = 0.1/2
    assertThat(probe(hill, new double[] {1, 1}, 2, 2)).isCloseTo(0.3 * 0.05, within(1e-9));
  }

  @Test
  void atAStationaryPointAnyStepWillDo() {
    assertThat(probe(bowl(3), new double[2], 2, 2)).isPositive().isFinite();
  }

  /** f(y) = 4y: no curvature at all, so the step is a share of the probe's own length. */
  @Test
  void withoutCurvatureItIsAShareOfTheLengthOfTheProbe() {
    Problem linear =
        Components.map(1, 1)
            .inner(2, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(2, (i, y) -> 4 * y[0], (i, y, u) -> u[0] = 4)
            .named("linear");
    assertThat(probe(linear, new double[] {2}, 1, 1)).isCloseTo(0.3e-3 * 2 / 4, within(1e-18));
    assertThat(probe(linear, new double[] {0}, 1, 1)).isCloseTo(0.3e-3 / 4, within(1e-18));
  }

  /** 200 outer samples, 100 probes and a pass of 2m + n = 6200 calls at the most; 10 at least. */
  @ParameterizedTest
  @CsvSource({"1, 100", "2, 100", "3, 66", "19, 10", "20, 10", "21, 10", "150, 10"})
  void everyCallIsCounted(int outer, int probes) {
    assertCounted(3000, 4, outer, probes);
  }

  /** A probe makes 4·4 + 2 = 18 calls, a pass 2m + 200. */
  @ParameterizedTest
  @CsvSource({"30, 14", "8, 12", "4, 11", "346, 49", "745, 93", "746, 94", "801, 100"})
  void probesBeyondTenAreWithinAPass(int m, int probes) {
    assertCounted(m, 4, 1, probes);
  }

  private static void assertCounted(int m, int batch, int outer, int probes) {
    AtomicLong inner = new AtomicLong();
    AtomicLong outers = new AtomicLong();
    Parts parts = Parts.curved(2, m, 200, 1);
    Parts counting =
        new Parts(
            2,
            3,
            m,
            200,
            false,
            (j, x, y) -> {
              inner.incrementAndGet();
              parts.value().fill(j, x, y);
            },
            parts.jacobian(),
            parts.outer(),
            (i, y, u) -> {
              outers.incrementAndGet();
              parts.outerGradient().fill(i, y, u);
            });
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(counting.problem(), workers, 1);
      CurvatureProbe.stepSize(oracle, new double[] {1, 1}, batch, outer);
      assertThat(inner.get()).isEqualTo(m + probes * 2L * batch);
      assertThat(outers.get()).isEqualTo(200 + probes * 2L * outer);
      assertThat(oracle.ledger().strict()).isEqualTo(inner.get() + outers.get());
      assertThat(oracle.ledger().paper()).isEqualTo(2 * inner.get() + outers.get());
    }
  }

  @Test
  void anEndlessProblemIsProbedWithAThousand() {
    Problem endless =
        Components.map(1, 1)
            .inner(Inner.UNBOUNDED, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(Inner.UNBOUNDED, (i, y) -> y[0] * y[0] / 2, (i, y, u) -> u[0] = y[0])
            .named("endless");
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(endless, workers, 1);
      assertThat(CurvatureProbe.stepSize(oracle, new double[] {1}, 1, 1))
          .isCloseTo(0.3, within(1e-9));
      assertThat(oracle.ledger().strict()).isEqualTo(2000 + 100 * 4);
    }
  }
}
