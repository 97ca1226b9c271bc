package org.fogopt.apps.portfolio;

import java.util.SplittableRandom;
import org.fogopt.linalg.Rows;

/**
 * The paper's synthetic returns: |N(0, Σ)| entry by entry, Σ = U diag(1, …, 1, κ) Uᵀ with U a
 * random orthogonal matrix, so that Σ has the condition number κ.
 *
 * <p>Only the last column v of U matters: Σ = I + (κ − 1) v vᵀ, and Σ^½ z = z + (√κ − 1)(vᵀz) v. So
 * no N × N matrix is made.
 *
 * @param periods T
 * @param assets N
 * @param condition κ ≥ 1
 */
public record SyntheticReturns(int periods, int assets, double condition) {
  public SyntheticReturns {
    if (periods < 2 || assets < 1) {
      throw new IllegalArgumentException(
          "synthetic returns need at least 2 periods and 1 asset, not %d and %d"
              .formatted(periods, assets));
    }
    if (!(condition >= 1) || Double.isInfinite(condition)) {
      throw new IllegalArgumentException(
          "the condition number must be at least 1, not " + condition);
    }
    if ((long) periods * assets > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "%d x %d returns are more than one array can hold".formatted(periods, assets));
    }
  }

  /**
   * The returns of a seed.
   *
   * @throws IllegalArgumentException if they cannot fit into memory, with what would
   */
  public Rows draw(long seed) {
    requireRoom(Runtime.getRuntime().maxMemory());
    SplittableRandom random = new SplittableRandom(seed);
    double[] v = new double[assets];
    double length = 0;
    for (int k = 0; k < assets; k++) {
      v[k] = gaussian(random);
      length += v[k] * v[k];
    }
    length = Math.sqrt(length);
    for (int k = 0; k < assets; k++) {
      v[k] /= length;
    }
    double stretch = Math.sqrt(condition) - 1;
    double[] data = new double[periods * assets];
    for (int i = 0; i < periods; i++) {
      int at = i * assets;
      double along = 0;
      for (int k = 0; k < assets; k++) {
        data[at + k] = gaussian(random);
        along += v[k] * data[at + k];
      }
      for (int k = 0; k < assets; k++) {
        data[at + k] = Math.abs(data[at + k] + stretch * along * v[k]);
      }
    }
    return Rows.of(periods, assets, data);
  }

  void requireRoom(long most) {
    long needed = (long) Double.BYTES * periods * assets;
    if (needed > most) {
      throw new IllegalArgumentException(
          "%d x %d returns need %d MiB, and Java may use %d, enough for %d periods; give it more with FOG_JAVA_OPTS=-Xmx%dm"
              .formatted(
                  periods,
                  assets,
                  needed >> 20,
                  most >> 20,
                  most / Double.BYTES / assets,
                  (needed >> 20) * 5 / 4));
    }
  }

  /**
   * Box and Muller's cosine; StrictMath, because Math may differ in the last bit between machines.
   */
  private static double gaussian(SplittableRandom random) {
    double radius = Math.sqrt(-2 * StrictMath.log(1 - random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
