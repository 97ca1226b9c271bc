package org.fogopt.algorithm;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.state.State;

/**
 * A pace that needs no parameters. It rests on two things that a recursive step shows for free.
 *
 * <p><b>The step size.</b> With a = dxᵀdF/|dx|² and b = |dF|²/|dx|², a move of step η changes |F|²
 * by −2ηa + η²b (times |F|²). So ā/b̄, averages over an epoch, is the step that shrinks the
 * estimate fastest, the noise of the batches included: Barzilai and Borwein's second step on
 * mini-batches. A step of θ·ā/b̄ takes (2θ − θ²) of what there is to gain and leaves at most θ² of
 * it as estimation error, so θ between 0.2 and 0.5 is right. The floor 0.1·√b̄ on ā covers negative
 * curvature.
 *
 * <p><b>The epoch length.</b> The estimate's squared error is a sum of martingale differences, at
 * most D = Σ|dF|² since the restart. When D exceeds 2|F|² the estimate is no longer to be trusted,
 * and nothing more is to be gained: restart.
 *
 * <p><b>The safeguard.</b> An objective that rose between two restarts, or an estimate ten times as
 * long as at the restart, sends the run back to the last restart with half the step. Coming back
 * costs no call. Growth by less is left for the next restart to judge: on a non-convex problem
 * gradients may well grow.
 *
 * <p>This is a heuristic, argued for quadratics and measured on more; docs/tuning.md has the
 * figures.
 */
final class AdaptivePace implements Pace {
  /** Share θ of the fastest step to begin with, and the most after epochs that paid off. */
  private static final double THETA = 0.3;

  private static final double THETA_MOST = 0.5;
  private static final double THETA_GROWTH = 1.25;

  /** D over |F|² at which an epoch ends. */
  private static final double TRUST = 2;

  /** The least steps of an epoch. Short ones pay while one direction dominates. */
  private static final int SHORTEST = 10;

  /** The most calls of an epoch's recursive steps, in calls of a restart. */
  private static final double LONGEST = 2;

  /** Growth of the estimate within an epoch at which to restart, and at which to go back. */
  private static final double GROWTH_RESTART = 2;

  private static final double GROWTH_BACK = 10;

  /** Rounding in the objective that does not count as a rise, relative. */
  private static final double ROUNDING = 1e-10;

  /** Tiny steps from a restart, all undone, from which the first step size is taken. */
  private static final int PROBES = 10;

  /** A probe's length relative to |x|. */
  private static final double PROBE_LENGTH = 1e-3;

  /** Returns in a row after which going back is believed to be no help. */
  private static final int RETURNS = 40;

  private static final int DECISIONS_KEPT = 100;

  private final double restartCalls;
  private final double stepCalls;
  private final long fixedEpoch; // 0: adaptive
  private final boolean exact;

  private double theta = THETA;
  private double fastest; // ā/b̄, smoothed over epochs
  private double probe; // > 0 until probing is done, for which leaps may leave no need
  private double suggested; // for ā/b̄ until then; 0: nothing
  private double anchorObjective;
  private double anchorNorm = Double.NaN;
  private boolean due = true;
  private boolean begun;
  private boolean leapt;
  private long restarts;
  private long steps;
  private int returns;
  // Of the epoch so far:
  private double a;
  private double b;
  private double d;
  private int k;
  private int moves; // steps that did change x

  private final List<String> decisions = new ArrayList<>();

  /**
   * @param fixedEpoch steps in an epoch, or 0 to let them vary
   * @param exact whether restarts are exact, so that objectives can be compared
   */
  AdaptivePace(double restartCalls, double stepCalls, long fixedEpoch, boolean exact) {
    this.restartCalls = restartCalls;
    this.stepCalls = stepCalls;
    this.fixedEpoch = fixedEpoch;
    this.exact = exact;
  }

  @Override
  public double eta() {
    return probe > 0 ? probe : theta * fastest;
  }

  @Override
  public double toldEta() {
    return probe > 0 && suggested > 0 ? theta * suggested : eta();
  }

  @Override
  public void suggest(double fastest) {
    suggested = fastest;
  }

  @Override
  public boolean restartDue() {
    return due;
  }

  @Override
  public boolean goesBack() {
    return true;
  }

  @Override
  public boolean measures() {
    return true;
  }

  @Override
  public boolean restarted(double objective, double gradientNorm, double xNorm) {
    restarts++;
    steps++;
    if (begun && isBad(objective, gradientNorm)) {
      if (leapt) {
        goBack("after a leap the objective was higher");
      } else {
        slowDown("the objective rose");
      }
      return false;
    }
    if (!begun) {
      begun = true;
      probe = gradientNorm > 0 ? PROBE_LENGTH * (xNorm > 0 ? xNorm : 1) / gradientNorm : 1;
    } else if (!leapt) {
      adjustTheta();
    }
    leapt = false;
    anchorObjective = objective;
    anchorNorm = Double.NaN; // known when the move is proposed
    returns = 0;
    beginEpoch();
    return true;
  }

  /** After too many returns nothing is bad any more, so that the run sees what happens and ends. */
  private boolean isBad(double objective, double gradientNorm) {
    if (returns >= RETURNS) {
      return false;
    }
    if (!Double.isFinite(objective) || !Double.isFinite(gradientNorm)) {
      return true;
    }
    double rounding = ROUNDING * (Math.abs(objective) + Math.abs(anchorObjective));
    return exact && objective - anchorObjective > rounding;
  }

  /** Epochs dearer than a restart could do with longer steps, cheap ones with safer ones. */
  private void adjustTheta() {
    double cost = k * stepCalls / restartCalls;
    if (theta < THETA || cost > 1) {
      theta = Math.min(cost > 1 ? THETA_MOST : THETA, THETA_GROWTH * theta);
    } else if (cost < 0.5) {
      theta = Math.max(THETA, theta / THETA_GROWTH);
    }
  }

  @Override
  public void recurred(double along, double dx2, double dF2) {
    if (dx2 != 0) { // with constraints a move may be none
      a += along / dx2;
      b += dF2 / dx2;
      moves++;
    }
    d += dF2;
    k++;
    steps++;
  }

  @Override
  public boolean accepts(double norm) {
    if (k == 0) {
      anchorNorm = norm;
      return true;
    }
    if (probe > 0) {
      return probed();
    }
    if (!(norm <= GROWTH_BACK * anchorNorm) && returns < RETURNS) {
      learn(false);
      slowDown("the estimate grew tenfold");
      return false;
    }
    due = epochIsOver(norm);
    if (due) {
      learn(true);
    }
    return true;
  }

  private boolean epochIsOver(double norm) {
    if (fixedEpoch > 0) {
      return k + 1 >= fixedEpoch;
    }
    return norm > GROWTH_RESTART * anchorNorm
        || norm == 0
        || (k >= SHORTEST && d >= TRUST * norm * norm)
        || (k + 1) * stepCalls > LONGEST * restartCalls;
  }

  /** Looks at a probe, which is taken back unless nothing but the run's own checks can help. */
  private boolean probed() {
    if (!Double.isFinite(a + b)) {
      if (returns++ >= RETURNS) {
        return true;
      }
      probe *= PROBE_LENGTH; // stepped out of the function's range: probe nearer
      beginEpoch();
    } else if (k == PROBES) {
      fastest = b > 0 ? fastest(a / moves, b / moves) : probe;
      probe = 0;
      decide("step size %.3g, from %d probes of the curvature".formatted(eta(), k));
      beginEpoch();
    }
    return false;
  }

  /** Takes this epoch's ā/b̄ into the average; after a failure only if it is smaller. */
  private void learn(boolean trusted) {
    double here = fastest(a / moves, b / moves);
    if (Double.isFinite(here) && b > 0 && (trusted || here < fastest)) {
      fastest = Math.sqrt(fastest * here);
    }
  }

  static double fastest(double a, double b) {
    return Math.max(a, 0.1 * Math.sqrt(b)) / b;
  }

  private void slowDown(String why) {
    theta /= 2;
    goBack(why);
  }

  private void goBack(String why) {
    leapt = false;
    returns++;
    String step = probe > 0 ? "" : " with step size %.3g".formatted(theta * fastest);
    note("%s; back to the last restart%s".formatted(why, step));
    beginEpoch();
  }

  private void beginEpoch() {
    a = 0;
    b = 0;
    d = 0;
    k = 0;
    moves = 0;
    due = fixedEpoch == 1 && probe == 0; // probes are recursive steps
  }

  @Override
  public void looked() {
    steps++;
  }

  @Override
  public void note(String what) {
    decide("step %d: %s".formatted(steps, what));
  }

  private void decide(String decision) {
    if (decisions.size() < DECISIONS_KEPT) {
      decisions.add(decision);
    }
  }

  @Override
  public boolean atRestart() {
    return k == 0 && begun;
  }

  @Override
  public void leaps() {
    leapt = true;
    due = true;
  }

  @Override
  public long epoch() {
    return fixedEpoch > 0 ? fixedEpoch : Math.round((double) steps / Math.max(1, restarts));
  }

  @Override
  public List<String> decisions() {
    return List.copyOf(decisions);
  }

  @Override
  public void state(State s) {
    theta = s.value("theta", theta);
    fastest = s.value("fastest", fastest);
    probe = s.value("probe", probe);
    suggested = s.value("suggested", suggested);
    anchorObjective = s.value("anchor objective", anchorObjective);
    anchorNorm = s.value("anchor norm", anchorNorm);
    due = s.value("due", due);
    begun = s.value("begun", begun);
    leapt = s.value("leapt", leapt);
    restarts = s.value("restarts", restarts);
    steps = s.value("steps", steps);
    returns = s.value("returns", returns);
    a = s.value("a", a);
    b = s.value("b", b);
    d = s.value("d", d);
    k = s.value("k", k);
    moves = s.value("moves", moves);
    s.words("decisions", decisions);
  }
}
