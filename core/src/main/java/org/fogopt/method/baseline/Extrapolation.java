package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/** The iteration of {@link AscPg} and {@link AccScgd}, which differ in their schedules. */
final class Extrapolation extends BaseIteration {
  static final Parameter ALPHA = Scgd.ALPHA;
  static final Parameter INNER = Parameter.count("a", "inner samples at each point", 1);
  static final Parameter OUTER = Scgd.OUTER;

  private final Schedule alpha;
  private final Schedule beta;
  private final Sampler jacobians;
  private final Sampler outer;
  private final Sampler values;
  private final long callsPaper;
  private final double[] y;
  private final double[] z;
  private final JacobianEstimate g;
  private final double[] v;

  Extrapolation(
      Settings settings,
      Oracle oracle,
      double[] x0,
      Parameter alphaPower,
      Parameter betaScale,
      Parameter betaPower) {
    super(settings, oracle, x0);
    settings.requireAtMost("m", oracle.innerCount(), INNER);
    settings.requireAtMost("n", oracle.outerCount(), OUTER);
    long a = settings.count(INNER);
    long b = settings.count(OUTER);
    Double given = settings.find(ALPHA);
    double first = given != null ? given : CurvatureProbe.stepSize(oracle, x0, a, b);
    alpha = new Schedule(first, settings.get(alphaPower));
    beta = new Schedule(settings.get(betaScale), settings.get(betaPower));
    jacobians = oracle.draws().sampler(Stream.INNER_JACOBIAN, oracle.innerCount(), a);
    outer = oracle.draws().sampler(Stream.OUTER, oracle.outerCount(), b);
    values = oracle.draws().sampler(Stream.INNER_VALUE, oracle.innerCount(), a);
    callsPaper = 2 * a + b;
    y = new double[oracle.innerDimension()];
    z = new double[oracle.dimension()];
    g = oracle.newJacobian();
    v = new double[oracle.dimension()];
    oracle.value(values.at(-1), x0, y); // y_1, a first sample
  }

  @Override
  protected void advance() {
    long k = t + 1;
    oracle.jacobian(jacobians.at(t), x, g);
    Arrays.fill(v, 0);
    oracle.addGradient(outer.at(t), y, g, 1, v); // the old y_k
    propose(v, alpha.at(k));
    double b = beta.weightAt(k);
    for (int i = 0; i < z.length; i++) {
      z[i] = b == 1 ? next[i] : x[i] + (next[i] - x[i]) / b;
    }
    Kernels.scale(1 - b, y);
    oracle.addValue(values.at(t), z, b, y);
  }

  @Override
  public boolean givesExactGradients() {
    return false;
  }

  @Override
  public long nextCallsPaper() {
    return callsPaper;
  }

  @Override
  public double eta() {
    return alpha.at(t + 1);
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("alpha", alpha.scale());
    all.put("beta", beta.scale());
    return all;
  }

  @Override
  protected void estimates(State s) {
    s.same("alpha", alpha.scale());
    s.array("y", y);
  }
}
