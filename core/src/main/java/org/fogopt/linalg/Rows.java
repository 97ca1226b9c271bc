package org.fogopt.linalg;

import java.io.Serializable;
import java.util.Objects;

/**
 * A row-major matrix whose rows are the components of a problem: row {@code i} lies in one piece,
 * so that reading it is one access to memory.
 *
 * <pre>{@code
 * Rows r = Rows.of(2, 3, new double[] {1, 2, 3, 4, 5, 6});
 * double s = r.dot(1, new double[] {1, 0, 0}); // 4
 * }</pre>
 */
public final class Rows implements RowMatrix, Serializable {
  /** Fewer numbers than this, 8 MB, are in some cache, and near enough. */
  static final int FAR = 1 << 20;

  /** Fewer rows than this are near, too: longer ones are sooner there than prefetched. */
  static final int MANY = 1 << 15;

  /** Of a longer row the processor fetches the rest while its beginning is used. */
  static final int SHORT = 64;

  /** Numbers in what a processor fetches at once, 64 bytes. */
  private static final int LINE = 8;

  private final double[] data;
  private final int rows;
  private final int columns;

  private Rows(int rows, int columns, double[] data) {
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /** The matrix over {@code rowMajor}, which is not copied. */
  public static Rows of(int rows, int columns, double[] rowMajor) {
    Objects.requireNonNull(rowMajor, "rowMajor");
    if (rows < 0 || columns < 0 || (long) rows * columns != rowMajor.length) {
      throw new IllegalArgumentException(
          "a %d x %d matrix needs %d numbers, not %d"
              .formatted(rows, columns, (long) rows * columns, rowMajor.length));
    }
    return new Rows(rows, columns, rowMajor);
  }

  /** A copy in memory. */
  public static Rows of(RowMatrix other) {
    if (other instanceof Rows same) {
      return same;
    }
    int columns = other.columns();
    if (other.count() > (Integer.MAX_VALUE - 8) / Math.max(1, columns)) {
      throw new IllegalArgumentException(
          "%d x %d numbers are more than one array can hold".formatted(other.count(), columns));
    }
    double[] data = new double[(int) other.count() * columns];
    double[] row = new double[columns];
    for (int i = 0; i < other.count(); i++) {
      other.copyTo(i, row);
      System.arraycopy(row, 0, data, i * columns, columns);
    }
    return new Rows((int) other.count(), columns, data);
  }

  @Override
  public long count() {
    return rows;
  }

  @Override
  public int columns() {
    return columns;
  }

  public double get(int i, int k) {
    return data[Objects.checkIndex(i, rows) * columns + Objects.checkIndex(k, columns)];
  }

  @Override
  public void copyTo(long i, double[] into) {
    System.arraycopy(data, offset(i), into, 0, columns);
  }

  @Override
  public double dot(long i, double[] x) {
    return Kernels.dot(data, offset(i), x, columns);
  }

  @Override
  public double dotDifference(long i, double[] x, double[] xp) {
    return Kernels.dotDifference(data, offset(i), x, xp, columns);
  }

  @Override
  public double addDotDifferences(
      double sum, long i0, long i1, long i2, long i3, long i4, double[] x, double[] xp) {
    return Kernels.REDUCTIONS.addDotDifferences(
        sum, data, offset(i0), offset(i1), offset(i2), offset(i3), offset(i4), x, xp, columns);
  }

  @Override
  public double addSlopes(
      double sum,
      long i0,
      long i1,
      long i2,
      long i3,
      double[] x,
      double[] xp,
      double shift,
      double scale,
      double weight,
      double[] y) {
    return Kernels.REDUCTIONS.addSlopes(
        sum,
        data,
        offset(i0),
        offset(i1),
        offset(i2),
        offset(i3),
        x,
        xp,
        shift,
        scale,
        weight,
        y,
        columns);
  }

  @Override
  public void addTo(long i, double a, double[] y) {
    Kernels.axpy(a, data, offset(i), y, columns);
  }

  @Override
  public void addTo(long i, double a, double[] y, int offset) {
    Kernels.axpy(a, data, offset(i), y, offset, columns);
  }

  @Override
  public void addTo(long i, double a, double b, double[] other, double[] y) {
    Kernels.ELEMENTWISE.axpy2(a, data, offset(i), b, other, y, columns);
  }

  @Override
  public void addTo(
      long i0, long i1, long i2, long i3, double a0, double a1, double a2, double a3, double[] y) {
    Kernels.ELEMENTWISE.axpy4(
        a0, a1, a2, a3, data, offset(i0), offset(i1), offset(i2), offset(i3), y, columns);
  }

  @Override
  public boolean isAtHand() {
    return true;
  }

  @Override
  public boolean isOutOfCache() {
    return data.length >= FAR && rows >= MANY && columns <= SHORT;
  }

  /**
   * {@inheritDoc}
   *
   * <p>What a processor has in hand at once is counted in instructions: the fewer there are to a
   * row, the more rows are on their way together. So the shortest rows go without a loop.
   */
  @Override
  public double prefetch(long i) {
    int from = offset(i);
    double sum = data[from] + data[from + columns - 1];
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

  @Override
  public Rows transposed() {
    double[] moved = new double[data.length];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < columns; k++) {
        moved[k * rows + i] = data[i * columns + k];
      }
    }
    return new Rows(columns, rows, moved);
  }

  @Override
  public String fingerprint() {
    return new Fingerprint("rows").add(rows).add(columns).add(data).toString();
  }

  /** |rowᵢ − rowⱼ|². */
  public double squaredDistance(long i, long j) {
    return Kernels.squaredDistance(data, offset(i), data, offset(j), columns);
  }

  private int offset(long i) {
    return (int) Objects.checkIndex(i, (long) rows) * columns;
  }
}
