package org.fogopt.apps.io.table;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.Shortened;

/**
 * A table of finite numbers with a name for each column: for returns, a row per day and a column
 * per asset.
 *
 * @param names one name per column, all different
 * @param labels one label per row, such as its date; empty if the file has none
 * @param rows the numbers; NaN for missing values that were {@link Missing#KEEP kept}
 * @param source the file, and the table in it if it holds several, for messages
 * @param droppedRows how many rows were left out for missing values
 * @param droppedColumns the names of the columns left out for missing values
 * @param reading how the file was understood
 */
public record Table(
    List<String> names,
    List<String> labels,
    RowMatrix rows,
    String source,
    int droppedRows,
    List<String> droppedColumns,
    Reading reading) {

  public Table {
    names = List.copyOf(names);
    labels = List.copyOf(labels);
    droppedColumns = List.copyOf(droppedColumns);
    if (names.size() != rows.columns()) {
      throw new IllegalArgumentException(
          names.size() + " names for " + rows.columns() + " columns of " + source);
    }
    if (!labels.isEmpty() && labels.size() != rows.count()) {
      throw new IllegalArgumentException(
          labels.size() + " labels for " + rows.count() + " rows of " + source);
    }
  }

  /** A table of which nothing was left out. */
  public Table(List<String> names, List<String> labels, RowMatrix rows, String source) {
    this(names, labels, rows, source, 0, List.of(), Reading.PLAIN);
  }

  /**
   * Refuses a column that holds one and the same number: it has no variance, so the covariance
   * matrix is singular and the step sizes that follow from it are not defined. Most often it is an
   * asset that was not traded. A table of something other than returns need not ask.
   *
   * @param remedy what the user can do
   * @return this table
   * @throws InputException naming the first such column
   */
  public Table requireVarying(String remedy) {
    double[] first = new double[rows.columns()];
    double[] row = new double[rows.columns()];
    boolean[] varies = new boolean[rows.columns()];
    int constant = varies.length;
    rows.copyTo(0, first);
    for (long i = 1; i < rows.count() && constant > 0; i++) { // over after a row or two, as a rule
      rows.copyTo(i, row);
      for (int k = 0; k < varies.length; k++) {
        if (!varies[k] && row[k] != first[k]) {
          varies[k] = true;
          constant--;
        }
      }
    }
    for (int k = 0; k < varies.length; k++) {
      if (!varies[k]) {
        throw new InputException(
            Place.in(source).atColumn(0, names.get(k)),
            "expected values that vary, found " + first[k] + " in every row",
            remedy);
      }
    }
    return this;
  }

  /**
   * This table with its numbers kept in single precision, in half the memory.
   *
   * @throws InputException if a number is beyond the range of single precision
   */
  public Table inSinglePrecision() {
    try {
      return new Table(
          names, labels, FloatRows.of(rows), source, droppedRows, droppedColumns, reading);
    } catch (ArithmeticException e) {
      throw new InputException(
          Place.in(source), String.valueOf(e.getMessage()), "use --storage double", e);
    }
  }

  /** The numbers of a column. */
  public double[] column(int k) {
    double[] row = new double[rows.columns()];
    double[] column = new double[rows.rows()];
    for (int t = 0; t < column.length; t++) {
      rows.copyTo(t, row);
      column[t] = row[k];
    }
    return column;
  }

  /** This table without a column. */
  public Table without(int k) {
    int n = rows.columns();
    double[] kept = new double[Math.multiplyExact(rows.rows(), n - 1)];
    double[] row = new double[n];
    for (int t = 0; t < rows.rows(); t++) {
      rows.copyTo(t, row);
      System.arraycopy(row, 0, kept, t * (n - 1), k);
      System.arraycopy(row, k + 1, kept, t * (n - 1) + k, n - 1 - k);
    }
    List<String> others = new ArrayList<>(names);
    others.remove(k);
    return new Table(
        others,
        labels,
        Rows.of(rows.rows(), n - 1, kept),
        source,
        droppedRows,
        droppedColumns,
        reading);
  }

  @Override
  public String toString() {
    return "Table[%s: %d rows of %s]".formatted(source, rows.count(), Shortened.of(names));
  }
}
