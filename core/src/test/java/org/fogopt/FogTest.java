package org.fogopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.method.newton.Families;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One line, nothing to choose. */
@Timeout(60)
class FogTest {
  private static final double[][] ROWS = Families.rows(400, 6, 0.3, 4);

  static List<Problem> problems() {
    return List.of(
        Families.entropic(ROWS),
        Families.entropicOffered(ROWS),
        SmallProblems.portfolio(ROWS).problem(),
        SmallProblems.portfolio(ROWS).quadratic(),
        SmallProblems.robust(ROWS).problem(),
        SmallProblems.valueFunction(30, 6, 1).problem(),
        Parts.curved(6, 50, 60, 2).problem());
  }

  /** The first gradient norm is 4e8 there, and a millionth of it no convergence. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 30, 100})
  void farStartsReachTheMinimumOfRosenbrock(double start) {
    Problem rosenbrock =
        Components.map(2, 2)
            .inner(1, (j, x, y) -> System.arraycopy(x, 0, y, 0, 2), FogTest::identity)
            .outer(
                1,
                (i, y) -> Math.pow(1 - y[0], 2) + 100 * Math.pow(y[1] - y[0] * y[0], 2),
                (i, y, u) -> {
                  u[1] = 200 * (y[1] - y[0] * y[0]);
                  u[0] = 2 * (y[0] - 1) - 2 * y[0] * u[1];
                })
            .named("Rosenbrock");
    Result result = Fog.minimise(rosenbrock, new double[] {start, start});
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.objective()).as("%s", result).isBetween(0.0, 1e-3);
  }

  private static void identity(long j, double[] x, double[][] jac) {
    jac[0][0] = 1;
    jac[1][1] = 1;
  }

  /** Σ 10^(8k/19)(y_k − 1)² from 0: the flat terms hide behind a first gradient of 2e8. */
  @Test
  void termsOfAllSizesReachTheirMinimum() {
    Problem problem =
        Components.map(20, 20)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 20),
                (j, x, jac) -> IntStream.range(0, 20).forEach(k -> jac[k][k] = 1))
            .outer(
                20,
                (i, y) -> 20 * Math.pow(10, 8.0 * i / 19) * Math.pow(y[(int) i] - 1, 2),
                (i, y, u) -> u[(int) i] = 40 * Math.pow(10, 8.0 * i / 19) * (y[(int) i] - 1))
            .named("terms of all sizes");
    Result result = Fog.minimise(problem);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.objective()).as("%s", result).isBetween(0.0, 1e-3);
  }

  @ParameterizedTest
  @MethodSource("problems")
  void whatConvergedIsStationary(Problem problem) {
    for (Penalty penalty :
        List.of(Penalty.NONE, Separable.l1(0.01).within(-1, 1), Budget.simplex())) {
      Problem whole = problem.withPenalty(penalty);
      Result result = Fog.minimise(whole);
      assertThat(result.converged()).as("%s, %s", penalty, result).isTrue();
      assertThat(result.stop().reason()).isIn(Reason.TOLERANCE, Reason.ROUNDING);
      try (Workers workers = new Workers(1)) {
        Evaluator evaluator = new Evaluator(whole, workers);
        double[] start = new double[6];
        penalty.prox(start, 0);
        double first = evaluator.at(start, 1).gradientNorm();
        var there = evaluator.at(result.point(), 1);
        // the first norm may be that of a sample, or of another step's mapping
        assertThat(there.gradientNorm()).as("%s", penalty).isLessThan(1e-5 * Math.max(1, first));
        assertThat(there.objective()).isLessThanOrEqualTo(evaluator.objective(start));
        assertThat(result.objective()).isCloseTo(there.objective(), within(1e-12));
      }
    }
  }

  /** Down to rounding: it ends by itself, long before its limit. */
  @ParameterizedTest
  @MethodSource("problems")
  void aToleranceOfZeroGoesAsFarAsRoundingAllows(Problem problem) {
    Result result = Fog.minimise(problem, new double[6], 0);
    assertThat(result.converged()).as("%s, %s", result, result.decisions()).isTrue();
    Result usual = Fog.minimise(problem);
    double rounding = 1e-12 * (1 + Math.abs(usual.objective()));
    assertThat(result.objective()).isLessThanOrEqualTo(usual.objective() + rounding);
  }

  @Test
  void theResultSaysWhatCameOfItWhatItCostAndWhy() {
    Result result = Fog.minimise(Families.entropic(ROWS));
    assertThat(result.toString().lines())
        .hasSize(3)
        .satisfiesExactly(
            line -> assertThat(line).matches("converged: gradient norm .* times the first one"),
            line -> assertThat(line).startsWith("objective " + result.objective() + ", gradient"),
            line ->
                assertThat(line)
                    .startsWith("6 unknowns, %d steps of newton, ".formatted(result.steps()))
                    .contains("%d calls (%.1f passes)".formatted(result.calls(), result.passes())));
  }

  @Test
  void anEarlierLimitIsNamed() {
    Result result =
        Fog.automatic(Families.entropic(ROWS))
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(4))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.PASSES);
    assertThat(result.converged()).isFalse();
    assertThat(result.toString()).startsWith("not converged: ").contains("the budget of 4 passes");
  }

  /** |x| has no gradient at its minimum: no gradient norm is ever small. */
  @Test
  void whatNeverConvergesEndsAndNamesTheLimit() {
    Problem kink =
        Components.map(1, 1)
            .inner(3, (j, x, y) -> y[0] = x[0] - j, (j, x, jac) -> jac[0][0] = 1)
            .outer(5, (i, y) -> Math.abs(y[0] - 0.1 * i), (i, y, u) -> u[0] = sign(y[0] - 0.1 * i))
            .named("kink");
    Result result = Fog.minimise(kink, new double[] {7});
    assertThat(result.stop().detail()).isNotBlank();
    assertThat(result.point()[0]).isCloseTo(1.2, within(0.11)); // y = 0.2, the median, or near it
  }

  private static double sign(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0.5;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEndlessSupplyEndsAtALimitOfCalls(boolean hasPenalty) {
    Problem endless =
        Components.map(1, 1)
            .inner(
                Inner.UNBOUNDED,
                (j, x, y) -> y[0] = x[0] + (j % 2 == 0 ? 1 : -1),
                (j, x, jac) -> jac[0][0] = 1)
            .outer(1, (i, y) -> (y[0] - 3) * (y[0] - 3), (i, y, u) -> u[0] = 2 * (y[0] - 3))
            .named("endless");
    Result result = Fog.minimise(hasPenalty ? endless.withPenalty(Separable.box(-2, 2)) : endless);
    assertThat(result.stop().reason()).isEqualTo(Reason.PASSES);
    assertThat(result.converged()).isFalse();
    assertThat(result.point()[0]).isCloseTo(hasPenalty ? 2 : 3, within(0.05));
  }

  @Test
  void aStartAtTheMinimumIsLeftAlone() {
    Problem bowl =
        Components.map(2, 2)
            .inner(
                4,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
                (j, x, jac) -> {
                  jac[0][0] = 1;
                  jac[1][1] = 1;
                })
            .outer(
                4,
                (i, y) -> y[0] * y[0] + y[1] * y[1],
                (i, y, u) -> {
                  u[0] = 2 * y[0];
                  u[1] = 2 * y[1];
                })
            .named("bowl");
    Result result = Fog.minimise(bowl);
    assertThat(result.converged()).isTrue();
    assertThat(result.point()).containsExactly(0, 0);
    assertThat(result.stop().detail()).isEqualTo("gradient norm 0 from the start");
  }

  @Test
  void aStartOfAnotherSizeIsRefused() {
    assertThatThrownBy(() -> Fog.minimise(Families.entropic(ROWS), new double[5]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the start has 5 entries, the problem 6");
  }
}
