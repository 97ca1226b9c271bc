package org.fogopt.apps.embedding;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Workers;
import org.jspecify.annotations.Nullable;

/**
 * Σ p_ij log(1 + |w_i − w_j|²) over all pairs of symmetric similarities, and its gradient 4 Σ_j
 * p_ij (w_i − w_j)/(1 + |w_i − w_j|²): row by row, so that threads write to places of their own.
 */
final class AttractionOfAll {
  private static final int ROWS_PER_CHUNK = 256;

  private final Similarities p;
  private final Plane plane;
  private final Workers workers;

  AttractionOfAll(Similarities symmetric, Plane plane, Workers workers) {
    p = symmetric;
    this.plane = plane;
    this.workers = workers;
  }

  /** The sum, if asked for; into += a times its gradient, if given. */
  double add(double[] w, double a, double @Nullable [] into, boolean isSumAsked) {
    int n = plane.n();
    int k = plane.k();
    double[] points = new double[n * k]; // the coordinates of a point side by side
    for (int c = 0; c < k; c++) {
      for (int t = 0; t < n; t++) {
        points[t * k + c] = w[c * n + t];
      }
    }
    double[] partial = new double[workers.threads()];
    double[] total = new double[1];
    workers.inOrder(
        (n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK,
        (chunk, slot) -> {
          int from = (int) chunk * ROWS_PER_CHUNK;
          int to = Math.min(n, from + ROWS_PER_CHUNK);
          partial[slot] =
              k == 2
                  ? planar(points, from, to, a, into, isSumAsked)
                  : any(points, from, to, a, into);
        },
        (chunk, slot) -> total[0] += partial[slot]);
    return total[0];
  }

  /** In loops of which the compiler makes vectors; the sum from one half of the symmetric pairs. */
  private double planar(
      double[] points, int from, int to, double a, double @Nullable [] into, boolean isSumAsked) {
    int n = plane.n();
    double[] values = p.values();
    int most = mostOf(from, to);
    double[] dx = new double[most];
    double[] dy = new double[most];
    double[] squares = new double[most];
    double[] weights = new double[most];
    double sum = 0;
    for (int t = from; t < to; t++) {
      int start = p.start(t);
      int count = p.count(t);
      double x = points[2 * t];
      double y = points[2 * t + 1];
      for (int q = 0; q < count; q++) {
        int i = 2 * p.column(start + q);
        dx[q] = x - points[i];
        dy[q] = y - points[i + 1];
      }
      System.arraycopy(values, start, weights, 0, count);
      divide(dx, dy, count, squares, weights);
      if (into != null) {
        into[t] += 4 * a * Kernels.dot(weights, 0, dx, count);
        into[n + t] += 4 * a * Kernels.dot(weights, 0, dy, count);
      }
      if (isSumAsked) {
        int later = p.countAfter(t);
        System.arraycopy(squares, count - later, dx, 0, later);
        Kernels.log(dx, later);
        sum += 2 * Kernels.dot(values, start + count - later, dx, later);
      }
    }
    return sum;
  }

  private static void divide(
      double[] dx, double[] dy, int count, double[] squares, double[] weights) {
    for (int q = 0; q < count; q++) {
      squares[q] = 1 + dx[q] * dx[q] + dy[q] * dy[q];
      weights[q] /= squares[q];
    }
  }

  private double any(double[] points, int from, int to, double a, double @Nullable [] into) {
    int n = plane.n();
    int k = plane.k();
    double[] values = p.values();
    double[] squares = new double[mostOf(from, to)];
    double[] pull = new double[k];
    double sum = 0;
    for (int t = from; t < to; t++) {
      int start = p.start(t);
      int count = p.count(t);
      Arrays.fill(pull, 0);
      for (int q = 0; q < count; q++) {
        int i = k * p.column(start + q);
        double s = 1;
        for (int c = 0; c < k; c++) {
          double d = points[t * k + c] - points[i + c];
          s += d * d;
        }
        double weight = values[start + q] / s;
        squares[q] = s;
        for (int c = 0; c < k; c++) {
          pull[c] += weight * (points[t * k + c] - points[i + c]);
        }
      }
      Kernels.log(squares, count);
      sum += Kernels.dot(values, start, squares, count);
      if (into != null) {
        for (int c = 0; c < k; c++) {
          into[c * n + t] += 4 * a * pull[c];
        }
      }
    }
    return sum;
  }

  private int mostOf(int from, int to) {
    int most = 0;
    for (int t = from; t < to; t++) {
      most = Math.max(most, p.count(t));
    }
    return most;
  }
}
