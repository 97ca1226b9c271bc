package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Oracle;

/**
 * ASC-PG: Wang, Liu, Fang, "Accelerating stochastic composition optimization", JMLR 2017.
 *
 * <pre>
 *   draw i, j:  x_{k+1} = prox(x_k − α_k ∂g_j(x_k)ᵀ∇f_i(y_k))
 *               z_{k+1} = x_k + (x_{k+1} − x_k)/β_k
 *   draw j':    y_{k+1} = (1 − β_k) y_k + β_k g_j'(z_{k+1})
 * </pre>
 *
 * α_k = α k^{−5/9}, β_k = 2 k^{−4/9} (cut at 1), the schedules for non-convex problems. Calls: 2a +
 * b a step, a more at the start for y_1. z extrapolates, so it may leave the domain of g.
 */
public final class AscPg extends SampledIteration {
  public static final Parameter ALPHA = Scgd.ALPHA;
  public static final Parameter ALPHA_POWER =
      Parameter.number(
          "alphaPower", "step size falls as k^-p", 5.0 / 9, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter BETA =
      Parameter.number("beta", "tracking weight at k = 1, cut at 1", 2, Parameter.Range.POSITIVE);
  public static final Parameter BETA_POWER =
      Parameter.number(
          "betaPower", "tracking weight falls as k^-p", 4.0 / 9, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter INNER = Parameter.count("a", "inner samples at each point", 1);
  public static final Parameter OUTER = Scgd.OUTER;

  public static final Method METHOD =
      new Method(
          "asc-pg",
          "ASC-PG",
          "Wang, Liu, Fang 2017",
          "2a + b",
          "random (non-convex), last (strongly convex)",
          List.of(ALPHA, ALPHA_POWER, BETA, BETA_POWER, INNER, OUTER),
          (settings, oracle, x0) -> new AscPg(settings, oracle, x0, ALPHA_POWER, BETA, BETA_POWER));

  private final Schedule beta;
  private final Sampler jacobians;
  private final double[] z = new double[x.length];

  /** With the schedules of these parameters. */
  AscPg(
      Settings settings,
      Oracle oracle,
      double[] x0,
      Parameter alphaPower,
      Parameter betaScale,
      Parameter betaPower) {
    super(settings, oracle, x0, ALPHA, settings.get(alphaPower), INNER, OUTER, 2);
    beta = new Schedule(settings.get(betaScale), settings.get(betaPower));
    jacobians =
        oracle.draws().sampler(Stream.INNER_JACOBIAN, oracle.innerCount(), settings.count(INNER));
    oracle.value(inner.at(-1), x0, y); // y_1, a first sample
  }

  @Override
  protected void advance() {
    oracle.jacobian(jacobians.at(t), x, g);
    Arrays.fill(v, 0);
    oracle.addGradient(outer.at(t), y, g, 1, v); // the old y_k
    propose(v, eta());
    double b = beta.weightAt(t + 1);
    for (int i = 0; i < z.length; i++) {
      z[i] = b == 1 ? next[i] : x[i] + (next[i] - x[i]) / b;
    }
    Kernels.scale(1 - b, y);
    oracle.addValue(inner.at(t), z, b, y);
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("alpha", alpha.scale());
    all.put("beta", beta.scale());
    return all;
  }
}
