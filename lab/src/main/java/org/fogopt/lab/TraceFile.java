package org.fogopt.lab;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.run.Result;
import org.fogopt.run.Trace;
import org.jspecify.annotations.Nullable;

/** A run's trace as CSV, numbers with all their digits, each row with the method that ran. */
public final class TraceFile {
  private static final List<String> COLUMNS =
      List.of(
          "step",
          "calls",
          "callsPaper",
          "secondOrderCalls",
          "passes",
          "objective",
          "gradientNorm",
          "eta",
          "seconds",
          "algorithm");

  private TraceFile() {}

  /**
   * Writes the trace, whole or not at all.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(Path path, Result result) {
    write(path, result, null, objective -> objective);
  }

  /**
   * The same with one more column, made of the objective.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(
      Path path, Result result, @Nullable String more, DoubleUnaryOperator ofObjective) {
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          List<String> cells = new ArrayList<>(COLUMNS);
          if (more != null) {
            cells.add(more);
          }
          csv.writeRecord(cells);
          for (Trace.Row row : result.trace().rows()) {
            cells.clear();
            cells.add(Long.toString(row.step()));
            cells.add(Long.toString(row.calls()));
            cells.add(Long.toString(row.callsPaper()));
            cells.add(Long.toString(row.secondOrderCalls()));
            cells.add(Double.toString(row.passes()));
            cells.add(Double.toString(row.objective()));
            cells.add(Double.toString(row.gradientNorm()));
            cells.add(Double.toString(row.eta()));
            cells.add(Double.toString(row.seconds()));
            cells.add(result.algorithm());
            if (more != null) {
              cells.add(Double.toString(ofObjective.applyAsDouble(row.objective())));
            }
            csv.writeRecord(cells);
          }
          csv.flush();
        });
  }
}
