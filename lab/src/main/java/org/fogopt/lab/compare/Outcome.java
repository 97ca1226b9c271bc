package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Grid;
import org.fogopt.linalg.Shortened;

/**
 * How a comparison ended.
 *
 * @param problem its name
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
 * @param results in the order of entry
 */
public record Outcome(
    String problem,
    String fingerprint,
    double least,
    boolean leastKnown,
    double firstGap,
    double passes,
    double goal,
    List<Double> targets,
    List<Long> seeds,
    List<Long> tuningSeeds,
    List<MethodResult> results) {

  /** The result of that label. */
  public MethodResult of(String label) {
    return results.stream()
        .filter(result -> result.label().equals(label))
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
        results.stream().map(MethodResult::curve).toList());
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

  /** A row for each contender, in words. */
  public List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (MethodResult result : results) {
      List<String> row = new ArrayList<>(List.of(result.label(), step(result)));
      result.passesTo().forEach(p -> row.add(Double.isInfinite(p) ? "-" : "%.0f".formatted(p)));
      row.add(band(result.gap()));
      row.add(result.status());
      row.add(String.format(Locale.ROOT, "%,d", result.tuning().calls()).replace(',', ' '));
      rows.add(row);
    }
    return rows;
  }

  public Grid grid(String title, String note) {
    return new Grid(title, note, columns(), rows());
  }

  private static String step(MethodResult result) {
    Double chosen = result.step();
    return chosen == null
        ? "automatic"
        : "%.3g".formatted(chosen) + (result.atEdge() ? " (edge)" : "");
  }

  private static String band(Band band) {
    return Double.isInfinite(band.middle())
        ? "-"
        : "%s [%s, %s]".formatted(number(band.middle()), number(band.low()), number(band.high()));
  }

  private static String number(double value) {
    return Double.isInfinite(value) ? "∞" : "%.2g".formatted(value);
  }

  @Override
  public String toString() {
    return "Outcome[%s: %s]".formatted(problem, Shortened.of(results));
  }
}
