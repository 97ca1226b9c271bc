package org.fogopt.apps.io.csv;

import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;
import org.jspecify.annotations.Nullable;

/** Reads a file that is one table: perhaps a header, then rows of numbers. */
public final class PlainCsv {
  private static final int LINES_TO_TELL = 20;

  private final Place file;
  private final GridBuilder.@Nullable Sink sink;
  private @Nullable GridBuilder grid;

  private PlainCsv(Place file, GridBuilder.@Nullable Sink sink) {
    this.file = file;
    this.sink = sink;
  }

  public static Grid read(TextSource text, Place file) {
    return read(text, file, null).build();
  }

  /** Hands each row to {@code sink} instead of keeping it. */
  public static GridBuilder read(TextSource text, Place file, GridBuilder.@Nullable Sink sink) {
    var csv = new PlainCsv(file, sink);
    CsvCells.forEach(text.reader(), separator(text.sampleLines()), file, csv::add);
    if (csv.grid == null) {
      throw new InputException(file, "holds no rows of numbers", "expected at least 2");
    }
    return csv.grid;
  }

  private GridBuilder begin(GridBuilder begun) {
    if (sink != null) {
      begun.handTo(sink);
    }
    grid = begun;
    return begun;
  }

  private void add(CsvCells cells) {
    GridBuilder grid = this.grid;
    if (grid == null) {
      if (cells.isBlank()) {
        return;
      }
      if (isHeader(cells)) {
        begin(GridBuilder.withHeader(file, cells));
        return;
      }
      grid = begin(GridBuilder.withoutHeader(file, cells));
    }
    grid.add(cells);
  }

  /**
   * Whether the first row names the columns: it does if it holds text. A row of text and of numbers
   * with decimals is refused, because it may be a first row of numbers with a slip of the pen,
   * which must not vanish as a header.
   */
  private static boolean isHeader(CsvCells cells) {
    int text = -1;
    int decimal = -1;
    boolean isCount = cells.count() > 2;
    for (int k = 1; k < cells.count(); k++) {
      boolean isNumber = cells.kind(k) == Numeral.Kind.NUMBER;
      text = text < 0 && isName(cells, k) ? k : text;
      decimal = decimal < 0 && isNumber && !cells.isWhole(k) ? k : decimal;
      isCount &= isNumber && cells.isWhole(k) && cells.value(k) == k - 1;
    }
    if (isDate(cells)) {
      return false;
    }
    if (text < 0) {
      // "x,0.1,0.2" is a labelled row, "date,1,2" names numbered columns, as does ",0,1,2".
      boolean isNumbered = decimal < 0 || Dates.isHeading(cells.text(0));
      return (isName(cells, 0) && isNumbered) || (cells.isEmpty(0) && isCount);
    }
    boolean firstIsDecimal = cells.kind(0) == Numeral.Kind.NUMBER && !cells.isWhole(0);
    if (decimal > 0 || firstIsDecimal) {
      int number = decimal > 0 ? decimal : 0;
      throw new InputException(
          cells.place(),
          String.format(
              "expected a header or a row of numbers, found %s in column %d and %s in column %d",
              InputException.quote(cells.text(text)),
              text + 1,
              InputException.quote(cells.text(number)),
              number + 1),
          "name every column, or correct the text");
    }
    return true;
  }

  /** Text, but not a number written in another way, which is better refused as one. */
  private static boolean isName(CsvCells cells, int k) {
    if (cells.kind(k) != Numeral.Kind.TEXT) {
      return false;
    }
    String text = cells.text(k);
    return !Numeral.hasDecimalComma(text) && !Numeral.isPercentage(text);
  }

  private static boolean isDate(CsvCells cells) {
    return switch (cells.kind(0)) {
      case TEXT -> Dates.isWritten(cells.text(0));
      case NUMBER -> cells.isWhole(0) && Dates.isCompact(cells.value(0));
      default -> false;
    };
  }

  /**
   * The separator that cuts the first lines into equally many cells. A semicolon or a tab goes
   * before a comma, which may be in names or be a decimal comma.
   */
  public static char separator(List<String> lines) {
    List<String> rows =
        lines.stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .limit(LINES_TO_TELL)
            .toList();
    for (char candidate : new char[] {'\t', ';', ','}) {
      long[] counts = rows.stream().mapToLong(row -> count(row, candidate)).distinct().toArray();
      if (counts.length == 1 && counts[0] > 0) {
        return candidate;
      }
    }
    // Uneven rows: whichever is in most of them, so that the row to blame can be named.
    char best = ',';
    long most = 0;
    for (char candidate : new char[] {'\t', ';', ','}) {
      long hits = rows.stream().filter(row -> count(row, candidate) > 0).count();
      if (hits > most) {
        most = hits;
        best = candidate;
      }
    }
    return best;
  }

  private static long count(String line, char wanted) {
    long count = 0;
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      isQuoted ^= c == '"';
      count += !isQuoted && c == wanted ? 1 : 0;
    }
    return count;
  }
}
