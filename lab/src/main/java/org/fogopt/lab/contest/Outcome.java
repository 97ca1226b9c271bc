package org.fogopt.lab.contest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Grid;

/**
 * How a contest ended.
 *
 * @param arena its name
 * @param fingerprint of its data
 * @param least what gaps are measured from
 * @param leastKnown whether that is the least objective, not the lowest seen
 * @param firstGap the gap at the start
 * @param passes the budget
 * @param goal the relative gap (the relative gradient norm, if the least is not known) that ends a
 *     run
 * @param targets relative gaps to count the passes to
 * @param seeds of the runs
 * @param tuningSeeds of the runs that choose
 * @param standings in the order of entry
 */
public record Outcome(
    String arena,
    String fingerprint,
    double least,
    boolean leastKnown,
    double firstGap,
    double passes,
    double goal,
    List<Double> targets,
    List<Long> seeds,
    List<Long> tuningSeeds,
    List<Standing> standings) {

  /** The standing of that label. */
  public Standing of(String label) {
    return standings.stream()
        .filter(standing -> standing.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there was no " + label));
  }

  public String gapName() {
    return leastKnown ? "gap to the minimum" : "objective above the lowest seen";
  }

  public Chart chart(String title) {
    return new Chart(
        title,
        "Medians of %d seeds and quartiles, at equal calls.".formatted(seeds.size()),
        gapName(),
        standings.stream().map(Standing::curve).toList());
  }

  /** The heads of {@link #rows()}. */
  public List<String> columns() {
    List<String> columns = new ArrayList<>(List.of("method", "step"));
    for (double target : targets) {
      columns.add("passes to %.0e".formatted(target).replace("e-0", "e-"));
    }
    columns.addAll(List.of("gap at the end [quartiles]", "status", "tuning calls"));
    return columns;
  }

  /** A row for each entrant, in words. */
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (Standing standing : standings) {
      List<String> row = new ArrayList<>(List.of(standing.label(), step(standing)));
      standing.passesTo().forEach(p -> row.add(Double.isInfinite(p) ? "-" : "%.0f".formatted(p)));
      row.add(band(standing.gap()));
      row.add(standing.status());
      row.add(String.format(Locale.ROOT, "%,d", standing.tuning().calls()).replace(',', ' '));
      rows.add(row);
    }
    return rows;
  }

  public Grid grid(String title, String note) {
    return new Grid(title, note, columns(), rows());
  }

  private static String step(Standing standing) {
    Double chosen = standing.step();
    return chosen == null
        ? "automatic"
        : "%.3g".formatted(chosen) + (standing.atEdge() ? " (edge)" : "");
  }

  private static String band(Band band) {
    return Double.isInfinite(band.middle())
        ? "-"
        : "%s [%s, %s]".formatted(number(band.middle()), number(band.low()), number(band.high()));
  }

  private static String number(double value) {
    return Double.isInfinite(value) ? "∞" : "%.2g".formatted(value);
  }
}
