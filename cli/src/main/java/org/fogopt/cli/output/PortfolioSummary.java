package org.fogopt.cli.output;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.fogopt.apps.portfolio.PortfolioFigures;
import org.fogopt.apps.portfolio.WeightConstraints;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/** A portfolio as {@code summary.json} holds it: inputs, figures, weights, then the run. */
public final class PortfolioSummary {
  private PortfolioSummary() {}

  /**
   * Of a portfolio.
   *
   * @param input what was read: returns, prices, synthetic or example
   * @param isExact whether the exact minimum was asked for
   */
  public static Summary of(PortfolioOutcome found, Problem problem, String input, boolean isExact) {
    var summary = new Summary(found.result(), problem, found.reason());
    summary.put("input", input);
    summary.put("source", found.source());
    summary.put("periods", found.periods()).put("assets", found.names().size());
    summary.put("riskAversion", found.riskAversion());
    ReturnSeries series = found.series();
    if (series != null) {
      add(summary, series);
    }
    summary.put("riskFree", found.riskFree());
    PortfolioFigures figures = found.figures();
    if (figures != null) {
      add(summary, figures, series == null ? null : series.periodsPerYear());
    }
    constraints(summary.object("constraints"), found);
    summary.put("weights", found.names(), found.result().point());
    if (isExact) {
      double least = found.exact() == null ? Double.NaN : found.exact();
      summary.put("exactObjective", least);
      double gap = (found.result().objective() - least) / (found.startObjective() - least);
      summary.put("relativeGap", gap);
    }
    return summary;
  }

  private static void add(Summary summary, ReturnSeries series) {
    summary.put("units", series.units() == null ? "unknown" : name(series.units()));
    summary.put("unitsReason", series.unitsReason());
    summary.put("returnType", name(series.type()));
    if (!series.dates().isEmpty()) {
      summary.put("firstDate", series.dates().get(0).toString());
      summary.put("lastDate", series.dates().get(series.dates().size() - 1).toString());
    }
    Double periods = series.periodsPerYear();
    summary.put("periodsPerYear", periods == null ? Double.NaN : periods);
    summary.object("reading").put("remarks", List.copyOf(series.remarks()));
  }

  private static String name(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static void add(
      Summary summary, PortfolioFigures figures, @Nullable Double periodsPerYear) {
    summary.put("expectedReturn", figures.expectedReturn());
    summary.put("volatility", figures.volatility());
    summary.put("ratio", figures.ratio());
    summary.put("cvar95", figures.cvar95());
    summary.put("maxDrawdown", figures.maxDrawdown());
    summary.put("netExposure", figures.netExposure());
    summary.put("grossExposure", figures.grossExposure());
    summary.put("longHoldings", (long) figures.longs());
    summary.put("shortHoldings", (long) figures.shorts());
    if (periodsPerYear != null) {
      double root = Math.sqrt(periodsPerYear);
      summary.put("annualExpectedReturn", figures.expectedReturn() * periodsPerYear);
      summary.put("annualVolatility", figures.volatility() * root);
      summary.put("annualRatio", figures.ratio() * root);
    }
  }

  private static void constraints(Map<String, @Nullable Object> node, PortfolioOutcome found) {
    WeightConstraints asked = found.constraints();
    if (asked.budget() != null) {
      node.put("budget", asked.budget());
    }
    if (Double.isFinite(asked.least())) {
      node.put("minWeight", asked.least());
    }
    if (Double.isFinite(asked.most())) {
      node.put("maxWeight", asked.most());
    }
    if (!asked.groups().isEmpty()) {
      Map<String, Object> groups = new LinkedHashMap<>();
      for (var group : asked.groups()) {
        List<String> members = Arrays.stream(group.members()).mapToObj(found.names()::get).toList();
        groups.put(group.name(), Map.of("cap", group.most(), "assets", members));
      }
      node.put("groups", groups);
    }
    node.put("l1", asked.l1());
    node.put("l2", asked.l2());
    Map<String, Object> binding = new LinkedHashMap<>();
    for (var standing : found.standings()) {
      if (standing.binds()) {
        binding.put(standing.key(), List.copyOf(standing.holdsFor()));
      }
    }
    node.put("binding", binding);
  }
}
