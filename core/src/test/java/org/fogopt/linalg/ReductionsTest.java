package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sums: same bits on SIMD registers and in plain Java, and right. */
class ReductionsTest {
  private static final int LONGEST = 130;
  private static final double[] SPECIAL = {
    0.0,
    -0.0,
    Double.MIN_VALUE,
    -Double.MIN_VALUE,
    Double.MIN_NORMAL,
    1e300,
    -1e300,
    Double.MAX_VALUE,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN,
    1,
    -1
  };

  private final Reductions scalar = new ScalarReductions();
  private final Reductions simd = new SimdReductions();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void simdAndScalarGiveTheSameBitsForEveryLengthAndOffset(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      for (int offset = 0; offset <= 7; offset++) {
        double[] a = gaussians(offset + n, random);
        assertSameBits(a, offset, gaussians(n, random), gaussians(n, random), n);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void simdAndScalarAgreeOnSpecialValuesAtEveryPlace(long seed) {
    Random random = new Random(seed);
    for (int n = 1; n <= 40; n++) {
      for (int at = 0; at < n; at++) {
        for (double special : SPECIAL) {
          double[] a = gaussians(n, random);
          double[] b = gaussians(n, random);
          double[] c = gaussians(n, random);
          a[at] = special;
          assertSameBits(a, 0, b, c, n);
          b[at] = SPECIAL[random.nextInt(SPECIAL.length)];
          assertSameBits(a, 0, b, c, n);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void simdAndScalarAgreeOverTheWholeRangeOfExponents(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      double[] a = new double[n];
      double[] b = new double[n];
      double[] c = new double[n];
      for (int k = 0; k < n; k++) {
        a[k] = Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000);
        b[k] = Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000);
        c[k] = Math.scalb(random.nextGaussian(), random.nextInt(2000) - 1000);
      }
      assertSameBits(a, 0, b, c, n);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aSumIsWithinItsRoundingErrorOfTheExactOne(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      double[] a = gaussians(n, random);
      double[] b = gaussians(n, random);
      double[] c = gaussians(n, random);
      BigDecimal dot = BigDecimal.ZERO;
      BigDecimal difference = BigDecimal.ZERO;
      double size = 0;
      for (int k = 0; k < n; k++) {
        dot = dot.add(big(a[k]).multiply(big(b[k])));
        difference = difference.add(big(a[k]).multiply(big(b[k]).subtract(big(c[k]))));
        size += Math.abs(a[k]) * (Math.abs(b[k]) + Math.abs(c[k]));
      }
      // Higham: at most (n + 2) roundings of half an ulp relative to the sum of absolute values.
      double error = (n + 2) * Math.ulp(1.0) / 2 * size;
      assertThat(distance(scalar.dot(a, 0, b, n), dot)).isLessThanOrEqualTo(error);
      assertThat(distance(scalar.dotDifference(a, 0, b, c, n), difference))
          .isLessThanOrEqualTo(error);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void fiveSumsAtOnceHaveTheBitsOfOneAfterTheOther(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      double[] a = gaussians(3 * n + 9, random);
      double[] b = gaussians(n, random);
      double[] c = gaussians(n, random);
      int[] o = random.ints(5, 0, 2 * n + 10).toArray(); // they may overlap, as rows drawn twice do
      double expected = 0.25;
      for (int offset : o) {
        expected += scalar.dotDifference(a, offset, b, c, n);
      }
      for (Reductions form : new Reductions[] {scalar, simd}) {
        same(
            expected,
            form.addDotDifferences(0.25, a, o[0], o[1], o[2], o[3], o[4], b, c, n),
            n,
            o[0]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void fourSlopesAtOnceHaveTheBitsOfOneAfterTheOther(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      double[] a = gaussians(3 * n + 9, random);
      double[] b = gaussians(n, random);
      double[] c = gaussians(n, random);
      double[] start = gaussians(n + 1, random);
      int[] o = random.ints(4, 0, 2 * n + 10).toArray();
      double[] expected = start.clone();
      double sum = 0.25;
      for (int offset : o) {
        double slope = 0.7 * (scalar.dotDifference(a, offset, b, c, n) - 0.1);
        for (int k = 0; k < n; k++) {
          expected[k] += 0.2 * slope * a[offset + k];
        }
        sum += slope;
      }
      for (Reductions form : new Reductions[] {scalar, simd}) {
        double[] y = start.clone();
        double found = form.addSlopes(0.25, a, o[0], o[1], o[2], o[3], b, c, 0.1, 0.7, 0.2, y, n);
        same(sum, found, n, o[0]);
        assertThat(y).containsExactly(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aDescentMovesEveryEntryAndTellsTheSquareOfTheDirection(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      double[] from = gaussians(n, random);
      double[] v = gaussians(n, random);
      double[] expected = new double[n + 1];
      for (int k = 0; k < n; k++) {
        expected[k] = from[k] - 0.3 * v[k];
      }
      for (Reductions form : new Reductions[] {scalar, simd}) {
        double[] to = new double[n + 1];
        same(scalar.dot(v, 0, v, n), form.descend(from, 0.3, v, to, n), n, 0);
        assertThat(to).containsExactly(expected);
      }
    }
  }

  @Test
  void aDifferenceTakenBeforeTheSumDoesNotCancel() {
    double[] a = {3, 5};
    double[] b = {1e16 + 2, 1};
    double[] c = {1e16, 1};
    assertThat(scalar.dotDifference(a, 0, b, c, 2)).isEqualTo(6);
  }

  private void assertSameBits(double[] a, int offset, double[] b, double[] c, int n) {
    same(scalar.dot(a, offset, b, n), simd.dot(a, offset, b, n), n, offset);
    same(
        scalar.dotDifference(a, offset, b, c, n),
        simd.dotDifference(a, offset, b, c, n),
        n,
        offset);
  }

  /** NaNs count as one: which of its bits survive is not specified. */
  private static void same(double x, double y, int n, int offset) {
    assertThat(Double.doubleToLongBits(y))
        .as("n = %d, offset = %d: %s and %s", n, offset, x, y)
        .isEqualTo(Double.doubleToLongBits(x));
  }

  private static double[] gaussians(int n, Random random) {
    double[] a = new double[n];
    for (int k = 0; k < n; k++) {
      a[k] = random.nextGaussian();
    }
    return a;
  }

  private static BigDecimal big(double v) {
    return new BigDecimal(v);
  }

  private static double distance(double given, BigDecimal exact) {
    return big(given).subtract(exact).abs().doubleValue();
  }
}
