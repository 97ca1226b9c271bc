package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.ReturnType;
import org.fogopt.apps.returns.Units;
import org.fogopt.linalg.RowMatrix;
import org.jspecify.annotations.Nullable;

/**
 * What a portfolio did over the periods of its data, in the units of the returns. Weights are held
 * from period to period by rebalancing; what is not invested earns nothing. All moments divide by
 * T. Chosen on the same data, these figures flatter: they are in-sample.
 *
 * <pre>{@code
 * PortfolioFigures figures = PortfolioFigures.of(returns, weights, 0);
 * double sharpe = figures.ratio() * Math.sqrt(12); // a year, of monthly returns
 * }</pre>
 *
 * @param expectedReturn the mean return of a period
 * @param volatility the standard deviation of it
 * @param ratio the Sharpe ratio of a period: (expected return − risk-free rate) / volatility; NaN
 *     without volatility
 * @param cvar95 the conditional value at risk at 95 %: the mean loss of the worst 5 % of periods,
 *     counting the period at the edge in part
 * @param maxDrawdown the largest loss from a peak of the portfolio's value to a later trough; NaN
 *     if units or the order of the rows are not known
 * @param netExposure the sum of the weights
 * @param grossExposure the sum of their sizes
 * @param longs how many weights are positive, leaving out those that are zero but for rounding
 * @param shorts how many are negative
 */
public record PortfolioFigures(
    double expectedReturn,
    double volatility,
    double ratio,
    double cvar95,
    double maxDrawdown,
    double netExposure,
    double grossExposure,
    int longs,
    int shorts) {
  private static final double TAIL = 0.05;

  /** A weight below this part of all is zero but for the rounding of a method. */
  private static final double HELD = 1e-6;

  /**
   * Of a portfolio.
   *
   * @param riskFree the risk-free return of a period, in the units of the returns
   */
  public static PortfolioFigures of(ReturnSeries series, double[] weights, double riskFree) {
    Units units = series.isInOrder() ? series.units() : null;
    return of(series.table().rows(), weights, riskFree, units, series.type());
  }

  /**
   * Of a portfolio on bare numbers.
   *
   * @param units of the returns; null if they are not known, or the rows in no order
   */
  public static PortfolioFigures of(
      RowMatrix rows, double[] weights, double riskFree, @Nullable Units units, ReturnType type) {
    double[] earned = new double[rows.rows()];
    Arrays.setAll(earned, i -> rows.dot(i, weights));
    double mean = Arrays.stream(earned).sum() / earned.length;
    double squares = Arrays.stream(earned).map(r -> (r - mean) * (r - mean)).sum();
    double volatility = Math.sqrt(squares / earned.length);
    double drawdown =
        units == null ? Double.NaN : units.one() * drawdown(rows, weights, units, type);
    double gross = Arrays.stream(weights).map(Math::abs).sum();
    return new PortfolioFigures(
        mean,
        volatility,
        volatility > 0 ? (mean - riskFree) / volatility : Double.NaN,
        cvar(earned),
        drawdown,
        Arrays.stream(weights).sum(),
        gross,
        (int) Arrays.stream(weights).filter(w -> w > HELD * gross).count(),
        (int) Arrays.stream(weights).filter(w -> w < -HELD * gross).count());
  }

  /**
   * What part of the variance comes with each asset: its weight times the covariance of its return
   * with the portfolio's, over the variance of the portfolio. The parts sum to 1; an asset that
   * hedges the others has a negative one. All are NaN without variance.
   */
  public static double[] riskContributions(RowMatrix rows, double[] weights) {
    int periods = rows.rows();
    double[] earned = new double[periods];
    Arrays.setAll(earned, i -> rows.dot(i, weights));
    double mean = Arrays.stream(earned).sum() / periods;
    double[] parts = new double[weights.length];
    double squares = 0;
    for (int i = 0; i < periods; i++) {
      double above = earned[i] - mean;
      squares += above * above;
      rows.addTo(
          i, above, parts); // the mean of the asset's return drops out: the deviations sum to 0
    }
    for (int k = 0; k < parts.length; k++) {
      parts[k] = squares > 0 ? weights[k] * parts[k] / squares : Double.NaN;
    }
    return parts;
  }

  /** Rockafellar and Uryasev (2002), Proposition 8: the period at the edge counts in part. */
  private static double cvar(double[] earned) {
    double[] sorted = earned.clone();
    Arrays.sort(sorted);
    double left = TAIL * sorted.length;
    double sum = 0;
    for (int i = 0; i < sorted.length && left > 0; i++) {
      double share = Math.min(1, left);
      sum += share * sorted[i];
      left -= share;
    }
    return -sum / (TAIL * sorted.length);
  }

  /** Of the worth, which simple returns make: Σ w (exp(l) − 1) of logarithmic ones. */
  private static double drawdown(RowMatrix rows, double[] weights, Units units, ReturnType type) {
    double[] row = new double[weights.length];
    double worth = 1;
    double peak = 1;
    double largest = 0;
    for (int t = 0; t < rows.rows(); t++) {
      rows.copyTo(t, row);
      double growth = 1;
      for (int k = 0; k < row.length; k++) {
        growth += weights[k] * type.simple(row[k] / units.one());
      }
      worth *= growth;
      if (!(worth > 0)) {
        return 1; // ruined
      }
      peak = Math.max(peak, worth);
      largest = Math.max(largest, 1 - worth / peak);
    }
    return largest;
  }
}
