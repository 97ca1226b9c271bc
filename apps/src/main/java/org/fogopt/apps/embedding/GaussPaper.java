package org.fogopt.apps.embedding;

import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Placement;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * f_i(w, Z) = n Σ_t p_{i|t} (|w_i − w_t|² + log Z_t): the paper's split of the same sum, with its
 * sign mended.
 *
 * @param p transposed: row i holds p_{i|t}
 */
record GaussPaper(Plane plane, Similarities p, ClippedLog clipped) implements Outer {
  @Override
  public long count() {
    return plane.n();
  }

  @Override
  public Placement placement() {
    return Placement.HERE
        .withGrain(p.isDense() ? GaussInner.GRAIN : 1024)
        .withFingerprint(() -> new Fingerprint("paper").add(p.fingerprint()).toString());
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
    var attraction = new AttractionByPoint(p, plane, false);
    double[] logs = new double[n];
    double[] slopes = new double[n];
    for (int t = 0; t < n; t++) {
      logs[t] = clipped.log(y[top + t]);
      slopes[t] = clipped.slope(y[top + t]);
      if (into != null) {
        clipped.count(y[top + t]);
      }
    }
    double sum = 0;
    for (long b = 0; b < batch.size(); b++) {
      int i = (int) batch.at(b);
      double own = attraction.add(i, y, a * n, into);
      int start = p.start(i);
      for (int q = 0; q < p.count(i); q++) {
        int t = p.isDense() ? q : p.column(start + q);
        double similarity = p.values()[start + q];
        own += similarity * logs[t];
        if (into != null) {
          into[top + t] += a * n * similarity * slopes[t];
        }
      }
      sum += n * own;
    }
    return sum;
  }

  @Override
  public void state(State s) {
    clipped.state(s);
  }
}
