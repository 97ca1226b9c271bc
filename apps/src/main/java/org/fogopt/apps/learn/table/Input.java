package org.fogopt.apps.learn.table;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A column of the table as the model takes it in. */
public sealed interface Input permits Input.Numeric, Input.Category, Input.Sparse {
  /** The level of cells that are missing. */
  String MISSING = "(missing)";

  /** The level of all levels that few training rows have. */
  String RARE = "(rare)";

  /** The name of the column. */
  String name();

  /** How many features it becomes. */
  int width();

  /** The names of the features. */
  List<String> features();

  /** What feature k, of this input, had taken off; 0 if it is not centred. */
  double mean(int k);

  /** What feature k was divided by. */
  double scale(int k);

  /** Whether cells were missing in training, so that the model has a coefficient for that. */
  boolean knowsMissing();

  /**
   * A number: (value − mean)/scale, and a 1 where it is missing, if it was in training.
   *
   * @param mean of the training rows, missing ones filled; 0 if it is not standardised
   * @param scale population standard deviation of them; 1 if it is not standardised
   * @param median of the training rows that have a value; it fills missing ones
   * @param percentSigns whether they had percent signs in training; null if it is not known
   */
  record Numeric(
      String name,
      double mean,
      double scale,
      double median,
      boolean knowsMissing,
      @Nullable Boolean percentSigns)
      implements Input {
    @Override
    public int width() {
      return knowsMissing ? 2 : 1;
    }

    @Override
    public List<String> features() {
      return knowsMissing ? List.of(name, name + "=" + MISSING) : List.of(name);
    }

    @Override
    public double mean(int k) {
      return k == 0 ? mean : 0;
    }

    @Override
    public double scale(int k) {
      return k == 0 ? scale : 1;
    }

    double standardised(double value) {
      return (value - mean) / scale;
    }
  }

  /**
   * A category: a feature for each level, 1 in the rows that have it.
   *
   * @param levels in alphabetical order, then {@link #RARE} and {@link #MISSING} if training had
   *     them
   */
  record Category(String name, List<String> levels) implements Input {
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)(\\.0)?");

    public Category {
      levels = List.copyOf(levels);
    }

    @Override
    public int width() {
      return levels.size();
    }

    @Override
    public List<String> features() {
      return levels.stream().map(level -> name + "=" + level).toList();
    }

    @Override
    public double mean(int k) {
      return 0;
    }

    @Override
    public double scale(int k) {
      return 1;
    }

    @Override
    public boolean knowsMissing() {
      return levels.contains(MISSING);
    }

    /** The number of a level; -1 if there is none. What is written 1.0 elsewhere is 1. */
    int of(String level) {
      int exact = levels.indexOf(level);
      if (exact >= 0 || !WHOLE.matcher(level).matches()) {
        return exact;
      }
      return levels.indexOf(
          level.endsWith(".0") ? level.substring(0, level.length() - 2) : level + ".0");
    }
  }

  /**
   * All columns of a file of sparse rows, numbered from 1: value/scale, not centred, so that zeros
   * stay zeros.
   *
   * @param scales population standard deviations; 1 where a column is not scaled
   */
  record Sparse(double[] scales) implements Input {
    @Override
    public String toString() {
      return "Sparse[%d columns]".formatted(scales.length);
    }

    @Override
    public String name() {
      return "sparse columns";
    }

    @Override
    public int width() {
      return scales.length;
    }

    @Override
    public List<String> features() {
      String[] names = new String[scales.length];
      Arrays.setAll(names, k -> Integer.toString(k + 1));
      return List.of(names);
    }

    @Override
    public double mean(int k) {
      return 0;
    }

    @Override
    public double scale(int k) {
      return scales[k];
    }

    @Override
    public boolean knowsMissing() {
      return true;
    }
  }
}
