package org.fogopt.problem;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.state.State;

/** A dense l × d matrix, row by row. */
final class DenseJacobian implements Jacobian {
  private final Components.InnerJacobian components;
  private final double[][] g;
  private final double[][] one; // a single component's Jacobian, before it is added

  DenseJacobian(int l, int d, Components.InnerJacobian components) {
    this.components = components;
    g = new double[l][d];
    one = new double[l][d];
  }

  @Override
  public void clear() {
    for (double[] row : g) {
      Arrays.fill(row, 0);
    }
  }

  @Override
  public void add(Batch batch, double[] x, double a) {
    add(components, batch, x, a);
  }

  /** G += a Σ of what fills a component's Jacobian. */
  void add(Components.InnerJacobian filling, Batch batch, double[] x, double a) {
    for (long k = 0; k < batch.size(); k++) {
      long j = batch.at(k);
      for (double[] row : one) {
        Arrays.fill(row, 0);
      }
      try {
        filling.fill(j, x, one);
      } catch (RuntimeException e) {
        throw new ComponentException("the Jacobian of inner component " + j, e);
      }
      for (int r = 0; r < g.length; r++) {
        Kernels.axpy(a, one[r], g[r]);
      }
    }
  }

  @Override
  public void add(Jacobian other) {
    DenseJacobian o = (DenseJacobian) other;
    for (int r = 0; r < g.length; r++) {
      Kernels.axpy(1, o.g[r], g[r]);
    }
  }

  @Override
  public void scale(double c) {
    for (double[] row : g) {
      Kernels.scale(c, row);
    }
  }

  @Override
  public double norm() {
    double sum = 0;
    for (double[] row : g) {
      sum += Kernels.dot(row, row);
    }
    return Math.sqrt(sum);
  }

  @Override
  public void transposeTimes(Cotangent u, double a, double[] out) {
    if (u.isDense()) {
      for (int r = 0; r < g.length; r++) {
        Kernels.axpy(a * u.get(r), g[r], out);
      }
    } else {
      for (int k = 0; k < u.touched(); k++) {
        int r = u.index(k);
        Kernels.axpy(a * u.get(r), g[r], out);
      }
    }
  }

  @Override
  public int rowParts() {
    return 1;
  }

  @Override
  public void times(double[] v, double a, double[] out) {
    for (int r = 0; r < g.length; r++) {
      out[r] += a * Kernels.dot(g[r], v);
    }
  }

  @Override
  public void state(State s) {
    for (double[] row : g) {
      s.array("row", row);
    }
  }
}
