package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.ReturnType;
import org.fogopt.apps.returns.Units;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.Section;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/** {@code fog portfolio} on the screen: what was bought, then the weights, then how. */
public final class PortfolioDisplay {
  /** Assets to name that are at a bound. */
  private static final int MOST_NAMED = 5;

  private static final String IN_SAMPLE =
      "In-sample: of the periods that the weights were chosen on, so they flatter.";

  private final PrintWriter o;
  private final PortfolioOutcome found;

  public PortfolioDisplay(PrintWriter out, PortfolioOutcome found) {
    this.o = out;
    this.found = found;
  }

  /**
   * Prints it.
   *
   * @param isVerbose whether to tell all that the method did, not a line of it
   */
  public void print(boolean isVerbose) {
    Report.status(o, found.result());
    o.printf(
        "%s: %s%s, risk aversion %s%n",
        found.source(), found.size(), span(), Words.plain(found.riskAversion()));
    understood();
    o.println();
    figures();
    if (found.figures() != null) {
      o.printf("%-18s%s%n", "exposure", exposure(found.figures()));
    }
    String mark = "%-18s".formatted("constraints");
    for (String constraint : constraints()) {
      Words.hanging(o, mark, constraint);
      mark = " ".repeat(mark.length());
    }
    o.println();
    weights();
    o.println();
    if (isVerbose) {
      Report.method(o, found.result(), found.reason());
      Report.outcome(o, found.result(), found.exact(), found.startObjective());
      o.println();
    } else {
      solver();
    }
  }

  /** What a page opens on: the figures, then the weights with the risk that each brings. */
  public static List<Section> sections(PortfolioOutcome found) {
    var display = new PortfolioDisplay(new PrintWriter(Writer.nullWriter()), found);
    List<Section> sections = new ArrayList<>();
    List<List<String>> rows = display.figureRows();
    if (!rows.isEmpty()) {
      sections.add(
          display.isAnnual()
              ? new Grid("Figures", IN_SAMPLE, List.of("", "per period", "per year", ""), rows)
              : new Grid(
                  "Figures",
                  IN_SAMPLE,
                  List.of("", "per period", ""),
                  rows.stream().map(row -> List.of(row.get(0), row.get(1), row.get(3))).toList()));
    }
    List<List<String>> terms = new ArrayList<>();
    if (found.figures() != null) {
      terms.add(List.of("exposure", display.exposure(found.figures())));
    }
    display.constraints().forEach(constraint -> terms.add(List.of("constraint", constraint)));
    sections.add(new Grid("Exposure and constraints", "", List.of("", ""), terms));
    double[] weights = found.result().point();
    ReturnSeries series = found.series();
    sections.add(
        series == null || found.figures() == null
            ? RunReport.largest("Weights", "asset", "weight", found.names(), weights)
            : RunReport.weights(found.names(), weights, series.table().rows()));
    return sections;
  }

  private String span() {
    ReturnSeries series = found.series();
    return series == null || series.dates().isEmpty()
        ? ""
        : ", %s to %s"
            .formatted(series.dates().get(0), series.dates().get(series.dates().size() - 1));
  }

  /** How the file was read, in a line or two. */
  private void understood() {
    ReturnSeries series = found.series();
    if (series == null) {
      return;
    }
    List<String> parts = new ArrayList<>();
    parts.add(units(series));
    parts.add(
        series.periodsPerYear() == null
            ? "--periods-per-year adds figures per year"
            : Words.plain(series.periodsPerYear()) + " periods a year");
    Words.hanging(o, "", String.join("; ", parts));
    if (!series.remarks().isEmpty()) {
      Words.hanging(o, "", "the file: " + String.join("; ", series.remarks()));
    }
  }

  private static String units(ReturnSeries series) {
    String what = series.type() == ReturnType.LOG ? "log returns" : "returns";
    Units units = series.units();
    if (units == null) {
      return "%s in percent or fractions? %s; --units says it, for the drawdown"
          .formatted(what, series.unitsReason());
    }
    String in = units == Units.PERCENT ? "percent" : "fractions";
    return "%s in %s (%s)".formatted(what, in, series.unitsReason());
  }

  /** The figures: name, per period, per year, what it is. */
  private List<List<String>> figureRows() {
    PortfolioFigures figures = found.figures();
    if (figures == null) {
      return List.of();
    }
    ReturnSeries series = found.series();
    Double periods = series == null ? null : series.periodsPerYear();
    double year = periods == null ? Double.NaN : periods;
    double root = Math.sqrt(year);
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "expected return",
            amount(figures.expectedReturn()),
            amount(figures.expectedReturn() * year),
            ""));
    rows.add(
        List.of(
            "volatility", amount(figures.volatility()), amount(figures.volatility() * root), ""));
    rows.add(
        List.of("Sharpe ratio", ratio(figures.ratio()), ratio(figures.ratio() * root), rate()));
    rows.add(
        List.of(
            "CVaR 95 %", amount(figures.cvar95()), "", "mean loss of the worst 5 % of periods"));
    if (Double.isFinite(figures.maxDrawdown())) {
      rows.add(
          List.of(
              "largest drawdown",
              amount(figures.maxDrawdown()),
              "",
              "from a peak to a later trough"));
    }
    return rows;
  }

  private boolean isAnnual() {
    return found.series() != null && found.series().periodsPerYear() != null;
  }

  private void figures() {
    List<List<String>> rows = figureRows();
    if (rows.isEmpty()) {
      return;
    }
    line(List.of("in-sample", "per period", "per year", ""));
    rows.forEach(this::line);
    o.println();
  }

  private void line(List<String> row) {
    String note = row.get(3).isEmpty() ? "" : "   " + row.get(3);
    String year = isAnnual() ? "%14s".formatted(row.get(2)) : "";
    o.println("%-18s%14s%s%s".formatted(row.get(0), row.get(1), year, note).stripTrailing());
  }

  private String rate() {
    return found.riskFree() == 0
        ? "risk-free rate 0"
        : "risk-free rate %s %% a year".formatted(shortest(100 * found.riskFree()));
  }

  /** In percent if it is known what that is. */
  private String amount(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    Units units = found.series() == null ? null : found.series().units();
    return units == null
        ? "%.4g".formatted(value)
        : "%s %%".formatted(significant(100 * value / units.one()));
  }

  /** At least two decimals, more of small numbers. */
  private static String significant(double percent) {
    double size = Math.abs(percent);
    int decimals = size == 0 || size >= 1 ? 2 : (int) Math.min(8, 2 - Math.floor(Math.log10(size)));
    return String.format(Locale.ROOT, "%." + decimals + "f", percent);
  }

  private static String ratio(double value) {
    return Double.isFinite(value) ? "%.3f".formatted(value) : "-";
  }

  private static String shortest(double value) {
    return Words.plain(Math.rint(value * 1e9) / 1e9);
  }

  private String exposure(PortfolioFigures figures) {
    return "net %s, gross %s; %s: %d long, %d short"
        .formatted(
            "%.4g".formatted(figures.netExposure()),
            "%.4g".formatted(figures.grossExposure()),
            Words.count(figures.longs() + figures.shorts(), "holding"),
            figures.longs(),
            figures.shorts());
  }

  /** Each constraint and whether it binds, then the charges; "none" if there are none. */
  private List<String> constraints() {
    List<String> all = new ArrayList<>();
    found.standings().forEach(standing -> all.add(words(standing)));
    if (all.isEmpty()) {
      all.add("none" + charges());
    } else if (!charges().isEmpty()) {
      all.add(charges().substring(2));
    }
    return all;
  }

  private String charges() {
    WeightConstraints asked = found.constraints();
    return (asked.l1() > 0 ? "; l1 " + Words.plain(asked.l1()) : "")
        + (asked.l2() > 0 ? "; l2 " + Words.plain(asked.l2()) : "");
  }

  private static String words(WeightConstraints.Standing standing) {
    List<String> at = standing.holdsFor();
    if (!standing.binds()) {
      return standing.words() + ", does not bind";
    }
    if (at.isEmpty()) {
      return standing.words() + ", binds";
    }
    String named = String.join(", ", at.subList(0, Math.min(MOST_NAMED, at.size())));
    return "%s, binds for %s%s"
        .formatted(
            standing.words(),
            named,
            at.size() > MOST_NAMED ? " and " + (at.size() - MOST_NAMED) + " more" : "");
  }

  private void weights() {
    int count = found.names().size();
    o.println(
        count > Report.MOST_SHOWN
            ? "weights, the %d largest in size of %d".formatted(Report.MOST_SHOWN, count)
            : "weights");
    Report.largest(o, found.names(), found.result().point());
  }

  private void solver() {
    Result result = found.result();
    o.printf(
        "%s %s in %s, %.3f s: objective %.10g%s%n",
        result.algorithm(),
        result.converged() ? "converged" : "stopped",
        Words.count(result.steps(), "step"),
        result.seconds(),
        result.objective(),
        exact(found.exact()));
  }

  private String exact(@Nullable Double least) {
    if (least == null) {
      return "";
    }
    double gap = (found.result().objective() - least) / (found.startObjective() - least);
    return ", exact minimum %.10g, relative gap %.2g".formatted(least, gap);
  }
}
