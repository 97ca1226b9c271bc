package org.fogopt.apps.io;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.linalg.SparseRows;

/**
 * Sparse rows as LIBSVM writes them: {@code label column:value column:value …}, columns numbered
 * from 1 and rising within a row. What stands after {@code #} is a comment.
 */
final class LibsvmFile {
  /** What the labels are called, which have no name in the file. */
  static final String LABEL = "label";

  /** An entry has a number and a column of half its size. */
  static final double NUMBERS = 1.5;

  private static final Pattern ROW =
      Pattern.compile("[^\\s,;:]+(\\s+qid:\\d+)?(\\s+\\d+:\\S+)+\\s*(#.*)?");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Place file;
  private double[] labels = new double[1 << 10];
  private int[] lines = new int[1 << 10];
  private int[] starts = new int[1 << 10];
  private int[] columnOf = new int[1 << 14];
  private double[] values = new double[1 << 14];
  private int rows;
  private int entries;
  private int columns;
  private int queries;

  private LibsvmFile(Place file) {
    this.file = file;
  }

  /** Whether the first line that holds something is such a row. */
  static boolean looksLike(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .findFirst()
        .filter(line -> ROW.matcher(line.strip()).matches())
        .isPresent();
  }

  static DataTable read(TextSource text, Place file) throws IOException {
    var reader = new LibsvmFile(file);
    var in = new BufferedReader(text.reader());
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      reader.add(line, ++number);
    }
    int n = reader.rows;
    reader.starts = Arrays.copyOf(reader.starts, n + 1);
    reader.starts[n] = reader.entries;
    return new DataTable(
        List.of(new DataTable.Numbers(LABEL, Arrays.copyOf(reader.labels, n))),
        Arrays.copyOf(reader.lines, n),
        SparseRows.of(
            n,
            reader.columns,
            reader.starts,
            Arrays.copyOf(reader.columnOf, reader.entries),
            Arrays.copyOf(reader.values, reader.entries)),
        file.file(),
        reader.queries == 0 ? List.of() : List.of("qid: not used"));
  }

  private void add(String line, int number) {
    int comment = line.indexOf('#');
    String row = (comment < 0 ? line : line.substring(0, comment)).strip();
    if (row.isEmpty()) {
      return;
    }
    String[] parts = BLANKS.split(row, -1);
    if (rows + 1 >= labels.length) {
      int more = rows + (rows >> 1);
      labels = Arrays.copyOf(labels, more);
      lines = Arrays.copyOf(lines, more);
      starts = Arrays.copyOf(starts, more);
    }
    labels[rows] = number(parts[0], number);
    lines[rows] = number;
    starts[rows++] = entries;
    int last = -1;
    boolean hasQuery = parts.length > 1 && parts[1].startsWith("qid:");
    queries += hasQuery ? 1 : 0;
    for (int k = hasQuery ? 2 : 1; k < parts.length; k++) {
      int colon = parts[k].indexOf(':');
      int column = colon < 1 ? -1 : column(parts[k].substring(0, colon), number);
      if (column <= last) {
        throw new InputException(
            file.atRow(number),
            "expected column:value with columns from 1, rising within a row, found "
                + InputException.quote(parts[k]),
            column == -1 && parts[k].startsWith("0:")
                ? "count the columns from 1: in scikit-learn, dump_svmlight_file with"
                    + " zero_based=False"
                : "correct the row");
      }
      last = column;
      columns = Math.max(columns, column + 1);
      add(column, number(parts[k].substring(colon + 1), number));
    }
  }

  private void add(int column, double value) {
    if (value == 0) {
      return;
    }
    if (entries == Integer.MAX_VALUE - Byte.SIZE) {
      throw new InputException(
          file, "has more than %d numbers".formatted(entries), "split it, and leave rows out");
    }
    if (entries == values.length) {
      int more = (int) Math.min(Integer.MAX_VALUE - Byte.SIZE, 1L + entries + (entries >> 1));
      columnOf = Arrays.copyOf(columnOf, more);
      values = Arrays.copyOf(values, more);
    }
    columnOf[entries] = column;
    values[entries++] = value;
  }

  private int column(String text, int line) {
    try {
      return Integer.parseInt(text) - 1;
    } catch (NumberFormatException e) {
      throw new InputException(
          file.atRow(line),
          "expected the number of a column, found " + InputException.quote(text),
          "correct it",
          e);
    }
  }

  private double number(String text, int line) {
    try {
      double value = Double.parseDouble(text);
      if (Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw new InputException(
        file.atRow(line),
        "expected a finite number, found " + InputException.quote(text),
        "correct it");
  }
}
