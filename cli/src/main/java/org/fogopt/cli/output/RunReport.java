package org.fogopt.cli.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Curve;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Page;
import org.fogopt.lab.report.Point;
import org.fogopt.lab.report.Section;
import org.fogopt.lab.report.Text;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.fogopt.run.Trace;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** {@code --report}: a run as a page with charts, and what is needed to repeat it. */
public final class RunReport {
  /** Where a column would need more, each number has its own. */
  private static final int MOST_DECIMALS = 9;

  /** Rows that a table of what was found may have. */
  private static final int MOST_ROWS = 500;

  /** Points that a curve has at least; fewer are a sentence. */
  private static final int FEWEST = 3;

  /** Points that are marked one by one. */
  private static final int MOST_MARKS = 40;

  private final CommandSpec spec;
  private final String title;
  private final Result result;
  private final @Nullable Double least;
  private final @Nullable String reason;
  private final List<List<String>> outcome = new ArrayList<>();
  private final Map<String, String> facts = new LinkedHashMap<>();
  private String measure = "objective";
  private DoubleUnaryOperator measured = objective -> objective;
  private boolean isWhole;

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

  /** Shows this instead of the objective: the same up to a constant, by the name that it has. */
  public RunReport measured(String name, DoubleUnaryOperator ofObjective) {
    measure = name;
    measured = ofObjective;
    return this;
  }

  /** Whether a schedule of steps was run to its end. */
  public RunReport whole(boolean isWhole) {
    this.isWhole = isWhole;
    return this;
  }

  /** The files that were read, by option. */
  public RunReport inputs(Map<String, @Nullable Path> files) {
    facts.putAll(digests(files));
    return this;
  }

  /** The files that were read, by option, each with its name and SHA-256. */
  static Map<String, String> digests(Map<String, ? extends @Nullable Path> files) {
    Map<String, String> all = new LinkedHashMap<>();
    files.forEach(
        (option, file) -> {
          if (file != null) {
            all.put(option.replaceFirst("^--", ""), file.getFileName() + ", " + digest(file));
          }
        });
    return all;
  }

  /** What was found, as a table: the numbers of largest size with their names. */
  public static Grid largest(
      String title, String thing, String quantity, List<String> names, double[] x) {
    return largest(title, "", thing, names, Map.of(quantity, x), x);
  }

  /** Weights with the part of the variance that each asset brings. */
  public static Grid weights(List<String> names, double[] weights, RowMatrix returns) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put("weight", weights);
    double[] parts = PortfolioFigures.riskContributions(returns, weights);
    columns.put("% of risk", Arrays.stream(parts).map(part -> 100 * part).toArray());
    return largest(
        "Weights",
        "Risk: each asset's share of the portfolio's variance.",
        "asset",
        names,
        columns,
        weights);
  }

  /** Columns of numbers with their names, the largest in size by one of them. */
  static Grid largest(
      String title,
      String note,
      String thing,
      List<String> names,
      Map<String, double[]> columns,
      double[] by) {
    List<List<String>> rows = new ArrayList<>();
    IntStream.range(0, by.length)
        .boxed()
        .sorted(Comparator.comparingDouble(k -> -Math.abs(by[k])))
        .limit(MOST_ROWS)
        .forEach(
            k -> {
              List<String> row = new ArrayList<>(List.of(names.get(k)));
              columns.values().forEach(x -> row.add(number(x[k], decimals(x))));
              rows.add(row);
            });
    String most =
        by.length > MOST_ROWS
            ? "The %d largest in size of %d.".formatted(MOST_ROWS, by.length)
            : "";
    List<String> header = new ArrayList<>(List.of(thing));
    header.addAll(columns.keySet());
    return new Grid(title, (note + " " + most).strip(), header, rows);
  }

  private static String number(double value, int decimals) {
    if (Double.isNaN(value) || value == 0) {
      return value == 0 ? "0" : "-";
    }
    boolean isSmall = Math.abs(value) < Math.pow(10, -decimals);
    boolean isAlone = decimals > MOST_DECIMALS;
    String format = isAlone ? "%.6g" : isSmall ? "%.0e" : "%." + decimals + "f";
    return String.format(Locale.ROOT, format, value);
  }

  /** Of a column whose largest number has six digits, so that the decimal points stand in line. */
  private static int decimals(double[] column) {
    double largest =
        Arrays.stream(column).filter(x -> !Double.isNaN(x)).map(Math::abs).max().orElse(0);
    int digits = (int) Math.floor(Math.log10(largest));
    return largest > 0 && digits < MOST_DECIMALS ? Math.max(0, 5 - digits) : MOST_DECIMALS + 1;
  }

  /**
   * Writes the page.
   *
   * @param found what the run was made for; the page opens on it
   */
  public void write(Path file, List<Section> found) {
    List<Section> sections = new ArrayList<>(found);
    if (!outcome.isEmpty()) {
      sections.add(new Grid("Results", "", List.of("quantity", "value"), outcome));
    }
    sections.addAll(convergence());
    sections.add(new Grid("Run", "", List.of("quantity", "value"), run()));
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

  /** Charts, or a sentence where there is too little for one. */
  private List<Section> convergence() {
    List<Trace.Row> rows = result.trace().rows();
    double[] gaps =
        rows.stream()
            .mapToDouble(row -> least == null ? Double.NaN : row.objective() - least)
            .toArray();
    List<Point> points = new ArrayList<>();
    for (int k = 0; k < gaps.length; k++) {
      Trace.Row row = rows.get(k);
      points.add(
          Point.single(
              (double) (row.callsPaper() + row.secondOrderCalls()),
              row.passes(),
              row.seconds(),
              gaps[k],
              row.gradientNorm()));
    }
    List<Section> sections = new ArrayList<>();
    if (least == null && !result.stop().diverged() && rows.size() >= FEWEST) {
      sections.add(objective(rows));
    }
    boolean hasGaps = Arrays.stream(gaps).filter(gap -> gap > 0).count() >= FEWEST;
    boolean hasNorms = rows.stream().filter(row -> row.gradientNorm() > 0).count() >= FEWEST;
    if (hasGaps || (least == null && hasNorms)) {
      sections.add(
          new Chart(
              "Convergence",
              "",
              "gap to the exact minimum",
              List.of(new Curve(result.algorithm(), status(), points))));
    } else if (sections.isEmpty()) {
      sections.add(new Text("Convergence", List.of(sentence(rows))));
    }
    return sections;
  }

  private String sentence(List<Trace.Row> rows) {
    double start = rows.isEmpty() ? Double.NaN : rows.get(0).objective();
    return "%s: %s after %s, %s from %.6g to %.6g; too few evaluations for a chart."
        .formatted(
            result.algorithm(),
            status(),
            Words.count(result.steps(), "step"),
            measure,
            measured.applyAsDouble(start),
            measured.applyAsDouble(result.objective()));
  }

  private Lines objective(List<Trace.Row> rows) {
    List<Lines.Spot> spots =
        rows.stream()
            .map(row -> Lines.Spot.at(row.passes(), measured.applyAsDouble(row.objective())))
            .toList();
    return new Lines(
        measure.substring(0, 1).toUpperCase(Locale.ROOT) + measure.substring(1),
        "The exact minimum is not known, so this is the %s and not its gap.".formatted(measure),
        "passes over the data",
        measure,
        false,
        false,
        List.of(
            new Lines.Series(
                result.algorithm(),
                result.algorithm(),
                spots.size() > MOST_MARKS ? Lines.Style.CURVE : Lines.Style.LINE,
                spots)));
  }

  private String status() {
    Stop.Reason reason = result.stop().reason();
    if (isWhole) {
      return "done";
    }
    return switch (reason) {
      case TOLERANCE, TARGET, ROUNDING, NO_PROGRESS -> "done";
      case PASSES, STEPS, TIME -> "out of budget";
      case DIVERGED -> "diverged";
      case UNBOUNDED -> "no minimum";
      case FAILED -> "failed";
      case INTERRUPTED -> "interrupted";
    };
  }

  private List<List<String>> run() {
    List<List<String>> rows = new ArrayList<>();
    List<Trace.Row> trace = result.trace().rows();
    double start = trace.isEmpty() ? Double.NaN : trace.get(0).objective();
    rows.add(List.of(measure, "%.10g".formatted(measured.applyAsDouble(result.objective()))));
    rows.add(List.of(measure + " at the start", "%.10g".formatted(measured.applyAsDouble(start))));
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
    result.parameters().forEach((name, value) -> rows.add(List.of(name, Report.parameter(value))));
    return new Grid(
        "Parameters of " + result.algorithm(),
        "As they were at the end.",
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
