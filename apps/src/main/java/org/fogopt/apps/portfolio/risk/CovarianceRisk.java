package org.fogopt.apps.portfolio.risk;

import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.SymmetricMatrix;

/**
 * xᵀCx or its root: ∇ = 2Cx; of the root s, ∇ = Cx/s and ∇² = (C − ∇∇ᵀ)/s. A root whose s is
 * bounded below is (xᵀCx/s + s)/2.
 */
final class CovarianceRisk implements SmoothRisk {
  private final boolean isRoot;
  private final SymmetricMatrix c;
  private final double[] cx;
  private final double least;
  private double root;

  CovarianceRisk(Risk risk, SymmetricMatrix covariance) {
    this(risk, covariance, 0);
  }

  /** A root without its kink at 0; see {@link ScenarioRisk}. */
  CovarianceRisk(Risk risk, SymmetricMatrix covariance, double least) {
    this.least = least;
    isRoot = risk.kind() == Risk.Kind.DEVIATION;
    c = covariance;
    cx = new double[covariance.size()];
  }

  @Override
  public boolean isQuadratic() {
    return !isRoot;
  }

  @Override
  public double at(double[] x) {
    c.times(x, cx);
    double square = Math.max(0, Kernels.dot(x, cx));
    root = Math.sqrt(square);
    if (!isRoot) {
      return square;
    }
    return root >= least ? root : (square / least + least) / 2;
  }

  @Override
  public double[] gradient() {
    double[] gradient = cx.clone();
    double s = Math.max(root, least);
    Kernels.scale(!isRoot ? 2 : s == 0 ? 0 : 1 / s, gradient);
    return gradient;
  }

  @Override
  public SymmetricMatrix hessian() {
    SymmetricMatrix h = new SymmetricMatrix(c.size());
    h.copyFrom(c);
    if (!isRoot) {
      h.scale(2);
    } else if (root > 0 && root >= least) {
      h.addRows(1, gradient(), new double[] {-1});
      h.scale(1 / root);
    } else if (least > 0) {
      h.scale(1 / least);
    }
    return h;
  }
}
