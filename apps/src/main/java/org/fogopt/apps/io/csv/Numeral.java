package org.fogopt.apps.io.csv;

import java.util.Locale;
import java.util.Set;

/**
 * Distinguishes numbers from text and parses them. Stricter than {@link Double#parseDouble}, which
 * takes {@code 1d}, {@code 0x1p3} and {@code NaN} for numbers, and without a String or a pattern
 * per cell.
 */
public final class Numeral {
  /** What a cell holds. */
  public enum Kind {
    NUMBER,
    MISSING,
    INFINITE,
    TEXT
  }

  private static final Set<String> MISSING =
      Set.of(
          "",
          ".",
          "-",
          "--",
          "\u2013",
          "\u2014",
          "na",
          "n/a",
          "#n/a",
          "#n/a n/a",
          "#na",
          "n.a.",
          "n.a",
          "<na>",
          "nat",
          "?",
          "..",
          "#nv",
          "#n/d",
          "n/d",
          "(null)",
          "missing",
          "1.#qnan",
          "nan",
          "-nan",
          "null",
          "none",
          "\\n"); // of SQL
  private static final int LONGEST_MISSING = 8;

  /** And then a reason, such as "Field Not Applicable". */
  private static final String NO_VALUE = "#N/A ";

  private static final Set<String> INFINITE =
      Set.of("inf", "-inf", "+inf", "infinity", "-infinity", "+infinity", "∞", "-∞", "+∞");
  private static final int LONGEST_INFINITE = 9;

  /** Powers of ten that a double holds exactly. */
  private static final double[] TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
  };

  /** So many decimal digits always make a whole number below 2^53. */
  private static final int EXACT_DIGITS = 15;

  private Numeral() {}

  /** What is in {@code chars[from, to)}, which has no blanks around it. */
  static Kind kind(char[] chars, int from, int to) {
    if (isNumber(chars, from, to)) {
      return Kind.NUMBER;
    }
    int length = to - from;
    if (length > LONGEST_INFINITE) {
      boolean isReason = new String(chars, from, NO_VALUE.length()).equals(NO_VALUE);
      return isReason ? Kind.MISSING : Kind.TEXT;
    }
    String text = new String(chars, from, length).toLowerCase(Locale.ROOT);
    if (length <= LONGEST_MISSING && MISSING.contains(text)) {
      return Kind.MISSING;
    }
    return INFINITE.contains(text) ? Kind.INFINITE : Kind.TEXT;
  }

  static Kind kind(String text) {
    return kind(text.toCharArray(), 0, text.length());
  }

  /** [+-] (digits [. digits] | . digits) [(e|E) [+-] digits]. */
  static boolean isNumber(char[] chars, int from, int to) {
    int i = from;
    if (i < to && isSign(chars[i])) {
      i++;
    }
    int whole = digits(chars, i, to);
    i += whole;
    int fraction = 0;
    if (i < to && chars[i] == '.') {
      i++;
      fraction = digits(chars, i, to);
      i += fraction;
    }
    if (whole + fraction == 0) {
      return false;
    }
    if (i < to && (chars[i] == 'e' || chars[i] == 'E')) {
      i++;
      if (i < to && isSign(chars[i])) {
        i++;
      }
      int exponent = digits(chars, i, to);
      if (exponent == 0) {
        return false;
      }
      i += exponent;
    }
    return i == to;
  }

  private static boolean isSign(char c) {
    return c == '-' || c == '+';
  }

  private static int digits(char[] chars, int from, int to) {
    int i = from;
    while (i < to && chars[i] >= '0' && chars[i] <= '9') {
      i++;
    }
    return i - from;
  }

  /**
   * The double nearest to a {@link Kind#NUMBER}. A number of at most 15 digits without exponent is
   * a quotient of two doubles that are exact, so one division rounds it correctly; the rest is left
   * to the JDK. May be infinite when the number is too large.
   */
  static double value(char[] chars, int from, int to) {
    boolean negative = chars[from] == '-';
    int i = isSign(chars[from]) ? from + 1 : from;
    if (to - i <= EXACT_DIGITS + 1) {
      long whole = 0;
      int fraction = -1;
      for (; i < to; i++) {
        char c = chars[i];
        if (c == '.') {
          fraction = 0;
        } else if (c >= '0' && c <= '9') {
          whole = 10 * whole + (c - '0');
          if (fraction >= 0) {
            fraction++;
          }
        } else {
          break;
        }
      }
      // Sixteen digits and no point slip through the length test; 2^53 has sixteen.
      if (i == to && (fraction >= 0 || whole < 1_000_000_000_000_000L)) {
        double value = fraction > 0 ? whole / TEN[fraction] : whole;
        return negative ? -value : value;
      }
    }
    return Double.parseDouble(new String(chars, from, to - from));
  }

  /**
   * The value of a number of at most 15 digits, with a point or without, in one go over its
   * characters; NaN if it is anything else, which the other methods then look at.
   */
  static double shortValue(char[] chars, int from, int to) {
    int i = from < to && isSign(chars[from]) ? from + 1 : from;
    if (i == to || to - i > EXACT_DIGITS + 1) {
      return Double.NaN;
    }
    long whole = 0;
    int digits = 0;
    int point = -1;
    for (int k = i; k < to; k++) {
      char c = chars[k];
      if (c >= '0' && c <= '9') {
        whole = 10 * whole + (c - '0');
        digits++;
      } else if (c == '.' && point < 0) {
        point = k;
      } else {
        return Double.NaN;
      }
    }
    if (digits == 0 || digits > EXACT_DIGITS) {
      return Double.NaN;
    }
    double value = point < 0 ? whole : whole / TEN[to - point - 1];
    return chars[from] == '-' ? -value : value;
  }

  /** Whether a number is written as a whole one: these may be names or dates. */
  static boolean isWhole(char[] chars, int from, int to) {
    int i = from < to && isSign(chars[from]) ? from + 1 : from;
    return i < to && digits(chars, i, to) == to - i;
  }
}
