package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.fogopt.Fog;
import org.fogopt.Methods;
import org.fogopt.linalg.Kernels;
import org.fogopt.penalty.Budget;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run says of its end is true. */
class VerdictsTest {
  /** (x₁x₂x₃ − 1)²: near 0 its gradient is as small as |x|², and grows on the way down. */
  private static Problem product() {
    return Components.map(3, 1)
        .inner(
            1,
            (j, x, y) -> y[0] = x[0] * x[1] * x[2],
            (j, x, jac) -> {
              jac[0][0] = x[1] * x[2];
              jac[0][1] = x[0] * x[2];
              jac[0][2] = x[0] * x[1];
            })
        .outer(1, (i, y) -> (y[0] - 1) * (y[0] - 1), (i, y, u) -> u[0] = 2 * (y[0] - 1))
        .named("product");
  }

  /**
   * Mean return over downside deviation of returns (1, −2) and (1, −3), all in long positions: the
   * first asset alone never loses.
   */
  @Test
  void anObjectiveThatIsMinusInfinityAtAFeasiblePointIsNotSaidToFallWithoutEnd() {
    double[][] a = {{1, -2}, {1, -3}};
    Problem sortino =
        Components.map(2, 2)
            .inner(
                2,
                (j, x, y) -> {
                  y[0] = Kernels.dot(a[(int) j], x);
                  y[1] = Math.min(y[0], 0) * Math.min(y[0], 0);
                },
                (j, x, jac) -> {
                  double loss = Math.min(Kernels.dot(a[(int) j], x), 0);
                  for (int k = 0; k < 2; k++) {
                    jac[0][k] = a[(int) j][k];
                    jac[1][k] = 2 * loss * a[(int) j][k];
                  }
                })
            .outer(
                1,
                (i, y) -> -y[0] / Math.sqrt(y[1]),
                (i, y, u) -> {
                  u[0] = -1 / Math.sqrt(y[1]);
                  u[1] = y[0] / (2 * y[1] * Math.sqrt(y[1]));
                })
            .named("sortino");
    Result result = Fog.minimise(sortino.withPenalty(Budget.simplex()), new double[] {0.5, 0.5});
    assertThat(result.stop().reason()).as("%s", result).isEqualTo(Stop.Reason.UNBOUNDED);
    assertThat(result.stop().detail())
        .contains("-Infinity", "0.707 for entry 1, -0.707 for entry 2")
        .doesNotContain("without end");
  }

  @ParameterizedTest
  @CsvSource({"newton, 1e-4", "newton, 1e-6", "auto, 1e-5"})
  void aGradientThatGrowsWhileTheObjectiveFallsIsNeitherDivergenceNorConvergence(
      String method, double start) {
    double[] x0 = {start, start, start};
    Result result =
        Run.of(product(), Methods.named(method).byDefault())
            .from(x0)
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(10_000))
            .go();
    assertThat(result.stop().diverged()).as("%s", result).isFalse();
    assertThat(result.converged() ? result.objective() : 0).as("%s", result).isLessThan(1e-6);
  }

  /** Mean of (a_j x − b_j)² with g the identity: 40 components, the first samples all 0. */
  private static Problem squares(int m, AtomicLong evaluations) {
    return Components.map(2, 2)
        .inner(
            m,
            (j, x, y) -> {
              evaluations.incrementAndGet();
              y[0] = (1 + j % 3) * x[0];
              y[1] = x[1] - (j % 5);
            },
            (j, x, jac) -> {
              jac[0][0] = 1 + j % 3;
              jac[1][1] = 1;
            })
        .outer(
            1,
            (i, y) -> (y[0] - 1) * (y[0] - 1) + y[1] * y[1],
            (i, y, u) -> {
              u[0] = 2 * (y[0] - 1);
              u[1] = 2 * y[1];
            })
        .named("squares");
  }

  @ParameterizedTest
  @ValueSource(strings = {"AVERAGE", "RANDOM"})
  void aRunThatConvergedHandsBackThePointThatMetTheTolerance(Output output) {
    Result result =
        Run.of(squares(30, new AtomicLong()), Methods.named("lbfgs").byDefault())
            .from(new double[] {5, -7})
            .output(output)
            .stop(StopRule.tolerance(1e-6))
            .go();
    assertThat(result.converged()).isTrue();
    assertThat(result.point()).containsExactly(new double[] {0.5, 2}, within(1e-4));
  }

  @Test
  void aRunOfLbfgsCutAnywhereEndsAsOneNeverInterrupted(@TempDir Path folder) {
    Run run = cosh(Long.MAX_VALUE);
    Result straight = run.go();
    assertThat(straight.stop().reason()).isEqualTo(Stop.Reason.TOLERANCE);
    for (long cut = 0; cut <= straight.steps(); cut++) {
      Path own = folder.resolve("cut" + cut);
      try (Checkpoints kept = Checkpoints.begin(own)) {
        cosh(cut).checkpoint(kept).go();
      }
      try (Checkpoints kept = Checkpoints.resume(own)) {
        Result resumed = cosh(Long.MAX_VALUE).checkpoint(kept).go();
        assertThat(resumed.stop()).as("cut at step %d", cut).isEqualTo(straight.stop());
        assertThat(resumed.callsPaper()).isEqualTo(straight.callsPaper());
        assertThat(resumed.point()).isEqualTo(straight.point());
      }
    }
  }

  private static Run cosh(long steps) {
    Problem problem =
        Components.map(2, 2)
            .inner(
                3,
                (j, x, y) -> {
                  y[0] = x[0] + j;
                  y[1] = 3 * x[1] - j * x[0];
                },
                (j, x, jac) -> {
                  jac[0][0] = 1;
                  jac[1][1] = 3;
                  jac[1][0] = -j;
                })
            .outer(
                1,
                (i, y) -> Math.cosh(y[0]) + Math.cosh(y[1]),
                (i, y, u) -> {
                  u[0] = Math.sinh(y[0]);
                  u[1] = Math.sinh(y[1]);
                })
            .named("cosh");
    return Run.of(problem, Methods.named("lbfgs").byDefault())
        .from(new double[] {2, -1})
        .stop(StopRule.tolerance(1e-7))
        .stop(StopRule.steps(steps));
  }

  @Test
  void theClockIsReadBeforeEveryCostlyStep() {
    Problem slow =
        Components.map(1, 1)
            .inner(
                2000,
                (j, x, y) -> y[0] = x[0],
                (j, x, jac) -> {
                  jac[0][0] = 1;
                  if (j == 0) {
                    pause();
                  }
                })
            .outer(1, (i, y) -> Math.cosh(y[0]), (i, y, u) -> u[0] = Math.sinh(y[0]))
            .named("slow");
    Result result =
        Run.of(slow, Methods.named("gd").byDefault())
            .from(new double[] {1})
            .stop(StopRule.time(Duration.ofMillis(100)))
            .stop(StopRule.steps(60))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.TIME);
    assertThat(result.steps()).isLessThan(20);
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Rare events: the first of the fixed permutation are likely all zeros, and so is their slope.
   */
  @Test
  void aFirstSampleWithoutAGradientDoesNotSetTheTolerance() {
    int m = 2000;
    double[] target = new double[m];
    Arrays.fill(target, 0, 2, 1000.0);
    Problem rare =
        Components.map(1, 1)
            .inner(1, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(
                m,
                (i, y) -> Math.cosh(y[0]) - target[(int) i] * y[0],
                (i, y, u) -> u[0] = Math.sinh(y[0]) - target[(int) i])
            .named("rare");
    Result result = Fog.minimise(rare, new double[] {0}, 1e-6);
    assertThat(result.stop().reason()).as("%s", result).isEqualTo(Stop.Reason.TOLERANCE);
    // sinh x = mean of the targets = 1
    assertThat(result.point()[0]).isCloseTo(Math.log(1 + Math.sqrt(2)), within(1e-6));
  }

  /** y₁ is 0 but for rounding: central differences must not be of its size. */
  @Test
  void anOutputThatIsRoundingHasCurvature() {
    double[][] rows = {{1, -1}, {0.3, -0.3}, {2, 1}, {-2, -1}};
    Problem spread =
        Components.map(2, 2)
            .inner(
                4,
                (j, x, y) -> {
                  double z = rows[(int) j][0] * x[0] + rows[(int) j][1] * x[1];
                  y[0] = z;
                  y[1] = z * z;
                },
                (j, x, jac) -> {
                  double z = rows[(int) j][0] * x[0] + rows[(int) j][1] * x[1];
                  for (int k = 0; k < 2; k++) {
                    jac[0][k] = rows[(int) j][k];
                    jac[1][k] = 2 * z * rows[(int) j][k];
                  }
                })
            .outer(
                1,
                (i, y) -> -y[0] + y[1] - y[0] * y[0],
                (i, y, u) -> {
                  u[0] = -1 - 2 * y[0];
                  u[1] = 1;
                })
            .named("spread");
    // y₁ = mean of r'x = 1.3(x₁ − x₂)/4: at (1, 1 + ulp) rounding alone
    Result result = Fog.minimise(spread, new double[] {1, Math.nextUp(1.0)}, 1e-9);
    // −μᵀx + xᵀVx with V the covariance: x = V⁻¹μ/2
    double[] mu = {0.325, -0.325};
    double v11 = (1 + 0.09 + 4 + 4) / 4 - mu[0] * mu[0];
    double v12 = (-1 - 0.09 + 2 + 2) / 4 - mu[0] * mu[1];
    double v22 = (1 + 0.09 + 1 + 1) / 4 - mu[1] * mu[1];
    double det = v11 * v22 - v12 * v12;
    double[] best = {(v22 * mu[0] - v12 * mu[1]) / det / 2, (v11 * mu[1] - v12 * mu[0]) / det / 2};
    assertThat(result.converged()).isTrue();
    assertThat(result.point()).containsExactly(best, within(1e-7));
    assertThat(result.algorithm()).isEqualTo("newton");
  }

  @Test
  void checksThatARunPaysForCountAsProgressOrNone() {
    // |x| has no gradient that vanishes: accelerated gradients stay near 0 and improve no more
    Problem kink =
        Components.map(1, 1)
            .inner(4, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(1, (i, y) -> Math.abs(y[0]), (i, y, u) -> u[0] = Math.signum(y[0]))
            .named("kink");
    Result result =
        Run.of(kink, Methods.named("agd").byDefault())
            .from(new double[] {1})
            .stop(StopRule.tolerance(1e-9))
            .stop(StopRule.noProgress(5))
            .stop(StopRule.passes(5000))
            .go();
    assertThat(result.stop().reason()).as("%s", result).isEqualTo(Stop.Reason.NO_PROGRESS);
  }

  /** −log(wealth) of bets of which the first never loses: the gradient falls as 1/|x|. */
  @ParameterizedTest
  @CsvSource({"0.1, UNBOUNDED", "-0.1, TOLERANCE"})
  void aLogarithmThatFallsWithoutEndHasNotConverged(double worst, Stop.Reason reason) {
    double[] returns = {0.3, 0.2, worst};
    Problem growth =
        Components.map(1, 1)
            .inner(
                3,
                (j, x, y) -> y[0] = Math.log(1 + 1e-3 * returns[(int) j] * x[0]),
                (j, x, jac) -> jac[0][0] = 1 / (1e3 / returns[(int) j] + x[0]))
            .outer(1, (i, y) -> -y[0], (i, y, u) -> u[0] = -1)
            .named("growth");
    Result result = Fog.minimise(growth);
    assertThat(result.stop().reason()).as("%s", result).isEqualTo(reason);
    assertThat(Math.abs(result.point()[0])).isGreaterThan(5000); // far, in either case
  }
}
