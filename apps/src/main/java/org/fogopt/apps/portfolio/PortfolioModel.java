package org.fogopt.apps.portfolio;

import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.RiskProgram;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.apps.portfolio.risk.Scenarios;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Polyhedral;
import org.jspecify.annotations.Nullable;

/** A {@link Portfolio} in the unknowns of its program; each minimum begins at the last one. */
final class PortfolioModel {
  private final Holdings holdings;
  private final Scenarios scenarios;
  private final Polyhedral set;
  private final double[] slopes;
  private final RiskProgram program;
  private double @Nullable [] last;

  /**
   * @param slopes of a linear term that every objective has
   */
  PortfolioModel(Holdings holdings, Scenarios scenarios, Polyhedral set, double[] slopes) {
    this.holdings = holdings;
    this.scenarios = scenarios;
    this.set = set;
    this.slopes = slopes;
    program = new RiskProgram(scenarios, set);
  }

  Scenarios scenarios() {
    return scenarios;
  }

  Polyhedral set() {
    return set;
  }

  double[] weights(double[] v) {
    return holdings.weights(v);
  }

  /** The least of a·risk − b·(expected return), costs included. */
  Best balance(Risk risk, double a, double b) {
    double[] c = slopes.clone();
    Kernels.axpy(-b, scenarios.means(), c);
    Best best = program.minimise(risk, a, c, last);
    last = best.x();
    return best;
  }

  double mean(double[] v) {
    return Kernels.dot(scenarios.means(), v);
  }

  double risk(Risk risk, double[] v) {
    return risk.of(scenarios.returnsOf(v), scenarios.probabilities());
  }
}
