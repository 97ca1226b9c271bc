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
          "index",
          "idx",
          "id",
          "unnamed: 0",
          "row",
          "rowid",
          "rownum",
          "no",
          "no.",
          "nr",
          "nr.",
          "obs",
          "n",
          "i",
          "t");

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

  /** Seconds before September 2001 are whole prices rather. */
  private static final double LARGE = 1e9;

  /** Seconds of Unix from 1973 to 2128; thousandths, millionths and billionths are above them. */
  private static final double FIRST_SECOND = 1e8;

  private static final double LAST_SECOND = 5e9;

  private Dates() {}

  /** Whether a column of this name says which asset a row is of. */
  public static boolean isAssetHeading(String name) {
    return ASSET_HEADINGS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a number can be seconds of Unix, or thousandths, millionths or billionths of them. */
  public static boolean isUnix(double value) {
    return value >= FIRST_SECOND && value <= 1e9 * LAST_SECOND;
  }

  /** The second of such a number. */
  public static long unixSecond(double value) {
    double seconds = value;
    while (seconds > LAST_SECOND) {
      seconds /= 1000;
    }
    return (long) seconds;
  }

  /** Whether a column of this name holds dates. */
  public static boolean isHeading(String name) {
    return HEADINGS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a column of this name counts the rows, if its numbers do. */
  public static boolean isRowHeading(String name) {
    return ROW_HEADINGS.contains(name.toLowerCase(Locale.ROOT));
  }

  /** Whether a whole number can be nothing but a date: 20200131, 202001 or seconds of Unix. */
  public static boolean isDate(double value) {
    return isCompact(value) || (value >= LARGE && isUnix(value));
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
