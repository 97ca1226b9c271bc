package org.fogopt.theory;

/**
 * What the theorems need to know of a problem.
 *
 * @param jacobianBound M_g ≥ |∂g_j(x)| in the operator norm
 * @param jacobianLipschitz L_g, the Lipschitz constant of ∂g_j in the Frobenius norm (0: g is
 *     affine)
 * @param gradientBound M_f ≥ |∇f_i(y)|
 * @param gradientLipschitz L_f, the Lipschitz constant of ∇f_i
 * @param gap Δ ≥ Φ(x_0) − inf Φ
 */
public record Constants(
    double jacobianBound,
    double jacobianLipschitz,
    double gradientBound,
    double gradientLipschitz,
    double gap) {
  public Constants {
    requirePositive("M_g", jacobianBound);
    requireNotNegative("L_g", jacobianLipschitz);
    requirePositive("M_f", gradientBound);
    requirePositive("L_f", gradientLipschitz);
    requirePositive("Delta", gap);
  }

  /** a = M_g² L_f: how fast ∇Φ turns because ∇f does. */
  public double a() {
    return jacobianBound * jacobianBound * gradientLipschitz;
  }

  /** b = M_f L_g: how fast ∇Φ turns because ∂g does. */
  public double b() {
    return gradientBound * jacobianLipschitz;
  }

  /** L_Φ = a + b, a Lipschitz constant of ∇Φ. */
  public double smoothness() {
    return a() + b();
  }

  static void requirePositive(String name, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be positive and finite, not " + value);
    }
  }

  static void requireNotNegative(String name, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(name + " must be at least 0 and finite, not " + value);
    }
  }
}
