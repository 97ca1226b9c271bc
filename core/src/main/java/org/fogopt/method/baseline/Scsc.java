package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;

/**
 * SCSC: Chen, Sun, Yin, "Solving stochastic compositional optimization is nearly as easy as solving
 * stochastic optimization", IEEE Trans. Signal Processing 2021.
 *
 * <pre>
 *   draw j:  y_{k+1} = (1 − β_k)(y_k + g_j(x_k) − g_j(x_{k−1})) + β_k g_j(x_k)     (same j at both points)
 *   draw i:  x_{k+1} = prox(x_k − α_k ∂g_j(x_k)ᵀ∇f_i(y_{k+1}))
 * </pre>
 *
 * One time scale: α_k = α k^{−1/2}, β_k = β k^{−1/2} with β &lt; 1. x_{−1} = x_0, and y_0 is a
 * first sample. Calls: 2a + b a step, the Jacobian coming with g_j(x_k).
 */
public final class Scsc extends SampledIteration {
  public static final Parameter ALPHA = Scgd.ALPHA;
  public static final Parameter BETA =
      Parameter.number("beta", "correction weight at k = 1", 0.9, Parameter.Range.FRACTION);
  public static final Parameter POWER =
      Parameter.number("power", "both fall as k^-p", 0.5, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter INNER = Scgd.INNER;
  public static final Parameter OUTER = Scgd.OUTER;

  public static final Method METHOD =
      new Method(
          "scsc",
          "SCSC",
          "Chen, Sun, Yin 2021",
          "2a + b",
          "random",
          List.of(ALPHA, BETA, POWER, INNER, OUTER),
          Scsc::new);

  private final Schedule beta = new Schedule(settings.get(BETA), settings.get(POWER));

  private Scsc(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0, ALPHA, settings.get(POWER), INNER, OUTER, 3);
    oracle.value(inner.at(-1), x0, y);
  }

  @Override
  protected void advance() {
    double keep = 1 - beta.weightAt(t + 1);
    Batch j = inner.at(t);
    Kernels.scale(keep, y);
    oracle.addValue(j, xPrev, -keep, y);
    g.clear();
    oracle.addValueAndJacobian(j, x, 1, y, 1, g);
    Arrays.fill(v, 0);
    oracle.addGradient(outer.at(t), y, g, 1, v);
    propose(v, eta());
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = super.parameters();
    all.put("beta", beta.scale());
    return all;
  }
}
