package org.fogopt.linalg;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;

/**
 * A matrix of which only the non-zeros are kept, row by row ("compressed sparse rows"): the
 * non-zeros of row i are those numbered {@link #start start(i)} to start(i+1)−1.
 *
 * <pre>{@code
 * // 0 5 0
 * // 1 0 2
 * SparseRows a =
 *     SparseRows.of(2, 3, new int[] {0, 1, 3}, new int[] {1, 0, 2}, new double[] {5, 1, 2});
 * double s = a.dot(1, new double[] {1, 1, 1}); // 3
 * }</pre>
 */
public final class SparseRows implements RowMatrix, Serializable {
  private final int rows;
  private final int columns;
  private final int[] starts;
  private final int[] columnOf;
  private final double[] values;

  private SparseRows(int rows, int columns, int[] starts, int[] columnOf, double[] values) {
    this.rows = rows;
    this.columns = columns;
    this.starts = starts;
    this.columnOf = columnOf;
    this.values = values;
  }

  /**
   * The matrix over these arrays, which are not copied.
   *
   * @param starts rows + 1 numbers: where each row begins, and where the last one ends
   * @param columnOf the column of each non-zero
   * @param values the non-zeros
   */
  public static SparseRows of(
      int rows, int columns, int[] starts, int[] columnOf, double[] values) {
    if (rows < 0 || columns < 0 || starts.length != rows + 1 || starts[0] != 0) {
      throw new IllegalArgumentException(
          "%d rows need %d starts, the first of them 0".formatted(rows, rows + 1));
    }
    if (columnOf.length != values.length || starts[rows] != values.length) {
      throw new IllegalArgumentException(
          "%d columns for %d values, and rows that end at %d"
              .formatted(columnOf.length, values.length, starts[rows]));
    }
    for (int i = 0; i < rows; i++) {
      if (starts[i] > starts[i + 1]) {
        throw new IllegalArgumentException("row " + i + " ends before it begins");
      }
    }
    for (int k : columnOf) {
      Objects.checkIndex(k, columns);
    }
    return new SparseRows(rows, columns, starts, columnOf, values);
  }

  @Override
  public long count() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  /** How many entries are kept. */
  public int nonZeros() {
    return values.length;
  }

  /** The number of row i's first non-zero; {@code start(rows())} is that of all. */
  public int start(int i) {
    return starts[i];
  }

  /** The column of the k-th non-zero. */
  public int column(int k) {
    return columnOf[k];
  }

  /** The k-th non-zero. */
  public double value(int k) {
    return values[k];
  }

  @Override
  public void copyTo(long i, double[] into) {
    Arrays.fill(into, 0, columns, 0);
    addTo(i, 1, into);
  }

  @Override
  public double dot(long i, double[] x) {
    double sum = 0;
    int end = starts[(int) i + 1];
    for (int k = starts[(int) i]; k < end; k++) {
      sum += values[k] * x[columnOf[k]];
    }
    return sum;
  }

  @Override
  public double dotDifference(long i, double[] x, double[] xp) {
    double sum = 0;
    int end = starts[(int) i + 1];
    for (int k = starts[(int) i]; k < end; k++) {
      sum += values[k] * (x[columnOf[k]] - xp[columnOf[k]]);
    }
    return sum;
  }

  @Override
  public void addTo(long i, double a, double[] y, int offset) {
    int end = starts[(int) i + 1];
    for (int k = starts[(int) i]; k < end; k++) {
      y[offset + columnOf[k]] += a * values[k];
    }
  }

  @Override
  public SparseRows transposed() {
    int[] begins = new int[columns + 1];
    for (int k : columnOf) {
      begins[k + 1]++;
    }
    for (int k = 0; k < columns; k++) {
      begins[k + 1] += begins[k];
    }
    int[] next = begins.clone();
    int[] rowOf = new int[values.length];
    double[] moved = new double[values.length];
    for (int i = 0; i < rows; i++) {
      for (int k = starts[i]; k < starts[i + 1]; k++) {
        int at = next[columnOf[k]]++;
        rowOf[at] = i;
        moved[at] = values[k];
      }
    }
    return new SparseRows(columns, rows, begins, rowOf, moved);
  }

  @Override
  public String fingerprint() {
    return new Fingerprint("sparse rows")
        .add(rows)
        .add(columns)
        .add(starts)
        .add(columnOf)
        .add(values)
        .toString();
  }
}
