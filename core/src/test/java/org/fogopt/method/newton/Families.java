package org.fogopt.method.newton;

import java.util.Objects;
import java.util.Random;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Hessian;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;

/** Objectives people bring, as twenty lambdas, with and without second derivatives. */
public final class Families {
  private Families() {}

  /** Rows with a common factor and means of their own. */
  public static double[][] rows(int count, int d, double mean, long seed) {
    Random random = new Random(seed);
    double[] means = new double[d];
    for (int k = 0; k < d; k++) {
      means[k] = mean * random.nextGaussian();
    }
    double[][] rows = new double[count][d];
    for (double[] row : rows) {
      double factor = random.nextGaussian();
      for (int k = 0; k < d; k++) {
        row[k] = means[k] + 0.5 * factor + (0.5 + 0.1 * (k % 5)) * random.nextGaussian();
      }
    }
    return rows;
  }

  public static double dot(double[] a, double[] x) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * x[k];
    }
    return sum;
  }

  /** log of the mean of exp(−r_jᵀx): convex, n = 1, all curvature in g. */
  public static Problem entropic(double[][] r) {
    return entropicParts(r).named("entropic");
  }

  /** The same with second derivatives. */
  public static Problem entropicOffered(double[][] r) {
    return entropicParts(r)
        .curvature(
            (i, y, h) -> h[0][0] = -1 / (y[0] * y[0]),
            (j, x, u, row) -> {
              System.arraycopy(r[(int) j], 0, row, 0, row.length);
              return u[0] * Math.exp(-dot(r[(int) j], x));
            })
        .named("entropic, curvature offered");
  }

  private static Components.NeedsName entropicParts(double[][] r) {
    int d = r[0].length;
    return Components.map(d, 1)
        .inner(
            r.length,
            (j, x, y) -> y[0] = Math.exp(-dot(r[(int) j], x)),
            (j, x, jac) -> {
              double e = -Math.exp(-dot(r[(int) j], x));
              for (int k = 0; k < d; k++) {
                jac[0][k] = e * r[(int) j][k];
              }
            })
        .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0]);
  }

  /** −mean/standard deviation: not convex, flat along x, n = 1, two outputs. */
  public static Problem ratio(double[][] r) {
    int d = r[0].length;
    return Components.map(d, 2)
        .inner(
            r.length,
            (j, x, y) -> {
              double z = dot(r[(int) j], x);
              y[0] = z;
              y[1] = z * z;
            },
            (j, x, jac) -> {
              double z = dot(r[(int) j], x);
              for (int k = 0; k < d; k++) {
                jac[0][k] = r[(int) j][k];
                jac[1][k] = 2 * z * r[(int) j][k];
              }
            })
        .outer(
            1,
            (i, y) -> -y[0] / Math.sqrt(y[1] - y[0] * y[0]),
            (i, y, u) -> {
              double v = y[1] - y[0] * y[0];
              double s = Math.sqrt(v);
              u[0] = -1 / s - y[0] * y[0] / (v * s);
              u[1] = 0.5 * y[0] / (v * s);
            })
        .named("ratio");
  }

  /**
   * Rosenbrock's valley, Σ 100(x_{k+1} − x_k²)² + (1 − x_k)², as one component: it curves in all
   * directions, sharply and differently at every point. The minimum is 0, at (1, …, 1).
   */
  public static Problem valley(int d) {
    return Components.map(d, 1)
        .inner(
            1,
            (j, x, y) -> {
              for (int k = 0; k + 1 < d; k++) {
                double e = x[k + 1] - x[k] * x[k];
                y[0] += 100 * e * e + (1 - x[k]) * (1 - x[k]);
              }
            },
            (j, x, jac) -> {
              for (int k = 0; k + 1 < d; k++) {
                double e = x[k + 1] - x[k] * x[k];
                jac[0][k] += -400 * e * x[k] - 2 * (1 - x[k]);
                jac[0][k + 1] += 200 * e;
              }
            })
        .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
        .named("valley");
  }

  /** A plain mean of squares |a_iᵀx − b_i|², one g. */
  public static Problem leastSquares(double[][] a, double[] b) {
    return leastSquaresParts(a, b).named("least squares");
  }

  /** The same with second derivatives. */
  public static Problem leastSquaresOffered(double[][] a, double[] b) {
    return leastSquaresParts(a, b)
        .curvature(
            (i, y, h) -> {
              for (int r = 0; r < h.length; r++) {
                for (int c = 0; c < h.length; c++) {
                  h[r][c] = 2 * a[(int) i][r] * a[(int) i][c];
                }
              }
            })
        .named("least squares, curvature offered");
  }

  private static Components.NeedsName leastSquaresParts(double[][] a, double[] b) {
    int d = a[0].length;
    return Components.map(d, d)
        .inner(
            1,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = 1;
              }
            })
        .affine()
        .outer(
            a.length,
            (i, y) -> {
              double e = dot(a[(int) i], y) - b[(int) i];
              return e * e;
            },
            (i, y, u) -> {
              double e = dot(a[(int) i], y) - b[(int) i];
              for (int k = 0; k < d; k++) {
                u[k] = 2 * e * a[(int) i][k];
              }
            });
  }

  /** A dense model of the given entries. */
  static Hessian hessian(double[][] h) {
    SymmetricMatrix matrix = new SymmetricMatrix(h.length);
    for (int i = 0; i < h.length; i++) {
      for (int j = 0; j <= i; j++) {
        matrix.add(i, j, h[i][j]);
      }
    }
    return hessian(matrix);
  }

  static Hessian hessian(SymmetricMatrix h) {
    try (Workers workers = new Workers(1)) {
      Hessian made = new Oracle(entropic(new double[2][h.size()]), workers, 1).newHessian(true);
      Objects.requireNonNull(made.matrix()).copyFrom(h);
      return made;
    }
  }
}
