package org.fogopt.apps.io.rows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.apps.io.csv.GridBuilder;
import org.fogopt.apps.io.csv.PlainCsv;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Missing;

/**
 * The rows of a CSV file of any size. The file is read twice and never held: once for its shape,
 * because only the last row settles whether the first column is an asset and which columns have
 * missing values, and once for its numbers. What is refused, and what is left out, is as in {@link
 * Grid}.
 */
public final class CsvRows {
  private static final int FEWEST_ROWS = 2;

  private final Path path;
  private final Place file;
  private final Missing missing;
  private final List<String> names;
  private final int skip;
  private final int[] kept; // columns of the file
  private final long rows; // without those left out
  private final long dropped;

  private CsvRows(Path path, Place file, Missing missing, Shape shape, GridBuilder grid) {
    this.path = path;
    this.file = file;
    this.missing = missing;
    skip = grid.skip();
    List<String> all = grid.names();
    names = new ArrayList<>();
    int[] found = grid.columns();
    int[] columns = new int[all.size()];
    int count = 0;
    for (int k = 0; k < all.size(); k++) {
      if (missing != Missing.DROP_ASSETS || shape.missingIn(found[k]) == 0) {
        names.add(all.get(k));
        columns[count++] = found[k];
      }
    }
    kept = Arrays.copyOf(columns, count);
    dropped = missing == Missing.DROP_ROWS ? shape.incomplete(skip) : 0;
    rows = shape.rows - dropped;
    if (missing == Missing.REFUSE && shape.incomplete(skip) > 0) {
      int k = shape.firstColumn(skip);
      throw new InputException(
          file.atRow(shape.firstLine(skip)).atColumn(k + 1, all.get(Arrays.binarySearch(found, k))),
          "the value is missing (empty, NA, NaN, -99.99 or -999)",
          "fill it in, or use --missing drop-rows or --missing drop-assets");
    }
    if (shape.rows < FEWEST_ROWS) {
      throw new InputException(
          file, "holds only " + shape.rows + " rows of numbers", "expected at least 2");
    }
    if (rows < FEWEST_ROWS) {
      throw new InputException(
          file,
          "--missing drop-rows leaves %d of %d rows, expected 2 or more"
              .formatted(rows, shape.rows),
          "try --missing drop-assets");
    }
    if (count == 0) {
      throw new InputException(
          file,
          "--missing drop-assets leaves no column: all %d have missing values"
              .formatted(all.size()),
          "try --missing drop-rows");
    }
  }

  /** Reads the file for its shape. */
  public static CsvRows of(Path path, Place file, Missing missing) throws IOException {
    var shape = new Shape();
    return new CsvRows(path, file, missing, shape, scan(path, file, shape::add));
  }

  private static GridBuilder scan(Path path, Place file, GridBuilder.Sink sink) throws IOException {
    try (var text = TextSource.open(path, file, Long.MAX_VALUE)) {
      return PlainCsv.read(text, file, null, sink);
    }
  }

  public List<String> names() {
    return names;
  }

  public long count() {
    return rows;
  }

  /** How many rows are left out. */
  public long dropped() {
    return dropped;
  }

  /** Reads the file again, and hands on its rows. */
  public void writeTo(RowFile.Target target) throws IOException {
    double[] row = new double[kept.length];
    try {
      scan(
          path,
          file,
          (line, values, width) -> {
            boolean isWhole = true;
            for (int k = 0; k < kept.length; k++) {
              row[k] = values[kept[k]];
              isWhole &= !Double.isNaN(row[k]);
            }
            if (isWhole || missing != Missing.DROP_ROWS) {
              try {
                target.add(row);
              } catch (IOException e) {
                throw new CannotWrite(e);
              }
            }
          });
    } catch (CannotWrite e) {
      throw e.reason;
    }
  }

  /** Not an UncheckedIOException, which would be taken for a fault of the file that is read. */
  private static final class CannotWrite extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final IOException reason;

    CannotWrite(IOException reason) {
      super(reason);
      this.reason = reason;
    }
  }

  /** What a first reading finds. The first column counts apart: it may turn out to be labels. */
  private static final class Shape {
    private long rows;
    private long[] missing = new long[0]; // by column
    private long incompleteElsewhere;
    private long incompleteInFirstOnly;
    private int lineElsewhere;
    private int columnElsewhere;
    private int lineInFirst;

    void add(int line, double[] values, int width) {
      if (missing.length == 0) {
        missing = new long[width];
      }
      rows++;
      int at = -1;
      for (int k = missing.length - 1; k > 0; k--) {
        if (Double.isNaN(values[k])) {
          missing[k]++;
          at = k;
        }
      }
      if (at > 0 && incompleteElsewhere++ == 0) {
        lineElsewhere = line;
        columnElsewhere = at;
      }
      if (Double.isNaN(values[0])) {
        lineInFirst = missing[0]++ == 0 ? line : lineInFirst;
        incompleteInFirstOnly += at > 0 ? 0 : 1;
      }
    }

    long missingIn(int column) {
      return missing[column];
    }

    long incomplete(int skip) {
      return incompleteElsewhere + (skip == 0 ? incompleteInFirstOnly : 0);
    }

    private boolean firstIsFirst(int skip) {
      return skip == 0 && lineInFirst > 0 && (lineElsewhere == 0 || lineInFirst <= lineElsewhere);
    }

    int firstLine(int skip) {
      return firstIsFirst(skip) ? lineInFirst : lineElsewhere;
    }

    int firstColumn(int skip) {
      return firstIsFirst(skip) ? 0 : columnElsewhere;
    }
  }
}
