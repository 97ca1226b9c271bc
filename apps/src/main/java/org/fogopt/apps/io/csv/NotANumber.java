package org.fogopt.apps.io.csv;

import java.util.regex.Pattern;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;

/** That a cell is no number where one should be, with the remedy that fits what it is instead. */
final class NotANumber {
  private static final Pattern CURRENCY =
      Pattern.compile("[-+(]*[A-Z]{3} ?[-+]?[0-9].*|.*[0-9] ?[A-Z]{3}\\)?");

  private static final Pattern BASIS_POINTS =
      Pattern.compile(".*[0-9] ?bps?", Pattern.CASE_INSENSITIVE);

  private static final Pattern WITH_UNIT =
      Pattern.compile("[-+(]*[0-9][0-9.,'\\s\u00a0\u202f]*(\\p{L}{1,8}\\.?|per cent|\u2030)");

  private static final Pattern UNDERSCORES = Pattern.compile("[-+]?[0-9]+(_[0-9]+)+([.,][0-9]+)?");

  static final String LEAVE_OUT = "correct it, or leave the cell empty and use --missing drop-rows";

  static final String JOIN_DATE =
      "join the date in the first column, such as 2024-01-31 16:30, and remove this one";

  static final String ONE_OF_DATES = "remove the column: one column of dates, the first, is enough";

  private NotANumber() {}

  /** In the k-th column of a table. */
  static InputException in(Place place, String text, Layout layout, int k) {
    String found = "expected a number, found " + InputException.quote(text);
    Layout.Column column = layout.column(k);
    if (text.indexOf(TextSource.NOT_UTF8) >= 0) {
      return CsvCells.notUtf8(place);
    }
    if (BASIS_POINTS.matcher(text).matches()) {
      return new InputException(
          place,
          found + ", in basis points",
          "write percentages without a unit: 100 basis points are 1");
    }
    if (CURRENCY.matcher(text).matches()) {
      return new InputException(place, found, "remove the currency codes, from the whole file");
    }
    if (WITH_UNIT.matcher(text).matches()) {
      return new InputException(
          place, found + ", a number with its unit", "remove the units, from the whole file");
    }
    if (UNDERSCORES.matcher(text).matches()) {
      return new InputException(place, found, "remove the underscores, from the whole file");
    }
    if (text.startsWith("'")) {
      return new InputException(place, found, "remove the apostrophes, from the whole file");
    }
    if (column == Layout.Column.DATES || column == Layout.Column.TEXT) {
      return ofColumn(place, found, layout, k);
    }
    if (text.matches("#+")) {
      return tooNarrow(place);
    }
    if (text.startsWith("#")) {
      return new InputException(
          place,
          found + ", an error of the spreadsheet",
          "correct the formula, or leave the cell empty and use --missing drop-rows");
    }
    if (NumberStyle.isNumberSomehow(text)) {
      return new InputException(
          place,
          "%s, while other numbers of the file have decimal %s"
              .formatted(found, layout.style().decimal() == ',' ? "commas" : "points"),
          "write all numbers with the same decimal mark, thousands apart by nothing");
    }
    return new InputException(place, found, LEAVE_OUT);
  }

  /** Spreadsheets write {@code ####} for what does not fit into the column. */
  static InputException tooNarrow(Place place) {
    return new InputException(
        place,
        "expected a number or a date, found ####, as in a column too narrow for it",
        "widen the column in the spreadsheet and save the file again");
  }

  private static InputException ofColumn(Place place, String found, Layout layout, int k) {
    boolean isDates = layout.column(k) == Layout.Column.DATES;
    String heading = place.name() == null ? "" : place.name();
    if (layout.column(0) == Layout.Column.RECURRING
        || (!isDates && Dates.isAssetHeading(heading))) {
      return new InputException(
          place,
          found + "; the table has a row per date and asset",
          "pivot it: one row per date, one column per asset");
    }
    if (!isDates && Dates.isHeading(heading)) {
      return new InputException(place, found + ", a part of a date", JOIN_DATE);
    }
    if (isDates && layout.column(0) == Layout.Column.NUMBERS) {
      return new InputException(
          place, found + "; the column holds dates", "make it the first column");
    }
    return new InputException(
        place,
        found + "; the column holds " + (isDates ? "dates" : "text"),
        isDates ? ONE_OF_DATES : "remove the column");
  }
}
