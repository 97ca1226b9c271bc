package org.fogopt.apps.learn.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.ComputedRows;
import org.fogopt.linalg.RowMatrix;

/**
 * Features of a mapped file that is larger than memory: rows are encoded whenever they are looked
 * at, to the numbers that {@link Features#encode} would keep.
 */
final class StoredFeatures {
  private final RowMatrix stored;
  private final Features.Encoder encoder;
  private final ThreadLocal<double[]> raw;

  /** Puts the features of an input into row i. */
  private interface Cells {
    void put(int i, double[] raw, double[] into);
  }

  /**
   * Rows of a file.
   *
   * @param encoder of the columns that are not in it as numbers
   */
  StoredFeatures(RowMatrix stored, Features.Encoder encoder) {
    this.stored = stored;
    this.encoder = encoder;
    raw = ThreadLocal.withInitial(() -> new double[stored.columns()]);
  }

  RowMatrix matrix(Features features) {
    List<Cells> all = new ArrayList<>();
    int at = 0;
    for (Input input : features.inputs()) {
      all.add(cells(input, at));
      at += input.width();
    }
    int[] rows = encoder.rows();
    return new ComputedRows(
        rows.length,
        features.width(),
        (i, into) -> {
          double[] row = raw.get();
          stored.copyTo(rows[(int) i], row);
          Arrays.fill(into, 0);
          all.forEach(cells -> cells.put((int) i, row, into));
        });
  }

  /** A mapped file holds finite numbers alone, so that none of them is missing. */
  private Cells cells(Input input, int first) {
    int column = encoder.data().names().indexOf(input.name());
    if (column >= 0 && input instanceof Input.Numeric number) {
      return (i, row, into) -> into[first] = number.standardised(row[column]);
    }
    if (input instanceof Input.Numeric) {
      double[] same = new double[input.width()]; // the column is missing: all rows are alike
      encoder.encode(input, (i, k, value) -> same[k] = value);
      return (i, row, into) -> System.arraycopy(same, 0, into, first, same.length);
    }
    int[] levels = new int[encoder.rows().length];
    Arrays.fill(levels, -1);
    encoder.encode(input, (i, k, value) -> levels[i] = k);
    return (i, row, into) -> {
      if (levels[i] >= 0) {
        into[first + levels[i]] = 1;
      }
    };
  }
}
