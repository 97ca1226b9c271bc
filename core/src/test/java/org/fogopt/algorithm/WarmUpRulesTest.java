package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the warm-up one by one, on a line where all components are alike. */
class WarmUpRulesTest {
  private static final int COUNT = 800;
  private static final int SAMPLE = 50; // a sixteenth
  private static final long VALUES = 5;

  /** The sketch is stiffer than the curvature by 1e-8 of it. */
  private static final double RIDGE = 1e-6;

  private static final class Trail {
    final Oracle oracle;
    final WarmUp warmUp;
    final List<String> notes = new ArrayList<>();
    double[] x;
    double[] next = new double[1];
    final double[] y = new double[1];
    final double[] f = new double[1];
    final JacobianEstimate g;

    Trail(Problem problem, double x0) {
      x = new double[] {x0};
      try (Workers workers = new Workers(1)) {
        oracle = new Oracle(problem, workers, 1);
        g = oracle.newJacobian();
        warmUp = WarmUp.of(oracle, x, VALUES, notes::add);
      }
    }

    /** A step, which costs what was announced, and the way to the next point. */
    double step() {
      long announced = warmUp.calls();
      long before = oracle.ledger().paper();
      double norm = warmUp.step(x, next, y, g, f);
      assertThat(oracle.ledger().paper() - before).isEqualTo(announced);
      double[] swapped = x;
      x = next;
      next = swapped;
      return norm;
    }

    /** A restart and, unless the way back makes it needless, a sketch; where the leap leads. */
    double leap() {
      step();
      if (warmUp.calls() == 2 * SAMPLE) {
        step();
      }
      return x[0];
    }
  }

  /** g(x) = x, and f with these values and slopes, which need not belong together. */
  private static Trail trail(
      DoubleUnaryOperator value, DoubleUnaryOperator slope, double x0, Penalty penalty) {
    Problem plain = line(true, value, slope);
    return new Trail(new Problem("line", plain.inner(), plain.outer(), penalty), x0);
  }

  private static Problem line(
      boolean affine, DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    return new Parts(
            1,
            1,
            COUNT,
            COUNT,
            affine,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> value.applyAsDouble(y[0]),
            (i, y, u) -> u[0] = slope.applyAsDouble(y[0]))
        .problem();
  }

  private static Trail trail(DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    return trail(value, slope, 0, Separable.none());
  }

  private static Trail bowl(double x0, Penalty penalty) {
    return trail(y -> y * y / 2 - y, y -> y - 1, x0, penalty);
  }

  @Test
  void aBowlTakesOneLeapAndTheJudgesAgree() {
    Trail trail = bowl(3, Separable.none());
    assertThat(trail.warmUp.calls()).isEqualTo(3 * SAMPLE);
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    assertThat(trail.warmUp.isUnproven()).isFalse();
    assertThat(trail.step()).isCloseTo(2, within(1e-12));
    assertThat(trail.x[0]).isEqualTo(3);
    assertThat(trail.warmUp.eta()).isCloseTo(1e-3 * 3 / 2, within(1e-15));
    assertThat(trail.warmUp.isAtEitherEnd()).isFalse();
    assertThat(trail.warmUp.isUnproven()).isTrue();
    assertThat(trail.warmUp.calls()).isEqualTo(2 * SAMPLE);
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.calls()).as("g is known by now").isEqualTo(SAMPLE);
    assertThat(trail.step()).isLessThan(RIDGE);
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    assertThat(trail.warmUp.isUnproven()).isTrue();
    assertThat(trail.warmUp.calls()).as("a quarter of each sample, twice").isEqualTo(4 * 12);
    assertThat(trail.step()).as("of the start").isCloseTo(2, within(1e-12));
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.warmUp.isUnproven()).as("before a full restart").isTrue();
    assertThat(trail.warmUp.takesBack(1, 1, trail.next)).isFalse();
    assertThat(trail.warmUp.isUnproven()).isFalse();
    assertThat(trail.warmUp.isAtEitherEnd()).isFalse();
    assertThat(trail.warmUp.calls()).isZero();
    assertThat(trail.notes)
        .containsExactly(
            "began with 50 of 800 components: 1 leaps led from about 1.500 to -0.5000");
    assertThatThrownBy(trail::step).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({"NaN, 1", "1, NaN", "Infinity, 1", "1, Infinity"})
  void anEndThatIsNoNumberIsTakenBackOnce(double objective, double norm) {
    Trail trail = bowl(3, Separable.none());
    double[] next = {7};
    assertThat(trail.warmUp.takesBack(objective, norm, next)).as("not yet").isFalse();
    while (!trail.warmUp.isOver()) {
      trail.step();
    }
    assertThat(trail.warmUp.takesBack(objective, norm, next)).isTrue();
    assertThat(next[0]).isEqualTo(3);
    assertThat(trail.notes.get(1)).isEqualTo("the objective is no number there; back to the start");
    assertThat(trail.warmUp.takesBack(objective, norm, next)).as("the start is to blame").isFalse();
  }

  /** |x| is taken for one where x is 0. */
  @ParameterizedTest
  @CsvSource({"0, 1e-3", "-1, 5e-4", "3, 1.5e-3"})
  void theNearPointIsAThousandthAway(double x0, double eta) {
    Trail trail = bowl(x0, Separable.none());
    trail.step();
    assertThat(trail.warmUp.eta()).isCloseTo(eta, within(1e-15));
  }

  @Test
  void withoutAGradientThereIsNothingToScale() {
    Trail trail = trail(y -> 0, y -> 0);
    assertThat(trail.step()).isZero();
    assertThat(trail.warmUp.eta()).isEqualTo(1);
  }

  /** What is left of a gradient of one after a leap to 1. */
  @ParameterizedTest
  @CsvSource({"0.0499, true", "-0.0499, true", "0.0501, false", "-0.0501, false"})
  void aTwentiethOfTheGradientIsLittleEnough(double left, boolean solved) {
    Trail trail = trail(y -> -y, y -> y < 0.5 ? y - 1 : left);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    trail.step();
    assertThat(trail.warmUp.isAtEitherEnd()).isEqualTo(solved);
  }

  /** Nowhere is it lower: damping by 0.1, 0.5 and 2.5 of the curvature, then no more. */
  @ParameterizedTest
  @CsvSource({"0", "1"})
  void aLeapThatIsNotLowerIsShortenedThreeTimes(double height) {
    Trail trail = trail(y -> y == 0 ? 0 : height, y -> y - 1);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    assertThat(trail.step()).as("the gradient there again").isCloseTo(1, within(1e-12));
    assertThat(trail.x[0]).isCloseTo(1 / 1.1, within(RIDGE));
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1 / 1.5, within(RIDGE));
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1 / 3.5, within(RIDGE));
    assertThat(trail.notes).isEmpty();
    trail.step();
    assertThat(trail.x[0]).isZero();
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.notes).containsExactly("no leap on 50 components paid");
  }

  /** Lower than at 0 only up to here; then the slope is a half, and the curvature one. */
  @ParameterizedTest
  @CsvSource({
    "2, 1, 0", // undamped, and so it stays
    "0.95, 1.1, 0.1",
    "0.7, 1.5, 0.5",
    "0.3, 3.5, 2.5"
  })
  void theDampingThatHelpedIsKeptForTheNextLeap(double until, double stiffness, double kept) {
    double[] from = {Double.NaN};
    Trail trail =
        trail(
            y -> y > until ? 1 : -y,
            y -> Double.isNaN(from[0]) ? y - 1 : 0.5 + (y - from[0]),
            0,
            Separable.none());
    double at = trail.leap();
    while (at > until) {
      at = trail.leap();
    }
    assertThat(at).isCloseTo(1 / stiffness, within(RIDGE));
    from[0] = at;
    double then = trail.leap();
    assertThat(then).isCloseTo(at - 0.5 / (1 + kept), within(RIDGE));
  }

  /** Damped by 0.5, by as much again, and then, since that paid at once, by 0.1 and by 0.02. */
  @Test
  void aLeapThatPaidAtOnceEasesTheDamping() {
    double[] from = {0}; // where the slope is −1 and the curvature one
    Trail trail = trail(y -> from[0] == 0 && y > 0.7 ? 1 : -y, y -> y - from[0] - 1);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    assertThat(trail.leap()).isCloseTo(1 / 1.1, within(RIDGE));
    assertThat(trail.leap()).isCloseTo(1 / 1.5, within(RIDGE));
    for (double damping : new double[] {0.5, 0.1, 0.02}) {
      from[0] = trail.x[0];
      assertThat(trail.leap()).isCloseTo(from[0] + 1 / (1 + damping), within(RIDGE));
    }
  }

  @ParameterizedTest
  @CsvSource({"9e-4, true", "1.1e-3, false"})
  void aSketchIsExactIfItsFirstLeapLeavesNothing(double left, boolean exact) {
    Trail trail = trail(y -> -y, y -> y < 0.5 ? y - 1 : left);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.isExact()).isFalse();
    trail.step();
    assertThat(trail.warmUp.isExact()).isEqualTo(exact);
  }

  @Test
  void whatDampingSolvedIsNotExact() {
    Trail trail = trail(y -> y > 0.95 ? 1 : -y, y -> y < 0.5 ? y - 1 : 0);
    trail.leap();
    assertThat(trail.leap()).isCloseTo(1 / 1.1, within(RIDGE));
    trail.step();
    assertThat(trail.warmUp.isAtEitherEnd()).as("solved").isTrue();
    assertThat(trail.warmUp.isExact()).isFalse();
  }

  /** Whose values at the near point are sampled, and whose restarts ask for all of it again. */
  @Test
  void callsWhereTheInnerMapIsNotAffine() {
    Trail trail = new Trail(line(false, y -> y * y / 2 - y, y -> y - 1), 3);
    assertThat(trail.warmUp.calls()).isEqualTo(3 * SAMPLE);
    trail.step();
    assertThat(trail.warmUp.calls()).isEqualTo(2 * VALUES + 2 * SAMPLE);
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.calls()).isEqualTo(3 * SAMPLE);
    trail.step();
    assertThat(trail.warmUp.calls()).isEqualTo(4 * 12);
  }

  /** To 1 with a slope of a half there, and then nowhere lower. */
  @Test
  void theWayBackLeadsToTheLastApprovedPointAndItsGradient() {
    Trail trail =
        trail(y -> Math.abs(y - 1) < 1e-3 ? -1 : y == 0 ? 0 : 1, y -> y < 0.9 ? y - 1 : y - 0.5);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    assertThat(trail.leap()).isCloseTo(0.5, within(RIDGE));
    assertThat(trail.step()).isCloseTo(0.5, within(RIDGE));
    assertThat(trail.x[0]).isCloseTo(1 - 0.5 / 1.1, within(RIDGE));
    trail.step();
    trail.step();
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.isAtEitherEnd()).as("one leap is there to be judged").isTrue();
    trail.step();
    assertThat(trail.notes.get(0)).contains("1 leaps led from about 0.000 to -1.000");
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
  }

  /**
   * A restart of 150 calls, then sketches of 100 and restarts of 50: 2400 after 15, 2550 after 16.
   */
  @Test
  void itEndsWhenAFullRestartIsSpent() {
    Trail trail = trail(y -> -y, y -> y - Math.floor(y + 0.5) - 1);
    int steps = 0;
    while (!trail.warmUp.isOver()) {
      trail.step();
      steps++;
    }
    assertThat(steps).isEqualTo(1 + 16 * 2 + 1);
    assertThat(trail.x[0]).isCloseTo(16, within(1e-4));
    assertThat(trail.notes.get(0)).contains("16 leaps led from about 0.000 to -16.00");
  }

  @Test
  void chargesBelongToTheObjective() {
    Trail trail = bowl(3, Separable.l2Squared(0.1));
    assertThat(trail.leap()).isCloseTo(1 / 1.2, within(RIDGE));
    trail.step();
    trail.step();
    assertThat(trail.notes)
        .containsExactly(
            "began with 50 of 800 components: 1 leaps led from about 2.400 to -0.4167");
  }

  /** −0.1 + 0.25 at the end of the leap is not lower than 0. */
  @Test
  void aLeapWhoseChargeIsTooHighIsNotApproved() {
    Trail trail = trail(y -> -0.2 * y, y -> y - 1, 0, Separable.l1(0.5));
    assertThat(trail.leap()).isCloseTo(0.5, within(RIDGE));
    trail.step();
    assertThat(trail.x[0]).as("shorter").isCloseTo(0.5 / 1.1, within(RIDGE));
  }

  @Test
  void withoutCurvatureThereIsNoLeap() {
    Trail trail = trail(y -> -y, y -> -1);
    trail.step();
    trail.step();
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.x[0]).isZero();
    assertThat(trail.notes).containsExactly("no leap on 50 components paid");
  }

  /** Components, unknowns, and the size of the sample; 0 where there is no warm-up. */
  @ParameterizedTest
  @CsvSource({
    "399, 1, 0",
    "400, 1, 50",
    "800, 1, 50",
    "1600, 1, 100",
    "160000, 1, 10000",
    "320000, 1, 10000",
    "1600, 40, 200",
    "1599, 40, 0"
  })
  void theSampleIsASixteenthWithinLimits(int count, int d, int sample) {
    Problem problem =
        new Parts(
                d,
                1,
                count,
                count,
                true,
                (j, x, y) -> y[0] = x[0],
                (j, x, jac) -> jac[0][0] = 1,
                (i, y) -> 0,
                (i, y, u) -> {})
            .problem();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      WarmUp warmUp = WarmUp.of(oracle, new double[d], VALUES, note -> {});
      assertThat(warmUp == null ? 0 : warmUp.calls()).isEqualTo(3L * sample);
    }
  }
}
