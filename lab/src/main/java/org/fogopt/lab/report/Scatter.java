package org.fogopt.lab.report;

import java.util.List;

/**
 * A map of points, coloured by label or by a column. Both directions have the same scale, and no
 * unit.
 *
 * @param title over the map
 * @param note under the title; may be empty
 * @param places the points
 * @param columns what else may colour them
 */
public record Scatter(String title, String note, List<Place> places, List<Column> columns)
    implements Section {
  public Scatter {
    places = List.copyOf(places);
    columns = List.copyOf(columns);
  }

  /** Coloured by label alone. */
  public Scatter(String title, String note, List<Place> places) {
    this(title, note, places, List.of());
  }

  /**
   * Numbers of the points.
   *
   * @param name what they are
   * @param values one for each point
   */
  public record Column(String name, List<Double> values) {
    public Column {
      values = List.copyOf(values);
    }
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
