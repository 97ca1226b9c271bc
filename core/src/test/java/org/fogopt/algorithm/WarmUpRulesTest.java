package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The rules of the warm-up one by one, on a line where all components are alike. The handful at the
 * beginning would end it there, and meets a plane instead.
 */
class WarmUpRulesTest {
  private static final int COUNT = 800;
  private static final int SAMPLE = 75;
  private static final int INNER = 18; // a quarter of that
  private static final int JUDGES = 18;
  private static final int TRIED = 9; // an eighth
  private static final int INNER_TRIED = 2;
  private static final int LARGE = 300; // three eighths of all
  private static final int LARGE_INNER = 75; // a quarter of that
  private static final int LARGE_EXACT = 600; // three quarters
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

    Trail(Terrain terrain, double x0, Penalty penalty) {
      x = new double[] {x0};
      Problem plain = terrain.parts.problem();
      try (Workers workers = new Workers(1)) {
        Problem problem = new Problem("line", plain.inner(), plain.outer(), penalty);
        oracle = new Oracle(problem, workers, 1);
        g = oracle.newJacobian();
        warmUp = WarmUp.of(oracle, x, VALUES, notes::add);
      }
      assertThat(warmUp.isAtEitherEnd()).as("the start").isTrue();
      assertThat(warmUp.isUnproven()).isFalse();
      for (int calls : new int[] {12, 24, 12}) {
        assertThat(warmUp.calls()).isEqualTo(calls);
        step();
        assertThat(x[0]).isEqualTo(x0);
        assertThat(warmUp.isAtEitherEnd()).isFalse();
        assertThat(warmUp.isUnproven()).isTrue();
      }
      terrain.isPlane = false;
    }

    Trail(Terrain terrain, double x0) {
      this(terrain, x0, Separable.none());
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

    /** A restart with a sketch, or a trial that failed; where the next leap leads. */
    double leap() {
      step();
      return x[0];
    }
  }

  /** g(x) = x, and f with these values and slopes, which need not belong together. */
  private static Trail trail(
      DoubleUnaryOperator value, DoubleUnaryOperator slope, double x0, Penalty penalty) {
    return new Trail(line(true, value, slope), x0, penalty);
  }

  private interface OfComponent {
    double at(long i, double y);
  }

  /** g(x) = x, and f with these values and slopes after the first steps. */
  private static final class Terrain {
    boolean isPlane = true;
    final Parts parts;

    Terrain(boolean affine, OfComponent value, OfComponent slope) {
      parts =
          new Parts(
              1,
              1,
              COUNT,
              COUNT,
              affine,
              (j, x, y) -> y[0] = x[0],
              (j, x, jac) -> jac[0][0] = 1,
              (i, y) -> isPlane ? 0 : value.at(i, y[0]),
              (i, y, u) -> u[0] = isPlane ? 0 : slope.at(i, y[0]));
    }
  }

  private static Terrain line(
      boolean affine, DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    return new Terrain(affine, (i, y) -> value.applyAsDouble(y), (i, y) -> slope.applyAsDouble(y));
  }

  private static Trail trail(DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    return trail(value, slope, 0, Separable.none());
  }

  private static Trail bowl(double x0, Penalty penalty) {
    return trail(y -> y * y / 2 - y, y -> y - 1, x0, penalty);
  }

  private static Trail bowlThatIsNotAffine(double x0) {
    return new Trail(line(false, y -> y * y / 2 - y, y -> y - 1), x0);
  }

  @Test
  void aBowlTakesOneLeapAndTheJudgesAgree() {
    Trail trail = bowlThatIsNotAffine(3);
    assertThat(trail.warmUp.calls()).as("with a sketch").isEqualTo(2 * INNER + 2 * SAMPLE);
    assertThat(trail.step()).isCloseTo(2, within(1e-12));
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.eta()).isCloseTo(1e-3 * 3 / 2, within(1e-15));
    assertThat(trail.warmUp.isAtEitherEnd()).isFalse();
    assertThat(trail.warmUp.isUnproven()).isTrue();
    assertThat(trail.warmUp.calls())
        .as("some look at both ends")
        .isEqualTo(2 * INNER_TRIED + TRIED);
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.isAtEitherEnd()).isFalse();
    assertThat(trail.warmUp.calls()).as("no sketch: this is the end").isEqualTo(2 * INNER + SAMPLE);
    assertThat(trail.step()).isLessThan(RIDGE);
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    assertThat(trail.warmUp.isUnproven()).isTrue();
    assertThat(trail.warmUp.calls()).as("a quarter as many, twice").isEqualTo(4 * JUDGES);
    assertThat(trail.step()).as("of the start").isCloseTo(2, within(1e-12));
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.warmUp.isExact()).isTrue();
    assertThat(trail.warmUp.isUnproven()).as("before a full restart").isTrue();
    assertThat(trail.warmUp.completesInner()).isFalse();
    assertThat(trail.warmUp.lends()).isNull();
    assertThat(trail.warmUp.takesBack(1, 1, trail.next)).isFalse();
    assertThat(trail.warmUp.isUnproven()).isFalse();
    assertThat(trail.warmUp.isAtEitherEnd()).isFalse();
    assertThat(trail.warmUp.calls()).isZero();
    assertThat(trail.notes)
        .containsExactly("began with 75 of 800 components: 1 leap led from about 1.500 to -0.5000");
    assertThatThrownBy(trail::step).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(trail.warmUp::sampled).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void whereTheInnerMapIsAffineAnExactLeapIsFollowedByOneOnMostComponents() {
    Trail trail = bowl(3, Separable.none());
    assertThat(trail.warmUp.calls()).isEqualTo(2 * INNER + 2 * SAMPLE);
    trail.step();
    assertThat(trail.warmUp.calls()).as("g follows").isEqualTo(TRIED);
    trail.step();
    assertThat(trail.warmUp.calls()).as("g is known by now").isEqualTo(SAMPLE);
    trail.step();
    assertThat(trail.warmUp.calls()).isEqualTo(4 * JUDGES);
    trail.step();
    assertThat(trail.warmUp.isOver()).isFalse();
    assertThat(trail.warmUp.isAtEitherEnd()).isFalse();
    assertThat(trail.warmUp.calls()).as("all of g").isEqualTo(2 * COUNT + 2 * LARGE_EXACT);
    assertThat(trail.step()).isLessThan(RIDGE);
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    assertThat(trail.warmUp.calls()).isEqualTo(TRIED);
    trail.step();
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.warmUp.isUnproven()).isTrue();
    assertThat(trail.x[0]).isCloseTo(1, within(1e-12));
    assertThat(trail.notes.get(1)).isEqualTo("and a leap with 600 components");
    assertThat(trail.warmUp.lends()).isNotNull();
    assertThat(trail.warmUp.sampled().size()).isEqualTo(LARGE_EXACT);
    assertThat(trail.warmUp.others().size()).isEqualTo(COUNT - LARGE_EXACT);
    assertThat(trail.warmUp.completesInner()).isTrue();
    assertThat(trail.warmUp.callsToComplete()).isZero();
    completes(trail);
  }

  /** Half of the slope is left, so that it takes two leaps; the sample is then enlarged by less. */
  @Test
  void whereLeapsAreNotExactTheSampleGrowsLess() {
    Trail trail = trail(y -> y * y / 2 - y - 0.01 * y, y -> y < 0.5 ? y - 1 : 0.04 + (y - 1));
    trail.step();
    trail.step();
    assertThat(trail.warmUp.calls()).as("with a sketch").isEqualTo(2 * SAMPLE);
    trail.step();
    assertThat(trail.warmUp.isExact()).isFalse();
    trail.step();
    assertThat(trail.warmUp.calls())
        .as("the rest of the sample alone is asked for g")
        .isEqualTo(2 * (LARGE_INNER - INNER) + 2 * LARGE);
    trail.step();
    assertThat(trail.x[0]).isCloseTo(0.96, within(1e-5));
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1 - 0.04 / 1.1, within(1e-5));
    assertThat(trail.warmUp.isAtEitherEnd()).as("it was taken back").isFalse();
    for (int k = 0; k < 5; k++) {
      trail.step();
    }
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.notes.get(1)).isEqualTo("no leap on 300 components paid");
    assertThat(trail.warmUp.sampled().size()).isEqualTo(LARGE);
    assertThat(trail.warmUp.callsToComplete()).isEqualTo(2 * (COUNT - LARGE_INNER));
    completes(trail);
  }

  private static void completes(Trail trail) {
    long announced = trail.warmUp.callsToComplete();
    long before = trail.oracle.ledger().paper();
    trail.warmUp.completeInner(trail.x, trail.y, trail.g);
    assertThat(trail.oracle.ledger().paper() - before).isEqualTo(announced);
    assertThat(trail.y[0]).isCloseTo(trail.x[0], within(1e-12));
    assertThat(trail.warmUp.completesInner()).as("once").isFalse();
  }

  @ParameterizedTest
  @CsvSource({"NaN, 1", "1, NaN", "Infinity, 1", "1, Infinity"})
  void anEndThatIsNoNumberIsTakenBackOnce(double objective, double norm) {
    Trail trail = bowlThatIsNotAffine(3);
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
    Trail trail = trail(y -> -y, y -> y < 0.5 ? y - 1 : left + (y - 1));
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    trail.step();
    trail.step();
    assertThat(trail.warmUp.isAtEitherEnd()).isEqualTo(solved);
  }

  /** Nowhere is it lower: damping by 0.1, 0.5 and so on of the curvature, then no more. */
  @ParameterizedTest
  @CsvSource({"0", "1", "-0.12"})
  void aLeapThatATrialDoesNotFindMuchLowerIsShortenedFiveTimes(double height) {
    Trail trail = trail(y -> y == 0 ? 0 : y > 0.95 ? height : 1, y -> y - 1);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    for (double damping = 0.1; damping < 100; damping *= 5) {
      assertThat(trail.step()).as("the gradient at the start").isCloseTo(1, within(1e-12));
      assertThat(trail.x[0]).isCloseTo(1 / (1 + damping), within(RIDGE));
      assertThat(trail.warmUp.calls()).isEqualTo(TRIED);
    }
    assertThat(trail.notes).isEmpty();
    trail.step();
    assertThat(trail.x[0]).isZero();
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.notes).containsExactly("no leap on 75 components paid");
  }

  /** A quarter of the half that is foretold of a leap to 1. */
  @ParameterizedTest
  @CsvSource({"-0.1251, true", "-0.1249, false"})
  void aQuarterOfWhatIsForetoldIsEnoughForATrial(double there, boolean enough) {
    Trail trail = trail(y -> y == 0 ? 0 : there, y -> y - 1);
    trail.leap();
    trail.step();
    assertThat(trail.warmUp.calls()).isEqualTo(enough ? 2 * SAMPLE : TRIED);
  }

  /**
   * f_i = s_i y²/2 − y, where those who try a leap curve three times as much as the others: they
   * see a rise, but of the model just what it has for them. Lower by a little, the model is wrong,
   * and it is the rise that counts.
   */
  @ParameterizedTest
  @CsvSource({"0, true", "0.01, false"})
  void fewThatCurveMoreDoNotMisleadWhereTheModelIsExact(double lower, boolean approved) {
    long[] few =
        Parts.indices(
            new Draws(1).distinct(Draws.Stream.WARM_UP_OUTER, COUNT, SAMPLE).at(0).slice(0, TRIED));
    Terrain terrain =
        new Terrain(
            true,
            (i, y) -> stiffness(few, i) * y * y / 2 - y - (y > 0.5 ? lower : 0),
            (i, y) -> stiffness(few, i) * y - 1);
    Trail trail = new Trail(terrain, 0);
    assertThat(trail.leap()).isCloseTo(1 / 1.24, within(RIDGE)); // (66 + 9·3)/75
    trail.step();
    assertThat(trail.warmUp.calls()).isEqualTo(approved ? SAMPLE : TRIED);
  }

  private static double stiffness(long[] few, long i) {
    return Arrays.stream(few).anyMatch(k -> k == i) ? 3 : 1;
  }

  /**
   * The whole sample sees more than those who tried: then there is the way back, another sketch,
   * for the last was made there, and a shorter leap.
   */
  @ParameterizedTest
  @CsvSource({"0", "0.1", "NaN"})
  void whatTheSampleFindsHigherIsTakenBack(double height) {
    double[] there = {-0.4};
    Trail trail = trail(y -> y == 0 ? 0 : there[0], y -> y - 1);
    trail.leap();
    trail.step();
    there[0] = height;
    assertThat(trail.step()).as("the gradient at the start").isCloseTo(1, within(1e-12));
    assertThat(trail.x[0]).isZero();
    assertThat(trail.warmUp.calls()).isEqualTo(2 * SAMPLE);
    assertThat(trail.leap()).isCloseTo(1 / 1.1, within(RIDGE));
    assertThat(trail.warmUp.calls()).isEqualTo(TRIED);
  }

  /** Gained by the first leap, and by the second; then what the third is damped by. */
  @ParameterizedTest
  @CsvSource({
    "0.9, 0.9, 0, 0",
    "0.9, 0.5, 0, 0",
    "0.9, 0.24, 0, 0.1",
    "0.24, 0.26, 0.1, 0.1",
    "0.24, 0.74, 0.1, 0.1",
    "0.24, 0.76, 0.1, 0",
    "0.24, 0.24, 0.1, 0.5"
  })
  void dampingGoesByWhatWasGainedOfWhatWasForetold(
      double gained, double gainedThen, double second, double third) {
    double[] from = {0}; // where the slope is −1 and the curvature one
    double[] height = {0, 0};
    Trail trail = trail(y -> y > from[0] + 0.1 ? height[1] : height[0], y -> y - from[0] - 1);
    double damping = 0;
    for (double part : new double[] {gained, gainedThen}) {
      assertThat(trail.leap()).isCloseTo(from[0] + 1 / (1 + damping), within(RIDGE));
      double length = 1 / (1 + damping);
      double foretold = length - (1 + damping) * length * length / 2;
      height[1] = height[0] - 0.9 * foretold;
      trail.step(); // those who try it are content in any case
      from[0] = trail.x[0];
      height[0] -= part * foretold;
      damping = part == gained && damping == 0 && second > 0 ? second : damping;
    }
    assertThat(trail.leap()).isCloseTo(from[0] + 1 / (1 + third), within(RIDGE));
  }

  @ParameterizedTest
  @CsvSource({"9e-4, true", "1.1e-3, false"})
  void aSketchIsExactIfItsFirstLeapLeavesNothing(double left, boolean exact) {
    Trail trail = trail(y -> y * y / 2 - y, y -> y < 0.5 ? y - 1 : left + (y - 1));
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    trail.step();
    assertThat(trail.warmUp.isExact()).isFalse();
    trail.step();
    assertThat(trail.warmUp.isExact()).isEqualTo(exact);
  }

  /** A thousandth of the half that is foretold. */
  @ParameterizedTest
  @CsvSource({"4.9e-4, true", "-4.9e-4, true", "5.1e-4, false", "-5.1e-4, false"})
  void aSketchIsExactIfTheTrialFindsWhatIsForetold(double more, boolean exact) {
    Trail trail = trail(y -> y < 0.5 ? y * y / 2 - y : more - 0.5, y -> y - 1);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    trail.step();
    assertThat(trail.warmUp.calls()).isEqualTo(exact ? SAMPLE : 2 * SAMPLE);
    trail.step();
    assertThat(trail.warmUp.isExact()).isEqualTo(exact);
  }

  @Test
  void whatDampingSolvedIsNotExact() {
    Trail trail = trail(y -> y > 0.95 ? 1 : y * y / 2 - y, y -> y < 0.5 ? y - 1 : y - 1 / 1.1);
    trail.leap();
    assertThat(trail.leap()).isCloseTo(1 / 1.1, within(RIDGE));
    trail.step();
    trail.step();
    assertThat(trail.warmUp.isAtEitherEnd()).as("solved").isTrue();
    assertThat(trail.warmUp.isExact()).isFalse();
  }

  /** To 1 with a slope of a half there, and then nowhere lower. */
  @Test
  void theWayBackLeadsToTheLastApprovedPointAndItsGradient() {
    Trail trail =
        trail(y -> Math.abs(y - 1) < 1e-3 ? -1 : y == 0 ? 0 : 1, y -> y < 0.9 ? y - 1 : y - 0.5);
    assertThat(trail.leap()).isCloseTo(1, within(RIDGE));
    trail.step();
    assertThat(trail.leap()).isCloseTo(0.5, within(RIDGE));
    assertThat(trail.step()).isCloseTo(0.5, within(RIDGE));
    assertThat(trail.x[0]).isCloseTo(1 - 0.5 / 1.1, within(RIDGE));
    for (int k = 0; k < 5; k++) {
      trail.step();
    }
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
    assertThat(trail.warmUp.isAtEitherEnd()).as("one leap is there to be judged").isTrue();
    trail.step();
    assertThat(trail.notes.get(0)).contains("1 leap led from about 0.000 to -1.000");
    assertThat(trail.x[0]).isCloseTo(1, within(RIDGE));
  }

  /** A half is foretold each time, and 0.3 gained: trials of 9 calls, restarts of 150. */
  @Test
  void itEndsWhenAFullRestartIsSpent() {
    Trail trail = trail(y -> -0.3 * y, y -> y - Math.floor(y + 0.5) - 1);
    int steps = 0;
    while (!trail.warmUp.isOver()) {
      trail.step();
      steps++;
    }
    assertThat(steps).as("48 + 186 + 14·159 is more than 2400").isEqualTo(1 + 14 * 2 + 1);
    assertThat(trail.x[0]).isCloseTo(14, within(1e-4));
    assertThat(trail.notes)
        .containsExactly(
            "began with 75 of 800 components: 14 leaps led from about 0.000 to -4.200");
  }

  /** A twentieth of what was gained, 0.99 or 1.01 times ten, against a half. */
  @ParameterizedTest
  @CsvSource({"1.01, 11", "0.99, 12"})
  void aLeapOfWhichLittleIsForetoldIsTheLast(double slope, int leaps) {
    Trail trail = trail(y -> -slope * y, y -> y - Math.floor(y + 0.5) - 1);
    for (int k = 0; k < 2 * leaps; k++) {
      assertThat(trail.warmUp.isAtEitherEnd()).as("step %d", k).isFalse();
      trail.step();
    }
    assertThat(trail.warmUp.isAtEitherEnd()).isTrue();
    assertThat(trail.x[0]).isCloseTo(leaps, within(1e-4));
    trail.step();
    assertThat(trail.notes.get(0)).contains(leaps + (leaps == 1 ? " leap led" : " leaps led"));
  }

  /** From 1, where those few components are that it had missed, it goes back to 0. */
  @Test
  void whatIsNoNumberOnTheLargeSampleIsTakenBack() {
    boolean[] missed = {true};
    Trail trail =
        trail(y -> missed[0] ? y * y / 2 - y : Double.NaN, y -> missed[0] ? y - 1 : Double.NaN);
    for (int k = 0; k < 4; k++) {
      trail.step();
    }
    missed[0] = false;
    assertThat(trail.step()).as("a number").isLessThan(RIDGE);
    assertThat(trail.x[0]).isZero();
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.warmUp.isUnproven()).isFalse();
    assertThat(trail.warmUp.completesInner()).isFalse();
    assertThat(trail.warmUp.lends()).isNull();
    assertThat(trail.notes.get(1)).isEqualTo("the objective is no number there; back to the start");
  }

  @Test
  void chargesBelongToTheObjective() {
    Trail trail = bowl(3, Separable.l2Squared(0.1));
    assertThat(trail.leap()).isCloseTo(1 / 1.2, within(RIDGE));
    for (int k = 0; k < 3; k++) {
      trail.step();
    }
    assertThat(trail.warmUp.isExact()).isTrue();
    assertThat(trail.notes)
        .containsExactly("began with 75 of 800 components: 1 leap led from about 2.400 to -0.4167");
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
    assertThat(trail.warmUp.isOver()).isTrue();
    assertThat(trail.x[0]).isZero();
    assertThat(trail.notes).containsExactly("no leap on 75 components paid");
  }

  /** Not beyond 10 000 components, and not with fewer than 50 or 25 for each unknown. */
  @ParameterizedTest
  @CsvSource({
    "13333, 1, true, true",
    "13334, 1, true, true",
    "13336, 1, true, false",
    "26667, 1, false, true",
    "26670, 1, false, false",
    "800, 12, true, true",
    "800, 13, true, false",
    "1600, 24, false, true",
    "1600, 25, false, false"
  })
  void theSampleIsEnlargedWithinLimits(int count, int d, boolean exact, boolean enlarged) {
    Problem problem =
        new Parts(
                d,
                d,
                count,
                count,
                true,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
                (j, x, jac) -> {
                  for (int k = 0; k < d; k++) {
                    jac[k][k] = 1;
                  }
                },
                (i, y) -> {
                  double at = y[(int) (i % d)] - 1;
                  return exact ? at * at / 2 : Math.abs(at * at * at) / 3;
                },
                (i, y, u) -> {
                  int k = (int) (i % d);
                  u[k] = exact ? y[k] - 1 : Math.abs(y[k] - 1) * (y[k] - 1);
                })
            .problem();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      double[] x = new double[d];
      WarmUp warmUp = WarmUp.of(oracle, x, VALUES, note -> {});
      double[] y = new double[d];
      double[] f = new double[d];
      JacobianEstimate g = oracle.newJacobian();
      while (!warmUp.isOver()) {
        double[] next = new double[d];
        warmUp.step(x, next, y, g, f);
        x = next;
      }
      assertThat(warmUp.isExact()).isEqualTo(exact);
      assertThat(warmUp.completesInner()).isEqualTo(enlarged);
    }
  }

  /** Components, unknowns, and the sizes of the samples; 0 where there is none. */
  @ParameterizedTest
  @CsvSource({
    "399, 1, 0, 0",
    "400, 1, 50, 0",
    "599, 1, 74, 0",
    "600, 1, 75, 0",
    "1200, 1, 75, 0",
    "1216, 1, 75, 76",
    "160000, 1, 75, 10000",
    "320000, 1, 75, 10000",
    "1600, 40, 200, 0",
    "4800, 40, 200, 300",
    "1599, 40, 0, 0"
  })
  void samplesAreFiveForEachUnknownAndASixteenthWithinLimits(
      int count, int d, int sample, int second) {
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
      if (warmUp == null) {
        assertThat(sample).isZero();
        return;
      }
      double[] x = new double[d];
      JacobianEstimate g = oracle.newJacobian();
      for (int k = 0; k < 3; k++) {
        warmUp.step(x, new double[d], new double[1], g, new double[d]);
      }
      long witnesses = Math.min(9, Math.max(3, count / 50));
      long floor = d > 1 ? 3 * witnesses : 0;
      assertThat(warmUp.calls()).isEqualTo(2L * (sample / 4) + 2L * sample + floor);
      warmUp.step(x, new double[d], new double[1], g, new double[d]);
      long more = 2L * (second - sample / 4) + 2L * second + floor;
      assertThat(warmUp.calls()).as("nothing curves here").isEqualTo(second == 0 ? 0 : more);
    }
  }
}
