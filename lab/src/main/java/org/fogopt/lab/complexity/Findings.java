package org.fogopt.lab.complexity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a study measured.
 *
 * @param series one for each method, axis and mode, in that order of the study
 */
public record Findings(List<Series> series) {
  public Findings {
    series = List.copyOf(series);
  }

  /** Whose parameters. */
  public enum Mode {
    /** Those of the method's theory, from the constants of the family. */
    THEORY,
    /** The step size, batches and epoch that cost least at each point, found on other seeds. */
    TUNED
  }

  /**
   * One method along one axis.
   *
   * @param method its name
   * @param axis what was varied
   * @param mode whose parameters
   * @param expected the exponent of the table of upper bounds, or NaN if it has none
   * @param fixed what was held fixed, in words
   * @param points in the order of x
   * @param fit through the points that were reached, or null where these are fewer than three
   */
  public record Series(
      String method,
      Axis axis,
      Mode mode,
      double expected,
      String fixed,
      List<Point> points,
      @Nullable Fit fit) {
    public Series {
      points = List.copyOf(points);
    }

    /** The upper bound's exponent as text, without needless digits; empty if there is none. */
    public String bound() {
      if (Double.isNaN(expected)) {
        return "";
      }
      return expected == Math.rint(expected)
          ? Long.toString((long) expected)
          : "%.2f".formatted(expected).replaceFirst("0$", "");
    }

    @Override
    public String toString() {
      return "Series[%s, %s, %s: %d points, expected %s, %s]"
          .formatted(method, axis, mode, points.size(), expected, fit);
    }
  }

  /**
   * One place along an axis.
   *
   * @param x m + n, or 1/ε
   * @param calls of each seed, in the paper's accounting; empty where the budget was too small
   * @param predicted calls that the theorem allows, or NaN
   * @param settings the parameters, in words
   */
  public record Point(double x, List<Long> calls, double predicted, String settings) {
    public Point {
      calls = List.copyOf(calls);
    }

    /** The mean of log calls. */
    double meanLog() {
      return calls.stream().mapToDouble(c -> StrictMath.log((double) c)).sum() / calls.size();
    }

    /** The geometric mean of the calls; NaN if there are none. */
    public double typical() {
      return calls.isEmpty() ? Double.NaN : StrictMath.exp(meanLog());
    }
  }
}
