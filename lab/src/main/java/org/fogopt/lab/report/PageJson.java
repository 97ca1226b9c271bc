package org.fogopt.lab.report;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A page as the JSON that report.js reads. */
final class PageJson {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private PageJson() {}

  static String of(Page page) {
    ObjectNode root = JSON.createObjectNode();
    root.put("title", page.title());
    root.put("command", page.command());
    ArrayNode facts = root.putArray("facts");
    page.facts().forEach((name, value) -> facts.addArray().add(name).add(value));
    ArrayNode sections = root.putArray("sections");
    page.sections().forEach(section -> fill(sections.addObject(), section));
    return JSON.writeValueAsString(root);
  }

  private static void fill(ObjectNode node, Section section) {
    node.put("title", section.title());
    if (section instanceof Chart chart) {
      node.put("kind", "chart").put("note", chart.note()).put("gapName", chart.gapName());
      ArrayNode curves = node.putArray("curves");
      chart.curves().forEach(curve -> fill(curves.addObject(), curve));
    } else if (section instanceof Grid grid) {
      node.put("kind", "grid").put("note", grid.note());
      strings(node.putArray("columns"), grid.columns());
      ArrayNode rows = node.putArray("rows");
      grid.rows().forEach(row -> strings(rows.addArray(), row));
    } else if (section instanceof Text text) {
      node.put("kind", "text");
      strings(node.putArray("paragraphs"), text.paragraphs());
    } else if (section instanceof Scatter scatter) {
      node.put("kind", "scatter").put("note", scatter.note());
      ArrayNode places = node.putArray("places");
      for (Scatter.Place place : scatter.places()) {
        numbers(places.addArray(), place.x(), place.y()).add(place.label());
      }
      ArrayNode columns = node.putArray("columns");
      for (Scatter.Column column : scatter.columns()) {
        ObjectNode one = columns.addObject().put("name", column.name());
        double[] values = column.values().stream().mapToDouble(Double::doubleValue).toArray();
        numbers(one.putArray("values"), values);
      }
    } else if (section instanceof Lines lines) {
      node.put("kind", "lines").put("note", lines.note());
      node.put("xName", lines.xName()).put("yName", lines.yName());
      node.put("logX", lines.logX()).put("logY", lines.logY());
      ArrayNode all = node.putArray("series");
      for (Lines.Series series : lines.series()) {
        ObjectNode one = all.addObject();
        one.put("name", series.name()).put("family", series.family());
        one.put("style", series.style().name());
        ArrayNode spots = one.putArray("spots");
        for (Lines.Spot s : series.spots()) {
          numbers(spots.addArray(), s.x(), s.y(), s.low(), s.high());
        }
      }
    }
  }

  private static void fill(ObjectNode node, Curve curve) {
    node.put("name", curve.name()).put("status", curve.status());
    ArrayNode points = node.putArray("points");
    for (Point p : curve.points()) {
      numbers(
          points.addArray(),
          p.calls(),
          p.passes(),
          p.seconds(),
          p.gap(),
          p.gradientNorm(),
          p.gapLow(),
          p.gapHigh(),
          p.normLow(),
          p.normHigh());
    }
  }

  private static void strings(ArrayNode node, List<String> all) {
    all.forEach(node::add);
  }

  /** JSON has no NaN: what is not known is null. */
  private static ArrayNode numbers(ArrayNode node, double... all) {
    for (double number : all) {
      if (Double.isFinite(number)) {
        node.add(number);
      } else {
        node.addNull();
      }
    }
    return node;
  }
}
