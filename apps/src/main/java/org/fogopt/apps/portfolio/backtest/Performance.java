package org.fogopt.apps.portfolio.backtest;

import java.util.Arrays;
import java.util.List;

/**
 * Figures of returns through time, a year's where they have a unit of time; fractions. Moments
 * divide by the number of periods.
 *
 * @param annualReturn the constant return a year that ends at the same wealth
 * @param volatility the standard deviation, times the root of the periods of a year
 * @param sharpe mean above the risk-free rate over the standard deviation, times that root
 * @param sortino the same over the root of the mean square of what is below the risk-free rate
 * @param cvar95 the mean loss of the worst 5 % of periods, a period's
 * @param maxDrawdown the largest loss since an earlier peak
 */
public record Performance(
    double annualReturn,
    double volatility,
    double sharpe,
    double sortino,
    double cvar95,
    double maxDrawdown) {
  private static final double TAIL = 0.05;

  /** Names of the figures, in the order of {@link #values}. */
  public static final List<String> NAMES =
      List.of("annualReturn", "volatility", "sharpe", "sortino", "cvar95", "maxDrawdown");

  /**
   * Of returns.
   *
   * @param earned fractions, in the order of time
   * @param periodsPerYear 1 for figures of a period
   * @param riskFree return of a period
   */
  public static Performance of(double[] earned, double periodsPerYear, double riskFree) {
    int count = earned.length;
    double mean = 0;
    double logWorth = 0;
    double highest = 0;
    double deepest = 0;
    for (double each : earned) {
      mean += each / count;
      logWorth += Math.log(Math.max(0, 1 + each));
      highest = Math.max(highest, logWorth);
      deepest = Math.min(deepest, logWorth - highest);
    }
    double squares = 0;
    double below = 0;
    for (double each : earned) {
      squares += (each - mean) * (each - mean) / count;
      double shortfall = Math.min(0, each - riskFree);
      below += shortfall * shortfall / count;
    }
    double root = Math.sqrt(periodsPerYear);
    double excess = mean - riskFree;
    return new Performance(
        Math.expm1(logWorth * periodsPerYear / count),
        Math.sqrt(squares) * root,
        squares > 0 ? excess / Math.sqrt(squares) * root : Double.NaN,
        below > 0 ? excess / Math.sqrt(below) * root : Double.NaN,
        cvar(earned, mean - Math.sqrt(squares)),
        -Math.expm1(deepest));
  }

  /** Sorts only what is below the cut where that is enough. */
  private static double cvar(double[] earned, double cut) {
    double size = TAIL * earned.length;
    double[] sorted = Arrays.stream(earned).filter(each -> each < cut).toArray();
    sorted = sorted.length < size ? earned.clone() : sorted;
    Arrays.sort(sorted);
    double left = size;
    double sum = 0;
    for (int t = 0; left > 0 && t < sorted.length; t++) {
      sum -= Math.min(1, left) * sorted[t];
      left -= 1;
    }
    return sum / size;
  }

  /** All figures, in the order of {@link #NAMES}. */
  public double[] values() {
    return new double[] {annualReturn, volatility, sharpe, sortino, cvar95, maxDrawdown};
  }
}
