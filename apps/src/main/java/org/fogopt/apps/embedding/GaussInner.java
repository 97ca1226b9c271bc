package org.fogopt.apps.embedding;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;

/** g_j(x) = [x; (n·1[j ≠ t]·exp(−|x_t − x_j|²))_t], whose mean is [x; Z]. */
record GaussInner(Plane plane) implements Inner {
  /** A component costs n exponentials. */
  static final int GRAIN = 32;

  @Override
  public int in() {
    return plane.size();
  }

  @Override
  public int out() {
    return plane.size() + plane.n();
  }

  @Override
  public long count() {
    return plane.n();
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(GRAIN);
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    plane.addPoints(a * batch.size(), x, y);
    addSums(batch, x, a, y);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
    plane.addMoves(a * batch.size(), x, xp, y);
    addSums(batch, x, a, y);
    addSums(batch, xp, -a, y);
  }

  private void addSums(Batch batch, double[] x, double a, double[] y) {
    int n = plane.n();
    int top = plane.size();
    double[] e = new double[n];
    for (long q = 0; q < batch.size(); q++) {
      plane.gaussians(x, (int) batch.at(q), e);
      for (int t = 0; t < n; t++) {
        y[top + t] += a * n * e[t];
      }
    }
  }

  @Override
  public Jacobian newJacobian() {
    return new GaussJacobian(plane);
  }
}
