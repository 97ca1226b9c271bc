package org.fogopt.apps.learn;

import java.util.Arrays;
import org.fogopt.problem.Batch;

/** Losses of some rows at a point, and what the composition makes of them; for one thread. */
final class RowBlock {
  final RiskInner inner;
  private final Model.Pass pass;
  final double extra;
  private final double[] targets;
  final double[] scores;
  final double[] losses;
  final double[] slopes;
  final double[] bends;
  private final double[] psi;
  private final double[] byLoss;
  private final double[] byExtra;
  private final double[] scaled;
  private final int[] at;
  Batch rows = Batch.all(0);

  RowBlock(RiskInner inner, double[] x, long most) {
    this.inner = inner;
    pass = inner.model().at(x);
    extra = inner.extra(x);
    int n = (int) Math.min(RiskInner.BLOCK, most);
    int outputs = inner.model().outputs();
    int width = inner.composition().width();
    targets = new double[n];
    losses = new double[n];
    scores = new double[n * outputs];
    slopes = new double[n * outputs];
    bends = new double[n * outputs];
    scaled = new double[n * outputs];
    psi = new double[n * width];
    byLoss = new double[n * width];
    byExtra = new double[n * width];
    at = new int[n];
  }

  /** Scores, losses and their derivatives by the scores. */
  void losses(Batch some) {
    rows = some;
    int n = (int) rows.size();
    for (int j = 0; j < n; j++) {
      targets[j] = inner.sample().y()[(int) rows.at(j)];
    }
    pass.scores(rows, scores);
    inner.loss().at(n, targets, inner.model().outputs(), scores, losses, slopes, bends);
  }

  /** sums += the terms of each row. */
  void addTerms(double[] sums) {
    Composition composition = inner.composition();
    int width = composition.width();
    composition.terms(rows, losses, extra, psi, byLoss, byExtra);
    for (int j = 0; j < rows.size(); j++) {
      for (int k = 0; k < width; k++) {
        sums[composition.output(rows.at(j), k)] += psi[j * width + k];
      }
    }
  }

  /** g += a times the gradients of the terms, after {@link #addTerms}. */
  void addSlopes(double a, double[] g) {
    Composition composition = inner.composition();
    int width = composition.width();
    int outputs = inner.model().outputs();
    int d = inner.in();
    int n = (int) rows.size();
    for (int k = 0; k < width; k++) {
      Arrays.fill(at, 0);
      for (int j = 0; j < n; j++) {
        at[j] = composition.output(rows.at(j), k) * d;
        double by = a * byLoss[j * width + k];
        for (int c = 0; c < outputs; c++) {
          scaled[j * outputs + c] = by * slopes[j * outputs + c];
        }
        if (composition.hasExtra()) {
          g[at[j] + d - 1] += a * byExtra[j * width + k];
        }
      }
      if (composition.followsLoss(k)) {
        pass.addGradients(rows, scaled, at, g);
      }
    }
  }
}
