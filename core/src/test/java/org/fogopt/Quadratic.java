package org.fogopt;

import java.util.Random;

/**
 * A strongly convex problem with a closed form, coordinate by coordinate: g_j(x)_k = s_jk x_k +
 * e_jk, f_i(y) = ½ Σ_k h_ik (y_k − c_ik)². With means s̄, ē, h̄ and p the mean of h_ik c_ik,
 * ∇Φ(x)_k = s̄_k (h̄_k y_k − p_k), and the minimiser is (p_k/h̄_k − ē_k)/s̄_k.
 *
 * @param minimiser of Φ
 * @param smoothness the largest eigenvalue max_k s̄_k² h̄_k of the Hessian
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares two of them
public record Quadratic(Parts parts, double[] minimiser, double smoothness) {

  public static Quadratic of(int d, int m, int n, long seed) {
    return scaled(d, m, n, seed, 1);
  }

  /** With g_j(x) = s_j (scale x) + e_j: the same function of scale·x. */
  public static Quadratic scaled(int d, int m, int n, long seed, double scale) {
    Random random = new Random(seed);
    double[][] s = new double[m][d];
    double[][] e = new double[m][d];
    double[][] h = new double[n][d];
    double[][] c = new double[n][d];
    double[] sMean = new double[d];
    double[] eMean = new double[d];
    double[] hMean = new double[d];
    double[] p = new double[d];
    for (int k = 0; k < d; k++) {
      for (int j = 0; j < m; j++) {
        s[j][k] = scale * (1 + 0.2 * random.nextGaussian());
        e[j][k] = random.nextGaussian();
        sMean[k] += s[j][k] / m;
        eMean[k] += e[j][k] / m;
      }
      for (int i = 0; i < n; i++) {
        h[i][k] = (1 + k) * (0.5 + random.nextDouble());
        c[i][k] = random.nextGaussian();
        hMean[k] += h[i][k] / n;
        p[k] += h[i][k] * c[i][k] / n;
      }
    }
    double[] minimiser = new double[d];
    double smoothness = 0;
    for (int k = 0; k < d; k++) {
      minimiser[k] = (p[k] / hMean[k] - eMean[k]) / sMean[k];
      smoothness = Math.max(smoothness, sMean[k] * sMean[k] * hMean[k]);
    }
    Parts parts =
        new Parts(
            d,
            d,
            m,
            n,
            true,
            (j, x, y) -> {
              for (int k = 0; k < d; k++) {
                y[k] = s[(int) j][k] * x[k] + e[(int) j][k];
              }
            },
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = s[(int) j][k];
              }
            },
            (i, y) -> {
              double sum = 0;
              for (int k = 0; k < d; k++) {
                sum += h[(int) i][k] * (y[k] - c[(int) i][k]) * (y[k] - c[(int) i][k]) / 2;
              }
              return sum;
            },
            (i, y, u) -> {
              for (int k = 0; k < d; k++) {
                u[k] = h[(int) i][k] * (y[k] - c[(int) i][k]);
              }
            });
    return new Quadratic(parts, minimiser, smoothness);
  }
}
