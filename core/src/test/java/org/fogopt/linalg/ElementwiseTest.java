package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementwiseTest {
  /** In ulps of the exact value, against StrictMath, itself within one. */
  private static final double ULPS = 3;

  private static final Elementwise SIMD = new SimdElementwise();
  private static final Elementwise SCALAR = new ScalarElementwise();

  private static double[] numbers(int n, double low, double high, long seed) {
    Random random = new Random(seed);
    double[] v = new double[n];
    for (int k = 0; k < n; k++) {
      v[k] = low + (high - low) * random.nextDouble();
    }
    return v;
  }

  private static void compare(double[] found, double[] at, DoubleUnaryOperator exact) {
    for (int k = 0; k < at.length; k++) {
      double expected = exact.applyAsDouble(at[k]);
      assertThat(Math.abs(found[k] - expected))
          .as("at %s: %s and %s", at[k], found[k], expected)
          .isLessThanOrEqualTo(ULPS * Math.ulp(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 15, 16, 17, 23, 25, 31, 32, 33, 100, 201})
  void axpyHasTheSameBitsOnSimdAndTouchesNothingElse(int n) {
    double[] a = numbers(n + 5, -1, 1, n);
    double[] start = numbers(n + 7, -1, 1, -n);
    for (int ao : new int[] {0, 3}) {
      for (int yo : new int[] {0, 1}) {
        double[] expected = start.clone();
        for (int k = 0; k < n; k++) {
          expected[yo + k] += 0.3 * a[ao + k];
        }
        for (Elementwise form : new Elementwise[] {SIMD, SCALAR}) {
          double[] y = start.clone();
          form.axpy(0.3, a, ao, y, yo, n);
          assertThat(y).containsExactly(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 15, 16, 17, 23, 25, 31, 32, 33, 100, 201})
  void axpyOfFourRowsIsFourAxpysAndTouchesNothingElse(int n) {
    double[] a = numbers(3 * n + 2, -1, 1, n);
    double[] start = numbers(n + 1, -1, 1, -n);
    double[] expected = start.clone();
    SCALAR.axpy(0.3, a, 2 * n + 2, expected, 0, n);
    SCALAR.axpy(-0.7, a, 0, expected, 0, n);
    SCALAR.axpy(0.11, a, n + 1, expected, 0, n);
    SCALAR.axpy(1.3, a, 0, expected, 0, n); // a row may come twice
    for (Elementwise form : new Elementwise[] {SIMD, SCALAR}) {
      double[] y = start.clone();
      form.axpy4(0.3, -0.7, 0.11, 1.3, a, 2 * n + 2, 0, n + 1, 0, y, n);
      assertThat(y).containsExactly(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 15, 16, 17, 23, 25, 31, 32, 33, 100, 201})
  void loopsWithoutOffsetHaveTheSameBitsOnSimdAndTouchNothingElse(int n) {
    double[] a = numbers(n + 1, -1, 1, n);
    double[] b = numbers(n + 1, -1, 1, n + 1);
    double[] start = numbers(n + 1, -1, 1, -n);
    double[] difference = start.clone();
    double[] two = start.clone();
    double[] drained = start.clone();
    for (int k = 0; k < n; k++) {
      difference[k] += 0.3 * (a[k] - b[k]);
      two[k] = (two[k] + 0.3 * a[k]) + 0.7 * b[k];
      drained[k] += a[k];
    }
    double[] rest = new double[n + 1];
    rest[n] = a[n];
    for (Elementwise form : new Elementwise[] {SIMD, SCALAR}) {
      double[] y = start.clone();
      form.addDifference(0.3, a, b, y, n);
      assertThat(y).containsExactly(difference);
      y = start.clone();
      form.axpy2(0.3, a, 0, 0.7, b, y, n);
      assertThat(y).containsExactly(two);
      y = start.clone();
      double[] far = new double[n + 6];
      System.arraycopy(a, 0, far, 5, n + 1);
      form.axpy2(0.3, far, 5, 0.7, b, y, n);
      assertThat(y).containsExactly(two);
      y = start.clone();
      double[] source = a.clone();
      form.drain(source, y, n);
      assertThat(y).containsExactly(drained);
      assertThat(source).containsExactly(rest);
    }
  }

  @Test
  void theExponentialIsThatOfStrictMath() {
    for (double low : new double[] {-700, -40, -1, -1e-3, -1e-12}) {
      double[] at = numbers(20_000, low, -low / 2, 1);
      double[] found = at.clone();
      SCALAR.exp(found, found.length);
      compare(found, at, StrictMath::exp);
    }
  }

  @Test
  void theLogarithmIsThatOfStrictMath() {
    for (double high : new double[] {1e-300, 1e-5, 0.99, 2, 1e5, 1e300}) {
      double[] at = numbers(20_000, high / 1e3, high, 2);
      double[] found = at.clone();
      SCALAR.log(found, found.length);
      compare(found, at, StrictMath::log);
    }
    double[] nearOne = numbers(20_000, 1 - 1e-3, 1 + 1e-3, 3);
    double[] found = nearOne.clone();
    SCALAR.log(found, found.length);
    compare(found, nearOne, StrictMath::log);
  }

  @Test
  void theEndsOfTheRangeAreTidy() {
    double[] v = {0, -0.0, -708, -708.5, -1e300, Double.NEGATIVE_INFINITY, Double.NaN, 1};
    double[] w = v.clone();
    SCALAR.exp(v, v.length);
    SIMD.exp(w, w.length);
    assertThat(v[0]).isEqualTo(1);
    assertThat(v[1]).isEqualTo(1);
    assertThat(v[2]).isPositive();
    assertThat(v[3]).isZero();
    assertThat(v[4]).isZero();
    assertThat(v[5]).isZero();
    assertThat(v[6]).isNaN();
    assertThat(w).isEqualTo(v);
    double[] one = {1};
    SCALAR.log(one, 1);
    assertThat(one[0]).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 1001})
  void simdAndScalarGiveTheSameBits(int n) {
    double[] a = numbers(n, -720, 2, n);
    double[] b = a.clone();
    SIMD.exp(a, n);
    SCALAR.exp(b, n);
    assertThat(a).isEqualTo(b);
    double[] c = numbers(n, 1e-3, 50, n + 1);
    double[] d = c.clone();
    SIMD.log(c, n);
    SCALAR.log(d, n);
    assertThat(c).isEqualTo(d);
    double[] x = numbers(n + 3, -1, 1, n + 2);
    double[] y = numbers(n + 5, -1, 1, n + 3);
    double squares = new ScalarReductions().squaredDistance(x, 3, y, 5, n);
    assertThat(new SimdReductions().squaredDistance(x, 3, y, 5, n)).isEqualTo(squares);
    double plain = 0;
    for (int k = 0; k < n; k++) {
      plain += (x[k + 3] - y[k + 5]) * (x[k + 3] - y[k + 5]);
    }
    assertThat(Math.abs(squares - plain)).isLessThanOrEqualTo(1e-14 * plain);
  }
}
