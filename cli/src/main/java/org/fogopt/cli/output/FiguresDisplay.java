package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.ReturnType;
import org.fogopt.apps.returns.Units;
import org.fogopt.lab.report.Grid;
import org.jspecify.annotations.Nullable;

/**
 * What a portfolio would have done, the same for every way to choose one.
 *
 * @param series what is known of the returns; null if they are remote
 * @param figures of the weights; null if they were not computed
 * @param riskFree the risk-free rate a year, as a fraction
 */
record FiguresDisplay(
    @Nullable ReturnSeries series, @Nullable PortfolioFigures figures, double riskFree) {
  private static final String IN_SAMPLE =
      "In-sample: measured on the periods the weights were fitted to, so they are optimistic.";

  /** From when to when; empty without dates. */
  String span() {
    return series == null || series.dates().isEmpty()
        ? ""
        : ", %s to %s"
            .formatted(series.dates().get(0), series.dates().get(series.dates().size() - 1));
  }

  /** How the file was read, in a line or two. */
  void understood(PrintWriter o) {
    if (series == null) {
      return;
    }
    List<String> parts = new ArrayList<>();
    parts.add(units(series));
    parts.add(
        series.periodsPerYear() == null
            ? "--periods-per-year adds figures per year"
            : Words.plain(series.periodsPerYear())
                + (series.periodsPerYear() == 1 ? " period a year" : " periods a year"));
    Words.hanging(o, "", String.join("; ", parts));
    if (!series.remarks().isEmpty()) {
      Words.hanging(o, "", "the file: " + String.join("; ", series.remarks()));
    }
  }

  private static String units(ReturnSeries series) {
    String what = series.type() == ReturnType.LOG ? "log returns" : "returns";
    Units units = series.units();
    if (units == null) {
      return "%s in percent or in fractions: not known (%s); --units adds the drawdown"
          .formatted(what, series.unitsReason());
    }
    String in = units == Units.PERCENT ? "percent" : "fractions";
    return "%s in %s (%s)".formatted(what, in, series.unitsReason());
  }

  /** The figures: name, per period, per year, what it is. */
  private List<List<String>> figureRows() {
    if (figures == null) {
      return List.of();
    }
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
    return series != null && series.periodsPerYear() != null;
  }

  void print(PrintWriter o) {
    List<List<String>> rows = figureRows();
    if (rows.isEmpty()) {
      return;
    }
    line(o, List.of("in-sample", "per period", "per year", ""));
    rows.forEach(row -> line(o, row));
    o.println();
    o.printf("%-18s%s%n", "exposure", exposure());
  }

  private void line(PrintWriter o, List<String> row) {
    String note = row.get(3).isEmpty() ? "" : "   " + row.get(3);
    String year = isAnnual() ? "%14s".formatted(row.get(2)) : "";
    o.println("%-18s%14s%s%s".formatted(row.get(0), row.get(1), year, note).stripTrailing());
  }

  private String rate() {
    return riskFree == 0
        ? "risk-free rate 0"
        : "risk-free rate %s %% a year".formatted(shortest(100 * riskFree));
  }

  /** In percent if it is known what that is. */
  private String amount(double value) {
    if (!Double.isFinite(value)) {
      return "";
    }
    Units units = series == null ? null : series.units();
    return units == null
        ? "%.4g".formatted(value)
        : "%s %%".formatted(significant(100 * value / units.one()));
  }

  /** At least two decimals, more of small numbers. */
  private static String significant(double percent) {
    double size = Math.abs(percent);
    int decimals = size == 0 || size >= 1 ? 2 : (int) Math.min(8, 2 - Math.floor(Math.log10(size)));
    return Words.unsigned(String.format(Locale.ROOT, "%." + decimals + "f", percent));
  }

  private static String ratio(double value) {
    return Double.isFinite(value) ? Words.unsigned("%.3f".formatted(value)) : "-";
  }

  private static String shortest(double value) {
    return Words.plain(Math.rint(value * 1e9) / 1e9);
  }

  /** Net and gross, and how many are held; empty without figures. */
  String exposure() {
    if (figures == null) {
      return "";
    }
    return "net %s, gross %s; %s: %d long, %d short"
        .formatted(
            "%.4g".formatted(figures.netExposure()),
            "%.4g".formatted(figures.grossExposure()),
            Words.count(figures.longs() + figures.shorts(), "holding"),
            figures.longs(),
            figures.shorts());
  }

  /** The figures as a table of a page; null without figures. */
  @Nullable Grid grid() {
    List<List<String>> rows = figureRows();
    if (rows.isEmpty()) {
      return null;
    }
    return isAnnual()
        ? new Grid("Figures", IN_SAMPLE, List.of("", "per period", "per year", ""), rows)
        : new Grid(
            "Figures",
            IN_SAMPLE,
            List.of("", "per period", ""),
            rows.stream().map(row -> List.of(row.get(0), row.get(1), row.get(3))).toList());
  }
}
