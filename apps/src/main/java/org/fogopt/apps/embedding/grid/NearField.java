package org.fogopt.apps.embedding.grid;

import java.util.Arrays;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The kernel 1/(1 + r²) in two parts, as Ewald's sums have it: with b = a² − 1,
 *
 * <pre>
 *   1/(1 + r²) = Σ_{m &lt; 4} b^m/(a² + r²)^{m+1}  +  (b/(a² + r²))⁴/(1 + r²)
 * </pre>
 *
 * The first is smooth on the scale a, so that a coarser grid has it exactly enough; the second is
 * below 1e-6 at a distance of 2.86 a, and is summed over pairs in bins of that side and those
 * beside them.
 */
final class NearField {
  /** In units of a. */
  private static final double REACH = 10 / 3.5;

  private final int n;
  private final Workers workers;
  private final int[] bins; // of a point, −1 for those left out
  private int[] starts = {}; // of a bin in order; those of a row of bins follow each other
  private final int[] order;
  private final double[] x0;
  private final double[] x1;
  private int side; // bins
  private double b;
  private final Scratch[] scratch; // of a thread

  NearField(int n, Workers workers) {
    this.n = n;
    this.workers = workers;
    bins = new int[n];
    order = new int[n];
    x0 = new double[n];
    x1 = new double[n];
    scratch = new Scratch[workers.threads()];
    Arrays.setAll(scratch, slot -> new Scratch());
  }

  /** Of the points of a bin. */
  private static final class Scratch {
    private double[] x0 = {};
    private double[] x1 = {};
    private double[] squares = {};
    private double[] slopes = {};
    private double[] values = {};
    private double[] g0 = {};
    private double[] g1 = {};
    private double sum;

    void need(int count) {
      if (x0.length < count) {
        x0 = new double[count];
        x1 = new double[count];
        squares = new double[count];
        slopes = new double[count];
        values = new double[count];
        g0 = new double[count];
        g1 = new double[count];
      }
      Arrays.fill(values, 0, count, 0);
      Arrays.fill(g0, 0, count, 0);
      Arrays.fill(g1, 0, count, 0);
    }
  }

  /** The smooth part for a scale, at a squared distance. */
  static double smooth(double a, double square) {
    double t = (a * a - 1) / (a * a + square);
    return (1 - t * t * t * t) / (1 + square);
  }

  private static double near(double b, double square) {
    double t = b / (b + 1 + square);
    return t * t * t * t / (1 + square);
  }

  /**
   * Counts the points in bins.
   *
   * @param corner less than all coordinates of points that are not left out
   * @param length the side of the square from there that holds them
   * @param a the scale
   * @return how many pairs there are to look at
   */
  long count(double[] x, boolean[] isLeftOut, double[] corner, double length, double a) {
    double reach = a * REACH;
    b = a * a - 1;
    side = (int) (length / reach) + 1;
    starts = new int[side * side + 1];
    for (int t = 0; t < n; t++) {
      int bin = -1;
      if (!isLeftOut[t]) {
        int row = (int) ((x[t] - corner[0]) / reach);
        int column = (int) ((x[n + t] - corner[1]) / reach);
        bin = row * side + column;
        starts[bin + 1]++;
      }
      bins[t] = bin;
    }
    for (int bin = 0; bin < side * side; bin++) {
      starts[bin + 1] += starts[bin];
    }
    long pairs = 0;
    for (int bin = 0; bin < side * side; bin++) {
      long here = (long) starts[bin + 1] - starts[bin];
      for (int row = firstRow(bin); here > 0 && row <= lastRow(bin); row++) {
        pairs += here * (end(bin, row) - begin(bin, row));
      }
    }
    return pairs;
  }

  /** Sorts the points into the bins that were counted last. */
  void sort(double[] x) {
    int[] next = Arrays.copyOf(starts, side * side);
    for (int t = 0; t < n; t++) {
      if (bins[t] >= 0) {
        int at = next[bins[t]]++;
        order[at] = t;
        x0[at] = x[t];
        x1[at] = x[n + t];
      }
    }
  }

  private int firstRow(int bin) {
    return Math.max(0, bin / side - 1);
  }

  private int lastRow(int bin) {
    return Math.min(side - 1, bin / side + 1);
  }

  /** Where, in a row of bins, those beside a bin begin. */
  private int begin(int bin, int row) {
    return starts[row * side + Math.max(0, bin % side - 1)];
  }

  private int end(int bin, int row) {
    return starts[row * side + Math.min(side - 1, bin % side + 1) + 1];
  }

  /** The sum of the second part over all pairs, each counted twice; gradient += that of the sum. */
  double add(double @Nullable [] gradient) {
    double[] total = new double[1];
    workers.inOrder(
        side,
        (row, slot) -> {
          scratch[slot].sum = 0;
          for (int bin = (int) row * side; bin < ((int) row + 1) * side; bin++) {
            bin(bin, scratch[slot], gradient);
          }
        },
        (row, slot) -> total[0] += scratch[slot].sum);
    return total[0];
  }

  /** Three loops, as of one the compiler would make no vectors. */
  private void bin(int bin, Scratch s, double @Nullable [] gradient) {
    int from = starts[bin];
    int count = starts[bin + 1] - from;
    if (count == 0) {
      return;
    }
    s.need(count);
    System.arraycopy(x0, from, s.x0, 0, count);
    System.arraycopy(x1, from, s.x1, 0, count);
    for (int row = firstRow(bin); row <= lastRow(bin); row++) {
      int end = end(bin, row);
      for (int q = begin(bin, row); q < end; q++) {
        squares(s.x0, s.x1, x0[q], x1[q], count, s.squares);
        slopes(s.squares, b, count, s.values, s.slopes);
        pull(s.x0, s.x1, x0[q], x1[q], s.slopes, count, s.g0, s.g1);
      }
    }
    double itself = near(b, 0);
    for (int p = 0; p < count; p++) {
      s.sum += s.values[p] - itself;
      if (gradient != null) {
        gradient[order[from + p]] -= 4 * s.g0[p];
        gradient[n + order[from + p]] -= 4 * s.g1[p];
      }
    }
  }

  private static void squares(
      double[] x0, double[] x1, double p0, double p1, int count, double[] squares) {
    for (int i = 0; i < count; i++) {
      double d0 = x0[i] - p0;
      double d1 = x1[i] - p1;
      squares[i] = d0 * d0 + d1 * d1;
    }
  }

  /** Slopes are minus the derivatives by r². */
  private static void slopes(
      double[] squares, double b, int count, double[] values, double[] slopes) {
    for (int i = 0; i < count; i++) {
      double u = 1 + squares[i];
      double v = b + u;
      double both = 1 / (u * v);
      double perU = v * both;
      double perV = u * both;
      double t = b * perV;
      double square = t * t;
      double value = square * square * perU;
      values[i] += value;
      slopes[i] = value * (perU + 4 * perV);
    }
  }

  private static void pull(
      double[] x0,
      double[] x1,
      double p0,
      double p1,
      double[] slopes,
      int count,
      double[] g0,
      double[] g1) {
    for (int i = 0; i < count; i++) {
      g0[i] += slopes[i] * (x0[i] - p0);
      g1[i] += slopes[i] * (x1[i] - p1);
    }
  }
}
