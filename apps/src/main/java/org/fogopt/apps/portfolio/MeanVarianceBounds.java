package org.fogopt.apps.portfolio;

import org.fogopt.linalg.RowMatrix;
import org.fogopt.theory.Bounds;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Variances;

/**
 * Constants of {@link MeanVariance} in closed form, with ρ the length of the longest row of
 * returns.
 *
 * <pre>
 *   |∂g_j|² = 1 + |r_j|²                 M_g = √(1 + ρ²)      L_g = 0
 *   ∇f_i = −[r_i; 0] + 2λ(a_iᵀy)a_i      L_f = 2λ(1 + ρ²)     with a_i = [r_i; −1]
 *                                        M_f = ρ + 2λ(1 + ρ²)^{3/2} R
 * </pre>
 *
 * f is quadratic, so its gradients are bounded on a bounded set only: M_f holds where |x| ≤ R and
 * |y| ≤ M_g R, which all means of g_j at such points satisfy. H1 ≤ M_f², H2 = E|r_j − r̄|², and H3
 * = xᵀCx ≤ |C|R² with the Frobenius norm of the covariance.
 */
public final class MeanVarianceBounds {
  private MeanVarianceBounds() {}

  /**
   * On a ball.
   *
   * @param radius R
   * @param gap Φ(x_0) − min Φ
   */
  public static Bounds of(MeanVariance problem, double radius, double gap) {
    RowMatrix r = problem.returns();
    int n = r.columns();
    double[] row = new double[n];
    double[] mean = new double[n];
    double longest = 0;
    for (long i = 0; i < r.count(); i++) {
      r.copyTo(i, row);
      longest = Math.max(longest, dot(row, row));
      r.addTo(i, 1.0 / r.count(), mean);
    }
    double[] covariance = new double[n * n];
    double spread = 0;
    for (long i = 0; i < r.count(); i++) {
      r.copyTo(i, row);
      for (int k = 0; k < n; k++) {
        row[k] -= mean[k];
      }
      spread += dot(row, row) / r.count();
      for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
          covariance[k * n + l] += row[k] * row[l] / r.count();
        }
      }
    }
    double one = 1 + longest;
    double lambda = problem.riskAversion();
    double gradient = Math.sqrt(longest) + 2 * lambda * one * Math.sqrt(one) * radius;
    return new Bounds(
        new Constants(Math.sqrt(one), 0, gradient, 2 * lambda * one, gap),
        new Variances(
            gradient * gradient, spread, Math.sqrt(dot(covariance, covariance)) * radius * radius),
        false,
        ("M_g, L_g, L_f everywhere; M_f, H1 and H3 where |x| <= %.4g and y is a mean of g_j at such"
                + " points")
            .formatted(radius));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }
}
