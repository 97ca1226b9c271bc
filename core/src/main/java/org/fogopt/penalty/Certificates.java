package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that a program has no solution: multipliers that contradict each other, or a direction in
 * which the objective falls without end. Each comes from a program that is always feasible and
 * bounded, and each is checked against the definition before it is believed.
 */
final class Certificates {
  /** A multiplier or a step below this share of the largest is none: √ulp. */
  private static final double NEGLIGIBLE = 1e-8;

  /** Lengths over which an objective must fall to fall without end: beyond any solution. */
  private static final double ENDLESS = 1e9;

  private Certificates() {}

  /**
   * Phase one: minimise Σ|s_i| over Ax + s within the rows' bounds and x within its own. At its
   * minimum s = 0, or the multipliers prove a clash (Farkas).
   *
   * @return multipliers of the rows, or null where no clash is shown
   */
  static double @Nullable [] clash(Model model) {
    int n = model.variables();
    int m = model.rows().length;
    double[] lengths = model.lengths();
    double[] sizes = new double[m];
    double[][] a = new double[m][n + m];
    double[] costs = new double[n + m];
    double[] lower = new double[n + m + m];
    double[] upper = new double[n + m + m];
    Arrays.fill(lower, Double.NEGATIVE_INFINITY);
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    System.arraycopy(model.lower(), 0, lower, 0, n);
    System.arraycopy(model.upper(), 0, upper, 0, n);
    for (int i = 0; i < m; i++) {
      for (int k = 0; k < n; k++) {
        sizes[i] += Math.abs(model.rows()[i][k]) * Math.max(lengths[k], Math.abs(fixed(model, k)));
      }
      sizes[i] = sizes[i] > 0 ? sizes[i] : 1;
      Kernels.axpy(1 / sizes[i], model.rows()[i], 0, a[i], n);
      a[i][n + i] = 1;
      costs[n + i] = 1;
      lower[n + m + i] = model.lower()[n + i] / sizes[i];
      upper[n + m + i] = model.upper()[n + i] / sizes[i];
    }
    double[] zero = new double[n + m];
    Hinges none = Hinges.none(n + m);
    var method =
        new InteriorPoint(
            Model.of(null, zero, zero, a, none, lower, upper, costs, zero, Parallel.SERIAL));
    method.run(null);
    double[] nu = new double[m];
    for (int i = 0; i < m; i++) { // |ν| ≤ 1 in these units
      double multiplier = method.bestPi[n + m + i];
      nu[i] = Math.abs(multiplier) > NEGLIGIBLE ? multiplier / sizes[i] : 0;
    }
    return provesClash(model, lengths, nu) ? nu : null;
  }

  private static double fixed(Model model, int k) {
    return model.isHeld(k) ? model.lower()[k] : 0;
  }

  /** Whether νᵀAx over the bounds of x stays above what the bounds of the rows allow. */
  private static boolean provesClash(Model model, double[] lengths, double[] nu) {
    int n = model.variables();
    double[] weights = new double[n];
    double[] sizes = new double[n];
    double margin = 0;
    double size = 0;
    for (int i = 0; i < nu.length; i++) {
      if (nu[i] != 0) {
        double bound = nu[i] > 0 ? model.upper()[n + i] : model.lower()[n + i];
        margin -= nu[i] * bound;
        size += Math.abs(nu[i] * bound);
        for (int k = 0; k < n; k++) {
          weights[k] += nu[i] * model.rows()[i][k];
          sizes[k] += Math.abs(nu[i] * model.rows()[i][k]);
        }
      }
    }
    for (int k = 0; k < n; k++) {
      double bound = weights[k] > 0 ? model.lower()[k] : model.upper()[k];
      if (Double.isFinite(bound)) {
        margin += weights[k] * bound;
        size += sizes[k] * Math.abs(bound);
      } else if (Math.abs(weights[k]) > InteriorPoint.TOLERANCE * sizes[k]) {
        return false;
      } else {
        size += sizes[k] * lengths[k];
      }
    }
    return margin > Budget.ROUNDING * size;
  }

  /**
   * A direction u with Hu = 0 along which the slopes of c, costs and hinges add up to less than 0,
   * and that never leaves the constraints: minimise ½uᵀHu + ε(cᵀu + Σ φ_j) over their recession
   * cone within a box.
   *
   * @return u, or null where there is none
   */
  static double @Nullable [] recession(Model model) {
    int n = model.variables();
    double[] lengths = model.lengths();
    double[] lower = new double[model.coordinates()];
    double[] upper = new double[model.coordinates()];
    double sloped = 0;
    double curved = 0;
    for (int j = 0; j < lower.length; j++) {
      double most = j < n ? lengths[j] : Double.POSITIVE_INFINITY;
      lower[j] = Double.isInfinite(model.lower()[j]) ? -most : 0;
      upper[j] = Double.isInfinite(model.upper()[j]) ? most : 0;
      if (j < n && upper[j] > lower[j]) {
        sloped += model.slopes()[j] * lengths[j];
        curved += model.curvature(j) * lengths[j] * lengths[j];
      }
    }
    // the slope beside the curvature, so small that only flat directions are left
    double weight = curved == 0 || sloped == 0 ? 1 : NEGLIGIBLE * curved / sloped;
    double[] c = scaled(weight, model.c());
    double[] cost = scaled(weight, model.cost());
    double[] kink = lower.clone();
    for (int j = 0; j < cost.length; j++) { // of a cost only its end slopes matter
      if (cost[j] > 0 && j < n && upper[j] > 0 && lower[j] == 0) {
        c[j] += cost[j];
      }
      cost[j] = lower[j] < 0 && upper[j] > 0 ? cost[j] : 0;
      kink[j] = cost[j] > 0 ? 0 : kink[j];
    }
    Hinges hinges = model.hinges();
    Hinges cone =
        new Hinges(
            hinges.size(),
            hinges.rows(),
            new double[hinges.count()],
            scaled(weight, hinges.costs()));
    var method =
        new InteriorPoint(
            new Model(
                model.h(),
                model.diagonal(),
                c,
                model.rows(),
                cone,
                lower,
                kink,
                upper,
                cost,
                scaled(weight, model.slopes()),
                model.parallel()));
    method.run(null);
    double[] u = new double[n];
    Arrays.setAll(
        u, k -> Math.abs(method.bestX[k]) > NEGLIGIBLE * lengths[k] ? method.bestX[k] : 0);
    return recedes(model, lengths, u) ? u : null;
  }

  private static double[] scaled(double factor, double[] values) {
    return Arrays.stream(values).map(each -> factor * each).toArray();
  }

  /** Whether the objective falls along u, is flat, and no bound or row is ever left. */
  private static boolean recedes(Model model, double[] lengths, double[] u) {
    int n = u.length;
    double reach = 0;
    double size = 0;
    for (int k = 0; k < n; k++) {
      reach = Math.max(reach, Math.abs(u[k]) / lengths[k]);
      size += model.slopes()[k] * Math.abs(u[k]);
    }
    double[] along = new double[model.coordinates()];
    model.coordinates(u, along);
    double slope = Kernels.dot(model.c(), u);
    for (int j = 0; j < along.length; j++) {
      slope += along[j] > 0 ? model.cost()[j] * along[j] : 0;
      double off = 0;
      for (int k = 0; k < n && j >= n && j < n + model.rows().length; k++) {
        off += NEGLIGIBLE * Math.abs(model.rows()[j - n][k]) * lengths[k] * reach;
      }
      if ((along[j] < -off && Double.isFinite(model.lower()[j]))
          || (along[j] > off && Double.isFinite(model.upper()[j]))) {
        return false;
      }
    }
    double[] product = new double[n];
    model.gradient(u, new double[along.length], product);
    double bend = Math.max(0, Kernels.dot(product, u) - Kernels.dot(model.c(), u));
    double turn = -slope / bend; // where curvature stops the fall
    return turn * reach > ENDLESS && slope < -NEGLIGIBLE * size;
  }
}
