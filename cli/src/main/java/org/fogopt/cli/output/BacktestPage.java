package org.fogopt.cli.output;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap;
import org.fogopt.apps.portfolio.backtest.BlockBootstrap.Interval;
import org.fogopt.apps.portfolio.backtest.Performance;
import org.fogopt.apps.portfolio.backtest.Track;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Lines.Series;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Lines.Style;
import org.fogopt.lab.report.Page;
import org.fogopt.linalg.Parallel;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A backtest as text, CSV, JSON, chart and report. */
public final class BacktestPage {
  /** The place of the Sharpe ratio among the figures; that of Sortino follows. */
  private static final int SHARPE = Performance.NAMES.indexOf("sharpe");

  /** Points of a curve; more are not seen. */
  private static final int MOST_POINTS = 400;

  private final ReturnSeries series;
  private final int window;
  private final String every;
  private final List<Track> tracks;
  private final boolean isAnnual;
  private final double periods; // of a year, or 1 where that is not known
  private final Performance[] figures;
  private final Interval @Nullable [] intervals;

  /**
   * The page of a backtest.
   *
   * @param riskFree return of a period, as a fraction
   * @param bootstrap null for no intervals
   */
  public BacktestPage(
      ReturnSeries series,
      int window,
      String every,
      List<Track> tracks,
      double riskFree,
      @Nullable BlockBootstrap bootstrap,
      Parallel parallel) {
    this.series = series;
    this.window = window;
    this.every = every;
    this.tracks = List.copyOf(tracks);
    Double year = series.periodsPerYear();
    isAnnual = year != null;
    periods = year == null ? 1 : year;
    double[][] earned = tracks.stream().map(Track::earned).toArray(double[][]::new);
    figures =
        Arrays.stream(earned)
            .map(each -> Performance.of(each, periods, riskFree))
            .toArray(Performance[]::new);
    intervals =
        bootstrap == null
            ? null
            : bootstrap.intervals(earned, resampled -> all(resampled, riskFree), parallel);
  }

  /** The figures of all strategies, then by how much each Sharpe ratio is above the first one. */
  private double[] all(double[][] earned, double riskFree) {
    int count = Performance.NAMES.size();
    double[] all = new double[earned.length * (count + 1)];
    for (int k = 0; k < earned.length; k++) {
      Performance each = Performance.of(earned[k], periods, riskFree);
      System.arraycopy(each.values(), 0, all, k * count, count);
      all[earned.length * count + k] = each.sharpe() - all[SHARPE];
    }
    return all;
  }

  /** By how much a Sharpe ratio is above that of the first strategy, at the same periods. */
  private Interval above(int track) {
    int at = tracks.size() * Performance.NAMES.size() + track;
    return intervals == null ? new Interval(Double.NaN, Double.NaN) : intervals[at];
  }

  private Interval interval(int track, int figure) {
    int at = track * Performance.NAMES.size() + figure;
    return intervals == null ? new Interval(Double.NaN, Double.NaN) : intervals[at];
  }

  /** What there is to know of choices, and of how many; numbers in notes are left out. */
  private static Map<String, Long> notes(Track track) {
    return track.notes().stream()
        .map(note -> note.replaceAll("[0-9][-+.0-9eE]*", "…"))
        .collect(Collectors.groupingBy(note -> note, TreeMap::new, Collectors.counting()));
  }

  /** Turnover of a year, or of a period. */
  private double turnover(Track track) {
    return track.traded() * periods / track.earned().length;
  }

  private List<String> labels() {
    List<String> labels = series.table().labels();
    return labels.isEmpty() ? List.of() : labels.subList(window, labels.size());
  }

  /** A row for each period: what each strategy earned, as fractions. */
  public void writeCsv(Path file) {
    AtomicFile.write(
        file,
        out -> {
          var csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out);
          List<String> header = new ArrayList<>(List.of("period"));
          tracks.forEach(track -> header.add(track.name()));
          csv.writeRecord(header);
          List<String> labels = labels();
          for (int t = 0; t < tracks.get(0).earned().length; t++) {
            List<String> cells = new ArrayList<>();
            cells.add(labels.isEmpty() ? Integer.toString(window + t + 1) : labels.get(t));
            for (Track track : tracks) {
              cells.add(Double.toString(track.earned()[t]));
            }
            csv.writeRecord(cells);
          }
          csv.flush();
        });
  }

  /** The figures of every strategy. */
  public void writeJson(Path file) {
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode root = json.createObjectNode();
    root.put("source", series.table().source());
    root.put("window", window);
    if (Character.isDigit(every.charAt(0))) {
      root.put("every", Integer.parseInt(every));
    } else {
      root.put("every", every);
    }
    root.put("periods", tracks.get(0).earned().length);
    root.put("periodsPerYear", series.periodsPerYear());
    ObjectNode all = root.putObject("strategies");
    for (int k = 0; k < tracks.size(); k++) {
      ObjectNode node = all.putObject(tracks.get(k).name());
      double[] values = figures[k].values();
      for (int j = 0; j < values.length; j++) {
        String name = Performance.NAMES.get(j);
        ObjectNode figure =
            node.putObject(isAnnual || !name.equals("annualReturn") ? name : "periodReturn");
        put(figure, "value", values[j]);
        put(figure, "low", interval(k, j).low());
        put(figure, "high", interval(k, j).high());
      }
      node.put("turnover", turnover(tracks.get(k)));
      node.put("choices", tracks.get(k).chosen().length);
      ObjectNode notes = node.putObject("notes");
      notes(tracks.get(k)).forEach(notes::put);
      ObjectNode above = node.putObject("sharpeAboveFirst");
      put(above, "value", figures[k].sharpe() - figures[0].sharpe());
      put(above, "low", above(k).low());
      put(above, "high", above(k).high());
    }
    root.put("version", Version.current());
    AtomicFile.write(file, out -> out.write(json.writeValueAsString(root) + "\n"));
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  /** What 1 became. */
  public Lines equity() {
    return lines("Equity", "value of 1 invested", true, Track::equity);
  }

  private Lines lines(String title, String yName, boolean logY, Function<Track, double[]> of) {
    List<Series> all = new ArrayList<>();
    for (Track track : tracks) {
      double[] y = of.apply(track);
      int step = Math.max(1, (y.length + MOST_POINTS - 1) / MOST_POINTS);
      List<Spot> spots = new ArrayList<>();
      for (int t = 0; t < y.length; t++) {
        if (t % step == 0 || t == y.length - 1) {
          spots.add(Spot.at(t / periods, y[t]));
        }
      }
      all.add(new Series(track.name(), track.name(), Style.CURVE, spots));
    }
    String across = isAnnual ? "years out of sample" : "periods out of sample";
    return new Lines(title, "", across, yName, false, logY, all);
  }

  /** The page of {@code --report}. */
  public void writeReport(Path file, CommandSpec spec, Map<String, @Nullable Path> inputs) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("data", series.table().source());
    facts.put("window", Integer.toString(window));
    facts.put("rebalanced", rhythm());
    facts.putAll(RunReport.digests(inputs));
    facts.put("version", "fog " + Version.current());
    HtmlReport.write(
        new Page(
            "Backtest on " + Words.count(tracks.get(0).earned().length, "period"),
            Invocation.line(Invocation.of(spec)),
            facts,
            List.of(
                grid(),
                equity(),
                lines("Drawdown", "loss since the peak", false, Track::drawdown))),
        file);
  }

  private Grid grid() {
    List<List<String>> rows = new ArrayList<>();
    for (int k = 0; k < tracks.size(); k++) {
      List<String> cells = new ArrayList<>(List.of(tracks.get(k).name()));
      for (int j = 0; j < Performance.NAMES.size(); j++) {
        double value = figures[k].values()[j];
        Interval interval = interval(k, j);
        cells.add(
            intervals == null
                ? cell(j, value)
                : "%s (%s to %s)"
                    .formatted(cell(j, value), bare(j, interval.low()), bare(j, interval.high())));
      }
      cells.add(cell(1, turnover(tracks.get(k))));
      rows.add(cells);
    }
    List<String> header = new ArrayList<>(List.of("strategy"));
    header.addAll(names());
    return new Grid("Figures", note(), header, rows);
  }

  private List<String> names() {
    return List.of(
        isAnnual ? "return a year" : "return a period",
        "volatility",
        "Sharpe",
        "Sortino",
        "CVaR 95 %",
        "drawdown",
        "turnover");
  }

  private String note() {
    return (isAnnual ? "Of a year, CVaR of a period" : "Of a period")
        + ", after costs"
        + (intervals == null ? "." : "; in brackets 95 % intervals by the stationary bootstrap.");
  }

  /** Ratios as they are, the others in percent; a ratio to no risk is none. */
  private static String cell(int figure, double value) {
    if (Double.isNaN(value)) {
      return "n/a";
    }
    boolean isRatio = figure == SHARPE || figure == SHARPE + 1;
    return isRatio
        ? String.format(Locale.ROOT, "%.2f", value)
        : String.format(
            Locale.ROOT, Math.abs(value) < 10 ? "%.3g %%" : "%.0f %%", 100 * value + 0.0);
  }

  /** Without its unit, for a column of a table is narrow. */
  private static String bare(int figure, double value) {
    return cell(figure, value).replace(" %", "");
  }

  private String rhythm() {
    return "every " + every + (Character.isDigit(every.charAt(0)) ? " periods" : "");
  }

  /** The table. */
  public void print(PrintWriter o) {
    o.printf(
        "%s: %s out of sample, window %d, rebalanced %s%n%n",
        series.table().source(),
        Words.count(tracks.get(0).earned().length, "period"),
        window,
        rhythm());
    Grid grid = grid();
    int first = tracks.stream().mapToInt(track -> track.name().length()).max().orElse(8);
    o.printf("%-" + Math.max(8, first) + "s", "strategy");
    names().forEach(name -> o.printf(" %13s", name));
    o.println();
    for (int k = 0; k < tracks.size(); k++) {
      o.printf("%-" + Math.max(8, first) + "s", tracks.get(k).name());
      for (String cell : grid.rows().get(k).subList(1, grid.columns().size())) {
        o.printf(" %13s", cell.replaceFirst(" \\(.*", ""));
      }
      o.println();
    }
    for (Track track : tracks) {
      notes(track)
          .forEach(
              (note, count) ->
                  o.printf(
                      "%n%s: %s, in %d of %s%n",
                      track.name(), note, count, Words.count(track.chosen().length, "choice")));
    }
    if (intervals != null) {
      o.printf("%nSharpe, 95 %% interval:%n");
      for (int k = 0; k < tracks.size(); k++) {
        Interval interval = interval(k, SHARPE);
        o.printf("  %s: %.2f to %.2f%n", tracks.get(k).name(), interval.low(), interval.high());
      }
      if (tracks.size() > 1) {
        o.printf("%nSharpe above that of %s, 95 %% interval:%n", tracks.get(0).name());
      }
      for (int k = 1; k < tracks.size(); k++) {
        Interval above = above(k);
        o.printf(
            "  %s: %.2f to %.2f%s%n",
            tracks.get(k).name(),
            above.low(),
            above.high(),
            above.low() <= 0 && above.high() >= 0 ? ", a tie" : "");
      }
    }
  }
}
