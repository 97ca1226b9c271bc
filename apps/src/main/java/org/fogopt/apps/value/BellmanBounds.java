package org.fogopt.apps.value;

import java.util.Arrays;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.theory.Bounds;
import org.fogopt.theory.Constants;
import org.fogopt.theory.Variances;

/**
 * Constants of {@link BellmanResidual} in closed form. ∂g_j = [I; B_j] with B_j = nγ p_j (V'_j φ_j
 * − v' φ̄)ᵀ + γ v' 1φ̄ᵀ, so |∂g_j|² = 1 + |B_j|², and |B_j| is bounded by the sum of its terms'
 * norms. For V = t the slopes are 1 and B_j does not change; for V = B tanh(t/B) they are at most 1
 * and change by at most 4/(3√3 B) times the change of t.
 *
 * <p>f_i(y) = n r² with r = V(φ_iᵀw) − z_i has ∇f_i = 2n r [V'φ_i; −e_i] and a Hessian of at most
 * 2n(1 + |φ_i|² + |r||V''||φ_i|²). The residual r is bounded where |x| ≤ R, or, for the bounded
 * shape, everywhere; always with y a mean of g_j at such points.
 */
public final class BellmanBounds {
  /** The largest |tanh''|, at tanh² = 1/3. */
  private static final double BEND = 4 / (3 * Math.sqrt(3));

  private BellmanBounds() {}

  /**
   * On a ball.
   *
   * @param radius R
   * @param gap Φ(x_0) − min Φ, or anything above; Φ(x_0) will do
   */
  public static Bounds of(BellmanResidual problem, double radius, double gap) {
    int n = problem.chain.size();
    double gamma = problem.discount;
    boolean linear = problem.shape == Shape.LINEAR;
    double bend = linear ? 0 : BEND / problem.bound;
    double[] centre = problem.centre();
    double common = norm(centre);
    RowMatrix columns = problem.chain.transitions().transposed();
    RowMatrix rewards = problem.chain.weightedRewards().transposed();
    double jacobian = 0;
    double lipschitz = 0;
    double longest = 0;
    double jacobians = 0;
    double values = 0;
    double largestValue = 0; // of |z_s|, over states and components
    double[] p = new double[n];
    double[] b = new double[n];
    for (int j = 0; j < n; j++) {
      fill(columns, j, p);
      fill(rewards, j, b);
      double[] feature = new double[problem.dimension()];
      problem.features.addTo(j, 1, feature);
      double length = norm(feature);
      longest = Math.max(longest, length);
      double weight = n * gamma * norm(p);
      double turn = linear ? distance(feature, centre) : length + common;
      double lower = weight * turn + gamma * Math.sqrt(n) * common;
      jacobian = Math.max(jacobian, lower);
      lipschitz =
          Math.max(
              lipschitz,
              bend
                  * (weight * (length * length + common * common)
                      + gamma * Math.sqrt(n) * common * common));
      // E|∂g_j − ∂g|² is at most the mean square about any fixed matrix, here γ v' 1φ̄ᵀ.
      jacobians += weight * turn * (weight * turn) / n;
      double change = linear ? turn * radius : 2 * problem.bound; // of V_j − v
      double level = linear ? common * radius : centred(centre) * problem.bound;
      double square = 0;
      for (int s = 0; s < n; s++) {
        double off = n * (Math.abs(b[s]) + gamma * p[s] * change);
        square += off * off;
        largestValue = Math.max(largestValue, off + gamma * level);
      }
      values += square / n;
    }
    double largestOwn = linear ? longest * radius : problem.bound;
    double residual = largestOwn + largestValue;
    double one = 1 + longest * longest;
    double gradient = 2 * n * Math.sqrt(one) * residual;
    return new Bounds(
        new Constants(
            Math.sqrt(1 + jacobian * jacobian),
            lipschitz,
            gradient,
            2 * n * (one + residual * bend * longest * longest),
            gap),
        new Variances(gradient * gradient, jacobians, values),
        !linear,
        linear
            ? ("M_g, L_g, L_f, H2 everywhere; M_f, H1 and H3 where |x| <= %.4g and y is a mean of g_j at"
                    + " such points")
                .formatted(radius)
            : "for all x, and y a mean of g_j at such points");
  }

  /** 1 if there is a value that all have in common. */
  private static double centred(double[] centre) {
    return norm(centre) > 0 ? 1 : 0;
  }

  private static void fill(RowMatrix rows, int j, double[] into) {
    Arrays.fill(into, 0);
    rows.addTo(j, 1, into);
  }

  private static double norm(double[] a) {
    return distance(a, new double[a.length]);
  }

  private static double distance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return Math.sqrt(sum);
  }
}
