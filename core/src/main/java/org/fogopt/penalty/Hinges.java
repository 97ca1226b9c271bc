package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Shortened;
import org.fogopt.linalg.SymmetricMatrix;

/**
 * Σ costs_t·(a_tᵀx + offsets_t)₊ over many rows a_t: expected shortfall, mean absolute deviation
 * and other piecewise linear risks.
 *
 * @param size length of a row
 * @param rows row-major, one row for each cost
 * @param offsets one for each row
 * @param costs at least 0
 */
public record Hinges(int size, double[] rows, double[] offsets, double[] costs) {
  /** Rows or columns that make one task. */
  private static final int BLOCK = 64;

  /** The arrays are kept as they are, not copied. */
  public Hinges {
    int count = costs.length;
    if (offsets.length != count || rows.length != (long) count * size) {
      throw new IllegalArgumentException(
          "%d costs, %d offsets, and %d coefficients in rows of %d"
              .formatted(count, offsets.length, rows.length, size));
    }
    if (!Arrays.stream(costs).allMatch(each -> each >= 0 && each < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("the costs of hinges must be at least 0 and finite");
    }
  }

  static Hinges none(int size) {
    return new Hinges(size, new double[0], new double[0], new double[0]);
  }

  /**
   * The hinges cost·(scale·r_tᵀx + Σ columns_k x_{d+k})₊ over all rows r_t of data with d columns;
   * further unknowns, such as a quantile, have the same coefficient in every row.
   */
  public static Hinges of(RowMatrix data, double scale, double cost, double... columns) {
    int count = Math.toIntExact(data.count());
    int d = data.columns();
    int size = d + columns.length;
    double[] rows = new double[Math.multiplyExact(count, size)];
    double[] row = new double[d];
    for (int t = 0; t < count; t++) {
      data.copyTo(t, row);
      Kernels.axpy(scale, row, 0, rows, t * size, d);
      System.arraycopy(columns, 0, rows, t * size + d, columns.length);
    }
    double[] costs = new double[count];
    Arrays.fill(costs, cost);
    return new Hinges(size, rows, new double[count], costs);
  }

  public int count() {
    return costs.length;
  }

  /** Σ costs_t·(v[o + t])₊. */
  double value(double[] v, int o) {
    double sum = 0;
    for (int t = 0; t < count(); t++) {
      sum += costs[t] * Math.max(0, v[o + t]);
    }
    return sum;
  }

  private static int blocks(int n) {
    return (n + BLOCK - 1) / BLOCK;
  }

  /** out[o + t] = a_tᵀx, without the offset. */
  void times(double[] x, double[] out, int o, Parallel parallel) {
    parallel.forEach(
        blocks(count()),
        b -> {
          for (int t = b * BLOCK; t < Math.min(count(), (b + 1) * BLOCK); t++) {
            out[o + t] = Kernels.dot(rows, t * size, x, size);
          }
        });
  }

  /** out += Σ weights[o + t]·a_t. */
  void addTransposed(double[] weights, int o, double[] out, Parallel parallel) {
    parallel.forEach(
        count() == 0 ? 0 : blocks(size),
        b -> {
          int from = b * BLOCK;
          int width = Math.min(size - from, BLOCK);
          for (int t = 0; t < count(); t++) {
            Kernels.axpy(weights[o + t], rows, t * size + from, out, from, width);
          }
        });
  }

  /** matrix += Σ weights_t·a_t·a_tᵀ. */
  void addSquares(double[] weights, SymmetricMatrix matrix, Parallel parallel) {
    matrix.addRows(count(), rows, weights, parallel);
  }

  /** sizes += Σ costs_t·|a_t|. */
  void addSizes(double[] sizes) {
    for (int t = 0; t < count(); t++) {
      for (int k = 0; k < size; k++) {
        sizes[k] += costs[t] * Math.abs(rows[t * size + k]);
      }
    }
  }

  @Override
  public String toString() {
    return "Hinges[%d of %d unknowns, costs %s]".formatted(costs.length, size, Shortened.of(costs));
  }
}
