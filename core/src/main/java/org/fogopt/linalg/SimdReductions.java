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
 * What is left after the blocks of sixteen is written out, for a loop of three rounds at most costs
 * more to enter than to go through; short rows feel it.
 *
 * <p>Loaded by name only, and only where the module {@code jdk.incubator.vector} is present.
 */
final class SimdReductions implements Reductions {
  private static final VectorSpecies<Double> LANES4 = DoubleVector.SPECIES_256;

  @Override
  public double dot(double[] a, int ao, double[] b, int n) {
    DoubleVector v0 = DoubleVector.zero(LANES4);
    DoubleVector v1 = v0;
    DoubleVector v2 = v0;
    DoubleVector v3 = v0;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      v0 = v0.add(fromArray(LANES4, a, p).mul(fromArray(LANES4, b, k)));
      v1 = v1.add(fromArray(LANES4, a, p + 4).mul(fromArray(LANES4, b, k + 4)));
      v2 = v2.add(fromArray(LANES4, a, p + 8).mul(fromArray(LANES4, b, k + 8)));
      v3 = v3.add(fromArray(LANES4, a, p + 12).mul(fromArray(LANES4, b, k + 12)));
    }
    if (k <= n - 4) {
      v0 = v0.add(fromArray(LANES4, a, ao + k).mul(fromArray(LANES4, b, k)));
      k += 4;
      if (k <= n - 4) {
        v0 = v0.add(fromArray(LANES4, a, ao + k).mul(fromArray(LANES4, b, k)));
        k += 4;
        if (k <= n - 4) {
          v0 = v0.add(fromArray(LANES4, a, ao + k).mul(fromArray(LANES4, b, k)));
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
    DoubleVector v = v0.add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }

  @Override
  public double dotDifference(double[] a, int ao, double[] b, double[] c, int n) {
    DoubleVector v0 = DoubleVector.zero(LANES4);
    DoubleVector v1 = v0;
    DoubleVector v2 = v0;
    DoubleVector v3 = v0;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      DoubleVector d0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      DoubleVector d1 = fromArray(LANES4, b, k + 4).sub(fromArray(LANES4, c, k + 4));
      DoubleVector d2 = fromArray(LANES4, b, k + 8).sub(fromArray(LANES4, c, k + 8));
      DoubleVector d3 = fromArray(LANES4, b, k + 12).sub(fromArray(LANES4, c, k + 12));
      v0 = v0.add(fromArray(LANES4, a, p).mul(d0));
      v1 = v1.add(fromArray(LANES4, a, p + 4).mul(d1));
      v2 = v2.add(fromArray(LANES4, a, p + 8).mul(d2));
      v3 = v3.add(fromArray(LANES4, a, p + 12).mul(d3));
    }
    if (k <= n - 4) {
      DoubleVector t0 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
      v0 = v0.add(fromArray(LANES4, a, ao + k).mul(t0));
      k += 4;
      if (k <= n - 4) {
        DoubleVector t1 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
        v0 = v0.add(fromArray(LANES4, a, ao + k).mul(t1));
        k += 4;
        if (k <= n - 4) {
          DoubleVector t2 = fromArray(LANES4, b, k).sub(fromArray(LANES4, c, k));
          v0 = v0.add(fromArray(LANES4, a, ao + k).mul(t2));
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
    DoubleVector v = v0.add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }

  @Override
  public double squaredDistance(double[] a, int ao, double[] b, int bo, int n) {
    DoubleVector v0 = DoubleVector.zero(LANES4);
    DoubleVector v1 = v0;
    DoubleVector v2 = v0;
    DoubleVector v3 = v0;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      int o = bo + k;
      DoubleVector d0 = fromArray(LANES4, a, p).sub(fromArray(LANES4, b, o));
      DoubleVector d1 = fromArray(LANES4, a, p + 4).sub(fromArray(LANES4, b, o + 4));
      DoubleVector d2 = fromArray(LANES4, a, p + 8).sub(fromArray(LANES4, b, o + 8));
      DoubleVector d3 = fromArray(LANES4, a, p + 12).sub(fromArray(LANES4, b, o + 12));
      v0 = v0.add(d0.mul(d0));
      v1 = v1.add(d1.mul(d1));
      v2 = v2.add(d2.mul(d2));
      v3 = v3.add(d3.mul(d3));
    }
    for (; k <= n - 4; k += 4) {
      DoubleVector d = fromArray(LANES4, a, ao + k).sub(fromArray(LANES4, b, bo + k));
      v0 = v0.add(d.mul(d));
    }
    double tail = 0;
    for (; k < n; k++) {
      double d = a[ao + k] - b[bo + k];
      tail += d * d;
    }
    DoubleVector v = v0.add(v1).add(v2.add(v3));
    return ((v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3))) + tail;
  }
}
