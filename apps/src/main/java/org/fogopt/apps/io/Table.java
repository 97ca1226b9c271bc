package org.fogopt.apps.io;

import java.util.List;
import org.fogopt.linalg.Rows;

/**
 * A table of finite numbers with a name for each column: for returns, a row per day and a column
 * per asset.
 *
 * @param names one name per column, all different
 * @param labels one label per row, such as its date; empty if the file has none
 * @param rows the numbers
 * @param source the file, and the table in it if it holds several, for messages
 * @param droppedRows how many rows were left out for missing values
 * @param droppedColumns the names of the columns left out for missing values
 */
public record Table(
    List<String> names,
    List<String> labels,
    Rows rows,
    String source,
    int droppedRows,
    List<String> droppedColumns) {

  public Table {
    names = List.copyOf(names);
    labels = List.copyOf(labels);
    droppedColumns = List.copyOf(droppedColumns);
    if (names.size() != rows.columns()) {
      throw new IllegalArgumentException(
          names.size() + " names for " + rows.columns() + " columns of " + source);
    }
    if (!labels.isEmpty() && labels.size() != rows.rows()) {
      throw new IllegalArgumentException(
          labels.size() + " labels for " + rows.rows() + " rows of " + source);
    }
  }

  /** A table of which nothing was left out. */
  public Table(List<String> names, List<String> labels, Rows rows, String source) {
    this(names, labels, rows, source, 0, List.of());
  }

  /**
   * Refuses a column that holds one and the same number: it has no variance, so the covariance
   * matrix is singular and the step sizes that follow from it are not defined. Most often it is an
   * asset that was not traded. A table of something other than returns need not ask.
   *
   * @return this table
   * @throws InputException naming the first such column
   */
  public Table requireVarying() {
    for (int k = 0; k < rows.columns(); k++) {
      if (isConstant(k)) {
        throw new InputException(
            Place.in(source).atColumn(0, names.get(k)),
            "expected values that vary, found " + rows.get(0, k) + " in every row",
            "remove the column");
      }
    }
    return this;
  }

  private boolean isConstant(int k) {
    for (int i = 1; i < rows.rows(); i++) {
      if (rows.get(i, k) != rows.get(0, k)) {
        return false;
      }
    }
    return true;
  }
}
