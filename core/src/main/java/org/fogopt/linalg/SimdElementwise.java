package org.fogopt.linalg;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** {@link Elementwise} on 256-bit vectors. Loaded by name only, like {@link SimdReductions}. */
final class SimdElementwise implements Elementwise {
  private static final VectorSpecies<Double> LANES4 = DoubleVector.SPECIES_256;
  private static final VectorSpecies<Float> FLOATS4 = FloatVector.SPECIES_128;

  /**
   * Exact, so its bits cannot differ. Short: it passes no vector on that could become an object.
   */
  @Override
  public void widen(float[] a, int ao, double[] into, int n) {
    int k = 0;
    for (; k <= n - 4; k += 4) {
      FloatVector.fromArray(FLOATS4, a, ao + k)
          .convertShape(VectorOperators.F2D, LANES4, 0)
          .reinterpretAsDoubles()
          .intoArray(into, k);
    }
    for (; k < n; k++) {
      into[k] = a[ao + k];
    }
  }

  /** Long, so that it is compiled on its own, and by subtraction: see {@link SimdReductions}. */
  @Override
  public void axpy(double alpha, double[] a, int ao, double[] y, int yo, int n) {
    double minus = -alpha;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      int o = yo + k;
      fromArray(LANES4, y, o).sub(fromArray(LANES4, a, p).mul(minus)).intoArray(y, o);
      fromArray(LANES4, y, o + 4).sub(fromArray(LANES4, a, p + 4).mul(minus)).intoArray(y, o + 4);
      fromArray(LANES4, y, o + 8).sub(fromArray(LANES4, a, p + 8).mul(minus)).intoArray(y, o + 8);
      fromArray(LANES4, y, o + 12)
          .sub(fromArray(LANES4, a, p + 12).mul(minus))
          .intoArray(y, o + 12);
    }
    for (; k <= n - 4; k += 4) {
      fromArray(LANES4, y, yo + k)
          .sub(fromArray(LANES4, a, ao + k).mul(minus))
          .intoArray(y, yo + k);
    }
    if (k < n) {
      y[yo + k] += alpha * a[ao + k];
      if (k + 1 < n) {
        y[yo + k + 1] += alpha * a[ao + k + 1];
        if (k + 2 < n) {
          y[yo + k + 2] += alpha * a[ao + k + 2];
        }
      }
    }
  }

  @Override
  public void addDifference(double alpha, double[] a, double[] b, double[] y, int n) {
    int k = 0;
    for (; k <= n - 16; k += 16) {
      fromArray(LANES4, y, k)
          .add(fromArray(LANES4, a, k).sub(fromArray(LANES4, b, k)).mul(alpha))
          .intoArray(y, k);
      fromArray(LANES4, y, k + 4)
          .add(fromArray(LANES4, a, k + 4).sub(fromArray(LANES4, b, k + 4)).mul(alpha))
          .intoArray(y, k + 4);
      fromArray(LANES4, y, k + 8)
          .add(fromArray(LANES4, a, k + 8).sub(fromArray(LANES4, b, k + 8)).mul(alpha))
          .intoArray(y, k + 8);
      fromArray(LANES4, y, k + 12)
          .add(fromArray(LANES4, a, k + 12).sub(fromArray(LANES4, b, k + 12)).mul(alpha))
          .intoArray(y, k + 12);
    }
    for (; k <= n - 4; k += 4) {
      fromArray(LANES4, y, k)
          .add(fromArray(LANES4, a, k).sub(fromArray(LANES4, b, k)).mul(alpha))
          .intoArray(y, k);
    }
    for (; k < n; k++) {
      y[k] += alpha * (a[k] - b[k]);
    }
  }

  @Override
  public void axpy2(double alpha, double[] a, int ao, double beta, double[] b, double[] y, int n) {
    int k = 0;
    for (; k <= n - 16; k += 16) {
      fromArray(LANES4, y, k)
          .add(fromArray(LANES4, a, ao + k).mul(alpha))
          .add(fromArray(LANES4, b, k).mul(beta))
          .intoArray(y, k);
      fromArray(LANES4, y, k + 4)
          .add(fromArray(LANES4, a, ao + k + 4).mul(alpha))
          .add(fromArray(LANES4, b, k + 4).mul(beta))
          .intoArray(y, k + 4);
      fromArray(LANES4, y, k + 8)
          .add(fromArray(LANES4, a, ao + k + 8).mul(alpha))
          .add(fromArray(LANES4, b, k + 8).mul(beta))
          .intoArray(y, k + 8);
      fromArray(LANES4, y, k + 12)
          .add(fromArray(LANES4, a, ao + k + 12).mul(alpha))
          .add(fromArray(LANES4, b, k + 12).mul(beta))
          .intoArray(y, k + 12);
    }
    for (; k <= n - 4; k += 4) {
      fromArray(LANES4, y, k)
          .add(fromArray(LANES4, a, ao + k).mul(alpha))
          .add(fromArray(LANES4, b, k).mul(beta))
          .intoArray(y, k);
    }
    for (; k < n; k++) {
      y[k] = (y[k] + alpha * a[ao + k]) + beta * b[k];
    }
  }

  /** By subtraction: see {@link SimdReductions}. */
  @Override
  public void axpy4(
      double w0,
      double w1,
      double w2,
      double w3,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      double[] y,
      int n) {
    double m0 = -w0;
    double m1 = -w1;
    double m2 = -w2;
    double m3 = -w3;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      fromArray(LANES4, y, k)
          .sub(fromArray(LANES4, a, o0 + k).mul(m0))
          .sub(fromArray(LANES4, a, o1 + k).mul(m1))
          .sub(fromArray(LANES4, a, o2 + k).mul(m2))
          .sub(fromArray(LANES4, a, o3 + k).mul(m3))
          .intoArray(y, k);
      fromArray(LANES4, y, k + 4)
          .sub(fromArray(LANES4, a, o0 + k + 4).mul(m0))
          .sub(fromArray(LANES4, a, o1 + k + 4).mul(m1))
          .sub(fromArray(LANES4, a, o2 + k + 4).mul(m2))
          .sub(fromArray(LANES4, a, o3 + k + 4).mul(m3))
          .intoArray(y, k + 4);
      fromArray(LANES4, y, k + 8)
          .sub(fromArray(LANES4, a, o0 + k + 8).mul(m0))
          .sub(fromArray(LANES4, a, o1 + k + 8).mul(m1))
          .sub(fromArray(LANES4, a, o2 + k + 8).mul(m2))
          .sub(fromArray(LANES4, a, o3 + k + 8).mul(m3))
          .intoArray(y, k + 8);
      fromArray(LANES4, y, k + 12)
          .sub(fromArray(LANES4, a, o0 + k + 12).mul(m0))
          .sub(fromArray(LANES4, a, o1 + k + 12).mul(m1))
          .sub(fromArray(LANES4, a, o2 + k + 12).mul(m2))
          .sub(fromArray(LANES4, a, o3 + k + 12).mul(m3))
          .intoArray(y, k + 12);
    }
    for (; k <= n - 4; k += 4) {
      fromArray(LANES4, y, k)
          .sub(fromArray(LANES4, a, o0 + k).mul(m0))
          .sub(fromArray(LANES4, a, o1 + k).mul(m1))
          .sub(fromArray(LANES4, a, o2 + k).mul(m2))
          .sub(fromArray(LANES4, a, o3 + k).mul(m3))
          .intoArray(y, k);
    }
    for (; k < n; k++) {
      y[k] = (((y[k] + w0 * a[o0 + k]) + w1 * a[o1 + k]) + w2 * a[o2 + k]) + w3 * a[o3 + k];
    }
  }

  @Override
  public void drain(double[] a, double[] y, int n) {
    DoubleVector zero = DoubleVector.zero(LANES4);
    int k = 0;
    for (; k <= n - 16; k += 16) {
      fromArray(LANES4, y, k).add(fromArray(LANES4, a, k)).intoArray(y, k);
      zero.intoArray(a, k);
      fromArray(LANES4, y, k + 4).add(fromArray(LANES4, a, k + 4)).intoArray(y, k + 4);
      zero.intoArray(a, k + 4);
      fromArray(LANES4, y, k + 8).add(fromArray(LANES4, a, k + 8)).intoArray(y, k + 8);
      zero.intoArray(a, k + 8);
      fromArray(LANES4, y, k + 12).add(fromArray(LANES4, a, k + 12)).intoArray(y, k + 12);
      zero.intoArray(a, k + 12);
    }
    for (; k <= n - 4; k += 4) {
      fromArray(LANES4, y, k).add(fromArray(LANES4, a, k)).intoArray(y, k);
      zero.intoArray(a, k);
    }
    for (; k < n; k++) {
      y[k] += a[k];
      a[k] = 0;
    }
  }

  @Override
  public void exp(double[] v, int n) {
    int i = 0;
    for (; i <= n - 4; i += 4) {
      DoubleVector x = DoubleVector.fromArray(LANES4, v, i);
      VectorMask<Double> tiny = x.compare(VectorOperators.LT, LEAST_EXPONENT);
      DoubleVector shifted = x.mul(LOG2_E).add(TO_WHOLE);
      DoubleVector k = shifted.sub(TO_WHOLE);
      DoubleVector r = x.sub(k.mul(LN2_HIGH)).sub(k.mul(LN2_LOW));
      DoubleVector p = DoubleVector.broadcast(LANES4, E13);
      p = p.mul(r).add(E12);
      p = p.mul(r).add(E11);
      p = p.mul(r).add(E10);
      p = p.mul(r).add(E9);
      p = p.mul(r).add(E8);
      p = p.mul(r).add(E7);
      p = p.mul(r).add(E6);
      p = p.mul(r).add(E5);
      p = p.mul(r).add(E4);
      p = p.mul(r).add(E3);
      p = p.mul(r).add(E2);
      p = p.mul(r).add(1);
      p = p.mul(r).add(1);
      LongVector power = shifted.reinterpretAsLongs().lanewise(VectorOperators.LSHL, 52);
      p.reinterpretAsLongs().add(power).reinterpretAsDoubles().blend(0, tiny).intoArray(v, i);
    }
    for (; i < n; i++) {
      v[i] = ScalarElementwise.exp(v[i]);
    }
  }

  @Override
  public void log(double[] v, int n) {
    int i = 0;
    for (; i <= n - 4; i += 4) {
      LongVector bits = DoubleVector.fromArray(LANES4, v, i).reinterpretAsLongs();
      // An arithmetic shift by 52 from a logical one: AVX2 has no other for 64 bits.
      LongVector power =
          bits.sub(ROOT_HALF)
              .lanewise(VectorOperators.XOR, Long.MIN_VALUE)
              .lanewise(VectorOperators.LSHR, 52)
              .sub(Long.MIN_VALUE >>> 52);
      DoubleVector m = bits.sub(power.lanewise(VectorOperators.LSHL, 52)).reinterpretAsDoubles();
      DoubleVector k =
          power.add(Double.doubleToRawLongBits(TO_WHOLE)).reinterpretAsDoubles().sub(TO_WHOLE);
      DoubleVector s = m.sub(1).div(m.add(1));
      DoubleVector z = s.mul(s);
      DoubleVector p = DoubleVector.broadcast(LANES4, L21);
      p = p.mul(z).add(L19);
      p = p.mul(z).add(L17);
      p = p.mul(z).add(L15);
      p = p.mul(z).add(L13);
      p = p.mul(z).add(L11);
      p = p.mul(z).add(L9);
      p = p.mul(z).add(L7);
      p = p.mul(z).add(L5);
      p = p.mul(z).add(L3);
      DoubleVector logM = s.mul(2).add(s.mul(z.mul(p)));
      k.mul(LN2_HIGH).add(logM.add(k.mul(LN2_LOW))).intoArray(v, i);
    }
    for (; i < n; i++) {
      v[i] = ScalarElementwise.log(v[i]);
    }
  }
}
