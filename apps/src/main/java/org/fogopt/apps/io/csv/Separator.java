package org.fogopt.apps.io.csv;

import java.util.List;
import java.util.Locale;

/** What separates the cells of a file. */
public final class Separator {
  private static final int LINES_TO_TELL = 20;
  private static final char[] CANDIDATES = {'\t', ';', '|', ','};

  private Separator() {}

  /** Whether the first line says it, as spreadsheets write it: {@code sep=;}. */
  static boolean isDeclared(String text) {
    return text.toLowerCase(Locale.ROOT).startsWith("sep=")
        && text.length() > 4
        && (text.length() == 5 || text.charAt(5) == '\n' || text.charAt(5) == '\r');
  }

  /**
   * The separator that cuts the first lines into equally many cells. A semicolon or a tab goes
   * before a comma, which may be in names or be a decimal comma.
   */
  public static char of(List<String> lines) {
    if (!lines.isEmpty() && isDeclared(lines.get(0))) {
      return lines.get(0).charAt(4);
    }
    List<String> rows =
        lines.stream()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .limit(LINES_TO_TELL)
            .toList();
    for (char candidate : CANDIDATES) {
      long[] counts = rows.stream().mapToLong(row -> count(row, candidate)).distinct().toArray();
      if (counts.length == 1 && counts[0] > 0) {
        return candidate;
      }
    }
    if (hasBlanksBetween(rows)) {
      return ' ';
    }
    // Uneven rows: whichever is in most of them, so that the row to blame can be named.
    char best = ',';
    long most = 0;
    for (char candidate : CANDIDATES) {
      long hits = rows.stream().filter(row -> count(row, candidate) > 0).count();
      if (hits > most) {
        most = hits;
        best = candidate;
      }
    }
    return best;
  }

  /**
   * Whether blanks separate as many cells in each row, numbers from the second on, below a header,
   * which may lack a name for the first. Cells of three digits may be the thousands of one number.
   */
  private static boolean hasBlanksBetween(List<String> rows) {
    if (rows.size() < 2) {
      return false;
    }
    int cells = rows.get(1).strip().split("\\s+", -1).length;
    int names = rows.get(0).strip().split("\\s+", -1).length;
    if (cells < 2 || (names != cells && names != cells - 1)) {
      return false;
    }
    boolean isGroups = true;
    for (String line : rows.subList(1, rows.size())) {
      String[] row = line.strip().split("\\s+", -1);
      if (row.length != cells) {
        return false;
      }
      for (int k = 1; k < cells; k++) {
        if (Numeral.kind(row[k]) == Numeral.Kind.TEXT) {
          return false;
        }
        isGroups &= row[k].matches("[0-9]{3}");
      }
    }
    return !isGroups;
  }

  private static long count(String line, char wanted) {
    long count = 0;
    boolean isQuoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      isQuoted ^= c == '"';
      count += !isQuoted && c == wanted ? 1 : 0;
    }
    return count;
  }
}
