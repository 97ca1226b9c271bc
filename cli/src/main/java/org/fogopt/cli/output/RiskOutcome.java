package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.Allocation;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.HtmlReport;
import org.fogopt.lab.report.Page;
import org.fogopt.run.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A portfolio chosen by its risk, as text, JSON and report.
 *
 * @param figures of the weights' own returns, all periods alike
 * @param cvar95 as {@code best} is: of the sample that the weights were chosen on
 * @param riskFree the risk-free rate a year, as a fraction
 * @param objective what it was chosen for, as typed
 * @param logGrowth the mean of log(1 + return), in the units of the returns; NaN if not known, as
 *     of logarithmic returns
 */
public record RiskOutcome(
    ReturnSeries series,
    Table assets,
    double @Nullable [] benchmark,
    PortfolioFigures figures,
    double cvar95,
    double riskFree,
    String objective,
    Allocation best,
    double logGrowth) {

  /** Figures that differ by rounding only. */
  private static final double SAME = 1e-9;

  /** Floors or caps that are listed by name in text; JSON has all. */
  private static final int MOST_NAMED = 5;

  /** Those of the objective: over a benchmark, and with the weights of the periods. */
  private Map<String, Double> numbers() {
    Map<String, Double> all = new LinkedHashMap<>();
    all.put("expectedReturn", best.expectedReturn());
    all.put("volatility", best.volatility());
    all.put("riskValue", best.riskValue());
    if (best.risk().kind() == Risk.Kind.EVAR) {
      all.put("lambda", best.lambda());
    }
    all.put("ratio", best.ratio());
    all.put("logGrowth", logGrowth);
    all.put("cvar95", cvar95);
    all.put("maxDrawdown", figures.maxDrawdown());
    Double periods = series.periodsPerYear();
    if (periods != null) {
      all.put("periodsPerYear", periods);
      all.put("annualExpectedReturn", best.expectedReturn() * periods);
      all.put("annualVolatility", best.volatility() * Math.sqrt(periods));
      // a ratio to another risk than a deviation is none of a year
      boolean isOfDeviation = best.risk().denominator().kind() == Risk.Kind.DEVIATION;
      all.put("annualRatio", isOfDeviation ? best.ratio() * Math.sqrt(periods) : Double.NaN);
    }
    all.put("objective", best.objective());
    all.put("gapBound", best.gapBound());
    return all;
  }

  static String units(ReturnSeries series) {
    return series.units() == null ? "unknown" : series.units().name().toLowerCase(Locale.ROOT);
  }

  /** {@code summary.json}: per period, in the units of the returns. */
  public void writeJson(Path file) {
    JsonMapper json = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode root = json.createObjectNode();
    root.put("source", assets.source());
    root.put("periods", assets.rows().count());
    root.put("assets", assets.names().size());
    root.put("units", units(series));
    root.put("risk", best.risk().toString());
    root.put("goal", objective);
    numbers()
        .forEach(
            (name, value) -> {
              if (Double.isFinite(value)) {
                root.put(name, value);
              } else {
                root.putNull(name);
              }
            });
    root.put("netExposure", best.net());
    root.put("grossExposure", best.gross());
    root.put("holdings", best.holdings());
    root.put("steps", best.steps());
    var binding = root.putArray("binding");
    best.binding().forEach(binding::add);
    var notes = root.putArray("notes");
    best.notes().forEach(notes::add);
    ObjectNode weights = root.putObject("weights");
    for (int k = 0; k < assets.names().size(); k++) {
      weights.put(assets.names().get(k), best.weights()[k]);
    }
    root.put("version", Version.current());
    AtomicFile.write(file, out -> out.write(json.writeValueAsString(root) + "\n"));
  }

  /**
   * The quantities that only a portfolio by risk has.
   *
   * @param most floors or caps to name
   */
  private List<List<String>> rows(int most) {
    List<List<String>> rows = new ArrayList<>();
    String how =
        benchmark != null ? ", over the benchmark" : isEstimatedOtherwise() ? ", as estimated" : "";
    if (!how.isEmpty()) {
      rows.add(List.of("expected return" + how, number(best.expectedReturn())));
      rows.add(List.of("volatility" + how, number(best.volatility())));
    }
    rows.add(List.of(best.risk() + how, number(best.riskValue())));
    rows.add(List.of("ratio to " + best.risk().denominator() + how, number(best.ratio())));
    rows.add(List.of("log growth" + how, number(logGrowth)));
    rows.add(
        List.of(
            "objective",
            number(best.objective())
                + (Double.isNaN(best.gapBound())
                    ? ", with no bound on its gap"
                    : ", at most %.1e above the minimum".formatted(best.gapBound()))));
    rows.add(List.of("binding", binding(most)));
    best.notes().forEach(note -> rows.add(List.of("note", note)));
    return rows;
  }

  /** What binds; of more floors or caps than {@code most} their number. */
  private String binding(int most) {
    List<String> all = new ArrayList<>(best.binding());
    for (String kind : List.of("floor", "cap")) {
      long count = all.stream().filter(each -> each.startsWith(kind + " of ")).count();
      if (count > most) {
        all.removeIf(each -> each.startsWith(kind + " of "));
        all.add("%ss of %d assets".formatted(kind, count));
      }
    }
    return all.isEmpty() ? "nothing" : String.join(", ", all);
  }

  /** Whether the objective is over a benchmark, or weighs or cuts the periods. */
  private boolean isEstimatedOtherwise() {
    return Math.abs(best.expectedReturn() - figures.expectedReturn()) > SAME * figures.volatility()
        || Math.abs(best.volatility() - figures.volatility()) > SAME * figures.volatility();
  }

  private FiguresDisplay display() {
    return new FiguresDisplay(series, figures, riskFree);
  }

  private static String number(double value) {
    return Double.isNaN(value)
        ? "not known"
        : Words.unsigned(String.format(Locale.ROOT, "%.8g", value));
  }

  /**
   * Prints it.
   *
   * @param verbose whether to name all that binds, and the steps of the solver
   */
  public void print(PrintWriter o, boolean verbose) {
    o.printf(
        "%s: %s over %s%s, %s by %s%s%n",
        assets.source(),
        Words.count(assets.names().size(), "asset"),
        Words.count(assets.rows().count(), "period"),
        display().span(),
        objective,
        best.risk(),
        benchmark == null ? "" : ", less the benchmark");
    display().understood(o);
    o.println();
    display().print(o);
    o.println();
    if (benchmark != null || isEstimatedOtherwise()) {
      o.println("above: the portfolio's own returns, all periods alike; below: what was optimised");
    }
    rows(verbose ? Integer.MAX_VALUE : MOST_NAMED)
        .forEach(row -> o.printf("%-24s %s%n", row.get(0), row.get(1)));
    if (verbose) {
      o.printf("%-24s %s%n", "solver's steps", best.steps());
    }
    o.println();
    o.println("weights");
    Report.largest(o, assets.names(), best.weights());
  }

  /** The page of {@code --report}. */
  public void writeReport(Path file, CommandSpec spec, Map<String, @Nullable Path> inputs) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("data", assets.source());
    facts.putAll(RunReport.digests(inputs));
    facts.put("version", "fog " + Version.current());
    HtmlReport.write(
        new Page(
            "Portfolio of " + Words.count(assets.names().size(), "asset"),
            Invocation.line(Invocation.of(spec)),
            facts,
            List.of(
                Objects.requireNonNull(display().grid()),
                new Grid(
                    "Exposure",
                    "",
                    List.of("", ""),
                    List.of(List.of("exposure", display().exposure()))),
                new Grid(
                    "Objective",
                    "Per period, in the units of the returns. The figures above are of the portfolio's"
                        + " own returns, all periods alike.",
                    List.of("quantity", "value"),
                    rows(MOST_NAMED)),
                RunReport.weights(assets.names(), best.weights(), assets.rows()))),
        file);
  }
}
