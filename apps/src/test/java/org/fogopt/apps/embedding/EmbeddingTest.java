package org.fogopt.apps.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.fogopt.apps.embedding.Embedding.Split;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddingTest {
  private static final double ROUNDING = 1e-10;

  /** An embedding with what it is made of. */
  record Sample(String name, Embedding map, Similarities p, boolean student) {
    int n() {
      return map.size();
    }

    double[][] truth() {
      return Clouds.matrix(student ? p.symmetrised() : p);
    }

    double[][] onMap(double[] x) {
      return student ? Clouds.student(x, n()) : Clouds.gauss(x, n());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Sample> samples() {
    return Stream.of(true, false)
        .flatMap(
            dense -> {
              Similarities p = Clouds.similarities(17, dense, 3);
              String kind = dense ? "all pairs" : "neighbours";
              return Stream.of(
                  new Sample("points, " + kind, Embedding.gauss(p, 2, Split.POINTS), p, false),
                  new Sample("paper, " + kind, Embedding.gauss(p, 3, Split.PAPER), p, false),
                  new Sample("pairs, " + kind, Embedding.gauss(p, 2, Split.PAIRS), p, false),
                  new Sample("student, " + kind, Embedding.student(p, 2, Split.POINTS), p, true),
                  new Sample(
                      "student pairs, " + kind, Embedding.student(p, 3, Split.PAIRS), p, true));
            })
        .toList();
  }

  private static double[] gradient(Embedding map, double[] x) {
    try (Workers workers = new Workers(2)) {
      double[] out = new double[x.length];
      new Evaluator(map.problem(), workers).gradient(x, out);
      return out;
    }
  }

  private static double objective(Embedding map, double[] x) {
    try (Workers workers = new Workers(2)) {
      return new Evaluator(map.problem(), workers).objective(x);
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void componentsAgreeWithFiniteDifferencesAtRandomPoints(Sample sample) {
    var check =
        DerivativeCheck.of(sample.map.problem())
            .domain(y -> withPositiveSums(y, sample.n() * sample.map.dimensions()));
    assertThat(check.components(8).seed(5).run()).isEmpty();
    assertThat(check.radius(0.3).seed(6).run()).isEmpty();
  }

  private static double[] withPositiveSums(double[] y, int from) {
    for (int k = from; k < y.length; k++) {
      y[k] = 0.05 + Math.abs(y[k]);
    }
    return y;
  }

  @ParameterizedTest
  @MethodSource("samples")
  void theObjectiveIsTheDivergenceAndAConstant(Sample sample) {
    double[] x = Clouds.place(sample.n(), sample.map.dimensions(), 0.8, 4);
    assertThat(sample.map.divergence(objective(sample.map, x)))
        .isCloseTo(Clouds.divergence(sample.truth(), sample.onMap(x)), within(ROUNDING));
  }

  /** 2 Σ_j (p_{j|a} + p_{a|j} − q_{j|a} − q_{a|j})(x_a − x_j); t-SNE's has 4 (p − q)/(1 + d²). */
  @ParameterizedTest
  @MethodSource("samples")
  void theFullGradientIsTheClosedForm(Sample sample) {
    int n = sample.n();
    int k = sample.map.dimensions();
    double[] x = Clouds.place(n, k, 0.8, 9);
    double[][] p = sample.truth();
    double[][] q = sample.onMap(x);
    double[] expected = new double[x.length];
    for (int a = 0; a < n; a++) {
      for (int j = 0; j < n; j++) {
        double pull =
            sample.student
                ? 4 * (p[a][j] - q[a][j]) / (1 + Clouds.square(x, n, a, j))
                : 2 * (p[a][j] + p[j][a] - q[a][j] - q[j][a]);
        for (int c = 0; c < k; c++) {
          expected[c * n + a] += pull * (x[c * n + a] - x[c * n + j]);
        }
      }
    }
    double[] found = gradient(sample.map, x);
    for (int i = 0; i < x.length; i++) {
      assertThat(found[i]).as("entry %d", i).isCloseTo(expected[i], within(ROUNDING));
    }
  }

  @Test
  void theTwoSplitsHaveTheSameSum() {
    Similarities p = Clouds.similarities(20, true, 1);
    double[] x = Clouds.place(20, 2, 1, 2);
    assertThat(objective(Embedding.gauss(p, 2, Split.PAPER), x))
        .isCloseTo(objective(Embedding.gauss(p, 2, Split.POINTS), x), within(1e-9));
  }

  /** Three points at 0, 1, 3 on a line, p uniform: Z = e^-1 + e^-9, e^-1 + e^-4, e^-9 + e^-4. */
  @Test
  void aDivergenceByHand() {
    try (Workers workers = new Workers(1)) {
      // An equilateral triangle: all similarities are 1/2.
      var corners = org.fogopt.linalg.Rows.of(3, 3, new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1});
      Similarities p = Similarities.ofBandwidth(corners, 1, workers);
      double[] x = {0, 1, 3};
      double a = Math.exp(-1) + Math.exp(-9);
      double b = Math.exp(-1) + Math.exp(-4);
      double c = Math.exp(-9) + Math.exp(-4);
      // Σ_t [log Z_t + ½ Σ_i d²] − 3 log 2
      double expected = Math.log(a) + Math.log(b) + Math.log(c) + (1 + 9 + 4) - 3 * Math.log(2);
      Embedding map = Embedding.gauss(p, 1, Split.POINTS);
      assertThat(map.divergence(objective(map, x))).isCloseTo(expected, within(ROUNDING));
      // Student: q ∝ ½, ⅒, ⅕; Z = 2(½ + ⅒ + ⅕) = 1.6; p = ⅙ each
      double student = Math.log(1.6) + (Math.log(2) + Math.log(10) + Math.log(5)) / 3 - Math.log(6);
      Embedding other = Embedding.student(p, 1, Split.PAIRS);
      assertThat(other.divergence(objective(other, x))).isCloseTo(student, within(ROUNDING));
    }
  }

  /** The same operations on a matrix of l × d, entry by entry. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theJacobianIsTheMatrixItStandsForAfterAnyOperations(long seed) {
    int n = 9;
    Random random = new Random(seed);
    for (Inner inner :
        List.of(new GaussInner(new Plane(n, 2)), new StudentInner(new Plane(n, 2), null))) {
      Jacobian g = inner.newJacobian();
      double[][] naive = new double[inner.out()][inner.in()];
      double[][] points = new double[4][];
      for (int k = 0; k < points.length; k++) {
        points[k] = Clouds.place(n, 2, 1, seed * 10 + k);
      }
      for (int step = 0; step < 40; step++) {
        double[] x = points[random.nextInt(points.length)];
        double[] xp = points[random.nextInt(points.length)];
        double a = random.nextGaussian();
        int from = random.nextInt(n);
        Batch batch =
            random.nextBoolean()
                ? Batch.range(from, from + 1 + random.nextInt(n - from))
                : Batch.of(random.nextInt(n), random.nextInt(n), random.nextInt(n));
        switch (random.nextInt(6)) {
          case 0 -> {
            g.add(batch, x, a);
            addNaive(naive, n, batch, x, a, inner);
          }
          case 1, 2 -> {
            g.addDifference(batch, x, xp, a);
            addNaive(naive, n, batch, x, a, inner);
            addNaive(naive, n, batch, xp, -a, inner);
          }
          case 3 -> {
            g.scale(a);
            for (double[] row : naive) {
              for (int k = 0; k < row.length; k++) {
                row[k] *= a;
              }
            }
          }
          case 4 -> {
            Jacobian other = inner.newJacobian();
            other.add(Batch.range(0, 4), x, a);
            other.add(Batch.range(4, n), x, a);
            other.addDifference(batch, x, xp, 0.5);
            g.add(other);
            addNaive(naive, n, Batch.all(n), x, a, inner);
            addNaive(naive, n, batch, x, 0.5, inner);
            addNaive(naive, n, batch, xp, -0.5, inner);
          }
          default -> {
            Jacobian copy = inner.newJacobian();
            copy.add(g);
            g.clear();
            g.add(copy);
          }
        }
        if (random.nextInt(25) == 0) {
          g.clear();
          naive = new double[inner.out()][inner.in()];
        }
      }
      compare(g, naive, inner, random);
    }
  }

  private static void addNaive(
      double[][] into, int n, Batch batch, double[] x, double a, Inner inner) {
    boolean student = inner.out() == x.length + 1;
    for (long b = 0; b < batch.size(); b++) {
      int j = (int) batch.at(b);
      for (int k = 0; k < x.length; k++) {
        into[k][k] += a;
      }
      for (int t = 0; t < n; t++) {
        double square = Clouds.square(x, n, t, j);
        double slope = student ? 1 / ((1 + square) * (1 + square)) : Math.exp(-square);
        double[] row = into[x.length + (student ? 0 : t)];
        for (int c = 0; c < x.length / n; c++) {
          double v = 2 * n * slope * (x[c * n + t] - x[c * n + j]);
          row[c * n + t] -= a * v;
          row[c * n + j] += a * v;
        }
      }
    }
  }

  private static void compare(Jacobian g, double[][] naive, Inner inner, Random random) {
    Cotangent u = new Cotangent(inner.out());
    double[] expected = new double[inner.in()];
    double squares = 0;
    for (int r = 0; r < naive.length; r++) {
      double value = random.nextInt(3) == 0 ? 0 : random.nextGaussian();
      u.add(r, value);
      for (int k = 0; k < expected.length; k++) {
        expected[k] += value * naive[r][k];
        squares += naive[r][k] * naive[r][k];
      }
    }
    double scale = Math.max(1, Math.sqrt(squares));
    double[] found = new double[inner.in()];
    g.transposeTimes(u, 1, found);
    for (int k = 0; k < expected.length; k++) {
      assertThat(found[k]).as("entry %d", k).isCloseTo(expected[k], within(1e-11 * scale));
    }
    assertThat(g.norm()).isCloseTo(Math.sqrt(squares), within(1e-11 * scale));
  }

  @Test
  void thePartsOfAProductSumToIt() {
    int n = 100;
    Inner inner = new GaussInner(new Plane(n, 2));
    Jacobian g = inner.newJacobian();
    double[] x = Clouds.place(n, 2, 1, 1);
    g.add(Batch.all(n), x, 1.0 / n);
    g.addDifference(Batch.of(3, 8, 90), Clouds.place(n, 2, 1, 2), x, 0.3);
    Cotangent u = new Cotangent(inner.out());
    for (int k = 0; k < inner.out(); k++) {
      u.add(k, Math.sin(k));
    }
    double[] whole = new double[inner.in()];
    g.transposeTimes(u, 2, whole);
    int parts = g.parts(u);
    assertThat(parts).isEqualTo(4);
    double[] sum = new double[inner.in()];
    for (int part = 0; part < parts; part++) {
      g.transposeTimes(u, part, parts, 2, sum);
    }
    for (int k = 0; k < sum.length; k++) {
      assertThat(sum[k]).isCloseTo(whole[k], within(1e-12 * (1 + Math.abs(whole[k]))));
    }
  }

  @Test
  void theChunksOfALongPassAreRememberedAsOne() {
    int n = 100;
    Inner inner = new GaussInner(new Plane(n, 2));
    double[] x = Clouds.place(n, 2, 1, 1);
    Jacobian whole = inner.newJacobian();
    whole.add(Batch.all(n), x, 0.01);
    Jacobian sum = inner.newJacobian();
    for (int from = 0; from < n; from += 25) {
      Jacobian chunk = inner.newJacobian();
      chunk.add(Batch.range(from, from + 25), x.clone(), 0.01);
      sum.add(chunk);
    }
    Cotangent u = new Cotangent(inner.out());
    u.add(2 * n + 7, 1);
    double[] a = new double[2 * n];
    double[] b = new double[2 * n];
    whole.transposeTimes(u, 1, a);
    sum.transposeTimes(u, 1, b);
    assertThat(b).isEqualTo(a); // the very same operations
  }

  /** The paper prints exp(…) − 1 in every component, unscaled: a mean of that is never positive. */
  @Test
  void asPrintedTheLogarithmIsNotDefined() {
    int n = 12;
    double[] x = Clouds.place(n, 2, 1, 8);
    for (int t = 0; t < n; t++) {
      double mean = 0;
      for (int j = 0; j < n; j++) {
        mean += (Math.exp(-Clouds.square(x, n, t, j)) - 1) / n;
      }
      assertThat(mean).isLessThanOrEqualTo(0);
    }
  }

  /** With the printed "− log Z" everything attracts: one place for all points is the best map. */
  @Test
  void withThePrintedSignTheBestMapIsASinglePlace() {
    int n = 12;
    Similarities p = Clouds.similarities(n, true, 2);
    for (long seed = 1; seed <= 20; seed++) {
      double[] x = Clouds.place(n, 2, 1, seed);
      assertThat(printed(p, x, n)).isGreaterThan(printed(p, new double[2 * n], n));
    }
    // … while with the right sign it is not even near: moving apart helps.
    Embedding map = Embedding.gauss(p, 2, Split.POINTS);
    Result result =
        Run.of(map.problem(), Automatic.METHOD.with(Settings.NONE))
            .from(Clouds.place(n, 2, 0.1, 1))
            .stop(StopRule.passes(300))
            .go();
    assertThat(result.objective()).isLessThan(objective(map, new double[2 * n]) - 0.5);
  }

  private static double printed(Similarities p, double[] x, int n) {
    double sum = 0;
    for (int t = 0; t < n; t++) {
      double z = 0;
      for (int i = 0; i < n; i++) {
        sum += p.get(t, i) * Clouds.square(x, n, t, i);
        z += i == t ? 0 : Math.exp(-Clouds.square(x, n, t, i));
      }
      sum -= Math.log(z);
    }
    return sum;
  }

  @Test
  void estimatesBelowTheFloorAreCountedAndStayFinite() {
    int n = 10;
    Similarities p = Clouds.similarities(n, true, 2);
    for (Split split : Split.values()) {
      Embedding map = Embedding.gauss(p, 2, split);
      double[] y = new double[3 * n];
      java.util.Arrays.fill(y, 2 * n, 3 * n, 1);
      Cotangent u = new Cotangent(3 * n);
      map.problem().outer().addGradient(Batch.of(0), y, 1, u);
      assertThat(map.clippedEstimates()).isZero();
      y[2 * n] = -0.5;
      u.clear();
      double value = map.problem().outer().addGradient(Batch.of(0), y, 1, u);
      assertThat(map.clippedEstimates()).isEqualTo(1);
      assertThat(value).isFinite();
      assertThat(u.dense()).doesNotContain(Double.NaN, Double.POSITIVE_INFINITY);
    }
  }

  @ParameterizedTest
  @CsvSource({"gauss", "student"})
  void theSameBitsForAnyNumberOfThreads(String kernel) {
    Similarities p = Clouds.similarities(150, true, 2);
    Embedding map =
        kernel.equals("gauss")
            ? Embedding.gauss(p, 2, Split.POINTS)
            : Embedding.student(p, 2, Split.POINTS);
    double[] first = null;
    for (int threads : new int[] {1, 2, 3, 8}) {
      double[] found =
          Run.of(map.problem(), Automatic.METHOD.with(Settings.NONE))
              .from(Clouds.place(150, 2, 0.1, 1))
              .seed(3)
              .threads(threads)
              .stop(StopRule.passes(40))
              .go()
              .point();
      first = first == null ? found : first;
      assertThat(found).as("%d threads", threads).isEqualTo(first);
    }
  }

  @Test
  void aMapHasAtLeastOneDimension() {
    Similarities p = Clouds.similarities(20, true, 2);
    assertThatThrownBy(() -> Embedding.student(p, 0, Split.PAIRS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least one dimension");
  }
}
