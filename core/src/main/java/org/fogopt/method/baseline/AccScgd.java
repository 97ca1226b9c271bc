package org.fogopt.method.baseline;

import java.util.List;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;

/**
 * Accelerated SCGD: Wang, Fang, Liu, "Stochastic compositional gradient descent", Math. Programming
 * 2017.
 *
 * <pre>
 *   draw i, j:  x_{k+1} = projection(x_k − α_k ∂g_j(x_k)ᵀ∇f_i(y_k))
 *               z_{k+1} = x_k + (x_{k+1} − x_k)/β_k
 *   draw j':    y_{k+1} = (1 − β_k) y_k + β_k g_j'(z_{k+1})
 * </pre>
 *
 * α_k = α k^{−5/7}, β_k = k^{−4/7}, the schedules for general problems. As {@link AscPg}, for sets
 * instead of penalties. Calls: 2a + b a step, a more at the start for y_1. z extrapolates, so it
 * may leave the domain of g.
 */
public final class AccScgd {
  public static final Parameter ALPHA_POWER =
      Parameter.number(
          "alphaPower", "step size falls as k^-p", 5.0 / 7, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter BETA =
      Parameter.number("beta", "tracking weight at k = 1, cut at 1", 1, Parameter.Range.POSITIVE);
  public static final Parameter BETA_POWER =
      Parameter.number(
          "betaPower", "tracking weight falls as k^-p", 4.0 / 7, Parameter.Range.NOT_NEGATIVE);

  public static final Method METHOD =
      new Method(
          "acc-scgd",
          "Accelerated SCGD",
          "Wang, Fang, Liu 2017",
          "2a + b",
          "average of the last half (convex), random (non-convex)",
          List.of(AscPg.ALPHA, ALPHA_POWER, BETA, BETA_POWER, AscPg.INNER, AscPg.OUTER),
          (settings, oracle, x0) -> new AscPg(settings, oracle, x0, ALPHA_POWER, BETA, BETA_POWER));

  private AccScgd() {}
}
