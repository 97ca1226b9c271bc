package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.data.Offset;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the adaptive pace one by one, on made-up numbers. */
class AdaptivePaceRulesTest {
  private static final Offset<Double> ROUNDING = within(1e-15);

  /** A restart costs as much as ten steps. */
  private static AdaptivePace pace(long fixedEpoch, boolean exact) {
    return new AdaptivePace(100, 10, fixedEpoch, exact);
  }

  /** Past its probes, with η = 0.3·3/12, at a restart with objective 5 and |F| = 2. */
  private static AdaptivePace begun(long fixedEpoch, boolean exact) {
    AdaptivePace pace = pace(fixedEpoch, exact);
    assertThat(pace.restarted(5, 2, 4)).isTrue();
    assertThat(pace.accepts(2)).isTrue();
    for (int k = 0; k < 10; k++) {
      pace.recurred(3e-6, 1e-6, 12e-6);
      assertThat(pace.accepts(2)).isFalse();
    }
    assertThat(pace.accepts(2)).isTrue(); // the move from the restart
    return pace;
  }

  /** Steps that tell nothing new of the curvature and add dF2 to the doubt. */
  private static void steps(AdaptivePace pace, int count, double dF2, double norm) {
    for (int k = 0; k < count; k++) {
      pace.recurred(3 * dF2 / 12, dF2 / 12, dF2);
      assertThat(pace.accepts(norm)).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 4, 2e-3", "2, 0, 5e-4", "0, 4, 1", "8, 16, 2e-3"})
  void aProbeIsAThousandthOfThePoint(double gradient, double x, double length) {
    AdaptivePace pace = pace(0, true);
    assertThat(pace.restartDue()).isTrue();
    assertThat(pace.restarted(5, gradient, x)).isTrue();
    assertThat(pace.eta()).isCloseTo(length, ROUNDING);
    assertThat(pace.restartDue()).isFalse();
    assertThat(pace.decisions()).isEmpty();
  }

  @Test
  void tenProbesAreTakenBackAndGiveTheStep() {
    AdaptivePace pace = pace(0, true);
    pace.restarted(5, 2, 4);
    pace.accepts(2);
    for (int k = 1; k <= 10; k++) {
      assertThat(pace.eta()).isCloseTo(2e-3, ROUNDING);
      pace.recurred(2.0 * k, 1, 4.0 * k); // means 11 and 22
      assertThat(pace.accepts(1e9)).as("a probe is never kept").isFalse();
      assertThat(pace.restartDue()).isFalse();
    }
    assertThat(pace.eta()).isCloseTo(0.3 * 11 / 22, ROUNDING);
    assertThat(pace.decisions())
        .containsExactly("step size 0.150, from 10 probes of the curvature");
  }

  @Test
  void aProbeOutsideTheRangeOfTheFunctionIsTriedNearer() {
    AdaptivePace pace = pace(0, true);
    pace.restarted(5, 2, 4);
    pace.accepts(2);
    pace.recurred(1, 1, 1);
    assertThat(pace.accepts(2)).isFalse();
    pace.recurred(Double.NaN, 1, Double.POSITIVE_INFINITY);
    assertThat(pace.accepts(2)).isFalse();
    assertThat(pace.eta()).isCloseTo(2e-6, ROUNDING);
    pace.accepts(2);
    for (int k = 0; k < 10; k++) { // all over again
      assertThat(pace.eta()).isCloseTo(2e-6, ROUNDING);
      pace.recurred(3, 1, 12);
      pace.accepts(2);
    }
    assertThat(pace.eta()).isCloseTo(0.3 * 0.25, ROUNDING);
  }

  @Test
  void probesThatCannotMoveLeaveTheProbesLength() {
    AdaptivePace pace = pace(0, true);
    pace.restarted(5, 2, 4);
    pace.accepts(0);
    for (int k = 0; k < 10; k++) {
      pace.recurred(0, 0, 0);
      pace.accepts(0);
    }
    assertThat(pace.eta()).isCloseTo(0.3 * 2e-3, ROUNDING);
  }

  @ParameterizedTest
  @CsvSource({"3, 12, 0.25", "-5, 4, 0.05", "0, 100, 0.01", "1, 1, 1"})
  void theFastestStepIsTheQuotientWithAFloorForNegativeCurvature(
      double a, double b, double fastest) {
    assertThat(AdaptivePace.fastest(a, b)).isCloseTo(fastest, ROUNDING);
  }

  // When an epoch ends

  @ParameterizedTest
  @CsvSource({"4, false", "4.001, true", "0, true", "1e-9, false"})
  void anEpochEndsWhenTheEstimateDoublesOrVanishes(double norm, boolean over) {
    AdaptivePace pace = begun(0, true);
    pace.recurred(3e-30, 1e-30, 12e-30);
    assertThat(pace.accepts(norm)).isTrue();
    assertThat(pace.restartDue()).isEqualTo(over);
  }

  /** D = Σ|dF|² against 2|F|² = 8; not before the tenth step. */
  @Test
  void anEpochEndsWhenTheEstimateIsNoLongerToBeTrusted() {
    AdaptivePace eager = begun(0, true);
    steps(eager, 9, 100, 2);
    assertThat(eager.restartDue()).isFalse();
    steps(eager, 1, 100, 2);
    assertThat(eager.restartDue()).isTrue();

    AdaptivePace patient = begun(0, true);
    steps(patient, 15, 0.5, 2); // 7.5 of 8
    assertThat(patient.restartDue()).isFalse();
    steps(patient, 1, 0.5, 2); // exactly 8
    assertThat(patient.restartDue()).isTrue();
  }

  @Test
  void anEpochEndsAtTheLatestWhenItCostsTwoRestarts() {
    AdaptivePace pace = begun(0, true);
    steps(pace, 19, 1e-9, 2); // twenty steps of ten would be two restarts of a hundred
    assertThat(pace.restartDue()).isFalse();
    steps(pace, 1, 1e-9, 2);
    assertThat(pace.restartDue()).isTrue();
  }

  @Test
  void aGivenEpochIsKept() {
    AdaptivePace pace = begun(5, true);
    assertThat(pace.epoch()).isEqualTo(5);
    steps(pace, 3, 1e9, 4.5); // whatever the doubt
    assertThat(pace.restartDue()).isFalse();
    steps(pace, 1, 1e-9, 2);
    assertThat(pace.restartDue()).isTrue();
    assertThat(begun(1, true).restartDue()).as("every step a restart").isTrue();
    assertThat(begun(2, true).restartDue()).isFalse();
    AdaptivePace probing = pace(1, true);
    probing.restarted(5, 2, 4);
    assertThat(probing.restartDue()).as("but for the probes").isFalse();
  }

  @Test
  void theEpochReportedIsTheAverage() {
    AdaptivePace pace = begun(0, true); // one restart, ten probes
    assertThat(pace.epoch()).isEqualTo(11);
    steps(pace, 20, 1e-9, 2);
    pace.restarted(4, 2, 4); // two restarts, 32 steps
    assertThat(pace.epoch()).isEqualTo(16);
    assertThat(pace(0, true).epoch()).isZero();
  }

  // What is learned

  @Test
  void anEpochsCurvatureIsTakenIntoTheStep() {
    AdaptivePace pace = begun(2, true);
    pace.recurred(8, 1, 128); // a/b = 1/16, and it was 1/4
    pace.accepts(2);
    assertThat(pace.eta()).isCloseTo(0.3 / 8, ROUNDING); // the geometric mean
    AdaptivePace flat = begun(2, true);
    flat.recurred(1, 1, 1); // longer steps are learned as well
    flat.accepts(2);
    assertThat(flat.eta()).isCloseTo(0.3 / 2, ROUNDING);
    AdaptivePace blind = begun(2, true);
    blind.recurred(0, 1, 0); // no change of the gradient: nothing to learn
    blind.accepts(2);
    assertThat(blind.eta()).isCloseTo(0.3 / 4, ROUNDING);
    AdaptivePace unfinished = begun(3, true);
    unfinished.recurred(8, 1, 128);
    unfinished.accepts(2);
    assertThat(unfinished.eta()).as("within an epoch").isCloseTo(0.3 / 4, ROUNDING);
  }

  /** The means of a are 6 and of b 96, over the two steps that moved. */
  @Test
  void whatIsLearnedIsAMeanOverTheMovesOfTheEpoch() {
    AdaptivePace pace = begun(4, true);
    pace.recurred(8, 1, 128);
    pace.accepts(2);
    pace.recurred(0, 0, 0); // held in a corner
    pace.accepts(2);
    pace.recurred(8, 2, 128);
    pace.accepts(2);
    assertThat(pace.eta()).isCloseTo(0.3 * Math.sqrt(0.25 * 6 / 96), ROUNDING);
  }

  @Test
  void anEstimateTenTimesAsLongIsTakenBackWithHalfTheStepOrLess() {
    AdaptivePace steep = begun(0, true);
    steep.recurred(8, 1, 128);
    assertThat(steep.accepts(20.001)).isFalse();
    assertThat(steep.eta()).isCloseTo(0.15 / 8, ROUNDING);
    assertThat(steep.decisions().get(1))
        .isEqualTo(
            "step 12: the estimate grew tenfold; back to the last restart with step size 0.0188");
    AdaptivePace flat = begun(0, true);
    flat.recurred(1, 1, 1); // a failure teaches no longer step
    assertThat(flat.accepts(Double.NaN)).isFalse();
    assertThat(flat.eta()).isCloseTo(0.15 / 4, ROUNDING);
    AdaptivePace just = begun(0, true);
    just.recurred(1, 1, 1);
    assertThat(just.accepts(20)).as("exactly tenfold").isTrue();
  }

  @Test
  void aReturnBeginsTheEpochAnew() {
    AdaptivePace pace = begun(3, true);
    steps(pace, 1, 1, 2);
    pace.recurred(3, 1, 12);
    assertThat(pace.accepts(1000)).isFalse();
    assertThat(pace.accepts(2)).isTrue();
    steps(pace, 1, 1, 2);
    assertThat(pace.restartDue()).isFalse();
    steps(pace, 1, 1, 2);
    assertThat(pace.restartDue()).isTrue();
  }

  // Safeguard at restarts

  @ParameterizedTest
  @CsvSource({
    "5, true, true",
    "5.0000000005, true, true",
    "5.000001, true, false",
    "4, true, true",
    "5.1, false, true",
    "NaN, true, false",
    "NaN, false, false",
    "Infinity, false, false",
    "-1e9, true, true"
  })
  void anObjectiveThatRoseSendsBack(double objective, boolean exact, boolean accepted) {
    AdaptivePace pace = begun(0, exact);
    steps(pace, 7, 1e-9, 2); // a cost of 0.7 restarts changes no step size
    assertThat(pace.restarted(objective, 2, 4)).isEqualTo(accepted);
    assertThat(pace.eta()).isCloseTo((accepted ? 0.3 : 0.15) / 4, ROUNDING);
    if (!accepted) {
      assertThat(pace.decisions().get(1))
          .isEqualTo("step 19: the objective rose; back to the last restart with step size 0.0375");
      assertThat(pace.restartDue()).isFalse();
    }
  }

  @Test
  void aGradientThatIsNoNumberSendsBack() {
    AdaptivePace pace = begun(0, true);
    steps(pace, 7, 1e-9, 2);
    assertThat(pace.restarted(4, Double.NaN, 4)).isFalse();
  }

  @Test
  void afterFortyReturnsInARowNothingIsBadAnyMore() {
    AdaptivePace pace = begun(0, true);
    for (int k = 0; k < 40; k++) {
      assertThat(pace.restarted(6, 2, 4)).as("return %d", k).isFalse();
      pace.accepts(2);
    }
    assertThat(pace.restarted(6, 2, 4)).isTrue();
    assertThat(pace.restarted(7, 2, 4)).as("counting begins again, from here").isFalse();
    assertThat(pace.restarted(6, 2, 4)).isTrue();
  }

  @Test
  void aHundredDecisionsAreKept() {
    AdaptivePace pace = begun(0, true);
    for (int k = 0; k < 200; k++) {
      pace.restarted(1000 + k, 2, 4);
      pace.accepts(2);
    }
    assertThat(pace.decisions()).hasSize(100);
  }

  // The share of the fastest step

  private static double share(AdaptivePace pace) {
    return pace.eta() * 4;
  }

  private static void epoch(AdaptivePace pace, int steps) {
    steps(pace, steps, 1e-9, 2);
    assertThat(pace.restarted(4, 2, 4)).isTrue();
    pace.accepts(2);
  }

  @Test
  void dearEpochsLengthenTheStepUpToAHalf() {
    AdaptivePace pace = begun(0, true);
    epoch(pace, 10); // exactly one restart
    assertThat(share(pace)).isCloseTo(0.3, ROUNDING);
    epoch(pace, 11);
    assertThat(share(pace)).isCloseTo(0.375, ROUNDING);
    epoch(pace, 15);
    assertThat(share(pace)).isCloseTo(0.46875, ROUNDING);
    epoch(pace, 15);
    assertThat(share(pace)).isCloseTo(0.5, ROUNDING);
    epoch(pace, 5); // exactly half a restart
    assertThat(share(pace)).isCloseTo(0.5, ROUNDING);
    epoch(pace, 4); // cheap ones shorten it again
    assertThat(share(pace)).isCloseTo(0.4, ROUNDING);
    epoch(pace, 4);
    assertThat(share(pace)).isCloseTo(0.32, ROUNDING);
    epoch(pace, 4);
    assertThat(share(pace)).isCloseTo(0.3, ROUNDING);
    epoch(pace, 4);
    assertThat(share(pace)).isCloseTo(0.3, ROUNDING);
  }

  @Test
  void afterAReturnTheShareRecovers() {
    AdaptivePace pace = begun(0, true);
    pace.restarted(6, 2, 4);
    pace.accepts(2);
    assertThat(share(pace)).isCloseTo(0.15, ROUNDING);
    epoch(pace, 7);
    assertThat(share(pace)).isCloseTo(0.1875, ROUNDING);
    epoch(pace, 7);
    epoch(pace, 7);
    assertThat(share(pace)).isCloseTo(0.29296875, ROUNDING);
    epoch(pace, 7);
    assertThat(share(pace)).isCloseTo(0.3, ROUNDING);
  }

  @Test
  void anEpochOfExactlyOneRestartIsNotDear() {
    AdaptivePace pace = begun(0, true);
    epoch(pace, 15);
    assertThat(share(pace)).isCloseTo(0.375, ROUNDING);
    epoch(pace, 10);
    assertThat(share(pace)).as("left as it is").isCloseTo(0.375, ROUNDING);
    AdaptivePace slowed = begun(0, true);
    slowed.restarted(6, 2, 4);
    slowed.accepts(2);
    for (int k = 0; k < 4; k++) {
      epoch(slowed, 10);
    }
    assertThat(share(slowed)).as("recovers to 0.3 and no further").isCloseTo(0.3, ROUNDING);
  }

  @Test
  void anObjectiveThatStaysAtZeroDidNotRise() {
    AdaptivePace pace = begun(0, true);
    assertThat(pace.restarted(0, 2, 4)).isTrue();
    assertThat(pace.restarted(0, 2, 4)).isTrue();
    assertThat(pace.restarted(1e-300, 2, 4)).isFalse();
  }

  @Test
  void afterFortyProbesOutsideTheRangeTheRunIsToSeeForItself() {
    AdaptivePace pace = pace(0, true);
    pace.restarted(5, 2, 4);
    pace.accepts(2);
    for (int k = 0; k < 40; k++) {
      pace.recurred(Double.NaN, 1, 1);
      assertThat(pace.accepts(2)).as("probe %d", k).isFalse();
      pace.accepts(2);
    }
    pace.recurred(Double.NaN, 1, 1);
    assertThat(pace.accepts(2)).isTrue();
  }

  @Test
  void afterFortyEstimatesThatGrewTheNextIsBelieved() {
    AdaptivePace pace = begun(0, true);
    for (int k = 0; k < 40; k++) {
      pace.recurred(3, 1, 12);
      assertThat(pace.accepts(1000)).as("return %d", k).isFalse();
      pace.accepts(2);
    }
    pace.recurred(3, 1, 12);
    assertThat(pace.accepts(1000)).isTrue();
  }

  // Leaps

  @Test
  void aLeapMakesARestartDueAndLeavesTheShareAlone() {
    AdaptivePace pace = begun(0, true);
    assertThat(pace.atRestart()).isTrue();
    assertThat(pace.restartDue()).isFalse();
    pace.leaps();
    assertThat(pace.restartDue()).isTrue();
    assertThat(pace.restarted(4, 2, 4)).isTrue();
    pace.accepts(2);
    epoch(pace, 15);
    epoch(pace, 15);
    assertThat(share(pace)).isCloseTo(0.46875, ROUNDING);
    pace.leaps();
    assertThat(pace.restarted(4, 2, 4)).isTrue();
    pace.accepts(2);
    assertThat(share(pace)).as("no steps are not a cheap epoch").isCloseTo(0.46875, ROUNDING);
    epoch(pace, 4);
    assertThat(share(pace)).as("it was the last leap").isCloseTo(0.375, ROUNDING);
  }

  @Test
  void aLeapThatMadeThingsWorseIsTakenBackWithTheSameStep() {
    AdaptivePace pace = begun(0, true);
    pace.leaps();
    assertThat(pace.restarted(6, 2, 4)).isFalse();
    assertThat(share(pace)).isCloseTo(0.3, ROUNDING);
    assertThat(pace.restartDue()).isFalse();
    assertThat(pace.decisions().get(1))
        .isEqualTo(
            "step 12: after a leap the objective was higher; back to the last restart with step"
                + " size 0.0750");
    assertThat(pace.restarted(6, 2, 4)).isFalse();
    assertThat(share(pace)).as("not after a leap any more").isCloseTo(0.15, ROUNDING);
  }

  @Test
  void atARestartIsBeforeTheProbesAndBeforeTheFirstStep() {
    AdaptivePace pace = pace(0, true);
    assertThat(pace.atRestart()).isFalse();
    pace.restarted(5, 2, 4);
    pace.accepts(2);
    assertThat(pace.atRestart()).as("before the probes").isTrue();
    pace.recurred(1, 1, 1);
    assertThat(pace.atRestart()).as("probing").isFalse();
    AdaptivePace later = begun(0, true);
    assertThat(later.atRestart()).isTrue();
    steps(later, 1, 1e-9, 2);
    assertThat(later.atRestart()).isFalse();
  }

  @Test
  void looksCountAsSteps() {
    AdaptivePace pace = begun(0, true); // one restart, ten probes
    pace.looked();
    pace.looked();
    assertThat(pace.epoch()).isEqualTo(13);
    pace.note("seen");
    assertThat(pace.decisions().get(1)).isEqualTo("step 13: seen");
  }

  @Test
  void itMeasuresAndGoesBack() {
    assertThat(pace(0, true).measures()).isTrue();
    assertThat(pace(0, true).goesBack()).isTrue();
  }

  // Kept and restored

  private static List<Object> told(AdaptivePace pace) {
    return List.of(pace.eta(), pace.restartDue(), pace.atRestart(), pace.epoch(), pace.decisions());
  }

  /** Probes, steps, a return, a leap that failed, one that paid. */
  private static List<Object> story(AdaptivePace pace, int from, int to) {
    List<Object> all = new ArrayList<>();
    for (int act = from; act < to; act++) {
      switch (act) {
        case 0 -> all.add(pace.restarted(5, 2, 4));
        case 1, 13, 27, 30 -> all.add(pace.accepts(2));
        case 25 -> all.add(pace.restarted(4, 2, 4));
        case 26 -> all.add(pace.restarted(6, 2, 4));
        case 28 -> pace.leaps();
        case 29 -> all.add(pace.restarted(7, 2, 4));
        case 31 -> {
          pace.recurred(3, 1, 12);
          all.add(pace.accepts(25));
        }
        case 32 -> all.add(pace.accepts(2));
        case 33 -> pace.looked();
        default -> {
          pace.recurred(act * 1e-7, act % 5 == 0 ? 0 : 1e-6, 12e-6);
          all.add(pace.accepts(act == 20 ? 3.9 : 2));
        }
      }
      all.add(told(pace));
    }
    return all;
  }

  @Test
  void aRestoredPaceGoesOnAsIfNothingHadHappened() {
    for (int cut = 0; cut <= 50; cut++) {
      AdaptivePace whole = pace(0, true);
      story(whole, 0, cut);
      var bytes = new ByteArrayOutputStream();
      whole.state(State.writing(bytes));
      AdaptivePace restored = pace(0, true);
      restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
      assertThat(told(restored)).as("cut at %d", cut).isEqualTo(told(whole));
      assertThat(story(restored, cut, 60)).as("cut at %d", cut).isEqualTo(story(whole, cut, 60));
    }
  }
}
