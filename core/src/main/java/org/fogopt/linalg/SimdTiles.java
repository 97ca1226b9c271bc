package org.fogopt.linalg;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Tiles} on 256-bit vectors, two for each row of a tile. {@link #multiply} is written out
 * for the reason given at {@link SimdReductions}: long as it is, the compiler makes it a unit of
 * its own, with every accumulator in a register.
 *
 * <p>Loaded by name only, and only where the module {@code jdk.incubator.vector} is present.
 */
final class SimdTiles implements Tiles {
  private static final VectorSpecies<Double> LANES4 = DoubleVector.SPECIES_256;

  @Override
  public void multiply(
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
