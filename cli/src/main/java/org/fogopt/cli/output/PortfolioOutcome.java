package org.fogopt.cli.output;

import java.util.List;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.run.Result;
import org.fogopt.run.Trace;
import org.jspecify.annotations.Nullable;

/**
 * A portfolio that was found, and all that it was found from.
 *
 * @param source where the returns come from
 * @param names of the assets
 * @param periods how many there are
 * @param series what is known of the returns; null if they are remote
 * @param figures of the portfolio; null if the returns are remote, or too many
 * @param riskAversion lambda
 * @param riskFree the risk-free rate a year, as a fraction
 * @param constraints on the weights
 * @param result of the run
 * @param reason why the automatic choice is what it is; null if a method was named
 * @param exact the exact minimum, if it was asked for and there is one
 */
public record PortfolioOutcome(
    String source,
    List<String> names,
    long periods,
    @Nullable ReturnSeries series,
    @Nullable PortfolioFigures figures,
    double riskAversion,
    double riskFree,
    WeightConstraints constraints,
    Result result,
    @Nullable String reason,
    @Nullable Double exact) {

  /** {@code 3 assets over 60 periods}. */
  public String size() {
    return Words.count(names.size(), "asset") + " over " + Words.count(periods, "period");
  }

  /** The objective where the run began; NaN if that is not known. */
  public double startObjective() {
    List<Trace.Row> trace = result.trace().rows();
    return trace.isEmpty() ? Double.NaN : trace.get(0).objective();
  }

  /** Each constraint, and which weights it holds back. */
  public List<WeightConstraints.Standing> standings() {
    return constraints.standings(names, result.point());
  }
}
