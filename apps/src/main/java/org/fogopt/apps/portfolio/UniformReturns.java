package org.fogopt.apps.portfolio;

import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.RowMatrix;

/**
 * Returns made up on the spot, for measurements on data of any size: independent, uniform on [−0.9,
 * 1.1), so that the mean is 0.1, the covariance I/3, and the best portfolio of risk aversion 1 near
 * 0.15 of each asset.
 *
 * <p>The return of period i and asset k is a pure function of (seed, i·assets + k): the finaliser
 * of SplitMix64 at seed + (i·assets + k + 1)·0x9E3779B97F4A7C15, its upper 53 bits as a fraction u,
 * and 2u − 0.9. So any part can be made anywhere, in any order.
 *
 * @param periods T
 * @param assets N
 * @param seed which ones
 */
public record UniformReturns(long periods, int assets, long seed) implements RowMatrix {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  public UniformReturns {
    if (periods < 2 || assets < 1) {
      throw new IllegalArgumentException(
          "returns need at least 2 periods and 1 asset, not %d x %d".formatted(periods, assets));
    }
  }

  @Override
  public long count() {
    return periods;
  }

  @Override
  public int columns() {
    return assets;
  }

  /** The return of period i and asset k. */
  public double get(long i, int k) {
    long z = seed + (i * assets + k + 1) * GOLDEN;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return 2 * ((z >>> 11) * 0x1p-53) - 0.9;
  }

  @Override
  public void copyTo(long i, double[] into) {
    for (int k = 0; k < assets; k++) {
      into[k] = get(i, k);
    }
  }

  private double[] row(long i) {
    double[] row = new double[assets];
    copyTo(i, row);
    return row;
  }

  @Override
  public double dot(long i, double[] x) {
    return Kernels.dot(row(i), 0, x, assets);
  }

  @Override
  public double dotDifference(long i, double[] x, double[] xp) {
    return Kernels.dotDifference(row(i), 0, x, xp, assets);
  }

  @Override
  public void addTo(long i, double a, double[] y, int offset) {
    Kernels.axpy(a, row(i), 0, y, offset, assets);
  }
}
