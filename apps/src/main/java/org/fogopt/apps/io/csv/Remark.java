package org.fogopt.apps.io.csv;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

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

  /**
   * How the numbers of some columns were understood, and what else the file needed.
   *
   * @param comments how many comments look like rows
   */
  static List<String> of(
      Collection<Writing> columns, Layout layout, TextSource text, int comments) {
    Set<String> all = new LinkedHashSet<>();
    for (Writing column : columns) {
      all.addAll(column.remarks(layout.style()));
      if (column.isPercent()) {
        all.remove("percent signs");
        all.add("percent signs left out: 5% is read as 5");
      }
    }
    all.add(text.encodingRemark());
    all.add(layout.header() == Layout.Header.SHORT ? layout.remark() : "");
    all.add(rows(layout.titles(), "above the header skipped"));
    all.add(comments(comments));
    all.remove("");
    return new ArrayList<>(all);
  }

  static String comments(int likeRows) {
    return likeRows == 0
        ? ""
        : "lines that begin with # are comments: %d of them, with as many cells as a row; quote the"
                .formatted(likeRows)
            + " first cell of what is a row";
  }
}
