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
 * 1e-6 at the {@link #REACH} and is summed over pairs within it, found in bins of that side.
 */
final class NearField {
  private static final double A = 3.5;
  private static final double B = A * A - 1;
  private static final double REACH = 10;

  private final int n;
  private final Workers workers;
  private final int[] bins; // of a point, −1 for those left out
  private int[] starts = {}; // of a bin in order; those of a row of bins follow each other
  private final int[] order;
  private final double[] x0;
  private final double[] x1;
  private int side; // bins
  private final double[] partial;

  NearField(int n, Workers workers) {
    this.n = n;
    this.workers = workers;
    bins = new int[n];
    order = new int[n];
    x0 = new double[n];
    x1 = new double[n];
    partial = new double[workers.threads()];
  }

  /** The smooth part, at a squared distance. */
  static double smooth(double square) {
    double t = B / (A * A + square);
    return (1 - t * t * t * t) / (1 + square);
  }

  /**
   * Sorts the points into bins.
   *
   * @param corner less than all coordinates of points that are not left out
   * @param length the side of the square from there that holds them
   * @return how many pairs there are to look at
   */
  long sort(double[] x, boolean[] isLeftOut, double[] corner, double length) {
    side = (int) (length / REACH) + 1;
    starts = new int[side * side + 1];
    for (int t = 0; t < n; t++) {
      int bin = -1;
      if (!isLeftOut[t]) {
        int row = (int) ((x[t] - corner[0]) / REACH);
        int column = (int) ((x[n + t] - corner[1]) / REACH);
        bin = row * side + column;
        starts[bin + 1]++;
      }
      bins[t] = bin;
    }
    for (int bin = 0; bin < side * side; bin++) {
      starts[bin + 1] += starts[bin];
    }
    int[] next = Arrays.copyOf(starts, side * side);
    for (int t = 0; t < n; t++) {
      if (bins[t] >= 0) {
        int at = next[bins[t]]++;
        order[at] = t;
        x0[at] = x[t];
        x1[at] = x[n + t];
      }
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
          double sum = 0;
          for (int bin = (int) row * side; bin < ((int) row + 1) * side; bin++) {
            sum += bin(bin, gradient);
          }
          partial[slot] = sum;
        },
        (row, slot) -> total[0] += partial[slot]);
    return total[0];
  }

  private double bin(int bin, double @Nullable [] gradient) {
    double sum = 0;
    for (int p = starts[bin]; p < starts[bin + 1]; p++) {
      double g0 = 0;
      double g1 = 0;
      for (int row = firstRow(bin); row <= lastRow(bin); row++) {
        int end = end(bin, row);
        for (int q = begin(bin, row); q < end; q++) {
          double d0 = x0[p] - x0[q];
          double d1 = x1[p] - x1[q];
          double square = d0 * d0 + d1 * d1;
          if (square < REACH * REACH && q != p) {
            double u = 1 + square;
            double v = B + u;
            double inverse = 1 / (u * v);
            double t = B * u * inverse;
            double value = t * t * t * t * v * inverse;
            double slope = value * (v + 4 * u) * inverse; // minus the derivative by r²
            sum += value;
            g0 -= slope * d0;
            g1 -= slope * d1;
          }
        }
      }
      if (gradient != null) {
        gradient[order[p]] += 4 * g0;
        gradient[n + order[p]] += 4 * g1;
      }
    }
    return sum;
  }
}
