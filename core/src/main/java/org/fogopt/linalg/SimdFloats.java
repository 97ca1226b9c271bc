package org.fogopt.linalg;

import static jdk.incubator.vector.DoubleVector.fromArray;
import static jdk.incubator.vector.VectorOperators.F2D;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Floats} on 256-bit vectors: four floats are loaded and made four doubles. Loaded by name
 * only, and written as {@link SimdReductions} is, for the reasons given there.
 */
final class SimdFloats implements Floats {
  private static final VectorSpecies<Double> LANES4 = DoubleVector.SPECIES_256;
  private static final VectorSpecies<Float> FLOATS4 = FloatVector.SPECIES_128;

  @Override
  public double dot(float[] a, int ao, double[] b, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v0 = zero;
    DoubleVector v1 = zero;
    DoubleVector v2 = zero;
    DoubleVector v3 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p).convertShape(F2D, LANES4, 0);
      DoubleVector a1 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 4).convertShape(F2D, LANES4, 0);
      DoubleVector a2 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 8).convertShape(F2D, LANES4, 0);
      DoubleVector a3 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 12).convertShape(F2D, LANES4, 0);
      v0 = a0.mul(fromArray(LANES4, b, k)).add(v0);
      v1 = a1.mul(fromArray(LANES4, b, k + 4)).add(v1);
      v2 = a2.mul(fromArray(LANES4, b, k + 8)).add(v2);
      v3 = a3.mul(fromArray(LANES4, b, k + 12)).add(v3);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, ao + k).convertShape(F2D, LANES4, 0);
      v0 = a0.mul(fromArray(LANES4, b, k)).add(v0);
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += a[ao + k] * b[k];
    }
    DoubleVector v = v0.sub(zero).add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }

  @Override
  public double dotDifference(float[] a, int ao, double[] b, double[] c, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v0 = zero;
    DoubleVector v1 = zero;
    DoubleVector v2 = zero;
    DoubleVector v3 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p).convertShape(F2D, LANES4, 0);
      DoubleVector a1 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 4).convertShape(F2D, LANES4, 0);
      DoubleVector a2 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 8).convertShape(F2D, LANES4, 0);
      DoubleVector a3 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 12).convertShape(F2D, LANES4, 0);
      DoubleVector d0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      DoubleVector d1 = fromArray(LANES4, b, k + 4).sub(fromArray(LANES4, c, k + 4));
      DoubleVector d2 = fromArray(LANES4, b, k + 8).sub(fromArray(LANES4, c, k + 8));
      DoubleVector d3 = fromArray(LANES4, b, k + 12).sub(fromArray(LANES4, c, k + 12));
      v0 = a0.mul(d0).add(v0);
      v1 = a1.mul(d1).add(v1);
      v2 = a2.mul(d2).add(v2);
      v3 = a3.mul(d3).add(v3);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, ao + k).convertShape(F2D, LANES4, 0);
      v0 = a0.mul(fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k))).add(v0);
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += a[ao + k] * (b[k] - c[k]);
    }
    DoubleVector v = v0.sub(zero).add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }

  @Override
  public void axpy(double alpha, float[] a, int ao, double[] y, int yo, int n) {
    double minus = -alpha;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      int o = yo + k;
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p).convertShape(F2D, LANES4, 0);
      DoubleVector a1 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 4).convertShape(F2D, LANES4, 0);
      DoubleVector a2 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 8).convertShape(F2D, LANES4, 0);
      DoubleVector a3 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, p + 12).convertShape(F2D, LANES4, 0);
      fromArray(LANES4, y, o).sub(a0.mul(minus)).intoArray(y, o);
      fromArray(LANES4, y, o + 4).sub(a1.mul(minus)).intoArray(y, o + 4);
      fromArray(LANES4, y, o + 8).sub(a2.mul(minus)).intoArray(y, o + 8);
      fromArray(LANES4, y, o + 12).sub(a3.mul(minus)).intoArray(y, o + 12);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, ao + k).convertShape(F2D, LANES4, 0);
      fromArray(LANES4, y, yo + k).sub(a0.mul(minus)).intoArray(y, yo + k);
    }
    for (; k < n; k++) {
      y[yo + k] += alpha * a[ao + k];
    }
  }
}
