package org.fogopt.apps.embedding;

import java.util.Arrays;
import org.fogopt.apps.embedding.grid.StudentSums;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.jspecify.annotations.Nullable;

/**
 * g_j(x) = [x; n Σ_{t ≠ j} 1/(1 + |x_t − x_j|²)], whose mean is [x; Z], Z over all pairs.
 *
 * <p>A component costs n kernel values, and so all of them n². With {@code sums} their mean and its
 * Jacobian cost O(n) together, to the accuracy of the interpolation; other batches are exact still.
 * All components then come as one batch, which {@code sums} shares among its own threads.
 */
record StudentInner(Plane plane, @Nullable StudentSums sums) implements Inner {
  /** For the error of the interpolation; each costs n kernel values. */
  private static final int POINTS_CHECKED = 500;

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
  public double costOfAll() {
    return sums == null ? plane.n() : sums.costInComponents();
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(sums == null ? GaussInner.GRAIN : plane.grainOfAll());
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

  @Override
  public void addWithJacobian(
      Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
    if (sums == null || !batch.isAll(count())) {
      Inner.super.addWithJacobian(batch, x, a, y, b, jacobian);
      return;
    }
    double[] gradient = new double[in()];
    double z = sums.sum(x, gradient);
    plane.addPoints(a * batch.size(), x, y);
    y[plane.size()] += a * plane.n() * z;
    ((IdentityOverRow) jacobian).add(b, batch.size(), b * plane.n(), gradient);
  }

  private double sum(Batch batch, double[] x) {
    if (sums != null && batch.isAll(count())) {
      return sums.sum(x, null);
    }
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

  /** row += a Σ_{j in batch} ∂/∂x of the last output of g_j. */
  void addRow(Batch batch, double[] x, double a, double[] row) {
    int n = plane.n();
    if (sums != null && batch.isAll(count())) {
      double[] gradient = new double[in()];
      sums.sum(x, gradient);
      Kernels.axpy(a * n, gradient, row);
      return;
    }
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

  /** See {@link Embedding#interpolationError}. */
  double interpolationError(double[] x) {
    if (sums == null) {
      return 0;
    }
    int n = plane.n();
    double[] gradient = new double[in()];
    sums.sum(x, gradient);
    int asked = Math.min(n, POINTS_CHECKED);
    double[] q = new double[n];
    double wrong = 0;
    double norm = 0;
    for (int a = 0; a < asked; a++) {
      int t = (int) ((long) a * n / asked);
      plane.students(x, t, q);
      for (int c = 0; c < plane.k(); c++) {
        double exact = 0;
        for (int i = 0; i < n; i++) {
          exact += 4 * q[i] * q[i] * (x[c * n + i] - x[c * n + t]);
        }
        double error = gradient[c * n + t] - exact;
        wrong += error * error;
        norm += exact * exact;
      }
    }
    return norm > 0 ? Math.sqrt(wrong / norm) : 0; // 0 if all points are in one place
  }

  @Override
  public Jacobian newJacobian() {
    return new IdentityOverRow(this);
  }
}
