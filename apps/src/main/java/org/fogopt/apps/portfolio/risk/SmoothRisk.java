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

  /**
   * The derivatives of a risk.
   *
   * @param least of the scale of a risk that has kinks; see {@link ScenarioRisk}
   */
  static SmoothRisk of(Risk risk, Scenarios scenarios, double least) {
    return switch (risk.kind()) {
      case VARIANCE, DEVIATION -> new CovarianceRisk(risk, scenarios.covariance(), least);
      default -> new ScenarioRisk(risk, scenarios, least);
    };
  }
}
