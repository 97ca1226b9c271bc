package org.fogopt.apps.embedding.grid;

import java.util.Arrays;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Σ_{i ≠ j} 1/(1 + |x_i − x_j|²) and its gradient by the definition, n² kernel values: of few
 * points nothing is faster, as the compiler makes vectors of the inner loop.
 */
final class AllPairs {
  /** Points whose sums are kept in the cache while all others go by. */
  private static final int POINTS_PER_CHUNK = 128;

  private final int n;
  private final Workers workers;
  private final Sums[] sums; // of a thread

  AllPairs(int n, Workers workers) {
    this.n = n;
    this.workers = workers;
    sums = new Sums[workers.threads()];
    Arrays.setAll(sums, slot -> new Sums());
  }

  private static final class Sums {
    private final double[] x0 = new double[POINTS_PER_CHUNK];
    private final double[] x1 = new double[POINTS_PER_CHUNK];
    private final double[] values = new double[POINTS_PER_CHUNK];
    private final double[] g0 = new double[POINTS_PER_CHUNK];
    private final double[] g1 = new double[POINTS_PER_CHUNK];
  }

  /** The sum; gradient becomes that of it, if given. */
  double sum(double[] x, double @Nullable [] gradient) {
    double[] total = new double[1];
    workers.inOrder(
        (n + POINTS_PER_CHUNK - 1) / POINTS_PER_CHUNK,
        (chunk, slot) -> {
          int from = (int) chunk * POINTS_PER_CHUNK;
          int count = Math.min(n - from, POINTS_PER_CHUNK);
          Sums s = sums[slot];
          System.arraycopy(x, from, s.x0, 0, count);
          System.arraycopy(x, n + from, s.x1, 0, count);
          Arrays.fill(s.values, 0);
          Arrays.fill(s.g0, 0);
          Arrays.fill(s.g1, 0);
          for (int j = 0; j < n; j++) {
            add(s.x0, s.x1, x[j], x[n + j], count, s.values, s.g0, s.g1);
          }
          for (int i = 0; i < count && gradient != null; i++) {
            gradient[from + i] = -4 * s.g0[i];
            gradient[n + from + i] = -4 * s.g1[i];
          }
        },
        (chunk, slot) -> {
          int count = Math.min(n - (int) chunk * POINTS_PER_CHUNK, POINTS_PER_CHUNK);
          for (int i = 0; i < count; i++) {
            total[0] += sums[slot].values[i] - 1; // a point is no pair with itself
          }
        });
    return total[0];
  }

  private static void add(
      double[] x0,
      double[] x1,
      double p0,
      double p1,
      int count,
      double[] values,
      double[] g0,
      double[] g1) {
    for (int i = 0; i < count; i++) {
      double d0 = x0[i] - p0;
      double d1 = x1[i] - p1;
      double q = 1 / (1 + d0 * d0 + d1 * d1);
      values[i] += q;
      double square = q * q;
      g0[i] += square * d0;
      g1[i] += square * d1;
    }
  }
}
