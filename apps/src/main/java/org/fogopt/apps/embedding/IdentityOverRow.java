package org.fogopt.apps.embedding;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.state.State;

/** [c·I; rowᵀ], a weighted sum of Jacobians of {@link StudentInner}. */
final class IdentityOverRow implements Jacobian {
  private final StudentInner inner;
  private double c;
  private final double[] row;

  IdentityOverRow(StudentInner inner) {
    this.inner = inner;
    row = new double[inner.in()];
  }

  @Override
  public void clear() {
    c = 0;
    Arrays.fill(row, 0);
  }

  @Override
  public void add(Batch batch, double[] x, double a) {
    c += a * batch.size();
    inner.addRow(batch, x, a, row);
  }

  /** A row that is known, of so many components. */
  void add(double a, long components, double b, double[] known) {
    c += a * components;
    Kernels.axpy(b, known, row);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a) {
    inner.addRow(batch, x, a, row);
    inner.addRow(batch, xp, -a, row);
  }

  @Override
  public void add(Jacobian other) {
    IdentityOverRow o = (IdentityOverRow) other;
    c += o.c;
    Kernels.axpy(1, o.row, row);
  }

  @Override
  public void scale(double factor) {
    c *= factor;
    Kernels.scale(factor, row);
  }

  @Override
  public void state(State s) {
    c = s.value("c", c);
    s.array("row", row);
  }

  @Override
  public double norm() {
    return Math.sqrt(c * c * row.length + Kernels.dot(row, row));
  }

  @Override
  public void transposeTimes(Cotangent u, double a, double[] out) {
    double[] values = u.dense();
    Kernels.axpy(a * c, values, 0, out, row.length);
    Kernels.axpy(a * values[row.length], row, out);
  }
}
