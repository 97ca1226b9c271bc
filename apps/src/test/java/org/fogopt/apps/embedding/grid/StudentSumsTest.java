package org.fogopt.apps.embedding.grid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StudentSumsTest {
  /** Of the gradient, in norm; half of what a map is promised. */
  private static final double ERROR = 5e-4;

  /** Up to the largest, scales of the smooth part differ; of few points all pairs are summed. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 0.1, 1, 5, 20, 30, 60, 120, 250, 450, 900, 2000})
  void agreesWithTheSumOverAllPairs(double side) {
    assertClose(clusters(8000, side), 8000, ERROR);
    assertClose(clusters(700, side), 700, ERROR);
  }

  @Test
  void coincidingPointsAreNoTrouble() {
    int n = 500;
    double[] x = new double[2 * n];
    double[] gradient = new double[2 * n];
    double z = sums(x, n, gradient, 1);
    assertThat(z).isCloseTo((double) n * (n - 1), within(1e-9 * n * n));
    assertThat(Arrays.stream(gradient).map(Math::abs).max().orElseThrow()).isLessThan(1e-6);
  }

  @Test
  void farPointsAreSummedOneByOne() {
    int n = 8000;
    double[] x = clusters(n, 60);
    for (int t = 0; t < 40; t++) {
      x[t] = 1e6 * (t + 1);
      x[n + t] = -3e4 * t * t;
    }
    assertClose(x, n, ERROR);
  }

  @Test
  void manyFarPointsMakeTheGridCoarserNotLarger() {
    int n = 20_000;
    double[] x = clusters(n, 60);
    for (int t = 0; t < 200; t++) {
      x[t] *= 1e5;
    }
    double[] gradient = new double[2 * n];
    assertThat(sums(x, n, gradient, 1)).isFinite();
    assertThat(gradient).doesNotContain(Double.NaN);
  }

  @Test
  void pointsThatAreNoNumbersGiveNone() {
    double[] x = {0, 1, Double.NaN, 0, 1, 2};
    double[] gradient = new double[6];
    assertThat(sums(x, 3, gradient, 1)).isNaN();
    assertThat(gradient).containsOnly(Double.NaN);
  }

  @Test
  void threadsChangeNoBit() {
    int n = 20_000;
    double[] x = clusters(n, 90);
    x[5] = 1e5;
    double[] one = new double[2 * n];
    double z = sums(x, n, one, 1);
    for (int threads = 2; threads <= 3; threads++) {
      double[] several = new double[2 * n];
      assertThat(sums(x, n, several, threads)).isEqualTo(z);
      assertThat(several).isEqualTo(one);
    }
  }

  private static void assertClose(double[] x, int n, double error) {
    double[] exact = new double[2 * n];
    double z = pairs(x, n, exact);
    double[] gradient = new double[2 * n];
    assertThat(sums(x, n, gradient, 2)).isCloseTo(z, within(error * z));
    double wrong = 0;
    double norm = 0;
    for (int k = 0; k < 2 * n; k++) {
      wrong += (gradient[k] - exact[k]) * (gradient[k] - exact[k]);
      norm += exact[k] * exact[k];
    }
    assertThat(Math.sqrt(wrong / norm)).isLessThan(error);
  }

  private static double sums(double[] x, int n, double[] gradient, int threads) {
    try (Workers workers = new Workers(threads)) {
      return new StudentSums(n, workers).sum(x, gradient);
    }
  }

  private static double pairs(double[] x, int n, double[] gradient) {
    double z = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double d0 = x[i] - x[j];
        double d1 = x[n + i] - x[n + j];
        double q = 1 / (1 + d0 * d0 + d1 * d1);
        z += i == j ? 0 : q;
        gradient[i] -= 4 * q * q * d0;
        gradient[n + i] -= 4 * q * q * d1;
      }
    }
    return z;
  }

  /** Ten of them on a circle, within a square of the given side. */
  private static double[] clusters(int n, double side) {
    Random random = new Random(3);
    double[] x = new double[2 * n];
    for (int t = 0; t < n; t++) {
      double angle = Math.PI * (t % 10) / 5;
      x[t] = side * (0.35 * Math.cos(angle) + 0.04 * random.nextGaussian());
      x[n + t] = side * (0.35 * Math.sin(angle) + 0.04 * random.nextGaussian());
    }
    return x;
  }
}
