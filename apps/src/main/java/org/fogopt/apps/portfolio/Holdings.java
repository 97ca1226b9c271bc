package org.fogopt.apps.portfolio;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

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

  /** A row for each asset: its weight as a linear function of the unknowns. */
  double[] maps() {
    int size = unknowns();
    double[] rows = new double[Math.multiplyExact(n, size)];
    for (int k = 0; k < n; k++) {
      double[] one = new double[n];
      one[k] = 1;
      System.arraycopy(coefficients(one, 0), 0, rows, k * size, size);
    }
    return rows;
  }

  /** The weights that unknowns stand for. */
  double[] weights(double[] v) {
    double[] x = origin.clone();
    for (int k = 0; k < n; k++) {
      x[k] += isSplit ? v[k] - v[n + k] : v[k];
    }
    return x;
  }

  /** The direction of weights that a direction of unknowns stands for. */
  double[] move(double[] v) {
    double[] x = weights(v);
    for (int k = 0; k < n; k++) {
      x[k] -= origin[k];
    }
    return x;
  }

  /** The set with the weights of some assets fixed at 0. */
  Polyhedral without(int[] assets, Polyhedral set) {
    double[] least = set.lower().clone();
    double[] largest = set.upper().clone();
    for (int k : assets) {
      least[k] = isSplit ? Math.max(0, -origin[k]) : -origin[k];
      largest[k] = least[k];
      if (isSplit) {
        least[n + k] = Math.max(0, origin[k]);
        largest[n + k] = least[n + k];
      }
    }
    return new Polyhedral(
        least, largest, set.rows(), set.absoluteCosts(), set.centres(), set.squares());
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

  /** The constant part of Σ q(x − previous)². */
  double impactConstant(double[] impact, double[] previous) {
    double sum = 0;
    for (int k = 0; k < n; k++) {
      double move = previous[k] - origin[k];
      sum += impact[k] * move * move;
    }
    return sum;
  }

  /** c of the linear part cᵀv of Σ q(x − previous)². */
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

  /** The periods' returns in the unknowns, less those of a benchmark. */
  RowMatrix rows(RowMatrix returns, double @Nullable [] benchmark) {
    if (unknowns() == n) {
      return returns;
    }
    int count = returns.rows();
    if (benchmark != null && benchmark.length != count) {
      throw new IllegalArgumentException(
          "%d returns of the benchmark, but %d periods".formatted(benchmark.length, count));
    }
    int size = unknowns();
    double[] made = new double[Math.multiplyExact(count, size)];
    double[] row = new double[n];
    for (int t = 0; t < count; t++) {
      returns.copyTo(t, row);
      double[] wide = coefficients(row, benchmark == null ? 0 : -benchmark[t]);
      System.arraycopy(wide, 0, made, t * size, size);
    }
    return Rows.of(count, size, made);
  }
}
