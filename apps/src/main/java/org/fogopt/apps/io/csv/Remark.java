package org.fogopt.apps.io.csv;

import java.util.List;

/** What there is to say of a file that was read. */
final class Remark {
  private Remark() {}

  /** {@code rows 1 to 2 above the header skipped}; nothing of no rows. */
  static String rows(List<Integer> lines, String what) {
    if (lines.isEmpty()) {
      return "";
    }
    int first = lines.get(0);
    int last = lines.get(lines.size() - 1);
    String rows = first == last ? "row " + first : "rows " + first + " to " + last;
    return rows + " " + what;
  }
}
