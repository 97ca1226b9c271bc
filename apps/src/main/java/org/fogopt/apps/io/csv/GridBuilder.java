package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.Reading;
import org.jspecify.annotations.Nullable;

/** Collects the records of a table: all of one width, numbers but for the labels in front. */
public final class GridBuilder {
  private static final int MAX_VALUES = Integer.MAX_VALUE - 8;

  /** Below a header, they say how to read the numbers. */
  private static final Pattern UNITS =
      Pattern.compile("%|percent|pct|\\bbps?\\b|basis|log", Pattern.CASE_INSENSITIVE);

  private final Place file;
  private final int width;
  private final int widthLine;
  private final @Nullable List<String> header;
  private final Layout layout;
  private final FirstColumn first;
  private final boolean hasEmptyColumns;
  private final int numbered; // columns in front of it that count the rows
  private final Writing writing = new Writing();
  private final List<String> remarks = new ArrayList<>();
  private double[] values = new double[1 << 10];
  private int[] lines = new int[1 << 8];
  private int rows;
  private int repeated; // headers below the first
  private int blankRows;
  private int firstBlankLine;
  private @Nullable Sink sink;
  private boolean hasRows;

  /** Takes rows one by one, so that none need be kept. */
  @FunctionalInterface
  public interface Sink {
    /**
     * A row: the first {@code width} values, valid during the call, those of the first column too;
     * NaN where one is missing.
     */
    void row(int line, double[] values, int width);
  }

  private GridBuilder(
      Place file,
      CsvCells cells,
      @Nullable List<String> header,
      FirstColumn.Hint hint,
      Layout layout) {
    this.file = file;
    this.width = cells.count();
    this.widthLine = cells.line();
    this.header = header;
    this.layout = layout;
    this.hasEmptyColumns = layout.columns().contains(Layout.Column.EMPTY);
    this.numbered = layout.numbered();
    this.first =
        new FirstColumn(
            numbered > 0 ? FirstColumn.Hint.LABELS : hint,
            numbered,
            file.atColumn(numbered + 1, name(numbered)),
            layout);
  }

  /** A table whose first row, still to be added, is this one. */
  static GridBuilder withoutHeader(Place file, CsvCells cells, Layout layout) {
    var hint = cells.count() == 1 ? FirstColumn.Hint.NUMBERS : FirstColumn.Hint.EITHER;
    return new GridBuilder(file, cells, null, hint, layout);
  }

  /** A table with this header. */
  static GridBuilder withHeader(Place file, CsvCells cells, Layout layout) {
    var hint = FirstColumn.Hint.EITHER;
    if (cells.count() == 1) {
      hint = FirstColumn.Hint.NUMBERS;
    } else if (cells.isEmpty(0)) {
      hint = FirstColumn.Hint.UNNAMED;
    } else if (Dates.isHeading(cells.text(0))) {
      hint = FirstColumn.Hint.LABELS;
    } else if (Dates.isRowHeading(cells.text(0))) {
      hint = FirstColumn.Hint.ROW_NUMBERS;
    }
    return new GridBuilder(file, cells, names(cells, layout), hint, layout);
  }

  /** A table with this header, whose first column has no name and holds labels in any case. */
  static GridBuilder withLabels(Place file, CsvCells cells, Layout layout) {
    return new GridBuilder(file, cells, names(cells, layout), FirstColumn.Hint.LABELS, layout);
  }

  private static List<String> names(CsvCells cells, Layout layout) {
    List<String> names = new ArrayList<>(cells.count());
    Map<String, Integer> columns = new HashMap<>();
    for (int k = 0; k < cells.count(); k++) {
      String name = cells.text(k).replaceAll("\\s*[\r\n]\\s*", " ");
      Place place = cells.place().atColumn(k + 1, null);
      if (name.isEmpty() && k > layout.numbered()) {
        if (layout.column(k) != Layout.Column.EMPTY) {
          throw unnamed(place);
        }
        names.add(name);
        continue;
      }
      if (name.indexOf(TextSource.NOT_UTF8) >= 0) {
        throw CsvCells.notUtf8(place);
      }
      Integer earlier = columns.putIfAbsent(name, k + 1);
      if (earlier != null && layout.column(k) == Layout.Column.DATES) {
        throw new InputException(place, "the column holds dates again", NotANumber.ONE_OF_DATES);
      }
      if (earlier != null) {
        throw new InputException(
            place,
            "the name " + InputException.quote(name) + " stands in column " + earlier + " already",
            isOneText(cells)
                ? "remove this row if the names stand in the next"
                : "give each column a name of its own");
      }
      names.add(name);
    }
    return names;
  }

  /** Whether all cells but the first say the same. */
  private static boolean isOneText(CsvCells cells) {
    return IntStream.range(2, cells.count()).allMatch(k -> cells.text(k).equals(cells.text(1)));
  }

  private static InputException unnamed(Place place) {
    return new InputException(
        place, "the header has no name for this column", "name it, or remove the column");
  }

  private @Nullable String name(int k) {
    return header == null || header.get(k).isEmpty() ? null : header.get(k);
  }

  boolean hasHeader() {
    return header != null;
  }

  boolean hasRows() {
    return hasRows;
  }

  /** Something to say of the file; nothing if it is empty. */
  void remark(String remark) {
    if (!remark.isEmpty()) {
      remarks.add(remark);
    }
  }

  /** Adds a row. */
  void add(CsvCells cells) {
    if (cells.isBlank()) {
      // Spreadsheets write ",,,," below the table; within it, such a row is a row of missing
      // values.
      firstBlankLine = blankRows == 0 ? cells.line() : firstBlankLine;
      blankRows++;
      return;
    }
    if (cells.count() != width) {
      throw ragged(cells);
    }
    for (; blankRows > 0; blankRows--) {
      int at = newRow(firstBlankLine++);
      Arrays.fill(values, at, at + width, Double.NaN);
      values[at + numbered] = first.addBlank();
      handOn();
    }
    if (Double.isNaN(cells.shortValue(width - 1)) && isHeader(cells)) {
      repeated++;
      return;
    }
    int at = newRow(cells.line());
    values[at] = Double.NaN;
    values[at + numbered] = first.add(cells);
    if (numbered > 0) {
      values[at + numbered] = 0; // a label, and not missing
    }
    Place row = cells.place();
    writing.add(cells, numbered, values[at + numbered], row);
    for (int k = numbered + 1; k < width; k++) {
      values[at + k] = number(cells, k, row);
    }
    handOn();
  }

  /** From here on, rows go to {@code sink} and are not kept; {@link #build} has nothing then. */
  void handTo(Sink sink) {
    this.sink = sink;
  }

  private void handOn() {
    hasRows = true;
    if (sink != null) {
      sink.row(lines[--rows], values, width);
      first.labels().clear();
    }
  }

  /** How many columns in front are no numbers, now that all rows are in: 0, 1 or 2. */
  public int skip() {
    return numbered + (hasRows && first.isLabels() ? 1 : 0);
  }

  /** The names of the columns of numbers, now that all rows are in. */
  public List<String> names() {
    int[] columns = columns();
    return header == null
        ? Grid.numbered(columns.length)
        : Arrays.stream(columns).mapToObj(header::get).toList();
  }

  /** Which columns hold numbers, now that all rows are in. */
  public int[] columns() {
    return IntStream.range(skip(), width)
        .filter(k -> layout.column(k) != Layout.Column.EMPTY)
        .toArray();
  }

  private double number(CsvCells cells, int k, Place row) {
    if (hasEmptyColumns && layout.column(k) == Layout.Column.EMPTY) {
      if (!cells.isEmpty(k)) {
        throw unnamed(row.atColumn(k + 1, null));
      }
      return 0; // nothing that is missing
    }
    double plain = cells.shortValue(k);
    if (!Double.isNaN(plain) && writing.isPlain()) {
      return Missing.isMarker(plain) ? Double.NaN : plain;
    }
    // The place of a cell is only worth an object when there is something to say about it.
    if (cells.kind(k) == Numeral.Kind.NUMBER) {
      double value = cells.value(k);
      if (!Double.isInfinite(value)) {
        writing.add(cells, k, value, row);
        return Missing.isMarker(value) ? Double.NaN : value;
      }
    }
    return cells.number(k, row.atColumn(k + 1, name(k)), layout);
  }

  /**
   * Whether a row is the header again, or says the same of each column below it, such as PX_LAST.
   * Units, and other rows of texts, are refused.
   */
  private boolean isHeader(CsvCells cells) {
    int texts = 0;
    int text = 0;
    for (int k = width - 1; k > 0; k--) {
      Numeral.Kind kind = cells.kind(k);
      if (kind == Numeral.Kind.NUMBER || kind == Numeral.Kind.INFINITE) {
        return false;
      }
      if (kind == Numeral.Kind.TEXT) {
        if (NumberStyle.isNumberSomehow(cells.text(k))) {
          return false; // with the other decimal mark
        }
        texts++;
        text = k;
      }
    }
    if (texts == 0) {
      return false;
    }
    List<String> all = IntStream.range(0, width).mapToObj(cells::text).toList();
    boolean isSame = !hasRows && texts > 1 && new HashSet<>(all.subList(1, width)).size() == 1;
    if (all.equals(header) || (isSame && !UNITS.matcher(all.get(1)).find())) {
      return true;
    }
    if (texts > 1 && layout.column(text) == Layout.Column.NUMBERS) {
      throw new InputException(
          cells.place().atColumn(text + 1, name(text)),
          "the row holds no numbers; it looks like a part of a header",
          "remove this row: a header is one row");
    }
    return false;
  }

  private InputException ragged(CsvCells cells) {
    String problem =
        "expected " + columns(width) + " as in row " + widthLine + ", found " + cells.count();
    String remedy = "check the separators in this row";
    if (hasLooseThousands(cells)) {
      remedy = "write numbers without thousands separators, or in quotes";
    } else if (cells.count() == 2 * width) {
      remedy = "write numbers with decimal points if these are decimal commas";
    }
    return new InputException(cells.place(), problem, remedy);
  }

  /** Whether 1,234.50 was cut into 1 and 234.50. */
  private static boolean hasLooseThousands(CsvCells cells) {
    for (int k = 1; k < cells.count(); k++) {
      if (cells.text(k - 1).matches("[-+]?[1-9][0-9]{0,2}")
          && cells.text(k).matches("[0-9]{3}(\\.[0-9]*)?")) {
        return true;
      }
    }
    return false;
  }

  private static String columns(int count) {
    return count == 1 ? "1 column" : count + " columns";
  }

  private int newRow(int line) {
    long needed = (long) width * (rows + 1);
    if (needed > MAX_VALUES) {
      throw new InputException(
          file.atRow(line), "holds more than " + MAX_VALUES + " numbers", "split the file");
    }
    if (needed > values.length) {
      values =
          Arrays.copyOf(values, (int) Math.min(MAX_VALUES, Math.max(needed, 2L * values.length)));
    }
    if (rows == lines.length) {
      lines = Arrays.copyOf(lines, 2 * rows);
    }
    lines[rows++] = line;
    return (int) (needed - width);
  }

  /** The table, when all rows are in. */
  Grid build() {
    int skip = skip();
    int[] kept = columns();
    int columns = kept.length;
    for (int i = 0; i < rows && columns < width; i++) {
      for (int k = 0; k < columns; k++) {
        values[i * columns + k] = values[i * width + kept[k]];
      }
    }
    List<String> all = new ArrayList<>(writing.remarks(layout.style()));
    if (first.isRowNumbers()) {
      String name = InputException.quote(Objects.requireNonNull(name(0)));
      all.add("the column " + name + " numbers the rows and is left out");
    }
    all.addAll(remarks);
    if (repeated > 0) {
      all.add((repeated == 1 ? "1 row" : repeated + " rows") + " of further headings skipped");
    }
    return new Grid(
        file,
        names(),
        skip > 0 ? first.labels() : List.of(),
        Arrays.copyOf(values, rows * columns),
        Arrays.copyOf(lines, rows),
        Arrays.stream(kept).map(k -> k + 1).toArray(),
        new Reading(
            all, writing.isPercent(), writing.isCurrency(), skip > 0 ? name(numbered) : null));
  }
}
