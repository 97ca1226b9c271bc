package org.fogopt.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/** What a run went through, a row for each look. */
public final class Trace implements Stateful {
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

  @Override
  public void state(State s) {
    long[] counts = new long[3 * rows.size()];
    double[] looks = new double[5 * rows.size()];
    for (int k = 0; k < rows.size(); k++) {
      Row row = rows.get(k);
      counts[3 * k] = row.step();
      counts[3 * k + 1] = row.calls();
      counts[3 * k + 2] = row.callsPaper();
      looks[5 * k] = row.passes();
      looks[5 * k + 1] = row.objective();
      looks[5 * k + 2] = row.gradientNorm();
      looks[5 * k + 3] = row.eta();
      looks[5 * k + 4] = row.seconds();
    }
    counts = s.values("counts", counts);
    looks = s.values("looks", looks);
    if (s.isReading()) {
      rows.clear();
      for (int k = 0; k < counts.length / 3; k++) {
        rows.add(
            new Row(
                counts[3 * k],
                counts[3 * k + 1],
                counts[3 * k + 2],
                looks[5 * k],
                looks[5 * k + 1],
                looks[5 * k + 2],
                looks[5 * k + 3],
                looks[5 * k + 4]));
      }
    }
  }
}
