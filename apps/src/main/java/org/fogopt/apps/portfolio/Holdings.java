package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;

/**
 * Weights as unknowns of a program: x = v, or where their absolute values are limited x = origin +
 * p − m with p, m ≥ 0. One unknown more, if needed, is fixed at 1 and stands for the origin and,
 * short, for a benchmark.
 *
 * <p>At a minimum p or m is 0: both positive would cost more and change nothing. So bounds of x are
 * bounds of p and m, and costs and impact are separate, too.
 */
final class Holdings {
  private final int n;
  private final boolean isSplit;
  private final boolean hasFixed;
  private final double[] origin;

  private Holdings(boolean isSplit, boolean hasFixed, double[] origin) {
    n = origin.length;
    this.isSplit = isSplit;
    this.hasFixed = hasFixed;
    this.origin = origin;
  }

  static Holdings plain(int assets, boolean hasBenchmark) {
    return new Holdings(false, hasBenchmark, new double[assets]);
  }

  /** With a limit on Σ|x − origin|. */
  static Holdings limited(double[] origin) {
    return new Holdings(true, true, origin.clone());
  }

  /** Of the unknowns but the fixed one. */
  private int free() {
    return isSplit ? 2 * n : n;
  }

  int unknowns() {
    return hasFixed ? free() + 1 : free();
  }

  /** The coefficients of a linear function of x in the unknowns; {@code fixed} of the last one. */
  double[] coefficients(double[] ofX, double fixed) {
    double[] all = Arrays.copyOf(ofX, unknowns());
    double atOrigin = fixed;
    for (int k = 0; k < n; k++) {
      atOrigin += ofX[k] * origin[k];
      if (isSplit) {
        all[n + k] = -ofX[k];
      }
    }
    if (hasFixed) {
      all[free()] = atOrigin;
    }
    return all;
  }

  /** The weights that unknowns stand for. */
  double[] weights(double[] v) {
    double[] x = origin.clone();
    for (int k = 0; k < n; k++) {
      x[k] += isSplit ? v[k] - v[n + k] : v[k];
    }
    return x;
  }

  /** Unknowns that stand for weights. */
  double[] unknowns(double[] x) {
    double[] v = new double[unknowns()];
    for (int k = 0; k < n; k++) {
      double move = x[k] - origin[k];
      v[k] = isSplit ? Math.max(0, move) : move;
      if (isSplit) {
        v[n + k] = Math.max(0, -move);
      }
    }
    if (hasFixed) {
      v[free()] = 1;
    }
    return v;
  }

  /**
   * Constraints on the unknowns.
   *
   * @param costs κ of κ|x − previous|
   * @param impact q of q(x − previous)²; its linear part is in {@link #impactSlopes}
   * @param most of Σ|x − origin|, if split
   */
  Polyhedral constraints(
      double[] lower,
      double[] upper,
      List<Row> rows,
      double[] costs,
      double[] previous,
      double[] impact,
      String limited,
      double most) {
    double[] least = new double[unknowns()];
    double[] largest = new double[unknowns()];
    double[] kappa = new double[unknowns()];
    double[] centres = new double[unknowns()];
    double[] squares = new double[unknowns()];
    if (hasFixed) {
      least[free()] = 1;
      largest[free()] = 1;
    }
    for (int k = 0; k < n; k++) {
      double down = lower[k] - origin[k];
      double up = upper[k] - origin[k];
      double centre = previous[k] - origin[k];
      least[k] = isSplit ? Math.max(0, down) : down;
      largest[k] = isSplit ? Math.max(0, up) : up;
      kappa[k] = costs[k];
      squares[k] = impact[k];
      centres[k] = isSplit ? Math.max(0, centre) : centre;
      if (isSplit) {
        least[n + k] = Math.max(0, -up);
        largest[n + k] = Math.max(0, -down);
        kappa[n + k] = costs[k];
        squares[n + k] = impact[k];
        centres[n + k] = Math.max(0, -centre);
      }
    }
    List<Row> all = new ArrayList<>();
    for (Row row : rows) {
      all.add(new Row(row.name(), coefficients(row.coefficients(), 0), row.least(), row.most()));
    }
    if (isSplit) {
      int[] both = IntStream.range(0, free()).toArray();
      all.add(Row.sum(limited, unknowns(), both, Double.NEGATIVE_INFINITY, most));
    }
    return new Polyhedral(least, largest, all, kappa, centres, squares);
  }

  /** c of the linear part cᵀv of Σ q(x − previous)², less its value at the origin. */
  double[] impactSlopes(double[] impact, double[] previous) {
    double[] c = new double[unknowns()];
    for (int k = 0; k < n; k++) {
      c[k] = -2 * impact[k] * (previous[k] - origin[k]);
      if (isSplit) {
        c[n + k] = -c[k];
      }
    }
    return c;
  }

  /** A period's returns in the unknowns. */
  double[] row(double[] returns, double benchmark) {
    return coefficients(returns, -benchmark);
  }
}
