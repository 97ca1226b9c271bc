package org.fogopt.apps.io.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.Rows;

/**
 * A table as it stands in a file, where NaN says that a value is missing, with enough of the layout
 * to name the place of each value.
 */
public final class Grid {
  /** A mean and a variance need two; so does every method here that draws a row. */
  private static final int FEWEST_ROWS = 2;

  private final Place file;
  private final List<String> names;
  private final List<String> labels;
  private final double[] values;
  private final int[] lines;
  private final int[] places;
  private final Reading reading;

  /**
   * A grid that leaves nothing to say of how it was read.
   *
   * @param firstColumn where in the file the first column is, from 1; the others follow it
   */
  public Grid(
      Place file,
      List<String> names,
      List<String> labels,
      double[] values,
      int[] lines,
      int firstColumn) {
    this(
        file,
        names,
        labels,
        values,
        lines,
        IntStream.range(0, names.size()).map(k -> firstColumn + k).toArray(),
        Reading.PLAIN);
  }

  /**
   * @param file the file
   * @param names one name per column
   * @param labels one label per row, or none at all
   * @param values the numbers, row after row, not copied
   * @param lines the line of each row in the file
   * @param places where in the file each column is, from 1
   * @param reading how the file was understood
   */
  public Grid(
      Place file,
      List<String> names,
      List<String> labels,
      double[] values,
      int[] lines,
      int[] places,
      Reading reading) {
    this.file = file;
    this.names = names;
    this.labels = labels;
    this.values = values;
    this.lines = lines;
    this.places = places;
    this.reading = reading;
  }

  /** Names for columns that have none: asset1, asset2, ... */
  public static List<String> numbered(int columns) {
    List<String> names = new ArrayList<>(columns);
    for (int k = 1; k <= columns; k++) {
      names.add("asset" + k);
    }
    return names;
  }

  /** The table without its missing values. */
  public Table table(Missing missing, String source) {
    requireRows(lines.length);
    if (missing != Missing.KEEP) {
      Arrays.setAll(values, at -> Missing.isMarker(values[at]) ? Double.NaN : values[at]);
    }
    return switch (missing) {
      case REFUSE -> whole(source);
      case DROP_ROWS -> withoutRows(source);
      case DROP_ASSETS -> withoutColumns(source);
      case KEEP -> all(source);
    };
  }

  private void requireRows(int rows) {
    if (rows >= FEWEST_ROWS) {
      return;
    }
    if (rows == 0) {
      throw new InputException(file, "holds no rows of numbers", "expected at least 2");
    }
    throw new InputException(file, "holds only 1 row of numbers", "expected at least 2");
  }

  private Table whole(String source) {
    for (int at = 0; at < values.length; at++) {
      if (Double.isNaN(values[at])) {
        int k = at % columns();
        throw new InputException(
            file.atRow(lines[at / columns()]).atColumn(places[k], names.get(k)),
            "the value is missing (empty, NA, NaN, -99.99 or -999)",
            "fill it in, or use --missing drop-rows or --missing drop-assets");
      }
    }
    return all(source);
  }

  private Table all(String source) {
    return new Table(
        names, labels, Rows.of(lines.length, columns(), values), source, 0, List.of(), reading);
  }

  private Table withoutRows(String source) {
    int columns = columns();
    var kept = new double[values.length];
    List<String> keptLabels = new ArrayList<>();
    int rows = 0;
    for (int i = 0; i < lines.length; i++) {
      if (isWholeRow(i)) {
        System.arraycopy(values, i * columns, kept, rows * columns, columns);
        if (!labels.isEmpty()) {
          keptLabels.add(labels.get(i));
        }
        rows++;
      }
    }
    if (rows < FEWEST_ROWS) {
      throw new InputException(
          file,
          "--missing drop-rows leaves "
              + rows
              + " of "
              + lines.length
              + " rows, expected 2 or more",
          "try --missing drop-assets");
    }
    double[] exact = Arrays.copyOf(kept, rows * columns);
    return new Table(
        names,
        keptLabels,
        Rows.of(rows, columns, exact),
        source,
        lines.length - rows,
        List.of(),
        reading);
  }

  private boolean isWholeRow(int i) {
    for (int at = i * columns(); at < (i + 1) * columns(); at++) {
      if (Double.isNaN(values[at])) {
        return false;
      }
    }
    return true;
  }

  private Table withoutColumns(String source) {
    int columns = columns();
    var isMissing = new boolean[columns];
    for (int at = 0; at < values.length; at++) {
      if (Double.isNaN(values[at])) {
        isMissing[at % columns] = true;
      }
    }
    List<String> keptNames = new ArrayList<>();
    List<String> dropped = new ArrayList<>();
    for (int k = 0; k < columns; k++) {
      (isMissing[k] ? dropped : keptNames).add(names.get(k));
    }
    if (keptNames.isEmpty()) {
      throw new InputException(
          file,
          "--missing drop-assets leaves no column: all " + columns + " have missing values",
          "try --missing drop-rows");
    }
    var kept = new double[lines.length * keptNames.size()];
    int next = 0;
    for (int at = 0; at < values.length; at++) {
      if (!isMissing[at % columns]) {
        kept[next++] = values[at];
      }
    }
    var rows = Rows.of(lines.length, keptNames.size(), kept);
    return new Table(keptNames, labels, rows, source, 0, dropped, reading);
  }

  private int columns() {
    return names.size();
  }
}
