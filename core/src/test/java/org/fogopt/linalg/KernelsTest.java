package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelsTest {
  @Test
  void theTestsRunOnSimd() {
    assertThat(Kernels.simd()).isTrue();
  }

  @Test
  void dotStartsAtItsOffset() {
    assertThat(Kernels.dot(new double[] {9, 1, 2, 9}, 1, new double[] {10, 100}, 2)).isEqualTo(210);
    assertThat(Kernels.dot(new double[] {1, 2}, new double[] {10, 100})).isEqualTo(210);
    assertThat(
            Kernels.dotDifference(
                new double[] {9, 1, 2}, 1, new double[] {10, 100}, new double[] {1, 1}, 2))
        .isEqualTo(207);
  }

  @Test
  void axpyAddsAMultipleAndLeavesTheRestAlone() {
    double[] y = {1, 1, 1};
    Kernels.axpy(2, new double[] {9, 3, 4}, 1, y, 2);
    assertThat(y).containsExactly(7, 9, 1);
    Kernels.axpy(-1, new double[] {7, 9, 1}, y);
    assertThat(y).containsExactly(0, 0, 0);
  }

  @Test
  void axpy2IsTwoAxpysAndLeavesTheRestAlone() {
    double[] y = {1, 1, 1};
    Kernels.axpy2(2, new double[] {3, 4}, -1, new double[] {1, 10}, y, 2);
    assertThat(y).containsExactly(6, -1, 1);
  }

  @Test
  void drainMovesAllOfOneVectorToTheOther() {
    double[] y = {1, 2};
    double[] a = {10, -5};
    Kernels.drain(a, y);
    assertThat(y).containsExactly(11, -3);
    assertThat(a).containsExactly(0, 0);
  }

  @Test
  void scaleMultipliesEveryEntry() {
    double[] a = {1, -2, 0.5};
    Kernels.scale(-4, a);
    assertThat(a).containsExactly(-4, 8, -2);
  }

  @Test
  void normIsEuclidean() {
    assertThat(Kernels.norm(new double[] {3, 4})).isEqualTo(5);
    assertThat(Kernels.norm(new double[0])).isZero();
  }

  @Test
  void ordinaryNumbersAreFinite() {
    assertThat(
            Kernels.finite(
                new double[] {0, -0.0, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE}))
        .isTrue();
    assertThat(Kernels.finite(new double[0])).isTrue();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void oneEntryThatIsNoNumberIsFoundAtEveryPlace(double bad) {
    for (int n = 1; n <= 40; n++) {
      for (int at = 0; at < n; at++) {
        double[] a = new double[n];
        a[at] = bad;
        assertThat(Kernels.finite(a)).as("%s at %d of %d", bad, at, n).isFalse();
      }
    }
  }
}
