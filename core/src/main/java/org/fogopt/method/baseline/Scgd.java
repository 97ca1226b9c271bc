package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;

/**
 * SCGD, basic: Wang, Fang, Liu, "Stochastic compositional gradient descent", Math. Programming
 * 2017.
 *
 * <pre>
 *   draw j:              y_{k+1} = (1 − β_k) y_k + β_k g_j(x_k)
 *   draw i, independent: x_{k+1} = prox(x_k − α_k ∂g_j(x_k)ᵀ∇f_i(y_{k+1}))
 * </pre>
 *
 * α_k = α k^{−3/4} and β_k = k^{−1/2} for k = 1, 2, …, the schedules for general problems; each
 * mean over a batch. Calls: a + b a step. The authors project onto a convex set; any prox does the
 * same.
 */
public final class Scgd extends SampledIteration {
  public static final Parameter ALPHA =
      Parameter.chosen(
          "alpha", "step size at k = 1", "measured from the curvature", Parameter.Range.POSITIVE);
  public static final Parameter ALPHA_POWER =
      Parameter.number("alphaPower", "step size falls as k^-p", 0.75, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter BETA =
      Parameter.number("beta", "tracking weight at k = 1", 1, Parameter.Range.FRACTION);
  public static final Parameter BETA_POWER =
      Parameter.number(
          "betaPower", "tracking weight falls as k^-p", 0.5, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter INNER = Parameter.count("a", "inner samples of a step", 1);
  public static final Parameter OUTER = Parameter.count("b", "outer samples of a step", 1);

  public static final Method METHOD =
      new Method(
          "scgd",
          "SCGD",
          "Wang, Fang, Liu 2017",
          "a + b",
          "average of the last half (convex), random (non-convex)",
          List.of(ALPHA, ALPHA_POWER, BETA, BETA_POWER, INNER, OUTER),
          Scgd::new);

  private final Schedule beta = new Schedule(settings.get(BETA), settings.get(BETA_POWER));

  private Scgd(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0, ALPHA, settings.get(ALPHA_POWER), INNER, OUTER, 2);
  }

  @Override
  protected void advance() {
    long k = t + 1;
    double b = t == 0 ? 1 : beta.weightAt(k); // y_0 is the first sample
    Kernels.scale(1 - b, y);
    g.clear();
    oracle.addValueAndJacobian(inner.at(t), x, b, y, 1, g);
    Arrays.fill(v, 0);
    oracle.addGradient(outer.at(t), y, g, 1, v);
    propose(v, eta());
  }
}
