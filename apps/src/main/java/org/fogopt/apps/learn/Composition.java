package org.fogopt.apps.learn;

import org.fogopt.problem.Batch;

/**
 * A risk of the losses as a composition: the rows' losses l_j give the terms of a mean map g, of
 * which f makes the risk. Some need one unknown e besides the model's parameters.
 *
 * <p>Row j gives {@link #width()} terms ψ_k(l_j, e), each added to one output of g.
 */
abstract class Composition {
  /** Weights of the rows, with a mean of 1. */
  final double[] weights;

  Composition(double[] weights) {
    this.weights = weights;
  }

  /** Outputs of g. */
  int outputs() {
    return width();
  }

  /** Terms of a row. */
  int width() {
    return 1;
  }

  /** The output that term k of a row is added to. */
  int output(long row, int k) {
    return k;
  }

  /** Whether term k depends on the loss. */
  boolean followsLoss(int k) {
    return true;
  }

  /** Whether it is the mean of the losses. */
  boolean isMean() {
    return false;
  }

  /** Whether there is an unknown e. */
  boolean hasExtra() {
    return false;
  }

  /** A good e for losses that are not far from these. */
  double start(double[] losses) {
    return 0;
  }

  /** (l − shift)/λ of row j; of a row without weight what has e^… = 0. */
  final double exponent(Batch rows, int j, double loss, double shift, double lambda) {
    return weight(rows, j) == 0 ? -LogMeanExp.MOST * 2 : (loss - shift) / lambda;
  }

  /** {@link org.fogopt.problem.Inner#effectiveCount()} by the rows' own weights. */
  long effectiveRows() {
    return effective(weights);
  }

  /** (Σp)²/Σp². */
  static long effective(double[] p) {
    double sum = 0;
    double squares = 0;
    for (double each : p) {
      sum += each;
      squares += each * each;
    }
    return Math.round(sum * sum / squares);
  }

  /** The largest loss of a row that counts. */
  static double largest(double[] losses, double[] weights) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < losses.length; j++) {
      largest = weights[j] == 0 ? largest : Math.max(largest, losses[j]);
    }
    return largest;
  }

  /** Row j's weight. */
  final double weight(Batch rows, int j) {
    return weights[(int) rows.at(j)];
  }

  /** The weights of rows, with the sum 1, that the smoothing is about. */
  double[] rowWeights() {
    throw new UnsupportedOperationException(this + " is no smoothing");
  }

  /**
   * The next step of the proximal point method: the same about the weights under which the mean of
   * these losses is the largest with the present smoothing.
   */
  Composition about(double[] losses, double smoothing) {
    throw new UnsupportedOperationException(this + " is no smoothing");
  }

  /**
   * The terms of rows with these losses and their derivatives, {@link #width()} of each for a row.
   *
   * @param byLoss takes ∂ψ/∂l
   * @param byExtra takes ∂ψ/∂e
   */
  abstract void terms(
      Batch rows, double[] losses, double e, double[] psi, double[] byLoss, double[] byExtra);

  /**
   * Second derivatives of Σ_k u_k ψ_k, with the first by l: four numbers a row, ∂/∂l, ∂²/∂l²,
   * ∂²/∂l∂e and ∂²/∂e².
   */
  abstract void bends(Batch rows, double[] losses, double e, double[] u, double[] four);

  /** f. */
  abstract double value(double[] y);

  /** u += a∇f(y). */
  abstract void addGradient(double[] y, double a, double[] u);

  /** Rows of Gᵀ∇²f(y)G. */
  int outerRows() {
    return 0;
  }

  /**
   * Gᵀ∇²f(y)G as {@link #outerRows()} weighted rows, from {@code at} on.
   *
   * @param g row by row, d numbers each
   */
  void outer(double[] y, double[] g, int d, int at, double[] w, double[] rows) {}

  /** What it is, parameters and constants included. */
  @Override
  public abstract String toString();
}
