package org.fogopt.linalg;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Reductions} on 256-bit vectors. The species is fixed, not the machine's preferred one: the
 * width decides the order of the sum, and the order decides the bits. The lanes are added by hand,
 * for the order of {@code reduceLanes} is left open by its specification.
 *
 * <p>The methods are long on purpose, with nothing moved out of them: beyond 325 bytes of code
 * (HotSpot's FreqInlineSize) a method is compiled on its own. Inlined into a large caller, the
 * vector operations would exceed the compiler's budget, stay calls, and allocate an object each.
 *
 * <p>Every kernel subtracts, if only zero, and {@code a + b·c} may be written {@code a − b·(−c)}:
 * the bits are the same. The compiler guesses the class of an operator from those seen so far, and
 * that of an addition or a multiplication is another than that of a subtraction. If the first pass
 * over the rows has only the former, the first subtraction proves it wrong; it then counts that
 * against every operation of a kernel it compiles, and beyond a hundred (25 operations) it makes
 * them calls, and objects: five to ten times as slow. A product is asked to add the sum, not the
 * sum, for the sum comes round the loop, and of what does the compiler knows less.
 *
 * <p>What is left after the blocks of sixteen is written out, for a loop of three rounds at most
 * costs more to enter than to go through; short rows feel it.
 *
 * <p>Loaded by name only, and only where the module {@code jdk.incubator.vector} is present.
 */
final class SimdReductions implements Reductions {
  private static final VectorSpecies<Double> LANES4 = DoubleVector.SPECIES_256;

  @Override
  public double dot(double[] a, int ao, double[] b, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v0 = zero;
    DoubleVector v1 = zero;
    DoubleVector v2 = zero;
    DoubleVector v3 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      v0 = fromArray(LANES4, a, p).mul(fromArray(LANES4, b, k)).add(v0);
      v1 = fromArray(LANES4, a, p + 4).mul(fromArray(LANES4, b, k + 4)).add(v1);
      v2 = fromArray(LANES4, a, p + 8).mul(fromArray(LANES4, b, k + 8)).add(v2);
      v3 = fromArray(LANES4, a, p + 12).mul(fromArray(LANES4, b, k + 12)).add(v3);
    }
    if (k <= n - 4) {
      v0 = fromArray(LANES4, a, ao + k).mul(fromArray(LANES4, b, k)).add(v0);
      k += 4;
      if (k <= n - 4) {
        v0 = fromArray(LANES4, a, ao + k).mul(fromArray(LANES4, b, k)).add(v0);
        k += 4;
        if (k <= n - 4) {
          v0 = fromArray(LANES4, a, ao + k).mul(fromArray(LANES4, b, k)).add(v0);
          k += 4;
        }
      }
    }
    double tail = 0;
    if (k < n) {
      tail += a[ao + k] * b[k];
      if (k + 1 < n) {
        tail += a[ao + k + 1] * b[k + 1];
        if (k + 2 < n) {
          tail += a[ao + k + 2] * b[k + 2];
        }
      }
    }
    DoubleVector v = v0.sub(zero).add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }

  @Override
  public double dotDifference(double[] a, int ao, double[] b, double[] c, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v0 = zero;
    DoubleVector v1 = zero;
    DoubleVector v2 = zero;
    DoubleVector v3 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      DoubleVector d0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      DoubleVector d1 = fromArray(LANES4, b, k + 4).sub(fromArray(LANES4, c, k + 4));
      DoubleVector d2 = fromArray(LANES4, b, k + 8).sub(fromArray(LANES4, c, k + 8));
      DoubleVector d3 = fromArray(LANES4, b, k + 12).sub(fromArray(LANES4, c, k + 12));
      v0 = fromArray(LANES4, a, p).mul(d0).add(v0);
      v1 = fromArray(LANES4, a, p + 4).mul(d1).add(v1);
      v2 = fromArray(LANES4, a, p + 8).mul(d2).add(v2);
      v3 = fromArray(LANES4, a, p + 12).mul(d3).add(v3);
    }
    if (k <= n - 4) {
      DoubleVector t0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      v0 = fromArray(LANES4, a, ao + k).mul(t0).add(v0);
      k += 4;
      if (k <= n - 4) {
        DoubleVector t1 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
        v0 = fromArray(LANES4, a, ao + k).mul(t1).add(v0);
        k += 4;
        if (k <= n - 4) {
          DoubleVector t2 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
          v0 = fromArray(LANES4, a, ao + k).mul(t2).add(v0);
          k += 4;
        }
      }
    }
    double tail = 0;
    if (k < n) {
      tail += a[ao + k] * (b[k] - c[k]);
      if (k + 1 < n) {
        tail += a[ao + k + 1] * (b[k + 1] - c[k + 1]);
        if (k + 2 < n) {
          tail += a[ao + k + 2] * (b[k + 2] - c[k + 2]);
        }
      }
    }
    DoubleVector v = v0.sub(zero).add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }

  /**
   * The differences are loaded once for five rows instead of five times, and five rows are on their
   * way from memory at once. Twenty sums are more than the sixteen registers of AVX2 hold; what has
   * to be put aside there costs less than a second pass would.
   */
  @Override
  public double addDotDifferences(
      double sum,
      double[] a,
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
      v00 = fromArray(LANES4, a, o0 + k).mul(d0).add(v00);
      v10 = fromArray(LANES4, a, o1 + k).mul(d0).add(v10);
      v20 = fromArray(LANES4, a, o2 + k).mul(d0).add(v20);
      v30 = fromArray(LANES4, a, o3 + k).mul(d0).add(v30);
      v40 = fromArray(LANES4, a, o4 + k).mul(d0).add(v40);
      DoubleVector d1 = fromArray(LANES4, b, k + 4).sub(fromArray(LANES4, c, k + 4));
      v01 = fromArray(LANES4, a, o0 + k + 4).mul(d1).add(v01);
      v11 = fromArray(LANES4, a, o1 + k + 4).mul(d1).add(v11);
      v21 = fromArray(LANES4, a, o2 + k + 4).mul(d1).add(v21);
      v31 = fromArray(LANES4, a, o3 + k + 4).mul(d1).add(v31);
      v41 = fromArray(LANES4, a, o4 + k + 4).mul(d1).add(v41);
      DoubleVector d2 = fromArray(LANES4, b, k + 8).sub(fromArray(LANES4, c, k + 8));
      v02 = fromArray(LANES4, a, o0 + k + 8).mul(d2).add(v02);
      v12 = fromArray(LANES4, a, o1 + k + 8).mul(d2).add(v12);
      v22 = fromArray(LANES4, a, o2 + k + 8).mul(d2).add(v22);
      v32 = fromArray(LANES4, a, o3 + k + 8).mul(d2).add(v32);
      v42 = fromArray(LANES4, a, o4 + k + 8).mul(d2).add(v42);
      DoubleVector d3 = fromArray(LANES4, b, k + 12).sub(fromArray(LANES4, c, k + 12));
      v03 = fromArray(LANES4, a, o0 + k + 12).mul(d3).add(v03);
      v13 = fromArray(LANES4, a, o1 + k + 12).mul(d3).add(v13);
      v23 = fromArray(LANES4, a, o2 + k + 12).mul(d3).add(v23);
      v33 = fromArray(LANES4, a, o3 + k + 12).mul(d3).add(v33);
      v43 = fromArray(LANES4, a, o4 + k + 12).mul(d3).add(v43);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector d = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      v00 = fromArray(LANES4, a, o0 + k).mul(d).add(v00);
      v10 = fromArray(LANES4, a, o1 + k).mul(d).add(v10);
      v20 = fromArray(LANES4, a, o2 + k).mul(d).add(v20);
      v30 = fromArray(LANES4, a, o3 + k).mul(d).add(v30);
      v40 = fromArray(LANES4, a, o4 + k).mul(d).add(v40);
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

  /**
   * Four rows, not five: together with the second loop, five would be more than the compiler is
   * willing to inline.
   */
  @Override
  public double addSlopes(
      double sum,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      double[] b,
      double[] c,
      double shift,
      double scale,
      double weight,
      double[] y,
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
    int k = 0;
    for (; k <= n - 16; k += 16) {
      DoubleVector d0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      v00 = fromArray(LANES4, a, o0 + k).mul(d0).add(v00);
      v10 = fromArray(LANES4, a, o1 + k).mul(d0).add(v10);
      v20 = fromArray(LANES4, a, o2 + k).mul(d0).add(v20);
      v30 = fromArray(LANES4, a, o3 + k).mul(d0).add(v30);
      DoubleVector d1 = fromArray(LANES4, b, k + 4).sub(fromArray(LANES4, c, k + 4));
      v01 = fromArray(LANES4, a, o0 + k + 4).mul(d1).add(v01);
      v11 = fromArray(LANES4, a, o1 + k + 4).mul(d1).add(v11);
      v21 = fromArray(LANES4, a, o2 + k + 4).mul(d1).add(v21);
      v31 = fromArray(LANES4, a, o3 + k + 4).mul(d1).add(v31);
      DoubleVector d2 = fromArray(LANES4, b, k + 8).sub(fromArray(LANES4, c, k + 8));
      v02 = fromArray(LANES4, a, o0 + k + 8).mul(d2).add(v02);
      v12 = fromArray(LANES4, a, o1 + k + 8).mul(d2).add(v12);
      v22 = fromArray(LANES4, a, o2 + k + 8).mul(d2).add(v22);
      v32 = fromArray(LANES4, a, o3 + k + 8).mul(d2).add(v32);
      DoubleVector d3 = fromArray(LANES4, b, k + 12).sub(fromArray(LANES4, c, k + 12));
      v03 = fromArray(LANES4, a, o0 + k + 12).mul(d3).add(v03);
      v13 = fromArray(LANES4, a, o1 + k + 12).mul(d3).add(v13);
      v23 = fromArray(LANES4, a, o2 + k + 12).mul(d3).add(v23);
      v33 = fromArray(LANES4, a, o3 + k + 12).mul(d3).add(v33);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector d = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      v00 = fromArray(LANES4, a, o0 + k).mul(d).add(v00);
      v10 = fromArray(LANES4, a, o1 + k).mul(d).add(v10);
      v20 = fromArray(LANES4, a, o2 + k).mul(d).add(v20);
      v30 = fromArray(LANES4, a, o3 + k).mul(d).add(v30);
    }
    double t0 = 0;
    double t1 = 0;
    double t2 = 0;
    double t3 = 0;
    for (; k < n; k++) {
      double d = b[k] - c[k];
      t0 += a[o0 + k] * d;
      t1 += a[o1 + k] * d;
      t2 += a[o2 + k] * d;
      t3 += a[o3 + k] * d;
    }
    DoubleVector w;
    w = v00.sub(zero).add(v01).add(v02.add(v03));
    double dot0 = ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t0;
    double s0 = scale * (dot0 - shift);
    w = v10.sub(zero).add(v11).add(v12.add(v13));
    double dot1 = ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t1;
    double s1 = scale * (dot1 - shift);
    w = v20.sub(zero).add(v21).add(v22.add(v23));
    double dot2 = ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t2;
    double s2 = scale * (dot2 - shift);
    w = v30.sub(zero).add(v31).add(v32.add(v33));
    double dot3 = ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + t3;
    double s3 = scale * (dot3 - shift);
    double w0 = weight * s0;
    double w1 = weight * s1;
    double w2 = weight * s2;
    double w3 = weight * s3;
    k = 0;
    for (; k <= n - 4; k += 4) {
      fromArray(LANES4, y, k)
          .add(fromArray(LANES4, a, o0 + k).mul(w0))
          .add(fromArray(LANES4, a, o1 + k).mul(w1))
          .add(fromArray(LANES4, a, o2 + k).mul(w2))
          .add(fromArray(LANES4, a, o3 + k).mul(w3))
          .intoArray(y, k);
    }
    for (; k < n; k++) {
      double e = y[k];
      e += w0 * a[o0 + k];
      e += w1 * a[o1 + k];
      e += w2 * a[o2 + k];
      e += w3 * a[o3 + k];
      y[k] = e;
    }
    return (((sum + s0) + s1) + s2) + s3;
  }

  @Override
  public double descend(double[] from, double eta, double[] v, double[] to, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v0 = zero;
    DoubleVector v1 = zero;
    DoubleVector v2 = zero;
    DoubleVector v3 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      DoubleVector w0 = fromArray(LANES4, v, k);
      DoubleVector w1 = fromArray(LANES4, v, k + 4);
      DoubleVector w2 = fromArray(LANES4, v, k + 8);
      DoubleVector w3 = fromArray(LANES4, v, k + 12);
      v0 = w0.mul(w0).add(v0);
      v1 = w1.mul(w1).add(v1);
      v2 = w2.mul(w2).add(v2);
      v3 = w3.mul(w3).add(v3);
      fromArray(LANES4, from, k).sub(w0.mul(eta)).intoArray(to, k);
      fromArray(LANES4, from, k + 4).sub(w1.mul(eta)).intoArray(to, k + 4);
      fromArray(LANES4, from, k + 8).sub(w2.mul(eta)).intoArray(to, k + 8);
      fromArray(LANES4, from, k + 12).sub(w3.mul(eta)).intoArray(to, k + 12);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector w = fromArray(LANES4, v, k);
      v0 = w.mul(w).add(v0);
      fromArray(LANES4, from, k).sub(w.mul(eta)).intoArray(to, k);
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += v[k] * v[k];
      to[k] = from[k] - eta * v[k];
    }
    DoubleVector w = v0.sub(zero).add(v1).add(v2.add(v3));
    return ((w.lane(0) + w.lane(1)) + (w.lane(2) + w.lane(3))) + tail;
  }

  @Override
  public double squaredDistance(double[] a, int ao, double[] b, int bo, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    DoubleVector v0 = zero;
    DoubleVector v1 = zero;
    DoubleVector v2 = zero;
    DoubleVector v3 = zero;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      int o = bo + k;
      DoubleVector d0 = fromArray(LANES4, a, p).sub(fromArray(LANES4, b, o));
      DoubleVector d1 = fromArray(LANES4, a, p + 4).sub(fromArray(LANES4, b, o + 4));
      DoubleVector d2 = fromArray(LANES4, a, p + 8).sub(fromArray(LANES4, b, o + 8));
      DoubleVector d3 = fromArray(LANES4, a, p + 12).sub(fromArray(LANES4, b, o + 12));
      v0 = d0.mul(d0).add(v0);
      v1 = d1.mul(d1).add(v1);
      v2 = d2.mul(d2).add(v2);
      v3 = d3.mul(d3).add(v3);
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector d = fromArray(LANES4, a, ao + k).sub(fromArray(LANES4, b, bo + k));
      v0 = d.mul(d).add(v0);
    }
    double tail = 0;
    for (; k < n; k++) {
      double d = a[ao + k] - b[bo + k];
      tail += d * d;
    }
    DoubleVector v = v0.sub(zero).add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }
}
