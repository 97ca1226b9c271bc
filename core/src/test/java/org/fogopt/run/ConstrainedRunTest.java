package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With constraints, every point that leaves a run is feasible, whichever way the run ends. */
class ConstrainedRunTest {
  private static final double FEASIBLE = 1e-12;
  private static final Quadratic QUADRATIC = Quadratic.of(7, 40, 50, 3);
  private static final Penalty CAPPED = Budget.of(Separable.box(0, 0.3), 1.0, List.of());

  private static Problem with(Penalty penalty) {
    Problem plain = QUADRATIC.parts().problem();
    return new Problem("test", plain.inner(), plain.outer(), penalty);
  }

  private static void assertCapped(double[] x) {
    double sum = 0;
    for (double weight : x) {
      assertThat(weight).isBetween(0.0, 0.3);
      sum += weight;
    }
    assertThat(sum).isCloseTo(1, within(FEASIBLE));
  }

  static List<Arguments> everyMethodAndOutput() {
    List<Arguments> all = new ArrayList<>();
    for (String name : METHODS) {
      for (Output output : Output.values()) {
        all.add(Arguments.of(name, output));
      }
    }
    return all;
  }

  /** Means of feasible points are off by rounding; that must not make them infinitely bad. */
  @ParameterizedTest
  @MethodSource("everyMethodAndOutput")
  void pointsAreFeasibleAndObjectivesFinite(String name, Output output) {
    Result result =
        Run.of(with(CAPPED), Methods.named(name).with(Settings.NONE))
            .from(new double[] {9, -9, 9, 9, 9, 9, 9}) // a start that is not
            .output(output)
            .stop(StopRule.passes(60))
            .go();
    assertCapped(result.point());
    assertThat(result.objective()).isFinite();
    assertThat(result.gradientNorm()).isFinite();
    assertThat(result.trace().rows()).isNotEmpty();
    assertThat(result.trace().rows()).allSatisfy(row -> assertThat(row.objective()).isFinite());
  }

  /** The Hessian is diagonal, so the minimiser over a box is the cut one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void overABoxTheMinimiserIsCutOff(long seed) {
    Result result =
        Run.of(with(Separable.box(-0.2, 0.1)), SarahParameters.METHOD.byDefault())
            .seed(seed)
            .stop(StopRule.tolerance(1e-11))
            .stop(StopRule.passes(4000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.TOLERANCE);
    for (int k = 0; k < 7; k++) {
      double expected = Math.min(0.1, Math.max(-0.2, QUADRATIC.minimiser()[k]));
      assertThat(result.point()[k]).isCloseTo(expected, within(1e-9));
    }
  }

  /** No step size was measured yet: the gradient mapping is that of step 1. */
  @ParameterizedTest
  @FieldSource("METHODS")
  void aRunOfNoStepsHandsBackItsFeasibleStart(String name) {
    Result result =
        Run.of(with(CAPPED), Methods.named(name).with(Settings.NONE))
            .from(new double[] {9, -9, 9, 9, 9, 9, 9})
            .stop(StopRule.steps(0))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.STEPS);
    assertCapped(result.point());
    assertThat(result.objective()).isFinite();
    assertThat(result.gradientNorm()).isFinite();
  }

  /** All but L-BFGS, which takes no constraints. */
  static final List<String> METHODS =
      Methods.ALL.stream().filter(m -> !m.equals(Lbfgs.METHOD)).map(Method::name).toList();

  private static double[] corner() {
    double[] x = new double[7];
    for (int k = 0; k < 7; k++) {
      x[k] = QUADRATIC.minimiser()[k] + 1;
    }
    return x;
  }

  /** All bounds hold x where it is: no move, and nothing to learn of the curvature. */
  @ParameterizedTest
  @ValueSource(strings = {"sarah-c", "gd", "agd", "vrsc-pg", "storm-c"})
  void aStartThatCannotMoveIsNoDivergence(String name) {
    double[] above = corner();
    double[] more = new double[7];
    Arrays.fill(more, 1e6);
    Penalty held = Separable.none().within(above, more);
    for (StopRule rule : List.of(StopRule.passes(500), StopRule.tolerance(1e-6))) {
      Result result =
          Run.of(with(held), Methods.named(name).with(Settings.NONE))
              .from(above)
              .stop(rule)
              .stop(StopRule.passes(500))
              .go();
      assertThat(result.stop().diverged()).as(result.stop().detail()).isFalse();
      assertThat(result.stop().detail()).doesNotContain("NaN");
      assertThat(result.point()).containsExactly(above);
      assertThat(result.gradientNorm()).isZero();
    }
  }

  @Test
  void aChargeThatKeepsEverythingAtZeroIsNoDivergence() {
    Result result =
        Run.of(with(Separable.l1(1e6)), SarahParameters.METHOD.byDefault())
            .stop(StopRule.passes(500))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.PASSES);
    assertThat(result.point()).containsOnly(0);
    assertThat(result.parameters().get("eta").doubleValue()).isPositive().isFinite();
  }

  /** A bounded set cannot be left; along a budget alone a long step runs away. */
  @ParameterizedTest
  @ValueSource(strings = {"gd", "vrsc-pg", "civr", "sarah-c"})
  void afterDivergenceThePointIsFeasible(String name) {
    Penalty budget = Budget.of(Separable.none(), 1.0, List.of());
    Method method = Methods.named(name);
    Result result =
        Run.of(with(budget), method.with(Settings.parse(Map.of("eta", "1e6"), method.parameters())))
            .stop(StopRule.passes(1e5))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.DIVERGED);
    double sum = 0;
    for (double weight : result.point()) {
      sum += weight;
    }
    assertThat(sum).isCloseTo(1, within(FEASIBLE));
    assertThat(result.objective()).isFinite();
  }

  /** The soft threshold must not take it for a small number. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNaNInTheGradientIsNoticedBehindAPenalty(boolean budget) {
    Parts right = QUADRATIC.parts();
    Problem broken =
        new Parts(
                7,
                7,
                40,
                50,
                true,
                right.value(),
                right.jacobian(),
                right.outer(),
                (i, y, u) -> Arrays.fill(u, Double.NaN))
            .problem();
    Penalty penalty = budget ? CAPPED : Separable.l1(0.1).within(-1, 1);
    Result result =
        Run.of(
                new Problem("broken", broken.inner(), broken.outer(), penalty),
                SarahParameters.METHOD.with(Settings.NONE.with(SarahParameters.ETA, 0.1)))
            .stop(StopRule.passes(100))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.FAILED);
    assertThat(penalty.value(result.point())).isFinite();
  }
}
