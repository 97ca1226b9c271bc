package org.fogopt.lab.report;

import java.util.List;

/**
 * Any y over any x, such as measured calls over 1/ε with the fitted line.
 *
 * @param title over the chart
 * @param note under the title; may be empty
 * @param xName what x is
 * @param yName what y is
 * @param logX whether the x-axis is logarithmic
 * @param logY whether the y-axis is logarithmic
 * @param series what is drawn
 */
public record Lines(
    String title,
    String note,
    String xName,
    String yName,
    boolean logX,
    boolean logY,
    List<Series> series)
    implements Section {
  public Lines {
    series = List.copyOf(series);
  }

  /** How points are drawn. */
  public enum Style {
    /** Joined by a line. */
    LINE,
    /** Joined by a dashed line, without marks: a fit, a bound, a prediction. */
    DASHED,
    /** Each by its own mark: measurements. */
    MARKS,
    /** Joined by a line without marks: many points. */
    CURVE,
    /** As an area on top of those before: parts of a whole. */
    AREA
  }

  /**
   * Points that belong together.
   *
   * @param name in the legend
   * @param family series of one family share their colour, such as a measurement and its fit
   * @param style how they are drawn
   * @param spots the points, in the order of x
   */
  public record Series(String name, String family, Style style, List<Spot> spots) {
    public Series {
      spots = List.copyOf(spots);
    }

    @Override
    public String toString() {
      return "Series[%s: %d spots]".formatted(name, spots.size());
    }
  }

  /**
   * A point.
   *
   * @param x across
   * @param y up
   * @param low where its interval begins, or NaN
   * @param high where its interval ends, or NaN
   */
  public record Spot(double x, double y, double low, double high) {
    /** A point without an interval. */
    public static Spot at(double x, double y) {
      return new Spot(x, y, Double.NaN, Double.NaN);
    }
  }
}
