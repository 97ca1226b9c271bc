package org.fogopt.method.baseline;

import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Oracle;

/**
 * SCVRG: Lin, Fan, Wang, Jordan, "Improved sample complexity for stochastic compositional variance
 * reduced gradient", 2018, for convex Φ + h: the estimator of {@link VrscPg} with growing epochs.
 *
 * <pre>
 *   epoch s has K·1.5^s inner steps; x goes on from epoch to epoch, the anchor is the mean of the last
 *   epoch's iterates; η_t = η √(T/(2T − t)) over the planned T inner steps
 * </pre>
 *
 * K = 5, A = 5 and one outer sample in the published code. The point reported is the anchor.
 */
public final class Scvrg {
  public static final Parameter T =
      Parameter.count("T", "inner steps planned, over which the step size grows", 100_000);

  private static final double GROWTH = 1.5;

  public static final Method METHOD =
      new Method(
          "scvrg",
          "SCVRG",
          "Lin, Fan, Wang, Jordan 2018",
          "(m + n)/(1.5^s K) + 2(A + B + C)",
          "last anchor",
          SvrgFamily.parameters(T),
          Scvrg::begin);

  private Scvrg() {}

  private static Iteration begin(Settings settings, Oracle oracle, double[] x0) {
    SvrgFamily.requireFinite(oracle);
    var rules =
        new SvrgIteration.Rules(
            SvrgFamily.batches(settings, oracle, JacobianKind.CORRECTED, 5, 1),
            null,
            JacobianKind.CORRECTED,
            NextAnchor.AVERAGE,
            true);
    double eta = SvrgFamily.eta(settings, oracle, x0, rules.batches());
    long first = settings.count(SvrgFamily.K, 5);
    long planned = settings.count(T);
    return new SvrgIteration(
        settings,
        oracle,
        x0,
        rules,
        s -> Math.round(Math.min(1e15, first * StrictMath.pow(GROWTH, (double) s))),
        t -> eta / Math.sqrt(2 - Math.min(1, (double) t / planned)));
  }
}
