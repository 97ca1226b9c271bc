package org.fogopt.apps.portfolio;

import java.util.function.ToDoubleFunction;

/**
 * The least of a convex function of two numbers on a square, +∞ where it is not defined: grids
 * around the best point of the last one, each narrower.
 */
final class GridSearch {
  private static final int HALF = 8;
  private static final int ROUNDS = 45;

  /** Where it is, and what. */
  record Least(double[] at, double value) {}

  private GridSearch() {}

  static Least of(ToDoubleFunction<double[]> f, double from, double to) {
    double[] centre = {(from + to) / 2, (from + to) / 2};
    double width = (to - from) / 2;
    double best = Double.POSITIVE_INFINITY;
    double[] at = centre.clone();
    for (int round = 0; round < ROUNDS; round++) {
      int half = round == 0 ? 6 * HALF : HALF; // the first one must find the domain
      for (int i = -half; i <= half; i++) {
        for (int j = -half; j <= half; j++) {
          double[] x = {centre[0] + width * i / half, centre[1] + width * j / half};
          double value = f.applyAsDouble(x);
          if (value < best) {
            best = value;
            at = x;
          }
        }
      }
      centre = at.clone();
      width *= round == 0 ? 3.0 / (6 * HALF) : 0.6;
    }
    return new Least(at, best);
  }
}
