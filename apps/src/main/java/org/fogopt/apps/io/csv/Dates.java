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
          "unnamed: 0");

  private Dates() {}

  /** Whether a column of this name holds dates. */
  static boolean isHeading(String name) {
    return HEADINGS.contains(name.toLowerCase(Locale.ROOT));
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

  /** 2020-01-31, 2020/1/31, 31.12.2020, 1/31/2020, 2020-01, each perhaps with a time after it. */
  static boolean isWritten(String text) {
    int first = digits(text, 0);
    if (first == text.length() || (first != 4 && first != 2 && first != 1)) {
      return false;
    }
    char mark = text.charAt(first);
    if (mark != '-' && mark != '/' && mark != '.') {
      return false;
    }
    int second = digits(text, first + 1);
    if (second != 1 && second != 2) {
      return false;
    }
    int end = first + 1 + second;
    if (end == text.length()) {
      return first == 4 && mark != '.';
    }
    if (text.charAt(end) != mark) {
      return false;
    }
    int third = digits(text, end + 1);
    end += 1 + third;
    boolean isDate = first == 4 ? third == 1 || third == 2 : third == 4 || third == 2;
    return isDate && (end == text.length() || text.charAt(end) == 'T' || text.charAt(end) == ' ');
  }

  private static int digits(String text, int from) {
    int i = from;
    while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
      i++;
    }
    return i - from;
  }
}
