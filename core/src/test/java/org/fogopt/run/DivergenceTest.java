package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.run.Stop.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A run that goes wrong says so, and hands back a point that is still good. */
@Timeout(60)
class DivergenceTest {
  private static final Quadratic QUADRATIC = Quadratic.of(3, 40, 50, 1);
  private static final double[] X0 = {5, 5, 5};

  private static Settings fixed(double eta) {
    return SarahParameters.batches(3, 3, 4)
        .with(SarahParameters.ETA, eta)
        .with(SarahParameters.Q, 10);
  }

  @ParameterizedTest
  @ValueSource(doubles = {3, 10, 1e3, 1e10, 1e300})
  void aStepFarTooLongStopsNamesTheStepAndHandsBackTheBestPoint(double factor) {
    double eta = factor / QUADRATIC.smoothness();
    Result result =
        Run.of(QUADRATIC.parts().problem(), SarahParameters.METHOD.with(fixed(eta)))
            .from(X0)
            .stop(StopRule.steps(1_000_000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.DIVERGED);
    assertThat(result.stop().detail())
        .startsWith("diverged at step " + result.steps() + ": the gradient estimate ")
        .endsWith("take a smaller step size than %.3g".formatted(eta));
    assertThat(Kernels.finite(result.point())).isTrue();
    assertThat(result.objective()).isFinite().isLessThanOrEqualTo(QUADRATIC.parts().objective(X0));
    assertThat(result.objective())
        .isEqualTo(QUADRATIC.parts().objective(result.point()), within(1e-9));
  }

  /** It takes the first long step back to where it began to go up. */
  @Test
  void theBestPointMayBeLaterThanTheStart() {
    // Fine along the first two coordinates for a while, not along the third.
    Result result =
        Run.of(
                QUADRATIC.parts().problem(),
                SarahParameters.METHOD.with(
                    fixed(2.2 / QUADRATIC.smoothness()).with(SarahParameters.Q, 1)))
            .from(new double[] {5, 5, QUADRATIC.minimiser()[2] + 1e-3})
            .stop(StopRule.steps(1_000_000))
            .go();
    assertThat(result.stop().diverged()).isTrue();
    assertThat(result.objective())
        .isLessThan(
            QUADRATIC.parts().objective(new double[] {5, 5, QUADRATIC.minimiser()[2] + 1e-3}));
  }

  /** A problem whose outer gradients are NaN from the k-th one on. */
  private static Parts nanFrom(long k) {
    AtomicLong calls = new AtomicLong();
    Parts right = QUADRATIC.parts();
    return new Parts(
        3,
        3,
        40,
        50,
        false,
        right.value(),
        right.jacobian(),
        right.outer(),
        (i, y, u) -> {
          right.outerGradient().fill(i, y, u);
          if (calls.incrementAndGet() >= k) {
            u[1] = Double.NaN;
          }
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 30, 51, 60, 130, 1000})
  void aComponentThatTurnsIntoNaNEndsARunWithAGivenStep(long k) {
    Result result =
        Run.of(
                nanFrom(k).problem(),
                SarahParameters.METHOD.with(fixed(0.2 / QUADRATIC.smoothness())))
            .from(X0)
            .stop(StopRule.steps(10_000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.FAILED);
    assertThat(result.stop().detail())
        .startsWith("failed at step " + result.steps() + ": the gradient of outer component ")
        .contains(" is NaN");
    assertThat(Kernels.finite(result.point())).isTrue();
    assertThat(result.objective())
        .isFinite()
        .isLessThanOrEqualTo(QUADRATIC.parts().objective(X0) * (1 + 1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 30, 51, 60, 130, 1000})
  void aComponentThatTurnsIntoNaNLeavesAnAdaptiveRunAtAGoodPoint(long k) {
    Result result =
        Run.of(nanFrom(k).problem(), SarahParameters.METHOD.byDefault())
            .from(X0)
            .stop(StopRule.steps(10_000))
            .go();
    assertThat(Kernels.finite(result.point())).isTrue();
    assertThat(result.objective())
        .isFinite()
        .isLessThanOrEqualTo(QUADRATIC.parts().objective(X0) * (1 + 1e-12));
  }

  @Test
  void aGradientThatOverflowsAtTheStartIsNotWaitedFor() {
    Parts steep =
        new Parts(
            1,
            1,
            4,
            4,
            false,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> 1e200 * y[0],
            (i, y, u) -> u[0] = 1e200); // its square is infinite
    Result result =
        Run.of(
                steep.problem(),
                SarahParameters.METHOD.with(
                    SarahParameters.batches(1, 1, 1)
                        .with(SarahParameters.ETA, 1)
                        .with(SarahParameters.Q, 10)))
            .from(new double[] {1})
            .stop(StopRule.steps(1000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.DIVERGED);
    assertThat(result.steps()).isZero();
    assertThat(result.point()).containsExactly(1);
  }

  /** A restart on a few samples may see a gradient of exactly zero by chance. */
  @Test
  void aFirstEstimateOfZeroIsNoMeasureOfGrowth() {
    Parts sparse =
        new Parts(
            1,
            1,
            1000,
            1000,
            false,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> i % 10 == 0 ? y[0] * y[0] / 2 : 0,
            (i, y, u) -> u[0] = i % 10 == 0 ? y[0] : 0);
    int moved = 0;
    for (long seed = 1; seed <= 10; seed++) {
      Run run =
          Run.of(
                  sparse.problem(),
                  SarahParameters.METHOD.with(
                      SarahParameters.batches(1, 1, 1)
                          .with(SarahParameters.ETA, 0.5)
                          .with(SarahParameters.Q, 5)
                          .or(SarahParameters.restart(2, 2, 2))))
              .from(new double[] {1})
              .seed(seed)
              .stop(StopRule.steps(200));
      Result result = (seed % 2 == 0 ? run : run.untraced()).go();
      assertThat(result.stop().reason()).as("seed %d", seed).isEqualTo(Reason.STEPS);
      moved += result.point()[0] < 1 ? 1 : 0;
    }
    assertThat(moved).isPositive();
  }

  @Test
  void aTransientGrowthIsNoDivergence() {
    // f = log-like: from far out the gradient grows a thousandfold on the way in
    Parts parts =
        new Parts(
            1,
            1,
            10,
            10,
            false,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> Math.log(1 + y[0] * y[0]),
            (i, y, u) -> u[0] = 2 * y[0] / (1 + y[0] * y[0]));
    Result result =
        Run.of(parts.problem(), SarahParameters.METHOD.byDefault())
            .from(new double[] {1e3})
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(100_000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
  }
}
