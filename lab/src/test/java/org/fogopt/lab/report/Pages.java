package org.fogopt.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.lab.report.Lines.Series;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Lines.Style;
import org.fogopt.lab.report.Scatter.Place;

/** Pages to render, with names that mean harm. */
final class Pages {
  /** Were it ever taken for HTML, it would change the page's title. */
  static final String HARM = "</script><img src=x onerror=\"document.title='harmed'\">";

  private Pages() {}

  /** Gap c·r^k at k = 0…points − 1, from quartile to quartile a factor 4; a call is 1 ms. */
  static Curve geometric(String name, String status, double rate, int points, double callsEach) {
    List<Point> all = new ArrayList<>();
    for (int k = 0; k < points; k++) {
      double gap = 3 * Math.pow(rate, k);
      double norm = Math.sqrt(gap);
      double calls = k * callsEach;
      all.add(
          new Point(
              calls,
              calls / 500,
              calls / 1e3,
              gap,
              norm,
              gap / 2,
              gap * 2,
              norm / 1.4,
              norm * 1.4));
    }
    return new Curve(name, status, all);
  }

  static Chart chart() {
    List<Curve> curves = new ArrayList<>();
    curves.add(geometric("sarah-c", "done", 0.5, 40, 1000));
    curves.add(geometric("vrsc-pg", "done", 0.6, 40, 1000));
    curves.add(geometric("scgd", "out of budget", 0.93, 80, 500));
    curves.add(geometric("asc-pg", "diverged", 1.9, 12, 500));
    List<Point> exact = new ArrayList<>();
    for (int k = 0; k < 9; k++) {
      double gap = k < 7 ? Math.pow(0.01, k) : 0;
      exact.add(Point.single(4000 * k, 8 * k, 4.0 * k, gap, Math.sqrt(gap)));
    }
    curves.add(new Curve("agd " + HARM, "done", exact));
    return new Chart("Convergence", "A made-up problem.", "gap to the exact minimum", curves);
  }

  static Lines lines() {
    List<Spot> measured = new ArrayList<>();
    List<Spot> fitted = new ArrayList<>();
    for (int k = 1; k <= 6; k++) {
      double x = Math.pow(10, k * 0.5);
      measured.add(new Spot(x, 40 * x * x, 30 * x * x, 55 * x * x));
      fitted.add(Spot.at(x, 42 * x * x));
    }
    return new Lines(
        "Calls to reach ε",
        "",
        "1/ε",
        "calls",
        true,
        true,
        List.of(
            new Series("sarah-c, measured", "sarah-c", Style.MARKS, measured),
            new Series("sarah-c: exponent 2.00", "sarah-c", Style.DASHED, fitted),
            new Series("scgd", "scgd", Style.LINE, List.of(Spot.at(3, 5e3), Spot.at(300, 5e7)))));
  }

  static Scatter scatter() {
    List<Place> places = new ArrayList<>();
    for (int k = 0; k < 300; k++) {
      double around = 2 * Math.PI * (k % 3) / 3;
      double away = Math.sqrt(k) / 12;
      places.add(
          new Place(
              3 * Math.cos(around) + away * Math.cos(k),
              3 * Math.sin(around) + away * Math.sin(k),
              "cluster " + k % 3));
    }
    return new Scatter("A map", "Three clusters.", places);
  }

  static Grid grid() {
    return new Grid(
        "Results",
        "",
        List.of("method", "gap", "calls", "status", "in words"),
        List.of(
            List.of(
                "sarah-c",
                "5.5e-12",
                "39000",
                "done",
                "Reaches the tolerance with the fewest calls of all methods that were tried."),
            List.of("scgd", "0.0097", "40000", "out of budget", "Still falling."),
            List.of(HARM, "-", "6000", "diverged", "")));
  }

  static Page page() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("seed", "1");
    facts.put("version", "0.1.0");
    facts.put(
        "data", "returns.csv, SHA-256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c");
    facts.put("source", HARM);
    return new Page(
        "A page of everything " + HARM,
        "fog compare portfolio --returns returns.csv --seeds 5",
        facts,
        List.of(
            chart(),
            grid(),
            lines(),
            scatter(),
            new Text("In words", List.of("One paragraph.", "And another, with " + HARM))));
  }
}
