package org.fogopt.apps.portfolio.backtest;

import java.util.List;
import org.fogopt.linalg.Shortened;

/**
 * What a strategy earned.
 *
 * @param name of the strategy
 * @param earned returns of the periods out of sample, after costs, as fractions
 * @param chosen the weights of each rebalancing; none for a series that is held
 * @param traded the sum of |x − held| over all rebalancings but the first
 * @param notes what there is to know of single choices, in their order
 */
public record Track(
    String name, double[] earned, double[][] chosen, double traded, List<String> notes) {
  public Track {
    notes = List.copyOf(notes);
  }

  /** What 1 has become after each period. */
  public double[] equity() {
    double[] equity = new double[earned.length];
    double worth = 1;
    for (int t = 0; t < equity.length; t++) {
      worth *= Math.max(0, 1 + earned[t]);
      equity[t] = worth;
    }
    return equity;
  }

  /** The loss since the highest equity before, as a fraction, after each period. */
  public double[] drawdown() {
    double[] drawdown = equity();
    double peak = 1;
    for (int t = 0; t < drawdown.length; t++) {
      peak = Math.max(peak, drawdown[t]);
      drawdown[t] = 1 - drawdown[t] / peak;
    }
    return drawdown;
  }

  @Override
  public String toString() {
    return "Track[%s: %d periods, earned %s, traded %s]"
        .formatted(name, earned.length, Shortened.of(earned), traded);
  }
}
