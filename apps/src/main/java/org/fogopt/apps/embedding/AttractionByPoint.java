package org.fogopt.apps.embedding;

import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/** Component t: Σ_i p_{i|t} φ(|w_t − w_i|²), all that pulls at one point. */
final class AttractionByPoint implements Attraction {
  private final Similarities p;
  private final Plane plane;
  private final boolean student;
  private final double[][] apart; // w_i − w_t, by coordinate
  private final double[] weights;
  private final double[] squares;

  AttractionByPoint(Similarities p, Plane plane, boolean student) {
    this.p = p;
    this.plane = plane;
    this.student = student;
    apart = new double[plane.k()][plane.n()];
    weights = new double[plane.n()];
    squares = new double[plane.n()];
  }

  @Override
  public double add(int t, double[] w, double a, double @Nullable [] into) {
    int start = p.start(t);
    int count = p.count(t);
    double[] values = p.values();
    measure(t, w, start, count);
    double sum;
    if (student) {
      for (int q = 0; q < count; q++) {
        squares[q] += 1;
        weights[q] = values[start + q] / squares[q];
      }
      Kernels.log(squares, count);
    } else {
      System.arraycopy(values, start, weights, 0, count);
    }
    sum = Kernels.dot(values, start, squares, count);
    if (into != null) {
      for (int c = 0; c < plane.k(); c++) {
        scatter(c, start, count, 2 * a, into);
        into[c * plane.n() + t] -= 2 * a * Kernels.dot(weights, 0, apart[c], count);
      }
    }
    return sum;
  }

  private void measure(int t, double[] w, int start, int count) {
    int n = plane.n();
    for (int c = 0; c < plane.k(); c++) {
      double[] d = apart[c];
      double here = w[c * n + t];
      if (p.isDense()) {
        for (int q = 0; q < count; q++) {
          d[q] = w[c * n + q] - here;
        }
      } else {
        for (int q = 0; q < count; q++) {
          d[q] = w[c * n + p.column(start + q)] - here;
        }
      }
      if (c == 0) {
        for (int q = 0; q < count; q++) {
          squares[q] = d[q] * d[q];
        }
      } else {
        for (int q = 0; q < count; q++) {
          squares[q] += d[q] * d[q];
        }
      }
    }
  }

  private void scatter(int c, int start, int count, double a, double[] into) {
    int n = plane.n();
    double[] d = apart[c];
    if (p.isDense()) {
      for (int q = 0; q < count; q++) {
        into[c * n + q] += a * weights[q] * d[q];
      }
    } else {
      for (int q = 0; q < count; q++) {
        into[c * n + p.column(start + q)] += a * weights[q] * d[q];
      }
    }
  }
}
