package org.fogopt.algorithm;

import java.util.function.Consumer;
import org.fogopt.linalg.Kernels;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * Long moves from restart to restart by {@link Secants} alone, for problems of which no {@link
 * Sketch} is made: x ← x − H F, the limited-memory quasi-Newton method of Nocedal (1980) on exact
 * gradients. A leap costs the restart that judges it, no more. If the objective is higher there the
 * run goes back, and the leap is shortened to where a parabola through what is known has its
 * minimum; when that fails three times, it is the steps' turn.
 *
 * <p>How often leaps are made, and how often epochs of steps, is decided by what they gain: see
 * {@link Turns}.
 */
final class SecantLeaps implements Stateful {
  private static final int PAIRS = 10;

  /** The first leap's length relative to |x|: there is no pair yet, and it is made for one. */
  private static final double FIRST = 1e-3;

  /** Leaps along which the gradient did not turn say that a longer one would have done. */
  private static final double LONGER = 2;

  /** What a leap is shortened to, at least and at most. */
  private static final double LEAST = 0.1;

  private static final double MOST = 0.5;

  /** In a row. The second leap, of which a tiny one has told the scale, may well need three. */
  private static final int FAILURES = 4;

  /** Steps that cost as much as a restart, from which on steps begin. */
  private static final double MANY = 100;

  private final double restartCalls;
  private final double stepCalls;
  private final Secants secants;
  private final Turns turns;
  private final double[] v;

  private boolean begun;
  private long restart; // the step of the last one
  private double objective; // at the restart that the run went on from
  private double reach; // the first leap's step size
  private double stretch = 1;
  private double share = 1; // of the leap, after failures
  private int failures;
  private boolean leapt;
  private double slope; // of the objective along the last leap

  /**
   * @param restartCalls the calls of a restart, other than the first
   * @param notes takes what was decided
   */
  SecantLeaps(int d, long restartCalls, long stepCalls, Consumer<String> notes) {
    this.restartCalls = restartCalls;
    this.stepCalls = stepCalls;
    secants = new Secants(d, PAIRS);
    turns = new Turns(restartCalls, restartCalls < MANY * stepCalls, notes);
    v = new double[d];
  }

  /**
   * A restart found this objective and gradient f at x.
   *
   * @param t the step
   * @param trusted whether the run goes on from there
   */
  void restarted(boolean trusted, long t, double objective, double[] x, double[] f) {
    boolean first = !begun;
    double calls = restartCalls + (t - restart - 1) * stepCalls;
    double gain = trusted && begun ? this.objective - objective : 0;
    restart = t;
    if (trusted) {
      goOn(objective, x, f);
    } else if (leapt) {
      shorten(objective);
    }
    leapt = false;
    if (!first) {
      turns.passed(calls, gain);
    }
    if (failures == FAILURES) {
      failures = 0;
      share = 1;
      stretch = 1;
      turns.stuck();
    }
  }

  private void goOn(double objective, double[] x, double[] f) {
    boolean turned = secants.add(x, f);
    if (!begun) {
      begun = true;
      double norm = Kernels.norm(x);
      reach = FIRST * (norm > 0 ? norm : 1) / Kernels.norm(f);
    }
    stretch = leapt && !turned ? LONGER * stretch : 1;
    share = 1;
    failures = 0;
    this.objective = objective;
  }

  private void shorten(double there) {
    double best = -slope / (2 * (there - objective - slope)); // NaN where there is no objective
    share *= best >= LEAST ? Math.min(best, MOST) : LEAST;
    failures++;
  }

  /**
   * next ← where a leap leads from the last restart, at x with gradient f.
   *
   * @return whether there is to be one; otherwise next is left alone
   */
  boolean leap(double[] x, double[] f, double[] next) {
    if (!turns.leaps() || !(reach < Double.POSITIVE_INFINITY)) { // no gradient
      return false;
    }
    double length = share;
    if (secants.size() > 0) {
      secants.solve(f, v);
    } else {
      Walk.copy(f, v);
      length *= reach;
    }
    length *= stretch;
    slope = -length * Kernels.dot(v, f);
    if (!(slope < 0)) {
      return false; // there is no gradient to go by
    }
    Kernels.descend(x, length, v, next);
    leapt = true;
    return true;
  }

  /** What the last pair says of step sizes; 0 if there is none. */
  double stepSize() {
    return secants.stepSize();
  }

  @Override
  public void state(State s) {
    begun = s.value("begun", begun);
    restart = s.value("restart", restart);
    objective = s.value("objective", objective);
    reach = s.value("reach", reach);
    stretch = s.value("stretch", stretch);
    share = s.value("share", share);
    failures = s.value("failures", failures);
    leapt = s.value("leapt", leapt);
    slope = s.value("slope", slope);
    s.part("secants", secants);
    s.part("turns", turns);
  }
}
