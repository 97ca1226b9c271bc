package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.state.State;

/** A row of d numbers for each output of a {@link RiskInner}. */
final class RiskJacobian implements Jacobian {
  private final RiskInner inner;
  private final int d;
  private final int outputs;
  private final double[] g;

  RiskJacobian(RiskInner inner) {
    this.inner = inner;
    d = inner.in();
    outputs = inner.out();
    g = new double[Math.multiplyExact(outputs, d)];
  }

  double[] values() {
    return g;
  }

  @Override
  public void clear() {
    Arrays.fill(g, 0);
  }

  @Override
  public void add(Batch batch, double[] x, double a) {
    inner.addWithJacobian(batch, x, 0, new double[outputs], a, this);
  }

  /** Adds a times the gradient of what the last output is to the last row. */
  void addRidge(double[] x, double a) {
    int last = (outputs - 1) * d;
    double along = inner.drift(x) / Math.sqrt(inner.model().outputs());
    for (int k = 0; k < inner.model().parameters(); k++) {
      g[last + k] += a * (inner.model().isWeight(k) ? inner.l2() * x[k] : along);
    }
  }

  @Override
  public void add(Jacobian other) {
    Kernels.axpy(1, ((RiskJacobian) other).g, g);
  }

  @Override
  public void scale(double c) {
    Kernels.scale(c, g);
  }

  @Override
  public double norm() {
    return Kernels.norm(g);
  }

  @Override
  public void transposeTimes(Cotangent u, double a, double[] out) {
    for (int k = 0; k < outputs; k++) {
      if (u.get(k) != 0) {
        Kernels.axpy(a * u.get(k), g, k * d, out, d);
      }
    }
  }

  @Override
  public void state(State s) {
    s.array("rows", g);
  }
}
