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
   * A risk, its kinks smoothed.
   *
   * @param least of the scale of a risk that has kinks; see {@link ScenarioRisk}
   * @param isFine whether a deviation may be so near to 0 that a covariance has no digits for it
   */
  record Smoothed(Risk risk, double least, boolean isFine) {
    Smoothed(Risk risk) {
      this(risk, 0, false);
    }

    /** Its derivatives for some scenarios. */
    SmoothRisk of(Scenarios scenarios) {
      return risk.isOfCovariance() && (!isFine || scenarios.shrinkage() > 0)
          ? new CovarianceRisk(risk, scenarios.covariance(), least)
          : new ScenarioRisk(risk, scenarios, least);
    }

    /** The same for many assets: without a covariance, unless there is one. */
    SmoothRisk ofMany(Scenarios scenarios) {
      return new Smoothed(risk, least, true).of(scenarios);
    }
  }
}
