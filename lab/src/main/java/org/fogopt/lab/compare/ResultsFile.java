package org.fogopt.lab.compare;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.lab.report.Point;

/** MethodResults, and the curve of one, as CSV, numbers with all their digits. */
public final class ResultsFile {
  private ResultsFile() {}

  /**
   * Writes a row for each result of comparisons with the same targets, without timings.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(Path path, List<Outcome> outcomes) {
    AtomicFile.write(
        path,
        out -> {
          // Not closed: the file is, by who opened it.
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          List<String> heads = new ArrayList<>(List.of("problem", "label", "method", "step"));
          outcomes.get(0).targets().forEach(target -> heads.add("passesTo" + target));
          heads.addAll(List.of("gapLow", "gap", "gapHigh", "normLow", "norm", "normHigh"));
          heads.addAll(List.of("status", "tuningRuns", "tuningCalls", "settings"));
          csv.writeRecord(heads);
          for (Outcome outcome : outcomes) {
            for (MethodResult s : outcome.results()) {
              List<String> cells =
                  new ArrayList<>(List.of(outcome.problem(), s.label(), s.method()));
              cells.add(s.step() == null ? "" : Double.toString(s.step()));
              s.passesTo().forEach(passes -> cells.add(number(passes)));
              for (Band band : List.of(s.gap(), s.norm())) {
                cells.add(number(band.low()));
                cells.add(number(band.middle()));
                cells.add(number(band.high()));
              }
              cells.add(s.status());
              cells.add(Integer.toString(s.tuning().runs()));
              cells.add(Long.toString(s.tuning().calls()));
              cells.add(settings(s.settings()));
              csv.writeRecord(cells);
            }
          }
          csv.flush();
        });
  }

  /**
   * Writes the points of one curve.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void writeCurve(Path path, MethodResult result) {
    AtomicFile.write(
        path,
        out -> {
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          csv.writeRecord(
              "calls", "passes", "gapLow", "gap", "gapHigh", "normLow", "norm", "normHigh");
          for (Point p : result.points()) {
            csv.writeRecord(
                number(p.calls()),
                number(p.passes()),
                number(p.gapLow()),
                number(p.gap()),
                number(p.gapHigh()),
                number(p.normLow()),
                number(p.gradientNorm()),
                number(p.normHigh()));
          }
          csv.flush();
        });
  }

  /** Empty: not reached, or not known. */
  private static String number(double value) {
    return Double.isFinite(value) ? Double.toString(value) : "";
  }

  private static String settings(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .collect(Collectors.joining(" "));
  }
}
