package org.fogopt.problem;

import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * Second derivatives that a problem may offer. The Hessian of f∘g is
 *
 * <pre>
 *   ∇²Φ = Gᵀ∇²f(y)G + Σ_k u_k ∇²g_k(x),     y = g(x), G = ∂g(x), u = ∇f(y),
 * </pre>
 *
 * a mean over the f_i and a mean over the g_j. Each component gives its part as a few weighted
 * rows, Σ_r w_r v_r v_rᵀ: most components are functions of one linear form, so that one row tells
 * all. A weight may have any sign.
 *
 * <p>Stateless, like {@link Inner}. {@link org.fogopt.check.DerivativeCheck} compares it with
 * differences of gradients.
 */
public interface Curvature {
  /** Rows for each f_i; 0 where f is linear. */
  int outerRows();

  /** Rows for each g_j; 0 where g is affine. */
  int innerRows();

  /**
   * Gᵀ∇²f_i(y)G for each i of the batch.
   *
   * @param weights takes {@link #outerRows()} weights a component, one component after the other
   * @param rows takes as many rows of d entries each; both hold zeros
   */
  void outer(Batch batch, double[] y, Jacobian g, double[] weights, double[] rows);

  /** Σ_k u_k ∇²g_jk(x) for each j of the batch, in the same form. */
  void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows);

  /**
   * A diagonal matrix that belongs to Σ_k u_k ∇²g_jk(x) of every j besides its rows, such as that
   * of a ridge penalty among the outputs; null for none.
   */
  default double @Nullable [] innerDiagonal(double[] u) {
    return null;
  }

  /** Whether ∇²Φ is the same at all points. */
  default boolean isConstant() {
    return false;
  }

  /**
   * ½(abᵀ + baᵀ) as two weighted rows, at places {@code at} and {@code at + 1}: with a and b scaled
   * to one length it is ¼(a + b)(a + b)ᵀ − ¼(a − b)(a − b)ᵀ.
   */
  static void addSymmetric(double[] a, double[] b, int at, double[] weights, double[] rows) {
    int d = a.length;
    double scale = Math.sqrt(Kernels.norm(b) / Kernels.norm(a));
    if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
      weights[at] = Double.isNaN(scale) && !(Kernels.norm(a) == 0) ? scale : 0; // NaN stays one
      return;
    }
    for (int c = 0; c < d; c++) {
      rows[at * d + c] = a[c] * scale + b[c] / scale;
      rows[(at + 1) * d + c] = a[c] * scale - b[c] / scale;
    }
    weights[at] = 0.25;
    weights[at + 1] = -0.25;
  }
}
