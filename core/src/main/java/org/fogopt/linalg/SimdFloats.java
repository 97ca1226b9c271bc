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

  /** As {@link SimdReductions#addDotDifferences}. */
  @Override
  public double addDotDifferences(
      double sum,
      float[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      int o4,
      double[] b,
      double[] c,
      int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v00 = zero;
    DoubleVector v01 = zero;
    DoubleVector v02 = zero;
    DoubleVector v03 = zero;
    DoubleVector v10 = zero;
    DoubleVector v11 = zero;
    DoubleVector v12 = zero;
    DoubleVector v13 = zero;
    DoubleVector v20 = zero;
    DoubleVector v21 = zero;
    DoubleVector v22 = zero;
    DoubleVector v23 = zero;
    DoubleVector v30 = zero;
    DoubleVector v31 = zero;
    DoubleVector v32 = zero;
    DoubleVector v33 = zero;
    DoubleVector v40 = zero;
    DoubleVector v41 = zero;
    DoubleVector v42 = zero;
    DoubleVector v43 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      DoubleVector d0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      DoubleVector a00 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o0 + k).convertShape(F2D, LANES4, 0);
      v00 = a00.mul(d0).add(v00);
      DoubleVector a10 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o1 + k).convertShape(F2D, LANES4, 0);
      v10 = a10.mul(d0).add(v10);
      DoubleVector a20 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o2 + k).convertShape(F2D, LANES4, 0);
      v20 = a20.mul(d0).add(v20);
      DoubleVector a30 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o3 + k).convertShape(F2D, LANES4, 0);
      v30 = a30.mul(d0).add(v30);
      DoubleVector a40 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o4 + k).convertShape(F2D, LANES4, 0);
      v40 = a40.mul(d0).add(v40);
      DoubleVector d1 = fromArray(LANES4, b, k + 4).sub(fromArray(LANES4, c, k + 4));
      DoubleVector a01 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o0 + k + 4).convertShape(F2D, LANES4, 0);
      v01 = a01.mul(d1).add(v01);
      DoubleVector a11 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o1 + k + 4).convertShape(F2D, LANES4, 0);
      v11 = a11.mul(d1).add(v11);
      DoubleVector a21 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o2 + k + 4).convertShape(F2D, LANES4, 0);
      v21 = a21.mul(d1).add(v21);
      DoubleVector a31 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o3 + k + 4).convertShape(F2D, LANES4, 0);
      v31 = a31.mul(d1).add(v31);
      DoubleVector a41 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o4 + k + 4).convertShape(F2D, LANES4, 0);
      v41 = a41.mul(d1).add(v41);
      DoubleVector d2 = fromArray(LANES4, b, k + 8).sub(fromArray(LANES4, c, k + 8));
      DoubleVector a02 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o0 + k + 8).convertShape(F2D, LANES4, 0);
      v02 = a02.mul(d2).add(v02);
      DoubleVector a12 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o1 + k + 8).convertShape(F2D, LANES4, 0);
      v12 = a12.mul(d2).add(v12);
      DoubleVector a22 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o2 + k + 8).convertShape(F2D, LANES4, 0);
      v22 = a22.mul(d2).add(v22);
      DoubleVector a32 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o3 + k + 8).convertShape(F2D, LANES4, 0);
      v32 = a32.mul(d2).add(v32);
      DoubleVector a42 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o4 + k + 8).convertShape(F2D, LANES4, 0);
      v42 = a42.mul(d2).add(v42);
      DoubleVector d3 = fromArray(LANES4, b, k + 12).sub(fromArray(LANES4, c, k + 12));
      DoubleVector a03 =
          (DoubleVector)
              FloatVector.fromArray(FLOATS4, a, o0 + k + 12).convertShape(F2D, LANES4, 0);
      v03 = a03.mul(d3).add(v03);
      DoubleVector a13 =
          (DoubleVector)
              FloatVector.fromArray(FLOATS4, a, o1 + k + 12).convertShape(F2D, LANES4, 0);
      v13 = a13.mul(d3).add(v13);
      DoubleVector a23 =
          (DoubleVector)
              FloatVector.fromArray(FLOATS4, a, o2 + k + 12).convertShape(F2D, LANES4, 0);
      v23 = a23.mul(d3).add(v23);
      DoubleVector a33 =
          (DoubleVector)
              FloatVector.fromArray(FLOATS4, a, o3 + k + 12).convertShape(F2D, LANES4, 0);
      v33 = a33.mul(d3).add(v33);
      DoubleVector a43 =
          (DoubleVector)
              FloatVector.fromArray(FLOATS4, a, o4 + k + 12).convertShape(F2D, LANES4, 0);
      v43 = a43.mul(d3).add(v43);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector d = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o0 + k).convertShape(F2D, LANES4, 0);
      v00 = a0.mul(d).add(v00);
      DoubleVector a1 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o1 + k).convertShape(F2D, LANES4, 0);
      v10 = a1.mul(d).add(v10);
      DoubleVector a2 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o2 + k).convertShape(F2D, LANES4, 0);
      v20 = a2.mul(d).add(v20);
      DoubleVector a3 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o3 + k).convertShape(F2D, LANES4, 0);
      v30 = a3.mul(d).add(v30);
      DoubleVector a4 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, o4 + k).convertShape(F2D, LANES4, 0);
      v40 = a4.mul(d).add(v40);
    }
    double t0 = 0;
    double t1 = 0;
    double t2 = 0;
    double t3 = 0;
    double t4 = 0;
    for (; k < n; k++) {
      double d = b[k] - c[k];
      t0 += a[o0 + k] * d;
      t1 += a[o1 + k] * d;
      t2 += a[o2 + k] * d;
      t3 += a[o3 + k] * d;
      t4 += a[o4 + k] * d;
    }
    double total = sum;
    DoubleVector w;
    w = v00.sub(zero).add(v01).add(v02.add(v03));
    total += ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t0;
    w = v10.sub(zero).add(v11).add(v12.add(v13));
    total += ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t1;
    w = v20.sub(zero).add(v21).add(v22.add(v23));
    total += ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t2;
    w = v30.sub(zero).add(v31).add(v32.add(v33));
    total += ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t3;
    w = v40.sub(zero).add(v41).add(v42.add(v43));
    total += ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t4;
    return total;
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

  @Override
  public void axpy2(double alpha, float[] a, int ao, double beta, double[] b, double[] y, int n) {
    double minusAlpha = -alpha;
    double minusBeta = -beta;
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
      DoubleVector b0 = fromArray(LANES4, b, k).mul(minusBeta);
      DoubleVector b1 = fromArray(LANES4, b, k + 4).mul(minusBeta);
      DoubleVector b2 = fromArray(LANES4, b, k + 8).mul(minusBeta);
      DoubleVector b3 = fromArray(LANES4, b, k + 12).mul(minusBeta);
      fromArray(LANES4, y, k).sub(a0.mul(minusAlpha)).sub(b0).intoArray(y, k);
      fromArray(LANES4, y, k + 4).sub(a1.mul(minusAlpha)).sub(b1).intoArray(y, k + 4);
      fromArray(LANES4, y, k + 8).sub(a2.mul(minusAlpha)).sub(b2).intoArray(y, k + 8);
      fromArray(LANES4, y, k + 12).sub(a3.mul(minusAlpha)).sub(b3).intoArray(y, k + 12);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector a0 =
          (DoubleVector) FloatVector.fromArray(FLOATS4, a, ao + k).convertShape(F2D, LANES4, 0);
      DoubleVector b0 = fromArray(LANES4, b, k).mul(minusBeta);
      fromArray(LANES4, y, k).sub(a0.mul(minusAlpha)).sub(b0).intoArray(y, k);
    }
    for (; k < n; k++) {
      y[k] = (y[k] + alpha * a[ao + k]) + beta * b[k];
    }
  }
}
