package org.fogopt.method.baseline;

import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.state.State;

/**
 * NASA: Ghadimi, Ruszczyński, Wang, "A single timescale stochastic approximation method for nested
 * stochastic optimization", SIAM J. Optim. 2020.
 *
 * <pre>
 *   y_k = prox_{ηh}(x_k − η z_k)                                    (η = 1/β of the paper)
 *   x_{k+1} = x_k + τ_k (y_k − x_k)
 *   draw j at x_{k+1}, i at the old u_k:
 *   z_{k+1} = (1 − aτ_k) z_k + aτ_k ∂g_j(x_{k+1})ᵀ∇f_i(u_k)
 *   u_{k+1} = (1 − bτ_k) u_k + bτ_k g_j(x_{k+1})
 * </pre>
 *
 * u_0 and z_0 are first samples. The paper takes τ = T^{−1/2}; with no T known, τ_k = τ k^{−1/2}
 * here. Its exact condition on a, b and β was not at hand: a = b = 1 is the usual choice. Calls:
 * S_g + S_f a step.
 */
public final class Nasa extends SampledIteration {
  public static final Parameter ETA = CurvatureProbe.ETA;
  public static final Parameter TAU =
      Parameter.number("tau", "averaging weight at k = 1", 1, Parameter.Range.FRACTION);
  public static final Parameter TAU_POWER =
      Parameter.number(
          "tauPower", "averaging weight falls as k^-p", 0.5, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter A =
      Parameter.number("a", "weight of new gradients, in tau", 1, Parameter.Range.POSITIVE);
  public static final Parameter B =
      Parameter.number("b", "weight of new values, in tau", 1, Parameter.Range.POSITIVE);
  public static final Parameter INNER = Parameter.count("Sg", "inner samples of a step", 1);
  public static final Parameter OUTER = Parameter.count("Sf", "outer samples of a step", 1);

  public static final Method METHOD =
      new Method(
          "nasa",
          "NASA",
          "Ghadimi, Ruszczynski, Wang 2020",
          "Sg + Sf",
          "random",
          List.of(ETA, TAU, TAU_POWER, A, B, INNER, OUTER),
          Nasa::new);

  private final Schedule tau = new Schedule(settings.get(TAU), settings.get(TAU_POWER));
  private final double a = settings.get(A);
  private final double b = settings.get(B);
  private final double[] u = y;
  private final double[] uOld = new double[u.length];
  private final double[] z = v;

  private Nasa(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0, ETA, 0, INNER, OUTER, 2);
    oracle.valueAndJacobian(inner.at(-1), x0, u, g);
    oracle.addGradient(outer.at(-1), u, g, 1, z);
  }

  @Override
  protected void advance() {
    propose(z, eta());
    double weight = tau.weightAt(t + 1);
    goPartOfTheWay(weight);
    double newGradient = Math.min(1, a * weight);
    double newValue = Math.min(1, b * weight);
    copy(u, uOld);
    Kernels.scale(1 - newValue, u);
    g.clear();
    oracle.addValueAndJacobian(inner.at(t), next, newValue, u, 1, g);
    Kernels.scale(1 - newGradient, z);
    oracle.addGradient(outer.at(t), uOld, g, newGradient, z);
  }

  @Override
  protected void estimates(State s) {
    s.same("eta", alpha.scale());
    s.array("u", u);
    s.array("z", z);
  }
}
