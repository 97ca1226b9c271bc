package org.fogopt.apps.learn;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;

/** f of a {@link Composition} and the ridge penalty: one component. */
record RiskOuter(Composition composition) implements Outer {
  @Override
  public long count() {
    return 1;
  }

  @Override
  public double value(Batch batch, double[] y) {
    return batch.size() * (composition.value(y) + y[composition.outputs()]);
  }

  @Override
  public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
    double[] into = u.dense();
    composition.addGradient(y, a * batch.size(), into);
    into[composition.outputs()] += a * batch.size();
    return value(batch, y);
  }
}
