package org.fogopt.apps.value;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.AtomicFile;

/** Values as a CSV file of two columns, {@code state} and {@code value}, with all their digits. */
public final class ValuesFile {
  private ValuesFile() {}

  /**
   * Writes, whole or not at all.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(Path path, List<String> states, double[] values) {
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          csv.writeRecord("state", "value");
          for (int s = 0; s < values.length; s++) {
            csv.writeRecord(states.get(s), Double.toString(values[s]));
          }
          csv.flush();
        });
  }
}
