package org.fogopt.linalg;

/**
 * What is done with rows kept as floats. Each number is made a double before it is used, which is
 * exact, and sums have the order of {@link Reductions}: the bits are those of rows of doubles with
 * the same numbers.
 */
interface Floats {
  /** Σ a[ao+k]·b[k] for k in [0, n). */
  double dot(float[] a, int ao, double[] b, int n);

  /** Σ a[ao+k]·(b[k] − c[k]) for k in [0, n). */
  double dotDifference(float[] a, int ao, double[] b, double[] c, int n);

  /** {@code sum} and then five times {@link #dotDifference}, from each offset in turn. */
  double addDotDifferences(
      double sum, float[] a, int o0, int o1, int o2, int o3, int o4, double[] b, double[] c, int n);

  /** y[yo+k] += alpha·a[ao+k] for k in [0, n). */
  void axpy(double alpha, float[] a, int ao, double[] y, int yo, int n);

  /** y[k] += alpha·a[ao+k], then += beta·b[k], for k in [0, n). */
  void axpy2(double alpha, float[] a, int ao, double beta, double[] b, double[] y, int n);
}
