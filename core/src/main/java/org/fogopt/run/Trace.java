package org.fogopt.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/** What a run went through. */
public final class Trace implements Stateful {
  /**
   * One row.
   *
   * @param step t
   * @param calls as Definition 1 counts
   * @param callsPaper as the theorems count
   * @param secondOrderCalls calls of second derivatives
   * @param passes (callsPaper + secondOrderCalls) / m
   * @param objective Φ(x_t) + h(x_t), exact
   * @param gradientNorm |∇Φ(x_t)| or of the gradient mapping, exact
   * @param eta the step size in force
   * @param seconds spent by the algorithm alone
   */
  public record Row(
      long step,
      long calls,
      long callsPaper,
      long secondOrderCalls,
      double passes,
      double objective,
      double gradientNorm,
      double eta,
      double seconds) {}

  private final List<Row> rows = new ArrayList<>();

  void add(Progress progress, double objective, double gradientNorm) {
    rows.add(
        new Row(
            progress.step(),
            progress.calls(),
            progress.callsPaper(),
            progress.secondOrderCalls(),
            progress.passes(),
            objective,
            gradientNorm,
            progress.eta(),
            progress.seconds()));
  }

  /** Whether the last row is of that step. */
  boolean endsAt(long step) {
    return !rows.isEmpty() && rows.get(rows.size() - 1).step() == step;
  }

  public List<Row> rows() {
    return Collections.unmodifiableList(rows);
  }

  @Override
  public void state(State s) {
    long[] counts = new long[4 * rows.size()];
    double[] values = new double[5 * rows.size()];
    for (int k = 0; k < rows.size(); k++) {
      Row row = rows.get(k);
      counts[4 * k] = row.step();
      counts[4 * k + 1] = row.calls();
      counts[4 * k + 2] = row.callsPaper();
      counts[4 * k + 3] = row.secondOrderCalls();
      values[5 * k] = row.passes();
      values[5 * k + 1] = row.objective();
      values[5 * k + 2] = row.gradientNorm();
      values[5 * k + 3] = row.eta();
      values[5 * k + 4] = row.seconds();
    }
    counts = s.values("counts", counts);
    values = s.values("values", values);
    if (s.isReading()) {
      rows.clear();
      for (int k = 0; k < counts.length / 4; k++) {
        rows.add(
            new Row(
                counts[4 * k],
                counts[4 * k + 1],
                counts[4 * k + 2],
                counts[4 * k + 3],
                values[5 * k],
                values[5 * k + 1],
                values[5 * k + 2],
                values[5 * k + 3],
                values[5 * k + 4]));
      }
    }
  }
}
