package org.fogopt.linalg;

import java.util.Objects;

/**
 * Rows that are not kept as doubles in an array: each is fetched into one before use, an array for
 * each thread. It lies in the nearest cache by then, so the sums run as fast as over {@link Rows},
 * in the same order. The row fetched last is kept, for whoever multiplies by a row often adds a
 * multiple of it next.
 */
abstract class FetchedRows implements RowMatrix {
  private final long count;
  private final int columns;
  private final ThreadLocal<Fetched> fetched;

  /** A thread's row. */
  static final class Fetched {
    final double[] row;
    final float[] narrow; // for rows kept as floats outside the heap
    private long number = -1;

    Fetched(int columns, boolean needsNarrow) {
      row = new double[columns];
      narrow = new float[needsNarrow ? columns : 0];
    }
  }

  FetchedRows(long count, int columns, boolean needsNarrow) {
    this.count = count;
    this.columns = columns;
    fetched = ThreadLocal.withInitial(() -> new Fetched(columns, needsNarrow));
  }

  /** into.row = rowᵢ; 0 ≤ i &lt; count. */
  abstract void fetch(long i, Fetched into);

  private double[] row(long i) {
    Fetched mine = fetched.get();
    if (mine.number != i) {
      Objects.checkIndex(i, count);
      mine.number = -1; // if the fetch fails, the row is neither
      fetch(i, mine);
      mine.number = i;
    }
    return mine.row;
  }

  @Override
  public final long count() {
    return count;
  }

  @Override
  public final int columns() {
    return columns;
  }

  @Override
  public final void copyTo(long i, double[] into) {
    System.arraycopy(row(i), 0, into, 0, columns);
  }

  @Override
  public final double dot(long i, double[] x) {
    return Kernels.dot(row(i), 0, x, columns);
  }

  @Override
  public final double dotDifference(long i, double[] x, double[] xp) {
    return Kernels.dotDifference(row(i), 0, x, xp, columns);
  }

  @Override
  public final void addTo(long i, double a, double[] y, int offset) {
    Kernels.axpy(a, row(i), 0, y, offset, columns);
  }
}
