package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;

/**
 * Ledoit, Wolf, "A well-conditioned estimator for large-dimensional covariance matrices", Journal
 * of Multivariate Analysis 88 (2004): (1 − s)C + s μI, μ the mean of the variances. With deviations
 * d_t of probabilities p_t the share of least expected error is estimated by
 *
 * <pre>
 *   s = min(1, Σ p_t² ‖d_t d_tᵀ − C‖² / ‖C − μI‖²),   Frobenius norms.
 * </pre>
 */
final class Shrinkage {
  private Shrinkage() {}

  /**
   * Shrinks.
   *
   * @param c Σ p_t d_t d_tᵀ, which is changed
   * @param maps a row for each weight: its linear function of the columns, which may be more
   * @param share s; NaN for the estimate
   * @return s
   */
  static double into(
      SymmetricMatrix c,
      double[] deviations,
      double[] p,
      double[] maps,
      double share,
      Parallel parallel) {
    int size = c.size();
    int n = maps.length / size; // the first n columns are the assets
    double trace = 0;
    double square = 0;
    for (int i = 0; i < n; i++) {
      trace += c.get(i, i);
      for (int j = 0; j <= i; j++) {
        square += (i == j ? 1 : 2) * c.get(i, j) * c.get(i, j);
      }
    }
    double mean = trace / n;
    double s = share;
    if (Double.isNaN(share)) {
      double error = error(c, deviations, p, n, square, parallel);
      double distance = square - n * mean * mean;
      s = distance > 0 ? Math.min(1, error / distance) : 1;
    }
    c.scale(1 - s);
    double[] weights = new double[n];
    Arrays.fill(weights, s * mean);
    c.addRows(n, maps, weights, parallel);
    return s;
  }

  /** Σ p² ‖ddᵀ − C‖² = Σ p²(|d|⁴ + ‖C‖²) − 2⟨C, Σ p² ddᵀ⟩. */
  private static double error(
      SymmetricMatrix c, double[] deviations, double[] p, int n, double square, Parallel parallel) {
    int size = c.size();
    double[] squares = new double[p.length];
    double sum = 0;
    for (int t = 0; t < p.length; t++) {
      squares[t] = p[t] * p[t];
      double length = 0;
      for (int k = 0; k < n; k++) {
        double d = deviations[t * size + k];
        length += d * d;
      }
      sum += squares[t] * (length * length + square);
    }
    SymmetricMatrix other = new SymmetricMatrix(size);
    other.addRows(p.length, deviations, squares, parallel);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        sum -= (i == j ? 2 : 4) * c.get(i, j) * other.get(i, j);
      }
    }
    return Math.max(0, sum);
  }
}
