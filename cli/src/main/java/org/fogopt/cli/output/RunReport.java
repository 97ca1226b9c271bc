package org.fogopt.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Curve;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Page;
import org.fogopt.lab.report.Point;
import org.fogopt.lab.report.Scatter;
import org.fogopt.lab.report.Section;
import org.fogopt.lab.report.Text;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.fogopt.run.Trace;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --report}: a run as a page with charts, and what is needed to repeat it. */
public final class RunReport {
  /** Rows that a table of what was found may have. */
  private static final int MOST_ROWS = 500;

  private final CommandSpec spec;
  private final String title;
  private final Result result;
  private final @Nullable Double least;
  private final @Nullable String reason;
  private final List<List<String>> outcome = new ArrayList<>();
  private final Map<String, String> facts = new LinkedHashMap<>();

  /**
   * A page of a run.
   *
   * @param least the exact minimum, or null if it is not known
   * @param reason why the automatic choice is what it is; null if a method was named
   */
  public RunReport(
      CommandSpec spec,
      String title,
      Result result,
      @Nullable Double least,
      @Nullable String reason) {
    this.spec = spec;
    this.title = title;
    this.result = result;
    this.least = least;
    this.reason = reason;
  }

  /** Another line of the results. */
  public RunReport row(String name, String value) {
    outcome.add(List.of(name, value));
    return this;
  }

  /** Something else that is needed to repeat the run. */
  public RunReport fact(String name, String value) {
    facts.put(name, value);
    return this;
  }

  /** The files that were read, by option. */
  public RunReport inputs(Map<String, @Nullable Path> files) {
    files.forEach(
        (option, file) -> {
          if (file != null) {
            fact(option.replaceFirst("^--", ""), file.getFileName() + ", " + digest(file));
          }
        });
    return this;
  }

  /** What was found, as a table: the numbers of largest size with their names. */
  public static Grid largest(
      String title, String thing, String quantity, List<String> names, double[] x) {
    List<List<String>> rows =
        IntStream.range(0, x.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -Math.abs(x[k])))
            .limit(MOST_ROWS)
            .map(k -> List.of(names.get(k), "%.6g".formatted(x[k])))
            .toList();
    String note =
        x.length > MOST_ROWS ? "The %d largest in size of %d.".formatted(MOST_ROWS, x.length) : "";
    return new Grid(title, note, List.of(thing, quantity), rows);
  }

  /**
   * Writes the page.
   *
   * @param found what the run was made for
   */
  public void write(Path file, Section found) {
    List<Section> sections = new ArrayList<>();
    Grid results = new Grid("Results", "", List.of("quantity", "value"), outcome());
    sections.addAll(
        found instanceof Scatter
            ? List.of(found, results, convergence()) // a map is looked at first
            : List.of(convergence(), results, found));
    sections.add(chosen());
    if (!result.decisions().isEmpty()) {
      sections.add(new Text("Decisions", result.decisions()));
    }
    Map<String, String> all = new LinkedHashMap<>();
    all.put("problem", result.problem());
    all.put("algorithm", result.algorithm());
    if (reason != null) {
      all.put("chosen automatically", reason);
    }
    all.put("seed", Long.toString(result.seed()));
    all.putAll(facts);
    all.put("version", "fog " + Version.current() + ", Java " + System.getProperty("java.version"));
    HtmlReport.write(new Page(title, Invocation.line(Invocation.of(spec)), all, sections), file);
  }

  private Chart convergence() {
    List<Trace.Row> rows = result.trace().rows();
    double lowest = rows.stream().mapToDouble(Trace.Row::objective).min().orElse(Double.NaN);
    double from = least == null ? lowest : least;
    List<Point> points = new ArrayList<>();
    for (Trace.Row row : rows) {
      double gap = row.objective() - from;
      // Above the lowest, the lowest itself is zero by definition: not a thing to draw.
      boolean drawn = least != null || gap > 0;
      points.add(
          Point.single(
              (double) (row.callsPaper() + row.secondOrderCalls()),
              row.passes(),
              row.seconds(),
              drawn ? gap : Double.NaN,
              row.gradientNorm()));
    }
    String note =
        least != null
            ? ""
            : "The exact minimum is not known here, so the objective is shown above the lowest that"
                + " this run saw: that curve falls off at its end, whatever the run did.";
    String gapName =
        least != null ? "gap to the exact minimum" : "objective above the lowest of this run";
    return new Chart(
        "Convergence", note, gapName, List.of(new Curve(result.algorithm(), status(), points)));
  }

  private String status() {
    Stop.Reason reason = result.stop().reason();
    return switch (reason) {
      case TOLERANCE, TARGET, ROUNDING, NO_PROGRESS -> "done";
      case PASSES, STEPS, TIME -> "out of budget";
      case DIVERGED -> "diverged";
      case UNBOUNDED -> "no minimum";
      case FAILED -> "failed";
      case INTERRUPTED -> "interrupted";
    };
  }

  private List<List<String>> outcome() {
    List<List<String>> rows = new ArrayList<>(outcome);
    List<Trace.Row> trace = result.trace().rows();
    double start = trace.isEmpty() ? Double.NaN : trace.get(0).objective();
    rows.add(List.of("objective", "%.10g".formatted(result.objective())));
    rows.add(List.of("objective at the start", "%.10g".formatted(start)));
    if (least != null) {
      rows.add(List.of("exact minimum", "%.10g".formatted(least)));
      double gap = (result.objective() - least) / (start - least);
      rows.add(List.of("relative gap", "%.2g".formatted(gap)));
    }
    if (!result.stop().detail().startsWith("gradient norm")) { // which names the one it saw
      rows.add(List.of("gradient norm", "%.3g".formatted(result.gradientNorm())));
    }
    rows.add(List.of("passes over the data", "%.1f".formatted(result.passes())));
    rows.add(List.of("calls, as the theorems count", Long.toString(result.callsPaper())));
    rows.add(List.of("calls of second order", Long.toString(result.secondOrderCalls())));
    rows.add(List.of("calls, strictly", Long.toString(result.calls())));
    rows.add(List.of("steps", Long.toString(result.steps())));
    rows.add(List.of("seconds of work", "%.3f".formatted(result.seconds())));
    rows.add(List.of("status", status()));
    rows.add(List.of("stopped", result.stop().detail()));
    return rows;
  }

  private Grid chosen() {
    List<List<String>> rows = new ArrayList<>();
    result
        .parameters()
        .forEach(
            (name, value) ->
                rows.add(
                    List.of(
                        name, value instanceof Double d ? "%.6g".formatted(d) : value.toString())));
    return new Grid(
        "Parameters of " + result.algorithm(),
        "As they were at the end; the step size may have been adapted.",
        List.of("parameter", "value"),
        rows);
  }

  private static String digest(Path file) {
    if (!Files.isRegularFile(file)) {
      return "not a regular file"; // a pipe has been read, and cannot be again
    }
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      try (var in = new DigestInputStream(Files.newInputStream(file), sha)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return "SHA-256 " + HexFormat.of().formatHex(sha.digest());
    } catch (IOException e) {
      return "could not be read again";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
