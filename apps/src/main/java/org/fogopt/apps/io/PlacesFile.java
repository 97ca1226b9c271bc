package org.fogopt.apps.io;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.OutputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.RowMatrix;

/** The places of points on a map as CSV: {@code label,x1,x2}, or without labels {@code x1,x2}. */
public final class PlacesFile {
  private PlacesFile() {}

  /**
   * The places in a file, by coordinate: x[c·n + t].
   *
   * @param n how many there must be
   * @throws InputException if there are others
   */
  public static double[] read(Path path, int n) {
    Table table = TableReader.read(path, ReadOptions.defaults());
    RowMatrix rows = table.rows();
    int k = 0;
    while (table.names().contains("x" + (k + 1))) {
      k++;
    }
    if (k == 0 || rows.count() != n) {
      throw new InputException(
          Place.in(path),
          k == 0
              ? "has no column x1"
              : "has %d places, but there are %d points".formatted(rows.count(), n),
          "give the map that fog embed --out wrote of these points");
    }
    double[] x = new double[n * k];
    double[] row = new double[rows.columns()];
    for (int t = 0; t < n; t++) {
      rows.copyTo(t, row);
      for (int c = 0; c < k; c++) {
        x[c * n + t] = row[table.names().indexOf("x" + (c + 1))];
      }
    }
    return x;
  }

  /**
   * Writes the places, whole or not at all, with all their digits.
   *
   * @param labels one for each point, or none at all
   * @param x by coordinate: x[c·n + t]
   * @param n the number of points
   * @throws OutputException if the file cannot be written
   */
  public static void write(Path path, List<String> labels, double[] x, int n) {
    int k = x.length / n;
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          List<String> cells = new ArrayList<>();
          if (!labels.isEmpty()) {
            cells.add("label");
          }
          for (int c = 1; c <= k; c++) {
            cells.add("x" + c);
          }
          csv.writeRecord(cells);
          for (int t = 0; t < n; t++) {
            cells.clear();
            if (!labels.isEmpty()) {
              cells.add(labels.get(t));
            }
            for (int c = 0; c < k; c++) {
              cells.add(Double.toString(x[c * n + t]));
            }
            csv.writeRecord(cells);
          }
          csv.flush();
        });
  }
}
