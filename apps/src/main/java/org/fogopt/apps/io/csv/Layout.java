package org.fogopt.apps.io.csv;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/**
 * How a file of one table is laid out, as its first characters show: what separates cells, how
 * numbers are written, what stands above the header, how wide the table is.
 *
 * @param separator between cells
 * @param style how numbers are written
 * @param firstLine where the table begins, below titles; 1 if there are none
 * @param titles the lines of the first and of the last title above the table; none if empty
 * @param width how many columns the table has; cells to the right of them are empty
 * @param columns what the columns hold
 */
record Layout(
    char separator,
    NumberStyle style,
    int firstLine,
    List<Integer> titles,
    int width,
    List<Column> columns) {
  private static final int MOST_RECORDS = 2000;

  /** What most cells of a column are, below the header, as far as they hold anything. */
  enum Column {
    NUMBERS,
    DATES,
    /** Text that recurs in the first column, as in a table with a row per date and asset. */
    RECURRING,
    TEXT
  }

  private record Sample(int line, String[] cells) {
    boolean isBlank(int k) {
      return k >= cells.length || cells[k].isEmpty();
    }

    /** The cells up to the last that holds something. */
    int filledWidth() {
      int width = cells.length;
      while (width > 0 && cells[width - 1].isEmpty()) {
        width--;
      }
      return width;
    }

    int filled() {
      int filled = 0;
      for (String cell : cells) {
        filled += cell.isEmpty() ? 0 : 1;
      }
      return filled;
    }

    boolean isNumber(int k) {
      return !isBlank(k) && NumberStyle.isNumberSomehow(cells[k]);
    }

    boolean hasNumbers() {
      for (int k = 0; k < cells.length; k++) {
        if (isNumber(k)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Of a table whose numbers are plain. */
  static Layout plain(int width) {
    return new Layout(',', NumberStyle.PLAIN, 1, List.of(), width, List.of());
  }

  /**
   * Of a file.
   *
   * @param decimal the decimal mark, if it is known from elsewhere
   * @throws InputException if numbers can be read in two ways
   */
  static Layout of(TextSource text, Place file, @Nullable Character decimal) {
    char separator = Separator.of(text.sampleLines());
    List<Sample> sample = sample(text, separator, file);
    int header = header(sample);
    List<Integer> titles =
        header == 0 ? List.of() : List.of(sample.get(0).line, sample.get(header - 1).line);
    List<Sample> table = sample.subList(header, sample.size());
    int width = width(table);
    requireSeparators(table, width, file);
    var evidence = new NumberStyle.Evidence();
    for (int i = 1; i < table.size(); i++) {
      addTo(evidence, table.get(i), separator);
    }
    if (!table.isEmpty() && header == 0 && table.get(0).hasNumbers()) {
      addTo(evidence, table.get(0), separator);
    }
    NumberStyle style =
        decimal == null ? evidence.style() : new NumberStyle(decimal, decimal == '.');
    NumberStyle.Evidence.Cell doubtful = decimal == null ? evidence.ambiguous() : null;
    if (doubtful != null) {
      throw new InputException(
          file.atRow(doubtful.line()).atColumn(doubtful.column(), null),
          "%s can be %s".formatted(InputException.quote(doubtful.text()), doubtful.readings()),
          "say which with --decimal point or --decimal comma");
    }
    int firstLine = table.isEmpty() ? 1 : table.get(0).line;
    return new Layout(
        separator, style, firstLine, titles, Math.max(1, width), columns(table, width));
  }

  /** Blanks between numbers separate nothing: they may be in names, and are in dates. */
  private static void requireSeparators(List<Sample> table, int width, Place file) {
    if (width == 1
        && table.size() > 1
        && table.stream().skip(1).allMatch(row -> row.cells[0].matches("\\S+(\\s+[-+.0-9eE]+)+"))) {
      throw new InputException(
          file,
          "has blanks between its cells",
          "write them separated by commas, semicolons or tabs");
    }
  }

  /** As many as there are names; without a header, up to the last cell that holds something. */
  private static int width(List<Sample> table) {
    if (!table.isEmpty() && !table.get(0).hasNumbers() && table.get(0).filled() > 1) {
      return table.get(0).filledWidth();
    }
    return table.stream().mapToInt(Sample::filledWidth).max().orElse(0);
  }

  /** The first cell may be a date such as 12.2020, which is no number. */
  private static void addTo(NumberStyle.Evidence evidence, Sample row, char separator) {
    for (int k = DateText.isDate(row.cells[0]) ? 1 : 0; k < row.cells.length; k++) {
      evidence.add(row.cells[k], row.line, k + 1, separator);
    }
  }

  /** The records of the first characters; a quote that is not closed among them is found later. */
  private static List<Sample> sample(TextSource text, char separator, Place file) {
    List<Sample> records = new ArrayList<>();
    String lines = String.join("\n", text.sampleLines());
    int first = Separator.isDeclared(lines) ? 2 : 1;
    try {
      CsvCells.forEach(
          new StringReader(lines),
          separator,
          file,
          cells -> {
            if (!cells.isBlank() && records.size() < MOST_RECORDS && cells.line() >= first) {
              var texts = new String[cells.count()];
              for (int k = 0; k < texts.length; k++) {
                texts[k] = cells.text(k);
              }
              records.add(new Sample(cells.line(), texts));
            }
          });
    } catch (InputException e) {
      // Met again, with the right line, when the file is read.
    }
    return records;
  }

  /**
   * Which record is the first of the table. Above it may be titles: rows of at most two cells
   * without numbers, above a header that has a name for each column.
   */
  private static int header(List<Sample> sample) {
    int width = usualWidth(sample);
    for (int i = 0; i + 1 < sample.size() && width >= 2; i++) {
      Sample row = sample.get(i);
      boolean isFull = row.filledWidth() >= width && row.filled() >= width - 1;
      if (isFull) {
        return !row.hasNumbers() || i == 0 ? i : 0;
      }
      boolean isTitle = row.filled() <= Math.min(2, width - 1) && !row.isNumber(0);
      if (!isTitle || DateText.isDate(row.cells[0])) {
        return 0;
      }
    }
    return 0;
  }

  private static int usualWidth(List<Sample> sample) {
    Map<Integer, Integer> counts = new HashMap<>();
    sample.forEach(row -> counts.merge(row.filledWidth(), 1, Integer::sum));
    return counts.entrySet().stream()
        .max(Map.Entry.<Integer, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse(0);
  }

  private static List<Column> columns(List<Sample> table, int width) {
    List<Column> columns = new ArrayList<>();
    for (int k = 0; k < width; k++) {
      columns.add(column(table, k));
    }
    return columns;
  }

  private static Column column(List<Sample> table, int k) {
    int filled = 0;
    int dates = 0;
    int texts = 0;
    Set<String> different = new HashSet<>();
    for (int i = 1; i < table.size(); i++) {
      Sample row = table.get(i);
      if (!row.isBlank(k)) {
        filled++;
        different.add(row.cells[k]);
        dates += DateText.isDate(row.cells[k]) ? 1 : 0;
        texts += row.isNumber(k) || Numeral.kind(row.cells[k]) != Numeral.Kind.TEXT ? 0 : 1;
      }
    }
    boolean recurs = k == 0 && 2 * different.size() <= filled;
    if (recurs && dates + texts >= filled) {
      return Column.RECURRING;
    }
    if (filled > 1 && 2 * dates > filled) {
      return Column.DATES;
    }
    return filled > 1 && texts == filled ? Column.TEXT : Column.NUMBERS;
  }

  /** What a column holds. */
  Column column(int k) {
    return k < columns.size() ? columns.get(k) : Column.NUMBERS;
  }
}
