package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of floats give the bits of rows of doubles with the same numbers, on SIMD and without. */
class FloatsTest {
  private static final int LONGEST = 130;

  private static final Floats[] FORMS = {new SimdFloats(), new ScalarFloats()};
  private static final Reductions REDUCTIONS = new ScalarReductions();

  private static double[] gaussians(int n, Random random) {
    double[] v = new double[n];
    for (int k = 0; k < n; k++) {
      v[k] = random.nextGaussian();
    }
    return v;
  }

  private static void assertSameBits(
      float[] a, int offset, double[] b, double[] c, double alpha, int n) {
    double[] wide = new double[a.length];
    for (int k = 0; k < a.length; k++) {
      wide[k] = a[k];
    }
    double[] expected = gaussians(n + 5, new Random(n));
    double[] start = expected.clone();
    for (int k = 0; k < n; k++) {
      expected[2 + k] += alpha * wide[offset + k];
    }
    for (Floats form : FORMS) {
      assertThat(form.dot(a, offset, b, n))
          .isEqualTo(Double.valueOf(REDUCTIONS.dot(wide, offset, b, n))); // as objects: NaN is NaN
      assertThat(form.dotDifference(a, offset, b, c, n))
          .isEqualTo(Double.valueOf(REDUCTIONS.dotDifference(wide, offset, b, c, n)));
      int o = offset; // the rows may overlap; the last begins at 0
      int h = offset / 2;
      assertThat(form.addDotDifferences(0.7, a, o, h, 0, o, 0, b, c, n))
          .isEqualTo(
              Double.valueOf(REDUCTIONS.addDotDifferences(0.7, wide, o, h, 0, o, 0, b, c, n)));
      double[] y = start.clone();
      form.axpy(alpha, a, offset, y, 2, n);
      assertThat(y).containsExactly(expected);
      double[] two = start.clone();
      for (int k = 0; k < n; k++) {
        two[k] = (two[k] + alpha * wide[offset + k]) + 0.7 * b[k];
      }
      y = start.clone();
      form.axpy2(alpha, a, offset, 0.7, b, y, n);
      assertThat(y).containsExactly(two);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void everyLengthAndOffset(long seed) {
    Random random = new Random(seed);
    for (int n = 0; n <= LONGEST; n++) {
      for (int offset = 0; offset <= 7; offset++) {
        float[] a = new float[offset + n + 3];
        for (int k = 0; k < a.length; k++) {
          a[k] = (float) random.nextGaussian();
        }
        double[] b = gaussians(n, random);
        assertSameBits(a, offset, b, gaussians(n, random), random.nextGaussian(), n);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      floats = {
        -0f,
        Float.MIN_VALUE,
        -Float.MIN_NORMAL,
        Float.MAX_VALUE,
        Float.NEGATIVE_INFINITY,
        Float.NaN
      })
  void specialValuesAtEveryPlace(float special) {
    Random random = new Random(4);
    for (int n = 1; n <= 40; n++) {
      for (int at = 0; at < n; at++) {
        float[] a = new float[n];
        for (int k = 0; k < n; k++) {
          a[k] = (float) random.nextGaussian();
        }
        a[at] = special;
        assertSameBits(a, 0, gaussians(n, random), gaussians(n, random), 0.3, n);
      }
    }
  }
}
