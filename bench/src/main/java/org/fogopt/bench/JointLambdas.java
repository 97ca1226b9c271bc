package org.fogopt.bench;

import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;

/**
 * {@link Lambdas} with value and Jacobian by one function, which version 0.1 does not know, and
 * with the dot product that Fog offers.
 */
final class JointLambdas {
  private JointLambdas() {}

  static Problem of(String family, double[][] a) {
    return switch (family) {
      case "dro" -> dro(a, 1);
      case "entropic" -> entropic(a, 1);
      default -> sharpe(a);
    };
  }

  /** λ log mean exp(loss(a_jᵀx)/λ). */
  private static Problem dro(double[][] a, double lambda) {
    return Components.map(a[0].length, 1)
        .inner(
            a.length,
            (j, x, y, jac) -> {
              double z = Kernels.dot(a[(int) j], x);
              y[0] = Math.exp(Lambdas.loss(z) / lambda);
              if (jac != null) {
                Lambdas.scaled(-y[0] / lambda / (1 + Math.exp(z)), a[(int) j], jac[0]);
              }
            })
        .outer(1, (i, y) -> lambda * Math.log(y[0]), (i, y, u) -> u[0] = lambda / y[0])
        .named("KL-DRO logistic");
  }

  /** log mean exp(−θ r_jᵀx) / θ. */
  private static Problem entropic(double[][] r, double theta) {
    return Components.map(r[0].length, 1)
        .inner(
            r.length,
            (j, x, y, jac) -> {
              y[0] = Math.exp(-theta * Kernels.dot(r[(int) j], x));
              if (jac != null) {
                Lambdas.scaled(-theta * y[0], r[(int) j], jac[0]);
              }
            })
        .outer(1, (i, y) -> Math.log(y[0]) / theta, (i, y, u) -> u[0] = 1 / (theta * y[0]))
        .named("entropic risk");
  }

  /** −mean/deviation of r_jᵀx. */
  private static Problem sharpe(double[][] r) {
    return Components.map(r[0].length, 2)
        .inner(
            r.length,
            (j, x, y, jac) -> {
              y[0] = Kernels.dot(r[(int) j], x);
              y[1] = y[0] * y[0];
              if (jac != null) {
                Lambdas.scaled(1, r[(int) j], jac[0]);
                Lambdas.scaled(2 * y[0], r[(int) j], jac[1]);
              }
            })
        .outer(1, (i, y) -> Lambdas.sharpe(y), (i, y, u) -> Lambdas.sharpeGradient(y, u))
        .named("Sharpe ratio");
  }
}
