package org.fogopt.bench;

import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;

/**
 * Problems as a user writes them first: one component at a time, plain loops over arrays, no second
 * derivatives. Versions 0.1 and later compile it.
 */
final class Lambdas {
  private Lambdas() {}

  static double dot(double[] a, double[] x) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * x[k];
    }
    return sum;
  }

  static void scaled(double c, double[] a, double[] into) {
    for (int k = 0; k < a.length; k++) {
      into[k] = c * a[k];
    }
  }

  /** log(1 + exp(−z)). */
  static double loss(double z) {
    return z > 0 ? Math.log1p(Math.exp(-z)) : -z + Math.log1p(Math.exp(z));
  }

  /** λ log mean exp(loss(a_jᵀx)/λ). */
  static Problem dro(double[][] a, double lambda) {
    return Components.map(a[0].length, 1)
        .inner(
            a.length,
            (j, x, y) -> y[0] = Math.exp(loss(dot(a[(int) j], x)) / lambda),
            (j, x, jac) -> {
              double z = dot(a[(int) j], x);
              double slope = -Math.exp(loss(z) / lambda) / lambda / (1 + Math.exp(z));
              scaled(slope, a[(int) j], jac[0]);
            })
        .outer(1, (i, y) -> lambda * Math.log(y[0]), (i, y, u) -> u[0] = lambda / y[0])
        .named("KL-DRO logistic");
  }

  /** log mean exp(−θ r_jᵀx) / θ. */
  static Problem entropic(double[][] r, double theta) {
    return Components.map(r[0].length, 1)
        .inner(
            r.length,
            (j, x, y) -> y[0] = Math.exp(-theta * dot(r[(int) j], x)),
            (j, x, jac) -> {
              double slope = -theta * Math.exp(-theta * dot(r[(int) j], x));
              scaled(slope, r[(int) j], jac[0]);
            })
        .outer(1, (i, y) -> Math.log(y[0]) / theta, (i, y, u) -> u[0] = 1 / (theta * y[0]))
        .named("entropic risk");
  }

  /** −mean/deviation of r_jᵀx. */
  static Problem sharpe(double[][] r) {
    return Components.map(r[0].length, 2)
        .inner(
            r.length,
            (j, x, y) -> {
              y[0] = dot(r[(int) j], x);
              y[1] = y[0] * y[0];
            },
            (j, x, jac) -> {
              scaled(1, r[(int) j], jac[0]);
              scaled(2 * dot(r[(int) j], x), r[(int) j], jac[1]);
            })
        .outer(1, (i, y) -> sharpe(y), (i, y, u) -> sharpeGradient(y, u))
        .named("Sharpe ratio");
  }

  static double sharpe(double[] y) {
    return -y[0] / Math.sqrt(y[1] - y[0] * y[0]);
  }

  static void sharpeGradient(double[] y, double[] u) {
    double cubed = Math.pow(y[1] - y[0] * y[0], 1.5);
    u[0] = -y[1] / cubed;
    u[1] = 0.5 * y[0] / cubed;
  }

  /** −mean + λ variance of r_jᵀx. */
  static Problem portfolio(double[][] r, double lambda) {
    int d = r[0].length;
    return Components.map(d, d + 1)
        .inner(
            r.length,
            (j, x, y) -> {
              System.arraycopy(x, 0, y, 0, d);
              y[d] = dot(r[(int) j], x);
            },
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = 1;
              }
              scaled(1, r[(int) j], jac[d]);
            })
        .affine()
        .outer(
            r.length,
            (i, y) -> {
              double z = dot(r[(int) i], y);
              return -z + lambda * (z - y[d]) * (z - y[d]);
            },
            (i, y, u) -> {
              double slope = 2 * lambda * (dot(r[(int) i], y) - y[d]);
              scaled(slope - 1, r[(int) i], u);
              u[d] = -slope;
            })
        .named("mean-variance portfolio");
  }
}
