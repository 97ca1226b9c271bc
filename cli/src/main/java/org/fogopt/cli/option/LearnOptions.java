package org.fogopt.cli.option;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.DataReader;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.DataTable.Kind;
import org.fogopt.apps.learn.Activation;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Objective;
import org.fogopt.apps.learn.table.FeatureFit;
import org.fogopt.apps.learn.table.Target;
import org.fogopt.apps.learn.table.Trainer;
import org.fogopt.cli.output.Words;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What is learned from which table. */
public final class LearnOptions {
  @Option(names = "--data", paramLabel = "FILE", description = "The table; see below.")
  private @Nullable Path data;

  @Option(
      names = "--target",
      paramLabel = "COLUMN",
      description = "The column to predict. Default: the label of a LIBSVM file.")
  private @Nullable String target;

  @Option(
      names = "--objective",
      paramLabel = "WHICH",
      defaultValue = "mean",
      converter = ObjectiveConverter.class,
      description =
          "What is made of the rows' losses: mean, variance:C, kl:LAMBDA, kl-ball:RHO,"
              + " cvar:ALPHA[,NU] or group:COLUMN, the worst group's mean. Default: mean.")
  private Objective objective;

  @Option(
      names = "--loss",
      paramLabel = "LOSS",
      description =
          "squared, huber[:DELTA], logistic or softmax. Default: logistic for two values, softmax for"
              + " text, otherwise squared.")
  private @Nullable String loss;

  @Option(
      names = "--l2",
      paramLabel = "C",
      converter = PenaltyConverter.class,
      description =
          "Add (C/2)|w|^2, the intercept left out. auto: chosen by --validate. Default: auto with"
              + " --validate, otherwise 1 over the rows.")
  private @Nullable Strength l2;

  @Option(
      names = "--l1",
      paramLabel = "C",
      converter = PenaltyConverter.class,
      description = "Add C times the sum of |w|; auto: chosen by --validate. Default: 0.")
  private @Nullable Strength l1;

  @Option(
      names = "--hidden",
      paramLabel = "SIZES",
      split = ",",
      hideParamSyntax = true,
      description = "A network with hidden layers of these sizes, such as 32,32.")
  private int @Nullable [] hidden;

  @Option(names = "--no-intercept", description = "Leave the intercept out.")
  private boolean noIntercept;

  @Option(
      names = "--standardise",
      paramLabel = "WHAT",
      defaultValue = "features",
      converter = StandardiseConverter.class,
      description =
          "Centre and scale features, target, both or none. Coefficients are given in the table's"
              + " units all the same. Default: features.")
  private Standardise standardise;

  @Option(
      names = "--validate",
      paramLabel = "HOW",
      converter = ValidationConverter.class,
      description =
          "Choose the penalty on rows not fitted, a share such as 0.2 or folds:5, and report on as"
              + " many others that were used for neither.")
  private @Nullable Validation validation;

  @Option(
      names = "--test",
      paramLabel = "FILE",
      description = "Report on the rows of another table with the same columns.")
  private @Nullable Path test;

  @Option(names = "--weights", paramLabel = "COLUMN", description = "A column of row weights.")
  private @Nullable String weights;

  @Option(
      names = "--missing",
      paramLabel = "HOW",
      defaultValue = "fill",
      converter = MissingConverter.class,
      description =
          "Missing cells: fill (the median and a feature that says so, or a level of its own) or"
              + " refuse. Default: fill.")
  private MissingCells missing;

  @Option(
      names = "--decimal",
      paramLabel = "MARK",
      converter = SeriesOptions.MarkConverter.class,
      description = "Decimal mark of the tables: point or comma. Default: inferred from the file.")
  private @Nullable Character decimal;

  @Option(
      names = "--drop",
      paramLabel = "COLUMNS",
      split = ",",
      hideParamSyntax = true,
      description = "Columns that are no features, separated by commas.")
  private List<String> drop = List.of();

  @Option(
      names = "--category",
      paramLabel = "COLUMNS",
      split = ",",
      hideParamSyntax = true,
      description = "Columns whose numbers are categories, separated by commas.")
  private List<String> categories = List.of();

  @Option(
      names = "--rare",
      paramLabel = "N",
      description =
          "Levels in fewer than N rows count as one. Default: a hundredth of the rows, from 2 to 10.")
  private @Nullable Integer rare;

  /** How strong a penalty is; null to choose it. */
  record Strength(@Nullable Double value) {}

  /** What is done with missing cells. */
  public enum MissingCells {
    FILL,
    REFUSE
  }

  /** What is centred and scaled. */
  enum Standardise {
    FEATURES,
    TARGET,
    BOTH,
    NONE
  }

  /**
   * How rows are held out.
   *
   * @param share of the rows, for the choice and for the report
   * @param folds how often the choice holds rows out; 1 for one part
   */
  public record Validation(double share, int folds) {}

  public Objective objective() {
    return objective;
  }

  public @Nullable Validation validation() {
    return validation;
  }

  public @Nullable Path test() {
    return test;
  }

  /** The files that are read, by option. */
  public Map<String, @Nullable Path> inputs() {
    Map<String, @Nullable Path> inputs = new LinkedHashMap<>();
    inputs.put("--data", data);
    inputs.put("--test", test);
    return inputs;
  }

  /** C of the l2 penalty; null to choose it. */
  public @Nullable Double l2(int rows) {
    if (l2 != null) {
      return l2.value;
    }
    boolean isChosen = validation != null && l1 == null;
    return isChosen ? null : l1 != null ? 0 : (Double) (1.0 / rows);
  }

  /** Why the l2 penalty is what it is, where it was not given; empty otherwise. */
  public String l2Reason() {
    return l2 != null || l1 != null || validation != null
        ? ""
        : " (1 over the rows; --validate chooses it)";
  }

  /** λ of the l1 penalty; null to choose it. */
  public @Nullable Double l1() {
    return l1 == null ? (Double) 0.0 : l1.value;
  }

  /** Refuses, before any work is done, values that make no sense. */
  public void check() {
    if (data == null) {
      throw new IllegalArgumentException("--data: which table? Give its file, such as train.csv");
    }
    boolean isAuto = (l2 != null && l2.value == null) || (l1 != null && l1.value == null);
    RunOptions.require(
        l2 != null && l2.value == null ? "--l2" : "--l1",
        !isAuto || validation != null,
        "--validate beside it, which chooses",
        "auto alone");
    if (l2 != null && l1 != null && l2.value == null && l1.value == null) {
      throw new IllegalArgumentException("--l1, --l2: only one of them can be auto");
    }
    RunOptions.require("--rare", rare == null || rare >= 1, "at least 1", rare);
    if (loss != null && !loss.equals("huber")) {
      try {
        Loss.parse(loss);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("--loss: " + e.getMessage(), e);
      }
    }
    RunOptions.require(
        "--hidden",
        hidden == null || Arrays.stream(hidden).allMatch(units -> units >= 1),
        "sizes of at least 1",
        hidden == null ? null : Arrays.toString(hidden));
  }

  /** Reads the table. */
  public DataTable read() {
    if (data == null) {
      throw new IllegalArgumentException("--data: which table?");
    }
    DataTable table =
        DataReader.read(data, decimal, name -> categories.contains(name) ? Kind.TEXT : null);
    drop.forEach(name -> table.column(name, "--drop"));
    categories.forEach(name -> table.column(name, "--category"));
    return table;
  }

  /** Reads the table of --test, its columns as those of the first. */
  public DataTable readTest(Path file, DataTable like) {
    return DataReader.read(
        file,
        decimal,
        name -> {
          DataTable.Column column = like.find(name);
          return column == null
              ? null
              : column instanceof DataTable.Numbers ? Kind.NUMBER : Kind.TEXT;
        });
  }

  /** The column to predict. */
  public String target(DataTable table) {
    if (target != null) {
      return target;
    }
    if (table.sparse() != null) {
      return table.names().get(0);
    }
    throw new IllegalArgumentException(
        "--target: which column is to be predicted? The table has "
            + DataTable.listed(table.names()));
  }

  /** What the target is, inferred from all rows that have one, and why. */
  public Target.Inferred target(DataTable table, int[] rows) {
    return Target.of(table, target(table), rows, loss, false);
  }

  /**
   * What is to be learned.
   *
   * @param loss inferred from all rows, so that no part of them implies another
   */
  public Trainer.Setup setup(DataTable table, Loss loss, long seed) {
    boolean isBoth = standardise == Standardise.BOTH;
    Set<String> others = new LinkedHashSet<>(drop);
    return new Trainer.Setup(
        target(table),
        this.loss != null ? this.loss : loss.toString(),
        new FeatureFit(
            isBoth || standardise == Standardise.FEATURES,
            missing == MissingCells.REFUSE,
            rare == null ? 0 : rare),
        isBoth || standardise == Standardise.TARGET,
        hidden == null ? Network.LINEAR : new Network(hidden, Activation.TANH),
        !noIntercept,
        weights,
        others,
        seed);
  }

  static final class ObjectiveConverter implements CommandLine.ITypeConverter<Objective> {
    @Override
    public Objective convert(String text) {
      try {
        return Objective.parse(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }

  /** {@code auto} or a number of at least 0. */
  static final class PenaltyConverter implements CommandLine.ITypeConverter<Strength> {
    @Override
    public Strength convert(String text) {
      if (text.equalsIgnoreCase("auto")) {
        return new Strength(null);
      }
      double value = Words.number(text);
      if (value < 0) {
        throw new TypeConversionException("expected at least 0 or auto, found \"" + text + "\"");
      }
      return new Strength(value);
    }
  }

  static final class StandardiseConverter implements CommandLine.ITypeConverter<Standardise> {
    @Override
    public Standardise convert(String text) {
      return Words.oneOf(Standardise.class, text);
    }
  }

  /** {@code fill} or {@code refuse}. */
  public static final class MissingConverter implements CommandLine.ITypeConverter<MissingCells> {
    @Override
    public MissingCells convert(String text) {
      return Words.oneOf(MissingCells.class, text);
    }
  }

  /** A share such as {@code 0.2}, or {@code folds:5}. */
  static final class ValidationConverter implements CommandLine.ITypeConverter<Validation> {
    @Override
    public Validation convert(String text) {
      if (text.startsWith("folds:")) {
        int folds = Words.smallWholeNumber(text.substring("folds:".length()));
        if (folds >= 2 && folds <= 100) {
          return new Validation(1.0 / folds, folds);
        }
      } else {
        double share = Words.number(text);
        if (share > 0 && share <= 0.4) {
          return new Validation(share, 1);
        }
      }
      throw new TypeConversionException(
          "expected a share up to 0.4, such as 0.2, or folds:5, found \"" + text + "\"");
    }
  }
}
