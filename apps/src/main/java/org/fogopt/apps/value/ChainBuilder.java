package org.fogopt.apps.value;

import java.util.Arrays;
import java.util.List;
import org.fogopt.apps.io.csv.Records;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.SparseRows;

/**
 * Collects weighted transitions, in any order, into a sparse chain. Transitions between the same
 * two states are joined: their weights add up, their rewards are averaged by weight.
 */
final class ChainBuilder {
  private int[] from = new int[16];
  private int[] to = new int[16];
  private double[] weights = new double[16];
  private double[] rewards = new double[16];
  private int size;

  void add(int state, int next, double weight, double reward) {
    if (size == from.length) {
      int longer = (int) Math.min(Integer.MAX_VALUE - 8, 2L * size);
      from = Arrays.copyOf(from, longer);
      to = Arrays.copyOf(to, longer);
      weights = Arrays.copyOf(weights, longer);
      rewards = Arrays.copyOf(rewards, longer);
    }
    from[size] = state;
    to[size] = next;
    weights[size] = weight;
    rewards[size++] = reward;
  }

  int size() {
    return size;
  }

  int from(int k) {
    return from[k];
  }

  double weight(int k) {
    return weights[k];
  }

  int to(int k) {
    return to[k];
  }

  double reward(int k) {
    return rewards[k];
  }

  /** The sum of the weights of each state. */
  double[] sums(int n) {
    double[] sums = new double[n];
    for (int k = 0; k < size; k++) {
      sums[from[k]] += weights[k];
    }
    return sums;
  }

  /**
   * The chain, whose probabilities are the weights over their sum by state.
   *
   * @param names of the states by number
   * @param order the numbers of the states in the order of the chain
   */
  RewardChain build(List<String> names, int[] order, String source) {
    int n = names.size();
    int[] position = new int[n];
    for (int s = 0; s < n; s++) {
      position[order[s]] = s;
    }
    double[] sums = sums(n);
    int[] byState = byState(position, n);
    int[] starts = new int[n + 1];
    int[] columns = new int[size];
    double[] p = new double[size];
    double[] r = new double[size];
    int kept = 0;
    int[] seen = new int[n]; // 1 + where the row holds this next state
    for (int s = 0, k = 0; s < n; s++) {
      int begin = kept;
      for (; k < size && position[from[byState[k]]] == s; k++) {
        int entry = byState[k];
        if (weights[entry] == 0) {
          continue;
        }
        int next = position[to[entry]];
        if (seen[next] <= begin) {
          columns[kept++] = next;
          seen[next] = kept;
        }
        int at = seen[next] - 1;
        p[at] += weights[entry];
        r[at] += weights[entry] * rewards[entry];
      }
      for (int at = begin; at < kept; at++) {
        r[at] /= p[at];
        p[at] /= sums[order[s]];
      }
      starts[s + 1] = kept;
    }
    columns = Arrays.copyOf(columns, kept);
    return new RewardChain(
        Arrays.stream(order).mapToObj(names::get).toList(),
        SparseRows.of(n, n, starts, columns, Arrays.copyOf(p, kept)),
        SparseRows.of(n, n, starts, columns, Arrays.copyOf(r, kept)),
        source);
  }

  /** The numbers of the transitions, those of a state together and in the order they came. */
  private int[] byState(int[] position, int n) {
    int[] next = new int[n + 1];
    for (int k = 0; k < size; k++) {
      next[position[from[k]] + 1]++;
    }
    for (int s = 0; s < n; s++) {
      next[s + 1] += next[s];
    }
    int[] sorted = new int[size];
    for (int k = 0; k < size; k++) {
      sorted[next[position[from[k]]]++] = k;
    }
    return sorted;
  }

  /**
   * States without a transition of their own end an episode and are worth 0.
   *
   * @param absorbing whether that is allowed
   * @throws InputException naming the first such state if it is not
   */
  void endEpisodes(StateNames names, Place place, boolean absorbing) {
    boolean[] left = new boolean[names.size()];
    for (int k = 0; k < size(); k++) {
      left[from(k)] = true;
    }
    for (int s = 0; s < left.length; s++) {
      if (left[s]) {
        continue;
      }
      if (!absorbing && !names.name(s).equals(ChainFile.END)) {
        throw new InputException(
            place,
            "state " + Records.quote(names.name(s)) + " has no transitions of its own",
            "add them; or, if it ends an episode and is worth 0, give --absorbing or mark the"
                + " transitions to it in a column terminated");
      }
      add(s, s, 1, 0);
    }
  }
}
