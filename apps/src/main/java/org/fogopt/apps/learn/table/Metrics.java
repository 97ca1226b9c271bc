package org.fogopt.apps.learn.table;

import java.util.LinkedHashMap;
import java.util.Map;

/** Figures of predictions whose truth is known. Every row counts alike. */
public final class Metrics {
  private Metrics() {}

  /**
   * The figures.
   *
   * @param truth as {@link Target#encode} gives it
   */
  public static Map<String, Double> of(Target target, Predictions predictions, double[] truth) {
    return target.isClass() ? ofClasses(predictions, truth) : ofNumbers(target, predictions, truth);
  }

  private static Map<String, Double> ofNumbers(
      Target target, Predictions predictions, double[] truth) {
    double[] found = predictions.values();
    int n = truth.length;
    double mean = 0;
    for (double y : truth) {
      mean += (target.mean() + target.scale() * y) / n;
    }
    double squares = 0;
    double sizes = 0;
    double around = 0;
    for (int i = 0; i < n; i++) {
      double y = target.mean() + target.scale() * truth[i];
      squares += (found[i] - y) * (found[i] - y);
      sizes += Math.abs(found[i] - y);
      around += (y - mean) * (y - mean);
    }
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("rmse", Math.sqrt(squares / n));
    all.put("mae", sizes / n);
    all.put("r2", around > 0 ? 1 - squares / around : Double.NaN);
    return all;
  }

  private static Map<String, Double> ofClasses(Predictions predictions, double[] truth) {
    int n = truth.length;
    double right = 0;
    double logs = 0;
    double brier = 0;
    for (int i = 0; i < n; i++) {
      right += predictions.classOf(i) == (int) truth[i] ? 1 : 0;
      logs -= predictions.logProbability(i, (int) truth[i]);
      for (int k = 0; k < predictions.classes(); k++) {
        double miss = predictions.probability(i, k) - (k == (int) truth[i] ? 1 : 0);
        brier += miss * miss;
      }
    }
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("accuracy", right / n);
    all.put("logLoss", logs / n);
    if (predictions.classes() == 2) {
      var ranking = new Ranking(predictions.logOdds(), truth);
      all.put("auc", ranking.auc());
      all.put("averagePrecision", ranking.averagePrecision());
    }
    all.put("brier", predictions.classes() == 2 ? brier / 2 / n : brier / n);
    return all;
  }
}
