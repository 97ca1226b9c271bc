package org.fogopt.apps.io.csv;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;

/** That a cell is no number where one should be, with the remedy that fits what it is instead. */
final class NotANumber {
  private static final Set<String> ASSET_HEADINGS =
      Set.of(
          "ticker",
          "symbol",
          "asset",
          "name",
          "fund",
          "fonds",
          "security",
          "instrument",
          "isin",
          "cusip",
          "sedol",
          "permno",
          "id",
          "stock");

  private static final Pattern CURRENCY =
      Pattern.compile("[-+(]*[A-Z]{3} ?[-+]?[0-9].*|.*[0-9] ?[A-Z]{3}\\)?");

  private static final Pattern BASIS_POINTS =
      Pattern.compile(".*[0-9] ?bps?", Pattern.CASE_INSENSITIVE);

  private static final Pattern WITH_UNIT =
      Pattern.compile(".*[0-9] ?(pct|percent|per cent|\u2030)", Pattern.CASE_INSENSITIVE);

  private static final Pattern UNDERSCORES = Pattern.compile("[-+]?[0-9]+(_[0-9]+)+([.,][0-9]+)?");

  static final String LEAVE_OUT = "correct it, or leave the cell empty and use --missing drop-rows";

  private NotANumber() {}

  /** Whether a column of this name says which asset a row is of. */
  static boolean isAssetHeading(String name) {
    return ASSET_HEADINGS.contains(name.toLowerCase(Locale.ROOT));
  }

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
    if (column == Layout.Column.DATES || column == Layout.Column.TEXT) {
      return ofColumn(place, found, layout, k);
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

  private static InputException ofColumn(Place place, String found, Layout layout, int k) {
    boolean isDates = layout.column(k) == Layout.Column.DATES;
    String heading = place.name() == null ? "" : place.name();
    if (layout.column(0) == Layout.Column.RECURRING || (!isDates && isAssetHeading(heading))) {
      return new InputException(
          place,
          found + "; the table has a row per date and asset",
          "pivot it: one row per date, one column per asset");
    }
    if (isDates && layout.column(0) == Layout.Column.NUMBERS) {
      return new InputException(
          place, found + "; the column holds dates", "make it the first column");
    }
    return new InputException(
        place,
        found + "; the column holds " + (isDates ? "dates" : "text"),
        isDates
            ? "remove the column: one column of dates, the first, is enough"
            : "remove the column");
  }
}
