package org.fogopt.apps.io.csv;

import java.util.Locale;
import java.util.Set;

/** Recognises dates, so that a column of them becomes labels and not an asset. */
public final class Dates {
  private static final Set<String> HEADINGS =
      Set.of(
          "date",
          "dates",
          "time",
          "datetime",
          "timestamp",
          "day",
          "month",
          "year",
          "period",
          "caldt",
          "yyyymm",
          "yyyymmdd",
          "datum",
          "week",
          "quarter",
          "trade date",
          "unnamed: 0");

  private static final Set<String> ROW_HEADINGS =
      Set.of(
          "index", "idx", "id", "row", "rowid", "rownum", "no", "no.", "nr", "nr.", "obs", "n", "i",
          "t");

  private Dates() {}

  /** Whether a column of this name holds dates. */
  public static boolean isHeading(String name) {
    return HEADINGS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a column of this name counts the rows, if its numbers do. */
  public static boolean isRowHeading(String name) {
    return ROW_HEADINGS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** 20200131 or 202001, of a year from 1800 to 2199. */
  public static boolean isCompact(double value) {
    if (value != Math.rint(value) || value < 180001 || value > 21991231) {
      return false;
    }
    long whole = (long) value;
    if (whole <= 219912) {
      return isMonth(whole % 100);
    }
    return whole >= 18000101 && isMonth(whole / 100 % 100) && isDay(whole % 100);
  }

  private static boolean isMonth(long month) {
    return month >= 1 && month <= 12;
  }

  private static boolean isDay(long day) {
    return day >= 1 && day <= 31;
  }
}
