package org.fogopt.apps.embedding;

import org.fogopt.linalg.Kernels;

/**
 * n points in R^k, in one array by coordinate: x[c·n + t] is coordinate c of point t. So what is
 * done to all points at once runs over contiguous memory, whatever k is.
 *
 * @param n points
 * @param k coordinates of each
 */
record Plane(int n, int k) {
  int size() {
    return n * k;
  }

  /** The grain with which all components come as one batch: the least power of two. */
  int grainOfAll() {
    return n <= 1 ? 1 : 2 * Integer.highestOneBit(n - 1);
  }

  /** d[i − from] = −|x_i − x_t|² for i in [from, to). */
  void negativeSquares(double[] x, int t, int from, int to, double[] d) {
    int count = to - from;
    for (int c = 0; c < k; c++) {
      int at = c * n + from;
      double here = x[c * n + t];
      if (c == 0) {
        for (int i = 0; i < count; i++) {
          double q = x[at + i] - here;
          d[i] = -(q * q);
        }
      } else {
        for (int i = 0; i < count; i++) {
          double q = x[at + i] - here;
          d[i] -= q * q;
        }
      }
    }
  }

  /** e[i] = exp(−|x_i − x_t|²), 0 for i = t. */
  void gaussians(double[] x, int t, double[] e) {
    negativeSquares(x, t, 0, n, e);
    Kernels.exp(e, n);
    e[t] = 0;
  }

  /** q[i] = 1/(1 + |x_i − x_t|²), 0 for i = t. */
  void students(double[] x, int t, double[] q) {
    negativeSquares(x, t, 0, n, q);
    for (int i = 0; i < n; i++) {
      q[i] = 1 / (1 - q[i]);
    }
    q[t] = 0;
  }

  /** y += a·x in the first n·k entries. */
  void addPoints(double a, double[] x, double[] y) {
    Kernels.axpy(a, x, 0, y, size());
  }

  /** y += a·(x − xp) in the first n·k entries. */
  void addMoves(double a, double[] x, double[] xp, double[] y) {
    for (int i = 0; i < size(); i++) {
      y[i] += a * (x[i] - xp[i]);
    }
  }
}
