package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;

class QualityTest {
  @Test
  void aMapThatIsThePointsKeepsAllNeighbours() {
    int n = 2500; // more than are asked
    double[] x = Clouds.place(n, 2, 3, 1);
    try (Workers workers = new Workers(2)) {
      Quality quality = new Quality(x, n, workers);
      assertThat(quality.neighboursKept(rows(x, n), 10, 100)).containsExactly(1, 1);
      assertThat(quality.neighboursKept(rows(x, n), n, 10)).containsExactly(Double.NaN, 1);
    }
  }

  @Test
  void aMapOfOtherPointsKeepsAsManyAsChanceDoes() {
    int n = 1000;
    try (Workers workers = new Workers(1)) {
      Quality quality = new Quality(Clouds.place(n, 2, 3, 1), n, workers);
      double[] kept = quality.neighboursKept(rows(Clouds.place(n, 2, 3, 2), n), 20, 100);
      assertThat(kept[0]).isCloseTo(0.02, within(0.01));
      assertThat(kept[1]).isCloseTo(0.1, within(0.02));
    }
  }

  /**
   * Which of equal points are the nearest is open; a map that has them in one place errs nowhere.
   */
  @Test
  void duplicatesInOnePlaceAreNoError() {
    int n = 300;
    double[] x = new double[2 * n];
    for (int t = 0; t < n; t++) {
      x[t] = t % 2; // two places
      x[n + t] = 1e-9 * t * (t % 7); // hardly apart on the map, and in another order
    }
    double[] values = new double[2 * n];
    for (int t = 0; t < n; t++) {
      values[2 * t] = t % 2;
    }
    Rows points = Rows.of(n, 2, values);
    try (Workers workers = new Workers(2)) {
      Quality quality = new Quality(x, n, workers);
      assertThat(quality.trustworthiness(points, 12)).isEqualTo(1);
      assertThat(quality.neighboursKept(points, 10, 100)).containsExactly(1, 1);
    }
  }

  @Test
  void theSilhouetteIsItsDefinition() {
    int n = 60;
    double[] x = Clouds.place(n, 2, 1, 3);
    List<String> labels = new ArrayList<>();
    for (int t = 0; t < n; t++) {
      labels.add(t == 7 ? "alone" : t % 3 == 0 ? "a" : "b");
    }
    double sum = 0;
    for (int t = 0; t < n; t++) {
      if (t != 7) {
        double inside = mean(x, n, labels, t, labels.get(t));
        double outside = mean(x, n, labels, t, "alone");
        outside = Math.min(outside, mean(x, n, labels, t, t % 3 == 0 ? "b" : "a"));
        sum += (outside - inside) / Math.max(inside, outside);
      }
    }
    try (Workers workers = new Workers(1)) {
      Quality quality = new Quality(x, n, workers);
      assertThat(quality.silhouette(labels)).isCloseTo(sum / n, within(1e-12));
      assertThat(quality.silhouette(labels.stream().map(label -> "a").toList())).isNaN();
    }
  }

  /** Of three places on a line, the middle of each in turn without a label. */
  @Test
  void pointsWithoutALabelNeitherVoteNorCount() {
    int n = 9;
    double[] x = {0, 1, 2, 10, 11, 12, 20, 21, 22, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    List<String> labels = List.of("a", "", "a", "b", "", "b", "a", "", "b");
    double[] few = {0, 2, 10, 12, 20, 22, 0, 0, 0, 0, 0, 0};
    List<String> known = labels.stream().filter(label -> !label.isEmpty()).toList();
    try (Workers workers = new Workers(1)) {
      Quality quality = new Quality(x, n, workers);
      double expected = new Quality(few, 6, workers).silhouette(known);
      assertThat(quality.silhouette(labels)).isCloseTo(expected, within(1e-12));
      // the nearest two of a point are the others of its place, one of them with a label
      assertThat(quality.neighbourAgreement(labels, 2)).isCloseTo(4.0 / 6, within(1e-12));
    }
  }

  /** The mean distance of point t to the others with a label. */
  private static double mean(double[] x, int n, List<String> labels, int t, String label) {
    double sum = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (i != t && labels.get(i).equals(label)) {
        sum += Math.hypot(x[i] - x[t], x[n + i] - x[n + t]);
        count++;
      }
    }
    return sum / count;
  }

  private static Rows rows(double[] x, int n) {
    double[] values = new double[2 * n];
    for (int t = 0; t < n; t++) {
      values[2 * t] = x[t];
      values[2 * t + 1] = x[n + t];
    }
    return Rows.of(n, 2, values);
  }
}
