package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the first column is an asset or labels the rows.
 *
 * <p>It labels them if its name says so ({@code date}, or no name), if all its cells are text, such
 * as {@code 2020-01-31}, or if all are whole numbers that read as dates in order, such as {@code
 * 20200131}. Only the last row settles it. Whatever could be read both ways is refused: an asset
 * taken for labels is lost, and labels taken for an asset are a very bad asset.
 */
final class FirstColumn {
  /** What is known before the first row. */
  enum Hint {
    /** The name says that it holds labels. */
    LABELS,
    /** It has a place for a name, but no name. */
    UNNAMED,
    /** The name says that it counts the rows, if it does. */
    ROW_NUMBERS,
    /** It may be either. */
    EITHER,
    /** It is the only column. */
    NUMBERS
  }

  private final Hint hint;
  private final int k;
  private final Place column;
  private final List<String> labels = new ArrayList<>();
  private boolean isText;
  private boolean isDates;
  private boolean isNumbers;
  private boolean rises = true;
  private boolean falls = true;
  private double last = Double.NaN;
  private int counted; // rows that were numbered one after the other; -1 if one was not
  private @Nullable InputException firstText;
  private final Layout layout;
  private boolean hasDates;
  private boolean hasNumbers; // in a column without a name
  private @Nullable InputException firstOther; // a label that is no date

  FirstColumn(Hint hint, int k, Place column, Layout layout) {
    this.hint = hint;
    this.k = k;
    this.column = column;
    this.layout = layout;
    this.isNumbers = hint == Hint.NUMBERS;
  }

  /** Takes in the first cell of a row, and gives its value, NaN if it has none. */
  double add(CsvCells cells) {
    if (isNumbers) {
      return cells.number(k, place(cells), layout);
    }
    String label = cells.text(k);
    requireDate(cells, label);
    labels.add(label);
    if (hint == Hint.LABELS) {
      return Double.NaN;
    }
    return switch (cells.kind(k)) {
      case MISSING -> Double.NaN;
      case TEXT -> text(cells);
      case NUMBER, INFINITE -> number(cells);
    };
  }

  /** A row without a date below rows that have one is a total, or worse. */
  private void requireDate(CsvCells cells, String label) {
    if (DateText.isDate(label)) {
      if (!hasDates && firstOther != null) {
        throw firstOther;
      }
      hasDates = true;
    } else if (hasDates && label.isEmpty()) {
      throw new InputException(
          place(cells), "the row has no date", "give it one, or remove the row if it is a total");
    } else if (cells.kind(k) == Numeral.Kind.TEXT) {
      var problem =
          new InputException(
              place(cells),
              "expected a date, found " + InputException.quote(label),
              "remove the row if it is a total, or correct the date");
      if (hasDates) {
        throw problem;
      }
      firstOther = firstOther == null ? problem : firstOther;
    }
  }

  /** Takes in a row without anything in it. */
  double addBlank() {
    if (!isNumbers) {
      labels.add("");
    }
    return Double.NaN;
  }

  private double text(CsvCells cells) {
    var problem = NotANumber.in(place(cells), cells.text(k), Layout.plain(1), 0);
    if (isDates) {
      throw problem;
    }
    if (hasNumbers) {
      throw new InputException(
          place(cells),
          "expected a number of the row, found " + InputException.quote(cells.text(k)),
          "remove the row if it is a total");
    }
    if (firstText == null) {
      firstText = problem;
    }
    isText = true;
    return Double.NaN;
  }

  private double number(CsvCells cells) {
    double value = cells.number(k, place(cells), layout);
    if (Double.isNaN(value)) {
      return value;
    }
    if (firstText != null) {
      throw firstText;
    }
    if (hint == Hint.UNNAMED && cells.isWhole(k)) {
      hasNumbers = true;
      return value;
    }
    if (hint == Hint.UNNAMED) {
      throw new InputException(
          column, "the column has numbers but no name", "name it, or call it date");
    }
    boolean isNext = counted == 0 ? value == 0 || value == 1 : value == last + 1;
    if (hint == Hint.ROW_NUMBERS && isNext && counted >= 0) {
      counted++;
      last = value;
      return value;
    }
    counted = -1;
    if (cells.isWhole(k) && Dates.isDate(value)) {
      isDates = true;
      rises &= !(value < last);
      falls &= !(value > last);
      last = value;
    } else {
      isNumbers = true;
      labels.clear();
    }
    return value;
  }

  /** Whether the column labels the rows, now that all are in. */
  boolean isLabels() {
    if (hint == Hint.LABELS || hint == Hint.UNNAMED || isRowNumbers()) {
      return true;
    }
    if (isNumbers || !(isText || isDates)) {
      return false;
    }
    if (isDates && !rises && !falls) {
      throw new InputException(
          column,
          "the numbers look like dates, but are not in order",
          "call the column date, or sort the rows");
    }
    return true;
  }

  /** Whether it counts the rows, as its name says. */
  boolean isRowNumbers() {
    return counted > 1;
  }

  /** The labels, if it does. */
  List<String> labels() {
    return labels;
  }

  private Place place(CsvCells cells) {
    return cells.place().atColumn(k + 1, column.name());
  }
}
