package org.fogopt.cli.output;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.Sample;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Lines.Series;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Lines.Style;
import org.fogopt.lab.report.Page;
import org.fogopt.lab.report.Section;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A frontier as text, CSV, JSON, chart and report. */
public final class FrontierPage {
  /** Assets that have an area of their own. */
  private static final int MOST_AREAS = 6;

  /** Points that are printed. */
  private static final int MOST_PRINTED = 12;

  private static final List<String> FIGURES =
      List.of("expectedReturn", "volatility", "riskValue", "ratio", "gapBound");

  private final Table assets;
  private final List<Allocation> points;
  private final @Nullable Allocation tangency;
  private final Sample sample;
  private final Risk risk;

  /**
   * The page of a frontier.
   *
   * @param tangency of the largest ratio, unless a point has a larger one; null if there is none
   * @param sample that the points were chosen on
   */
  public FrontierPage(
      Table assets, List<Allocation> points, @Nullable Allocation tangency, Sample sample) {
    this.assets = assets;
    this.points = points;
    this.tangency = // few assets are chosen by a heuristic
        tangency == null
            ? null
            : Stream.concat(Stream.of(tangency), points.stream())
                .filter(point -> point.ratio() >= tangency.ratio())
                .max(Comparator.comparingDouble(Allocation::ratio))
                .orElse(tangency);
    this.sample = sample;
    risk = points.get(0).risk();
  }

  /** The files that were given, by option. */
  public static Map<String, Path> present(Map<String, @Nullable Path> files) {
    Map<String, Path> all = new LinkedHashMap<>();
    files.forEach(
        (option, file) -> {
          if (file != null) {
            all.put(option, file);
          }
        });
    return all;
  }

  /** What holds of all points. */
  private List<String> notes() {
    List<String> notes = new ArrayList<>(points.get(0).notes());
    points.forEach(point -> notes.retainAll(point.notes()));
    return notes;
  }

  private static double[] figures(Allocation point) {
    return new double[] {
      point.expectedReturn(), point.volatility(), point.riskValue(), point.ratio(), point.gapBound()
    };
  }

  /** A row for each point: figures, then weights. */
  public void writeCsv(Path file) {
    AtomicFile.write(
        file,
        out -> {
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          List<String> header = new ArrayList<>(List.of("point"));
          header.addAll(FIGURES);
          header.addAll(assets.names());
          csv.writeRecord(header);
          for (int k = 0; k < points.size(); k++) {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(k + 1)));
            Arrays.stream(figures(points.get(k))).mapToObj(Double::toString).forEach(cells::add);
            Arrays.stream(points.get(k).weights()).mapToObj(Double::toString).forEach(cells::add);
            csv.writeRecord(cells);
          }
          csv.flush();
        });
  }

  /** The points' figures, and the weights of the tangency and of the least risk. */
  public void writeJson(Path file, ReturnSeries series) {
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode root = json.createObjectNode();
    root.put("source", series.table().source());
    root.put("units", RiskOutcome.units(series));
    root.put("risk", risk.toString());
    root.put("periods", assets.rows().count());
    root.put("assets", assets.names().size());
    var all = root.putArray("points");
    points.forEach(point -> fill(all.addObject(), point));
    fillWeights(root.putObject("leastRisk"), points.get(0));
    if (tangency != null) {
      fillWeights(root.putObject("tangency"), tangency);
    }
    var notes = root.putArray("notes");
    notes().forEach(notes::add);
    root.put("version", Version.current());
    AtomicFile.write(file, out -> out.write(json.writeValueAsString(root) + "\n"));
  }

  private static void fill(ObjectNode node, Allocation point) {
    double[] figures = figures(point);
    for (int k = 0; k < figures.length; k++) {
      if (Double.isFinite(figures[k])) {
        node.put(FIGURES.get(k), figures[k]);
      } else {
        node.putNull(FIGURES.get(k));
      }
    }
  }

  private void fillWeights(ObjectNode node, Allocation point) {
    fill(node, point);
    ObjectNode weights = node.putObject("weights");
    for (int k = 0; k < assets.names().size(); k++) {
      weights.put(assets.names().get(k), point.weights()[k]);
    }
  }

  /** Risk across, expected return up. */
  public Lines chart() {
    List<Series> series = new ArrayList<>();
    series.add(new Series("assets", "assets", Style.MARKS, single()));
    series.add(series("frontier", Style.CURVE, points));
    series.add(series("least risk", Style.MARKS, List.of(points.get(0))));
    if (tangency != null) {
      series.add(series("largest ratio", Style.MARKS, List.of(tangency)));
    }
    return new Lines("Frontier", "", risk.toString(), "expected return", false, false, series);
  }

  private static Series series(String name, Style style, List<Allocation> all) {
    List<Spot> spots =
        all.stream().map(point -> Spot.at(point.riskValue(), point.expectedReturn())).toList();
    return new Series(name, name, style, spots);
  }

  /** Each asset alone, in the sample of the frontier. */
  private List<Spot> single() {
    List<Spot> spots = new ArrayList<>();
    for (int k = 0; k < assets.names().size(); k++) {
      double[] e = new double[assets.names().size()];
      e[k] = 1;
      spots.add(Spot.at(sample.risk(risk, e), sample.expectedReturn(e)));
    }
    return spots;
  }

  /**
   * The weights along the frontier, areas where all are positive, else lines: those of the assets
   * that are held most on the whole. A cap would make ties of the largest weights.
   */
  Lines weights() {
    int n = assets.names().size();
    double[] held = new double[n];
    boolean isLong = true;
    for (Allocation point : points) {
      for (int k = 0; k < n; k++) {
        held[k] += Math.abs(point.weights()[k]);
        isLong &= point.weights()[k] > -1e-9;
      }
    }
    List<Integer> order =
        IntStream.range(0, n).boxed().sorted(Comparator.comparingDouble(k -> -held[k])).toList();
    Style style = isLong ? Style.AREA : Style.CURVE;
    List<Series> series = new ArrayList<>();
    for (int k : order.subList(0, Math.min(n, MOST_AREAS))) {
      series.add(along(assets.names().get(k), style, List.of(k)));
    }
    if (n > MOST_AREAS) {
      series.add(along("all others", style, order.subList(MOST_AREAS, n)));
    }
    return new Lines(
        "Weights along the frontier", "", "expected return", "weight", false, false, series);
  }

  private Series along(String name, Style style, List<Integer> members) {
    List<Spot> spots =
        points.stream()
            .map(
                point ->
                    Spot.at(
                        point.expectedReturn(),
                        members.stream().mapToDouble(k -> point.weights()[k]).sum()))
            .toList();
    return new Series(name, name, style, spots);
  }

  /** The page of {@code --report}. */
  public void writeReport(Path file, CommandSpec spec, Map<String, Path> inputs) {
    List<Section> sections = new ArrayList<>(List.of(chart(), weights(), table()));
    if (tangency != null) {
      sections.add(
          RunReport.largest(
              "Weights of the largest ratio",
              "asset",
              "weight",
              assets.names(),
              tangency.weights()));
    }
    sections.add(
        RunReport.largest(
            "Weights of the least risk",
            "asset",
            "weight",
            assets.names(),
            points.get(0).weights()));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("data", assets.source());
    facts.put("risk", risk.toString());
    facts.putAll(RunReport.digests(inputs));
    facts.put("version", "fog " + Version.current());
    String title =
        "Frontier of %s over %s"
            .formatted(
                Words.count(assets.names().size(), "asset"),
                Words.count(assets.rows().count(), "period"));
    HtmlReport.write(new Page(title, Invocation.line(Invocation.of(spec)), facts, sections), file);
  }

  private Grid table() {
    List<List<String>> rows = new ArrayList<>();
    for (Allocation point : points) {
      List<String> cells = new ArrayList<>();
      Arrays.stream(figures(point)).mapToObj("%.6g"::formatted).forEach(cells::add);
      cells.add(Integer.toString(point.holdings()));
      rows.add(cells);
    }
    return new Grid(
        "Points",
        "Per period, in the units of the returns, in the sample. No feasible weights with"
            + " at least this expected return have a risk that is lower by more than the gap."
            + notes().stream().map(note -> " Note: " + note + ".").collect(Collectors.joining()),
        List.of("expected return", "volatility", risk.toString(), "ratio", "gap at most", "assets"),
        rows);
  }

  /** Some of the points. */
  public void print(PrintWriter o) {
    o.printf(
        "%s: frontier of %s over %s, risk %s%nper period, in the units of the returns%n%n",
        assets.source(),
        Words.count(assets.names().size(), "asset"),
        Words.count(assets.rows().count(), "period"),
        risk);
    o.printf(
        "%15s %12s %14s %10s %11s %6s%n",
        "expected return", "volatility", risk, "ratio", "gap at most", "assets");
    int step = Math.max(1, (points.size() - 1 + MOST_PRINTED - 1) / MOST_PRINTED);
    for (int k = 0; k < points.size(); k++) {
      if (k % step == 0 || k == points.size() - 1) {
        o.println(line(points.get(k)));
      }
    }
    if (tangency != null) {
      o.printf("%nlargest ratio%n%s%n", line(tangency));
    }
    notes().forEach(note -> o.printf("%nnote: %s%n", note));
  }

  private static String line(Allocation point) {
    return String.format(
        Locale.ROOT,
        "%15.6g %12.6g %14.6g %10.4g %11.1e %6d",
        point.expectedReturn(),
        point.volatility(),
        point.riskValue(),
        point.ratio(),
        point.gapBound(),
        point.holdings());
  }
}
