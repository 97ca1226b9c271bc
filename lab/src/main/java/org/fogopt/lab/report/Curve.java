package org.fogopt.lab.report;

import java.util.List;

/**
 * How a method fared.
 *
 * @param name in the legend
 * @param status how it ended, such as {@code done}, {@code diverged} or {@code out of budget}
 * @param points in the order of their cost
 */
public record Curve(String name, String status, List<Point> points) {
  public Curve {
    points = List.copyOf(points);
  }

  @Override
  public String toString() {
    return "Curve[%s, %s: %d points]".formatted(name, status, points.size());
  }
}
