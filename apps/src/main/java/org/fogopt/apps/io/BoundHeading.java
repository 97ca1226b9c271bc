package org.fogopt.apps.io;

import java.util.Locale;
import java.util.regex.Pattern;
import org.fogopt.apps.io.csv.CsvCells;
import org.fogopt.apps.io.file.InputException;

/** Columns of bounds are read by their order, so a heading must not name the other bound. */
final class BoundHeading {
  private static final Pattern LEAST = Pattern.compile("(least|min|lower|low|floor|lb).*");
  private static final Pattern MOST = Pattern.compile("(most|max|upper|high|cap|ceiling|ub).*");

  private BoundHeading() {}

  /**
   * Refuses the heading of a column of upper bounds that names a lower one, or the reverse.
   *
   * @param order of the columns, for the remedy
   */
  static void require(CsvCells cells, int column, boolean isMost, String order) {
    String heading = cells.text(column).strip().toLowerCase(Locale.ROOT);
    if ((isMost ? LEAST : MOST).matcher(heading).matches()) {
      throw new InputException(
          cells.place().atColumn(column + 1, cells.text(column)),
          "expected the %s bound".formatted(isMost ? "upper" : "lower"),
          "write the columns in the order " + order + "; an empty cell is no bound");
    }
  }
}
