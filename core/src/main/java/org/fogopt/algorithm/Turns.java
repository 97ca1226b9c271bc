package org.fogopt.algorithm;

import java.util.function.Consumer;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * Whose turn it is, where a run can go on in two ways: by leaps or by epochs of steps. Time goes in
 * spells of one way, of four restarts' calls or a little more. One way has most of them; now and
 * then the other has one, and takes over if it lowered the objective more per call than the spells
 * before and after it, in their geometric mean: gains shrink as a run goes on, and so are compared
 * as of the same time. A challenger who lost waits twice as long for the next chance.
 */
final class Turns implements Stateful {
  /** A spell's calls, in calls of a restart. */
  private static final double SPELL = 4;

  /** Spells of leaps until steps challenge them first, and after a change. */
  private static final int WAIT_OF_STEPS = 8;

  /** And the other way round: a challenge by leaps costs least. */
  private static final int WAIT_OF_LEAPS = 4;

  private enum Stage {
    ALONE,
    CHALLENGED,
    AFTERWARDS
  }

  private final double spell;
  private final Consumer<String> notes;
  private Stage stage = Stage.ALONE;
  private boolean leaps;
  private int waited;
  private int wait;
  private double calls; // of the spell so far
  private double gain;
  private double before; // gain per call of the spell before the challenge
  private double challenge; // and of the challenger's

  /**
   * @param restartCalls the calls of a restart
   * @param leapsFirst who begins
   * @param notes takes what was decided
   */
  Turns(double restartCalls, boolean leapsFirst, Consumer<String> notes) {
    this.notes = notes;
    spell = SPELL * restartCalls;
    leaps = leapsFirst;
    wait = challengersWait();
  }

  /** Whether the run is to go on by leaps, otherwise by steps. */
  boolean leaps() {
    return leaps;
  }

  /**
   * A leap or an epoch is over.
   *
   * @param calls what it took, with the restart that looked at its end
   * @param gain by how much it lowered the objective; 0 if it was taken back
   */
  void passed(double calls, double gain) {
    this.calls += calls;
    this.gain += gain;
    if (this.calls >= spell) {
      end();
    }
  }

  /** Leaps lead nowhere from here: it is the steps' turn. */
  void stuck() {
    if (!leaps) {
      return; // it is already
    }
    end();
    if (leaps) {
      waited = wait;
      challenge();
    }
  }

  private void end() {
    double rate = calls > 0 ? Math.max(0, gain / calls) : 0;
    calls = 0;
    gain = 0;
    switch (stage) {
      case ALONE -> {
        before = rate;
        if (++waited >= wait) {
          challenge();
        }
      }
      case CHALLENGED -> {
        challenge = rate;
        if (rate > before) {
          settle(true);
          before = rate;
        } else {
          leaps = !leaps;
          stage = Stage.AFTERWARDS;
        }
      }
      case AFTERWARDS -> {
        boolean won = challenge > Math.sqrt(before * rate);
        leaps ^= won;
        settle(won);
        before = rate;
      }
    }
  }

  private int challengersWait() {
    return leaps ? WAIT_OF_STEPS : WAIT_OF_LEAPS;
  }

  private void challenge() {
    leaps = !leaps;
    stage = Stage.CHALLENGED;
  }

  private void settle(boolean challengerWon) {
    if (challengerWon) {
      notes.accept("%s gain more per call, and take over".formatted(leaps ? "leaps" : "steps"));
    }
    stage = Stage.ALONE;
    wait = challengerWon ? challengersWait() : 2 * wait;
    waited = 0;
  }

  @Override
  public void state(State s) {
    stage = Stage.valueOf(s.value("stage", stage.name()));
    leaps = s.value("leaps", leaps);
    waited = s.value("waited", waited);
    wait = s.value("wait", wait);
    calls = s.value("calls", calls);
    gain = s.value("gain", gain);
    before = s.value("before", before);
    challenge = s.value("challenge", challenge);
  }
}
