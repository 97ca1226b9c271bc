package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;
import org.jspecify.annotations.Nullable;

/** Reads a file that is one table: perhaps a header, then rows of numbers. */
public final class PlainCsv {
  private final Place file;
  private final Layout layout;
  private final GridBuilder.@Nullable Sink sink;
  private @Nullable GridBuilder grid;
  private @Nullable InputException textBelow;
  private final List<Integer> linesBelow = new ArrayList<>();

  private PlainCsv(Place file, Layout layout, GridBuilder.@Nullable Sink sink) {
    this.file = file;
    this.layout = layout;
    this.sink = sink;
  }

  /**
   * Reads a table.
   *
   * @param decimal the decimal mark, if it is known
   */
  public static Grid read(TextSource text, Place file, @Nullable Character decimal) {
    return read(text, file, decimal, null).build();
  }

  /** Hands each row to {@code sink} instead of keeping it. */
  public static GridBuilder read(
      TextSource text, Place file, @Nullable Character decimal, GridBuilder.@Nullable Sink sink) {
    text.requireTable(file);
    var csv = new PlainCsv(file, Layout.of(text, file, decimal), sink);
    int comments = CsvCells.forEach(text.reader(), csv.layout, file, csv::add);
    if (csv.grid == null) {
      throw new InputException(file, "holds no rows of numbers", "expected at least 2");
    }
    csv.grid.remark(text.encodingRemark());
    csv.grid.remark(csv.layout.remark());
    csv.grid.remark(Remark.rows(csv.layout.titles(), "above the header skipped"));
    csv.grid.remark(Remark.comments(comments));
    csv.grid.remark(Remark.rows(csv.linesBelow, "below the table skipped"));
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
    if (cells.line() < layout.firstLine()) {
      return;
    }
    cells.cutTo(layout.width());
    GridBuilder grid = this.grid;
    if (grid == null) {
      if (cells.isBlank()) {
        return;
      }
      if (layout.header() == Layout.Header.TICKERS) {
        begin(GridBuilder.withLabels(file, cells, layout));
        return;
      }
      cells.complete(layout);
      if (isHeader(cells)) {
        begin(GridBuilder.withHeader(file, cells, layout));
        return;
      }
      grid = begin(GridBuilder.withoutHeader(file, cells, layout));
    }
    boolean isHeading = layout.header() == Layout.Header.TICKERS && !cells.hasNumbers();
    if (!grid.hasRows() && grid.hasHeader() && (isHeading || isTextAlone(cells))) {
      return; // the heading of the dates, below the names
    }
    if (isTextBelow(cells, grid)) {
      linesBelow.add(cells.line());
      textBelow =
          new InputException(
              cells.place(),
              "the row holds only the text " + InputException.quote(cells.text(0)),
              "remove it");
      return;
    }
    if (textBelow != null && !cells.isBlank()) {
      throw textBelow;
    }
    grid.add(cells);
  }

  /** Text alone in a row ends a table. */
  private boolean isTextBelow(CsvCells cells, GridBuilder grid) {
    return grid.hasRows()
        && layout.width() > 1
        && (isTextAlone(cells) || (!mayBeLabel(cells) && cells.isSentence(layout.width())));
  }

  private boolean isTextAlone(CsvCells cells) {
    return !mayBeLabel(cells) && cells.isTextAlone();
  }

  /** Where rows are labelled by text, it may be such a label. */
  private boolean mayBeLabel(CsvCells cells) {
    return cells.count() > 1
        && (layout.column(0) == Layout.Column.TEXT || layout.column(0) == Layout.Column.RECURRING);
  }

  /**
   * Whether the first row names the columns: it does if it holds text. A row of text and of numbers
   * with decimals is refused, because it may be a first row of numbers with a slip of the pen,
   * which must not vanish as a header.
   */
  private boolean isHeader(CsvCells cells) {
    if (layout.numbered() > 0 && DateText.isDate(cells.text(1))) {
      return false;
    }
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
      return (isName(cells, 0) && isNumbered)
          || (cells.isEmpty(0) && (isCount || isOverDates(decimal)));
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

  /** Whether whole numbers stand over rows with dates: codes of assets, as in ",600519,000858". */
  private boolean isOverDates(int decimal) {
    return decimal < 0 && layout.column(0) == Layout.Column.DATES;
  }

  /** Text, but not a number written in another way, which is better refused as one. */
  private static boolean isName(CsvCells cells, int k) {
    if (cells.kind(k) != Numeral.Kind.TEXT) {
      return false;
    }
    return !NumberStyle.isNumberSomehow(cells.text(k));
  }

  private static boolean isDate(CsvCells cells) {
    return switch (cells.kind(0)) {
      case TEXT -> DateText.isDate(cells.text(0));
      case NUMBER -> cells.isWhole(0) && Dates.isDate(cells.value(0));
      default -> false;
    };
  }
}
