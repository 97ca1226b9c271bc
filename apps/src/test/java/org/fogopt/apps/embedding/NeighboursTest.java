package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NeighboursTest {
  @ParameterizedTest
  @CsvSource({"5, 2, 3", "40, 3, 39", "700, 10, 30", "1100, 50, 90"})
  void areThoseThatASearchPointByPointFinds(int n, int columns, int each) {
    Rows points = Clouds.gaussian(n, columns, 5);
    assertSame(points, each);
  }

  @Test
  void ofCoincidingPointsTheFirstAreTaken() {
    int n = 600;
    double[] values = new double[n * 3];
    for (int i = 0; i < n; i++) {
      values[3 * i] = i % 4; // 150 points in each of four places
      values[3 * i + 1] = i == 7 ? 1e6 : 0; // and one far away
    }
    assertSame(Rows.of(n, 3, values), 20);
  }

  @Test
  void anOffsetOfAllPointsChangesNothing() {
    Rows points = Clouds.gaussian(300, 4, 1);
    double[] moved = new double[300 * 4];
    for (int i = 0; i < 300; i++) {
      for (int k = 0; k < 4; k++) {
        moved[4 * i + k] = points.get(i, k) + 1e6;
      }
    }
    assertSame(Rows.of(300, 4, moved), 15);
  }

  /** Products of points round to about 1e-16 of their squares, which hides distances of 1. */
  @Test
  void farPointsAndFarClustersDoNotHideWhoIsNear() {
    Rows points = Clouds.gaussian(300, 4, 1);
    double[] oneFar = new double[300 * 4];
    double[] twoClusters = new double[300 * 4];
    for (int i = 0; i < 300; i++) {
      for (int k = 0; k < 4; k++) {
        oneFar[4 * i + k] = points.get(i, k) + (i == 3 ? 1e14 : 0);
        twoClusters[4 * i + k] = points.get(i, k) + (i % 2 == 0 ? 1e10 : 0);
      }
    }
    assertSame(Rows.of(300, 4, oneFar), 15);
    assertSame(Rows.of(300, 4, twoClusters), 15);
  }

  @Test
  void ofOthersAPointInTheSamePlaceIsOne() {
    Rows points = Clouds.gaussian(100, 4, 1);
    double[] copy = new double[4];
    points.copyTo(42, copy);
    try (Workers workers = new Workers(1)) {
      assertThat(Neighbours.of(Rows.of(1, 4, copy), points, 1, workers, Preparation.SILENT))
          .containsExactly(42);
    }
  }

  @Test
  void moreNeighboursThanPointsAreRefused() {
    try (Workers workers = new Workers(1)) {
      Rows points = Clouds.gaussian(10, 4, 1);
      assertThatThrownBy(() -> Neighbours.of(points, 10, workers, Preparation.SILENT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("10 neighbours of 10 points");
    }
  }

  private static void assertSame(Rows points, int each) {
    int n = points.rows();
    int[] found;
    try (Workers workers = new Workers(2)) {
      found = Neighbours.of(points, each, workers, Preparation.SILENT);
    }
    double[] d = new double[n];
    for (int t = 0; t < n; t++) {
      Similarities.squares(points, t, d);
      assertThat(Arrays.copyOfRange(found, t * each, (t + 1) * each))
          .isEqualTo(Nearest.of(d, t, each));
    }
  }
}
