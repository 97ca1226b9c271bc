package org.fogopt.apps.io.csv;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * How a file writes numbers: {@code 1,234.56}, {@code 1.234,56}, {@code 1 234,56} or {@code
 * 1'234.56}, perhaps with a percent or a currency sign, negative ones perhaps in parentheses or
 * with the minus behind. Blanks and apostrophes can only group digits; a comma or a point can be
 * either, so the file must say which.
 *
 * @param decimal the decimal mark, a point or a comma
 * @param groups whether the other of the two is known to group thousands
 */
record NumberStyle(char decimal, boolean groups) {
  static final NumberStyle PLAIN = new NumberStyle('.', false);

  /** The minus sign, the hyphens, the dash and the wide one that stand for it. */
  private static final String MINUS = "-\u2212\u2010\u2011\u2013\uff0d";

  private static final String PERCENT = "%\uff05";
  private static final String CURRENCIES = "$\u20ac\u00a3\u00a5\u20b9\u20a9\u20bd\u20ba";

  /** A number made plain: its characters, and what was taken off. */
  static final class Plain {
    private char[] chars = new char[64];
    private int length;
    private boolean isPercent;
    private boolean isCurrency;
    private boolean isParenthesised;
    private boolean isGrouped;
    private boolean isDecimal;

    boolean isPercent() {
      return isPercent;
    }

    /** Whether it has a currency sign. */
    boolean isCurrency() {
      return isCurrency;
    }

    boolean isParenthesised() {
      return isParenthesised;
    }

    boolean isGrouped() {
      return isGrouped;
    }

    /** Whether it has a decimal mark. */
    boolean isDecimal() {
      return isDecimal;
    }

    double value() {
      return Numeral.value(chars, 0, length);
    }

    private void put(char c) {
      chars[length++] = c;
    }
  }

  /** Writes {@code chars[from, to)} plainly; false if it is no number of this style. */
  boolean plain(char[] chars, int from, int to, Plain into) {
    if (to - from > into.chars.length - 2) {
      return false; // longer than any number is written by hand; the plain form has no limit
    }
    int i = from;
    int end = to;
    into.length = 0;
    into.isPercent = false;
    into.isCurrency = false;
    into.isGrouped = false;
    into.isDecimal = false;
    end = sign(chars, i, end, into);
    into.isParenthesised = end - i > 2 && chars[i] == '(' && chars[end - 1] == ')';
    if (into.isParenthesised) {
      i = afterSpaces(chars, i + 1, end);
      end = sign(chars, i, withoutSpaces(chars, i, end - 1), into);
      into.put('-');
    }
    i = currency(chars, i, end, into);
    if (i < end && (chars[i] == '+' || MINUS.indexOf(chars[i]) >= 0)) {
      if (into.isParenthesised) {
        return false;
      }
      if (chars[i] != '+') {
        into.put('-');
      }
      i = afterSpaces(chars, i + 1, end);
    } else if (end - i > 1 && chars[end - 1] == '-' && into.length == 0) {
      into.put('-'); // behind, as accounts have it
      end = withoutSpaces(chars, i, end - 1);
    }
    i = currency(chars, i, end, into);
    return body(chars, i, end, into);
  }

  /**
   * Where a number ends before its percent or currency sign, if there is one and there was none.
   */
  private static int sign(char[] chars, int from, int to, Plain into) {
    boolean isSign =
        to > from && (PERCENT.indexOf(chars[to - 1]) >= 0 || isCurrency(chars[to - 1]));
    if (!isSign || into.isPercent || into.isCurrency) {
      return to;
    }
    into.isPercent = !isCurrency(chars[to - 1]);
    into.isCurrency = !into.isPercent;
    return withoutSpaces(chars, from, to - 1);
  }

  /** Goes past a currency sign, such as $ or R$, if there is one and there was none. */
  private static int currency(char[] chars, int from, int end, Plain into) {
    int i = from;
    while (i < end && i - from < 3 && chars[i] >= 'A' && chars[i] <= 'Z') {
      i++;
    }
    if (i < end && !isCurrency(chars[i])) {
      return from;
    }
    if (i < end && isCurrency(chars[i]) && !into.isCurrency && !into.isPercent) {
      into.isCurrency = true;
      i = afterSpaces(chars, i + 1, end);
    }
    return i;
  }

  private static int afterSpaces(char[] chars, int from, int to) {
    int i = from;
    while (i < to && isSpace(chars[i])) {
      i++;
    }
    return i;
  }

  private static int withoutSpaces(char[] chars, int from, int to) {
    int end = to;
    while (end > from && isSpace(chars[end - 1])) {
      end--;
    }
    return end;
  }

  private static boolean isCurrency(char c) {
    return CURRENCIES.indexOf(c) >= 0;
  }

  private boolean body(char[] chars, int from, int to, Plain into) {
    int i = from;
    int digits = 0;
    int sinceGroup = 0;
    int groupMarks = 0;
    int size = 3;
    char group = 0;
    for (; i < to && chars[i] != decimal && !isExponent(chars[i]); i++) {
      char c = chars[i];
      if (isDigit(c)) {
        into.put(c);
        digits++;
        sinceGroup++;
      } else if (isGroupMark(c) && (group == 0 || group == c)) {
        boolean isFirst = groupMarks == 0;
        boolean fits =
            isFirst
                ? digits >= 1 && digits <= 3 && chars[from] != '0'
                : sinceGroup == size || (groupMarks == 1 && sinceGroup == 2 && c == ',');
        if (!fits) {
          return false;
        }
        size = isFirst ? 3 : sinceGroup; // 12,34,567 has pairs but for the last, as in India
        group = c;
        groupMarks++;
        sinceGroup = 0;
      } else {
        return false;
      }
    }
    if (groupMarks > 0 && sinceGroup != 3) {
      return false;
    }
    into.isGrouped = groupMarks > 0;
    if (i < to && chars[i] == decimal) {
      into.isDecimal = true;
      into.put('.');
      for (i++; i < to && isDigit(chars[i]); i++) {
        into.put(chars[i]);
        digits++;
      }
    }
    boolean mayBeDecimal = group == '.' || group == ',';
    if (digits == 0 || (groupMarks == 1 && mayBeDecimal && !into.isDecimal && !groups)) {
      return false;
    }
    return exponent(chars, i, to, into);
  }

  private static boolean exponent(char[] chars, int from, int to, Plain into) {
    int i = from;
    if (i == to) {
      return true;
    }
    if (into.isGrouped || !isExponent(chars[i])) {
      return false;
    }
    into.put('e');
    i++;
    if (i < to && (chars[i] == '-' || chars[i] == '+')) {
      into.put(chars[i++]);
    }
    int first = i;
    for (; i < to && isDigit(chars[i]); i++) {
      into.put(chars[i]);
    }
    return i == to && i > first;
  }

  private boolean isGroupMark(char c) {
    boolean isMark = (c == '.' || c == ',') && c != decimal;
    return isMark || isSpace(c) || c == '\'' || c == '\u2019';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\u00a0' || c == '\u202f' || c == '\u2009';
  }

  /** D is that of Fortran. */
  private static boolean isExponent(char c) {
    return c == 'e' || c == 'E' || c == 'D';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** Whether text is a number in some style, and so no name. */
  static boolean isNumberSomehow(String text) {
    char[] chars = text.toCharArray();
    var plain = new Plain();
    return new NumberStyle('.', true).plain(chars, 0, chars.length, plain)
        || new NumberStyle(',', true).plain(chars, 0, chars.length, plain);
  }

  /** What the cells of a file say of its style. */
  static final class Evidence {
    private final Plain plain = new Plain();
    private long points;
    private long commas;
    private boolean groups;
    private final BitSet decimals = new BitSet(); // columns with decimal marks beyond doubt
    private final BitSet doubtfulPoints = new BitSet(); // and with 1.234, a number by either mark
    private final BitSet doubtfulCommas = new BitSet();
    private @Nullable Cell first;

    /** The first number that can be read in two ways. */
    record Cell(int line, int column, String text) {
      /** {@code 1.234 or 1234}. */
      String readings() {
        String bare = text.replaceAll("[^0-9.,]", "");
        return bare.replace(',', '.') + " or " + bare.replaceAll("[.,]", "");
      }
    }

    /** Takes in a cell. */
    void add(String text, int line, int column, char separator) {
      if (text.indexOf('.') < 0 && text.indexOf(',') < 0) {
        return;
      }
      char[] chars = text.toCharArray();
      boolean isPoint = new NumberStyle('.', false).plain(chars, 0, chars.length, plain);
      boolean isComma = new NumberStyle(',', false).plain(chars, 0, chars.length, plain);
      if (isPoint == isComma) {
        return;
      }
      boolean isAmbiguous =
          new NumberStyle(isPoint ? ',' : '.', true).plain(chars, 0, chars.length, plain);
      if (isAmbiguous) {
        // A file with semicolons is mostly one of a country with decimal commas.
        boolean isDoubtful = isComma || separator == ';';
        first = first == null && isDoubtful ? new Cell(line, column, text) : first;
        (isPoint ? doubtfulPoints : doubtfulCommas).set(column);
        return;
      }
      decimals.set(column);
      points += isPoint ? 1 : 0;
      commas += isComma ? 1 : 0;
      groups |= text.indexOf(isPoint ? ',' : '.') >= 0; // beside a decimal mark, or twice
    }

    /**
     * The style, a point where nothing speaks against it. Where other columns settle the decimal
     * mark, the other mark groups thousands.
     */
    NumberStyle style() {
      boolean isComma = commas > points;
      boolean isSettled = isComma ? points == 0 : points > 0 && commas == 0;
      BitSet others = isComma ? doubtfulPoints : doubtfulCommas;
      boolean areGroups = isSettled && !others.isEmpty() && !others.intersects(decimals);
      return new NumberStyle(isComma ? ',' : '.', groups || areGroups);
    }

    /** The first number that can be read in two ways, if nothing settles it. */
    @Nullable Cell ambiguous() {
      return points == 0 && commas == 0 ? first : null;
    }
  }
}
