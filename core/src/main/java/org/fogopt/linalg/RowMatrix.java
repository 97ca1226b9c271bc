package org.fogopt.linalg;

/**
 * A matrix that is read row by row: dense or sparse, in memory ({@link Rows}, {@link FloatRows},
 * {@link SparseRows}), in a file ({@link MappedRows}) or wherever an implementation of one's own
 * finds it. Rows may be asked for by several threads at once.
 *
 * <p>The order of every sum is fixed by the matrix, so results do not depend on the machine. The
 * dense ones all add as {@link Kernels} does, and so give the same bits for the same numbers.
 */
public interface RowMatrix {
  /** How many rows there are: more than an array has places, if they lie in a file. */
  long count();

  /**
   * {@link #count()} for matrices that fit into arrays.
   *
   * @throws ArithmeticException if there are 2³¹ rows or more
   */
  default int rows() {
    return Math.toIntExact(count());
  }

  int columns();

  /** into[0..columns) = rowᵢ. */
  void copyTo(long i, double[] into);

  /** rowᵢᵀx. */
  double dot(long i, double[] x);

  /** rowᵢᵀ(x − xp). */
  double dotDifference(long i, double[] x, double[] xp);

  /**
   * {@code sum} and then rowᵢᵀ(x − xp) of five rows, added one by one: where the rows lie in
   * memory, one pass over x and xp serves them all.
   */
  default double addDotDifferences(
      double sum, long i0, long i1, long i2, long i3, long i4, double[] x, double[] xp) {
    double s = sum + dotDifference(i0, x, xp);
    s += dotDifference(i1, x, xp);
    s += dotDifference(i2, x, xp);
    s += dotDifference(i3, x, xp);
    return s + dotDifference(i4, x, xp);
  }

  /**
   * For each of four rows, one after the other: s = scale·(rowᵢᵀ(x − xp) − shift), and y +=
   * weight·s·rowᵢ. That is how the gradient of a sum of squares changes from xp to x.
   *
   * @return {@code sum} and then the four s
   */
  default double addSlopes(
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
    double total = sum;
    for (int k = 0; k < 4; k++) {
      long i = k == 0 ? i0 : k == 1 ? i1 : k == 2 ? i2 : i3;
      double slope = scale * (dotDifference(i, x, xp) - shift);
      addTo(i, weight * slope, y);
      total += slope;
    }
    return total;
  }

  /** y[offset..offset+columns) += a·rowᵢ. */
  void addTo(long i, double a, double[] y, int offset);

  /** y[0..columns) += a·rowᵢ. */
  default void addTo(long i, double a, double[] y) {
    addTo(i, a, y, 0);
  }

  /** y[0..columns) += a·rowᵢ, then += b·other. */
  default void addTo(long i, double a, double b, double[] other, double[] y) {
    addTo(i, a, y, 0);
    Kernels.axpy(b, other, 0, y, columns());
  }

  /** y[0..columns) += a0·row of i0, then += a1·row of i1, and so on. */
  default void addTo(
      long i0, long i1, long i2, long i3, double a0, double a1, double a2, double a3, double[] y) {
    addTo(i0, a0, y);
    addTo(i1, a1, y);
    addTo(i2, a2, y);
    addTo(i3, a3, y);
  }

  /**
   * Whether rows lie in memory as they are used. It pays then to take four of them and to add the
   * four together; others would have to be fetched twice for that.
   */
  default boolean isAtHand() {
    return false;
  }

  /**
   * Whether rows are mostly found in memory only, in no cache, and it pays to {@link #prefetch}
   * them.
   */
  default boolean isOutOfCache() {
    return false;
  }

  /**
   * Prefetches rowᵢ.
   *
   * @return a number that depends on what was read, lest the compiler leave it out
   */
  default double prefetch(long i) {
    return 0;
  }

  /** The matrix whose rows are this one's columns, in memory. */
  default RowMatrix transposed() {
    return Rows.of(this).transposed();
  }

  /**
   * A name for the matrix that changes with any bit of it. Of a dense one: {@code new
   * Fingerprint("rows")}, the numbers of rows and columns, all values row by row. It follows from
   * the values alone, not from where they are kept, so a file can hold it in its header.
   */
  default String fingerprint() {
    Fingerprint name = new Fingerprint("rows").add(count()).add(columns());
    double[] row = new double[columns()];
    for (long i = 0; i < count(); i++) {
      copyTo(i, row);
      name.add(row);
    }
    return name.toString();
  }
}
