package org.fogopt.apps.embedding;

import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * f_i(w, Z) = n Σ_j p_ij log(1 + |w_i − w_j|²) + log Z.
 *
 * @param all if given, what sums all components as one batch, on its own threads
 */
record StudentOuter(Plane plane, Pull pull, ClippedLog clipped, @Nullable AttractionOfAll all)
    implements Outer {
  @Override
  public long count() {
    return plane.n();
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withGrain(grain()).withFingerprint(pull::fingerprint);
  }

  private int grain() {
    return all != null ? plane.grainOfAll() : pull.isDense() ? GaussInner.GRAIN : 1024;
  }

  @Override
  public double value(Batch batch, double[] y) {
    return sum(batch, y, 0, null, true);
  }

  @Override
  public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
    return sum(batch, y, a, u.dense(), true);
  }

  @Override
  public void addGradientAlone(Batch batch, double[] y, double a, Cotangent u) {
    sum(batch, y, a, u.dense(), false);
  }

  private double sum(
      Batch batch, double[] y, double a, double @Nullable [] into, boolean isValueAsked) {
    int n = plane.n();
    double z = y[plane.size()];
    double sum = 0;
    if (all != null && batch.isAll(n)) {
      sum = n * all.add(y, a * n, into, isValueAsked);
    } else {
      var attraction = pull.on(plane, true);
      for (long q = 0; q < batch.size(); q++) {
        sum += n * attraction.add((int) batch.at(q), y, a * n, into);
      }
    }
    if (into != null) {
      clipped.count(z);
      into[plane.size()] += a * batch.size() * clipped.slope(z);
    }
    return sum + batch.size() * clipped.log(z);
  }

  @Override
  public void state(State s) {
    clipped.state(s);
  }
}
