package org.fogopt.apps.value;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;

/**
 * A Markov chain with rewards: what an MDP is once its policy is fixed.
 *
 * @param states the states' names, all different
 * @param transitions P: P_sj is the probability to go from s to j
 * @param rewards R: R_sj is the expected reward of going from s to j; of the same structure as P,
 *     and sparse with the same non-zeros where P is sparse
 * @param source where it comes from, for messages
 */
public record RewardChain(
    List<String> states, RowMatrix transitions, RowMatrix rewards, String source)
    implements Serializable {

  /** A row of P may sum to 1 but for this, which counts as rounding. */
  static final double SUM_TOLERANCE = 1e-6;

  public RewardChain {
    states = List.copyOf(states);
    int n = states.size();
    if (n < 1 || !isSquare(transitions, n) || !isSquare(rewards, n)) {
      throw new IllegalArgumentException(
          "%d states need transitions and rewards of %d x %d, not %d x %d and %d x %d"
              .formatted(
                  n,
                  n,
                  n,
                  transitions.rows(),
                  transitions.columns(),
                  rewards.rows(),
                  rewards.columns()));
    }
    if (!sameStructure(transitions, rewards)) {
      throw new IllegalArgumentException("transitions and rewards differ in structure");
    }
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    for (int s = 0; s < n; s++) {
      double sum = transitions.dot(s, ones);
      if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
        throw new IllegalArgumentException(
            "the probabilities of state %s sum to %s, not to 1".formatted(states.get(s), sum));
      }
    }
  }

  private static boolean isSquare(RowMatrix matrix, int n) {
    return matrix.rows() == n && matrix.columns() == n;
  }

  private static boolean sameStructure(RowMatrix a, RowMatrix b) {
    if (a instanceof SparseRows p && b instanceof SparseRows r) {
      if (p.nonZeros() != r.nonZeros()) {
        return false;
      }
      for (int k = 0; k < p.nonZeros(); k++) {
        if (p.column(k) != r.column(k)) {
          return false;
        }
      }
      return true;
    }
    return a instanceof Rows && b instanceof Rows;
  }

  /** n. */
  public int size() {
    return states.size();
  }

  /** Whether the state is never left and brings nothing: the end of an episode, worth 0. */
  public boolean isEnd(int s) {
    if (transitions instanceof SparseRows p && rewards instanceof SparseRows r) {
      int k = p.start(s);
      return p.start(s + 1) == k + 1 && p.column(k) == s && r.value(k) == 0;
    }
    return ((Rows) transitions).get(s, s) == 1 && ((Rows) rewards).get(s, s) == 0;
  }

  /** P∘R, entry by entry. */
  RowMatrix weightedRewards() {
    int n = size();
    if (transitions instanceof SparseRows p && rewards instanceof SparseRows r) {
      int[] starts = new int[n + 1];
      int[] columns = new int[p.nonZeros()];
      double[] values = new double[p.nonZeros()];
      for (int s = 0; s <= n; s++) {
        starts[s] = p.start(s);
      }
      for (int k = 0; k < values.length; k++) {
        columns[k] = p.column(k);
        values[k] = p.value(k) * r.value(k);
      }
      return SparseRows.of(n, n, starts, columns, values);
    }
    Rows p = (Rows) transitions;
    Rows r = (Rows) rewards;
    double[] values = new double[n * n];
    for (int s = 0; s < n; s++) {
      for (int j = 0; j < n; j++) {
        values[s * n + j] = p.get(s, j) * r.get(s, j);
      }
    }
    return Rows.of(n, n, values);
  }

  /** b = (P∘R)1: the expected reward of the next step, by state. */
  public double[] expectedRewards() {
    double[] ones = new double[size()];
    Arrays.fill(ones, 1);
    RowMatrix weighted = weightedRewards();
    double[] b = new double[size()];
    for (int s = 0; s < b.length; s++) {
      b[s] = weighted.dot(s, ones);
    }
    return b;
  }

  /** The largest |R_sj|. */
  double largestReward() {
    double largest = 0;
    if (rewards instanceof SparseRows r) {
      for (int k = 0; k < r.nonZeros(); k++) {
        largest = Math.max(largest, Math.abs(r.value(k)));
      }
    } else if (rewards instanceof Rows r) {
      for (int s = 0; s < size(); s++) {
        for (int j = 0; j < size(); j++) {
          largest = Math.max(largest, Math.abs(r.get(s, j)));
        }
      }
    }
    return largest;
  }

  /** How many states the data name: all but the one after the end of an episode, which is last. */
  public int named() {
    return states.get(size() - 1).equals(ChainFile.END) ? size() - 1 : size();
  }

  @Override
  public String toString() {
    return "RewardChain[%s: %d states]".formatted(source, named());
  }
}
