package org.fogopt.apps.io.matrix;

import java.util.List;
import org.fogopt.apps.io.csv.Dates;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;

/** Makes a grid of the bare numbers of a matrix, which has neither names nor lines. */
final class MatGrid {
  private MatGrid() {}

  /** The numbers of a matrix, which MATLAB keeps column after column, as rows. */
  static Grid fromColumnMajor(Place file, int rows, int columns, double[] values) {
    var rowMajor = new double[values.length];
    for (int k = 0; k < columns; k++) {
      for (int i = 0; i < rows; i++) {
        rowMajor[i * columns + k] = values[k * rows + i];
      }
    }
    return fromRowMajor(file, rows, columns, rowMajor);
  }

  /** A grid of these numbers; a first column of dates in order becomes labels. */
  static Grid fromRowMajor(Place file, int rows, int columns, double[] values) {
    var lines = new int[rows];
    for (int i = 0; i < rows; i++) {
      lines[i] = i + 1;
    }
    for (int at = 0; at < values.length; at++) {
      if (Double.isInfinite(values[at])) {
        throw new InputException(
            file.atRow(at / columns + 1).atColumn(at % columns + 1, null),
            "expected a finite number, found " + values[at],
            "correct it, or make it NaN and use --missing drop-rows");
      }
    }
    if (columns > 1 && rows > 1 && startsWithDates(rows, columns, values)) {
      return withoutDates(file, rows, columns, values, lines);
    }
    return new Grid(file, Grid.numbered(columns), List.of(), values, lines, 1);
  }

  private static boolean startsWithDates(int rows, int columns, double[] values) {
    boolean rises = true;
    boolean falls = true;
    for (int i = 0; i < rows; i++) {
      double value = values[i * columns];
      if (!Dates.isCompact(value)) {
        return false;
      }
      rises &= i == 0 || value >= values[(i - 1) * columns];
      falls &= i == 0 || value <= values[(i - 1) * columns];
    }
    return rises || falls;
  }

  private static Grid withoutDates(
      Place file, int rows, int columns, double[] values, int[] lines) {
    var labels = new String[rows];
    var rest = new double[rows * (columns - 1)];
    for (int i = 0; i < rows; i++) {
      labels[i] = String.valueOf((long) values[i * columns]);
      System.arraycopy(values, i * columns + 1, rest, i * (columns - 1), columns - 1);
    }
    return new Grid(file, Grid.numbered(columns - 1), List.of(labels), rest, lines, 2);
  }
}
