package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;

class TransformTest {
  private static final int CLUSTERS = 4;

  @Test
  void newPointsComeToTheClusterTheyBelongTo() {
    int n = 400;
    double[] map = new double[2 * n];
    Random random = new Random(2);
    for (int t = 0; t < n; t++) {
      map[t] = 20 * (t % CLUSTERS) + random.nextGaussian();
      map[n + t] = 10 * (t % 2) + random.nextGaussian();
    }
    Rows fresh = clusters(101, 80, 9);
    try (Workers workers = new Workers(2)) {
      double[] places = Transform.of(clusters(n, 80, 8), map, fresh, 50, workers);
      for (int t = 0; t < 101; t++) {
        assertThat(places[t]).isCloseTo(20 * (t % CLUSTERS), within(4.0));
        assertThat(places[101 + t]).isCloseTo(10 * (t % 2), within(4.0));
      }
    }
  }

  @Test
  void aPlaceIsALocalMinimumOfItsExaggeratedDivergence() {
    int n = 60;
    Rows points = clusters(n, 5, 3);
    double[] map = Clouds.place(n, 2, 4, 5);
    Rows fresh = clusters(3, 5, 6);
    try (Workers workers = new Workers(1)) {
      double[] places = Transform.of(points, map, fresh, 50, workers);
      for (int t = 0; t < 3; t++) {
        double here = divergence(points, map, fresh, t, places[t], places[3 + t]);
        for (int angle = 0; angle < 8; angle++) {
          double dx = 0.05 * Math.cos(angle * Math.PI / 4);
          double dy = 0.05 * Math.sin(angle * Math.PI / 4);
          assertThat(divergence(points, map, fresh, t, places[t] + dx, places[3 + t] + dy))
              .isGreaterThan(here);
        }
      }
    }
  }

  @Test
  void threadsChangeNoBit() {
    Rows points = clusters(200, 60, 8);
    Rows fresh = clusters(50, 60, 9);
    double[] map = Clouds.place(200, 3, 5, 1);
    try (Workers one = new Workers(1);
        Workers three = new Workers(3)) {
      assertThat(Transform.of(points, map, fresh, 50, three))
          .isEqualTo(Transform.of(points, map, fresh, 50, one));
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Rows points = clusters(30, 4, 1);
    try (Workers workers = new Workers(1)) {
      assertThatThrownBy(() -> Transform.of(points, new double[60], clusters(3, 5, 1), 50, workers))
          .hasMessage("new points have 5 columns, those of the map 4");
      assertThatThrownBy(() -> Transform.of(points, new double[59], points, 50, workers))
          .hasMessageContaining("a place for each");
    }
  }

  /** By definition, with bisection for the bandwidth. */
  private static double divergence(
      Rows points, double[] map, Rows fresh, int t, double x, double y) {
    int n = points.rows();
    Integer[] order = new Integer[n];
    Arrays.setAll(order, j -> j);
    double[] d = new double[n];
    for (int j = 0; j < n; j++) {
      d[j] = Neighbours.squaredDistance(fresh, t, points, j);
    }
    Arrays.sort(order, (i, j) -> Double.compare(d[i], d[j]));
    double low = 1e-9;
    double high = 1e9;
    double[] p = new double[15];
    for (int round = 0; round < 200; round++) {
      double beta = Math.sqrt(low * high);
      double sum = 0;
      for (int q = 0; q < 15; q++) {
        p[q] = Math.exp(-beta * (d[order[q]] - d[order[0]]));
        sum += p[q];
      }
      double entropy = 0;
      for (int q = 0; q < 15; q++) {
        p[q] /= sum;
        entropy -= p[q] > 0 ? p[q] * Math.log(p[q]) : 0;
      }
      if (entropy > Math.log(5)) {
        low = beta;
      } else {
        high = beta;
      }
    }
    double z = 0;
    for (int j = 0; j < n; j++) {
      z += 1 / (1 + Math.pow(x - map[j], 2) + Math.pow(y - map[n + j], 2));
    }
    double sum = Math.log(z);
    for (int q = 0; q < 15; q++) {
      int j = order[q];
      sum += 1.5 * p[q] * Math.log(1 + Math.pow(x - map[j], 2) + Math.pow(y - map[n + j], 2));
    }
    return sum;
  }

  /** Point t lies in cluster t mod 4; the centres are always the same. */
  private static Rows clusters(int n, int columns, long seed) {
    Random centres = new Random(1);
    double[] centre = new double[CLUSTERS * columns];
    Arrays.setAll(centre, k -> 5 * centres.nextGaussian());
    Random random = new Random(seed);
    double[] values = new double[n * columns];
    for (int t = 0; t < n; t++) {
      for (int k = 0; k < columns; k++) {
        values[t * columns + k] = centre[t % CLUSTERS * columns + k] + random.nextGaussian();
      }
    }
    return Rows.of(n, columns, values);
  }
}
