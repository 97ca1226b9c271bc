package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.apps.embedding.Embedding.Split;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** Where maps begin, what they are made of, and how good they are. */
class MapTest {
  @TempDir Path folder;

  @Test
  void principalComponentsAreTheDirectionsOfMostVariance() {
    // Points with variances 9, 4, 1/4 along rotated axes; the directions are known.
    Rows raw = Clouds.gaussian(2000, 3, 1);
    double s = Math.sqrt(0.5);
    double[][] axes = {{s, s, 0}, {-s, s, 0}, {0, 0, 1}};
    double[] deviations = {3, 2, 0.5};
    double[] data = new double[6000];
    for (int i = 0; i < 2000; i++) {
      for (int a = 0; a < 3; a++) {
        for (int c = 0; c < 3; c++) {
          data[3 * i + c] += 5 + deviations[a] * raw.get(i, a) * axes[a][c];
        }
      }
    }
    double[] x = Start.principalComponents(Rows.of(2000, 3, data), 2, 0.1);
    double xx = 0;
    double yy = 0;
    double xy = 0;
    double along = 0;
    for (int t = 0; t < 2000; t++) {
      xx += x[t] * x[t] / 2000;
      yy += x[2000 + t] * x[2000 + t] / 2000;
      xy += x[t] * x[2000 + t] / 2000;
      along += x[t] * raw.get(t, 0) / 2000;
    }
    assertThat(Math.sqrt(xx)).isCloseTo(0.1, within(1e-12)); // as asked
    assertThat(xy).isCloseTo(0, within(1e-10)); // uncorrelated
    assertThat(Math.sqrt(yy / xx)).isCloseTo(2.0 / 3, within(0.05)); // sampling error
    assertThat(along).isGreaterThan(0.099); // the first axis, with a positive largest entry
  }

  @Test
  void jitterIsAHundredthOfTheFirstCoordinateInAll() {
    int n = 2000;
    double[] x = Start.principalComponents(Clouds.gaussian(n, 2, 1), 4, 1); // two are 0
    double[] moved = Start.jittered(x, n, 1);
    Kernels.axpy(-1, x, moved);
    for (int c = 0; c < 4; c++) {
      double[] coordinate = Arrays.copyOfRange(moved, c * n, (c + 1) * n);
      // Five times the sampling error of a deviation, 1/√(2n).
      assertThat(Kernels.norm(coordinate) / Math.sqrt(n)).isCloseTo(0.01, within(0.01 * 0.08));
    }
    Kernels.axpy(1, x, moved);
    assertThat(Start.jittered(x, n, 1)).containsExactly(moved, within(1e-15)); // of a sum, back
    assertThat(Start.jittered(x, n, 2)).isNotEqualTo(Start.jittered(x, n, 1));
    assertThat(Start.principalComponents(Rows.of(5, 2, new double[10]), 2, 1)).containsOnly(0.0);
  }

  @Test
  void thePaperBeginsOnALine() {
    assertThat(Start.line(4, 2)).containsExactly(0.25, 0.5, 0.75, 1, 0.25, 0.5, 0.75, 1);
    assertThat(Start.random(50, 2, 0.1, 3)).isEqualTo(Start.random(50, 2, 0.1, 3));
    assertThat(Start.random(50, 2, 0.1, 3)).isNotEqualTo(Start.random(50, 2, 0.1, 4));
  }

  @Test
  void aPerfectMapIsTrustedAndAShuffledOneIsNot() {
    Rows points = Clouds.gaussian(100, 2, 7);
    double[] x = new double[200];
    for (int t = 0; t < 100; t++) {
      x[t] = points.get(t, 0);
      x[100 + t] = points.get(t, 1);
    }
    try (Workers workers = new Workers(2)) {
      assertThat(new Quality(x, 100, workers).trustworthiness(points, 12)).isEqualTo(1);
      double shuffled =
          new Quality(Clouds.place(100, 2, 1, 9), 100, workers).trustworthiness(points, 12);
      assertThat(shuffled).isBetween(0.4, 0.6);
      assertThat(new Quality(x, 100, workers).trustworthiness(points, 50)).isNaN();
    }
  }

  /** On a line 0 1 2 3 4, neighbours of the ends are two, by hand. */
  @Test
  void agreementIsAVoteOfNeighbours() {
    double[] x = {0, 1.1, 2.3, 10, 11.1, 12.3};
    try (Workers workers = new Workers(1)) {
      Quality quality = new Quality(x, 6, workers);
      List<String> clusters = List.of("a", "a", "a", "b", "b", "b");
      assertThat(quality.neighbourAgreement(clusters, 2)).isEqualTo(1);
      // Each a sees one a and one b but the b among them, who sees two a: a tie counts a half.
      List<String> mixed = List.of("a", "b", "a", "b", "b", "b");
      assertThat(quality.neighbourAgreement(mixed, 2))
          .isCloseTo((0.5 + 0 + 0.5 + 3) / 6, within(1e-15));
    }
  }

  @Test
  void ofManyPointsSomeAreAsked() {
    int n = Quality.MOST_POINTS + 500;
    double[] x = new double[n];
    List<String> labels = new ArrayList<>();
    for (int t = 0; t < n; t++) {
      x[t] = t;
      labels.add(t < n / 2 ? "low" : "high");
    }
    try (Workers workers = new Workers(2)) {
      assertThat(new Quality(x, n, workers).neighbourAgreement(labels, 5)).isGreaterThan(0.99);
    }
  }

  @Test
  void theExampleComesApartIntoItsClusters() {
    Points example = Points.example();
    assertThat(example.rows().rows()).isEqualTo(300);
    try (Workers workers = new Workers(2)) {
      Similarities p = Similarities.ofPerplexity(example.rows(), 30, workers);
      for (Embedding map :
          List.of(
              Embedding.gauss(p, 2, Split.PAIRS),
              Embedding.student(p, 2, Split.PAIRS),
              Embedding.gauss(p, 2, Split.PAPER))) {
        Result result =
            Run.of(map.problem(), Automatic.METHOD.with(Settings.NONE))
                .from(Start.principalComponents(example.rows(), 2, 1e-2))
                .threads(2)
                .stop(StopRule.passes(150))
                .go();
        Quality quality = new Quality(result.point(), 300, workers);
        assertThat(quality.neighbourAgreement(example.labels(), 10)).isGreaterThan(0.95);
        assertThat(quality.trustworthiness(example.rows(), 12)).isGreaterThan(0.8);
      }
    }
  }

  /** Sparse similarities, without the n × n matrix. */
  @Test
  void neighboursAloneMakeAMapToo() {
    Points example = Points.example();
    try (Workers workers = new Workers(2)) {
      Similarities p = Similarities.ofNearest(example.rows(), 15, workers);
      assertThat(p.isDense()).isFalse();
      Embedding map = Embedding.student(p, 2, Split.PAIRS);
      Result result =
          Run.of(map.problem(), Automatic.METHOD.with(Settings.NONE))
              .from(Start.principalComponents(example.rows(), 2, 1e-2))
              .stop(StopRule.passes(150))
              .go();
      assertThat(new Quality(result.point(), 300, workers).neighbourAgreement(example.labels(), 10))
          .isGreaterThan(0.95);
    }
  }

  @Test
  void aTableWithRecurringTextsBringsItsLabels() throws Exception {
    Path file = folder.resolve("points.csv");
    Files.writeString(file, "kind,a,b\nx,1,2\ny,3,4\nx,5,6\ny,7,8\n");
    Points points = Points.read(file, null, Columns.plain(Missing.REFUSE), null, 0.5);
    assertThat(points.labels()).containsExactly("x", "y", "x", "y");
    assertThat(points.rows().get(1, 1)).isEqualTo(2);
    assertThat(Points.read(file, null, Columns.plain(Missing.REFUSE), 3, 1).rows().rows())
        .isEqualTo(3);
    Files.writeString(file, "name,a,b\np,1,2\nq,3,4\nr,5,6\ns,7,8\n");
    assertThat(Points.read(file, null, Columns.plain(Missing.REFUSE), null, 1).labels()).isEmpty();
  }

  /** With the published bandwidth one place for all points has the value n·log(n − 1). */
  @Test
  @EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
  void imagesOfDigitsAreWhatThePaperStartsFrom() {
    Path data = Path.of(System.getenv("FOG_DATA"), "mnist2000");
    Points digits =
        Points.read(
            data.resolve("images-idx3-ubyte.gz"),
            data.resolve("labels-idx1-ubyte.gz").toString(),
            Columns.plain(Missing.REFUSE),
            null,
            1 / 2550.0);
    assertThat(digits.rows().columns()).isEqualTo(784);
    assertThat(digits.labels().subList(0, 5)).containsExactly("7", "2", "1", "0", "4");
    try (Workers workers = new Workers(2)) {
      Similarities p = Similarities.ofBandwidth(digits.rows(), 1, workers);
      Embedding map = Embedding.gauss(p, 10, Split.POINTS);
      assertThat(map.entropy()).isCloseTo(15149.81, within(0.005)); // the clipped: no divergence
      double[] collapsed = new double[20_000];
      Result there =
          Run.of(map.problem(), Automatic.METHOD.with(Settings.NONE))
              .from(collapsed)
              .stop(StopRule.steps(0))
              .threads(2)
              .go();
      assertThat(there.objective()).isCloseTo(15200.80, within(0.005));
      Result result =
          Run.of(map.problem(), Automatic.METHOD.with(Settings.NONE))
              .from(Start.principalComponents(digits.rows(), 10, 1e-1))
              .threads(2)
              .stop(StopRule.passes(15))
              .go();
      assertThat(result.objective()).isLessThan(15200.80);
    }
  }
}
