package org.fogopt.linalg;

/**
 * The sums that SIMD speeds up. Every implementation adds in the same order and so returns the same
 * bits: four accumulators of four lanes over blocks of sixteen, then blocks of four into the first
 * accumulator, then a scalar tail; multiplication and addition are rounded apart (no FMA).
 */
interface Reductions {

  /** Σ a[ao+k]·b[k] for k in [0, n). */
  double dot(double[] a, int ao, double[] b, int n);

  /** Σ a[ao+k]·(b[k] − c[k]) for k in [0, n). */
  double dotDifference(double[] a, int ao, double[] b, double[] c, int n);

  /**
   * sum + Σ a[o0+k]·(b[k] − c[k]) + … + Σ a[o4+k]·(b[k] − c[k]): five sums, each in the order of
   * {@link #dotDifference}, added one by one.
   */
  double addDotDifferences(
      double sum,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      int o4,
      double[] b,
      double[] c,
      int n);

  /**
   * For each of four offsets o, one after the other: s = scale·(Σ a[o+k]·(b[k] − c[k]) − shift),
   * y[k] += weight·s·a[o+k]; returns {@code sum} and then the four s.
   */
  double addSlopes(
      double sum,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      double[] b,
      double[] c,
      double shift,
      double scale,
      double weight,
      double[] y,
      int n);

  /** to[k] = from[k] − eta·v[k]; returns Σ v[k]², for k in [0, n). */
  double descend(double[] from, double eta, double[] v, double[] to, int n);

  /** Σ (a[ao+k] − b[bo+k])² for k in [0, n). */
  double squaredDistance(double[] a, int ao, double[] b, int bo, int n);
}
