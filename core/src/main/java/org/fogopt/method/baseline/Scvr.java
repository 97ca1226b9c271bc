package org.fogopt.method.baseline;

import static org.fogopt.method.baseline.SvrgFamily.A;
import static org.fogopt.method.baseline.SvrgFamily.B;
import static org.fogopt.method.baseline.SvrgFamily.C;
import static org.fogopt.method.baseline.SvrgFamily.ETA;
import static org.fogopt.method.baseline.SvrgFamily.K;

import java.util.List;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Oracle;

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
          List.of(ETA, A, B, C, K),
          Scvr::begin);

  private Scvr() {}

  private static Iteration begin(Settings settings, Oracle oracle, double[] x0) {
    SvrgFamily.requireFinite(oracle);
    double total = SvrgFamily.total(oracle);
    var rules =
        new SvrgIteration.Rules(
            SvrgFamily.batches(
                settings, oracle, JacobianKind.CORRECTED, StrictMath.pow(total, 0.4), 1),
            null,
            JacobianKind.CORRECTED,
            NextAnchor.LAST,
            false);
    long length = settings.count(K, SvrgFamily.upTo(StrictMath.pow(total, 0.6)));
    double eta = SvrgFamily.eta(settings, oracle, x0, rules.batches());
    return new SvrgIteration(settings, oracle, x0, rules, SvrgIteration.constant(eta, length));
  }
}
