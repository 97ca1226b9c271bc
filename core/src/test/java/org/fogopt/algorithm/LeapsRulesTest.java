package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of leaping one by one, mostly on a line, where all is in closed form. */
class LeapsRulesTest {
  private static final int COUNT = 40;
  private static final long INNER = 5;

  /** At a point with g, G and F there. */
  private static final class Trail {
    final Oracle oracle;
    final Leaps leaps;
    final List<String> notes = new ArrayList<>();
    final double[] x;
    final double[] y;
    final JacobianEstimate g;
    final double[] f;
    final double[] near;
    long t;

    Trail(Problem problem, double... x) {
      this.x = x;
      try (Workers workers = new Workers(1)) {
        oracle = new Oracle(problem, workers, 1);
        y = new double[oracle.innerDimension()];
        f = new double[x.length];
        g = oracle.newJacobian();
        oracle.valueAndJacobian(Batch.all(oracle.innerCount()), x, y, g);
        oracle.addGradient(Batch.all(oracle.outerCount()), y, g, 1, f);
        leaps = new Leaps(oracle, INNER, oracle.outerCount(), notes::add);
        near = x.clone();
        Arrays.setAll(near, k -> x[k] + 1e-3 * (1 + k % 3));
      }
    }

    /** The calls of the next look. The first is part of a restart, whose own calls are left out. */
    long calls() {
      return leaps.sketchesAtRestart() ? leaps.callsAtRestart() : leaps.calls();
    }

    /** Looks, and sees that it costs what was announced. */
    void look(double norm) {
      long announced = calls();
      long before = oracle.ledger().paper();
      if (leaps.sketchesAtRestart()) {
        leaps.restart(t++, x, y, g, new double[x.length]);
        leaps.restarted(true, x, f, norm);
        announced += oracle.outerCount();
      } else {
        leaps.look(t++, x, y, g, f, norm, near, new double[x.length]);
      }
      assertThat(oracle.ledger().paper() - before).isEqualTo(announced);
    }

    double[] leap(double norm) {
      double[] next = new double[x.length];
      assertThat(leaps.leapOrLook(x, f, norm, next)).isTrue();
      return next;
    }

    void restarted(boolean leapt, boolean trusted, double norm) {
      assertThat(leaps.leapt()).isEqualTo(leapt);
      leaps.restarted(trusted, x, f, norm);
    }

    /** A leap from here with a gradient of length one, which left this much of it. */
    void leapLeaving(double left) {
      leap(1);
      restarted(true, true, left);
    }

    void lookUntilReady() {
      while (!leaps.ready()) {
        assertThat(leaps.on()).isTrue();
        look(1);
      }
    }

    byte[] kept() {
      var bytes = new ByteArrayOutputStream();
      leaps.state(State.writing(bytes));
      return bytes.toByteArray();
    }

    void restore(byte[] kept) {
      leaps.state(State.reading(new ByteArrayInputStream(kept), kept.length));
    }
  }

  /** g(x) = x and f'(y) = −1 + h(y); h has slope one at 0, where the point is. */
  private static Trail onALine(DoubleUnaryOperator h) {
    return onALine(h, 1, Separable.none());
  }

  /** With f'(y) = −slope + h(y), and a penalty. */
  private static Trail onALine(DoubleUnaryOperator h, double slope, Penalty penalty) {
    return onALine(h, slope, penalty, COUNT);
  }

  private static Trail onALine(DoubleUnaryOperator h, double slope, Penalty penalty, int count) {
    Problem plain =
        new Parts(
                1,
                1,
                count,
                count,
                true,
                (j, x, y) -> y[0] = x[0],
                (j, x, jac) -> jac[0][0] = 1,
                (i, y) -> 0,
                (i, y, u) -> u[0] = -slope + h.applyAsDouble(y[0]))
            .problem();
    return new Trail(new Problem("line", plain.inner(), plain.outer(), penalty), 0);
  }

  private static Trail quadratic() {
    return onALine(y -> y);
  }

  private static Trail linear() {
    return onALine(y -> 0);
  }

  // Looks

  @Test
  void aSketchAndATrialLeadToALeap() {
    Trail trail = quadratic();
    assertThat(trail.leaps.on()).isTrue();
    assertThat(trail.leaps.ready()).isFalse();
    assertThat(trail.calls()).as("at a restart").isEqualTo(COUNT);
    trail.look(1);
    assertThat(trail.notes).containsExactly("curvature sketched from 40 components");
    assertThat(trail.leaps.ready()).isFalse();
    assertThat(trail.leaps.calls()).as("a twentieth, at both ends").isEqualTo(4 * 2);
    trail.look(1);
    assertThat(trail.leaps.ready()).isTrue();
    assertThat(trail.leap(1)[0]).isCloseTo(1, within(1e-7));
    assertThat(trail.notes).hasSize(1);
  }

  /** A leap of length one, at whose end the gradient has changed by so much instead of one. */
  @ParameterizedTest
  @CsvSource({
    "0.1, ready",
    "1.499, ready",
    "1.501, the sketch falls short; raised by 0.501",
    "1.999, the sketch falls short; raised by 0.999",
    "2.001, no leaps: the sketch says too little of the curvature",
    "1e9, no leaps: the sketch says too little of the curvature",
    "NaN, no leaps: the sketch says too little of the curvature",
    "-1.499, ready",
    "-1.6, the sketch falls short; raised by 0.600",
    "-2.001, no leaps: the sketch says too little of the curvature",
  })
  void aTrialComparesWhatIsSeenWithWhatIsModelled(double change, String outcome) {
    Trail trail = onALine(y -> y < 0.5 ? y : change);
    trail.look(1);
    trail.look(1);
    assertThat(trail.leaps.ready()).isEqualTo(outcome.equals("ready"));
    assertThat(trail.leaps.on()).isEqualTo(!outcome.startsWith("no leaps"));
    if (!outcome.equals("ready")) {
      assertThat(trail.notes.get(1)).isEqualTo(outcome.replace(';', ','));
    }
  }

  /** What is missing is compared with the curvature of P along F, however long F is. */
  @ParameterizedTest
  @CsvSource({"0.01, 1.9, true", "0.01, 2.1, false", "5, 1.9, true", "5, 2.1, false"})
  void howMuchMayBeMissingDoesNotDependOnTheLengthOfTheGradient(
      double slope, double change, boolean on) {
    Trail trail = onALine(y -> y < 0.5 * slope ? y : change * slope, slope, Separable.none());
    Arrays.setAll(trail.near, k -> 1e-3 * slope);
    trail.look(1);
    trail.look(1);
    assertThat(trail.leaps.on()).isEqualTo(on);
    assertThat(trail.leaps.ready()).isFalse();
  }

  /**
   * A bound at a quarter: what the gradient does beyond is not looked at, what it does before is.
   */
  @ParameterizedTest
  @CsvSource({"0.3, true", "0.2, false"})
  void aTrialGoesWhereTheLeapWould(double jump, boolean ready) {
    Trail trail = onALine(y -> y < jump ? y : 0.45, 1, Separable.box(-1, 0.25));
    trail.look(1);
    trail.look(1);
    assertThat(trail.leaps.ready()).isEqualTo(ready);
    if (!ready) { // 0.45·0.25 was seen of 0.25², so that 0.8 is missing
      assertThat(trail.notes.get(1)).isEqualTo("the sketch falls short, raised by 0.800");
    }
  }

  /** P = 1, 1.8 and 1.8², whose leap of 0.309 stays where the curvature is one. */
  @Test
  void theTrialIsRepeatedWithTheStifferModel() {
    Trail trail = onALine(y -> y < 0.5 ? y : 1.8);
    trail.lookUntilReady();
    assertThat(trail.notes)
        .containsExactly(
            "curvature sketched from 40 components",
            "the sketch falls short, raised by 0.800",
            "the sketch falls short, raised by 1.44");
    assertThat(trail.leap(1)[0]).isCloseTo(1 / 3.24, within(1e-7));
  }

  /** The gradient jumps by 1.8, so that every trial sees 1.8 times what was modelled. */
  @Test
  void afterTenTrialsItGivesUp() {
    Trail trail = onALine(y -> y < 0.002 ? y : 1.8);
    trail.look(1);
    for (int trial = 1; trial <= 10; trial++) {
      assertThat(trail.leaps.on()).as("trial %d", trial).isTrue();
      trail.look(1);
      assertThat(trail.leaps.ready()).isFalse();
    }
    assertThat(trail.leaps.on()).isFalse();
    assertThat(trail.notes).hasSize(11);
    assertThat(trail.notes.get(9)).isEqualTo("the sketch falls short, raised by 88.2"); // 0.8·1.8⁸
    assertThat(trail.notes.get(10))
        .isEqualTo("no leaps: the sketch says too little of the curvature");
  }

  /** Six raises each, to P = 1.8⁶, whose leap is too short to meet the jump. */
  @Test
  void aNewSketchHasTenTrialsAgainAndNothingOfTheRaises() {
    Trail trail = onALine(y -> y < 0.03 ? y : 1.8);
    for (int sketch = 1; sketch <= 2; sketch++) {
      trail.lookUntilReady();
      assertThat(trail.notes).hasSize(7 * sketch);
      assertThat(trail.leap(1)[0]).isCloseTo(StrictMath.pow(1.8, -6), within(1e-8));
      trail.restarted(true, true, 0.4);
    }
  }

  /** g(x) = x + κx²/2 and f'(y) = y − 1: of the curvature of g the sketch knows nothing. */
  @ParameterizedTest
  @CsvSource({
    "1.9, ready",
    "2.2, no leaps: the sketch says too little of the curvature",
    "-1, the sketch falls short; raised by 0.500"
  })
  void aTrialAlsoSeesTheCurvatureOfTheInnerMap(double kappa, String outcome) {
    Trail trail =
        new Trail(
            new Parts(
                    1,
                    1,
                    COUNT,
                    COUNT,
                    false,
                    (j, x, y) -> y[0] = x[0] + kappa * x[0] * x[0] / 2,
                    (j, x, jac) -> jac[0][0] = 1 + kappa * x[0],
                    (i, y) -> 0,
                    (i, y, u) -> u[0] = y[0] - 1)
                .problem(),
            0);
    assertThat(trail.calls()).as("at a restart").isEqualTo(COUNT);
    trail.look(1);
    assertThat(trail.leaps.calls()).isEqualTo(4 * 2 + 6 * 2);
    trail.look(1);
    assertThat(trail.leaps.ready()).isEqualTo(outcome.equals("ready"));
    assertThat(trail.leaps.on()).isEqualTo(!outcome.startsWith("no leaps"));
    if (!outcome.equals("ready")) {
      assertThat(trail.notes.get(1)).isEqualTo(outcome.replace(';', ','));
    }
    if (kappa == -1) { // from P = 1.5 a leap of 2/3 sees 0.444, and 0.420 is modelled
      trail.look(1);
      assertThat(trail.leaps.ready()).isTrue();
      assertThat(trail.leap(1)[0]).isCloseTo(2 / 3.0, within(1e-7));
    }
  }

  // After a warm-up

  @Test
  void aSketchThatIsKnownToBeExactNeedsNoTrial() {
    Trail trail = quadratic();
    trail.leaps.warmedUp(true, null);
    assertThat(trail.calls()).as("at a restart").isEqualTo(COUNT);
    trail.look(1);
    assertThat(trail.leaps.ready()).isTrue();
    trail.leapLeaving(0.4);
    trail.look(1);
    assertThat(trail.leaps.ready()).as("it was not, and the next is tried").isFalse();
    assertThat(trail.leaps.on()).isTrue();
  }

  /** 25 for each unknown; apart from the restart, for that looks at others too. */
  @Test
  void whereSketchesAreNotExactSomeComponentsWillDo() {
    Trail trail = onALine(y -> y, 1, Separable.none(), 60);
    trail.leaps.warmedUp(false, null);
    assertThat(trail.leaps.sketchesAtRestart()).isFalse();
    assertThat(trail.leaps.calls()).isEqualTo(2 * 25);
    trail.look(1);
    assertThat(trail.notes).containsExactly("curvature sketched from 25 components");
    assertThat(trail.leaps.ready()).isFalse();
    assertThat(trail.leaps.calls()).as("a twentieth of them").isEqualTo(4);
    byte[] kept = trail.kept();
    Trail resumed = onALine(y -> y, 1, Separable.none(), 60);
    resumed.restore(kept);
    assertThat(resumed.kept()).isEqualTo(kept);
    assertThat(resumed.leaps.calls()).isEqualTo(4);
  }

  /** The same where the trial finds that a sketch of some says too little, or a leap fails. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whereSomeDoNotPayAllAreTaken(boolean trial) {
    Trail trail = onALine(y -> trial && y > 0.5 ? 3 : y, 1, Separable.none(), 60);
    trail.leaps.warmedUp(false, null);
    trail.look(1);
    if (trial) {
      trail.look(1);
      assertThat(trail.notes.get(1))
          .isEqualTo(
              "the sketch says too little of the curvature; sketches of 60 components from here on");
    } else {
      trail.lookUntilReady();
      trail.leapLeaving(0.501);
      assertThat(trail.notes.get(1))
          .isEqualTo("they did not pay; sketches of 60 components from here on");
    }
    assertThat(trail.leaps.on()).isTrue();
    assertThat(trail.leaps.sketchesAtRestart()).isFalse();
    assertThat(trail.leaps.calls()).isEqualTo(2 * 60);
    Trail resumed = onALine(y -> y, 1, Separable.none(), 60);
    resumed.leaps.warmedUp(false, null);
    resumed.restore(trail.kept());
    assertThat(resumed.leaps.calls()).isEqualTo(2 * 60);
    trail.look(1);
    assertThat(trail.notes.get(2)).isEqualTo("curvature sketched from 60 components");
    if (trial) {
      trail.look(1);
      assertThat(trail.notes.get(3)).startsWith("no leaps: ");
    } else {
      trail.lookUntilReady();
      trail.leapLeaving(0.501);
      assertThat(trail.leaps.on()).as("twice, as ever").isTrue();
      trail.lookUntilReady();
      trail.leapLeaving(0.501);
      assertThat(trail.leaps.on()).isFalse();
    }
  }

  /** 50 calls would be as many as a sketch of all with the restart. */
  @Test
  void someAreNotTakenWhereAllCostNoMore() {
    Trail trail = onALine(y -> y, 1, Separable.none(), 50);
    trail.leaps.warmedUp(false, null);
    assertThat(trail.leaps.sketchesAtRestart()).isTrue();
    assertThat(trail.calls()).isEqualTo(50);
  }

  @Test
  void whatTheWarmUpSawIsKept() {
    Trail trail = quadratic();
    trail.leaps.warmedUp(true, null);
    Trail resumed = quadratic();
    resumed.restore(trail.kept());
    resumed.look(1);
    assertThat(resumed.leaps.ready()).isTrue();
  }

  /** A sketch of 30 of 40 components, as a warm-up has it. */
  private static Sketch lent(Trail trail) {
    Sketch sketch = new Sketch(trail.oracle, 30);
    assertThat(sketch.make(Batch.range(0, 30), trail.near, trail.y, trail.g)).isTrue();
    return sketch;
  }

  @Test
  void anExactSketchOfMostIsCompletedWithTheRestart() {
    Trail trail = quadratic();
    trail.leaps.warmedUp(true, lent(trail));
    assertThat(trail.leaps.ready()).isFalse();
    assertThat(trail.leaps.completes()).isTrue();
    assertThat(trail.leaps.sketchesAtRestart()).isTrue();
    assertThat(trail.leaps.callsAtRestart()).isEqualTo(COUNT - 30);
    byte[] kept = trail.kept();
    Trail resumed = quadratic();
    resumed.restore(kept);
    assertThat(resumed.kept()).isEqualTo(kept);
    for (Trail each : List.of(trail, resumed)) {
      double[] f = new double[1];
      long before = each.oracle.ledger().paper();
      each.leaps.complete(0, Batch.range(0, 30), Batch.range(30, COUNT), each.x, each.y, each.g, f);
      assertThat(each.oracle.ledger().paper() - before).isEqualTo(COUNT + COUNT - 30);
      assertThat(f[0]).isCloseTo(-1, within(1e-12));
      assertThat(each.leaps.completes()).isFalse();
      assertThat(each.leaps.sketchesAtRestart()).as("if this is taken back").isTrue();
      assertThat(each.leaps.callsAtRestart()).isEqualTo(COUNT);
      each.leaps.restarted(true, each.x, each.f, 1);
      assertThat(each.leaps.ready()).isTrue();
      assertThat(each.notes).containsExactly("curvature sketched from 40 components");
      assertThat(each.leap(1)[0]).isCloseTo(1, within(1e-7));
    }
  }

  /** The mean over the components, whatever share of them the sketch has. */
  @Test
  void theObjectiveIsThatOfAllComponents() {
    Problem problem =
        new Parts(
                1,
                1,
                COUNT,
                COUNT,
                true,
                (j, x, y) -> y[0] = x[0],
                (j, x, jac) -> jac[0][0] = 1,
                (i, y) -> i,
                (i, y, u) -> u[0] = y[0] - i)
            .problem();
    Trail trail = new Trail(problem, 3);
    trail.leaps.warmedUp(true, lent(trail));
    double[] f = new double[1];
    double mean =
        trail.leaps.complete(
            0, Batch.range(0, 30), Batch.range(30, COUNT), trail.x, trail.y, trail.g, f);
    assertThat(mean).isCloseTo(19.5, within(1e-12));
    assertThat(f[0]).isCloseTo(3 - 19.5, within(1e-12));
  }

  @Test
  void oneThatIsNotExactIsUsedAsItIs() {
    Trail trail = quadratic();
    trail.leaps.warmedUp(false, lent(trail));
    assertThat(trail.leaps.sketchesAtRestart()).isFalse();
    assertThat(trail.leaps.ready()).isTrue();
    byte[] kept = trail.kept();
    Trail resumed = quadratic();
    resumed.restore(kept);
    assertThat(resumed.kept()).isEqualTo(kept);
    for (Trail each : List.of(trail, resumed)) {
      assertThat(each.leap(1)[0]).isCloseTo(1, within(1e-7));
      each.restarted(true, true, 0.501);
      assertThat(each.notes)
          .containsExactly("they did not pay; sketches of 40 components from here on");
      assertThat(each.leaps.calls()).isEqualTo(2 * COUNT);
    }
  }

  /** A leap costs three passes there: more than a sketch of all. */
  @Test
  void whereTheInnerMapIsNotAffineAllAreTaken() {
    Trail trail =
        new Trail(
            new Parts(
                    1,
                    1,
                    60,
                    60,
                    false,
                    (j, x, y) -> y[0] = x[0],
                    (j, x, jac) -> jac[0][0] = 1,
                    (i, y) -> 0,
                    (i, y, u) -> u[0] = y[0] - 1)
                .problem(),
            0);
    trail.leaps.warmedUp(false, null);
    assertThat(trail.leaps.sketchesAtRestart()).isTrue();
    assertThat(trail.calls()).isEqualTo(60);
  }

  // Giving up, and trying again

  @Test
  void whatDoesNotCurveIsTriedAgainWhenATenthOfTheGradientIsLeft() {
    Trail trail = linear();
    trail.look(4);
    assertThat(trail.notes).containsExactly("no leaps: the components show no curvature");
    assertThat(trail.leaps.on()).isFalse();
    trail.restarted(false, true, 0.41);
    assertThat(trail.leaps.on()).isFalse();
    trail.restarted(false, true, 0.4);
    assertThat(trail.leaps.on()).isTrue();
    assertThat(trail.leaps.calls()).isEqualTo(2 * COUNT);
  }

  @Test
  void theSecondTimeItTakesAHundredth() {
    Trail trail = linear();
    trail.look(1);
    trail.restarted(false, true, 0.1);
    trail.look(1);
    assertThat(trail.leaps.on()).isFalse();
    trail.restarted(false, true, 0.011);
    assertThat(trail.leaps.on()).isFalse();
    trail.restarted(false, true, 0.01);
    assertThat(trail.leaps.on()).isTrue();
  }

  /** Left of the gradient: up to 0.3 the sketch is kept, beyond 0.5 it has failed. */
  @ParameterizedTest
  @CsvSource({"0, true", "0.3, true", "0.301, false", "0.5, false", "7, false", "NaN, false"})
  void aLeapThatPaidKeepsItsSketch(double left, boolean kept) {
    Trail trail = quadratic();
    trail.lookUntilReady();
    trail.leap(4);
    trail.restarted(true, true, 4 * left);
    assertThat(trail.leaps.ready()).isEqualTo(kept);
    assertThat(trail.leaps.on()).isTrue();
    if (!kept) {
      assertThat(trail.leaps.calls()).as("a new sketch").isEqualTo(2 * COUNT);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, true", "0.501, false", "NaN, false"})
  void twoNewSketchesThatFailAreEnough(double left, boolean goesOn) {
    Trail trail = quadratic();
    trail.lookUntilReady();
    trail.leapLeaving(left);
    trail.lookUntilReady();
    trail.leapLeaving(left);
    assertThat(trail.leaps.on()).isEqualTo(goesOn);
    assertThat(trail.notes.contains("no leaps: they did not pay")).isEqualTo(!goesOn);
  }

  /** Where the run does not go on from there, nothing was gained, however short the gradient. */
  @Test
  void aLeapThatIsTakenBackHasFailed() {
    Trail trail = quadratic();
    for (int k = 0; k < 2; k++) {
      assertThat(trail.leaps.on()).isTrue();
      trail.lookUntilReady();
      trail.leap(1);
      trail.restarted(true, false, 0.01);
      assertThat(trail.leaps.ready()).isFalse();
    }
    assertThat(trail.leaps.on()).isFalse();
  }

  @Test
  void anOldSketchIsReplacedAndBlamedForNothing() {
    Trail trail = quadratic();
    for (int k = 0; k < 5; k++) {
      trail.lookUntilReady();
      trail.leapLeaving(0.2);
      assertThat(trail.leaps.ready()).isTrue();
      trail.leapLeaving(0.9);
      assertThat(trail.leaps.ready()).isFalse();
      assertThat(trail.leaps.on()).isTrue();
    }
  }

  @Test
  void afterGivingUpItTakesTwoFailuresAgain() {
    Trail trail = quadratic();
    for (int k = 0; k < 2; k++) {
      trail.lookUntilReady();
      trail.leapLeaving(0.9);
    }
    assertThat(trail.leaps.on()).isFalse();
    trail.restarted(false, true, 0.1);
    assertThat(trail.leaps.on()).isTrue();
    trail.lookUntilReady();
    trail.leapLeaving(0.9);
    assertThat(trail.leaps.on()).as("one more").isTrue();
    trail.lookUntilReady();
    trail.leapLeaving(0.9);
    assertThat(trail.leaps.on()).isFalse();
    assertThat(trail.notes.stream().filter(n -> n.contains("did not pay"))).hasSize(2);
  }

  @Test
  void aRestartWithoutALeapChangesNothingWhileLeapsAreOn() {
    Trail trail = quadratic();
    trail.lookUntilReady();
    trail.restarted(false, true, 1e-9);
    assertThat(trail.leaps.ready()).isTrue();
  }

  // Where a leap leads

  private static final int D = 5;
  private static final double[][] RETURNS = uneven();

  /** The sketch is stiffer than the Hessian by 1e-8 of the mean of curvatures up to a thousand. */
  private static final double RIDGE = 1e-6;

  /** Curvature in the ratio of a thousand: plain proximal steps would not arrive. */
  private static double[][] uneven() {
    double[][] returns = SmallProblems.returns(D, COUNT, 3);
    for (double[] row : returns) {
      for (int k = 0; k < D; k++) {
        row[k] *= StrictMath.pow(2, k);
      }
    }
    return returns;
  }

  private static Trail portfolio(Penalty penalty) {
    Problem plain = SmallProblems.portfolio(RETURNS).problem();
    Trail trail =
        new Trail(
            new Problem("portfolio", plain.inner(), plain.outer(), penalty),
            0.2,
            0.2,
            0.2,
            0.2,
            0.2);
    trail.lookUntilReady();
    return trail;
  }

  @ParameterizedTest
  @CsvSource({"-0.05, 0.3, NaN", "0, 0.4, 1", "0.1, 0.5, 1", "-1, 1, 0.3"})
  void withConstraintsALeapEndsAtTheConstrainedMinimumOfTheModel(
      double lower, double upper, double total) {
    Separable box = Separable.box(lower, upper);
    Trail trail = portfolio(Double.isNaN(total) ? box : Budget.of(box, total, List.of()));
    double[] exact =
        SmallProblems.boxedMinimiser(
            SmallProblems.hessian(RETURNS), SmallProblems.mean(RETURNS), lower, upper, total);
    assertThat(trail.leap(1)).containsExactly(exact, within(RIDGE));
  }

  /** 0 ∈ Hu − r̄ + λ∂|u|₁, entry by entry. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.2, 0.5})
  void withAChargeOnSizesALeapIsStationary(double lambda) {
    double[] u = portfolio(Separable.l1(lambda)).leap(1);
    double[][] h = SmallProblems.hessian(RETURNS);
    double[] mean = SmallProblems.mean(RETURNS);
    int zeros = 0;
    for (int k = 0; k < D; k++) {
      double slope = Naive.dot(h[k], u) - mean[k];
      if (u[k] == 0) {
        zeros++;
        assertThat(Math.abs(slope)).isLessThanOrEqualTo(lambda + 1e-5);
      } else {
        assertThat(slope).isCloseTo(-lambda * Math.signum(u[k]), within(1e-5));
      }
    }
    assertThat(zeros > 0).isEqualTo(lambda > 0.1);
  }

  @Test
  void aChargeOnSquaresIsAddedToTheModel() {
    double[] u = portfolio(Separable.l2Squared(2)).leap(1);
    double[][] h = SmallProblems.hessian(RETURNS);
    for (int k = 0; k < D; k++) {
      h[k][k] += 4;
    }
    double[] exact = SmallProblems.solve(h, SmallProblems.mean(RETURNS));
    assertThat(u).containsExactly(exact, within(RIDGE));
  }

  /** B⁻¹(F − F') = x − x' for the last pair that the run went on from. */
  @Test
  void pastRestartsCorrectTheModel() {
    Trail trail = portfolio(Separable.none());
    double[] x0 = Parts.gaussians(D, 1);
    double[] x1 = Parts.gaussians(D, 2);
    double[] f0 = Parts.gaussians(D, 3);
    double[] f1 = f0.clone();
    Arrays.setAll(f1, k -> f0[k] + (1 + k) * (x1[k] - x0[k]));
    trail.leaps.restarted(true, x0, f0, 1);
    trail.leaps.restarted(false, Parts.gaussians(D, 8), Parts.gaussians(D, 9), 1);
    trail.leaps.restarted(true, x1, f1, 1);
    double[] change = f1.clone();
    Arrays.setAll(change, k -> f1[k] - f0[k]);
    double[] next = new double[D];
    assertThat(trail.leaps.leapOrLook(x1, change, 1, next)).isTrue();
    assertThat(next).containsExactly(x0, within(1e-8));
  }

  // Kept and restored

  private static double jump(double y) {
    return y < 0.5 ? y : 1.4;
  }

  /** Everything that can be asked, after so many of the acts of a long story. */
  private static List<Object> story(Trail trail, int from, int to) {
    List<Object> told = new ArrayList<>();
    for (int act = from; act < to; act++) {
      trail.t = act;
      switch (act) {
        case 0, 4, 7, 11 -> trail.look(3); // sketch
        case 1, 5, 8, 12 -> trail.look(2); // trial
        case 2 -> trail.restarted(false, true, 1);
        case 3 -> trail.leapLeaving(0.9);
        case 6 -> trail.leapLeaving(0.4);
        case 9 -> trail.leapLeaving(0.9); // gives up
        case 10 -> trail.restarted(false, true, 0.09);
        case 13 -> trail.leapLeaving(0.2);
        case 14 -> trail.leap(5);
        default -> trail.restarted(true, true, 1.4); // of 5, which paid
      }
      told.add(trail.leaps.on());
      told.add(trail.leaps.ready());
      told.add(trail.calls());
      if (trail.leaps.ready()) { // asked of a copy, for a leap is remembered
        Trail copy = onALine(LeapsRulesTest::jump);
        copy.restore(trail.kept());
        double[] next = new double[1];
        copy.leaps.leapOrLook(new double[] {0.3}, new double[] {-0.7}, 5, next);
        told.add(next[0]);
      }
    }
    told.addAll(trail.notes);
    return told;
  }

  @Test
  void whatIsRestoredGoesOnAsIfNothingHadHappened() {
    for (int cut = 0; cut <= 16; cut++) {
      Trail whole = onALine(LeapsRulesTest::jump);
      story(whole, 0, cut);
      Trail restored = onALine(LeapsRulesTest::jump);
      restored.restore(whole.kept());
      whole.notes.clear();
      List<Object> expected = story(whole, cut, 16);
      assertThat(story(restored, cut, 16)).as("cut at %d", cut).isEqualTo(expected);
      assertThat(whole.leaps.ready()).isTrue();
    }
  }

  /** Five raises before, four and giving up after. */
  @Test
  void trialsAreCountedOnAfterRestoring() {
    Trail whole = onALine(y -> y < 0.002 ? y : 1.8);
    for (int k = 0; k < 6; k++) {
      whole.look(1);
    }
    Trail restored = onALine(y -> y < 0.002 ? y : 1.8);
    restored.restore(whole.kept());
    for (int k = 0; k < 5; k++) {
      assertThat(restored.leaps.on()).isTrue();
      restored.look(1);
    }
    assertThat(restored.leaps.on()).isFalse();
  }

  @Test
  void whenToTryAgainIsKept() {
    Trail whole = linear();
    whole.look(1);
    whole.restarted(false, true, 0.1);
    whole.look(2);
    Trail restored = linear();
    restored.restore(whole.kept());
    restored.restarted(false, true, 0.021);
    assertThat(restored.leaps.on()).isFalse();
    restored.restarted(false, true, 0.02);
    assertThat(restored.leaps.on()).isTrue();
  }
}
