package org.fogopt.lab;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A map of points, coloured by label. Coordinates have no unit and no direction, so there are no
 * axes; both have the same scale. PNG or SVG by the file's ending.
 *
 * @param title over the picture
 * @param labels one for each point, or none at all
 * @param x by coordinate: x[c·n + t]; the first two are drawn
 * @param n the number of points
 */
public record EmbeddingPlot(String title, List<String> labels, double[] x, int n) {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 800;
  private static final int TITLE = 44;
  private static final int MARGIN = 20;
  private static final int LEGEND = 110;
  private static final int LINE = 24;

  /** Labels in the legend; the rest share the last colour. */
  private static final int MOST_LABELS = 10;

  private static final Color INK = new Color(0x222222);

  // Tol's muted scheme: nine colours distinguishable in every kind of colour vision, and black.
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x332288),
          new Color(0xCC6677),
          new Color(0xDDCC77),
          new Color(0x117733),
          new Color(0x88CCEE),
          new Color(0x882255),
          new Color(0x44AA99),
          new Color(0x999933),
          new Color(0xAA4499),
          new Color(0x222222));

  // From low to high, for numbers: viridis, without its ends.
  private static final List<Color> SCALE =
      Stream.of(
              0x46327E, 0x3F4889, 0x365C8D, 0x2B748E, 0x1FA187, 0x3BBB75, 0x6ECE58, 0xA5DB36,
              0xDDE318)
          .map(Color::new)
          .toList();

  /**
   * Draws, whole or not at all.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public void write(Path file) {
    Canvas.write(file, WIDTH, HEIGHT, this::draw);
  }

  private void draw(Graphics2D g) {
    g.setPaint(Color.WHITE);
    g.fill(new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    g.setPaint(INK);
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 18));
    g.drawString(title, 16, 29);
    NavigableMap<Double, Color> scale = scale();
    Map<String, Color> colours = scale.isEmpty() ? colours() : ranges(scale);
    double left = least(0);
    double low = least(1);
    double span = Math.max(Math.max(most(0) - left, most(1) - low), Double.MIN_NORMAL);
    double side = Math.min(WIDTH - LEGEND - 2.0 * MARGIN, HEIGHT - TITLE - 2.0 * MARGIN);
    double size = n > 5000 ? 3 : n > 1000 ? 5 : 7;
    for (int t = 0; t < n; t++) {
      double across = MARGIN + (at(0, t) - left) / span * side;
      double down = HEIGHT - MARGIN - (at(1, t) - low) / span * side;
      g.setPaint(colour(t, scale, colours));
      g.fill(new Ellipse2D.Double(across - size / 2, down - size / 2, size, size));
    }
    legend(g, colours);
  }

  private Color colour(int t, NavigableMap<Double, Color> scale, Map<String, Color> colours) {
    if (!scale.isEmpty()) {
      return scale.floorEntry(Double.valueOf(labels.get(t))).getValue();
    }
    return labels.isEmpty()
        ? COLOURS.get(0)
        : colours.getOrDefault(labels.get(t), COLOURS.get(MOST_LABELS - 1));
  }

  /**
   * Where the colours of many different numbers begin, each for as many points; empty for labels.
   */
  private NavigableMap<Double, Color> scale() {
    NavigableMap<Double, Color> scale = new TreeMap<>();
    double[] sorted;
    try {
      sorted = labels.stream().mapToDouble(Double::parseDouble).sorted().toArray();
    } catch (NumberFormatException e) {
      return scale;
    }
    if (Arrays.stream(sorted).distinct().count() > 2 * MOST_LABELS
        && Double.isFinite(sorted[0])
        && Double.isFinite(sorted[n - 1])) {
      for (int k = 0; k < SCALE.size(); k++) {
        scale.putIfAbsent(sorted[(int) ((long) k * n / SCALE.size())], SCALE.get(k));
      }
    }
    return scale;
  }

  private Map<String, Color> ranges(NavigableMap<Double, Color> scale) {
    Map<String, Color> ranges = new LinkedHashMap<>();
    scale.forEach((from, colour) -> ranges.put("from %.3g".formatted(from), colour));
    return ranges;
  }

  private void legend(Graphics2D g, Map<String, Color> colours) {
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    int y = TITLE + MARGIN;
    for (Map.Entry<String, Color> entry : colours.entrySet()) {
      g.setPaint(entry.getValue());
      g.fill(new Ellipse2D.Double(WIDTH - LEGEND, y - 9, 10, 10));
      g.setPaint(INK);
      g.drawString(entry.getKey(), WIDTH - LEGEND + 18, y);
      y += LINE;
    }
  }

  /** The most frequent labels, in their own order; with more than fit, one entry for the others. */
  private Map<String, Color> colours() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    labels.forEach(label -> counts.merge(label, 1, Integer::sum));
    List<String> names = new ArrayList<>(counts.keySet());
    boolean tooMany = names.size() > MOST_LABELS;
    if (tooMany) {
      names.sort(Comparator.comparing((String name) -> -counts.getOrDefault(name, 0)));
      names = new ArrayList<>(names.subList(0, MOST_LABELS - 1));
    }
    names.sort(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder()));
    Map<String, Color> colours = new LinkedHashMap<>();
    for (int k = 0; k < names.size(); k++) {
      colours.put(names.get(k), COLOURS.get(k));
    }
    if (tooMany) {
      colours.put("others", COLOURS.get(MOST_LABELS - 1));
    }
    return colours;
  }

  /** A map of one dimension is drawn as a line. */
  private double at(int c, int t) {
    return (c + 1) * n <= x.length ? x[c * n + t] : 0;
  }

  private double least(int c) {
    double least = at(c, 0);
    for (int t = 1; t < n; t++) {
      least = Math.min(least, at(c, t));
    }
    return least;
  }

  private double most(int c) {
    double most = at(c, 0);
    for (int t = 1; t < n; t++) {
      most = Math.max(most, at(c, t));
    }
    return most;
  }

  @Override
  public String toString() {
    return "EmbeddingPlot[%s: %d points]".formatted(title, n);
  }
}
