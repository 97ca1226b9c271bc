package org.fogopt.lab.complexity;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Page;
import org.fogopt.lab.report.Section;
import org.fogopt.lab.report.Text;
import org.jspecify.annotations.Nullable;

/** Findings as a report. */
public final class ComplexityPage {
  private ComplexityPage() {}

  /**
   * The page.
   *
   * @param command that measures the same again
   * @param facts what else is needed for that
   */
  public static Page of(Findings findings, String command, Map<String, String> facts) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Text(
            "What was measured",
            List.of(
                "Calls, in the paper's accounting, until the mean of |gradient|\u00b2 over the points so far is"
                    + " at most \u03b5\u00b2: what the theorems promise of a point drawn from them. On a"
                    + " non-convex family with known constants whose member for \u03b5 is hard for \u03b5.",
                "An exponent is the slope of the least-squares line through the logarithms, with the 95 %"
                    + " t-interval that the points around the line give. Upper bounds hold for the worst"
                    + " problem; no single family need attain them.")));
    sections.add(exponents(findings));
    for (Axis axis : Axis.values()) {
      for (Findings.Mode mode : Findings.Mode.values()) {
        List<Findings.Series> shown =
            findings.series().stream().filter(s -> s.axis() == axis && s.mode() == mode).toList();
        if (!shown.isEmpty()) {
          sections.add(chart(axis, mode, shown));
        }
      }
    }
    sections.add(points(findings));
    return new Page("How calls grow", command, facts, sections);
  }

  /** The table of exponents: one row for each method and axis. */
  public static Grid exponents(Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    for (Axis axis : Axis.values()) {
      for (Findings.Series theory : findings.series()) {
        if (theory.axis() == axis && theory.mode() == Findings.Mode.THEORY) {
          Fit tuned =
              findings.series().stream()
                  .filter(s -> s.axis() == axis && s.mode() == Findings.Mode.TUNED)
                  .filter(s -> s.method().equals(theory.method()))
                  .findFirst()
                  .map(Findings.Series::fit)
                  .orElse(null);
          rows.add(
              List.of(
                  axis.title(),
                  theory.method(),
                  words(theory.fit()),
                  words(tuned),
                  theory.bound().isEmpty() ? "-" : theory.bound()));
        }
      }
    }
    return new Grid(
        "Exponents",
        "95 % intervals in brackets",
        List.of("what grows", "method", "theory's parameters", "tuned", "upper bound"),
        rows);
  }

  /** {@code 0.51 [0.50, 0.52]}. */
  static String words(@Nullable Fit fit) {
    return fit == null
        ? "too few points"
        : "%.3f [%.3f, %.3f]".formatted(fit.exponent(), fit.low(), fit.high());
  }

  private static Lines chart(Axis axis, Findings.Mode mode, List<Findings.Series> shown) {
    List<Lines.Series> series = new ArrayList<>();
    for (Findings.Series s : shown) {
      List<Lines.Spot> spots = new ArrayList<>();
      for (Findings.Point p : s.points()) {
        if (!p.calls().isEmpty()) {
          double low = p.calls().stream().mapToLong(Long::longValue).min().orElseThrow();
          double high = p.calls().stream().mapToLong(Long::longValue).max().orElseThrow();
          spots.add(new Lines.Spot(p.x(), p.typical(), low, high));
        }
      }
      series.add(new Lines.Series(s.method(), s.method(), Lines.Style.MARKS, spots));
      Fit fit = s.fit();
      if (fit != null) {
        double first = spots.get(0).x();
        double last = spots.get(spots.size() - 1).x();
        series.add(
            new Lines.Series(
                "%s, slope %.2f".formatted(s.method(), fit.exponent()),
                s.method(),
                Lines.Style.DASHED,
                List.of(Lines.Spot.at(first, fit.at(first)), Lines.Spot.at(last, fit.at(last)))));
      }
    }
    String fixed =
        String.join("; ", shown.stream().map(Findings.Series::fixed).distinct().toList());
    return new Lines(
        axis.title() + ", " + (mode == Findings.Mode.THEORY ? "theory's parameters" : "tuned"),
        fixed + "; geometric means, least and most of the seeds",
        axis.variable(),
        "calls",
        true,
        true,
        series);
  }

  private static Grid points(Findings findings) {
    List<List<String>> rows = new ArrayList<>();
    for (Findings.Series s : findings.series()) {
      for (Findings.Point p : s.points()) {
        rows.add(
            List.of(
                s.method(),
                s.axis().title(),
                s.mode().name().toLowerCase(Locale.ROOT),
                "%.4g".formatted(p.x()),
                p.calls().isEmpty() ? "out of budget" : "%.4g".formatted(p.typical()),
                Double.isNaN(p.predicted()) ? "-" : "%.4g".formatted(p.predicted()),
                p.settings()));
      }
    }
    return new Grid(
        "All points",
        "calls: geometric mean over seeds; theorem: what it allows",
        List.of("method", "what grows", "parameters", "x", "calls", "theorem", "settings"),
        rows);
  }
}
