package org.fogopt.apps.learn;

import org.fogopt.linalg.Fingerprint;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;

/**
 * λ|w|₁ over a model's weights; intercepts and the composition's unknown are free.
 *
 * @param l1 λ > 0
 */
record Lasso(double l1, Model model) implements Penalty {
  private double cost(int k) {
    return k < model.parameters() && model.isWeight(k) ? l1 : 0;
  }

  @Override
  public double value(double[] x) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      sum += cost(k) == 0 ? 0 : Math.abs(x[k]);
    }
    return l1 * sum;
  }

  @Override
  public void prox(double[] v, double eta) {
    for (int k = 0; k < v.length; k++) {
      double threshold = eta * cost(k);
      v[k] -= Math.max(-threshold, Math.min(threshold, v[k])); // a NaN stays one
    }
  }

  @Override
  public Polyhedral polyhedral(int dimension) {
    double[] costs = new double[dimension];
    for (int k = 0; k < dimension; k++) {
      costs[k] = cost(k);
    }
    return Polyhedral.box(dimension, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY)
        .withAbsoluteCosts(costs, new double[dimension]);
  }

  @Override
  public String fingerprint() {
    return new Fingerprint("lasso").add(l1).add(model.parameters()).toString();
  }

  @Override
  public String toString() {
    return l1 + "|w|_1";
  }
}
