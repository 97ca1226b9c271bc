package org.fogopt.apps.learn;

import org.fogopt.linalg.Kernels;

/**
 * The loss of a row with target y and scores s.
 *
 * <pre>
 *   squared    ½(y − s)²
 *   Huber      ½r² for |r| ≤ δ, δ|r| − ½δ² beyond, r = y − s
 *   logistic   log(1 + e^−s) for y = 1, log(1 + e^s) for y = 0
 *   softmax    log Σ_k e^s_k − s_y, a score for each class
 * </pre>
 *
 * @param delta δ of Huber's loss; 0 for the others
 */
public record Loss(Kind kind, double delta) {
  public static final Loss SQUARED = new Loss(Kind.SQUARED, 0);
  public static final Loss LOGISTIC = new Loss(Kind.LOGISTIC, 0);
  public static final Loss SOFTMAX = new Loss(Kind.SOFTMAX, 0);

  /** Which loss. */
  public enum Kind {
    SQUARED,
    HUBER,
    LOGISTIC,
    SOFTMAX
  }

  public Loss {
    boolean isWanted = kind == Kind.HUBER;
    if (isWanted ? !(delta > 0 && delta < Double.POSITIVE_INFINITY) : delta != 0) {
      throw new IllegalArgumentException("delta of Huber's loss must be positive, not " + delta);
    }
  }

  public static Loss huber(double delta) {
    return new Loss(Kind.HUBER, delta);
  }

  /** "squared", "huber:1.5", "logistic" or "softmax". */
  public static Loss parse(String text) {
    String[] parts = text.split(":", 2);
    return switch (parts[0]) {
      case "squared" -> SQUARED;
      case "logistic" -> LOGISTIC;
      case "softmax" -> SOFTMAX;
      case "huber" -> huber(Objective.number(text, parts.length == 2 ? parts[1] : ""));
      default ->
          throw new IllegalArgumentException(
              "'%s' is no loss: squared, huber:DELTA, logistic or softmax".formatted(text));
    };
  }

  @Override
  public String toString() {
    return kind == Kind.HUBER ? "huber:" + delta : kind.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** Scores for each row: one for each class with softmax, otherwise 1. */
  public int outputs(Sample sample) {
    return kind == Kind.SOFTMAX ? Math.max(1, sample.classes()) : 1;
  }

  /**
   * Makes sure that the targets suit this loss.
   *
   * @throws IllegalArgumentException naming the first row that does not
   */
  void requireTargets(Sample sample) {
    int classes = kind == Kind.SOFTMAX ? sample.classes() : kind == Kind.LOGISTIC ? 2 : 0;
    if (kind == Kind.SOFTMAX && classes < 2) {
      throw new IllegalArgumentException("softmax needs two classes or more, not " + classes);
    }
    for (int j = 0; j < sample.rows() && classes > 0; j++) {
      double y = sample.y()[j];
      if (!(y >= 0 && y < classes && y == Math.rint(y))) {
        throw new IllegalArgumentException(
            "the target of row %d is %s, but a %s loss takes 0 to %d"
                .formatted(j + 1, y, this, classes - 1));
      }
    }
  }

  /**
   * Losses of n rows, with first and second derivatives by the score.
   *
   * @param targets of each row
   * @param outputs scores for each row
   * @param scores row by row
   * @param losses takes a loss for each row
   * @param slopes takes ∂loss/∂s, as many as scores
   * @param bends takes ∂²loss/∂s² for one score; for softmax the probabilities π, the second
   *     derivatives being diag(π) − ππᵀ
   */
  void at(
      int n,
      double[] targets,
      int outputs,
      double[] scores,
      double[] losses,
      double[] slopes,
      double[] bends) {
    switch (kind) {
      case SQUARED, HUBER -> residuals(n, targets, scores, losses, slopes, bends);
      case LOGISTIC -> logistic(n, targets, scores, losses, slopes, bends);
      case SOFTMAX -> softmax(n, targets, outputs, scores, losses, slopes, bends);
    }
  }

  private void residuals(
      int n, double[] targets, double[] scores, double[] losses, double[] slopes, double[] bends) {
    for (int j = 0; j < n; j++) {
      double r = scores[j] - targets[j];
      boolean isFar = kind == Kind.HUBER && Math.abs(r) > delta;
      slopes[j] = isFar ? Math.copySign(delta, r) : r;
      bends[j] = isFar ? 0 : 1;
      losses[j] = isFar ? delta * (Math.abs(r) - 0.5 * delta) : 0.5 * r * r;
    }
  }

  /** With e = e^−|s| the loss is log(1 + e), and |s| more on the wrong side. */
  private static void logistic(
      int n, double[] targets, double[] scores, double[] losses, double[] slopes, double[] bends) {
    double[] e = bends;
    for (int j = 0; j < n; j++) {
      e[j] = -Math.abs(scores[j]);
    }
    Kernels.exp(e, n);
    for (int j = 0; j < n; j++) {
      losses[j] = 1 + e[j];
    }
    Kernels.log(losses, n);
    for (int j = 0; j < n; j++) {
      double right = targets[j] == 1 ? scores[j] : -scores[j];
      double near = 1 / (1 + e[j]);
      double far = e[j] * near;
      double miss = right >= 0 ? far : near; // the probability of the other class
      losses[j] = Double.isNaN(scores[j]) ? Double.NaN : losses[j] + Math.max(0, -right);
      slopes[j] = targets[j] == 1 ? -miss : miss;
      bends[j] = near * far;
    }
  }

  private static void softmax(
      int n,
      double[] targets,
      int outputs,
      double[] scores,
      double[] losses,
      double[] slopes,
      double[] bends) {
    for (int j = 0; j < n; j++) {
      double most = scores[j * outputs];
      for (int k = 1; k < outputs; k++) {
        most = Math.max(most, scores[j * outputs + k]);
      }
      losses[j] = most;
      for (int k = 0; k < outputs; k++) {
        bends[j * outputs + k] = scores[j * outputs + k] - most;
      }
    }
    Kernels.exp(bends, n * outputs);
    double[] sums = new double[n];
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < outputs; k++) {
        sums[j] += bends[j * outputs + k];
      }
      for (int k = 0; k < outputs; k++) {
        bends[j * outputs + k] /= sums[j];
        slopes[j * outputs + k] = bends[j * outputs + k];
      }
      int own = j * outputs + (int) targets[j];
      losses[j] -= scores[own];
      slopes[own] -= 1;
    }
    Kernels.log(sums, n);
    for (int j = 0; j < n; j++) {
      losses[j] = Double.isFinite(losses[j]) ? losses[j] + sums[j] : Double.NaN;
    }
  }
}
