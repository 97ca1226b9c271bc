package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.Shortened;
import org.fogopt.linalg.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * How the columns of a table become numbers: as {@link FeatureFit} found on training rows, for any
 * other rows alike. Columns are known by name; their order in a file does not matter.
 */
public final class Features {
  /** A matrix is kept sparse if fewer than one in so many of its numbers are not 0. */
  private static final int SPARSE = 4;

  /** A number of a sparse matrix and its column, in numbers. */
  private static final double ENTRY = 1.5;

  private final List<Input> inputs;
  private final int width;

  public Features(List<Input> inputs) {
    this.inputs = List.copyOf(inputs);
    width = inputs.stream().mapToInt(Input::width).sum();
  }

  /** The columns, in the order of training. */
  public List<Input> inputs() {
    return inputs;
  }

  /** How many features there are. */
  public int width() {
    return width;
  }

  /** How many columns they come from. */
  public int columns() {
    return inputs.stream()
        .mapToInt(input -> input instanceof Input.Sparse ? input.width() : 1)
        .sum();
  }

  /** The names of the features: the column's, or column=level; a second of a name is marked. */
  public List<String> names() {
    Set<String> names = new LinkedHashSet<>();
    for (Input input : inputs) {
      for (String name : input.features()) {
        String unique = name;
        for (int k = 2; !names.add(unique); k++) {
          unique = name + " (" + k + ")";
        }
      }
    }
    return List.copyOf(names);
  }

  /**
   * Coefficients of the features as they stand in the file, from those of the standardised ones.
   *
   * @param w a coefficient for each feature
   * @param intercept of the standardised features
   * @return the coefficients, and after them the intercept
   */
  public double[] inOriginalUnits(double[] w, double intercept) {
    double[] original = new double[width + 1];
    double b = intercept;
    int at = 0;
    for (Input input : inputs) {
      for (int k = 0; k < input.width(); k++, at++) {
        original[at] = w[at] / input.scale(k);
        b -= original[at] * input.mean(k);
      }
    }
    original[width] = b;
    return original;
  }

  /**
   * The rows as numbers.
   *
   * @param fill whether missing cells and columns may be filled where training had none
   * @param notes what could not be taken as it stands is added to them
   * @throws InputException naming a column or a cell that is missing, or a column in other units
   */
  public RowMatrix encode(DataTable data, int[] rows, boolean fill, List<String> notes) {
    for (Input input : inputs) {
      if (input instanceof Input.Numeric number
          && data.find(input.name()) instanceof DataTable.Numbers column) {
        FeatureFit.requireSameUnits(data, column, number.percentSigns());
      }
    }
    boolean isSparse = data.sparse() != null;
    int dense = inputs.size();
    if (data.stored() != null && !Memory.hasRoom(rows.length, width)) {
      return new StoredFeatures(data.stored(), new Encoder(data, rows, fill, notes)).matrix(this);
    }
    if (!isSparse && width <= SPARSE * dense) {
      Memory.requireRoom(Place.in(data.source()), rows.length, width);
      double[] values = new double[Math.multiplyExact(rows.length, width)];
      int at = 0;
      for (Input input : inputs) {
        int first = at;
        new Encoder(data, rows, fill, notes)
            .encode(input, (i, k, value) -> values[i * width + first + k] = value);
        at += input.width();
      }
      return Rows.of(rows.length, width, values);
    }
    return sparse(data, rows, fill, notes);
  }

  private SparseRows sparse(DataTable data, int[] rows, boolean fill, List<String> notes) {
    int[] counts = new int[rows.length + 1];
    for (Input input : inputs) {
      new Encoder(data, rows, fill, new ArrayList<>())
          .encode(input, (i, k, value) -> counts[i + 1] += value != 0 ? 1 : 0);
    }
    double entries = Arrays.stream(counts).asLongStream().sum();
    Memory.requireRoom(Place.in(data.source()), rows.length, ENTRY * entries / rows.length);
    Arrays.parallelPrefix(counts, Math::addExact);
    int[] next = counts.clone();
    int[] columnOf = new int[counts[rows.length]];
    double[] values = new double[columnOf.length];
    int at = 0;
    for (Input input : inputs) {
      int first = at;
      new Encoder(data, rows, fill, notes)
          .encode(
              input,
              (i, k, value) -> {
                if (value != 0) {
                  columnOf[next[i]] = first + k;
                  values[next[i]++] = value;
                }
              });
      at += input.width();
    }
    return SparseRows.of(rows.length, width, counts, columnOf, values);
  }

  /** The columns of a table that the model does not take in. */
  public List<String> unused(DataTable data, String target) {
    List<String> unused = new ArrayList<>(data.names());
    unused.remove(target);
    inputs.forEach(input -> unused.remove(input.name()));
    return unused;
  }

  /** Takes a number that is feature k of row i. */
  interface Sink {
    void put(int i, int k, double value);
  }

  /** Goes through the cells of a table. */
  record Encoder(DataTable data, int[] rows, boolean fill, List<String> notes) {
    void encode(Input input, Sink sink) {
      if (input instanceof Input.Sparse sparse) {
        encode(sparse, sink);
        return;
      }
      DataTable.Column column = data.find(input.name());
      if (column == null) {
        requireFilling(input);
      }
      if (input instanceof Input.Numeric number) {
        encode(number, column, sink);
      } else if (input instanceof Input.Category category) {
        encode(category, column, sink);
      }
    }

    private void requireFilling(Input input) {
      String wanted = "has no column " + InputException.quote(input.name());
      if (!input.knowsMissing()) {
        throw new InputException(
            Place.in(data.source()),
            wanted + ", which the model needs",
            "add it; the columns are " + DataTable.listed(data.names()));
      }
      if (!fill) {
        throw new InputException(
            Place.in(data.source()),
            wanted + ", which the model needs",
            "add it, or give --missing fill: training had rows without it, and all of these count"
                + " as such");
      }
      notes.add(input.name() + ": not in the file, taken as missing in all rows");
    }

    private void encode(Input.Numeric input, DataTable.@Nullable Column column, Sink sink) {
      if (column instanceof DataTable.Texts) {
        throw new InputException(
            Place.in(data.source()).atColumn(0, input.name()),
            "expected numbers, found text",
            "the model learned from numbers in this column");
      }
      double[] values = column == null ? null : ((DataTable.Numbers) column).values();
      int filled = 0;
      for (int i = 0; i < rows.length; i++) {
        double value = values == null ? Double.NaN : values[rows[i]];
        if (Double.isNaN(value)) {
          filled += requireKnown(input, rows[i]);
          value = input.median();
          if (input.knowsMissing()) {
            sink.put(i, 1, 1);
          }
        }
        sink.put(i, 0, input.standardised(value));
      }
      if (filled > 0) {
        notes.add(
            "%s: missing in %s, and never in training; the median %s stands for it"
                .formatted(input.name(), rows(filled), input.median()));
      }
    }

    private static String rows(int count) {
      return count == 1 ? "1 row" : count + " rows";
    }

    /** 1 if a missing cell is filled that training knew nothing of. */
    private int requireKnown(Input input, int row) {
      if (input.knowsMissing()) {
        return 0;
      }
      if (fill) {
        return 1;
      }
      throw new InputException(
          data.place(row, input.name()),
          "the value is missing, and was in no training row",
          input instanceof Input.Numeric
              ? "fill it in, or give --missing fill to take the median"
              : "fill it in, or give --missing fill to take it for a rare level");
    }

    private void encode(Input.Category input, DataTable.@Nullable Column column, Sink sink) {
      int rare = input.of(Input.RARE);
      int filled = 0;
      int unknown = 0;
      Set<String> levels = new LinkedHashSet<>();
      Map<String, Integer> known = new HashMap<>();
      for (int i = 0; i < rows.length; i++) {
        int level;
        if (column == null || column.isMissing(rows[i])) {
          filled += requireKnown(input, rows[i]);
          level = input.knowsMissing() ? input.of(Input.MISSING) : rare;
        } else {
          String text = column.text(rows[i]);
          level = known.computeIfAbsent(text, input::of);
          if (level < 0) {
            unknown++;
            levels.add(text);
            level = rare;
          }
        }
        if (level >= 0) {
          sink.put(i, level, 1);
        }
      }
      String as = rare >= 0 ? "counted as rare" : "counted as none of its levels";
      if (filled > 0) {
        notes.add(
            "%s: missing in %s, and never in training; %s"
                .formatted(input.name(), rows(filled), as));
      }
      // Levels that were rare in training are not kept by name, so they are met again here.
      if (unknown > 0) {
        notes.add(
            "%s: %s of levels without a coefficient of their own (%s), %s"
                .formatted(
                    input.name(), rows(unknown), DataTable.listed(new ArrayList<>(levels)), as));
      }
    }

    private void encode(Input.Sparse input, Sink sink) {
      SparseRows sparse = data.sparse();
      if (sparse == null) {
        throw new InputException(
            Place.in(data.source()),
            "expected sparse rows, as the model learned from them",
            "write rows as LIBSVM does: label column:value column:value");
      }
      int beyond = 0;
      for (int i = 0; i < rows.length; i++) {
        for (int at = sparse.start(rows[i]); at < sparse.start(rows[i] + 1); at++) {
          int k = sparse.column(at);
          if (k < input.width()) {
            sink.put(i, k, sparse.value(at) / input.scales()[k]);
          } else {
            beyond++;
          }
        }
      }
      if (beyond > 0) {
        notes.add(
            "numbers in columns beyond %2$d, which training did not have: %1$d, ignored"
                .formatted(beyond, input.width()));
      }
    }
  }

  @Override
  public String toString() {
    return "Features[%s]".formatted(Shortened.of(names()));
  }
}
