package org.fogopt.run;

import java.util.List;
import java.util.Map;
import org.fogopt.oracle.Ledger;

/**
 * What a run leaves behind, with what is needed to repeat it.
 *
 * @param point the point handed back; finite and feasible, after a failure too
 * @param objective Φ + h there, evaluated outside the count
 * @param gradientNorm |∇Φ| (of the gradient mapping) there, evaluated outside the count
 * @param stop why it ended
 * @param steps how many moves were made
 * @param calls as Definition 1 counts
 * @param callsPaper as the theorems count
 * @param secondOrderCalls calls of second derivatives
 * @param passes (callsPaper + secondOrderCalls) / m
 * @param seconds spent by the algorithm alone
 * @param problem the problem's name
 * @param algorithm the method that ran
 * @param seed of all draws
 * @param parameters in force at the end, chosen ones included
 * @param decisions what was chosen or changed on the way, and why
 * @param trace what was recorded on the way
 */
public record Result(
    double[] point,
    double objective,
    double gradientNorm,
    Stop stop,
    long steps,
    long calls,
    long callsPaper,
    long secondOrderCalls,
    double passes,
    double seconds,
    String problem,
    String algorithm,
    long seed,
    Map<String, Number> parameters,
    List<String> decisions,
    Trace trace) {
  /** Of a run that broke before its first step. */
  static Result ofNothing(
      double[] start, Stop stop, Ledger spent, String problem, String algorithm, long seed) {
    return new Result(
        start,
        Double.NaN,
        Double.NaN,
        stop,
        0,
        spent.strict(),
        spent.paper(),
        spent.secondOrder(),
        0,
        0,
        problem,
        algorithm,
        seed,
        Map.of(),
        List.of(),
        new Trace());
  }

  /** Whether the run reached its tolerance or target, or the rounding of the objective. */
  public boolean converged() {
    return stop.converged();
  }

  /** What came of the run, what it cost, and why it ended. */
  @Override
  public String toString() {
    return """
        %s: %s
        objective %s, gradient norm %.3g
        %d unknowns, %d steps of %s, %d calls%s, %.3g s
        """
        .formatted(
            converged() ? "converged" : "not converged",
            stop.detail(),
            objective,
            gradientNorm,
            point.length,
            steps,
            algorithm,
            calls,
            passes == callsPaper + secondOrderCalls ? "" : " (%.1f passes)".formatted(passes),
            seconds)
        .strip();
  }
}
