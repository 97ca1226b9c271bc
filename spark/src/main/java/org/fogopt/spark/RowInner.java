package org.fogopt.spark;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.fogopt.problem.RemoteData;

/** A map over rows of a cluster: what it is on the driver, and where its sums are made. */
record RowInner(Inner here, RemoteData there) implements Inner {
  @Override
  public int in() {
    return here.in();
  }

  @Override
  public int out() {
    return here.out();
  }

  @Override
  public long count() {
    return here.count();
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    here.add(batch, x, a, y);
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
    here.addDifference(batch, x, xp, a, y);
  }

  @Override
  public Jacobian newJacobian() {
    return here.newJacobian();
  }

  @Override
  public boolean affine() {
    return here.affine();
  }

  @Override
  public Placement placement() {
    return here.placement().withRemote(there);
  }
}
