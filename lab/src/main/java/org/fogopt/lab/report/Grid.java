package org.fogopt.lab.report;

import java.util.List;

/**
 * A table.
 *
 * @param title over the table
 * @param note under the title; may be empty
 * @param columns the header
 * @param rows the cells; each row has as many as the header
 */
public record Grid(String title, String note, List<String> columns, List<List<String>> rows)
    implements Section {
  public Grid {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "a row of %d cells in a table of %d columns: %s"
                .formatted(row.size(), columns.size(), row));
      }
    }
  }
}
