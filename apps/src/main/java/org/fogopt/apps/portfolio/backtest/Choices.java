package org.fogopt.apps.portfolio.backtest;

import java.util.Arrays;
import java.util.List;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * The weights chosen so far. All else of a backtest follows from them, so that one which begins
 * with some of them ends with the same bits. Safe for use by several threads.
 */
public final class Choices implements Stateful {
  private static final double[] NONE = {};

  private final String identity;
  private final double[][][] chosen; // by strategy and rebalancing
  private final String[][] notes; // by the same, in lines
  private final int[] counts;

  Choices(String identity, int strategies, int rebalancings) {
    this.identity = identity;
    chosen = new double[strategies][rebalancings][];
    notes = new String[strategies][rebalancings];
    for (String[] each : notes) {
      Arrays.fill(each, "");
    }
    counts = new int[strategies];
  }

  synchronized double @Nullable [] at(int strategy, int rebalancing) {
    return chosen[strategy][rebalancing];
  }

  /** What there is to know of the choices of a strategy, in their order. */
  synchronized List<String> notes(int strategy) {
    return Arrays.stream(notes[strategy]).flatMap(String::lines).toList();
  }

  /** Adds the next one of a strategy; returns how many there are of all. */
  synchronized int add(int strategy, double[] weights, List<String> said) {
    notes[strategy][counts[strategy]] = String.join("\n", said);
    chosen[strategy][counts[strategy]++] = weights;
    int sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return sum;
  }

  @Override
  public synchronized void state(State s) {
    if (!s.value("backtest", identity).equals(identity)) {
      throw new IllegalArgumentException(
          "the checkpoint is of another backtest; resume with the data and options of the first");
    }
    for (int k = 0; k < counts.length; k++) {
      counts[k] = s.value("chosen", counts[k]);
      for (int j = 0; j < counts[k]; j++) {
        double[] before = chosen[k][j];
        chosen[k][j] = s.values("weights", before == null ? NONE : before);
        notes[k][j] = s.value("notes", notes[k][j]);
      }
    }
  }
}
