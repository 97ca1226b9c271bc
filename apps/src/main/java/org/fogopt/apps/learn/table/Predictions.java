package org.fogopt.apps.learn.table;

import java.util.Arrays;
import java.util.Objects;
import org.fogopt.apps.learn.Loss;

/**
 * What a model says of rows.
 *
 * @param target what is predicted
 * @param scores as the engine gives them: one a row, or one for each class, row after row
 */
public record Predictions(Target target, double[] scores) {
  /** How many rows there are. */
  public int rows() {
    return scores.length / outputs();
  }

  int outputs() {
    return target.loss().kind() == Loss.Kind.SOFTMAX ? classes() : 1;
  }

  /** How many classes there are; 0 for a number. */
  public int classes() {
    return target.classes().size();
  }

  /** The numbers, in the units of the table. */
  public double[] values() {
    double[] values = new double[scores.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = target.mean() + target.scale() * scores[i];
    }
    return values;
  }

  /** The probability of class k in row i. */
  public double probability(int i, int k) {
    return StrictMath.exp(logProbability(i, k));
  }

  /** The logarithm of the probability of class k in row i, which keeps its digits near 0. */
  public double logProbability(int i, int k) {
    Objects.checkIndex(k, classes());
    if (outputs() == 1) {
      double s = k == 1 ? scores[i] : -scores[i];
      return Math.min(s, 0) - StrictMath.log1p(StrictMath.exp(-Math.abs(s)));
    }
    int at = i * outputs();
    double most = Double.NEGATIVE_INFINITY;
    for (int j = 0; j < outputs(); j++) {
      most = Math.max(most, scores[at + j]);
    }
    double sum = 0;
    for (int j = 0; j < outputs(); j++) {
      sum += StrictMath.exp(scores[at + j] - most);
    }
    return scores[at + k] - most - StrictMath.log(sum);
  }

  /** Of two classes: the logarithm of the odds of the second, by which rows are ranked. */
  public double[] logOdds() {
    if (outputs() == 1) {
      return scores;
    }
    double[] odds = new double[rows()];
    Arrays.setAll(odds, i -> scores[2 * i + 1] - scores[2 * i]);
    return odds;
  }

  /** The number of the most likely class of row i; of two alike, the first. */
  public int classOf(int i) {
    int best = 0;
    for (int k = 1; k < classes(); k++) {
      best = logProbability(i, k) > logProbability(i, best) ? k : best;
    }
    return best;
  }

  /** The prediction of row i as text: the class, or the number. */
  public String text(int i) {
    return target.isClass()
        ? target.classes().get(classOf(i))
        : Double.toString(target.mean() + target.scale() * scores[i]);
  }

  @Override
  public String toString() {
    return "Predictions[%d of %s]".formatted(rows(), target.name());
  }
}
