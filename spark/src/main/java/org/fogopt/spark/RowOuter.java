package org.fogopt.spark;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;
import org.fogopt.problem.RemoteData;
import org.fogopt.state.State;

/** A function over rows of a cluster: what it is on the driver, and where its sums are made. */
record RowOuter(Outer here, RemoteData there) implements Outer {
  @Override
  public long count() {
    return here.count();
  }

  @Override
  public double value(Batch batch, double[] y) {
    return here.value(batch, y);
  }

  @Override
  public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
    return here.addGradient(batch, y, a, u);
  }

  @Override
  public void addGradientDifference(Batch batch, double[] y, double[] yp, double a, Cotangent u) {
    here.addGradientDifference(batch, y, yp, a, u);
  }

  @Override
  public void state(State s) {
    here.state(s);
  }

  @Override
  public Placement placement() {
    return here.placement().withRemote(there);
  }
}
