package org.fogopt.method;

import java.util.function.Consumer;
import java.util.function.LongToDoubleFunction;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The step size of a method whose epochs begin at exact anchors: what the method plans, times a
 * factor. The factor is 1 where the user gave a step size, and nothing is ever taken back then.
 *
 * <p>Where it was measured at the start (see {@link CurvatureProbe}) it may be wrong elsewhere. At
 * an anchor the objective is known at no extra call: where it fell, the factor grows; where it
 * rose, or an estimate on the way grew out of all proportion, the method goes back to the last
 * anchor, which costs no call either, and the factor is halved.
 */
public final class MonotoneStep implements Stateful {
  /** The step size of the methods that go by it. */
  public static final Parameter ETA =
      Parameter.chosen(
          "eta",
          "step size",
          "measured at the start; then adapted, if epochs begin with all components",
          Parameter.Range.POSITIVE);

  /** Rounding in the objective that counts neither as a rise nor as a fall, relative. */
  private static final double ROUNDING = 1e-10;

  /** Returns in a row after which going back is believed to be no help. */
  private static final int RETURNS = 40;

  /**
   * How the factor changes.
   *
   * @param growth of the factor at an anchor that is lower than the last
   * @param most the largest factor
   * @param runaway growth of the estimate since the anchor at which the next is not waited for
   */
  public record Rule(double growth, double most, double runaway) {}

  private final LongToDoubleFunction planned;
  private final boolean adapts;
  private final boolean isExact;
  private final Rule rule;
  private final Consumer<String> note;

  private double factor = 1;
  private boolean anchored;
  private double anchorObjective;
  private double anchorNorm;
  private int returns;

  /**
   * @param planned the step size of step t = 0, 1, …
   * @param adapts whether that was measured, not given
   * @param isExact whether anchors see all components; otherwise objectives are not compared
   * @param note takes what was taken back, and why
   */
  public MonotoneStep(
      LongToDoubleFunction planned,
      boolean adapts,
      boolean isExact,
      Rule rule,
      Consumer<String> note) {
    this.planned = planned;
    this.adapts = adapts;
    this.isExact = isExact;
    this.rule = rule;
    this.note = note;
  }

  public boolean adapts() {
    return adapts;
  }

  /** The step size of step t. */
  public double eta(long t) {
    return factor * planned.applyAsDouble(t);
  }

  /**
   * Step t found objective and gradient at the end of an epoch.
   *
   * @return whether to go on from there; otherwise back to the last anchor
   */
  public boolean accepts(long t, double objective, double gradientNorm) {
    double rounding = ROUNDING * (Math.abs(objective) + Math.abs(anchorObjective));
    boolean isNumber = Double.isFinite(objective) && Double.isFinite(gradientNorm);
    boolean isWorse = isExact && objective - anchorObjective > rounding;
    if (mayGoBack() && (!isNumber || isWorse)) {
      slowDown(t, isNumber ? "the objective rose" : "the objective is not finite");
      return false;
    }
    boolean isLower = !isExact || anchorObjective - objective > rounding;
    if (adapts && anchored && isLower) {
      factor = Math.min(rule.most(), rule.growth() * factor);
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
  public boolean accepts(long t, double norm) {
    if (!runsAway(norm)) {
      return true;
    }
    slowDown(t, "the estimate grew from %.3g to %.3g".formatted(anchorNorm, norm));
    return false;
  }

  /** Whether a move of {@code norm} times the step size is not to be made. */
  public boolean runsAway(double norm) {
    return mayGoBack() && !(norm <= rule.runaway() * anchorNorm);
  }

  /** After too many returns nothing is bad any more, so that the run sees what happens and ends. */
  private boolean mayGoBack() {
    return adapts && anchored && returns < RETURNS;
  }

  private void slowDown(long t, String why) {
    factor /= 2;
    returns++;
    note.accept("%s; back to the last anchor with step size %.3g".formatted(why, eta(t)));
  }

  /** The objective at the anchor in force. */
  public double anchorObjective() {
    return anchorObjective;
  }

  /** The estimate's norm at the anchor in force. */
  public double anchorNorm() {
    return anchorNorm;
  }

  /** Replaces it: with a penalty the norm depends on the step size, which may have changed. */
  public void anchorNorm(double norm) {
    anchorNorm = norm;
  }

  @Override
  public void state(State s) {
    s.same("planned", planned.applyAsDouble(0));
    factor = s.value("factor", factor);
    anchored = s.value("anchored", anchored);
    anchorObjective = s.value("anchor objective", anchorObjective);
    anchorNorm = s.value("anchor norm", anchorNorm);
    returns = s.value("returns", returns);
  }
}
