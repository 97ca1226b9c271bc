package org.fogopt.apps.io.table;

import java.util.Arrays;
import org.fogopt.linalg.RowMatrix;

/**
 * Columns of rows that lie in a file and may be larger than memory. A pass over the rows loads
 * several neighbouring columns; the two blocks asked for last are kept.
 */
public final class StoredColumns {
  private final RowMatrix rows;
  private final int width;
  private Block last = Block.NONE;
  private Block before = Block.NONE;

  /** The columns from {@code first} on. */
  private record Block(int first, double[][] columns) {
    static final Block NONE = new Block(-1, new double[0][]);

    boolean has(int k) {
      return k >= first && k < first + columns.length;
    }
  }

  /**
   * Columns of a matrix.
   *
   * @param bytes that a block may take; a block has one column at least
   */
  public StoredColumns(RowMatrix rows, long bytes) {
    this.rows = rows;
    long fitting = bytes / (Double.BYTES * Math.max(1, rows.count()));
    width = (int) Math.max(1, Math.min(rows.columns(), fitting));
  }

  /** The numbers of column k. */
  public synchronized double[] column(int k) {
    if (!last.has(k)) {
      Block other = before;
      before = last;
      last = other.has(k) ? other : load(k / width * width);
    }
    return last.columns[k - last.first];
  }

  private Block load(int first) {
    int count = rows.rows();
    double[][] columns = new double[Math.min(width, rows.columns() - first)][count];
    double[] row = new double[rows.columns()];
    for (int i = 0; i < count; i++) {
      rows.copyTo(i, row);
      for (int k = 0; k < columns.length; k++) {
        columns[k][i] = row[first + k];
      }
    }
    return new Block(first, columns);
  }

  @Override
  public String toString() {
    return "StoredColumns[%d at a time, now from %s]"
        .formatted(width, Arrays.toString(new int[] {last.first, before.first}));
  }
}
