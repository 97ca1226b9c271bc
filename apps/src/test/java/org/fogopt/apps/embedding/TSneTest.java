package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Rows;
import org.fogopt.method.FullGradient;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.fogopt.run.Checkpoints;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TSneTest {
  private static final int CLUSTERS = 8;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void sumsOverAllComponentsAreThoseOfOneAfterTheOther(int k) {
    int n = 300;
    Similarities p = Clouds.similarities(n, false, 3);
    double[] x = Clouds.place(n, k, 5, 4);
    try (Workers workers = new Workers(2)) {
      double[] all = new double[n * k];
      double[] each = new double[n * k];
      double value = gradient(Embedding.tsne(p, k, false, workers).problem(), x, all, workers);
      double sum =
          gradient(Embedding.student(p, k, Embedding.Split.POINTS).problem(), x, each, workers);
      assertThat(value).isCloseTo(sum, within(1e-12 * Math.abs(sum)));
      assertThat(all).containsExactly(each, within(1e-13 * Kernels.norm(each)));
    }
  }

  @Test
  void aFinishedMapHasTheGradientOfTheExactSumsWithinAThousandth() {
    Rows points = clusters(5000, 6); // of fewer all pairs are summed
    try (Workers workers = new Workers(2)) {
      Similarities p = Similarities.ofNearest(points, 20, workers);
      Embedding map = Embedding.tsne(p, 2, true, workers);
      Problem exact = Embedding.tsne(p, 2, false, workers).problem();
      List<Double> errors = new ArrayList<>();
      for (int steps : new int[] {0, 120, 300}) {
        double[] x = run(map, points, steps, 2).point();
        double[] interpolated = new double[x.length];
        double[] slow = new double[x.length];
        gradient(map.problem(), x, interpolated, workers);
        gradient(exact, x, slow, workers);
        double norm = Kernels.norm(slow);
        Kernels.axpy(-1, slow, interpolated);
        errors.add(Kernels.norm(interpolated) / norm);
        errors.add(map.interpolationError(x));
      }
      assertThat(errors).allSatisfy(error -> assertThat(error).isLessThan(1e-3));
    }
  }

  @Test
  void clustersStayWhole() {
    Rows points = clusters(800, 10);
    try (Workers workers = new Workers(2)) {
      Similarities p = Similarities.ofNearest(points, 15, workers);
      Result result = run(Embedding.tsne(p, 2, workers), points, 300, 2);
      List<String> labels = new ArrayList<>();
      for (int t = 0; t < 800; t++) {
        labels.add(String.valueOf(t % CLUSTERS));
      }
      double[] x = result.point();
      // A point is nearer to the centre of its own cluster than to any other.
      double[][] centres = new double[CLUSTERS][2];
      for (int t = 0; t < 800; t++) {
        centres[t % CLUSTERS][0] += x[t] * CLUSTERS / 800;
        centres[t % CLUSTERS][1] += x[800 + t] * CLUSTERS / 800;
      }
      int astray = 0;
      for (int t = 0; t < 800; t++) {
        double own = distance(x, t, centres[t % CLUSTERS]);
        for (double[] centre : centres) {
          astray += distance(x, t, centre) < own ? 1 : 0;
        }
      }
      assertThat(astray).isZero();
      assertThat(new Quality(x, 800, workers).neighbourAgreement(labels, 5)).isEqualTo(1);
    }
  }

  /** From a start on a line the gradient has no part across it, for all steps. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void pointsOnALineHaveAMapInThePlane(int columns) {
    int n = 100;
    Random random = new Random(5);
    double[] data = new double[n * columns];
    for (int t = 0; t < n; t++) {
      Arrays.fill(data, t * columns, (t + 1) * columns, random.nextGaussian());
    }
    Rows points = Rows.of(n, columns, data);
    double[] line = Start.principalComponents(points, 2, TSne.START);
    double[] start = Start.jittered(line, n, 1);
    Arrays.fill(line, n, 2 * n, 0); // 0 but for rounding
    try (Workers workers = new Workers(1)) {
      Similarities p = Similarities.ofNearest(points, 10, workers);
      Embedding map = Embedding.tsne(p, 2, workers);
      Result flat = whole(map, line);
      Result found = whole(map, start);
      assertThat(Arrays.copyOfRange(flat.point(), n, 2 * n)).containsOnly(0.0);
      double[] second = Arrays.copyOfRange(found.point(), n, 2 * n);
      assertThat(Kernels.norm(second) / Math.sqrt(n)).isGreaterThan(1000 * 0.01 * TSne.START);
      assertThat(found.objective()).isLessThan(flat.objective());
    }
  }

  private static Result whole(Embedding map, double[] start) {
    return Run.of(map.problem(), TSne.METHOD.byDefault())
        .from(start)
        .stop(StopRule.steps(TSne.STEPS))
        .go();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 31, 200})
  void smallMapsUnfoldInAnyDimension(int n) {
    Rows points = clusters(n, 4);
    try (Workers workers = new Workers(1)) {
      Similarities p = Similarities.ofNearest(points, Math.floor((n - 1) / 3.0), workers);
      for (int k = 1; k <= 3; k++) {
        Embedding map = Embedding.tsne(p, k, workers);
        Result result =
            Run.of(map.problem(), TSne.METHOD.byDefault())
                .from(Start.jittered(Start.principalComponents(points, k, TSne.START), n, 1))
                .stop(StopRule.steps(TSne.STEPS))
                .go();
        assertThat(result.stop().diverged()).isFalse();
        double first = result.trace().rows().get(0).objective();
        assertThat(result.objective()).isFinite().isLessThan(first);
        assertThat(Kernels.norm(result.point()) / Math.sqrt(n)).isGreaterThan(0.1);
      }
    }
  }

  @Test
  void threadsAndACheckpointChangeNoBit(@TempDir Path folder) {
    Rows points = clusters(700, 6);
    double[] alone;
    try (Workers workers = new Workers(1)) {
      Similarities p = Similarities.ofNearest(points, 10, workers);
      alone = run(Embedding.tsne(p, 2, workers), points, 80, 1).point();
    }
    try (Workers workers = new Workers(3)) {
      Similarities p = Similarities.ofNearest(points, 10, workers);
      assertThat(run(Embedding.tsne(p, 2, workers), points, 80, 3).point()).isEqualTo(alone);
      double[] resumed = {};
      for (int steps : new int[] {7, 33, 80}) { // 33: within early exaggeration or after it
        boolean isFirst = steps == 7;
        try (Checkpoints kept = isFirst ? Checkpoints.begin(folder) : Checkpoints.resume(folder)) {
          resumed =
              prepared(Embedding.tsne(p, 2, workers), points, steps, 2)
                  .checkpoint(kept)
                  .go()
                  .point();
        }
      }
      assertThat(resumed).isEqualTo(alone);
    }
  }

  @Test
  void otherProblemsAreRefused() {
    Problem other =
        new Problem(
            "not a map",
            new GaussInner(new Plane(5, 2)),
            Embedding.student(Clouds.similarities(7, true, 1), 2, Embedding.Split.POINTS)
                .problem()
                .outer());
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(other, workers, 1);
      assertThatThrownBy(() -> TSne.METHOD.with(Settings.NONE).start(oracle, new double[10]))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("maps of points");
    }
  }

  private static double distance(double[] x, int t, double[] centre) {
    return Math.hypot(x[t] - centre[0], x[x.length / 2 + t] - centre[1]);
  }

  private static Result run(Embedding map, Rows points, int steps, int threads) {
    return prepared(map, points, steps, threads).go();
  }

  private static Run prepared(Embedding map, Rows points, int steps, int threads) {
    return Run.of(map.problem(), TSne.METHOD.with(Settings.NONE.with(TSne.EARLY, 30)))
        .from(Start.principalComponents(points, 2, TSne.START))
        .stop(StopRule.steps(steps))
        .threads(threads);
  }

  private static double gradient(Problem problem, double[] x, double[] into, Workers workers) {
    return new FullGradient(new Oracle(problem, workers, 1)).at(x, into);
  }

  /** Point t lies in cluster t mod 8. */
  private static Rows clusters(int n, int columns) {
    Random random = new Random(8);
    double[][] centres = new double[CLUSTERS][columns];
    for (double[] centre : centres) {
      for (int k = 0; k < columns; k++) {
        centre[k] = 8 * random.nextGaussian();
      }
    }
    double[] values = new double[n * columns];
    for (int t = 0; t < n; t++) {
      for (int k = 0; k < columns; k++) {
        values[t * columns + k] = centres[t % CLUSTERS][k] + random.nextGaussian();
      }
    }
    return Rows.of(n, columns, values);
  }
}
