package org.fogopt.apps.io.csv;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What separates the cells of a file. */
public final class Separator {
  private static final int LINES_TO_TELL = 20;
  private static final String QUOTED = "\"[^\"]*\"";
  private static final char[] CANDIDATES = {'\t', ';', '|', ','};

  private Separator() {}

  /** Whether the first line says it, as spreadsheets write it: {@code sep=;}. */
  static boolean isDeclared(String text) {
    return text.toLowerCase(Locale.ROOT).startsWith("sep=")
        && text.length() > 4
        && "#\"\r\n".indexOf(text.charAt(4)) < 0 // comments, quotes and ends of lines
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
   * Whether blanks separate as many cells in each row, numbers or quoted from the second on, below
   * a header, which may lack a name for the first and have the heading of the first column below
   * it. Cells of three digits may be the thousands of one number.
   */
  private static boolean hasBlanksBetween(List<String> lines) {
    List<String[]> rows =
        lines.stream()
            .map(line -> line.strip().replaceAll(QUOTED, "\"\"").split("\\s+", -1))
            .toList();
    if (rows.size() < 2) {
      return false;
    }
    int cells = rows.get(rows.size() - 1).length;
    int first = rows.size();
    boolean isGroups = true;
    while (first > 1 && isRow(rows.get(first - 1), cells)) {
      first--;
      isGroups &= Arrays.stream(rows.get(first)).skip(1).allMatch(x -> x.matches("[0-9]{3}"));
    }
    int header = first > 1 && rows.get(first - 1).length == 1 ? first - 2 : first - 1;
    int names = rows.get(header).length;
    boolean isMost = header == 0 || rows.size() - first > header; // below titles
    return cells > 1
        && lines.get(lines.size() - 1).indexOf('\t') < 0
        && first < rows.size()
        && (names == cells || names == cells - 1)
        && isMost
        && !isGroups;
  }

  private static boolean isRow(String[] row, int cells) {
    return row.length == cells
        && Arrays.stream(row)
            .skip(1)
            .allMatch(cell -> cell.startsWith("\"") || Numeral.kind(cell) != Numeral.Kind.TEXT);
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
