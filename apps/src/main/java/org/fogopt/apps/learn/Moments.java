package org.fogopt.apps.learn;

import org.fogopt.problem.Batch;

/** Mean and variance: g_j = (l_j, l_j²), f(y) = y₁ + c(y₂ − y₁²); the mean alone with g_j = l_j. */
final class Moments extends Composition {
  private final double c;

  Moments(double[] weights, double c) {
    super(weights);
    this.c = c;
  }

  @Override
  boolean isMean() {
    return c == 0;
  }

  @Override
  int width() {
    return c == 0 ? 1 : 2;
  }

  @Override
  void terms(
      Batch rows, double[] losses, double e, double[] psi, double[] byLoss, double[] byExtra) {
    int width = width();
    for (int j = 0; j < rows.size(); j++) {
      double w = weight(rows, j);
      psi[j * width] = w * losses[j];
      byLoss[j * width] = w;
      if (width == 2) {
        psi[j * width + 1] = w * losses[j] * losses[j];
        byLoss[j * width + 1] = 2 * w * losses[j];
      }
    }
  }

  @Override
  void bends(Batch rows, double[] losses, double e, double[] u, double[] four) {
    for (int j = 0; j < rows.size(); j++) {
      double w = weight(rows, j);
      four[4 * j] = c == 0 ? w * u[0] : w * (u[0] + 2 * u[1] * losses[j]);
      four[4 * j + 1] = c == 0 ? 0 : 2 * w * u[1];
    }
  }

  @Override
  double value(double[] y) {
    return c == 0 ? y[0] : y[0] + c * (y[1] - y[0] * y[0]);
  }

  @Override
  void addGradient(double[] y, double a, double[] u) {
    u[0] += a * (1 - 2 * c * y[0]);
    if (c != 0) {
      u[1] += a * c;
    }
  }

  @Override
  int outerRows() {
    return c == 0 ? 0 : 1;
  }

  @Override
  void outer(double[] y, double[] g, int d, int at, double[] w, double[] rows) {
    System.arraycopy(g, 0, rows, at * d, d);
    w[at] = -2 * c;
  }

  @Override
  public String toString() {
    return "moments " + c;
  }
}
