package org.fogopt.method.newton;

import java.util.Arrays;
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
 * L-BFGS on full gradients: Liu, Nocedal 1989; Nocedal, Wright, algorithms 7.4 and 7.5.
 *
 * <pre>
 *   p = −H_k ∇Φ(x), by the two-loop recursion over the last pairs s = x⁺ − x, v = ∇Φ(x⁺) − ∇Φ(x)
 *   try x + αp, α = 1: taken if Φ falls by 1e-4 α pᵀ∇Φ (Armijo); otherwise α by interpolation
 * </pre>
 *
 * A pair with too little curvature is left out. Calls: m + n at the start and for each trial point.
 */
public final class Lbfgs extends BaseIteration {
  public static final Parameter PAIRS =
      Parameter.count("pairs", "steps and changes of the gradient kept", 10); // as in SciPy

  public static final Method METHOD =
      new Method(
          "lbfgs", "L-BFGS", "Liu, Nocedal 1989", "m + n", "last", List.of(PAIRS), Lbfgs::new);

  private static final double ARMIJO = 1e-4; // Nocedal, Wright, section 3.1
  private static final double SHORTEST = 0.1; // to half of the last step: the same, section 3.5
  private static final double LEAST_CURVATURE = 1e-14; // sᵀv/|s||v| or |s||∇Φ|: below, rounding
  private static final int MOST_NANS = 10; // in a row, each a tenth as long: no fault of the step

  private final FullGradient full;
  private final double[][] s;
  private final double[][] v;
  private int pairs;
  private int newest = -1;
  private double[] gradient;
  private double[] trialGradient;
  private final double[] p;
  private double here = Double.NaN; // Φ(x)
  private double alpha;
  private int nans; // trials in a row
  private double growth = 1; // of moves without a pair

  private Lbfgs(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    if (!oracle.penalty().isZero()) {
      throw new IllegalArgumentException(
          "L-BFGS takes no constraints and no penalty; choose newton, sarah-c or agd");
    }
    full = new FullGradient(oracle);
    int d = x0.length;
    int most = (int) settings.count(PAIRS);
    s = new double[most][d];
    v = new double[most][d];
    gradient = new double[d];
    trialGradient = new double[d];
    p = new double[d];
  }

  @Override
  protected void advance() {
    if (Double.isNaN(here)) {
      here = full.at(x, gradient);
      direction();
    }
    if (promised == 0) { // the first trial from here
      report(true);
    }
    moveNorm = Kernels.norm(gradient);
    Kernels.descend(x, -alpha, p, next);
    double there = full.at(next, trialGradient);
    recession = there == Double.NEGATIVE_INFINITY ? p.clone() : null;
    double slope = alpha * Kernels.dot(gradient, p);
    promised = promised == 0 ? -slope / Math.abs(here) : promised;
    double rounding = Newton.ROUNDING * Math.abs(here);
    boolean isRounding = Math.abs(slope) <= rounding && Math.abs(there - here) <= rounding;
    boolean isSmaller = Kernels.norm(trialGradient) < moveNorm;
    boolean isNumber = Double.isFinite(there) && Kernels.finite(trialGradient);
    if (isNumber && (isRounding ? isSmaller : there <= here + ARMIJO * slope)) {
      take(there);
    } else {
      // the minimiser of the parabola through Φ(x), its slope and Φ(x + αp)
      double share = -slope / (2 * (there - here - slope));
      alpha *= share > SHORTEST && share < 0.5 ? share : share >= 0.5 ? 0.5 : SHORTEST;
      nans = isNumber ? 0 : nans + 1;
      boolean isStill = Arrays.equals(x, next); // where Φ was a number before
      moveNorm = nans > MOST_NANS || (isStill && !isNumber) ? Double.NaN : moveNorm; // to be seen
      isAtRounding = isNumber && (isRounding || isStill);
      copy(x, next);
    }
  }

  private void take(double there) {
    int at = (newest + 1) % s.length;
    for (int k = 0; k < x.length; k++) {
      s[at][k] = next[k] - x[k];
      v[at][k] = trialGradient[k] - gradient[k];
    }
    double size = Math.max(Kernels.norm(v[at]), Kernels.norm(gradient));
    if (Kernels.dot(s[at], v[at]) > LEAST_CURVATURE * Kernels.norm(s[at]) * size) {
      newest = at;
      pairs = Math.min(pairs + 1, s.length);
    } else {
      pairs = Math.min(pairs, s.length - 1); // its place was the oldest's
    }
    double[] old = gradient;
    gradient = trialGradient;
    trialGradient = old;
    here = there;
    nans = 0;
    direction();
  }

  /** The two-loop recursion; along the gradient, and not far, as long as there is no pair. */
  private void direction() {
    promised = 0;
    copy(gradient, p);
    Kernels.scale(-1, p);
    if (pairs == 0) { // negative curvature so far: twice as far as last time
      alpha = growth * firstStep(x, gradient);
      growth *= 2;
      return;
    }
    alpha = 1;
    double[] coefficients = new double[s.length];
    for (int k = 0; k < pairs; k++) {
      int at = Math.floorMod(newest - k, s.length);
      coefficients[at] = Kernels.dot(s[at], p) / Kernels.dot(s[at], v[at]);
      Kernels.axpy(-coefficients[at], v[at], p);
    }
    Kernels.scale(Kernels.dot(s[newest], v[newest]) / Kernels.dot(v[newest], v[newest]), p);
    for (int k = pairs - 1; k >= 0; k--) {
      int at = Math.floorMod(newest - k, s.length);
      double beta = Kernels.dot(v[at], p) / Kernels.dot(s[at], v[at]);
      Kernels.axpy(coefficients[at] - beta, s[at], p);
    }
  }

  private void report(boolean isStep) {
    restarted = isStep;
    objective = isStep || nans == 0 ? here : Double.NaN; // after no number x itself is in doubt
    gradientNorm = Double.isNaN(here) ? here : Kernels.norm(gradient);
  }

  /** The gradient at the trial point is the one at the new x. */
  @Override
  public void commit() {
    super.commit();
    report(false);
  }

  @Override
  public long nextCallsPaper() {
    return Double.isNaN(here) ? 2 * full.callsPaper() : full.callsPaper();
  }

  @Override
  public double eta() {
    return alpha;
  }

  @Override
  public Map<String, Number> parameters() {
    return Map.of("pairs", s.length);
  }

  @Override
  protected void estimates(State state) {
    for (int k = 0; k < s.length; k++) {
      state.array("s", s[k]);
      state.array("v", v[k]);
    }
    pairs = state.value("pairs", pairs);
    newest = state.value("newest", newest);
    state.array("gradient", gradient);
    state.array("p", p);
    here = state.value("objective", here);
    alpha = state.value("alpha", alpha);
    nans = state.value("trials without a number", nans);
    growth = state.value("growth", growth);
    report(false);
  }
}
