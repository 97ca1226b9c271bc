package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Objective;
import org.fogopt.linalg.RowMatrix;
import org.jspecify.annotations.Nullable;

/**
 * A model on rows whose targets are known.
 *
 * @param where which rows these are, such as {@code 62 rows held out}
 * @param isFresh whether nothing was fitted or chosen on them
 * @param trainer of the table the rows are in
 * @param rows the rows
 * @param predictions of the rows
 * @param truth their targets, as {@link Target#encode} gives them
 * @param losses of the rows
 * @param weights of the rows; null if all are the same
 * @param groups of the rows; null without a group objective
 * @param value the objective on them, without penalties
 */
public record Evaluation(
    String where,
    boolean isFresh,
    Trainer trainer,
    int[] rows,
    Predictions predictions,
    double[] truth,
    double[] losses,
    double @Nullable [] weights,
    int @Nullable [] groups,
    double value) {
  private static final double FLAT = 0.05;

  /**
   * Evaluates a model.
   *
   * @param notes what could not be taken as it stands is added to them
   * @throws InputException if a cell is missing and that is refused
   */
  public static Evaluation of(
      LearnedModel model,
      Objective objective,
      Trainer trainer,
      int[] rows,
      String where,
      boolean isFresh,
      List<String> notes) {
    DataTable data = trainer.data();
    List<String> filled = new ArrayList<>();
    RowMatrix x = model.features().encode(data, rows, !trainer.refusesMissing(), filled);
    filled.forEach(note -> notes.add("in " + where + ": " + note));
    double[] truth = model.target().encode(data, rows);
    double[] losses = model.losses(x, truth);
    double[] weights = trainer.weights(rows);
    int[] groups = trainer.groups(objective, rows);
    return new Evaluation(
        where,
        isFresh,
        trainer,
        rows,
        model.predict(x),
        truth,
        losses,
        weights,
        groups,
        objective.of(losses, weights, groups));
  }

  /** Figures by name. */
  public Map<String, Double> metrics() {
    return Metrics.of(predictions.target(), predictions, truth);
  }

  /**
   * Whether the model predicts nearly the same for all rows: its numbers differ by at most a
   * twentieth of the targets' interquartile range, which outliers do not move, or its odds by a
   * factor of at most e^0.05.
   */
  public boolean isFlat() {
    Target target = predictions.target();
    if (!target.isClass()) {
      double[] y = Arrays.stream(truth).map(t -> target.scale() * t).sorted().toArray();
      double quartiles = y[3 * (y.length - 1) / 4] - y[(y.length - 1) / 4];
      return range(predictions.values()) <= FLAT * quartiles;
    }
    for (int k = 0; k < predictions.classes(); k++) {
      double[] odds = new double[rows.length];
      for (int i = 0; i < odds.length; i++) {
        double log = predictions.logProbability(i, k);
        odds[i] = log - StrictMath.log(-StrictMath.expm1(log));
      }
      if (!(range(odds) <= FLAT)) {
        return false;
      }
    }
    return true;
  }

  private static double range(double[] values) {
    return Arrays.stream(values).max().orElse(0) - Arrays.stream(values).min().orElse(0);
  }

  @Override
  public String toString() {
    return "Evaluation[%d %s: %s]".formatted(rows.length, where, value);
  }
}
