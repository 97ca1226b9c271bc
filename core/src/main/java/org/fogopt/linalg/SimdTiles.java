package org.fogopt.linalg;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Tiles} on vectors of 256 bits, or of 512 for large matrices where the processor prefers
 * these: an entry's chain of multiply-adds is the same on both. Eight accumulators hold a tile of
 * eight wide vectors, or half a tile of narrow ones; more spill where there are 16 registers. The
 * products are written out for the reason given at {@link SimdReductions}: long as they are, the
 * compiler makes each a unit of its own, with every accumulator in a register.
 *
 * <p>Of what comes round a loop the compiler knows the class by guess only, and where both widths
 * are in use it does not guess: so the last round of the wide product, whose results are stored,
 * stands behind its loop. Narrow kernels that are compiled later may leave a few vectors boxed, so
 * only matrices whose products take most of a run are wide.
 *
 * <p>Loaded by name only, and only where the module {@code jdk.incubator.vector} is present.
 */
final class SimdTiles implements Tiles {
  private static final VectorSpecies<Double> LANES4 = DoubleVector.SPECIES_256;
  private static final VectorSpecies<Double> LANES8 = DoubleVector.SPECIES_512;

  /** Columns of a large matrix: 64 multiply-adds for each number that is read. */
  private static final int MANY = 128;

  private final boolean wide;

  SimdTiles() {
    this(false);
  }

  SimdTiles(boolean wide) {
    this.wide = wide;
  }

  @Override
  public Tiles forColumns(int columns) {
    boolean isPreferred = DoubleVector.SPECIES_PREFERRED.length() >= LANES8.length();
    return columns >= MANY && isPreferred ? new SimdTiles(true) : this;
  }

  @Override
  public void multiply(
      int depth, double[] a, int ao, double[] b, int bo, double[] c, int co, int ldc) {
    if (wide && depth > 0) {
      tile(depth, a, ao, b, bo, c, co, ldc);
    } else {
      half(depth, a, ao, b, bo, c, co, ldc);
      half(depth, a, ao + 4, b, bo, c, co + 4 * ldc, ldc);
    }
  }

  private static void tile(
      int depth, double[] a, int ao, double[] b, int bo, double[] c, int co, int ldc) {
    int c1 = co + ldc;
    int c2 = c1 + ldc;
    int c3 = c2 + ldc;
    int c4 = c3 + ldc;
    int c5 = c4 + ldc;
    int c6 = c5 + ldc;
    int c7 = c6 + ldc;
    DoubleVector v0 = fromArray(LANES8, c, co);
    DoubleVector v1 = fromArray(LANES8, c, c1);
    DoubleVector v2 = fromArray(LANES8, c, c2);
    DoubleVector v3 = fromArray(LANES8, c, c3);
    DoubleVector v4 = fromArray(LANES8, c, c4);
    DoubleVector v5 = fromArray(LANES8, c, c5);
    DoubleVector v6 = fromArray(LANES8, c, c6);
    DoubleVector v7 = fromArray(LANES8, c, c7);
    int last = (depth - 1) * WIDTH;
    for (int k = 0; k < last; k += WIDTH) {
      DoubleVector row = fromArray(LANES8, b, bo + k);
      v0 = broadcast(LANES8, a[ao + k]).fma(row, v0);
      v1 = broadcast(LANES8, a[ao + k + 1]).fma(row, v1);
      v2 = broadcast(LANES8, a[ao + k + 2]).fma(row, v2);
      v3 = broadcast(LANES8, a[ao + k + 3]).fma(row, v3);
      v4 = broadcast(LANES8, a[ao + k + 4]).fma(row, v4);
      v5 = broadcast(LANES8, a[ao + k + 5]).fma(row, v5);
      v6 = broadcast(LANES8, a[ao + k + 6]).fma(row, v6);
      v7 = broadcast(LANES8, a[ao + k + 7]).fma(row, v7);
    }
    DoubleVector row = fromArray(LANES8, b, bo + last);
    int p = ao + last;
    broadcast(LANES8, a[p]).fma(row, v0).intoArray(c, co);
    broadcast(LANES8, a[p + 1]).fma(row, v1).intoArray(c, c1);
    broadcast(LANES8, a[p + 2]).fma(row, v2).intoArray(c, c2);
    broadcast(LANES8, a[p + 3]).fma(row, v3).intoArray(c, c3);
    broadcast(LANES8, a[p + 4]).fma(row, v4).intoArray(c, c4);
    broadcast(LANES8, a[p + 5]).fma(row, v5).intoArray(c, c5);
    broadcast(LANES8, a[p + 6]).fma(row, v6).intoArray(c, c6);
    broadcast(LANES8, a[p + 7]).fma(row, v7).intoArray(c, c7);
  }

  /** Rows 0 to 3 of a tile. */
  private static void half(
      int depth, double[] a, int ao, double[] b, int bo, double[] c, int co, int ldc) {
    int c1 = co + ldc;
    int c2 = c1 + ldc;
    int c3 = c2 + ldc;
    DoubleVector v00 = fromArray(LANES4, c, co);
    DoubleVector v01 = fromArray(LANES4, c, co + 4);
    DoubleVector v10 = fromArray(LANES4, c, c1);
    DoubleVector v11 = fromArray(LANES4, c, c1 + 4);
    DoubleVector v20 = fromArray(LANES4, c, c2);
    DoubleVector v21 = fromArray(LANES4, c, c2 + 4);
    DoubleVector v30 = fromArray(LANES4, c, c3);
    DoubleVector v31 = fromArray(LANES4, c, c3 + 4);
    for (int k = 0; k < depth * WIDTH; k += WIDTH) {
      DoubleVector b0 = fromArray(LANES4, b, bo + k);
      DoubleVector b1 = fromArray(LANES4, b, bo + k + 4);
      DoubleVector a0 = broadcast(LANES4, a[ao + k]);
      v00 = a0.fma(b0, v00);
      v01 = a0.fma(b1, v01);
      DoubleVector a1 = broadcast(LANES4, a[ao + k + 1]);
      v10 = a1.fma(b0, v10);
      v11 = a1.fma(b1, v11);
      DoubleVector a2 = broadcast(LANES4, a[ao + k + 2]);
      v20 = a2.fma(b0, v20);
      v21 = a2.fma(b1, v21);
      DoubleVector a3 = broadcast(LANES4, a[ao + k + 3]);
      v30 = a3.fma(b0, v30);
      v31 = a3.fma(b1, v31);
    }
    v00.intoArray(c, co);
    v01.intoArray(c, co + 4);
    v10.intoArray(c, c1);
    v11.intoArray(c, c1 + 4);
    v20.intoArray(c, c2);
    v21.intoArray(c, c2 + 4);
    v30.intoArray(c, c3);
    v31.intoArray(c, c3 + 4);
  }

  @Override
  public void pack(
      int depth,
      int n,
      double[] from,
      int o,
      int ld,
      double[] weights,
      int wo,
      double[] left,
      double[] right,
      int to) {
    for (int k = 0; k < depth; k++) {
      int p = o + k * ld;
      int q = to + k * WIDTH;
      double w = weights[wo + k];
      int j = 0;
      for (; j <= n - 4; j += 4) {
        DoubleVector v = fromArray(LANES4, from, p + j);
        v.intoArray(right, q + j);
        v.mul(w).intoArray(left, q + j);
      }
      for (; j < n; j++) {
        double v = from[p + j];
        right[q + j] = v;
        left[q + j] = w * v;
      }
      for (; j < WIDTH; j++) {
        right[q + j] = 0;
        left[q + j] = 0;
      }
    }
  }
}
