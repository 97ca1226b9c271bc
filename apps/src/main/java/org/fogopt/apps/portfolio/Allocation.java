package org.fogopt.apps.portfolio;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fogopt.apps.portfolio.risk.Risk;

/**
 * Weights that were chosen, and what they are in the sample they were chosen on: per period and in
 * the units of the returns. Means divide by the number of periods.
 *
 * @param weights one for each asset
 * @param objective what was minimised, at the weights
 * @param expectedReturn mean of the portfolio's returns, less those of a benchmark
 * @param volatility standard deviation of the same
 * @param risk the measure chosen
 * @param riskValue its value
 * @param lambda the minimising λ of EVaR; NaN of another risk
 * @param ratio of the expected return less costs above the risk-free rate to the risk's
 *     denominator; NaN where that is not positive
 * @param gapBound no weights that meet the constraints, the number of assets among them, have an
 *     objective lower by more; NaN where no bound is to be had
 * @param steps of the solver
 * @param binding names of the constraints that hold as equalities
 * @param notes on what was done, for the user
 */
public record Allocation(
    double[] weights,
    double objective,
    double expectedReturn,
    double volatility,
    Risk risk,
    double riskValue,
    double lambda,
    double ratio,
    double gapBound,
    int steps,
    List<String> binding,
    List<String> notes) {
  /** Weights below this share of the largest are rounding, not holdings. */
  private static final double NOTHING = 1e-9;

  public Allocation {
    binding = List.copyOf(binding);
    notes = List.copyOf(notes);
  }

  /** With the limit of a risk among what binds, where the risk is at it. */
  Allocation withLimit(double mostRisk) {
    if (!(Math.abs(riskValue - mostRisk) <= Portfolio.NEAR * Math.abs(mostRisk))) {
      return this;
    }
    List<String> all = Stream.concat(Stream.of("limit of risk"), binding.stream()).toList();
    return new Allocation(
        weights,
        objective,
        expectedReturn,
        volatility,
        risk,
        riskValue,
        lambda,
        ratio,
        gapBound,
        steps,
        all,
        notes);
  }

  /** Σ x_k. */
  public double net() {
    return IntStream.range(0, weights.length).mapToDouble(k -> weights[k]).sum();
  }

  /** Σ |x_k|. */
  public double gross() {
    return IntStream.range(0, weights.length).mapToDouble(k -> Math.abs(weights[k])).sum();
  }

  /** Assets with a weight other than 0. */
  public int holdings() {
    double most =
        IntStream.range(0, weights.length).mapToDouble(k -> Math.abs(weights[k])).max().orElse(0);
    return (int)
        IntStream.range(0, weights.length)
            .filter(k -> Math.abs(weights[k]) > NOTHING * most)
            .count();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "expected return %.6g, volatility %.6g, %s %.6g, ratio %.6g a period; %d of %d assets, net"
            + " %.4g, gross %.4g; gap at most %.1e",
        expectedReturn,
        volatility,
        risk,
        riskValue,
        ratio,
        holdings(),
        weights.length,
        net(),
        gross(),
        gapBound);
  }
}
