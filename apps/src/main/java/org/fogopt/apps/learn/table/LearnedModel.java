package org.fogopt.apps.learn.table;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.DataTable.Kind;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Sample;
import org.fogopt.linalg.RowMatrix;
import org.jspecify.annotations.Nullable;

/**
 * A model with all that it needs to predict a table: how columns become features, the parameters,
 * what the scores mean.
 *
 * <pre>{@code
 * LearnedModel model = LearnedModel.load(Path.of("model.json"));
 * Predictions one = model.predict(Map.of("age", 42, "city", "Rome"));
 * String answer = one.text(0);
 * }</pre>
 *
 * @param features from columns to features
 * @param target what is predicted
 * @param network the model's shape
 * @param hasIntercept whether scores have an intercept
 * @param parameters of standardised features, in the order that {@link Learner} describes
 * @param training how it was learned
 */
public record LearnedModel(
    Features features,
    Target target,
    Network network,
    boolean hasIntercept,
    double[] parameters,
    Training training) {

  /**
   * How a model was learned.
   *
   * @param source the file
   * @param rows how many rows it was fitted on
   * @param objective its name
   * @param value of the objective on these rows, penalties included
   * @param l2 C of (C/2)|w|²
   * @param l1 λ of λ|w|₁
   * @param method what ran
   * @param converged whether it ended as it should
   * @param measured which rows the figures are of
   * @param metrics figures by name
   * @param version of Fog
   */
  public record Training(
      String source,
      long rows,
      String objective,
      double value,
      double l2,
      double l1,
      String method,
      boolean converged,
      String measured,
      Map<String, Double> metrics,
      String version) {
    /** The same with other figures. */
    public Training with(String measured, Map<String, Double> metrics) {
      return new Training(
          source, rows, objective, value, l2, l1, method, converged, measured, metrics, version);
    }
  }

  /**
   * Reads a model.
   *
   * @throws InputException if the file is none
   */
  public static LearnedModel load(Path file) {
    return ModelFile.read(file);
  }

  /** Writes the model as JSON, whole or not at all. */
  public void save(Path file) {
    ModelFile.write(this, file);
  }

  /** The same model with other figures. */
  public LearnedModel measured(String where, Map<String, Double> metrics) {
    return new LearnedModel(
        features, target, network, hasIntercept, parameters, training.with(where, metrics));
  }

  /** What a column of a table to be predicted must hold; null if the model does not take it in. */
  public @Nullable Kind kind(String column) {
    for (Input input : features.inputs()) {
      if (input.name().equals(column)) {
        return input instanceof Input.Numeric ? Kind.NUMBER : Kind.TEXT;
      }
    }
    return null;
  }

  /**
   * Reads a table to be predicted, its columns as the model needs them.
   *
   * @param decimal the decimal mark, a point or a comma; null to tell it from the file
   * @throws InputException as {@link DataReader#read}
   */
  public DataTable table(Path file, @Nullable Character decimal) {
    return DataReader.read(file, decimal, this::kind);
  }

  /**
   * Predicts all rows of a table.
   *
   * @param fill whether missing cells and columns may be filled where training had none
   * @param notes what could not be taken as it stands is added to them
   * @throws InputException naming a column or a cell that is missing
   */
  public Predictions predict(DataTable data, boolean fill, List<String> notes) {
    return predict(features.encode(data, data.allRows(), fill, notes));
  }

  /**
   * Predicts one row.
   *
   * @param row by column: a number or a text; one that is left out is missing
   * @throws InputException naming a column that is missing
   */
  public Predictions predict(Map<String, ?> row) {
    List<DataTable.Column> columns = new ArrayList<>();
    row.forEach(
        (name, value) -> {
          if (value instanceof Number number) {
            columns.add(new DataTable.Numbers(name, new double[] {number.doubleValue()}));
          } else if (value != null) {
            columns.add(new DataTable.Texts(name, new int[1], List.of(value.toString())));
          }
        });
    var data = new DataTable(columns, new int[] {1}, null, "the row", List.of());
    return predict(data, true, new ArrayList<>());
  }

  /** Predicts rows of features. */
  Predictions predict(RowMatrix x) {
    return new Predictions(target, learner(x, new double[x.rows()]).scores(x, parameters));
  }

  /** The loss of each row of a table whose targets are known. */
  public double[] losses(DataTable data, int[] rows) {
    return losses(features.encode(data, rows, true, new ArrayList<>()), target.encode(data, rows));
  }

  double[] losses(RowMatrix x, double[] y) {
    return learner(x, y).losses(parameters);
  }

  private Learner learner(RowMatrix x, double[] y) {
    return Learner.of(new Sample(x, y, null, null, target.classes().size()))
        .loss(target.loss())
        .network(network)
        .intercept(hasIntercept);
  }

  /** Scores for each row. */
  int outputs() {
    return new Predictions(target, new double[0]).outputs();
  }

  /**
   * The coefficients of a linear model for the features as they stand in the table, with the
   * intercept after them, for each output.
   */
  public double[][] coefficients() {
    int width = features.width();
    int stride = width + (hasIntercept ? 1 : 0);
    double[][] all = new double[outputs()][];
    for (int k = 0; k < all.length; k++) {
      double[] w = new double[width];
      for (int j = 0; j < width; j++) {
        w[j] = target.scale() * parameters[k * stride + j];
      }
      double b = hasIntercept ? parameters[k * stride + width] : 0;
      all[k] = features.inOriginalUnits(w, target.mean() + target.scale() * b);
    }
    return all;
  }

  @Override
  public String toString() {
    return "LearnedModel[%s from %s]".formatted(target.name(), features);
  }
}
