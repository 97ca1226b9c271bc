package org.fogopt.apps.io;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.OutputException;

/** The places of points on a map as CSV: {@code label,x1,x2}, or without labels {@code x1,x2}. */
public final class PlacesFile {
  private PlacesFile() {}

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
