package org.fogopt.method.baseline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;

/**
 * STORM-Compositional: Yuan, Hu, "Stochastic recursive momentum method for non-convex compositional
 * optimization", 2020. One loop, no anchors; S0 components begin it.
 *
 * <pre>
 *   y_t = (1 − a) y_{t−1} + g_B(x_t) − (1 − a) g_B(x_{t−1})                       (same batch at both points)
 *   G_t = (1 − a) G_{t−1} + ∂g_B'(x_t) − (1 − a) ∂g_B'(x_{t−1})
 *   v_t = (1 − a) v_{t−1} + G_tᵀ∇f_I(y_t) − (1 − a) G_{t−1}ᵀ∇f_I(y_{t−1})
 *   x_{t+1} = x_t + γ (prox(x_t − ηv_t) − x_t),  γ = 1 or, normalised, min(1/2, ε/|v_t|)
 * </pre>
 *
 * a = 0 is SARAH-Compositional without restarts, a = 1 plug-in. Calls: S0 of each at the start,
 * then 2(Sg + SG + Sf) a step.
 */
public final class StormCompositional extends BaseIteration {
  public static final Parameter ETA = CurvatureProbe.ETA;
  public static final Parameter A =
      Parameter.number("a", "weight of fresh samples", 0.01, Parameter.Range.FRACTION);
  public static final Parameter START =
      Parameter.chosenCount("S0", "samples of each kind at the start", "100, or all if fewer");
  public static final Parameter VALUES = Parameter.count("Sg", "samples of g in a step", 20);
  public static final Parameter JACOBIANS =
      Parameter.count("SG", "samples of its Jacobian in a step", 20);
  public static final Parameter OUTER =
      Parameter.count("Sf", "samples of the outer gradient in a step", 20);

  public static final Method METHOD =
      new Method(
          "storm-c",
          "STORM-Compositional",
          "Yuan, Hu 2020",
          "2(Sg + SG + Sf)",
          "last",
          List.of(ETA, A, EPS, START, VALUES, JACOBIANS, OUTER),
          StormCompositional::new);

  private static final long FIRST = 100;

  private final double eta;
  private final double keep = 1 - settings.get(A);
  private final long values;
  private final long jacobians;
  private final long gradients;
  private final Sampler sg;
  private final Sampler sG;
  private final Sampler sf;
  private final double[] y;
  private final JacobianEstimate g;
  private final double[] v;

  private StormCompositional(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    settings.requireAtMost("m", m, START, VALUES, JACOBIANS);
    settings.requireAtMost("n", n, START, OUTER);
    values = settings.batch(VALUES, m);
    jacobians = settings.batch(JACOBIANS, m);
    gradients = settings.batch(OUTER, n);
    sg = oracle.draws().sampler(Stream.INNER_VALUE, m, values);
    sG = oracle.draws().sampler(Stream.INNER_JACOBIAN, m, jacobians);
    sf = oracle.draws().sampler(Stream.OUTER, n, gradients);
    Double given = settings.find(ETA);
    eta = given != null ? given : CurvatureProbe.stepSize(oracle, x0, values, gradients);
    y = new double[oracle.innerDimension()];
    g = oracle.newJacobian();
    v = new double[oracle.dimension()];
    long inner = settings.count(START, Math.min(m, FIRST));
    long outer = settings.count(START, Math.min(n, FIRST));
    Sampler first = oracle.draws().sampler(Stream.RESTART_VALUE, m, inner);
    oracle.valueAndJacobian(first.at(0), x0, y, g);
    Sampler firstOuter = oracle.draws().sampler(Stream.RESTART_OUTER, n, outer);
    oracle.addGradient(firstOuter.at(0), y, g, 1, v);
  }

  @Override
  protected void advance() {
    if (t > 0) {
      Batch i = sf.at(t);
      Kernels.scale(keep, v);
      oracle.addGradient(i, y, g, -keep, v);
      Batch j = sg.at(t);
      Kernels.scale(keep, y);
      oracle.addValue(j, xPrev, -keep, y);
      oracle.addValue(j, x, 1, y);
      Batch k = sG.at(t);
      g.scale(keep);
      oracle.addJacobian(k, xPrev, -keep, g);
      oracle.addJacobian(k, x, 1, g);
      oracle.addGradient(i, y, g, 1, v);
    }
    propose(v, eta);
    Double eps = settings.find(EPS);
    if (eps != null) {
      shorten(eps);
    }
  }

  @Override
  public boolean givesExactGradients() {
    return false;
  }

  @Override
  public long nextCallsPaper() {
    return t == 0 ? 0 : 2 * (values + jacobians + gradients);
  }

  @Override
  public double eta() {
    return eta;
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("eta", eta);
    all.put("a", settings.get(A));
    all.put("Sg", values);
    all.put("SG", jacobians);
    all.put("Sf", gradients);
    return all;
  }

  @Override
  protected void estimates(State s) {
    s.same("eta", eta);
    s.array("y", y);
    s.part("G", g);
    s.array("v", v);
  }
}
