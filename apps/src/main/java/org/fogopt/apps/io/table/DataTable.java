package org.fogopt.apps.io.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Shortened;
import org.fogopt.linalg.SparseRows;
import org.jspecify.annotations.Nullable;

/**
 * A table of numbers and text with a name for each column, as it stands in a file: cells may be
 * missing. Of a file of sparse rows, only the label is a column.
 *
 * @param columns the columns, in the order of the file, of different names
 * @param lines the line of each row in the file, for messages
 * @param sparse the rows of a sparse file; null of any other
 * @param stored the rows of a file that is mapped, not read; null of any other
 * @param source the file, for messages
 * @param notes how the file was understood, where that is not plain
 */
public record DataTable(
    List<Column> columns,
    int[] lines,
    @Nullable SparseRows sparse,
    @Nullable RowMatrix stored,
    String source,
    List<String> notes) {

  /** A table in memory. */
  public DataTable(
      List<Column> columns,
      int[] lines,
      @Nullable SparseRows sparse,
      String source,
      List<String> notes) {
    this(columns, lines, sparse, null, source, notes);
  }

  /** What the cells of a column are. */
  public enum Kind {
    NUMBER,
    TEXT
  }

  /** A column. */
  public sealed interface Column permits Numbers, Texts {
    String name();

    /** Whether the cell of a row is missing. */
    boolean isMissing(int row);

    /** The cell of a row as text; empty if it is missing. */
    String text(int row);
  }

  /**
   * Numbers.
   *
   * @param source gives the values, which may lie in a file until then; NaN where a cell is missing
   * @param percentSigns whether they are written with percent signs, 5% being 5 here; null if
   *     nothing tells
   */
  public record Numbers(String name, Supplier<double[]> source, @Nullable Boolean percentSigns)
      implements Column {
    /** Numbers in memory. */
    public Numbers(String name, double[] values) {
      this(name, () -> values, null);
    }

    /** The values; to be kept by whoever goes through them. */
    public double[] values() {
      return source.get();
    }

    @Override
    public String toString() {
      return "Numbers[%s: %s]".formatted(name, Shortened.of(values()));
    }

    @Override
    public boolean isMissing(int row) {
      return Double.isNaN(values()[row]);
    }

    @Override
    public String text(int row) {
      double value = values()[row];
      if (Double.isNaN(value)) {
        return "";
      }
      return value == Math.rint(value) && Math.abs(value) < 1e15
          ? Long.toString((long) value)
          : Double.toString(value);
    }
  }

  /**
   * Text.
   *
   * @param codes the number of each row's level; -1 where a cell is missing
   * @param levels the different texts, in the order of the file
   */
  public record Texts(String name, int[] codes, List<String> levels) implements Column {
    public Texts {
      levels = List.copyOf(levels);
    }

    private static final Integer MISSING = -1;

    /** Numbers that are categories. */
    public static Texts of(Numbers column) {
      double[] values = column.values();
      int[] codes = new int[values.length];
      Map<Double, Integer> numbers = new HashMap<>();
      List<String> levels = new ArrayList<>();
      for (int i = 0; i < codes.length; i++) {
        Integer code = Double.isNaN(values[i]) ? MISSING : numbers.get(values[i] + 0.0);
        if (code == null) {
          code = levels.size();
          numbers.put(values[i] + 0.0, code); // -0 is 0
          levels.add(column.text(i));
        }
        codes[i] = code;
      }
      return new Texts(column.name(), codes, levels);
    }

    @Override
    public String toString() {
      return "Texts[%s: %d cells of %s]".formatted(name, codes.length, Shortened.of(levels));
    }

    @Override
    public boolean isMissing(int row) {
      return codes[row] < 0;
    }

    @Override
    public String text(int row) {
      return codes[row] < 0 ? "" : levels.get(codes[row]);
    }
  }

  public DataTable {
    columns = List.copyOf(columns);
    notes = List.copyOf(notes);
  }

  /** How many rows there are. */
  public int rows() {
    return lines.length;
  }

  /** The numbers of all rows. */
  public int[] allRows() {
    int[] all = new int[rows()];
    Arrays.setAll(all, i -> i);
    return all;
  }

  /** The names of the columns. */
  public List<String> names() {
    return columns.stream().map(Column::name).toList();
  }

  /** The column of this name; null if there is none. */
  public @Nullable Column find(String name) {
    for (Column column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    return null;
  }

  /**
   * The column of this name.
   *
   * @param option that asked for it, for the message
   * @throws InputException if there is none, with the names that there are
   */
  public Column column(String name, String option) {
    Column found = find(name);
    if (found != null) {
      return found;
    }
    throw new InputException(
        Place.in(source),
        "has no column " + InputException.quote(name),
        "%s takes one of %s".formatted(option, listed(names())));
  }

  /** Where the cell of a row is. */
  public Place place(int row, String name) {
    return Place.in(source).atRow(lines[row]).atColumn(names().indexOf(name) + 1, name);
  }

  /** Some names, and how many more there are. */
  public static String listed(List<String> names) {
    int most = 8;
    List<String> first = new ArrayList<>(names.subList(0, Math.min(most, names.size())));
    return String.join(", ", first)
        + (names.size() > most ? " and %d more".formatted(names.size() - most) : "");
  }

  @Override
  public String toString() {
    return "DataTable[%s: %d rows of %s]".formatted(source, rows(), Shortened.of(names()));
  }
}
