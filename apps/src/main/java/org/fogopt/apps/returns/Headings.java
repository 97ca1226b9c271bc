package org.fogopt.apps.returns;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;

/** Refuses tables whose columns are not one for each asset, as their names show. */
final class Headings {
  private static final Set<String> OF_ONE_ASSET = Set.of("open", "high", "low", "close");
  private static final Set<String> PARTS_OF_DATES =
      Set.of("year", "month", "day", "date", "dates", "week", "quarter");
  private static final Set<String> MONTHS =
      Set.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");

  /** Half a year of columns named after months is no coincidence. */
  private static final int MANY_MONTHS = 6;

  private Headings() {}

  static void require(Table table) {
    List<String> names =
        table.names().stream().map(name -> name.strip().toLowerCase(Locale.ROOT)).toList();
    Place file = Place.in(table.source());
    if (names.stream().filter(OF_ONE_ASSET::contains).count() >= 3) {
      throw new InputException(
          file,
          "the columns are open, high, low and close of one asset",
          "keep one price of each asset, one column per asset");
    }
    if (names.stream().filter(Headings::isMonth).count() >= MANY_MONTHS) {
      throw new InputException(
          file,
          "the columns are months, the rows years of one asset",
          "write one row per month, one column per asset");
    }
    for (int k = 0; k < names.size(); k++) {
      if (PARTS_OF_DATES.contains(names.get(k))) {
        throw new InputException(
            file.atColumn(0, table.names().get(k)),
            "is a part of a date and no asset",
            "join the date in the first column, such as 2024-01-31, and remove this one");
      }
    }
  }

  private static boolean isMonth(String name) {
    return name.length() >= 3 && name.length() <= 9 && MONTHS.contains(name.substring(0, 3));
  }
}
