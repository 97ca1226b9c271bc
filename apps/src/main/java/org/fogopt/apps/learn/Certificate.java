package org.fogopt.apps.learn;

import org.fogopt.linalg.Kernels;

/**
 * A lower bound for the least weighted mean of a linear model's convex losses, by Fenchel's
 * duality: for any α with Σ_j p_j α_j = 0 where there is an intercept,
 *
 * <pre>
 *   min over w, b of Σ p_j l_j(wᵀx_j + b) + (C/2)|w|² + λ|w|₁
 *     ≥ −Σ p_j l_j*(α_j) − |(|v| − λ)₊|²/(2C),     v = Σ p_j α_j x_j.
 * </pre>
 *
 * α is l' at the point that was found, moved a little to meet the conditions. Any weights p that an
 * objective is the largest mean over give a bound of it.
 */
final class Certificate {
  private final RiskInner inner;
  private final LinearModel model;
  private final double l1;
  private final double[] p;
  private final double[] alpha;
  private final int outputs;
  private final int threads;

  private Certificate(RiskInner inner, double l1, double[] slopes, double[] p, int threads) {
    this.inner = inner;
    this.l1 = l1;
    this.p = p;
    this.threads = threads;
    model = (LinearModel) inner.model();
    outputs = model.outputs();
    alpha = slopes.clone();
  }

  /**
   * The bound.
   *
   * @param slopes of the losses by the scores, at the point that was found
   * @param p weights that sum to 1
   * @return NaN where the model is not linear or nothing is penalised
   */
  static double lowerBound(RiskInner inner, double l1, double[] slopes, double[] p, int threads) {
    if (!isKnown(inner, l1)) {
      return Double.NaN;
    }
    return new Certificate(inner, l1, slopes, p, threads).bound();
  }

  /** Whether there is a bound: the model is linear, and something is penalised. */
  static boolean isKnown(RiskInner inner, double l1) {
    return inner.model() instanceof LinearModel && (inner.l2() > 0 || l1 > 0);
  }

  private double bound() {
    if (model.hasIntercept()) {
      balance();
    }
    double[] v = RowScan.gradient(model, p, alpha, threads);
    double charge = 0;
    double scale = 1;
    for (int k = 0; k < v.length; k++) {
      if (model.isWeight(k)) {
        double excess = Math.max(0, Math.abs(v[k]) - l1);
        charge += excess * excess;
        scale = Math.min(scale, l1 / Math.max(l1, Math.abs(v[k])));
      }
    }
    if (inner.l2() > 0) {
      return -conjugates(1) - charge / (2 * inner.l2());
    }
    return -conjugates(scale); // a multiple of α meets |v| ≤ λ
  }

  /** Makes Σ p α = 0 for each output within the conjugates' domain. */
  private void balance() {
    if (outputs > 1) {
      mix();
      return;
    }
    double up = 0;
    double down = 0;
    for (int j = 0; j < p.length; j++) {
      up += p[j] * Math.max(0, alpha[j]);
      down += p[j] * Math.max(0, -alpha[j]);
    }
    boolean isUnlimited = inner.loss().kind() == Loss.Kind.SQUARED;
    double rise = up > down ? down / up : 1;
    double fall = down > up ? up / down : 1;
    for (int j = 0; j < p.length; j++) {
      alpha[j] = isUnlimited ? alpha[j] - (up - down) : alpha[j] * (alpha[j] > 0 ? rise : fall);
    }
  }

  /**
   * π ← (1 − θ)π + θτ, with the least θ for which τ can make Σ p π the classes' shares; a class
   * without a share gives its part of π to the row's own.
   */
  private void mix() {
    double[] mean = new double[outputs];
    double[] share = new double[outputs];
    for (int j = 0; j < p.length; j++) {
      share[(int) inner.sample().y()[j]] += p[j];
    }
    for (int j = 0; j < p.length; j++) {
      int own = (int) inner.sample().y()[j];
      for (int k = 0; k < outputs; k++) {
        if (share[k] == 0 && k != own) {
          alpha[j * outputs + own] += alpha[j * outputs + k];
          alpha[j * outputs + k] = 0;
        }
      }
      for (int k = 0; k < outputs; k++) {
        mean[k] += p[j] * (alpha[j * outputs + k] + (k == own ? 1 : 0));
      }
    }
    double theta = 0;
    for (int k = 0; k < outputs; k++) {
      theta = mean[k] > share[k] ? Math.max(theta, 1 - share[k] / mean[k]) : theta;
    }
    for (int j = 0; j < p.length && theta > 0; j++) {
      int own = (int) inner.sample().y()[j];
      for (int k = 0; k < outputs; k++) {
        double one = k == own ? 1 : 0;
        double tau = Math.max(0, share[k] - (1 - theta) * mean[k]);
        int at = j * outputs + k;
        alpha[at] = (1 - theta) * (alpha[at] + one) + tau - one;
      }
    }
  }

  /** Σ p l*(scale·α). */
  private double conjugates(double scale) {
    boolean isClassified = inner.loss().kind() == Loss.Kind.LOGISTIC || outputs > 1;
    double sum = 0;
    double[] q = new double[2 * RiskInner.BLOCK * outputs];
    for (int from = 0; from < p.length; from += RiskInner.BLOCK) {
      int to = Math.min(p.length, from + RiskInner.BLOCK);
      sum += isClassified ? entropies(from, to, scale, q) : squares(from, to, scale);
    }
    return sum;
  }

  /** Of squared and Huber losses: ½α² + αy. */
  private double squares(int from, int to, double scale) {
    double sum = 0;
    for (int j = from; j < to; j++) {
      double a = scale * alpha[j];
      sum += p[j] == 0 ? 0 : p[j] * (0.5 * a * a + a * inner.sample().y()[j]);
    }
    return sum;
  }

  /** Of classes: Σ q log q over the probabilities q that slopes α belong to. */
  private double entropies(int from, int to, double scale, double[] q) {
    int each = outputs == 1 ? 2 : outputs;
    for (int j = from; j < to; j++) {
      int at = (j - from) * each;
      if (outputs == 1) {
        q[at] = Math.abs(scale * alpha[j]);
        q[at + 1] = 1 - q[at];
      } else {
        for (int k = 0; k < outputs; k++) {
          double own = k == (int) inner.sample().y()[j] ? 1 : 0;
          q[at + k] = scale * alpha[j * outputs + k] + own;
        }
      }
    }
    int count = (to - from) * each;
    double[] logs = new double[count];
    for (int k = 0; k < count; k++) {
      logs[k] = Math.max(q[k], Double.MIN_NORMAL); // q log q is 0 below
    }
    Kernels.log(logs, count);
    double sum = 0;
    for (int k = 0; k < count; k++) {
      sum += q[k] > 0 ? p[from + k / each] * q[k] * logs[k] : 0;
    }
    return sum;
  }
}
