package org.fogopt.method.baseline;

import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Oracle;
import org.fogopt.theory.Batches;

/**
 * VRSC-PG: Huo, Gu, Liu, Huang, "Accelerated method for stochastic composition optimization with
 * nonsmooth regularization", AAAI 2018.
 *
 * <pre>
 *   anchor: g̃ = g(x̃), G̃ = ∂g(x̃), p̃ = G̃ᵀ∇f(g̃);  x_0 = x̃
 *   k = 0 … K − 1:  ŷ = g̃ + mean over A of g_j(x_k) − g_j(x̃)
 *                   Ĝ = G̃ + mean over B of ∂g_j(x_k) − ∂g_j(x̃)
 *                   v = mean over C of Ĝᵀ∇f_i(ŷ) − G̃ᵀ∇f_i(g̃) + p̃
 *                   x_{k+1} = prox(x_k − ηv)
 *   next anchor: x_K; in the strongly convex case the mean of the x_k
 * </pre>
 *
 * A = B = C = N^{2/3} and K = N^{1/3}, N = m + n, is the theory for non-convex problems.
 */
public final class VrscPg {
  public static final Parameter AVERAGE =
      Parameter.switched("average", "next anchor is the mean of the inner iterates", false);

  public static final Method METHOD =
      new Method(
          "vrsc-pg",
          "VRSC-PG",
          "Huo, Gu, Liu, Huang 2018",
          "(m + n)/K + 2(A + B + C)",
          "random; last in practice",
          SvrgFamily.parameters(AVERAGE),
          VrscPg::begin);

  private VrscPg() {}

  private static Iteration begin(Settings settings, Oracle oracle, double[] x0) {
    SvrgFamily.requireFinite(oracle);
    double total = SvrgFamily.total(oracle);
    double standard = StrictMath.pow(total, 2.0 / 3);
    JacobianKind kind = JacobianKind.CORRECTED;
    Batches batches = SvrgFamily.batches(settings, oracle, kind, standard, standard);
    NextAnchor next = settings.is(AVERAGE) ? NextAnchor.AVERAGE : NextAnchor.LAST;
    double length = StrictMath.cbrt(total);
    return SvrgFamily.begin(settings, oracle, x0, batches, kind, next, length);
  }
}
