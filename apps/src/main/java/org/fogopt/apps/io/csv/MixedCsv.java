package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.io.table.DataTable.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Reads a table of numbers and text. The first row is a header unless half of its cells or more are
 * numbers, other than 0, 1, 2 and so on. The first rows decide what a column holds: text if a
 * number has zeros in front, or if more than one cell in twenty is text, and not a single one,
 * unless most cells are numbers that differ. A text in a column of numbers is refused, as it may be
 * a slip of the pen.
 */
public final class MixedCsv {
  /** Rows that decide what columns hold. */
  private static final int SAMPLE = 2000;

  /** A column with a smaller share of texts holds numbers. */
  private static final double TEXT_SHARE = 0.05;

  /** No number has zeros in front: a postcode or a key; but 00 may be one of 00, 15, 30, 45. */
  private static final String CODE = "0\\d{2,}|0[1-9]";

  private final Place file;
  private final Layout layout;
  private final Function<String, @Nullable Kind> known;
  private final List<Column> columns = new ArrayList<>();
  private final List<String[]> pending = new ArrayList<>();
  private boolean isDecided;
  private boolean hasHeader = true;
  private int[] lines = new int[1 << 10];
  private int rows;

  /** A column while it is read. */
  private static final class Column {
    private final String name;
    private Kind kind = Kind.NUMBER;
    private double[] values = new double[0];
    private int[] codes = new int[0];
    private final Map<String, Integer> levels = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int count;
    private int sampledNumbers;
    private int sampledTexts;
    private boolean isCodes;
    private final Writing writing = new Writing();
    private @Nullable InputException unlike; // the first number with a sign where others have none

    Column(String name) {
      this.name = name;
    }

    void add(double value) {
      if (count == values.length) {
        values = Arrays.copyOf(values, Math.max(1 << 10, count + (count >> 1)));
      }
      values[count++] = value;
    }

    void add(@Nullable String text) {
      if (count == codes.length) {
        codes = Arrays.copyOf(codes, Math.max(1 << 10, count + (count >> 1)));
      }
      if (text == null) {
        codes[count++] = -1;
        return;
      }
      Integer code = levels.get(text);
      if (code == null) {
        code = texts.size();
        levels.put(text, code);
        texts.add(text);
      }
      codes[count++] = code;
    }

    DataTable.Column built() {
      if (kind == Kind.TEXT) {
        return new DataTable.Texts(name, Arrays.copyOf(codes, count), texts);
      }
      double[] all = Arrays.copyOf(values, count);
      return new DataTable.Numbers(name, () -> all, writing.percentSigns());
    }
  }

  private MixedCsv(Place file, Layout layout, Function<String, @Nullable Kind> known) {
    this.file = file;
    this.layout = layout;
    this.known = known;
  }

  /**
   * Reads a table.
   *
   * @param decimal the decimal mark, if it is known
   * @param known what a column of a name holds; null to tell it from the file
   * @throws InputException naming the place and a remedy
   */
  public static DataTable read(
      TextSource text,
      Place file,
      @Nullable Character decimal,
      Function<String, @Nullable Kind> known) {
    text.requireTable(file);
    var csv = new MixedCsv(file, Layout.of(text, file, decimal), known);
    int comments = CsvCells.forEach(text.reader(), csv.layout, file, csv::add);
    csv.decide();
    if (csv.rows == 0) {
      throw new InputException(file, "holds no rows under its header", "expected a row per line");
    }
    List<String> notes = new ArrayList<>();
    if (!csv.hasHeader) {
      notes.add("no header: the columns are called column1 to column" + csv.columns.size());
    }
    csv.columns.stream()
        .filter(c -> c.isCodes && c.kind == Kind.TEXT)
        .forEach(c -> notes.add(c.name + " has numbers with zeros in front: read as text"));
    List<Writing> numbers =
        csv.columns.stream().filter(c -> c.kind == Kind.NUMBER).map(c -> c.writing).toList();
    notes.addAll(Remark.of(numbers, csv.layout, text, comments));
    return new DataTable(
        csv.columns.stream().map(Column::built).toList(),
        Arrays.copyOf(csv.lines, csv.rows),
        null,
        file.file(),
        notes);
  }

  private void add(CsvCells cells) {
    if (cells.line() < layout.firstLine() || cells.isBlank()) {
      return;
    }
    layout.trim(cells);
    if (columns.isEmpty()) {
      cells.complete(layout);
      hasHeader = isHeader(cells);
      if (hasHeader) {
        header(cells);
        return;
      }
      for (int k = 0; k < cells.count(); k++) {
        columns.add(new Column(numbered(k)));
      }
    }
    if (cells.count() != columns.size()) {
      throw new InputException(
          cells.place(),
          "expected %d columns as in the first row, found %d"
              .formatted(columns.size(), cells.count()),
          "check the separators and quotes in this row");
    }
    if (rows == lines.length) {
      lines = Arrays.copyOf(lines, rows + (rows >> 1));
    }
    lines[rows++] = cells.line();
    if (!isDecided) {
      sample(cells);
      return;
    }
    for (int k = 0; k < columns.size(); k++) {
      Column column = columns.get(k);
      Numeral.Kind kind = cells.kind(k);
      if (kind == Numeral.Kind.MISSING) {
        addMissing(column);
      } else if (column.kind == Kind.TEXT) {
        column.add(text(cells, k));
      } else {
        column.add(number(cells, k, kind, column));
      }
    }
  }

  private static void addMissing(Column column) {
    if (column.kind == Kind.TEXT) {
      column.add((String) null);
    } else {
      column.add(Double.NaN);
    }
  }

  private static String numbered(int k) {
    return "column" + (k + 1);
  }

  /** Names, among them few numbers; or the numbers of the columns from 0, as pandas writes them. */
  private static boolean isHeader(CsvCells cells) {
    int numbers = 0;
    boolean isCount = true;
    for (int k = 0; k < cells.count(); k++) {
      boolean isNumber = cells.kind(k) == Numeral.Kind.NUMBER;
      numbers += isNumber ? 1 : 0;
      isCount &= isNumber && cells.text(k).equals(Integer.toString(k));
    }
    return numbers == 0 || 2 * numbers < cells.count() || (isCount && cells.count() > 2);
  }

  private void header(CsvCells cells) {
    Set<String> seen = new HashSet<>();
    for (int k = 0; k < cells.count(); k++) {
      String name = cells.isEmpty(k) ? numbered(k) : text(cells, k);
      if (!seen.add(name)) {
        throw new InputException(
            cells.place().atColumn(k + 1, null),
            "a second column is named " + InputException.quote(name),
            "give each column a name of its own");
      }
      columns.add(new Column(name));
    }
  }

  private static String text(CsvCells cells, int k) {
    String text = cells.text(k);
    if (text.indexOf(TextSource.NOT_UTF8) >= 0) {
      throw CsvCells.notUtf8(cells.place().atColumn(k + 1, null));
    }
    return text;
  }

  private double number(CsvCells cells, int k, Numeral.Kind kind, Column column) {
    double value = kind == Numeral.Kind.NUMBER ? cells.value(k) : Double.NaN;
    if (Double.isFinite(value)) {
      column.writing.add(cells, k, value, cells.place());
      return value;
    }
    throw notANumber(cells.line(), k, text(cells, k), column);
  }

  private InputException notANumber(int line, int k, String text, Column column) {
    return new InputException(
        file.atRow(line).atColumn(k + 1, column.name),
        "expected a finite number as in other rows, found " + InputException.quote(text),
        known.apply(column.name) == Kind.NUMBER
            ? "correct it, or leave the cell empty if it is missing"
            : "correct it, leave the cell empty if it is missing, or name the column in --category"
                + " if it holds categories");
  }

  /** Keeps a row as text until the kinds of the columns are known. */
  private void sample(CsvCells cells) {
    String[] row = new String[columns.size()];
    for (int k = 0; k < row.length; k++) {
      Column column = columns.get(k);
      Numeral.Kind kind = cells.kind(k);
      row[k] = kind == Numeral.Kind.MISSING ? "" : text(cells, k);
      boolean isNumber = kind == Numeral.Kind.NUMBER && Double.isFinite(cells.value(k));
      if (isNumber && column.unlike == null) {
        column.unlike = unlike(cells, k, column.writing);
      }
      column.sampledNumbers += isNumber || kind == Numeral.Kind.INFINITE ? 1 : 0;
      column.sampledTexts += kind == Numeral.Kind.TEXT ? 1 : 0;
      column.isCodes |= isNumber && row[k].matches(CODE);
      if (kind == Numeral.Kind.MISSING) {
        column.add(Double.NaN);
      } else {
        column.add(isNumber ? cells.value(k) : Double.POSITIVE_INFINITY);
      }
    }
    pending.add(row);
    if (pending.size() == SAMPLE) {
      decide();
    }
  }

  private static @Nullable InputException unlike(CsvCells cells, int k, Writing writing) {
    try {
      writing.add(cells, k, cells.value(k), cells.place());
      return null;
    } catch (InputException e) {
      return e; // no matter if the column is text
    }
  }

  private void decide() {
    for (int k = 0; k < columns.size() && !isDecided; k++) {
      decide(columns.get(k), k);
    }
    isDecided = true;
    pending.clear();
  }

  private void decide(Column column, int k) {
    int filled = column.sampledNumbers + column.sampledTexts;
    Kind given = known.apply(column.name);
    boolean isSlip =
        (column.sampledTexts == 1 && filled > 2)
            || 2
                    * Arrays.stream(column.values, 0, column.count)
                        .filter(Double::isFinite)
                        .distinct()
                        .count()
                > filled;
    boolean isText = column.isCodes || (column.sampledTexts > TEXT_SHARE * filled && !isSlip);
    Kind found = isText ? Kind.TEXT : Kind.NUMBER;
    column.kind = given != null ? given : found;
    if (column.kind == Kind.TEXT) {
      column.count = 0;
      column.values = new double[0];
      for (String[] row : pending) {
        column.add(row[k].isEmpty() ? null : row[k]);
      }
      return;
    }
    if (column.unlike != null) {
      throw column.unlike;
    }
    for (int i = 0; i < column.count; i++) {
      if (Double.isInfinite(column.values[i])) {
        throw notANumber(lines[i], k, pending.get(i)[k], column);
      }
    }
  }
}
