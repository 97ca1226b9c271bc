package org.fogopt.lab;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import org.fogopt.apps.io.AtomicFile;
import org.fogopt.run.Trace;

/** A trace as CSV, numbers with all their digits. */
public final class TraceFile {
  private TraceFile() {}

  /**
   * Writes the trace, whole or not at all.
   *
   * @throws org.fogopt.apps.io.OutputException if the file cannot be written
   */
  public static void write(Path path, Trace trace) {
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          csv.writeRecord(
              "step",
              "calls",
              "callsPaper",
              "passes",
              "objective",
              "gradientNorm",
              "eta",
              "seconds");
          for (Trace.Row row : trace.rows()) {
            csv.writeRecord(
                Long.toString(row.step()),
                Long.toString(row.calls()),
                Long.toString(row.callsPaper()),
                Double.toString(row.passes()),
                Double.toString(row.objective()),
                Double.toString(row.gradientNorm()),
                Double.toString(row.eta()),
                Double.toString(row.seconds()));
          }
          csv.flush();
        });
  }
}
