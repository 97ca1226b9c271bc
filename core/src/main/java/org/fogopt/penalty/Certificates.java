package org.fogopt.penalty;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * Proofs that a quadratic program has no solution: multipliers that contradict each other, or a
 * direction in which the objective falls without end. Each comes from a program that is always
 * feasible and bounded, and each is checked against the definition before it is believed.
 */
final class Certificates {
  /** A multiplier or a step below this share of the largest is none: √ulp. */
  private static final double NEGLIGIBLE = 1e-8;

  /** The weight of the slope beside the curvature: √ulp, so that only flat directions are left. */
  private static final double FLAT = 1e-8;

  /** Lengths over which an objective must fall to fall without end: beyond any solution. */
  private static final double ENDLESS = 1e9;

  private Certificates() {}

  /**
   * Phase one: minimise Σ|s_i| over Ax + s within the rows' bounds and x within its own. At its
   * minimum s = 0, or the multipliers prove a clash (Farkas).
   *
   * @param taken the sizes that the bounds of the rows were rounded at
   * @return multipliers of the rows, or null where no clash is proven
   */
  static double @Nullable [] clash(Model model, double[] taken) {
    int n = model.variables();
    int m = model.rows().length;
    double[] lengths = model.lengths(null);
    double[] scales = new double[m];
    double[][] a = new double[m][n + m];
    double[] costs = new double[n + m];
    double[] lower = new double[n + m + m];
    double[] upper = new double[n + m + m];
    Arrays.fill(lower, Double.NEGATIVE_INFINITY);
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    System.arraycopy(model.lower(), 0, lower, 0, n);
    System.arraycopy(model.upper(), 0, upper, 0, n);
    for (int i = 0; i < m; i++) {
      double size = 0;
      for (int k = 0; k < n; k++) {
        size += Math.abs(model.rows()[i][k]) * lengths[k];
      }
      scales[i] = 1 / size;
      Kernels.axpy(scales[i], model.rows()[i], 0, a[i], n);
      a[i][n + i] = 1;
      costs[n + i] = 1;
      lower[n + m + i] = scales[i] * model.lower()[n + i];
      upper[n + m + i] = scales[i] * model.upper()[n + i];
    }
    double[] zero = new double[n + m];
    var method =
        new InteriorPoint(
            new Model(null, zero, zero, costs, zero, a, lower, upper), Parallel.SERIAL);
    method.run(null);
    double[] nu = new double[m];
    for (int i = 0; i < m; i++) { // |ν| ≤ 1 in these units
      double multiplier = method.bestNu[i];
      nu[i] = Math.abs(multiplier) > NEGLIGIBLE ? scales[i] * multiplier : 0;
    }
    return provesClash(model, lengths, taken, nu) ? nu : null;
  }

  /** Whether νᵀAx over the bounds of x stays above what the bounds of the rows allow. */
  private static boolean provesClash(Model model, double[] lengths, double[] taken, double[] nu) {
    int n = model.variables();
    double[] weights = new double[n];
    double[] sizes = new double[n];
    double margin = 0;
    double size = 0;
    for (int i = 0; i < nu.length; i++) {
      if (nu[i] != 0) {
        double bound = nu[i] > 0 ? model.upper()[n + i] : model.lower()[n + i];
        margin -= nu[i] * bound;
        size += Math.abs(nu[i]) * (Math.abs(bound) + taken[i]);
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
   * A direction u with Hu = 0, cᵀu + Σ κ_k|u_k| < 0 that never leaves the constraints: minimise
   * ½uᵀHu + ε(cᵀu + Σ κ_k|u_k|) over their recession cone within a box.
   *
   * @return u, or null where there is none
   */
  static double @Nullable [] recession(Model model, Parallel parallel) {
    int n = model.variables();
    double[] lengths = model.lengths(null);
    int[] loose =
        IntStream.range(0, n)
            .filter(k -> Double.isInfinite(model.upper()[k] - model.lower()[k]))
            .toArray();
    int[] rows =
        IntStream.range(0, model.rows().length)
            .filter(i -> Arrays.stream(loose).anyMatch(k -> model.rows()[i][k] != 0))
            .toArray();
    Model part = model.restrictedTo(loose, rows);
    double sloped = 0;
    double curved = 0;
    for (int k : loose) {
      sloped += (Math.abs(model.c()[k]) + model.costs()[k]) * lengths[k];
      curved += model.curvature(k) * lengths[k] * lengths[k];
    }
    double weight = curved == 0 || sloped == 0 ? 1 : FLAT * curved / sloped;
    double[] c = new double[loose.length];
    double[] costs = new double[loose.length];
    double[] lower = new double[loose.length + rows.length];
    double[] upper = new double[loose.length + rows.length];
    for (int i = 0; i < loose.length; i++) {
      int k = loose[i];
      boolean down = Double.isInfinite(model.lower()[k]);
      boolean up = Double.isInfinite(model.upper()[k]);
      lower[i] = down ? -lengths[k] : 0;
      upper[i] = up ? lengths[k] : 0;
      c[i] =
          weight * (model.c()[k] + (down && up ? 0 : Math.copySign(model.costs()[k], up ? 1 : -1)));
      costs[i] = down && up ? weight * model.costs()[k] : 0;
    }
    for (int i = 0; i < rows.length; i++) {
      lower[loose.length + i] = Double.isFinite(model.lower()[n + rows[i]]) ? 0 : -1 / 0.0;
      upper[loose.length + i] = Double.isFinite(model.upper()[n + rows[i]]) ? 0 : 1 / 0.0;
    }
    var method =
        new InteriorPoint(
            new Model(
                part.h(),
                part.diagonal(),
                c,
                costs,
                new double[loose.length],
                part.rows(),
                lower,
                upper),
            parallel);
    method.run(null);
    double[] u = new double[n];
    for (int i = 0; i < loose.length; i++) {
      double share = method.bestX[i] / lengths[loose[i]];
      u[loose[i]] = Math.abs(share) > NEGLIGIBLE ? method.bestX[i] : 0;
    }
    return recedes(model, lengths, u) ? u : null;
  }

  /** Whether the objective falls along u, is flat, and no bound or row is ever left. */
  private static boolean recedes(Model model, double[] lengths, double[] u) {
    int n = u.length;
    double reach = 0;
    double slope = 0;
    double size = 0;
    for (int k = 0; k < n; k++) {
      reach = Math.max(reach, Math.abs(u[k]) / lengths[k]);
      slope += model.c()[k] * u[k] + model.costs()[k] * Math.abs(u[k]);
      size += Math.abs(model.c()[k] * u[k]) + model.costs()[k] * Math.abs(u[k]);
      if ((u[k] < 0 && Double.isFinite(model.lower()[k]))
          || (u[k] > 0 && Double.isFinite(model.upper()[k]))) {
        return false;
      }
    }
    double[] product = new double[n];
    model.timesH(u, product);
    double turn = -slope / Math.max(0, Kernels.dot(product, u)); // where curvature stops the fall
    if (!(turn * reach > ENDLESS)) {
      return false;
    }
    for (int i = 0; i < model.rows().length; i++) {
      double along = model.row(i, u);
      double off = 0;
      for (int k = 0; k < n; k++) {
        off += NEGLIGIBLE * Math.abs(model.rows()[i][k]) * lengths[k] * reach;
      }
      if ((along < -off && Double.isFinite(model.lower()[n + i]))
          || (along > off && Double.isFinite(model.upper()[n + i]))) {
        return false;
      }
    }
    return slope < -NEGLIGIBLE * size;
  }
}
