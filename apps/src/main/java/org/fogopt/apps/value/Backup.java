package org.fogopt.apps.value;

import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;

/** g_j(x) = [x; n (p_j∘r_j + γ (V_x(j) − v(x)) p_j) + γ v(x) 1]. */
final class Backup implements Inner {
  private final BellmanResidual problem;
  private final int n;
  private final int d;

  Backup(BellmanResidual problem) {
    this.problem = problem;
    n = problem.n;
    d = problem.d;
  }

  @Override
  public int in() {
    return d;
  }

  @Override
  public int out() {
    return d + n;
  }

  @Override
  public long count() {
    return n;
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(problem.grain()).withFingerprint(problem::fingerprint);
  }

  @Override
  public boolean affine() {
    return problem.shape == Shape.LINEAR;
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    double common = problem.common(x);
    for (long k = 0; k < batch.size(); k++) {
      long j = batch.at(k);
      problem.columns.addTo(j, a * n * problem.discount * (problem.value(j, x) - common), y, d);
      problem.weighted.addTo(j, a * n, y, d);
    }
    addToAll(a * batch.size() * problem.discount * common, y);
    Kernels.axpy(a * batch.size(), x, 0, y, d);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
    double common = problem.commonDifference(x, xp);
    for (long k = 0; k < batch.size(); k++) {
      long j = batch.at(k);
      problem.columns.addTo(
          j, a * n * problem.discount * (problem.difference(j, x, xp) - common), y, d);
    }
    addToAll(a * batch.size() * problem.discount * common, y);
    BellmanResidual.addDifferenceOf(x, xp, a * batch.size(), y);
  }

  private void addToAll(double v, double[] y) {
    if (v != 0) {
      for (int s = 0; s < n; s++) {
        y[d + s] += v;
      }
    }
  }

  @Override
  public Jacobian newJacobian() {
    return new BackupJacobian(problem);
  }
}
