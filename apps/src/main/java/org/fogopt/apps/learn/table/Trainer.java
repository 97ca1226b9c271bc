package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.Sample;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;

/**
 * Learns from rows of a table. Everything that is estimated, from medians to coefficients, is
 * estimated on the rows it is given.
 */
public final class Trainer {
  private final DataTable data;
  private final Setup setup;
  private final Fitting fitting;

  /**
   * What is to be learned.
   *
   * @param target the column
   * @param loss its name; null to tell it from the target
   * @param features how columns become features
   * @param standardiseTarget whether a number is centred and scaled
   * @param network the model's shape
   * @param intercept whether there is one
   * @param weights the column of row weights, if there is one
   * @param drop columns that are no features
   * @param seed of all draws
   */
  public record Setup(
      String target,
      @Nullable String loss,
      FeatureFit features,
      boolean standardiseTarget,
      Network network,
      boolean intercept,
      @Nullable String weights,
      Set<String> drop,
      long seed) {}

  /** C of (C/2)|w|² and λ of λ|w|₁. */
  public record Penalties(double l2, double l1) {}

  /** How a fit is made: with which threads, limits and display. */
  @FunctionalInterface
  public interface Fitting {
    Fit fit(Learner learner);
  }

  /** A model and its fit. */
  public record Trained(LearnedModel model, Fit fit) {}

  public Trainer(DataTable data, Setup setup, Fitting fitting) {
    this.data = data;
    this.setup = setup;
    this.fitting = fitting;
  }

  public DataTable data() {
    return data;
  }

  /** Whether a missing cell is an error. */
  boolean refusesMissing() {
    return setup.features.refuseMissing();
  }

  boolean hasIntercept() {
    return setup.intercept;
  }

  /** The same without another feature; an empty name changes nothing. */
  public Trainer withDropped(String column) {
    Set<String> drop = new LinkedHashSet<>(setup.drop);
    drop.add(column);
    return new Trainer(
        data,
        new Setup(
            setup.target,
            setup.loss,
            setup.features,
            setup.standardiseTarget,
            setup.network,
            setup.intercept,
            setup.weights,
            drop,
            setup.seed),
        fitting);
  }

  /** Columns that are no features under an objective: the target, weights, groups and others. */
  public Set<String> others(Objective objective) {
    Set<String> others = new LinkedHashSet<>(setup.drop);
    others.add(setup.target);
    if (setup.weights != null) {
      others.add(setup.weights);
    }
    if (!objective.column().isEmpty()) {
      others.add(objective.column());
    }
    return others;
  }

  /** What the target is, inferred from rows, and why. */
  public Target.Inferred target(int[] rows) {
    return Target.of(data, setup.target, rows, setup.loss, setup.standardiseTarget);
  }

  /** The weight of each row; null if all are the same. */
  public double @Nullable [] weights(int[] rows) {
    if (setup.weights == null) {
      return null;
    }
    DataTable.Column column = data.column(setup.weights, "--weights");
    double[] weights = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      double weight = column instanceof DataTable.Numbers n ? n.values()[rows[i]] : Double.NaN;
      if (!(weight >= 0)) {
        throw new InputException(
            data.place(rows[i], setup.weights),
            "expected a weight of at least 0, found " + InputException.quote(column.text(rows[i])),
            "correct it, or leave the row out");
      }
      weights[i] = weight;
    }
    if (rows.length > 0 && Arrays.stream(weights).max().orElseThrow() == 0) {
      throw new InputException(
          Place.in(data.source()).atColumn(0, setup.weights),
          "the weights of all %d rows that are used are 0".formatted(rows.length),
          "expected some that are not, or another column");
    }
    return weights;
  }

  /** The group of each row, numbered by its first row in the table; null if there are none. */
  public int @Nullable [] groups(Objective objective, int[] rows) {
    if (objective.column().isEmpty()) {
      return null;
    }
    DataTable.Column column = data.column(objective.column(), "--objective group:COLUMN");
    Map<String, Integer> numbers = new HashMap<>();
    int[] groups = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      if (column.isMissing(rows[i])) {
        throw new InputException(
            data.place(rows[i], column.name()),
            "the group is missing",
            "fill it in, or leave the row out");
      }
      Integer number = numbers.putIfAbsent(column.text(rows[i]), numbers.size());
      groups[i] = number == null ? numbers.size() - 1 : number;
    }
    return groups;
  }

  /** The groups of training rows, each of two or more on average. */
  private int @Nullable [] groupsThatRecur(Objective objective, int[] rows) {
    int[] groups = groups(objective, rows);
    long different = groups == null ? 0 : Arrays.stream(groups).distinct().count();
    if (different > rows.length / 2) {
      throw new InputException(
          Place.in(data.source()).atColumn(0, objective.column()),
          "makes %d groups of %d rows".formatted(different, rows.length),
          "expected a column whose values recur");
    }
    return groups;
  }

  /** Rows prepared for fits: what they share is estimated once. */
  public final class Prepared {
    private final Objective objective;
    private final Target target;
    private final Features features;
    private final Sample sample;
    private final int[] rows;

    private Prepared(Objective objective, int[] rows, List<String> notes) {
      this.objective = objective;
      this.rows = rows;
      target = Trainer.this.target(rows).target();
      if (!target.isClass() && data.find(target.name()) instanceof DataTable.Numbers numbers) {
        FeatureFit.noteMarkers(target.name(), FeatureFit.present(numbers, rows), notes);
      }
      features = setup.features.features(data, rows, others(objective), notes);
      RowMatrix x = features.encode(data, rows, false, new ArrayList<>());
      sample =
          new Sample(
              x,
              target.encode(data, rows),
              Trainer.this.weights(rows),
              groupsThatRecur(objective, rows),
              target.classes().size());
    }

    public Sample sample() {
      return sample;
    }

    public Target target() {
      return target;
    }

    /**
     * Fits a model.
     *
     * @param start parameters to begin with; null for the usual ones
     */
    public Trained fit(Penalties penalties, double @Nullable [] start) {
      Learner learner =
          Learner.of(sample)
              .loss(target.loss())
              .objective(objective)
              .network(setup.network)
              .intercept(setup.intercept)
              .seed(setup.seed)
              .l2(penalties.l2)
              .l1(penalties.l1);
      if (start != null) {
        learner.startingAt(start);
      }
      Fit fit = fitting.fit(learner);
      var training =
          new LearnedModel.Training(
              data.source(),
              rows.length,
              objective.toString(),
              fit.objective(),
              penalties.l2,
              penalties.l1,
              fit.method(),
              fit.converged(),
              "",
              Map.of(),
              Version.current());
      return new Trained(
          new LearnedModel(
              features, target, setup.network, setup.intercept, fit.parameters(), training),
          fit);
    }
  }

  /**
   * Prepares rows.
   *
   * @param notes what was decided about columns is added to them
   */
  public Prepared prepare(Objective objective, int[] rows, List<String> notes) {
    return new Prepared(objective, rows, notes);
  }

  /** The objective of a model on rows, without penalties. */
  public double value(LearnedModel model, Objective objective, int[] rows) {
    return objective.of(model.losses(data, rows), weights(rows), groups(objective, rows));
  }

  @Override
  public String toString() {
    return "Trainer[%s of %s]".formatted(setup.target(), data.source());
  }
}
