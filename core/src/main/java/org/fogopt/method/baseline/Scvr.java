package org.fogopt.method.baseline;

import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Oracle;
import org.fogopt.theory.Batches;

/**
 * SCVR: Liu, Liu, Tao, "Variance reduced methods for non-convex composition optimization", 2017:
 * the estimator of {@link CompositionalSvrg2} with one outer sample, in the non-convex setting.
 *
 * <p>A = B = N^{2/5}, K = N^{3/5}, N = m + n, give the published N^{4/5} ε⁻²; that paper's own
 * constants were not at hand.
 */
public final class Scvr {

  public static final Method METHOD =
      new Method(
          "scvr",
          "SCVR",
          "Liu, Liu, Tao 2017",
          "(m + n)/K + 2(A + B + C)",
          "random",
          SvrgFamily.parameters(),
          Scvr::begin);

  private Scvr() {}

  private static Iteration begin(Settings settings, Oracle oracle, double[] x0) {
    SvrgFamily.requireFinite(oracle);
    double total = SvrgFamily.total(oracle);
    JacobianKind kind = JacobianKind.CORRECTED;
    Batches batches = SvrgFamily.batches(settings, oracle, kind, StrictMath.pow(total, 0.4), 1);
    double length = StrictMath.pow(total, 0.6);
    return SvrgFamily.begin(settings, oracle, x0, batches, kind, NextAnchor.LAST, length);
  }
}
