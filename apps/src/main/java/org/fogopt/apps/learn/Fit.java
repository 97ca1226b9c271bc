package org.fogopt.apps.learn;

import java.util.List;
import org.fogopt.linalg.Shortened;

/**
 * What was learned, and how.
 *
 * @param parameters the model's, in the order that {@link Learner} describes
 * @param objective the exact objective there, penalties included
 * @param gapBound no parameters have an objective that is lower by more; NaN where none is known
 * @param method what ran
 * @param reason why it ended
 * @param steps of all runs together
 * @param calls as Definition 1 counts, of all runs together
 * @param callsPaper as the theorems count
 * @param secondOrderCalls calls of second derivatives
 * @param passes (callsPaper + secondOrderCalls) / rows
 * @param seconds spent by the method alone
 * @param converged whether the tolerance or the rounding of the objective was reached
 * @param decisions what was chosen or changed on the way, and why
 */
public record Fit(
    double[] parameters,
    double objective,
    double gapBound,
    String method,
    String reason,
    long steps,
    long calls,
    long callsPaper,
    long secondOrderCalls,
    double passes,
    double seconds,
    boolean converged,
    List<String> decisions) {
  @Override
  public String toString() {
    return "Fit[%s: objective %.10g, gap at most %.3g, %s by %s in %.1f passes]"
        .formatted(
            Shortened.of(parameters),
            objective,
            gapBound,
            converged ? "converged" : "not converged",
            method,
            passes);
  }
}
