package org.fogopt.apps.learn;

import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.SparseRows;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.jspecify.annotations.Nullable;

/**
 * The inner map of a {@link Composition}: a component for each row of the sample. Its last output
 * is the ridge penalty (C/2)|w|², the same for all components, so that it is smooth and sampled
 * without error, and ½{@link #drift}² beside it, which is 0 at the minimum. The unknowns are the
 * model's parameters, then the composition's own if it has one.
 */
record RiskInner(Sample sample, Model model, Loss loss, Composition composition, double l2)
    implements Inner {
  /** Rows whose losses are computed together: with their scores they stay in a cache. */
  static final int BLOCK = 256;

  @Override
  public int in() {
    return model.parameters() + (composition.hasExtra() ? 1 : 0);
  }

  @Override
  public int out() {
    return composition.outputs() + 1;
  }

  @Override
  public long count() {
    return sample.rows();
  }

  @Override
  public long effectiveCount() {
    return composition.effectiveRows();
  }

  double extra(double[] x) {
    return composition.hasExtra() ? x[model.parameters()] : 0;
  }

  /** (C/2)|w|². */
  double ridge(double[] x) {
    double sum = 0;
    for (int k = 0; k < model.parameters() && l2 > 0; k++) {
      sum += model.isWeight(k) ? x[k] * x[k] : 0;
    }
    return 0.5 * l2 * sum;
  }

  /** Whether a constant added to all intercepts changes no loss. */
  boolean canDrift() {
    return model instanceof LinearModel linear && linear.hasIntercept() && model.outputs() > 1;
  }

  /** Σ b_k/√c of c classes whose intercepts have a constant in common that is free; otherwise 0. */
  double drift(double[] x) {
    double sum = 0;
    for (int k = 0; k < model.parameters() && canDrift(); k++) {
      sum += model.isWeight(k) ? 0 : x[k];
    }
    return sum / Math.sqrt(model.outputs());
  }

  @Override
  public void add(Batch batch, double[] x, double a, double[] y) {
    add(batch, x, a, y, 0, null);
  }

  @Override
  public void addWithJacobian(
      Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
    add(batch, x, a, y, b, (RiskJacobian) jacobian);
  }

  private void add(
      Batch batch, double[] x, double a, double[] y, double b, @Nullable RiskJacobian jacobian) {
    RowBlock block = new RowBlock(this, x, batch.size());
    double[] sums = new double[out()];
    for (long from = 0; from < batch.size(); from += BLOCK) {
      block.losses(batch.slice(from, Math.min(batch.size(), from + BLOCK)));
      block.addTerms(sums);
      if (jacobian != null) {
        block.addSlopes(b, jacobian.values());
      }
    }
    double drift = drift(x);
    sums[out() - 1] = batch.size() * (ridge(x) + 0.5 * drift * drift);
    for (int k = 0; k < sums.length; k++) {
      y[k] += a * sums[k];
    }
    if (jacobian != null) {
      jacobian.addRidge(x, b * batch.size());
    }
  }

  /** But for the ridge penalty, which is not sampled, and the few unknowns that all rows share. */
  @Override
  public boolean sparse() {
    return model instanceof LinearModel linear && linear.x() instanceof SparseRows;
  }

  @Override
  public Jacobian newJacobian() {
    return new RiskJacobian(this);
  }

  @Override
  public Placement placement() {
    return Placement.HERE.withFingerprint(
        () ->
            new Fingerprint("learn")
                .add(sample.fingerprint())
                .add(model.toString())
                .add(loss.toString())
                .add(composition.toString())
                .add(l2)
                .toString());
  }
}
