package org.fogopt.linalg;

import java.util.Objects;

/**
 * A row-major matrix kept in single precision: half the memory, seven digits. Everything is still
 * computed in double precision; numbers that are floats exactly give the bits that {@link Rows}
 * would.
 *
 * <pre>{@code
 * FloatRows half = FloatRows.of(rows);
 * }</pre>
 */
public final class FloatRows implements RowMatrix {
  private static final int LINE = 16; // numbers in 64 bytes

  private final float[] data;
  private final int rows;
  private final int columns;

  private FloatRows(int rows, int columns, float[] data) {
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /** The numbers of another matrix, each rounded to the nearest float. */
  public static FloatRows of(RowMatrix other) {
    int columns = other.columns();
    if (other.count() > (Integer.MAX_VALUE - 8) / Math.max(1, columns)) {
      throw new IllegalArgumentException(
          "%d x %d numbers are more than one array can hold".formatted(other.count(), columns));
    }
    float[] data = new float[(int) other.count() * columns];
    double[] row = new double[columns];
    for (int i = 0; i < other.count(); i++) {
      other.copyTo(i, row);
      for (int k = 0; k < columns; k++) {
        data[i * columns + k] = narrowed(row[k]);
      }
    }
    return new FloatRows((int) other.count(), columns, data);
  }

  /**
   * The nearest float.
   *
   * @throws ArithmeticException if a finite number is beyond the range of floats, 3.4e38
   */
  public static float narrowed(double value) {
    float narrow = (float) value;
    if (Float.isInfinite(narrow) && !Double.isInfinite(value)) {
      throw new ArithmeticException(value + " is beyond the range of single precision");
    }
    return narrow;
  }

  @Override
  public long count() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  @Override
  public void copyTo(long i, double[] into) {
    Kernels.ELEMENTWISE.widen(data, offset(i), into, columns);
  }

  @Override
  public double dot(long i, double[] x) {
    return Kernels.FLOATS.dot(data, offset(i), x, columns);
  }

  @Override
  public double dotDifference(long i, double[] x, double[] xp) {
    return Kernels.FLOATS.dotDifference(data, offset(i), x, xp, columns);
  }

  @Override
  public double addDotDifferences(
      double sum, long i0, long i1, long i2, long i3, long i4, double[] x, double[] xp) {
    return Kernels.FLOATS.addDotDifferences(
        sum, data, offset(i0), offset(i1), offset(i2), offset(i3), offset(i4), x, xp, columns);
  }

  @Override
  public void addTo(long i, double a, double[] y, int offset) {
    Kernels.FLOATS.axpy(a, data, offset(i), y, offset, columns);
  }

  @Override
  public void addTo(long i, double a, double b, double[] other, double[] y) {
    Kernels.FLOATS.axpy2(a, data, offset(i), b, other, y, columns);
  }

  /** As many bytes as with {@link Rows}. */
  @Override
  public boolean isOutOfCache() {
    return data.length >= 2 * Rows.FAR && rows >= Rows.MANY && columns <= 2 * Rows.SHORT;
  }

  /** Written as {@link Rows#prefetch}, for its reasons. */
  @Override
  public double prefetch(long i) {
    int from = offset(i);
    double sum = data[from];
    sum += data[from + columns - 1];
    if (columns <= LINE) {
      return sum;
    }
    sum += data[from + LINE];
    if (columns <= 2 * LINE) {
      return sum;
    }
    for (int k = 2 * LINE; k < columns; k += LINE) {
      sum += data[from + k];
    }
    return sum;
  }

  private int offset(long i) {
    return (int) Objects.checkIndex(i, (long) rows) * columns;
  }
}
