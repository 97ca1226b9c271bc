package org.fogopt.linalg;

/**
 * A row-major matrix kept in single precision: half the memory, seven digits. Everything is still
 * computed in double precision; numbers that are floats exactly give the bits that {@link Rows}
 * would.
 *
 * <pre>{@code
 * FloatRows half = FloatRows.of(rows);
 * }</pre>
 */
public final class FloatRows extends FetchedRows {
  private final float[] data;

  private FloatRows(int rows, int columns, float[] data) {
    super(rows, columns, false);
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
  void fetch(long i, Fetched into) {
    Kernels.widen(data, (int) i * columns(), into.row, columns());
  }
}
