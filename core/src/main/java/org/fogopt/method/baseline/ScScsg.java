package org.fogopt.method.baseline;

import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Oracle;
import org.fogopt.theory.Batches;

/**
 * SC-SCSG: Liu, Liu, Tao, "Variance reduced methods for non-convex composition optimization", 2017:
 * {@link Scvr} with anchors from large batches D1, D2, D3 instead of full passes, so that it serves
 * the online case. The paper on SARAH-Compositional runs this as "VRSC".
 *
 * <p>Whether epochs are fixed or geometric was not certain: both are here.
 */
public final class ScScsg {
  public static final Parameter D1 =
      Parameter.chosenCount("D1", "samples of g at an anchor", "1000, or all if fewer");
  public static final Parameter D2 =
      Parameter.chosenCount("D2", "samples of its Jacobian at an anchor", "as D1");
  public static final Parameter D3 =
      Parameter.chosenCount("D3", "samples of the outer gradient at an anchor", "1000, or all");
  public static final Parameter GEOMETRIC =
      Parameter.switched("geometric", "epoch lengths random with mean K, not fixed", false);

  private static final long LARGE = 1000;

  public static final Method METHOD =
      new Method(
          "sc-scsg",
          "SC-SCSG",
          "Liu, Liu, Tao 2017",
          "(D1 + D2 + D3)/K + 2(A + B + C)",
          "random",
          SvrgFamily.parameters(D1, D2, D3, GEOMETRIC),
          ScScsg::begin);

  private ScScsg() {}

  private static Iteration begin(Settings settings, Oracle oracle, double[] x0) {
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    settings.requireAtMost("m", m, D1, D2);
    settings.requireAtMost("n", n, D3);
    long d1 = settings.count(D1, Math.min(m, LARGE));
    var anchor = new Batches(d1, settings.count(D2, d1), settings.count(D3, Math.min(n, LARGE)));
    double total = (double) anchor.s1() + anchor.s3();
    var rules =
        new SvrgIteration.Rules(
            SvrgFamily.batches(
                settings, oracle, JacobianKind.CORRECTED, StrictMath.pow(total, 0.4), 1),
            anchor,
            JacobianKind.CORRECTED,
            NextAnchor.LAST,
            false);
    long mean = settings.count(SvrgFamily.K, SvrgFamily.upTo(StrictMath.pow(total, 0.6)));
    double eta = SvrgFamily.eta(settings, oracle, x0, rules.batches());
    boolean isGeometric = settings.is(GEOMETRIC);
    return new SvrgIteration(
        settings,
        oracle,
        x0,
        rules,
        epoch -> isGeometric ? geometric(mean, oracle.draws(), epoch) : mean,
        t -> eta);
  }

  private static long geometric(long mean, Draws draws, long epoch) {
    double uniform = (draws.uniform(Stream.ANCHOR, epoch, 1, 1L << 53) + 0.5) * 0x1p-53;
    return mean == 1 ? 1 : 1 + (long) (StrictMath.log(uniform) / StrictMath.log1p(-1.0 / mean));
  }
}
