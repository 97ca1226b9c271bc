package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.lab.report.Grid;
import org.fogopt.lab.report.Section;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/** {@code fog portfolio} on the screen: what was bought, then the weights, then how. */
public final class PortfolioDisplay {
  /** Assets to name that are at a bound. */
  private static final int MOST_NAMED = 5;

  private final PrintWriter o;
  private final PortfolioOutcome found;
  private final FiguresDisplay figures;

  public PortfolioDisplay(PrintWriter out, PortfolioOutcome found) {
    this.o = out;
    this.found = found;
    figures = new FiguresDisplay(found.series(), found.figures(), found.riskFree());
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
        found.source(), found.size(), figures.span(), Words.plain(found.riskAversion()));
    figures.understood(o);
    o.println();
    figures.print(o);
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
    } else {
      solver();
    }
  }

  /** What a page opens on: the figures, then the weights with the risk that each brings. */
  public static List<Section> sections(PortfolioOutcome found) {
    var display = new PortfolioDisplay(new PrintWriter(Writer.nullWriter()), found);
    List<Section> sections = new ArrayList<>();
    Grid figures = display.figures.grid();
    if (figures != null) {
      sections.add(figures);
    }
    List<List<String>> terms = new ArrayList<>();
    if (found.figures() != null) {
      terms.add(List.of("exposure", display.figures.exposure()));
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
        "%s %s %s, %.3f s: objective %.10g%s%n",
        result.algorithm(),
        result.converged() ? "converged in" : "stopped after",
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
