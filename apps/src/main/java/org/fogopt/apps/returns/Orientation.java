package org.fogopt.apps.returns;

import java.util.List;
import java.util.regex.Pattern;
import org.fogopt.apps.io.csv.DateText;
import org.fogopt.apps.io.csv.Dates;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;

/** Refuses a table that lies on its side: a row per asset, a column per period. */
final class Orientation {
  private static final String REMEDY =
      "transpose it: one row per period, one column per asset; call the first column date if its"
          + " rows are periods";

  /** 12, t12, week 12, Monday: periods without dates. */
  private static final Pattern PERIOD =
      Pattern.compile(
          "[-+]?[0-9.]*|(t|d|w|m|q|y|day|week|month|quarter|year|period|obs|row) ?[0-9]+"
              + "|(mon|tues?|wed(nes)?|thu(rs)?|fri|satur|sat|sun)(day)?"
              + "|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*",
          Pattern.CASE_INSENSITIVE);

  private Orientation() {}

  static void require(Table table) {
    long dates = table.names().stream().filter(Orientation::isDate).count();
    if (table.names().size() > 1 && 2 * dates > table.names().size()) {
      throw new InputException(
          Place.in(table.source()),
          "the columns have dates for names, such as " + InputException.quote(table.names().get(0)),
          REMEDY);
    }
    String heading = table.reading().labelHeading();
    List<String> labels = table.labels();
    if (labels.isEmpty() || (heading != null && Dates.isHeading(heading))) {
      return;
    }
    for (String label : labels) {
      if (DateText.read(label) != null || PERIOD.matcher(label).matches()) {
        return;
      }
    }
    throw new InputException(
        Place.in(table.source()),
        "the rows have names, such as " + InputException.quote(labels.get(0)) + ", and no dates",
        REMEDY);
  }

  private static boolean isDate(String name) {
    DateText date = DateText.read(name);
    return date != null && !date.isYear();
  }
}
