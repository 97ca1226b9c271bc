package org.fogopt.apps.portfolio.risk;

import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.SymmetricMatrix;

/** xᵀCx or its root: ∇ = 2Cx; of the root s, ∇ = Cx/s and ∇² = (C − ∇∇ᵀ)/s. */
final class CovarianceRisk implements SmoothRisk {
  private final boolean isRoot;
  private final SymmetricMatrix c;
  private final double[] cx;
  private double root;

  CovarianceRisk(Risk risk, SymmetricMatrix covariance) {
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
    return isRoot ? root : square;
  }

  @Override
  public double[] gradient() {
    double[] gradient = cx.clone();
    Kernels.scale(!isRoot ? 2 : root == 0 ? 0 : 1 / root, gradient);
    return gradient;
  }

  @Override
  public SymmetricMatrix hessian() {
    SymmetricMatrix h = new SymmetricMatrix(c.size());
    h.copyFrom(c);
    if (!isRoot) {
      h.scale(2);
    } else if (root > 0) {
      h.addRows(1, gradient(), new double[] {-1});
      h.scale(1 / root);
    }
    return h;
  }
}
