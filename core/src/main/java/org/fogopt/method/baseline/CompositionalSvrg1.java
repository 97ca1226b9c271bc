package org.fogopt.method.baseline;

import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.SvrgIteration.JacobianKind;
import org.fogopt.method.baseline.SvrgIteration.NextAnchor;
import org.fogopt.oracle.Oracle;
import org.fogopt.theory.Batches;

/**
 * Compositional-SVRG-1: Lian, Wang, Liu, "Finite-sum composition optimization via variance reduced
 * gradient descent", AISTATS 2017.
 *
 * <pre>
 *   anchor: g̃ = g(x̃), G̃ = ∂g(x̃), p̃ = G̃ᵀ∇f(g̃);  x_0 = x̃
 *   k = 0 … K − 1:  ŷ = g̃ + mean over A of g_j(x_k) − g_j(x̃)
 *                   v = mean over B, C of ∂g_j(x_k)ᵀ∇f_i(ŷ) − ∂g_j(x̃)ᵀ∇f_i(g̃) + p̃
 *                   x_{k+1} = prox(x_k − ηv)
 * </pre>
 *
 * A = B of 5 to 20 and K near (m + n)/A is the practice; here K is (m + n)/(A + B + C), so that an
 * epoch costs two anchors; the theory's are polynomials in the condition number. The theory's next
 * anchor is a random inner iterate, the practice's the last one.
 */
public final class CompositionalSvrg1 {
  public static final Method METHOD =
      new Method(
          "c-svrg-1",
          "Compositional-SVRG-1",
          "Lian, Wang, Liu 2017",
          "(m + n)/K + 2(A + B + C)",
          "last anchor",
          SvrgFamily.parameters(SvrgFamily.RANDOM),
          (settings, oracle, x0) -> begin(settings, oracle, x0, JacobianKind.SAMPLED));

  private CompositionalSvrg1() {}

  /** With the epochs of both methods of that paper, whose estimators of the Jacobian differ. */
  static Iteration begin(Settings settings, Oracle oracle, double[] x0, JacobianKind kind) {
    SvrgFamily.requireFinite(oracle);
    Batches batches = SvrgFamily.batches(settings, oracle, kind, 10, 10);
    NextAnchor next = settings.is(SvrgFamily.RANDOM) ? NextAnchor.RANDOM : NextAnchor.LAST;
    double length = SvrgFamily.total(oracle) / batches.sum();
    return SvrgFamily.begin(settings, oracle, x0, batches, kind, next, length);
  }
}
