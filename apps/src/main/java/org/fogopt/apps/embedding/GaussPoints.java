package org.fogopt.apps.embedding;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/** f_t(w, Z) = n (Σ_i p_{i|t} |w_t − w_i|² + log Z_t): a component for each point. */
record GaussPoints(Plane plane, Pull pull, ClippedLog clipped) implements Outer {
  @Override
  public long count() {
    return plane.n();
  }

  @Override
  public Placement placement() {
    return Placement.HERE
        .withGrain(pull.isDense() ? GaussInner.GRAIN : 1024)
        .withFingerprint(pull::fingerprint);
  }

  @Override
  public double value(Batch batch, double[] y) {
    return sum(batch, y, 0, null);
  }

  @Override
  public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
    return sum(batch, y, a, u.dense());
  }

  private double sum(Batch batch, double[] y, double a, double @Nullable [] into) {
    int n = plane.n();
    int top = plane.size();
    var attraction = pull.on(plane, false);
    double sum = 0;
    for (long q = 0; q < batch.size(); q++) {
      int t = (int) batch.at(q);
      double z = y[top + t];
      sum += n * (attraction.add(t, y, a * n, into) + clipped.log(z));
      if (into != null) {
        clipped.count(z);
        into[top + t] += a * n * clipped.slope(z);
      }
    }
    return sum;
  }

  @Override
  public void state(State s) {
    clipped.state(s);
  }
}
