package org.fogopt.apps.value;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.apps.io.file.AtomicFile;

/** Values as a CSV file: {@code state}, {@code value} and what else is known, with all digits. */
public final class ValuesFile {
  private ValuesFile() {}

  /**
   * Writes, whole or not at all.
   *
   * @param columns by name, a number for each state; NaN leaves the cell empty
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(Path path, List<String> states, Map<String, double[]> columns) {
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          List<String> record = new ArrayList<>(List.of("state"));
          record.addAll(columns.keySet());
          csv.writeRecord(record);
          for (int s = 0; s < states.size(); s++) {
            record.clear();
            record.add(states.get(s));
            for (double[] column : columns.values()) {
              record.add(Double.isNaN(column[s]) ? "" : Double.toString(column[s]));
            }
            csv.writeRecord(record);
          }
          csv.flush();
        });
  }
}
