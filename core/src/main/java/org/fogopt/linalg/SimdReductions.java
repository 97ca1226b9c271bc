package org.fogopt.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Reductions} on 256-bit vectors. The species is fixed, not the machine's preferred one: the
 * width decides the order of the sum, and the order decides the bits.
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
      v0 = v0.add(load(a, p).mul(load(b, k)));
      v1 = v1.add(load(a, p + 4).mul(load(b, k + 4)));
      v2 = v2.add(load(a, p + 8).mul(load(b, k + 8)));
      v3 = v3.add(load(a, p + 12).mul(load(b, k + 12)));
    }
    for (; k <= n - 4; k += 4) {
      v0 = v0.add(load(a, ao + k).mul(load(b, k)));
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += a[ao + k] * b[k];
    }
    return sum(v0, v1, v2, v3) + tail;
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
      v0 = v0.add(load(a, p).mul(load(b, k).sub(load(c, k))));
      v1 = v1.add(load(a, p + 4).mul(load(b, k + 4).sub(load(c, k + 4))));
      v2 = v2.add(load(a, p + 8).mul(load(b, k + 8).sub(load(c, k + 8))));
      v3 = v3.add(load(a, p + 12).mul(load(b, k + 12).sub(load(c, k + 12))));
    }
    for (; k <= n - 4; k += 4) {
      v0 = v0.add(load(a, ao + k).mul(load(b, k).sub(load(c, k))));
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += a[ao + k] * (b[k] - c[k]);
    }
    return sum(v0, v1, v2, v3) + tail;
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
      v0 = v0.add(square(load(a, p).sub(load(b, o))));
      v1 = v1.add(square(load(a, p + 4).sub(load(b, o + 4))));
      v2 = v2.add(square(load(a, p + 8).sub(load(b, o + 8))));
      v3 = v3.add(square(load(a, p + 12).sub(load(b, o + 12))));
    }
    for (; k <= n - 4; k += 4) {
      v0 = v0.add(square(load(a, ao + k).sub(load(b, bo + k))));
    }
    double tail = 0;
    for (; k < n; k++) {
      double d = a[ao + k] - b[bo + k];
      tail += d * d;
    }
    return sum(v0, v1, v2, v3) + tail;
  }

  private static DoubleVector square(DoubleVector v) {
    return v.mul(v);
  }

  private static DoubleVector load(double[] a, int at) {
    return DoubleVector.fromArray(LANES4, a, at);
  }

  /** Not {@code reduceLanes}: its order is left open by the specification. */
  private static double sum(DoubleVector v0, DoubleVector v1, DoubleVector v2, DoubleVector v3) {
    DoubleVector v = v0.add(v1).add(v2.add(v3));
    return (v.lane(0) + v.lane(1)) + (v.lane(2) + v.lane(3));
  }
}
