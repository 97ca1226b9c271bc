package org.fogopt.apps.value;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.Rows;

/**
 * A file of numbers, row by row: of transition probabilities, rewards or features. The first row is
 * a header if it begins with {@code state} or an empty cell, or has text beyond its first cell; a
 * column called {@code state} names the states, and so does the first if it has an empty heading
 * or, without a header, begins with text.
 *
 * @param file where it was read
 * @param header the names of the columns; empty if there are none
 * @param labels the names of the rows; empty if there are none
 * @param named the column of those names, from 0; the number of columns if there is none
 * @param rows the numbers
 * @param lines where each row stands in the file
 */
record MatrixFile(
    Place file, List<String> header, List<String> labels, int named, Rows rows, int[] lines) {

  static MatrixFile read(Path path) {
    var reader = new Reader(Place.in(path));
    Records.forEach(path, reader::add);
    return reader.matrix();
  }

  /** The place of an entry. */
  Place place(int i, int k) {
    int skip = k < named ? 0 : 1;
    return file.atRow(lines[i]).atColumn(k + 1 + skip, header.isEmpty() ? null : header.get(k));
  }

  /** Collects rows. */
  static final class Reader {
    private final Place file;
    private final List<String> header = new ArrayList<>();
    private final List<String> labels = new ArrayList<>();
    private double[] values = new double[256];
    private int[] lines = new int[16];
    private int rows;
    private int width = -1;
    private int named; // the column of names; width if there is none

    Reader(Place file) {
      this.file = file;
    }

    /** Whether no row of numbers has been read yet. */
    boolean isEmpty() {
      return rows == 0;
    }

    void add(Records.Row row) {
      if (width < 0) {
        width = row.size();
        boolean text = row.isEmpty(0);
        named = text ? 0 : width;
        for (int k = width - 1; k >= 0; k--) {
          boolean isState = row.text(k).equalsIgnoreCase("state");
          named = isState ? k : named;
          text |= isState || (k > 0 && !row.isNumber(k));
        }
        boolean isHeader = text || (width == 1 && !row.isNumber(0));
        named = width == 1 ? 1 : isHeader ? named : row.isNumber(0) ? width : 0;
        if (isHeader) {
          for (int k = 0; k < width; k++) {
            if (k != named) {
              header.add(row.text(k));
            }
          }
          return;
        }
      }
      if (row.size() != width) {
        throw new InputException(
            row.place(),
            "expected %d columns as in the rows above, found %d".formatted(width, row.size()),
            "check the separators in this row");
      }
      int columns = columns();
      if (columns < width) {
        labels.add(row.text(named));
      }
      if ((long) (rows + 1) * columns > Integer.MAX_VALUE - 8) {
        throw new InputException(
            row.place(), "holds more numbers than one array can", "give transitions as records");
      }
      if ((rows + 1) * columns > values.length) {
        values =
            Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8, 2L * (rows + 1) * columns));
      }
      if (rows == lines.length) {
        lines = Arrays.copyOf(lines, 2 * rows);
      }
      if (columns == width && !header.isEmpty() && !row.isMissing(0) && !row.isNumber(0)) {
        throw row.wrong(
            0,
            header.get(0),
            "expected a number, found " + InputException.quote(row.text(0)),
            "if the column names the states, call it state");
      }
      for (int k = 0; k < columns; k++) {
        int at = k < named ? k : k + 1;
        values[rows * columns + k] = row.number(at, header.isEmpty() ? null : header.get(k));
      }
      lines[rows++] = row.line();
    }

    private int columns() {
      return named < width ? width - 1 : width;
    }

    MatrixFile matrix() {
      if (rows == 0) {
        throw new InputException(file, "holds no rows of numbers", "expected a row for each state");
      }
      int columns = columns();
      return new MatrixFile(
          file,
          header,
          labels,
          named,
          Rows.of(rows, columns, Arrays.copyOf(values, rows * columns)),
          Arrays.copyOf(lines, rows));
    }
  }
}
