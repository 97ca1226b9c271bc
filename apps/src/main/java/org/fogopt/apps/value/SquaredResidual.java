package org.fogopt.apps.value;

import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;

/** f_i(w, z) = n (V_w(i) − z_i)². */
final class SquaredResidual implements Outer {
  private final BellmanResidual problem;
  private final int n;
  private final int d;

  SquaredResidual(BellmanResidual problem) {
    this.problem = problem;
    n = problem.n;
    d = problem.d;
  }

  @Override
  public long count() {
    return n;
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(problem.grain());
  }

  @Override
  public double value(Batch batch, double[] y) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      double r = residual(batch.at(k), y);
      sum += r * r;
    }
    return n * sum;
  }

  private double residual(long i, double[] y) {
    return problem.value(i, y) - y[d + (int) i];
  }

  @Override
  public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      long i = batch.at(k);
      double r = residual(i, y);
      problem.addPair(i, 2 * a * n * r * problem.slope(i, y), 2 * a * n * r, u);
      sum += r * r;
    }
    return n * sum;
  }

  @Override
  public void addGradientDifference(Batch batch, double[] y, double[] yp, double a, Cotangent u) {
    for (long k = 0; k < batch.size(); k++) {
      long i = batch.at(k);
      double lower;
      double upper;
      if (problem.shape == Shape.LINEAR) {
        lower = problem.features.dotDifference(i, y, yp) - (y[d + (int) i] - yp[d + (int) i]);
        upper = lower;
      } else {
        double r = residual(i, y);
        double rp = residual(i, yp);
        lower = r - rp;
        upper = r * problem.slope(i, y) - rp * problem.slope(i, yp);
      }
      problem.addPair(i, 2 * a * n * upper, 2 * a * n * lower, u);
    }
  }
}
