package org.fogopt.apps.embedding;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.fogopt.state.State;

/** g_j(x) = [x; n Σ_{t ≠ j} 1/(1 + |x_t − x_j|²)], whose mean is [x; Z], Z over all pairs. */
record StudentInner(Plane plane) implements Inner {
  @Override
  public int in() {
    return plane.size();
  }

  @Override
  public int out() {
    return plane.size() + 1;
  }

  @Override
  public long count() {
    return plane.n();
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(GaussInner.GRAIN);
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    plane.addPoints(a * batch.size(), x, y);
    y[plane.size()] += a * plane.n() * sum(batch, x);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
    plane.addMoves(a * batch.size(), x, xp, y);
    y[plane.size()] += a * plane.n() * (sum(batch, x) - sum(batch, xp));
  }

  private double sum(Batch batch, double[] x) {
    int n = plane.n();
    double[] q = new double[n];
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    double sum = 0;
    for (long b = 0; b < batch.size(); b++) {
      plane.students(x, (int) batch.at(b), q);
      sum += Kernels.dot(q, ones);
    }
    return sum;
  }

  @Override
  public Jacobian newJacobian() {
    return new IdentityOverRow();
  }

  /** [c·I; rowᵀ]. */
  private final class IdentityOverRow implements Jacobian {
    private double c;
    private final double[] row = new double[plane.size()];

    @Override
    public void clear() {
      c = 0;
      Arrays.fill(row, 0);
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      c += a * batch.size();
      addRow(batch, x, a);
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a) {
      addRow(batch, x, a);
      addRow(batch, xp, -a);
    }

    private void addRow(Batch batch, double[] x, double a) {
      int n = plane.n();
      double[] q = new double[n];
      double[] apart = new double[n];
      double weight = 2 * a * n;
      for (long b = 0; b < batch.size(); b++) {
        int j = (int) batch.at(b);
        plane.students(x, j, q);
        for (int t = 0; t < n; t++) {
          q[t] *= q[t];
        }
        for (int k = 0; k < plane.k(); k++) {
          int at = k * n;
          double here = x[at + j];
          for (int t = 0; t < n; t++) {
            apart[t] = x[at + t] - here;
          }
          for (int t = 0; t < n; t++) {
            row[at + t] -= weight * q[t] * apart[t];
          }
          row[at + j] += weight * Kernels.dot(q, apart);
        }
      }
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
}
