package org.fogopt.apps.value;

import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.SparseRows;

/**
 * A value of its own for each state, t_s = x_s + κ x_n, and none for an end. The last unknown, a
 * level that all states share, adds nothing that could not be had without it but the speed to get
 * there: (I − γP)1 = (1 − γ)1 where no episode ends, so that without it the level is the flattest
 * direction, and the Hessian of condition 1/(1−γ)² even where P mixes at once. κ makes its column
 * of (I − γP)F as long as 1: κ = 1/((1−γ)√n) where no episode ends.
 */
final class TabularFeatures {
  private TabularFeatures() {}

  static SparseRows of(RewardChain chain, double discount) {
    int n = chain.size();
    double[] lives = new double[n];
    int live = 0;
    for (int s = 0; s < n; s++) {
      lives[s] = chain.isEnd(s) ? 0 : 1;
      live += (int) lives[s];
    }
    double level = level(chain.transitions(), lives, live, discount);
    int[] starts = new int[n + 1];
    int[] columns = new int[2 * live];
    double[] values = new double[2 * live];
    for (int s = 0, k = 0; s < n; s++) {
      if (lives[s] == 1) {
        columns[k] = s;
        values[k++] = 1;
        columns[k] = n;
        values[k++] = level;
      }
      starts[s + 1] = k;
    }
    return SparseRows.of(n, n + 1, starts, columns, values);
  }

  private static double level(RowMatrix p, double[] lives, int live, double discount) {
    if (live == lives.length) {
      return 1 / ((1 - discount) * Math.sqrt(live));
    }
    double sum = 0;
    for (int s = 0; s < lives.length; s++) {
      double change = lives[s] * (1 - discount * p.dot(s, lives));
      sum += change * change;
    }
    return sum > 0 ? 1 / Math.sqrt(sum) : 1;
  }
}
