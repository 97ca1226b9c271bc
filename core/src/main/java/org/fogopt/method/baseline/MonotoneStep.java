package org.fogopt.method.baseline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Parameter;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The step size of a method whose epochs begin at exact anchors: what the method plans, times a
 * factor. The factor is 1 where the user gave a step size, and nothing is ever taken back then.
 *
 * <p>Where it was measured at the start (see {@link CurvatureProbe}) it may be wrong elsewhere. At
 * an anchor the objective is known at no extra call: where it fell, the factor grows a little;
 * where it rose, or an estimate on the way grew out of all proportion, the method goes back to the
 * last anchor, which costs no call either, and the factor is halved.
 */
final class MonotoneStep implements Stateful {
  /** The step size of the methods that go by it. */
  static final Parameter ETA =
      Parameter.chosen(
          "eta",
          "step size",
          "measured at the start; then adapted, if epochs begin with all components",
          Parameter.Range.POSITIVE);

  /** A little: 1.25 would be taken back more often than it gains; see docs/notes. */
  private static final double GROWTH = 1.1;

  /** Rounding in the objective that counts neither as a rise nor as a fall, relative. */
  private static final double ROUNDING = 1e-10;

  /**
   * Growth of the estimate since the anchor at which the next anchor is not waited for. Single
   * components of a healthy epoch make it hundreds of times as long, and no harm is done; what
   * diverges does not stop there.
   */
  private static final double RUNAWAY = 1e4;

  /** Returns in a row after which going back is believed to be no help. */
  private static final int RETURNS = 40;

  private static final int DECISIONS_KEPT = 100;

  private final LongToDoubleFunction planned;
  private final boolean adapts;

  private double factor = 1;
  private boolean anchored;
  private double anchorObjective;
  private double anchorNorm;
  private int returns;
  private final List<String> decisions = new ArrayList<>();

  /**
   * @param planned the step size of step t = 0, 1, …
   * @param adapts whether that was measured, not given, and anchors are exact
   */
  MonotoneStep(LongToDoubleFunction planned, boolean adapts) {
    this.planned = planned;
    this.adapts = adapts;
  }

  boolean adapts() {
    return adapts;
  }

  /** The step size of step t. */
  double eta(long t) {
    return factor * planned.applyAsDouble(t);
  }

  /**
   * Step t found objective and gradient at the end of an epoch.
   *
   * @return whether to go on from there; otherwise back to the last anchor
   */
  boolean accepts(long t, double objective, double gradientNorm) {
    double rounding = ROUNDING * (Math.abs(objective) + Math.abs(anchorObjective));
    boolean isNumber = Double.isFinite(objective) && Double.isFinite(gradientNorm);
    if (mayGoBack() && (!isNumber || objective - anchorObjective > rounding)) {
      slowDown(t, isNumber ? "the objective rose" : "the objective is not finite");
      return false;
    }
    if (adapts && anchored && anchorObjective - objective > rounding) {
      factor *= GROWTH;
    }
    anchored = true;
    anchorObjective = objective;
    anchorNorm = gradientNorm;
    returns = 0;
    return true;
  }

  /**
   * Step t proposes a move of {@code norm} times the step size.
   *
   * @return whether to make it; otherwise back to the last anchor
   */
  boolean accepts(long t, double norm) {
    if (!mayGoBack() || norm <= RUNAWAY * anchorNorm) {
      return true;
    }
    slowDown(t, "the estimate grew from %.3g to %.3g".formatted(anchorNorm, norm));
    return false;
  }

  /** After too many returns nothing is bad any more, so that the run sees what happens and ends. */
  private boolean mayGoBack() {
    return adapts && anchored && returns < RETURNS;
  }

  private void slowDown(long t, String why) {
    factor /= 2;
    returns++;
    if (decisions.size() < DECISIONS_KEPT) {
      decisions.add(
          "step %d: %s; back to the last anchor with step size %.3g".formatted(t, why, eta(t)));
    }
  }

  /** The objective at the anchor in force. */
  double anchorObjective() {
    return anchorObjective;
  }

  /** What was taken back, and why. */
  List<String> decisions() {
    return List.copyOf(decisions);
  }

  @Override
  public void state(State s) {
    s.same("planned", planned.applyAsDouble(0));
    factor = s.value("factor", factor);
    anchored = s.value("anchored", anchored);
    anchorObjective = s.value("anchor objective", anchorObjective);
    anchorNorm = s.value("anchor norm", anchorNorm);
    returns = s.value("returns", returns);
    s.words("decisions", decisions);
  }
}
