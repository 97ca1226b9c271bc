package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TurnsTest {
  private static final double RESTART = 30;

  private final List<String> notes = new ArrayList<>();

  private Turns turns(boolean leapsFirst) {
    return new Turns(RESTART, leapsFirst, notes::add);
  }

  /** Four restarts' calls, each of which gained so much. */
  private static void spell(Turns turns, double perCall) {
    boolean whose = turns.leaps();
    for (int k = 0; k < 4; k++) {
      assertThat(turns.leaps()).isEqualTo(whose);
      turns.passed(RESTART, RESTART * perCall);
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 8", "false, 4"})
  void theOneWhoBeginsIsChallengedAfterAWhile(boolean leapsFirst, int spells) {
    Turns turns = turns(leapsFirst);
    for (int k = 0; k < spells; k++) {
      assertThat(turns.leaps()).isEqualTo(leapsFirst);
      spell(turns, 1);
    }
    assertThat(turns.leaps()).isEqualTo(!leapsFirst);
  }

  private Turns challenged(double before) {
    Turns turns = turns(true);
    for (int k = 0; k < 8; k++) {
      spell(turns, before);
    }
    return turns;
  }

  @Test
  void whoGainsMoreThanTheOtherDidBeforeTakesOverAtOnce() {
    Turns turns = challenged(1);
    spell(turns, 1.01);
    for (int k = 0; k < 4; k++) {
      assertThat(turns.leaps()).isFalse();
      spell(turns, 1);
    }
    assertThat(turns.leaps()).as("challenged in turn").isTrue();
    assertThat(notes).containsExactly("steps gain more per call, and take over");
  }

  /** Gains shrink: the mean of 4 before and 1 after is 2. */
  @ParameterizedTest
  @CsvSource({"2.01, true", "1.99, false", "0, false"})
  void gainsAreComparedAsOfTheSameTime(double challenger, boolean wins) {
    Turns turns = challenged(4);
    spell(turns, challenger);
    assertThat(turns.leaps()).isTrue();
    spell(turns, 1);
    assertThat(turns.leaps()).isEqualTo(!wins);
    assertThat(notes).hasSize(wins ? 1 : 0);
  }

  @Test
  void whoLostWaitsTwiceAsLong() {
    Turns turns = challenged(1);
    for (int wait = 16; wait <= 64; wait *= 2) {
      spell(turns, 0.5);
      for (int k = 0; k <= wait; k++) { // the first is the one to compare with
        assertThat(turns.leaps()).isTrue();
        spell(turns, 1);
      }
      assertThat(turns.leaps()).isFalse();
    }
  }

  @Test
  void aRiseIsNoGain() {
    Turns turns = challenged(1);
    spell(turns, 0.5);
    spell(turns, -3);
    assertThat(turns.leaps()).as("0.5 is more than the mean of 1 and 0").isFalse();
  }

  @Test
  void whenLeapsLeadNowhereItIsTheStepsTurn() {
    Turns turns = turns(true);
    turns.passed(RESTART, 5);
    turns.stuck();
    assertThat(turns.leaps()).isFalse();
    spell(turns, 0.01);
    assertThat(turns.leaps()).as("5 for 30 calls were more").isTrue();
    turns.stuck();
    assertThat(turns.leaps()).as("nothing for no call was less").isFalse();
  }

  @Test
  void aLongEpochIsASpell() {
    Turns turns = turns(false);
    for (int k = 0; k < 4; k++) {
      assertThat(turns.leaps()).isFalse();
      turns.passed(4 * RESTART, 1);
    }
    assertThat(turns.leaps()).isTrue();
  }

  @Test
  void restoredTurnsGoOnTheSame() {
    double[] gains = {3, 1, 2, 1, 0.5, 2, 0.2, 0.9, 0.4, 0.1, 1, 0.8, 0.3};
    for (int cut = 0; cut < 300; cut++) {
      Turns whole = turns(true);
      for (int k = 0; k < cut; k++) {
        whole.passed(RESTART, gains[k * k % 13]);
      }
      var bytes = new ByteArrayOutputStream();
      whole.state(State.writing(bytes));
      Turns restored = turns(true);
      restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
      for (int k = cut; k < cut + 100; k++) {
        assertThat(restored.leaps()).isEqualTo(whole.leaps());
        whole.passed(RESTART, gains[k * k % 13]);
        restored.passed(RESTART, gains[k * k % 13]);
      }
    }
  }
}
