package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.FullGradient;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/**
 * Accelerated proximal gradient, with full gradients: Nesterov 1983; Beck, Teboulle 2009 (FISTA);
 * the momentum restarts of O'Donoghue, Candès 2015.
 *
 * <pre>
 *   x_{k+1} = prox_{ηh}(z_k − η ∇Φ(z_k))
 *   s_{k+1} = (1 + √(1 + 4 s_k²))/2                     (1 again when (z_k − x_{k+1})ᵀ(x_{k+1} − x_k) &gt; 0)
 *   z_{k+1} = x_{k+1} + (s_k − 1)/s_{k+1} · (x_{k+1} − x_k)
 * </pre>
 *
 * Without η it takes the least |dz|/|d∇Φ| seen so far, and begins again where Φ(z_k) is above the
 * start's objective, or no number, and that quotient no less: with at most a tenth of the η that it
 * left the start with. Calls: m + n a step. Gradients are known at z_k, which may lie outside the
 * constraints; the point reported is x_k.
 */
public final class AcceleratedGradient extends BaseIteration {
  public static final Parameter ETA =
      Parameter.chosen(
          "eta", "step size", "the least |dz|/|dgradient| seen", Parameter.Range.POSITIVE);
  public static final Parameter RESTART =
      Parameter.switched("restart", "drop the momentum when it points uphill", true);

  public static final Method METHOD =
      new Method(
          "agd",
          "Accelerated gradient descent (FISTA)",
          "Nesterov 1983; Beck, Teboulle 2009",
          "m + n",
          "last",
          List.of(ETA, RESTART),
          AcceleratedGradient::new);

  /** What shortens all steps after one that led above the start. */
  private static final double SHORTER = 10;

  private final FullGradient full;
  private final boolean fixed;
  private final boolean restarts = settings.is(RESTART);
  private final double[] start;
  private double startObjective;
  private double eta;
  private double leftWith; // η when the start was left
  private boolean measured; // no longer the guess of the first move
  private double s = 1;
  private final double[] z;
  private final double[] zPrev;
  private final double[] f;
  private final double[] fPrev;

  private AcceleratedGradient(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    full = new FullGradient(oracle);
    fixed = settings.find(ETA) != null;
    eta = settings.value(ETA, 0);
    start = x0.clone();
    z = x0.clone();
    zPrev = x0.clone();
    f = new double[x0.length];
    fPrev = new double[x0.length];
  }

  @Override
  protected void advance() {
    double smooth = full.at(z, f);
    if (!fixed) {
      double before = eta;
      measure();
      if (t > 0 && eta == before && !(smooth <= startObjective) && !Arrays.equals(z, start)) {
        beginAgain();
        return;
      }
    }
    propose(z, f, eta);
    if (t == 0) { // z_0 = x_0
      objective = smooth + oracle.penalty().value(x);
      gradientNorm = moveNorm;
      startObjective = objective;
      leftWith = eta;
    }
    copy(z, zPrev);
    copy(f, fPrev);
    extrapolate();
  }

  /** Above the start, whatever h ≥ 0 adds, and no curvature there that would shorten the steps. */
  private void beginAgain() {
    eta = Math.min(eta, leftWith / SHORTER);
    leftWith = eta;
    note("back to the start, with shorter steps");
    copy(start, next);
    copy(start, z);
    copy(start, zPrev);
    s = 1;
  }

  private void measure() {
    double least = Math.sqrt(squaredDistance(z, zPrev) / squaredDistance(f, fPrev));
    if (t == 0) {
      eta = firstProximalStep(z, f);
    } else if (least > 0 && least < (measured ? eta : Double.POSITIVE_INFINITY)) {
      eta = least;
      measured = true;
    }
  }

  private void extrapolate() {
    double uphill = 0;
    for (int k = 0; k < z.length; k++) {
      uphill += (z[k] - next[k]) * (next[k] - x[k]);
    }
    if (restarts && uphill > 0) {
      s = 1;
    }
    double sNext = (1 + Math.sqrt(1 + 4 * s * s)) / 2;
    double momentum = (s - 1) / sNext;
    for (int k = 0; k < z.length; k++) {
      z[k] = next[k] + momentum * (next[k] - x[k]);
    }
    s = sNext;
  }

  @Override
  public boolean givesExactGradients() {
    return false;
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
    s.array("start", start);
    startObjective = s.value("objective at the start", startObjective);
    eta = s.value("eta", eta);
    leftWith = s.value("eta from the start", leftWith);
    measured = s.value("measured", measured);
    this.s = s.value("s", this.s);
    s.array("z", z);
    s.array("z before", zPrev);
    s.array("gradient before", fPrev);
  }
}
