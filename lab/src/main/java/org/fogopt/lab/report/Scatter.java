package org.fogopt.lab.report;

import java.util.List;

/**
 * A map of points, coloured by label. Both directions have the same scale, and no unit.
 *
 * @param title over the map
 * @param note under the title; may be empty
 * @param places the points
 */
public record Scatter(String title, String note, List<Place> places) implements Section {
  public Scatter {
    places = List.copyOf(places);
  }

  /**
   * A point.
   *
   * @param x to the right
   * @param y upwards
   * @param label what colours it; empty for none
   */
  public record Place(double x, double y, String label) {}

  @Override
  public String toString() {
    return "Scatter[%s: %d places]".formatted(title, places.size());
  }
}
