package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;

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
