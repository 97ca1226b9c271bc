package org.fogopt.cli.output;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.fogopt.apps.value.BellmanResidual;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.Episodes;
import org.fogopt.apps.value.ExactValues;
import org.fogopt.apps.value.FixedPoint;
import org.fogopt.apps.value.RewardChain;
import org.fogopt.apps.value.StandardErrors;
import org.fogopt.apps.value.ValuesFile;
import org.fogopt.lab.report.Grid;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/** What {@code fog value} found: the values, and what tells how far to trust them. */
public final class ValueReport {
  private static final int MOST_SHOWN = 10;

  private static final String FIXED_POINT =
      "The values make V and its backup R + discount V(next) agree best in the mean"
          + " square. At the fixed point of temporal differences (TD, LSTD) what is left of the"
          + " difference is orthogonal to the features. Both are the same where the features can"
          + " represent the values.";

  private final BellmanResidual problem;
  private final List<String> features;
  private final double[] weights;
  private final List<String> states;
  private final double[] all;
  private final double[] values;
  private double @Nullable [] errors;
  private @Nullable String noErrors;
  private final int episodes;
  private final double @Nullable [] fixedWeights;
  private @Nullable ExactValues exact;

  /**
   * Of a run.
   *
   * @param features their names; empty for a value per state
   * @param visits of each state, if the chain was estimated from a log
   * @param log the episodes behind the chain, if the policy to be valued made them
   */
  public ValueReport(
      BellmanResidual problem,
      List<String> features,
      Result result,
      double @Nullable [] visits,
      @Nullable Episodes log) {
    this.problem = problem;
    this.features = features;
    weights = result.point();
    int named = problem.chain().named(); // the end of an episode is worth 0, and no state
    states = problem.chain().states().subList(0, named);
    all = problem.of(weights);
    values = Arrays.copyOf(all, named);
    try {
      errors = log == null ? null : Arrays.copyOf(StandardErrors.of(problem, log, weights), named);
    } catch (ArithmeticException e) {
      noErrors = e.getMessage();
    }
    episodes = log == null ? 0 : log.count();
    fixedWeights = problem.isTabular() ? null : fixedPoint(visits);
  }

  private double @Nullable [] fixedPoint(double @Nullable [] visits) {
    int n = problem.chain().size();
    try {
      return FixedPoint.weights(
          problem, visits != null ? visits : IntStream.range(0, n).mapToDouble(s -> 1).toArray());
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** Adds the solution by linear algebra. */
  public void exact(@Nullable ExactValues exact) {
    this.exact = exact;
  }

  /** The names of the states. */
  public List<String> states() {
    return states;
  }

  /** Of each of them. */
  public double[] values() {
    return values;
  }

  /** The root mean square of the Bellman residual. */
  public double residual() {
    return problem.residual(all);
  }

  /** How far the largest error of a value is from the exact one; NaN if that is not known. */
  public double largestError() {
    return exact == null ? Double.NaN : largestDifference(values, exact.values());
  }

  private static double largestDifference(double[] a, double[] b) {
    double largest = 0;
    for (int s = 0; s < a.length; s++) {
      largest = Math.max(largest, Math.abs(a[s] - b[s]));
    }
    return largest;
  }

  /** The file of --out. */
  public void write(Path file) {
    ValuesFile.write(file, states, columns("standard_error", "fixed_point"));
  }

  private Map<String, double[]> columns(String error, String fixedPoint) {
    Map<String, double[]> columns = new LinkedHashMap<>();
    columns.put("value", values);
    if (errors != null) {
      columns.put(error, errors);
    }
    if (fixedWeights != null) {
      columns.put(fixedPoint, problem.of(fixedWeights));
    }
    return columns;
  }

  /** What a page opens on: the values, their standard errors and the fixed point. */
  public Grid table() {
    String note =
        (errors == null ? "" : "Standard errors %s. ".formatted(over(errors)))
            + (noErrors == null ? "" : "No standard errors: %s. ".formatted(noErrors))
            + (fixedWeights == null ? "" : FIXED_POINT);
    return RunReport.largest(
        "Values", note, "state", states, columns("standard error", "TD fixed point"), values);
  }

  /** How far to trust the values, for a page. */
  public Map<String, String> qualities() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put("Bellman error, root mean square", "%.3g".formatted(residual()));
    if (exact != null) {
      rows.put("largest error of a value", "%.3g".formatted(largestError()));
    }
    if (fixedWeights != null) {
      double[] fixed = problem.of(fixedWeights);
      rows.put("Bellman error of the TD fixed point", "%.3g".formatted(problem.residual(fixed)));
      rows.put("largest difference from it", "%.3g".formatted(largestDifference(values, fixed)));
    }
    return rows;
  }

  /** What --json holds of it. */
  public void summarise(Summary summary) {
    RewardChain chain = problem.chain();
    summary.put("source", chain.source());
    summary.put("states", states.size());
    summary.put("features", features.size());
    summary.put("discount", problem.discount());
    summary.put("bellmanResidual", residual());
    if (!features.isEmpty()) {
      summary.put("shape", problem.shape() == Shape.LINEAR ? "linear" : "tanh");
      if (problem.shape() == Shape.TANH) {
        summary.put("bound", problem.bound());
      }
      summary.put("weights", features, weights);
    }
    if (fixedWeights != null) {
      summary.put("fixedPointWeights", features, fixedWeights);
      summary.put("fixedPointBellmanResidual", problem.residual(problem.of(fixedWeights)));
    }
    if (episodes > 0) {
      summary.put("episodes", episodes);
    }
    summary.put("values", states, values);
    if (errors != null) {
      summary.put("standardErrors", states, errors);
    } else if (noErrors != null) {
      summary.put("noStandardErrors", noErrors);
    }
  }

  /** The quality of the values, in words. */
  public void quality(PrintWriter o) {
    o.printf("Bellman error  %.3g, root mean square over the states%n", residual());
    if (exact != null) {
      o.printf("value error    %.3g at most%n", largestError());
    }
    if (fixedWeights != null) {
      double[] fixed = problem.of(fixedWeights);
      o.printf(
          "fixed point    values differ by %.3g at most, Bellman error %.3g%n",
          largestDifference(values, fixed), problem.residual(fixed));
      Words.hanging(o, " ".repeat(15), FIXED_POINT);
    }
  }

  /** The values of largest size, with standard errors over the episodes where they are known. */
  public void largest(PrintWriter o) {
    if (errors == null) {
      Report.largest(o, states, values);
      if (noErrors != null) {
        o.println("  no standard errors: " + noErrors);
      }
      return;
    }
    int[] shown = Report.largest(values, MOST_SHOWN);
    int width = 5;
    for (int s : shown) {
      width = Math.max(width, states.get(s).length());
    }
    String row = "  %-" + width + "s  %12s  %14s%n";
    o.printf("  %-" + width + "s  %12s  %14s%n", "state", "value", "standard error");
    for (int s : shown) {
      String error = Double.isNaN(errors[s]) ? "-" : Report.decimals(errors[s]);
      o.printf(row, states.get(s), Report.decimals(values[s]), error);
    }
    if (values.length > MOST_SHOWN) {
      o.printf("  and %d more%n", values.length - MOST_SHOWN);
    }
    o.println("  standard errors " + over(errors));
  }

  private String over(double[] errors) {
    long none = Arrays.stream(errors).filter(Double::isNaN).count();
    return "over %d episodes".formatted(episodes)
        + (none == 0
            ? ""
            : "; none for %s valued by a single episode".formatted(Words.count(none, "state")));
  }
}
