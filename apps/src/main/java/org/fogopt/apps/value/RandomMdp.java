package org.fogopt.apps.value;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.fogopt.linalg.Rows;

/**
 * The paper's random MDP: for each action a transition matrix with entries of U[0, 1] + 1e-5,
 * normalised row by row, and rewards of U[0, 1]; the policy takes every action with the same
 * probability; features are of U[0, 1].
 *
 * <p>The authors' program draws one matrix and knows nothing of actions: that is {@code actions} =
 * 1. With more, the chain under the policy is a mean of matrices, so its rows are closer to even.
 *
 * @param states n
 * @param actions by state
 * @param features d; 0 for none: each state then has a value of its own
 * @param seed of the draws
 */
public record RandomMdp(int states, int actions, int features, long seed) {
  /** So that every transition is possible, as the authors have it. */
  private static final double LEAST = 1e-5;

  public RandomMdp {
    if (states < 1 || actions < 1 || features < 0) {
      throw new IllegalArgumentException(
          "a random MDP needs at least 1 state and 1 action and no fewer than 0 features, not %d, %d"
                  .formatted(states, actions)
              + " and "
              + features);
    }
    if ((long) states * states > Integer.MAX_VALUE - 8
        || (long) states * features > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d states with %d features are more than one array can hold"
              .formatted(states, features));
    }
  }

  /** The chain under the policy that takes all actions alike. */
  public RewardChain chain() {
    SplittableRandom random = new SplittableRandom(seed);
    int n = states;
    double[] p = new double[n * n];
    double[] r = new double[n * n]; // Σ_a P_a R_a, then R
    double[] row = new double[n];
    for (int s = 0; s < n; s++) {
      for (int action = 0; action < actions; action++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
          row[j] = random.nextDouble() + LEAST;
          sum += row[j];
        }
        for (int j = 0; j < n; j++) {
          double share = row[j] / sum / actions;
          p[s * n + j] += share;
          r[s * n + j] += share * random.nextDouble();
        }
      }
      for (int j = 0; j < n; j++) {
        r[s * n + j] /= p[s * n + j];
      }
    }
    List<String> names = IntStream.rangeClosed(1, n).mapToObj(Integer::toString).toList();
    return new RewardChain(names, Rows.of(n, n, p), Rows.of(n, n, r), "random MDP, seed " + seed);
  }

  /** The problem, with features or without; centred. */
  public BellmanResidual problem(double discount, BellmanResidual.Shape shape) {
    return problem(discount, shape, BellmanResidual.Split.CENTRED);
  }

  /** The problem, with features or without. */
  public BellmanResidual problem(
      double discount, BellmanResidual.Shape shape, BellmanResidual.Split split) {
    if (features == 0) {
      return BellmanResidual.tabular(chain(), discount, shape, split);
    }
    SplittableRandom random = new SplittableRandom(~seed); // not the chain's numbers again
    double[] f = random.doubles((long) states * features).toArray();
    return BellmanResidual.of(chain(), Rows.of(states, features, f), discount, shape, split);
  }
}
