package org.fogopt.lab.report;

/**
 * One evaluation of a run, or of several at the same cost: the median, with quartiles around it.
 * NaN stands for what is not known.
 *
 * @param calls as the theorems count
 * @param passes calls over the number of inner components
 * @param seconds spent by the method alone
 * @param gap what is above the least objective
 * @param gradientNorm of the gradient, or of the gradient mapping
 * @param gapLow the lower quartile of the gap
 * @param gapHigh the upper quartile of the gap
 * @param normLow the lower quartile of the gradient norm
 * @param normHigh the upper quartile of the gradient norm
 */
public record Point(
    double calls,
    double passes,
    double seconds,
    double gap,
    double gradientNorm,
    double gapLow,
    double gapHigh,
    double normLow,
    double normHigh) {

  /** Of a single run, which has no quartiles. */
  public static Point single(
      double calls, double passes, double seconds, double gap, double gradientNorm) {
    double none = Double.NaN;
    return new Point(calls, passes, seconds, gap, gradientNorm, none, none, none, none);
  }
}
