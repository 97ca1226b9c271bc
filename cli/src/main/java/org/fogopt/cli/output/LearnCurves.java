package org.fogopt.cli.output;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.apps.learn.table.Calibration;
import org.fogopt.apps.learn.table.Evaluation;
import org.fogopt.apps.learn.table.Predictions;
import org.fogopt.apps.learn.table.Ranking;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Lines.Series;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Lines.Style;
import org.fogopt.lab.report.Section;
import org.jspecify.annotations.Nullable;

/**
 * How a model of two classes ranks and how its probabilities hold; of numbers, how they compare.
 *
 * @param beside another model on the same rows; may be null
 * @param name of the first model
 */
record LearnCurves(Evaluation evaluation, @Nullable Evaluation beside, String name) {
  /** Points of a curve; more are not seen. */
  private static final int MOST_POINTS = 300;

  /** At most so many of n places, the first and the last among them. */
  static int[] some(int n) {
    int step = Math.max(1, (n + MOST_POINTS - 1) / MOST_POINTS);
    return IntStream.range(0, n).filter(i -> i % step == 0 || i == n - 1).toArray();
  }

  List<Section> sections() {
    String of = evaluation.predictions().target().classes().get(1);
    List<Series> roc = new ArrayList<>();
    List<Series> precision = new ArrayList<>();
    List<Series> calibration = new ArrayList<>();
    add(evaluation, name, roc, precision, calibration);
    if (beside != null) {
      add(beside, "for mean", roc, precision, calibration);
    }
    calibration.add(
        new Series("ideal", "ideal", Style.DASHED, List.of(Spot.at(0, 0), Spot.at(1, 1))));
    return List.of(
        new Lines(
            "ROC",
            "For each threshold: the share of other rows predicted above it, and that of %s."
                .formatted(of),
            "false positive rate",
            "true positive rate",
            false,
            false,
            roc),
        new Lines(
            "Precision and recall",
            "For each threshold: the share of %1$s predicted above it, and the share of %1$s among all above it."
                .formatted(of),
            "recall",
            "precision",
            false,
            false,
            precision),
        new Lines(
            "Calibration",
            "Rows by their probability of %s, in parts of equal size: the mean probability and the"
                    .formatted(of)
                + " share that is, with a 95 % interval (Wilson).",
            "probability",
            "share of " + of,
            false,
            false,
            calibration));
  }

  private static void add(
      Evaluation of,
      String name,
      List<Series> roc,
      List<Series> precision,
      List<Series> calibration) {
    var ranking = new Ranking(of.predictions().logOdds(), of.truth());
    List<Ranking.Threshold> all = ranking.thresholds();
    List<Spot> above = new ArrayList<>(List.of(Spot.at(0, 0)));
    List<Spot> right = new ArrayList<>();
    for (int k : some(all.size())) {
      Ranking.Threshold at = all.get(k);
      above.add(Spot.at(ranking.fallOut(at), ranking.recall(at)));
      right.add(Spot.at(ranking.recall(at), ranking.precision(at)));
    }
    String area = String.format(Locale.ROOT, "%s, area %.4f", name, ranking.auc());
    roc.add(new Series(area, name, Style.CURVE, above));
    String mean = String.format(Locale.ROOT, "%s, average %.4f", name, ranking.averagePrecision());
    precision.add(new Series(mean, name, Style.CURVE, right));
    List<Spot> bins = new ArrayList<>();
    for (Calibration.Bin bin : Calibration.of(of.predictions(), of.truth())) {
      bins.add(new Spot(bin.probability(), bin.share(), bin.low(), bin.high()));
    }
    calibration.add(new Series(name, name, Style.LINE, bins));
  }

  /** Predictions of numbers beside the truth. */
  static Lines fitted(Evaluation evaluation, String name) {
    Predictions predictions = evaluation.predictions();
    double[] values = predictions.values();
    double[] truth = new double[values.length];
    Arrays.setAll(
        truth,
        i -> predictions.target().mean() + predictions.target().scale() * evaluation.truth()[i]);
    List<Spot> spots = new ArrayList<>();
    for (int i : some(values.length)) {
      spots.add(Spot.at(values[i], truth[i]));
    }
    double low = Arrays.stream(truth).min().orElse(0);
    double high = Arrays.stream(truth).max().orElse(1);
    return new Lines(
        "Predicted and true",
        values.length > MOST_POINTS ? "Some of %d rows.".formatted(values.length) : "",
        "predicted",
        "true",
        false,
        false,
        List.of(
            new Series(name, name, Style.MARKS, spots),
            new Series(
                "equal", "equal", Style.DASHED, List.of(Spot.at(low, low), Spot.at(high, high)))));
  }
}
