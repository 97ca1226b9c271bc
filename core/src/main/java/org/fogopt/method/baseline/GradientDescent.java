package org.fogopt.method.baseline;

import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.FullGradient;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/**
 * Full (proximal) gradient descent, the reference for every other method.
 *
 * <pre>
 *   x_{t+1} = prox_{ηh}(x_t − η ∂g(x_t)ᵀ∇f(g(x_t)))
 * </pre>
 *
 * Without η it backtracks: a move after which Φ(x⁺) &gt; Φ(x) + ∇Φᵀd + |d|²/(2η) is taken back and
 * η halved; after a good one η grows by a tenth. Φ(x⁺) is known from the next gradient, so only
 * moves that are taken back cost anything. Calls: m + n a step.
 */
public final class GradientDescent extends BaseIteration {
  public static final Parameter ETA =
      Parameter.chosen("eta", "step size", "backtracking", Parameter.Range.POSITIVE);

  public static final Method METHOD =
      new Method(
          "gd",
          "Gradient descent",
          "Cauchy 1847; Lions, Mercier 1979",
          "m + n",
          "last",
          List.of(ETA),
          GradientDescent::new);

  private static final double GROWTH = 1.1;

  private final FullGradient full;
  private final double[] f;
  private final boolean backtracking;
  private double eta;
  // The last good point:
  private final double[] base;
  private final double[] baseGradient;
  private double baseSmooth;

  private GradientDescent(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    full = new FullGradient(oracle);
    f = new double[oracle.dimension()];
    base = new double[f.length];
    baseGradient = new double[f.length];
    backtracking = settings.find(ETA) == null;
    eta = settings.value(ETA, 0);
  }

  @Override
  protected void advance() {
    restarted = true;
    double smooth = full.at(x, f);
    if (backtracking) {
      smooth = backtrack(smooth);
    }
    objective = smooth + oracle.penalty().value(x);
    propose(f, eta);
    gradientNorm = moveNorm;
  }

  /** Sets η, and goes back if the last move was too long; returns Φ at the point it stays at. */
  private double backtrack(double smooth) {
    if (t == 0) {
      eta = firstProximalStep(x, f);
    } else if (!sufficient(smooth)) {
      copy(base, x);
      copy(baseGradient, f);
      eta /= 2;
      return baseSmooth;
    } else if (squaredDistance(x, base) > 0) { // no news from a point held in a corner
      eta = t == 1 ? measured() : GROWTH * eta;
    }
    copy(x, base);
    copy(f, baseGradient);
    baseSmooth = smooth;
    return smooth;
  }

  private boolean sufficient(double smooth) {
    double along = Kernels.dotDifference(baseGradient, 0, x, base, x.length);
    double rounding = 1e-14 * (Math.abs(smooth) + Math.abs(baseSmooth));
    return smooth <= baseSmooth + along + squaredDistance(x, base) / (2 * eta) + rounding;
  }

  /** Barzilai and Borwein's |dx|²/dxᵀdF over the tiny first move. */
  private double measured() {
    double along =
        Kernels.dotDifference(f, 0, x, base, x.length)
            - Kernels.dotDifference(baseGradient, 0, x, base, x.length);
    double step = squaredDistance(x, base) / along;
    return step > 0 && step < Double.POSITIVE_INFINITY ? step : GROWTH * eta;
  }

  @Override
  public long nextCallsPaper() {
    return full.callsPaper();
  }

  @Override
  public double eta() {
    return eta;
  }

  @Override
  public Map<String, Number> parameters() {
    return Map.of("eta", eta);
  }

  @Override
  protected void estimates(State s) {
    eta = s.value("eta", eta);
    s.array("base", base);
    s.array("base gradient", baseGradient);
    baseSmooth = s.value("base objective", baseSmooth);
  }
}
