package org.fogopt.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
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
      double seconds) {
    private LongStream counts() {
      return LongStream.of(step, calls, callsPaper, secondOrderCalls);
    }

    private DoubleStream values() {
      return DoubleStream.of(passes, objective, gradientNorm, eta, seconds);
    }
  }

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
    long[] counts = s.values("counts", rows.stream().flatMapToLong(Row::counts).toArray());
    double[] values = s.values("values", rows.stream().flatMapToDouble(Row::values).toArray());
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
