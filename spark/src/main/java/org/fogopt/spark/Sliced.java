package org.fogopt.spark;

import org.fogopt.linalg.RowMatrix;

/** Rows that lie in arrays, so that some of their columns can be read. */
interface Sliced extends RowMatrix {
  /** Columns [from, from + width) of row i, times x. */
  double dot(long i, int from, int width, double[] x);

  /** The same times x − xp. */
  double dotDifference(long i, int from, int width, double[] x, double[] xp);

  /** y[offset..offset+width) += a·columns of row i. */
  void addTo(long i, int from, int width, double a, double[] y, int offset);

  /** into[0..width) = columns of row i. */
  void copyTo(long i, int from, int width, double[] into);

  @Override
  default double dot(long i, double[] x) {
    return dot(i, 0, columns(), x);
  }

  @Override
  default double dotDifference(long i, double[] x, double[] xp) {
    return dotDifference(i, 0, columns(), x, xp);
  }

  @Override
  default void addTo(long i, double a, double[] y, int offset) {
    addTo(i, 0, columns(), a, y, offset);
  }

  @Override
  default void copyTo(long i, double[] into) {
    copyTo(i, 0, columns(), into);
  }
}
