package org.fogopt.apps.value;

import java.util.ArrayDeque;
import java.util.stream.IntStream;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;

/** Whether the episodes of a chain end, without which a sum of rewards has no discount of 1. */
public final class Ends {
  private Ends() {}

  /** How many states are an end. */
  public static int count(RewardChain chain) {
    int count = 0;
    for (int s = 0; s < chain.size(); s++) {
      count += chain.isEnd(s) ? 1 : 0;
    }
    return count;
  }

  /** The first state from which no end can be reached, or −1. */
  public static int firstEndless(RewardChain chain) {
    int n = chain.size();
    RowMatrix before = chain.transitions().transposed();
    boolean[] reaches = new boolean[n];
    var open = new ArrayDeque<Integer>();
    for (int s = 0; s < n; s++) {
      if (chain.isEnd(s)) {
        reaches[s] = true;
        open.add(s);
      }
    }
    while (!open.isEmpty()) {
      int s = open.remove();
      for (int other : nonZeros(before, s)) {
        if (!reaches[other]) {
          reaches[other] = true;
          open.add(other);
        }
      }
    }
    for (int s = 0; s < n; s++) {
      if (!reaches[s]) {
        return s;
      }
    }
    return -1;
  }

  private static int[] nonZeros(RowMatrix matrix, int s) {
    if (matrix instanceof SparseRows sparse) {
      int[] columns = new int[sparse.start(s + 1) - sparse.start(s)];
      for (int k = 0; k < columns.length; k++) {
        columns[k] = sparse.column(sparse.start(s) + k);
      }
      return columns;
    }
    Rows dense = (Rows) matrix;
    return IntStream.range(0, dense.columns()).filter(j -> dense.get(s, j) != 0).toArray();
  }

  /**
   * Refuses a discount that leaves a value without bound.
   *
   * @throws IllegalArgumentException naming a state and a remedy
   */
  static void require(RewardChain chain, RowMatrix features, double discount) {
    if (!(discount >= 0 && discount <= 1)) {
      throw new IllegalArgumentException("the discount must be from 0 to 1, not " + discount);
    }
    if (discount < 1) {
      return;
    }
    int endless = firstEndless(chain);
    if (endless >= 0) {
      throw new IllegalArgumentException(
          "a discount of 1 needs episodes that end, but from state "
              + chain.states().get(endless)
              + " no end is reached; take a discount below 1, or mark the ends: a column"
              + " terminated, or an empty next state and --absorbing");
    }
    double[] row = new double[features.columns()];
    for (int s = 0; s < chain.size(); s++) {
      if (chain.isEnd(s)) {
        features.addTo(s, 1, row);
      }
    }
    for (double sum : row) {
      if (sum != 0) {
        throw new IllegalArgumentException(
            "with a discount of 1 the features of an end must be 0, so that it is worth 0");
      }
    }
  }
}
