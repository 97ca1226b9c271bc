package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any linear rows, bounds and separable costs; the repetition is the seed of random ones. */
class LinearConstraintsTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  private static double[] prox(Penalty penalty, double eta, double... v) {
    double[] x = v.clone();
    penalty.prox(x, eta);
    return x;
  }

  private static double[] gaussian(Random random, int n, double scale) {
    double[] v = new double[n];
    Arrays.setAll(v, k -> scale * random.nextGaussian());
    return v;
  }

  private static double[] filled(int d, double value) {
    double[] x = new double[d];
    Arrays.fill(x, value);
    return x;
  }

  // The prox

  @RepeatedTest(200)
  void itIsThatOfABudgetWhereBothApply(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int n = 1 + random.nextInt(20);
    Budget budget = Instance.random(random, n, 1).budget();
    Penalty general = LinearConstraints.of(budget.polyhedral(n));
    double[] v = gaussian(random, n, 2);
    for (double eta : new double[] {0, 1e-3, 1, 1e3}) {
      double[] x = prox(general, eta, v);
      assertThat(x).containsExactly(prox(budget, eta, v), within(1e-10));
      assertThat(general.value(x)).isFinite();
      assertThat(budget.value(x)).isFinite();
    }
  }

  /** Overlapping rows of any coefficients, costs about any point: by the definition. */
  @RepeatedTest(100)
  void noFeasibleNeighbourIsBetter(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(15);
    Polyhedral set = RandomProgram.of(random, d, d, random.nextInt(5), 0).set();
    Penalty penalty = LinearConstraints.of(set);
    penalty.requireFeasible(d);
    double[] v = gaussian(random, d, 3);
    double eta = StrictMath.pow(10, random.nextInt(5) - 2);
    double[] x = prox(penalty, eta, v);
    double best = penalty.value(x) + distance2(x, v) / (2 * eta);
    assertThat(best).isFinite();
    for (int i = 0; i < 30; i++) {
      double[] other = prox(penalty, 0, moved(random, x, StrictMath.pow(10, -random.nextInt(6))));
      assertThat(penalty.value(other)).isFinite();
      assertThat(penalty.value(other) + distance2(other, v) / (2 * eta))
          .isGreaterThanOrEqualTo(best - 1e-11 * (1 + best));
    }
  }

  private static double[] moved(Random random, double[] x, double by) {
    double[] y = gaussian(random, x.length, by);
    Arrays.setAll(y, k -> x[k] + y[k]);
    return y;
  }

  private static double distance2(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
  }

  /** Firmly: |p − q|² ≤ (p − q)ᵀ(a − b). */
  @RepeatedTest(50)
  void itBringsNoTwoPointsFartherApart(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(20);
    Penalty penalty = LinearConstraints.of(RandomProgram.of(random, d, d, 4, 0).set());
    double eta = 2 * random.nextDouble();
    double[] a = gaussian(random, d, 3);
    double[] b = gaussian(random, d, 3);
    double[] p = prox(penalty, eta, a);
    double[] q = prox(penalty, eta, b);
    double along = 0;
    for (int k = 0; k < d; k++) {
      along += (p[k] - q[k]) * (a[k] - b[k]);
    }
    assertThat(distance2(p, q)).isLessThanOrEqualTo(along + 1e-11);
  }

  @RepeatedTest(50)
  void projectingTwiceIsProjectingOnce(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(20);
    Penalty penalty = LinearConstraints.of(RandomProgram.of(random, d, d, 4, 0).set());
    double[] once = prox(penalty, 0, gaussian(random, d, 5));
    assertThat(prox(penalty, 0, once)).containsExactly(once, within(1e-12));
  }

  @Test
  void groupsMayOverlap() {
    // the nearest point to (2, 2, 2) with x1 + x2 <= 2 and x2 + x3 <= 2: 2 - nu, 2 - 2 nu, 2 - nu
    Penalty penalty =
        LinearConstraints.of(
            Polyhedral.box(3, 0, INF)
                .with(
                    Row.sum("left", 3, new int[] {0, 1}, -INF, 2),
                    Row.sum("right", 3, new int[] {1, 2}, -INF, 2)));
    assertThat(prox(penalty, 1, 2, 2, 2))
        .containsExactly(new double[] {4 / 3.0, 2 / 3.0, 4 / 3.0}, within(1e-15));
  }

  @Test
  void costsKeepEntriesWhereTheyAre() {
    double[] today = {0.5, 0.3, 0.2};
    Penalty penalty =
        LinearConstraints.of(
            Polyhedral.box(3, 0, 1)
                .with(Row.sum("budget", 3, 1, 1))
                .withAbsoluteCosts(filled(3, 0.1), today));
    assertThat(prox(penalty, 1, 0.55, 0.25, 0.2)).containsExactly(today);
    // a gain of 0.3 - 0.05 on one side and as much on the other, each less the cost
    assertThat(prox(penalty, 1, 0.8, 0, 0.2))
        .containsExactly(new double[] {0.7, 0.1, 0.2}, within(1e-15));
    assertThat(penalty.value(new double[] {0.6, 0.2, 0.2})).isCloseTo(0.02, within(1e-16));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e3, 1e8, 1e12, 1e16})
  void smallAndHugeValuesEndInTheSetToo(double scale) {
    Penalty penalty =
        LinearConstraints.of(
            Polyhedral.box(4, 0, 0.5)
                .with(
                    Row.sum("budget", 4, 1, 1),
                    new Row("return", new double[] {0.01, 0.02, 0.03, 0.04}, 0.025, INF)));
    double[] x = prox(penalty, 1, scale, -scale, 0.3 * scale, 0);
    assertThat(penalty.value(x)).isFinite();
  }

  @Test
  void valuesThatAreNotFiniteAreLeftAlone() {
    Penalty penalty = LinearConstraints.of(Budget.simplex().polyhedral(3));
    assertThat(prox(penalty, 1, Double.NaN, 1, 2)).containsExactly(Double.NaN, 1, 2);
  }

  // The value

  @Test
  void theValueIsTheCostWhereFeasibleAndInfiniteElsewhere() {
    Penalty penalty =
        LinearConstraints.of(
            Polyhedral.box(3, 0, 0.8)
                .with(
                    Row.sum("budget", 3, 1, 1), new Row("tilt", new double[] {1, -1, 0}, -0.1, 0.3))
                .withAbsoluteCosts(filled(3, 2), new double[] {0.5, 0.5, 0})
                .withSquares(filled(3, 3)));
    assertThat(penalty.value(new double[] {0.3, 0.2, 0.5}))
        .isCloseTo(2 * (0.2 + 0.3 + 0.5) + 3 * (0.09 + 0.04 + 0.25), within(1e-14));
    assertThat(penalty.value(new double[] {0.3, 0.2, 0.5 + 1e-13})).isFinite();
    assertThat(penalty.value(new double[] {0.3, 0.2, 0.5 + 1e-11})).isEqualTo(INF);
    assertThat(penalty.value(new double[] {0.1, 0.3, 0.6})).as("a floor").isEqualTo(INF);
    assertThat(penalty.value(new double[] {0.6, 0.2, 0.2})).as("a cap").isEqualTo(INF);
    assertThat(penalty.value(new double[] {-0.1, 0.0, 1.1})).as("a bound").isEqualTo(INF);
    assertThat(penalty.value(new double[] {Double.NaN, 0.5, 0.5})).isEqualTo(INF);
    assertThat(penalty.isZero()).isFalse();
  }

  // Constraints that clash

  private static void assertClash(Polyhedral set, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LinearConstraints.of(set).requireFeasible(set.dimension()))
        .withMessage(message);
  }

  @Test
  void onlyTheRowsThatClashAreNamed() {
    String clash =
        "the constraints clash: within the bounds of the entries there is no point with ";
    Row budget = Row.sum("budget", 4, 1, 1);
    Row tech = Row.sum("tech", 4, new int[] {0, 1}, -INF, 0.3);
    Row bonds = Row.sum("bonds", 4, new int[] {1, 2, 3}, 0, 0.5);
    Row harmless = new Row("return", new double[] {1, 2, 3, 4}, 0.1, INF);
    assertClash(
        Polyhedral.box(4, 0, 1).with(harmless, budget, tech, bonds),
        clash + "budget = 1 and tech at most 0.3 and bonds 0 to 0.5");
    assertClash(Polyhedral.box(4, 0, 0.2).with(harmless, budget), clash + "budget = 1");
    assertClash(
        Polyhedral.box(4, 0, 1)
            .with(budget, new Row("return", new double[] {1, 2, 3, 4}, 4.5, INF), tech),
        clash + "budget = 1 and return at least 4.5");
    LinearConstraints.of(Polyhedral.box(4, 0, 1).with(harmless, budget, tech)).requireFeasible(4);
  }

  @Test
  void aProxOverConstraintsThatClashNamesThem() {
    Penalty penalty =
        LinearConstraints.of(Polyhedral.box(3, 0, 0.1).with(Row.sum("budget", 3, 1, 1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> penalty.prox(new double[3], 1))
        .withMessageContaining("budget = 1");
  }

  @Test
  void boundsThatClashAndAWrongDimensionAreNamed() {
    assertClash(
        Polyhedral.box(2, 1, 0), "the bounds clash: entry 1 must be at least 1.0 and at most 0.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LinearConstraints.of(Polyhedral.box(2, 0, 1)).requireFeasible(3))
        .withMessage("constraints on 2 entries, but there are 3");
  }

  @Test
  void whatRoundingAddsUpToIsNoClash() {
    LinearConstraints.of(Polyhedral.box(10, 0, 0.1).with(Row.sum("budget", 10, 1, 1)))
        .requireFeasible(10);
    LinearConstraints.of(Polyhedral.box(10, 0.1, 1).with(Row.sum("budget", 10, 1, 1)))
        .requireFeasible(10);
    assertClash(
        Polyhedral.box(10, 0, 0.1).with(Row.sum("budget", 10, 1 + 1e-9, 2)),
        "the constraints clash: within the bounds of the entries there is no point with"
            + " budget 1.000000001 to 2");
  }

  @RepeatedTest(100)
  void constraintsAboutAPointDoNotClash(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int d = 1 + random.nextInt(30);
    LinearConstraints.of(RandomProgram.of(random, d, d, random.nextInt(8), 0).set())
        .requireFeasible(d);
  }

  // What it says of itself

  @Test
  void itSaysWhatItIs() {
    Polyhedral box = Polyhedral.box(2, 0, 1);
    assertThat(LinearConstraints.of(box.with(Row.sum("budget", 2, 1, 1))))
        .hasToString("1 linear rows on 2 entries within bounds");
    assertThat(LinearConstraints.of(box.withSquares(filled(2, 1))))
        .hasToString("separable costs, 0 linear rows on 2 entries within bounds");
    assertThat(LinearConstraints.of(box).polyhedral(2)).isSameAs(box);
  }

  @Test
  void fingerprintsTellConstraintsApart() {
    Polyhedral box = Polyhedral.box(2, 0, 1);
    assertThat(
            Stream.of(
                    box,
                    Polyhedral.box(3, 0, 1),
                    Polyhedral.box(2, 0, 2),
                    Polyhedral.box(2, -1, 1),
                    box.with(Row.sum("a", 2, 0, 1)),
                    box.with(Row.sum("a", 2, 0, 2)),
                    box.with(Row.sum("a", 2, -1, 1)),
                    box.with(Row.sum("a", 2, new int[] {0}, 0, 1)),
                    box.withAbsoluteCosts(filled(2, 1), filled(2, 0)),
                    box.withAbsoluteCosts(filled(2, 1), filled(2, 1)),
                    box.withSquares(filled(2, 1)))
                .map(each -> LinearConstraints.of(each).fingerprint()))
        .doesNotHaveDuplicates();
  }
}
