package org.fogopt;

import java.util.Arrays;
import java.util.Random;

/** The applications of the paper, small and dense, from their definitions. */
public final class SmallProblems {
  private SmallProblems() {}

  /**
   * Mean-variance portfolio: g_j(x) = [x; r_jᵀx], f_i(w, s) = (r_iᵀw − s)² − r_iᵀw, so that Φ(x) =
   * xᵀCx − r̄ᵀx with C the covariance of the returns r.
   */
  public static Parts portfolio(double[][] returns) {
    int d = returns[0].length;
    int count = returns.length;
    return new Parts(
        d,
        d + 1,
        count,
        count,
        true,
        (j, x, y) -> {
          System.arraycopy(x, 0, y, 0, d);
          y[d] = dot(returns[(int) j], x);
        },
        (j, x, jac) -> {
          for (int k = 0; k < d; k++) {
            jac[k][k] = 1;
            jac[d][k] = returns[(int) j][k];
          }
        },
        (i, y) -> {
          double r = dot(returns[(int) i], y);
          return (r - y[d]) * (r - y[d]) - r;
        },
        (i, y, u) -> {
          double r = dot(returns[(int) i], y);
          for (int k = 0; k < d; k++) {
            u[k] = (2 * (r - y[d]) - 1) * returns[(int) i][k];
          }
          u[d] = -2 * (r - y[d]);
        });
  }

  /** The same with f_i(w, s) = log(1 + (r_iᵀw − s)²) − r_iᵀw + |w|²/20: not convex. */
  public static Parts robust(double[][] returns) {
    int d = returns[0].length;
    Parts plain = portfolio(returns);
    return new Parts(
        d,
        d + 1,
        returns.length,
        returns.length,
        true,
        plain.value(),
        plain.jacobian(),
        (i, y) -> {
          double r = dot(returns[(int) i], y);
          double e = r - y[d];
          double squared = 0;
          for (int k = 0; k < d; k++) {
            squared += y[k] * y[k];
          }
          return Math.log1p(e * e) - r + 0.05 * squared;
        },
        (i, y, u) -> {
          double e = dot(returns[(int) i], y) - y[d];
          double slope = 2 * e / (1 + e * e);
          for (int k = 0; k < d; k++) {
            u[k] = (slope - 1) * returns[(int) i][k] + 0.1 * y[k];
          }
          u[d] = -slope;
        });
  }

  /** Correlated returns of different size. */
  public static double[][] returns(int d, int count, long seed) {
    Random random = new Random(seed);
    double[][] returns = new double[count][d];
    for (double[] r : returns) {
      double market = random.nextGaussian();
      for (int k = 0; k < d; k++) {
        r[k] = 0.3 * (k % 3) + 0.5 * market + (0.6 + 0.2 * k) * random.nextGaussian();
      }
    }
    return returns;
  }

  /** 2C. */
  public static double[][] hessian(double[][] returns) {
    int d = returns[0].length;
    double[] mean = mean(returns);
    double[][] h = new double[d][d];
    for (double[] r : returns) {
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d; b++) {
          h[a][b] += 2 * (r[a] - mean[a]) * (r[b] - mean[b]) / returns.length;
        }
      }
    }
    return h;
  }

  public static double[] mean(double[][] returns) {
    double[] mean = new double[returns[0].length];
    for (double[] r : returns) {
      for (int k = 0; k < mean.length; k++) {
        mean[k] += r[k] / returns.length;
      }
    }
    return mean;
  }

  /**
   * Policy evaluation with linear features: j is the next state, g_j(x) = [Fx; n P_sj (R_sj + γ
   * φ_jᵀx)], f_i(y) = (y_i − y_{n+i})², so that Φ(x) = |Ax − b|²/n, A = (I − γP)F, b = (P∘R)1.
   */
  public static Parts valueFunction(int states, int d, long seed) {
    Random random = new Random(seed);
    double gamma = 0.95;
    double[][] p = new double[states][states];
    double[][] reward = new double[states][states];
    double[][] features = new double[states][d];
    for (int s = 0; s < states; s++) {
      double sum = 0;
      for (int j = 0; j < states; j++) {
        p[s][j] = random.nextDouble() + 1e-5;
        reward[s][j] = random.nextDouble();
        sum += p[s][j];
      }
      for (int j = 0; j < states; j++) {
        p[s][j] /= sum;
      }
      for (int k = 0; k < d; k++) {
        features[s][k] = random.nextDouble();
      }
    }
    return new Parts(
        d,
        2 * states,
        states,
        states,
        true,
        (j, x, y) -> {
          double next = gamma * dot(features[(int) j], x);
          for (int s = 0; s < states; s++) {
            y[s] = dot(features[s], x);
            y[states + s] = states * p[s][(int) j] * (reward[s][(int) j] + next);
          }
        },
        (j, x, jac) -> {
          for (int s = 0; s < states; s++) {
            for (int k = 0; k < d; k++) {
              jac[s][k] = features[s][k];
              jac[states + s][k] = states * gamma * p[s][(int) j] * features[(int) j][k];
            }
          }
        },
        (i, y) -> {
          double r = y[(int) i] - y[states + (int) i];
          return r * r;
        },
        (i, y, u) -> {
          double r = y[(int) i] - y[states + (int) i];
          u[(int) i] = 2 * r;
          u[states + (int) i] = -2 * r;
        });
  }

  /** The first entries of y are x, so this is r_iᵀw as well. */
  private static double dot(double[] a, double[] x) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * x[k];
    }
    return sum;
  }

  /** Solves Ax = b by elimination with pivots. */
  public static double[] solve(double[][] matrix, double[] right) {
    int n = right.length;
    double[][] a = new double[n][];
    for (int r = 0; r < n; r++) {
      a[r] = Arrays.copyOf(matrix[r], n + 1);
      a[r][n] = right[r];
    }
    for (int c = 0; c < n; c++) {
      int pivot = c;
      for (int r = c + 1; r < n; r++) {
        pivot = Math.abs(a[r][c]) > Math.abs(a[pivot][c]) ? r : pivot;
      }
      double[] swap = a[c];
      a[c] = a[pivot];
      a[pivot] = swap;
      for (int r = 0; r < n; r++) {
        double factor = r == c ? 0 : a[r][c] / a[c][c];
        for (int k = c; k <= n; k++) {
          a[r][k] -= factor * a[c][k];
        }
      }
    }
    double[] x = new double[n];
    for (int r = 0; r < n; r++) {
      x[r] = a[r][n] / a[r][r];
    }
    return x;
  }

  /**
   * argmin of ½xᵀHx − bᵀx over lower ≤ x ≤ upper (and Σx = total unless NaN), by trying for every
   * entry whether it is at a bound or free.
   */
  public static double[] boxedMinimiser(
      double[][] h, double[] b, double lower, double upper, double total) {
    int d = b.length;
    boolean summed = !Double.isNaN(total);
    double[] best = new double[0];
    double least = Double.POSITIVE_INFINITY;
    for (int code = 0; code < Math.pow(3, d); code++) {
      int[] state = new int[d];
      for (int k = 0, rest = code; k < d; k++, rest /= 3) {
        state[k] = rest % 3;
      }
      double[][] a = new double[d + 1][d + 1];
      double[] right = new double[d + 1];
      int free = 0;
      for (int k = 0; k < d; k++) {
        if (state[k] == 2) {
          System.arraycopy(h[k], 0, a[k], 0, d);
          a[k][d] = summed ? 1 : 0;
          right[k] = b[k];
          free++;
        } else {
          a[k][k] = 1;
          right[k] = state[k] == 0 ? lower : upper;
        }
      }
      for (int k = 0; k < d && summed; k++) {
        a[d][k] = free > 0 ? 1 : 0;
      }
      if (!summed || free == 0) {
        a[d][d] = 1;
      } else {
        right[d] = total;
      }
      double[] x = Arrays.copyOf(solve(a, right), d);
      double sum = 0;
      double value = 0;
      boolean inside = true;
      for (int k = 0; k < d; k++) {
        sum += x[k];
        inside &= x[k] >= lower - 1e-12 && x[k] <= upper + 1e-12;
        for (int c = 0; c < d; c++) {
          value += x[k] * h[k][c] * x[c] / 2;
        }
        value -= b[k] * x[k];
      }
      if (inside && (!summed || Math.abs(sum - total) < 1e-9) && value < least) {
        least = value;
        best = x;
      }
    }
    return best;
  }
}
