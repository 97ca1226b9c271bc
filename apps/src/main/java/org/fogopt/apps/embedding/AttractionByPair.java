package org.fogopt.apps.embedding;

import org.fogopt.linalg.Kernels;
import org.jspecify.annotations.Nullable;

/**
 * The pairs dealt out like cards: a component holds pairs from all over, at most a few of any
 * point. If a point moves, all its pairs change alike, so a sample of components is less noisy than
 * with those in one.
 */
final class AttractionByPair implements Attraction {
  private final Pairs pairs;
  private final Plane plane;
  private final boolean student;
  private final double[][] apart; // w_i − w_t, by coordinate
  private final double[] squares;
  private final double[] weights;

  AttractionByPair(Pairs pairs, Plane plane, boolean student) {
    this.pairs = pairs;
    this.plane = plane;
    this.student = student;
    int most = pairs.mostOfAComponent();
    apart = new double[plane.k()][most];
    squares = new double[most];
    weights = new double[most];
  }

  @Override
  public double add(int component, double[] w, double a, double @Nullable [] into) {
    int count = pairs.count(component);
    int start = pairs.start(component);
    double[] values = pairs.values();
    int n = plane.n();
    for (int c = 0; c < plane.k(); c++) {
      double[] d = apart[c];
      if (pairs.isDense()) {
        int turn = n - component;
        int at = c * n;
        for (int t = 0; t < turn; t++) {
          d[t] = w[at + t + component] - w[at + t];
        }
        for (int t = turn; t < n; t++) {
          d[t] = w[at + t - turn] - w[at + t];
        }
      } else {
        for (int q = 0; q < count; q++) {
          d[q] = w[c * n + pairs.to(start + q)] - w[c * n + pairs.from(start + q)];
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
    if (student) {
      for (int q = 0; q < count; q++) {
        squares[q] += 1;
        weights[q] = 2 * a * values[start + q] / squares[q];
      }
      Kernels.log(squares, count);
    } else {
      for (int q = 0; q < count; q++) {
        weights[q] = 2 * a * values[start + q];
      }
    }
    if (into != null) {
      for (int c = 0; c < plane.k(); c++) {
        scatter(component, c * n, start, count, apart[c], into);
      }
    }
    return Kernels.dot(values, start, squares, count);
  }

  private void scatter(int component, int at, int start, int count, double[] d, double[] into) {
    if (pairs.isDense()) {
      int n = plane.n();
      int turn = n - component;
      for (int t = 0; t < n; t++) {
        into[at + t] -= weights[t] * d[t];
      }
      for (int t = 0; t < turn; t++) {
        into[at + t + component] += weights[t] * d[t];
      }
      for (int t = turn; t < n; t++) {
        into[at + t - turn] += weights[t] * d[t];
      }
    } else {
      for (int q = 0; q < count; q++) {
        double pull = weights[q] * d[q];
        into[at + pairs.to(start + q)] += pull;
        into[at + pairs.from(start + q)] -= pull;
      }
    }
  }
}
