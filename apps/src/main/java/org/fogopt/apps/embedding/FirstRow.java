package org.fogopt.apps.embedding;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;

/**
 * The first row of a file of points, of which the second shows whether it is a header.
 *
 * @param values NaN where there is no number
 */
record FirstRow(String[] cells, double[] values, boolean[] isMissing, int line) {
  static FirstRow of(Records.Row row) {
    int width = row.size();
    String[] cells = IntStream.range(0, width).mapToObj(row::text).toArray(String[]::new);
    double[] values = new double[width];
    boolean[] isMissing = new boolean[width];
    for (int k = 0; k < width; k++) {
      boolean isNumber = row.isNumber(k) || row.isInfinite(k);
      values[k] = isNumber ? row.number(k, null) : Double.NaN;
      isMissing[k] = row.isMissing(k);
    }
    return new FirstRow(cells, values, isMissing, row.line());
  }

  boolean isNumber(int k) {
    return !Double.isNaN(values[k]);
  }

  /** Text, not a word for a missing value. */
  boolean isName(int k) {
    return !isNumber(k) && !isMissing[k];
  }

  boolean isTextAlone() {
    return IntStream.range(0, cells.length).noneMatch(this::isNumber)
        && IntStream.range(0, cells.length).anyMatch(this::isName);
  }

  /**
   * Whether its numbers count the columns, and do not go on: from 0, or with text before them, or
   * above a number that is not whole.
   */
  boolean isCountOfColumns(double[] second) {
    return counts(values)
        && !counts(second)
        && (!isNumber(0)
            || values[0] == 0
            || Arrays.stream(second).anyMatch(x -> x != Math.rint(x) && !Double.isNaN(x)));
  }

  /**
   * Whether the numbers of a row follow each other, three of them or more, with at most one cell of
   * text before them and one after: so tables are written whose columns have numbers for names.
   */
  private static boolean counts(double[] row) {
    int from = Double.isNaN(row[0]) ? 1 : 0;
    int to = row.length - (Double.isNaN(row[row.length - 1]) ? 1 : 0);
    return to - from > 2
        && row[from] == Math.rint(row[from])
        && IntStream.range(from, to).allMatch(k -> row[k] == row[from] + k - from);
  }

  /** A first row of numbers with a slip of the pen must not vanish as a header. */
  void requireNoDecimals(int text, Place file) {
    for (int k = 0; k < cells.length; k++) {
      if (isNumber(k) && values[k] != Math.rint(values[k])) {
        throw new InputException(
            file.atRow(line),
            "expected a header or a row of numbers, found %s in column %d and %s in column %d"
                .formatted(Records.quote(cells[text]), text + 1, Records.quote(cells[k]), k + 1),
            "name every column, or correct the text");
      }
    }
  }
}
