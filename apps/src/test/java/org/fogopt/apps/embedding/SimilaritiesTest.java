package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimilaritiesTest {
  private static double entropy(Similarities p, int t) {
    double sum = 0;
    for (int i = 0; i < p.size(); i++) {
      sum -= p.get(t, i) > 0 ? p.get(t, i) * Math.log(p.get(t, i)) : 0;
    }
    return sum;
  }

  private static Similarities make(Rows points, double perplexity, boolean dense) {
    try (Workers workers = new Workers(2)) {
      return dense
          ? Similarities.ofPerplexity(points, perplexity, workers)
          : Similarities.ofNearest(points, perplexity, workers);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyRowHasTheEntropyAskedFor(boolean dense) {
    // distances over six orders of magnitude
    Rows points = Clouds.gaussian(120, 4, 1);
    double[] wild = new double[480];
    for (int i = 0; i < 120; i++) {
      for (int c = 0; c < 4; c++) {
        wild[4 * i + c] = points.get(i, c) * Math.pow(10, i % 7 - 3);
      }
    }
    for (double perplexity : new double[] {2, 10, 30}) {
      Similarities p = make(Rows.of(120, 4, wild), perplexity, dense);
      assertThat(p.isDense()).isEqualTo(dense);
      for (int t = 0; t < 120; t++) {
        assertThat(entropy(p, t)).as("row %d", t).isCloseTo(Math.log(perplexity), within(1e-5));
        double sum = 0;
        for (int i = 0; i < 120; i++) {
          sum += p.get(t, i);
        }
        assertThat(sum).isCloseTo(1, within(1e-12));
        assertThat(p.get(t, t)).isZero();
      }
    }
  }

  @Test
  void neighboursAreTheNearestOnes() {
    Rows points = Clouds.gaussian(60, 3, 4);
    Similarities p = make(points, 5, false);
    for (int t = 0; t < 60; t++) {
      int row = t;
      double[] d = new double[60];
      Arrays.setAll(d, i -> i == row ? Double.POSITIVE_INFINITY : points.squaredDistance(row, i));
      double[] sorted = d.clone();
      Arrays.sort(sorted);
      for (int i = 0; i < 60; i++) {
        assertThat(p.get(t, i) > 0).as("%d to %d", t, i).isEqualTo(d[i] <= sorted[14]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void pairsAreSymmetricAndSumToOne(boolean dense) {
    Similarities p = make(Clouds.gaussian(40, 3, 4), 6, dense);
    Similarities both = p.symmetrised();
    double sum = 0;
    double entropy = 0;
    for (int t = 0; t < 40; t++) {
      for (int i = 0; i < 40; i++) {
        assertThat(both.get(t, i))
            .isCloseTo((p.get(t, i) + p.get(i, t)) / 80, within(1e-16))
            .isEqualTo(both.get(i, t));
        assertThat(p.transposed().get(t, i)).isEqualTo(p.get(i, t));
        sum += both.get(t, i);
      }
      entropy += entropy(both, t);
    }
    assertThat(sum).isCloseTo(1, within(1e-13));
    assertThat(both.entropy()).isCloseTo(entropy, within(1e-12));
  }

  @Test
  void aBandwidthIsThatOfAllPoints() {
    Rows points = Clouds.gaussian(10, 3, 4);
    try (Workers workers = new Workers(1)) {
      Similarities p = Similarities.ofBandwidth(points, 2.5, workers);
      for (int t = 0; t < 10; t++) {
        double z = 0;
        for (int i = 0; i < 10; i++) {
          z += i == t ? 0 : Math.exp(-points.squaredDistance(t, i) / 2.5);
        }
        for (int i = 0; i < 10; i++) {
          double expected = i == t ? 0 : Math.exp(-points.squaredDistance(t, i) / 2.5) / z;
          assertThat(p.get(t, i)).isCloseTo(expected, within(1e-14));
        }
      }
    }
  }

  @Test
  void pointsAtOnePlaceShare() {
    double[] same = new double[3 * 40];
    Similarities p = make(Rows.of(40, 3, same), 5, true);
    assertThat(p.get(3, 9)).isCloseTo(1.0 / 39, within(1e-12));
  }

  @Test
  void tooLargeAPerplexityIsRefusedWithAnAdvice() {
    assertThatThrownBy(() -> make(Clouds.gaussian(50, 3, 1), 30, true))
        .hasMessage("a perplexity of 30 needs more than 90 points, not 50; take at most 16");
    assertThatThrownBy(() -> make(Clouds.gaussian(50, 3, 1), 1, true))
        .hasMessage("the perplexity must be at least 2, not 1.0");
  }
}
