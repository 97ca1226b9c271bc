package org.fogopt.apps.portfolio.risk;

import org.fogopt.linalg.SymmetricMatrix;

/** A convex function of the weights with two derivatives, at a point that is set first. */
interface SmoothRisk {
  /** Moves to x; returns the risk there, +∞ outside of its domain. */
  double at(double[] x);

  /** At the point set last. */
  double[] gradient();

  /** At the point set last; the caller may change it. */
  SymmetricMatrix hessian();

  /** Whether its second derivatives are the same everywhere. */
  default boolean isQuadratic() {
    return false;
  }

  static SmoothRisk of(Risk risk, Scenarios scenarios) {
    return switch (risk.kind()) {
      case VARIANCE, DEVIATION -> new CovarianceRisk(risk, scenarios.covariance());
      default -> new ScenarioRisk(risk, scenarios);
    };
  }
}
