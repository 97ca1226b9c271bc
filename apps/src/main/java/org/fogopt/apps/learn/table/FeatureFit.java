package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.DateText;
import org.fogopt.apps.io.csv.Keys;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.linalg.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * How columns become features, fitted on training rows.
 *
 * @param standardise whether numbers are centred and scaled
 * @param refuseMissing whether a missing cell is an error
 * @param rare levels in fewer training rows count as one; 0: a hundredth of the rows, from 2 to 10
 */
public record FeatureFit(boolean standardise, boolean refuseMissing, int rare) {
  /** Headings of columns that number the rows. */
  private static final Set<String> NUMBERING =
      Set.of(
          "column1",
          "#",
          "id",
          "index",
          "no",
          "no.",
          "nr",
          "row",
          "row.names",
          "rownames",
          "unnamed: 0");

  private static final String DATES =
      ": left out, as it holds dates; a month, a weekday or days since may be columns";

  /** A number and what it counts, such as 16 kg. */
  private static final Pattern WITH_UNIT = Pattern.compile("[-+]?[0-9][0-9.,]*\\s*[^-\\s\\d.,:/]+");

  /** A deviation this small relative to the mean is rounding. */
  private static final double ROUNDING = 1e-12;

  /** The squares of so many as an array can hold add up to less than 1.8e308. */
  private static final double LARGEST = 1e149;

  /** More rows than this are enough for a coefficient of a level's own. */
  private static final int ENOUGH = 10;

  /**
   * The features of a table.
   *
   * @param rows the training rows
   * @param others columns that are no features
   * @param notes what was decided is added to them
   * @throws InputException if no column is left, or a cell is missing and that is refused
   */
  public Features features(DataTable data, int[] rows, Set<String> others, List<String> notes) {
    List<Input> inputs = new ArrayList<>();
    for (DataTable.Column column : data.columns()) {
      if (!others.contains(column.name())) {
        Input input = input(data, column, rows, notes);
        if (input != null) {
          inputs.add(input);
        }
      }
    }
    SparseRows sparse = data.sparse();
    if (sparse != null) {
      inputs.add(new Input.Sparse(scales(sparse, rows)));
    }
    if (inputs.isEmpty()) {
      throw new InputException(
          Place.in(data.source()),
          "no column is left to learn from",
          "expected one beside the target that varies");
    }
    return new Features(inputs);
  }

  private @Nullable Input input(
      DataTable data, DataTable.Column column, int[] rows, List<String> notes) {
    if (refuseMissing) {
      for (int i : rows) {
        if (column.isMissing(i)) {
          throw new InputException(
              data.place(i, column.name()),
              "the value is missing",
              "fill it in, or leave --missing refuse out: the median or a level of its own stands"
                  + " for it");
        }
      }
    }
    if (column instanceof DataTable.Numbers numbers) {
      requireSquares(data, numbers, rows);
    }
    return column instanceof DataTable.Numbers numbers
        ? number(numbers, rows, notes)
        : category((DataTable.Texts) column, rows, notes);
  }

  /** Refuses numbers whose squares do not add up to a double. */
  static void requireSquares(DataTable data, DataTable.Numbers column, int[] rows) {
    double[] values = column.values();
    for (int i : rows) {
      if (Math.abs(values[i]) > LARGEST) {
        throw new InputException(
            data.place(i, column.name()),
            "%s is too large: its square is no number".formatted(values[i]),
            "correct it, leave the cell empty if it is missing, or divide the column by a constant");
      }
    }
  }

  /**
   * Refuses numbers with percent signs if those of training had none, and the reverse: 5% is 5.
   *
   * @param trained whether those of training had them; null if it is not known
   */
  static void requireSameUnits(
      DataTable data, DataTable.Numbers column, @Nullable Boolean trained) {
    Boolean now = column.percentSigns();
    if (trained != null && now != null && !trained.equals(now)) {
      throw new InputException(
          Place.in(data.source()).atColumn(data.names().indexOf(column.name()) + 1, column.name()),
          now
              ? "its numbers have percent signs, those of training had none"
              : "its numbers have no percent signs, those of training had them",
          now
              ? "write them as in training: 5% as 0.05 if it had fractions, as 5 if it had percent"
              : "write them as in training, 0.05 as 5%");
    }
  }

  private @Nullable Input number(DataTable.Numbers column, int[] rows, List<String> notes) {
    double[] values = column.values();
    double[] present = present(column, rows);
    String name = column.name();
    int missing = rows.length - present.length;
    boolean isConstant = present.length > 0 && present[0] == present[present.length - 1];
    if (present.length == 0 || (isConstant && missing == 0)) {
      notes.add(name + ": left out, as it is the same in all rows");
      return null;
    }
    if (NUMBERING.contains(name.toLowerCase(Locale.ROOT)) && numbersRows(values)) {
      notes.add(name + ": left out, as it numbers the rows");
      return null;
    }
    if (Keys.isName(name) && Keys.areKeys(values)) {
      notes.add(name + ": left out, as it holds keys, a different one in every row");
      return null;
    }
    if (Keys.areDates(present)) {
      notes.add(name + DATES);
      return null;
    }
    noteMarkers(name, present, notes);
    int half = present.length / 2;
    double median =
        present.length % 2 == 1 ? present[half] : (present[half - 1] + present[half]) / 2;
    if (missing > 0) {
      notes.add(
          "%s: missing in %d of %d rows; the median %s stands for it, beside a feature that says so"
              .formatted(name, missing, rows.length, median));
    }
    if (!standardise) {
      return new Input.Numeric(name, 0, 1, median, missing > 0, column.percentSigns());
    }
    double sum = 0;
    for (int i : rows) {
      sum += filled(values[i], median);
    }
    double mean = isConstant ? present[0] : sum / rows.length;
    double squares = 0;
    for (int i : rows) {
      double d = filled(values[i], median) - mean;
      squares += d * d;
    }
    double scale = Math.sqrt(squares / rows.length);
    return new Input.Numeric(
        name, mean, scale > 0 ? scale : 1, median, missing > 0, column.percentSigns());
  }

  /** The numbers of rows that have one, sorted. */
  static double[] present(DataTable.Numbers column, int[] rows) {
    double[] values = column.values();
    return Arrays.stream(rows)
        .mapToDouble(i -> values[i])
        .filter(value -> !Double.isNaN(value))
        .sorted()
        .toArray();
  }

  /**
   * Points out markers of missing values that recur below all other numbers, where these are not
   * negative or the markers are beyond Tukey's outer fence.
   *
   * @param sorted the numbers of a column
   */
  static void noteMarkers(String name, double[] sorted, List<String> notes) {
    double[] rest = Arrays.stream(sorted).filter(value -> !Missing.isMarker(value)).toArray();
    int markers = sorted.length - rest.length;
    if (markers < 2 || rest.length == 0) {
      return;
    }
    double quartile = rest[rest.length / 4];
    double fence = quartile - 3 * (rest[3 * rest.length / 4] - quartile);
    if (sorted[markers - 1] < (rest[0] >= 0 ? 0 : Math.min(rest[0], fence))) {
      String found =
          IntStream.range(0, markers)
              .mapToObj(new DataTable.Numbers(name, sorted)::text)
              .distinct()
              .collect(Collectors.joining(" or "));
      notes.add(
          "%s: %s in %d of %d rows is taken as a number, far below all others; leave these cells"
                  .formatted(name, found, markers, sorted.length)
              + " empty if it stands for missing values");
    }
  }

  private static double filled(double value, double median) {
    return Double.isNaN(value) ? median : value;
  }

  private static boolean numbersRows(double[] values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] - values[0] != i) {
        return false;
      }
    }
    return values[0] == 0 || values[0] == 1;
  }

  private @Nullable Input category(DataTable.Texts column, int[] rows, List<String> notes) {
    if (!column.levels().isEmpty() && column.levels().stream().allMatch(DateText::isDate)) {
      notes.add(column.name() + DATES);
      return null;
    }
    if (column.levels().stream().allMatch(text -> WITH_UNIT.matcher(text).matches())) {
      notes.add(
          "%s: a category, as its texts are no numbers alone, such as %s"
              .formatted(column.name(), InputException.quote(column.levels().get(0))));
    }
    int[] counts = new int[column.levels().size()];
    int missing = 0;
    for (int i : rows) {
      if (column.isMissing(i)) {
        missing++;
      } else {
        counts[column.codes()[i]]++;
      }
    }
    int least = rare > 0 ? rare : Math.max(2, Math.min(ENOUGH, rows.length / 100));
    Map<String, Integer> kept = new TreeMap<>();
    int rareLevels = 0;
    int rareRows = 0;
    for (int k = 0; k < counts.length; k++) {
      if (counts[k] >= least) {
        kept.put(column.levels().get(k), counts[k]);
      } else if (counts[k] > 0) {
        rareLevels++;
        rareRows += counts[k];
      }
    }
    Set<String> levels = new LinkedHashSet<>(kept.keySet()); // a cell may say (missing)
    if (rareLevels > 0) {
      levels.add(Input.RARE);
    }
    if (missing > 0) {
      levels.add(Input.MISSING);
    }
    String name = column.name();
    if (levels.size() < 2) {
      notes.add(
          rareLevels > 1
              ? "%s: left out, as each of its %d texts is in fewer than %d rows"
                  .formatted(name, rareLevels, least)
              : name + ": left out, as it is the same in all rows");
      return null;
    }
    if (rareLevels > 0) {
      notes.add(
          "%s: %d of %d levels, each in fewer than %d rows and %d together, count as one"
              .formatted(name, rareLevels, rareLevels + kept.size(), least, rareRows));
    }
    if (missing > 0) {
      notes.add(
          "%s: missing in %d of %d rows, a level of its own".formatted(name, missing, rows.length));
    }
    return new Input.Category(name, List.copyOf(levels));
  }

  private double[] scales(SparseRows sparse, int[] rows) {
    double[] sums = new double[sparse.columns()];
    int[] counts = new int[sums.length];
    for (int i : rows) {
      for (int at = sparse.start(i); at < sparse.start(i + 1); at++) {
        sums[sparse.column(at)] += sparse.value(at);
        counts[sparse.column(at)]++;
      }
    }
    double[] squares = new double[sums.length];
    for (int i : rows) {
      for (int at = sparse.start(i); at < sparse.start(i + 1); at++) {
        double off = sparse.value(at) - sums[sparse.column(at)] / rows.length;
        squares[sparse.column(at)] += off * off;
      }
    }
    double[] scales = new double[sums.length];
    Arrays.setAll(
        scales,
        k -> {
          double mean = sums[k] / rows.length;
          double zeros = (rows.length - counts[k]) * mean * mean;
          double scale = Math.sqrt((squares[k] + zeros) / rows.length);
          return standardise && scale > ROUNDING * Math.abs(mean) ? scale : 1;
        });
    return scales;
  }
}
