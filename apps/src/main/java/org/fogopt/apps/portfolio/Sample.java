package org.fogopt.apps.portfolio;

import java.util.Arrays;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.portfolio.risk.Scenarios;
import org.fogopt.linalg.Kernels;

/**
 * The sample that a portfolio is chosen on: its returns less a benchmark, with the weights of the
 * periods, winsorised and shrunk as asked for. All weights are measured in the same way.
 */
public final class Sample {
  private final Scenarios scenarios;

  Sample(Scenarios scenarios) {
    this.scenarios = scenarios;
  }

  /** The expected return of weights, per period. */
  public double expectedReturn(double[] weights) {
    return Kernels.dot(scenarios.means(), unknowns(weights));
  }

  /** A risk of weights. */
  public double risk(Risk risk, double[] weights) {
    return scenarios.risk(risk, unknowns(weights));
  }

  /** With the benchmark, which is an unknown of 1. */
  private double[] unknowns(double[] weights) {
    double[] v = Arrays.copyOf(weights, scenarios.assets());
    Arrays.fill(v, weights.length, v.length, 1);
    return v;
  }
}
