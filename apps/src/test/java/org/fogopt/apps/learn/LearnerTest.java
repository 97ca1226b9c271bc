package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearnerTest {
  private static final String ALL =
      "mean variance:0.3 kl:0.5 kl-ball:0.1 cvar:0.8,0.5 cvar:0.8 group:g";

  static Stream<String> objectives() {
    return Stream.of(ALL.split(" "));
  }

  /** Normal equations, by elimination. */
  @Test
  void ridgeRegressionSolvesItsNormalEquations() {
    Sample sample = Samples.regression(150, 5, 1);
    double[] found = Learner.of(sample).l2(0.1).fit().parameters();
    double[][] a = new double[6][7];
    double[] row = new double[6];
    for (int j = 0; j < 150; j++) {
      sample.x().copyTo(j, row);
      row[5] = 1;
      for (int r = 0; r < 6; r++) {
        for (int c = 0; c < 6; c++) {
          a[r][c] += row[r] * row[c] / 150;
        }
        a[r][6] += row[r] * sample.y()[j] / 150;
      }
    }
    for (int r = 0; r < 5; r++) {
      a[r][r] += 0.1;
    }
    assertThat(found).containsExactly(solve(a), within(1e-12));
  }

  @ParameterizedTest
  @CsvSource({"logistic, 2", "softmax, 3", "huber:0.4, 0"})
  void theGradientAtTheMinimumIsZero(String loss, int classes) {
    Sample sample =
        classes == 0 ? Samples.regression(200, 4, 2) : Samples.classes(200, 4, classes, 2);
    Learner learner = Learner.of(sample).loss(Loss.parse(loss)).l2(0.01).tolerance(1e-10);
    double[] x = learner.fit().parameters();
    for (int k = 0; k < x.length; k++) {
      double[] up = x.clone();
      double[] down = x.clone();
      up[k] += 1e-5;
      down[k] -= 1e-5;
      assertThat((learner.objective(up) - learner.objective(down)) / 2e-5)
          .isCloseTo(0, within(1e-9));
    }
  }

  /** With an intercept, what is added to a column changes the intercepts and nothing else. */
  private static Sample moved(Sample sample, double by) {
    int d = sample.x().columns();
    double[] x = new double[sample.rows() * d];
    double[] row = new double[d];
    for (int j = 0; j < sample.rows(); j++) {
      sample.x().copyTo(j, row);
      for (int k = 0; k < d; k++) {
        x[j * d + k] = row[k] + by * (k + 1);
      }
    }
    Rows rows = Rows.of(sample.rows(), d, x);
    return new Sample(rows, sample.y(), null, sample.groups(), sample.classes());
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void columnsFarFromZeroHaveTheSameMinimum(String objective) {
    for (String loss : new String[] {"squared", "logistic", "softmax"}) {
      Learner near = LearnerDerivativesTest.learner(loss, objective);
      Fit fit =
          Learner.of(moved(LearnerDerivativesTest.sample(loss), 500))
              .loss(Loss.parse(loss))
              .objective(Objective.parse(objective))
              .l2(0.2)
              .fit();
      assertThat(fit.converged()).as(loss).isTrue();
      assertThat(fit.objective()).as(loss).isCloseTo(near.fit().objective(), within(1e-8));
    }
  }

  /** A target whose mean is 0 says nothing of how far away the intercept is. */
  @Test
  void anInterceptFarAwayIsNoDirectionWithoutEnd() {
    for (int seed = 1; seed <= 10; seed++) {
      Sample some = Samples.regression(40, 12, seed);
      double mean = Arrays.stream(some.y()).average().orElseThrow();
      double[] y = Arrays.stream(some.y()).map(value -> value - mean).toArray();
      Sample sample = Sample.of(some.x(), y);
      Fit near = Learner.of(sample).l1(0.01).l2(0.001).fit();
      Fit far = Learner.of(moved(sample, 100)).l1(0.01).l2(0.001).fit();
      assertThat(far.objective()).as("seed %d", seed).isCloseTo(near.objective(), within(1e-8));
    }
  }

  /** Of softmax, a constant added to all intercepts changes no loss: they sum to 0. */
  @Test
  void interceptsOfClassesSumToZeroFromAnyStart() {
    Learner learner = LearnerDerivativesTest.learner("softmax", "mean");
    double[] start = learner.start();
    double[] found = learner.fit().parameters();
    for (int k = 0; k < 3; k++) {
      start[5 * k + 4] = 7 + k;
    }
    Fit fit = learner.startingAt(start).fit();
    assertThat(fit.parameters()[4] + fit.parameters()[9] + fit.parameters()[14])
        .isCloseTo(0, within(1e-9));
    assertThat(fit.parameters()).containsExactly(found, within(1e-7));
  }

  /** A λ of |w|₁ that keeps the weight at 0, and a target whose mean is 0. */
  @Test
  void aStartThatIsTheMinimumButForRoundingConverges() {
    for (int seed = 1; seed <= 100; seed++) {
      Sample sample = Samples.regression(30, 1, seed);
      double mean = Arrays.stream(sample.y()).average().orElseThrow();
      double[] y = Arrays.stream(sample.y()).map(value -> (value - mean) / 3).toArray();
      double[] x = new double[30];
      Arrays.setAll(x, j -> sample.x().dot(j, new double[] {j == 3 ? 1e5 : 1}));
      double slope = IntStream.range(0, 30).mapToDouble(j -> x[j] * y[j] / 30).sum();
      Fit fit = Learner.of(Sample.of(Rows.of(30, 1, x), y)).l1(1.01 * Math.abs(slope)).fit();
      assertThat(fit.converged()).as(fit.toString()).isTrue();
      double half = 0.5 * Arrays.stream(y).map(value -> value * value).average().orElseThrow();
      assertThat(fit.objective()).isCloseTo(half, within(1e-10));
    }
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void noNearbyPointIsBetterThanTheGapSays(String objective) {
    for (String loss : new String[] {"squared", "huber:0.7", "logistic", "softmax"}) {
      Learner learner = LearnerDerivativesTest.learner(loss, objective);
      Fit fit = learner.fit();
      assertThat(fit.converged()).as(loss).isTrue();
      double gap = objective.startsWith("variance") ? 1e-12 : fit.gapBound();
      assertThat(gap).as(loss).isBetween(0.0, 2e-8);
      Random random = new Random(9);
      for (int t = 0; t < 300; t++) {
        double size = Math.pow(10, -1 - t % 5);
        double[] other = fit.parameters().clone();
        for (int k = 0; k < other.length; k++) {
          other[k] += size * random.nextGaussian();
        }
        assertThat(learner.objective(other)).isGreaterThan(fit.objective() - gap - 1e-14);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void theBoundHoldsAtAnyPoint(String objective) {
    if (objective.startsWith("variance")) {
      return;
    }
    for (String loss : new String[] {"squared", "huber:0.7", "logistic", "softmax"}) {
      Learner learner = LearnerDerivativesTest.learner(loss, objective);
      double minimum = learner.fit().objective();
      Fit rough = learner.tolerance(0.5).fit();
      assertThat(rough.objective() - rough.gapBound()).isLessThan(minimum + 1e-12);
    }
  }

  /** With one unknown and no intercept a search tells the minimum. */
  @ParameterizedTest
  @MethodSource("objectives")
  void oneUnknownIsFoundBySearch(String objective) {
    Sample sample = Samples.grouped(Samples.regression(90, 1, 4), 4);
    Learner learner =
        Learner.of(sample).intercept(false).objective(Objective.parse(objective)).l2(0.05).l1(0.02);
    double least = ObjectiveTest.least(w -> learner.objective(new double[] {w}), -20, 20);
    assertThat(learner.fit().objective()).isCloseTo(least, within(2e-8 * least));
  }

  @ParameterizedTest
  @ValueSource(strings = {"kl:0.01", "kl-ball:0.5", "cvar:0.9"})
  void lossesMayFallFromTenThousandToNearlyNothing(String objective) {
    Sample plain = Samples.regression(120, 3, 8);
    double[] y = Arrays.stream(plain.y()).map(v -> 140 + 0.1 * v).toArray();
    Learner learner = Learner.of(Sample.of(plain.x(), y)).objective(Objective.parse(objective));
    Fit fit = learner.l2(1e-3).fit();
    assertThat(Arrays.stream(learner.losses(new double[4])).min().orElseThrow()).isGreaterThan(9e3);
    assertThat(fit.objective()).isLessThan(1);
    assertThat(fit.converged()).isTrue();
    assertThat(fit.gapBound()).isBetween(0.0, 1e-6 * fit.objective());
  }

  /** Of one weight: 20 rows, so that a ball of more than log 20 = 3.0 holds every row alone. */
  @ParameterizedTest
  @CsvSource({"2.5, 1", "2.9, 2", "3, 3", "4, 4", "20, 5"})
  void aBallThatHoldsTheWorstRowsIsMinimisedAndBounded(double rho, long seed) {
    Learner learner =
        Learner.of(Samples.regression(20, 1, seed))
            .intercept(false)
            .objective(new Objective(Objective.Kind.KL_BALL, rho, 0, ""))
            .l2(0.05);
    double least = ObjectiveTest.least(w -> learner.objective(new double[] {w}), -20, 20);
    Fit fit = learner.fit();
    assertThat(fit.converged()).as("%s", fit).isTrue();
    assertThat(fit.objective()).isCloseTo(least, within(2e-8 * least));
    assertThat(fit.gapBound()).isBetween(fit.objective() - least - 1e-12, 1e-7 * least);
  }

  /** With few rows the ball reaches the largest loss, which has kinks. */
  @ParameterizedTest
  @ValueSource(ints = {8, 12, 20, 30})
  void aBallThatReachesTheLargestLossIsMinimised(int rows) {
    for (long seed = 1; seed <= 5; seed++) {
      Fit fit =
          Learner.of(Samples.regression(rows, 2, seed))
              .objective(Objective.parse("kl-ball:2"))
              .l2(0.01)
              .fit();
      assertThat(fit.converged()).as("%d rows, seed %d: %s", rows, seed, fit).isTrue();
      assertThat(fit.gapBound()).isLessThanOrEqualTo(1e-7 * fit.objective());
    }
  }

  /** Half of the passes are for rounds that a positive λ does not need. */
  @ParameterizedTest
  @ValueSource(ints = {26, 30, 36, 40, 60, 200})
  void aBallTakesAllPassesIfItsLambdaIsPositive(int passes) {
    Learner learner =
        Learner.of(Samples.regression(300, 4, 7)).objective(Objective.parse("kl-ball:0.5"));
    Fit whole = learner.fit();
    Fit fit =
        learner.fit(
            stage ->
                Run.of(stage.problem(), stage.algorithm())
                    .from(stage.from())
                    .stop(StopRule.tolerance(stage.tolerance()))
                    .stop(StopRule.passes(stage.passes(passes)))
                    .go());
    double most = fit.converged() ? 1e-8 : 1;
    assertThat(fit.objective()).isCloseTo(whole.objective(), within(most * whole.objective()));
    assertThat(fit.converged()).as("%s", fit).isEqualTo(passes > whole.passes());
  }

  /**
   * With an intercept alone the least objective is the largest entropy of the classes over the ball
   * (minimax): log 2, for ½ log(½/0.3) + ½ log(½/0.7) = 0.087 is less than 0.5.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1})
  void allLossesMayBeTheSameAtTheMinimumOfABall(double l2) {
    double[] y = new double[20];
    Arrays.fill(y, 0, 6, 1);
    Fit fit =
        Learner.of(Sample.of(Rows.of(20, 1, new double[20]), y))
            .loss(Loss.LOGISTIC)
            .objective(Objective.parse("kl-ball:0.5"))
            .l2(l2)
            .fit();
    assertThat(fit.converged()).isTrue();
    assertThat(fit.objective()).isCloseTo(Math.log(2), within(1e-7));
  }

  /** Classes that a line separates, and no penalty: losses fall until they are 0. */
  @Test
  void aBallOfLossesThatFallToNothingEnds() {
    double[] x = IntStream.range(0, 20).mapToDouble(j -> (j % 2 - 0.5) * 2000 * (j + 1)).toArray();
    double[] y = IntStream.range(0, 20).mapToDouble(j -> j % 2).toArray();
    Fit fit =
        Learner.of(Sample.of(Rows.of(20, 1, x), y))
            .loss(Loss.LOGISTIC)
            .objective(Objective.parse("kl-ball:1"))
            .intercept(false)
            .fit();
    assertThat(fit.objective()).isBetween(0.0, 1e-12);
  }

  /** It is as if it were not there, so the others' minimum has a bound. */
  @Test
  void aClassWithoutRowsKeepsTheBoundTight() {
    Sample three = Samples.classes(150, 3, 3, 5);
    Sample four = new Sample(three.x(), three.y(), null, null, 4);
    Fit with = Learner.of(four).loss(Loss.SOFTMAX).l2(0.1).fit();
    Fit without = Learner.of(three).loss(Loss.SOFTMAX).l2(0.1).fit();
    assertThat(with.objective()).isCloseTo(without.objective(), within(1e-6));
    assertThat(with.gapBound()).isBetween(0.0, 1e-6);
  }

  @Test
  void leastSquaresTakeOneHessian() {
    Fit fit = Learner.of(Samples.regression(5000, 5, 3)).l2(0.1).fit();
    assertThat(fit.converged()).isTrue();
    assertThat(fit.secondOrderCalls()).isEqualTo(5000);
    assertThat(fit.calls()).isLessThanOrEqualTo(3 * 5000);
  }

  /** Sampled steps change all columns for the sake of few entries. */
  @Test
  void manySparseRowsOfManyColumnsAreFittedByFullGradients() {
    int n = 31_000;
    int d = 400;
    int[] starts = IntStream.rangeClosed(0, n).map(j -> 2 * j).toArray();
    int[] columns = IntStream.range(0, 2 * n).map(k -> k % 2 * 200 + k * 7 % 200).toArray();
    double[] values = new Random(6).doubles(2L * n, -1, 1).toArray();
    double[] y = IntStream.range(0, n).mapToDouble(j -> values[2 * j] > 0.3 ? 1 : 0).toArray();
    Sample sample = Sample.of(SparseRows.of(n, d, starts, columns, values), y);
    Fit fit = Learner.of(sample).loss(Loss.LOGISTIC).l2(0.01).fit();
    assertThat(fit.converged()).isTrue();
    assertThat(fit.method()).isEqualTo("lbfgs");
    assertThat(fit.gapBound()).isBetween(0.0, 1e-6 * fit.objective());
  }

  /** ρ is over log n, so that the objective is the largest loss and λ is 0: runs stop short. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 8, 9, 12})
  void aBallThatReachesEachOfFewRowsIsSolvedToItsGap(long seed) {
    Sample sample = Samples.classes(8, 20, 3, seed);
    Learner learner =
        Learner.of(sample).loss(Loss.SOFTMAX).l2(1).objective(Objective.parse("kl-ball:3"));
    Fit fit = learner.fit();
    assertThat(fit.converged()).isTrue();
    assertThat(fit.gapBound()).isBetween(0.0, 1e-7 * fit.objective());
  }

  @ParameterizedTest
  @ValueSource(strings = {"kl:0.01", "kl:1", "kl-ball:0.5", "cvar:0.9", "variance:0.001"})
  void lossesOfTenThousandDoNotOverflow(String objective) {
    Sample plain = Samples.regression(120, 3, 8);
    double[] y = Arrays.stream(plain.y()).map(v -> 140 + 20 * v).toArray();
    Sample sample = Sample.of(plain.x(), y);
    Learner learner =
        Learner.of(sample).intercept(false).l2(1).objective(Objective.parse(objective));
    assertThat(Arrays.stream(learner.losses(new double[3])).max().orElseThrow()).isGreaterThan(1e4);
    Fit fit = learner.fit();
    assertThat(fit.converged()).isTrue();
    if (!objective.startsWith("variance")) {
      assertThat(fit.gapBound()).isBetween(0.0, 1e-7 * fit.objective());
    }
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void sparseRowsGiveWhatDenseOnesGive(String objective) {
    Random random = new Random(3);
    int n = 80;
    int d = 6;
    double[] x = random.doubles((long) n * d).map(v -> v < 0.7 ? 0 : v).toArray();
    double[] y = random.doubles(n).toArray();
    Sample dense = Samples.grouped(Sample.of(Rows.of(n, d, x), y), 3);
    Sample sparse = new Sample(sparse(n, d, x), y, null, dense.groups(), 0);
    Fit one = Learner.of(dense).objective(Objective.parse(objective)).l2(0.1).fit();
    Fit other = Learner.of(sparse).objective(Objective.parse(objective)).l2(0.1).fit();
    assertThat(other.objective()).isCloseTo(one.objective(), within(2e-8 * one.objective()));
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void aWeightOfTwoIsARowTwice(String objective) {
    Sample sample = Samples.grouped(Samples.regression(60, 3, 5), 3);
    double[] weights = new double[60];
    Arrays.setAll(weights, j -> 1 + j % 3);
    int n = (int) Arrays.stream(weights).sum();
    double[] x = new double[n * 3];
    double[] y = new double[n];
    int[] groups = new int[n];
    int at = 0;
    double[] row = new double[3];
    for (int j = 0; j < 60; j++) {
      for (int k = 0; k < weights[j]; k++) {
        sample.x().copyTo(j, row);
        System.arraycopy(row, 0, x, at * 3, 3);
        y[at] = sample.y()[j];
        groups[at++] = sample.groups()[j];
      }
    }
    Sample weighted = new Sample(sample.x(), sample.y(), weights, sample.groups(), 0);
    Sample repeated = new Sample(Rows.of(n, 3, x), y, null, groups, 0);
    Fit one = Learner.of(weighted).objective(Objective.parse(objective)).l2(0.1).fit();
    Fit other = Learner.of(repeated).objective(Objective.parse(objective)).l2(0.1).fit();
    assertThat(one.objective()).isCloseTo(other.objective(), within(2e-8 * other.objective()));
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void threadsChangeNoBit(String objective) {
    Sample sample = Samples.grouped(Samples.regression(5000, 4, 6), 3);
    double[] one = null;
    for (int threads = 1; threads <= 3; threads++) {
      double[] found =
          Learner.of(sample)
              .objective(Objective.parse(objective))
              .l2(0.1)
              .threads(threads)
              .fit()
              .parameters();
      one = one == null ? found : one;
      assertThat(found).isEqualTo(one);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean", "kl:1", "kl-ball:0.1", "cvar:0.5,1", "cvar:0.8"})
  void aRowWithoutWeightIsNoRow(String objective) {
    Sample few = Samples.regression(60, 3, 8);
    double[] x = new double[61 * 3];
    double[] row = new double[3];
    for (int i = 0; i < 60; i++) {
      few.x().copyTo(i, row);
      System.arraycopy(row, 0, x, 3 * i, 3);
    }
    x[180] = 5;
    double[] y = Arrays.copyOf(few.y(), 61);
    y[60] = 3000;
    double[] weights = new double[61];
    Arrays.fill(weights, 0, 60, 1);
    Sample more = new Sample(Rows.of(61, 3, x), y, weights, null, 0);
    Objective asked = Objective.parse(objective);
    double expected = Learner.of(few).objective(asked).l2(0.01).fit().objective();
    assertThat(Learner.of(more).objective(asked).l2(0.01).fit().objective())
        .isCloseTo(expected, within(1e-7 * expected));
  }

  @Test
  void featuresOfVeryDifferentSizeDoNotStopTheLossesFromFalling() {
    Random random = new Random(5);
    double[] x = new double[400];
    double[] y = new double[200];
    for (int j = 0; j < 200; j++) {
      double u = random.nextGaussian();
      x[2 * j] = random.nextGaussian();
      x[2 * j + 1] = 1e-4 * u;
      y[j] = 100 * u + random.nextGaussian();
    }
    Fit fit = Learner.of(Sample.of(Rows.of(200, 2, x), y)).objective(Objective.parse("kl:1")).fit();
    assertThat(fit.objective())
        .isLessThan(2); // half of the noise's variance, and what it varies by
  }

  @Test
  void anL1PenaltyLeavesWeightsOutAndSparesTheIntercept() {
    Sample sample = Samples.regression(300, 6, 7);
    Fit fit = Learner.of(sample).l1(0.3).fit();
    assertThat(Arrays.stream(fit.parameters()).filter(w -> w == 0).count()).isPositive();
    assertThat(fit.parameters()[6]).isNotZero();
    assertThat(fit.gapBound()).isBetween(0.0, 1e-9);
  }

  @Test
  void refusesTargetsThatSuitNoLoss() {
    Learner learner = Learner.of(Samples.regression(10, 2, 1));
    assertThatThrownBy(() -> learner.loss(Loss.LOGISTIC)).hasMessageContaining("row 1");
    assertThatThrownBy(() -> learner.objective(Objective.parse("group:g")))
        .hasMessageContaining("needs groups");
  }

  private static SparseRows sparse(int n, int d, double[] x) {
    int[] starts = new int[n + 1];
    int[] columns = new int[n * d];
    double[] values = new double[n * d];
    int at = 0;
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < d; k++) {
        if (x[j * d + k] != 0) {
          columns[at] = k;
          values[at++] = x[j * d + k];
        }
      }
      starts[j + 1] = at;
    }
    return SparseRows.of(n, d, starts, Arrays.copyOf(columns, at), Arrays.copyOf(values, at));
  }

  /** Gauss's elimination of an extended matrix that is positive definite. */
  private static double[] solve(double[][] a) {
    int d = a.length;
    for (int r = 0; r < d; r++) {
      for (int other = 0; other < d; other++) {
        double factor = other == r ? 0 : a[other][r] / a[r][r];
        for (int c = r; c <= d && other != r; c++) {
          a[other][c] -= factor * a[r][c];
        }
      }
    }
    double[] x = new double[d];
    Arrays.setAll(x, r -> a[r][d] / a[r][r]);
    return x;
  }
}
