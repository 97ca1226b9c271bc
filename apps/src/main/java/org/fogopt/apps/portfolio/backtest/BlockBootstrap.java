package org.fogopt.apps.portfolio.backtest;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.linalg.Parallel;

/**
 * The stationary bootstrap (Politis, Romano 1994): series are made anew of blocks of random length
 * that begin anywhere and go on at the start after the end, so that what hangs together in time
 * stays together. All strategies are resampled at the same periods, so differences between them
 * have intervals too.
 *
 * @param samples how many series are made
 * @param block mean length of a block
 * @param seed of the draws
 */
public record BlockBootstrap(int samples, double block, long seed) {
  public BlockBootstrap {
    if (samples < 20 || !(block >= 1)) {
      throw new IllegalArgumentException(
          "at least 20 samples of blocks of at least 1 period, not %d of %s"
              .formatted(samples, block));
    }
  }

  /**
   * An interval that holds 95 % of what was made.
   *
   * @param low its 2.5 % quantile
   * @param high its 97.5 % quantile
   */
  public record Interval(double low, double high) {}

  /** A number for each strategy's returns at the same resampled periods. */
  @FunctionalInterface
  public interface Figures {
    double[] of(double[][] resampled);
  }

  /** The periods of one series. */
  int[] periods(int count, SplittableRandom random) {
    int[] all = new int[count];
    int at = random.nextInt(count);
    for (int t = 0; t < count; t++) {
      all[t] = at;
      at = random.nextDouble() < 1 / block ? random.nextInt(count) : (at + 1) % count;
    }
    return all;
  }

  /**
   * Intervals of figures.
   *
   * @param earned the returns of each strategy, all as long
   */
  public Interval[] intervals(double[][] earned, Figures figures, Parallel parallel) {
    int count = earned[0].length;
    double[][] made = new double[samples][];
    var seeds = new SplittableRandom(seed);
    SplittableRandom[] randoms = new SplittableRandom[samples];
    Arrays.setAll(randoms, s -> seeds.split());
    parallel.forEach(
        samples,
        s -> {
          int[] at = periods(count, randoms[s]);
          double[][] resampled = new double[earned.length][count];
          for (int k = 0; k < earned.length; k++) {
            for (int t = 0; t < count; t++) {
              resampled[k][t] = earned[k][at[t]];
            }
          }
          made[s] = figures.of(resampled);
        });
    Interval[] all = new Interval[made[0].length];
    for (int j = 0; j < all.length; j++) {
      int figure = j;
      double[] sorted = Arrays.stream(made).mapToDouble(each -> each[figure]).sorted().toArray();
      all[j] = new Interval(quantile(sorted, 0.025), quantile(sorted, 0.975));
    }
    return all;
  }

  /** Linear between the order statistics. */
  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) Math.floor(at);
    int above = Math.min(sorted.length - 1, below + 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
