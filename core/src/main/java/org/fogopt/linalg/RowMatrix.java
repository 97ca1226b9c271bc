package org.fogopt.linalg;

/**
 * A matrix that is looked at row by row, dense or sparse. The order of every sum is fixed by the
 * matrix, so results do not depend on the machine.
 */
public sealed interface RowMatrix permits Rows, SparseRows {
  int rows();

  int columns();

  /** rowᵢᵀx. */
  double dot(long i, double[] x);

  /** rowᵢᵀ(x − xp). */
  double dotDifference(long i, double[] x, double[] xp);

  /** y[offset..offset+columns) += a·rowᵢ. */
  void addTo(long i, double a, double[] y, int offset);

  /** y[0..columns) += a·rowᵢ. */
  default void addTo(long i, double a, double[] y) {
    addTo(i, a, y, 0);
  }

  /** The matrix whose rows are this one's columns. */
  RowMatrix transposed();

  /**
   * A name for the matrix that changes with any bit of it. Of a dense one: {@code new
   * Fingerprint("rows")}, the numbers of rows and columns, all values row by row. It follows from
   * the values alone, not from where they are kept, so a file can hold it in its header.
   */
  String fingerprint();
}
