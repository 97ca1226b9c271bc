package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrincipalComponentsTest {
  /** Relative to the largest score; variances settle to 1e-10, so directions to its root. */
  private static final double CLOSE = 1e-4;

  @Test
  void areTheSameFromTheMatrixAndFromThePoints() {
    Rows points = stretched(500, 30);
    try (Workers workers = new Workers(2)) {
      double[][] matrix = PrincipalComponents.scores(points, 6, 30, workers);
      double[][] rows = PrincipalComponents.scores(points, 6, 0, workers);
      for (int c = 0; c < 6; c++) {
        assertThat(matrix[c]).containsExactly(rows[c], within(CLOSE * 10));
      }
    }
  }

  @Test
  void scoresAreCentredAndUncorrelatedWithFallingVariances() {
    int n = 9000; // more than a chunk
    try (Workers workers = new Workers(2)) {
      Rows reduced = PrincipalComponents.reduce(stretched(n, 20), 5, workers);
      double[][] moments = new double[5][5];
      for (int i = 0; i < n; i++) {
        for (int a = 0; a < 5; a++) {
          for (int b = 0; b < 5; b++) {
            moments[a][b] += reduced.get(i, a) * reduced.get(i, b) / n;
          }
        }
      }
      for (int a = 0; a < 5; a++) {
        double variance = 100.0 / ((a + 1) * (a + 1)); // of column a, by construction
        assertThat(moments[a][a]).isCloseTo(variance, within(0.1 * variance));
        for (int b = 0; b < a; b++) {
          assertThat(moments[a][b]).isCloseTo(0, within(CLOSE * 100));
        }
      }
    }
  }

  @Test
  void threadsChangeNoBit() {
    Rows points = stretched(9000, 60);
    double[][] one;
    try (Workers workers = new Workers(1)) {
      one = PrincipalComponents.scores(points, 50, workers);
    }
    try (Workers workers = new Workers(3)) {
      assertThat(PrincipalComponents.scores(points, 50, workers)).isDeepEqualTo(one);
    }
  }

  @Test
  void fewColumnsStayAsTheyAre() {
    Rows points = stretched(20, 5);
    try (Workers workers = new Workers(1)) {
      assertThat(PrincipalComponents.reduce(points, 50, workers)).isSameAs(points);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-450, 220}) // about 1e-135 and 1e66
  void scoresGrowWithThePoints(int exponent) {
    Rows points = stretched(100, 8);
    double[] values = new double[800];
    Arrays.setAll(values, q -> Math.scalb(points.get(q / 8, q % 8), exponent));
    try (Workers workers = new Workers(1)) {
      double[][] scores = PrincipalComponents.scores(points, 3, workers);
      double[][] scaled = PrincipalComponents.scores(Rows.of(100, 8, values), 3, workers);
      for (int c = 0; c < 3; c++) {
        for (int t = 0; t < 100; t++) {
          assertThat(scaled[c][t]).isEqualTo(Math.scalb(scores[c][t], exponent)); // powers of 2
        }
      }
    }
  }

  /** In the covariance matrix of all, the others are below rounding. */
  @ParameterizedTest
  @ValueSource(doubles = {1e6, 1e10, 1e60})
  void aPointVeryFarOutDoesNotHideTheOthers(double far) {
    int n = 200;
    double[] values = new double[n * 60];
    Rows cloud = Clouds.gaussian(n, 60, 4);
    for (int i = 1; i < n; i++) {
      for (int k = 0; k < 60; k++) {
        values[60 * i + k] = cloud.get(i, k) + (k == i % 4 ? 30 : 0); // four clusters
      }
    }
    Arrays.fill(values, 0, 60, far);
    try (Workers workers = new Workers(2)) {
      Rows reduced = PrincipalComponents.reduce(Rows.of(n, 60, values), 50, workers);
      int[] nearest = Neighbours.of(reduced, 10, workers, Preparation.SILENT);
      for (int q = 10; q < nearest.length; q++) {
        assertThat(nearest[q] % 4).isEqualTo(q / 10 % 4); // by construction
      }
    }
  }

  /** Column k has deviation 10/(k + 1). */
  private static Rows stretched(int n, int columns) {
    Rows cloud = Clouds.gaussian(n, columns, 9);
    double[] values = new double[n * columns];
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < columns; k++) {
        values[i * columns + k] = 3 + 10 * cloud.get(i, k) / (k + 1);
      }
    }
    return Rows.of(n, columns, values);
  }
}
