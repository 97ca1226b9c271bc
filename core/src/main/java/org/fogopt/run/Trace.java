package org.fogopt.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a run went through, a row for each look. */
public final class Trace {
  /**
   * One look at a run.
   *
   * @param step t
   * @param calls as Definition 1 counts
   * @param callsPaper as the theorems count
   * @param passes callsPaper / m
   * @param objective Φ(x_t) + h(x_t), exact
   * @param gradientNorm |∇Φ(x_t)| or of the gradient mapping, exact
   * @param eta the step size in force
   * @param seconds spent by the algorithm alone
   */
  public record Row(
      long step,
      long calls,
      long callsPaper,
      double passes,
      double objective,
      double gradientNorm,
      double eta,
      double seconds) {}

  private final List<Row> rows = new ArrayList<>();

  void add(Row row) {
    rows.add(row);
  }

  public List<Row> rows() {
    return Collections.unmodifiableList(rows);
  }
}
