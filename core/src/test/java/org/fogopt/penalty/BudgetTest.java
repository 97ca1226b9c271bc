package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.fogopt.penalty.Budget.Group;
import org.fogopt.problem.Penalty;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets and caps on groups. */
class BudgetTest {
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

  private static double norm2(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
  }

  /** Held, Wolfe, Crowder 1974; Duchi et al. 2008: sort, and find the last entry that stays. */
  private static double[] onSimplexBySorting(double[] v) {
    double[] sorted = v.clone();
    Arrays.sort(sorted);
    double sum = 0;
    double theta = 0;
    for (int i = 1; i <= v.length; i++) {
      double u = sorted[v.length - i];
      sum += u;
      if (u > (sum - 1) / i) {
        theta = (sum - 1) / i;
      }
    }
    double[] x = new double[v.length];
    for (int k = 0; k < v.length; k++) {
      x[k] = Math.max(0, v[k] - theta);
    }
    return x;
  }

  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "3,1e-6", "10,1", "10,1e-3", "100,0.1", "1000,1", "1000,1e-3", "7,1e6"})
  void theSimplexIsThatOfTheSortingAlgorithm(int n, double scale) {
    var random = new Random(n);
    for (int i = 0; i < 50; i++) {
      double[] v = gaussian(random, n, scale);
      double[] x = prox(Budget.simplex(), random.nextDouble(), v);
      assertThat(x).containsExactly(onSimplexBySorting(v), within(1e-13 * (1 + scale)));
    }
  }

  @Test
  void aBudgetAloneTakesTheSameFromEveryEntry() {
    Budget budget = Budget.of(Separable.none(), 1.0, List.of());
    assertThat(prox(budget, 5, 1, 2, 3, -2)).containsExactly(0.25, 1.25, 2.25, -2.75);
    assertThat(prox(budget, 5, 0, 0, 0, 0)).containsExactly(0.25, 0.25, 0.25, 0.25);
  }

  @Test
  void aChargeOnSquaresShrinksAndTheBudgetIsKept() {
    // minimise 1/2 |x|^2 + |x - v|^2 / 2 with sum 2: x = (v - nu)/2
    Budget budget = Budget.of(Separable.l2Squared(0.5), 2.0, List.of());
    assertThat(prox(budget, 1, 5, 1)).containsExactly(2, 0);
  }

  @Test
  void aChargeOnSizesKeepsZeros() {
    // x = soft(v - nu, 1): with nu = 1, (4, 0, 0, -1)
    Budget budget = Budget.of(Separable.l1(1), 3.0, List.of());
    assertThat(prox(budget, 1, 6, 2, 0.5, -1)).containsExactly(4, 0, 0, -1);
  }

  @Test
  void aCappedGroupLeavesTheRestToOthers() {
    Budget capped =
        Budget.of(
            Separable.nonNegative(), 1.0, List.of(new Group("tech", new int[] {0, 1}, -INF, 0.4)));
    assertThat(prox(capped, 1, 5, 4.9, 0, 0))
        .containsExactly(new double[] {0.25, 0.15, 0.3, 0.3}, within(1e-15));
  }

  @Test
  void aFloorOnAGroupIsMet() {
    Budget floored =
        Budget.of(
            Separable.nonNegative(), 1.0, List.of(new Group("bonds", new int[] {2, 3}, 0.5, 1)));
    assertThat(prox(floored, 1, 5, 4.9, 0.1, 0))
        .containsExactly(new double[] {0.3, 0.2, 0.3, 0.2}, within(1e-15));
  }

  @Test
  void groupsNeedNoBudget() {
    Budget capped =
        Budget.of(Separable.none(), null, List.of(new Group("a", new int[] {0, 2}, -1, 1)));
    assertThat(prox(capped, 1, 2, 7, 1)).containsExactly(1, 7, 0);
    assertThat(prox(capped, 1, 0.2, 7, 0.3)).containsExactly(0.2, 7, 0.3);
    assertThat(prox(capped, 1, -2, 7, -1)).containsExactly(-1, 7, 0);
  }

  @Test
  void bindingBoundsLeaveOnePoint() {
    Budget tight = Budget.of(Separable.box(0, 0.1), 1.0, List.of());
    double[] tenths = new double[10];
    Arrays.fill(tenths, 0.1);
    assertThat(prox(tight, 1, 9, -1, 2, 3, 0, 0, 0, 0, 5, 1e9)).containsExactly(tenths);
    Budget lowest = Budget.of(Separable.box(0.1, 5), 1.0, List.of());
    assertThat(prox(lowest, 1, 9, -1, 2, 3, 0, 0, 0, 0, 5, 1e9)).containsExactly(tenths);
  }

  /** The one multiplier is far below the rounding of such values. */
  @ParameterizedTest
  @ValueSource(doubles = {1e3, 1e10, 1e16, 1e17, 1e100, 1e300})
  void hugeValuesEndOnTheSimplexToo(double scale) {
    assertThat(prox(Budget.simplex(), 1, scale, -scale, 0.5 * scale)).containsExactly(1, 0, 0);
    assertThat(prox(Budget.simplex(), 1, scale, scale, -scale)).containsExactly(0.5, 0.5, 0);
    assertThat(prox(Budget.simplex(), 1, -scale, -scale, -3 * scale)).containsExactly(0.5, 0.5, 0);
    Budget capped = Budget.of(Separable.box(0, 0.4), 1.0, List.of());
    assertThat(prox(capped, 1, scale, -scale, 0.5 * scale, -1.1 * scale))
        .containsExactly(new double[] {0.4, 0.2, 0.4, 0}, within(1e-16));
  }

  @RepeatedTest(400)
  void anyMixtureIsOptimalAndFeasible(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int n = 1 + random.nextInt(12);
    checkRandomInstance(random, n, StrictMath.pow(10, random.nextInt(13) - 6));
  }

  @RepeatedTest(30)
  void soItIsWithAThousandEntries(RepetitionInfo run) {
    var random = new Random(1000 + run.getCurrentRepetition());
    checkRandomInstance(random, 1000, 1);
  }

  private static void checkRandomInstance(Random random, int n, double scale) {
    Instance instance = Instance.random(random, n, scale);
    Budget budget = instance.budget();
    budget.requireFeasible(n);
    double[] v = gaussian(random, n, scale * StrictMath.pow(10, random.nextInt(7) - 3));
    for (double eta : new double[] {0, 1e-8, 1e-3, 1, 1e3, 1e8}) {
      double[] x = prox(budget, eta, v);
      instance.requireProx(x, v, eta);
      assertThat(budget.value(x)).as("value").isFinite();
    }
  }

  /** Also firmly: |p − q|² ≤ (p − q)ᵀ(a − b). */
  @RepeatedTest(100)
  void itBringsNoTwoPointsFartherApart(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int n = 1 + random.nextInt(30);
    Budget budget = Instance.random(random, n, 1).budget();
    double eta = random.nextDouble() * 2;
    double[] a = gaussian(random, n, 3);
    double[] b = gaussian(random, n, 3);
    double[] p = prox(budget, eta, a);
    double[] q = prox(budget, eta, b);
    double along = 0;
    for (int k = 0; k < n; k++) {
      along += (p[k] - q[k]) * (a[k] - b[k]);
    }
    assertThat(norm2(p, q)).isLessThanOrEqualTo(along + 1e-12);
    assertThat(norm2(p, q)).isLessThanOrEqualTo(norm2(a, b) + 1e-12);
  }

  @RepeatedTest(100)
  void projectingTwiceIsProjectingOnce(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int n = 1 + random.nextInt(30);
    Budget budget = Instance.random(random, n, 1).budget();
    double[] once = prox(budget, 0, gaussian(random, n, 5));
    assertThat(prox(budget, 0, once)).containsExactly(once, within(1e-14));
  }

  @Test
  void aNaNEndsTheSearchAndIsKept() {
    assertThat(prox(Budget.simplex(), 1, Double.NaN, 1, 2)[0]).isNaN();
    assertThat(prox(Budget.simplex(), 1, INF, 1, 2)).hasSize(3);
  }

  /** A loose bound: a few microseconds on any machine of these years. */
  @Test
  void aThousandEntriesTakeWellUnderAMillisecond() {
    var random = new Random(5);
    double[][] points = new double[200][];
    Arrays.setAll(points, i -> gaussian(random, 1000, 1));
    Budget budget = Budget.of(Separable.box(0, 0.01), 1.0, List.of());
    double best = INF;
    for (int round = 0; round < 20; round++) {
      double[][] work = Arrays.stream(points).map(double[]::clone).toArray(double[][]::new);
      long start = System.nanoTime();
      for (double[] v : work) {
        budget.prox(v, 0.1);
      }
      best = Math.min(best, (System.nanoTime() - start) * 1e-9 / work.length);
    }
    assertThat(best).isLessThan(1e-3);
  }

  @Test
  void theValueIsTheChargeWhereFeasibleAndInfiniteElsewhere() {
    Budget budget =
        Budget.of(
            Separable.elasticNet(2, 3).within(0, 0.8),
            1.0,
            List.of(new Group("a", new int[] {0, 1}, 0.2, 0.6)));
    assertThat(budget.value(new double[] {0.1, 0.4, 0.5}))
        .isCloseTo(2 + 3 * (0.01 + 0.16 + 0.25), within(1e-14));
    assertThat(budget.value(new double[] {0.1, 0.4, 0.5 + 1e-14})).isFinite();
    assertThat(budget.value(new double[] {0.1, 0.4, 0.5 + 1e-11})).isEqualTo(INF);
    assertThat(budget.value(new double[] {0.1, 0.4, 0.5 - 1e-11})).isEqualTo(INF);
    assertThat(budget.value(new double[] {-0.1, 0.5, 0.6})).as("a bound").isEqualTo(INF);
    assertThat(budget.value(new double[] {0.3, 0.4, 0.3})).as("a cap").isEqualTo(INF);
    assertThat(budget.value(new double[] {0.1, 0.09, 0.81})).as("a floor").isEqualTo(INF);
    assertThat(budget.value(new double[] {Double.NaN, 0.5, 0.5})).isEqualTo(INF);
    assertThat(budget.isZero()).isFalse();
  }

  private static void assertClash(
      Separable entries, @Nullable Double total, int dimension, String message, Group... groups) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.of(entries, total, List.of(groups)).requireFeasible(dimension))
        .withMessage(message);
  }

  private static Group group(String name, double least, double most, int... members) {
    return new Group(name, members, least, most);
  }

  @Test
  void aBudgetThatBoundsDoNotAllowIsNamed() {
    assertClash(
        Separable.box(0, 0.1),
        1.0,
        5,
        "the constraints clash: the budget asks for a sum of 1, but the bounds on 5 entries allow"
            + " 0 to 0.5");
    assertClash(
        Separable.box(0.5, 1),
        1.0,
        5,
        "the constraints clash: the budget asks for a sum of 1, but the bounds on 5 entries allow"
            + " 2.5 to 5");
  }

  /** 12 · 0.01 is 0.12 to a user, and bounds that were not given are not named. */
  @Test
  void theSumsOfAClashAreToldAsTheyWouldBeTyped() {
    String clash = "the constraints clash: the budget asks for a sum of ";
    assertClash(
        Separable.box(0, 0.01), 1.0, 12, clash + "1, but the bounds on 12 entries allow 0 to 0.12");
    assertClash(
        Separable.box(-INF, 0.2),
        0.9,
        4,
        clash + "0.9, but the bounds on 4 entries allow at most 0.8");
    assertClash(
        Separable.box(0.3, INF),
        1.0,
        4,
        clash + "1, but the bounds on 4 entries allow at least 1.2");
    assertClash(
        Separable.box(0, 0.1),
        1 + 1e-11,
        10,
        clash + "1.00000000001, but the bounds on 10 entries allow 0 to 1");
    assertClash(
        Separable.box(0, 1e-30),
        -2.5e20,
        3,
        clash + "-2.5E+20, but the bounds on 3 entries allow 0 to 3E-30");
    assertClash(
        Separable.box(0, 1000),
        123_456.75,
        3,
        clash + "123456.75, but the bounds on 3 entries allow 0 to 3000");
    assertClash(
        Separable.box(1e308, INF),
        1.0,
        2,
        clash + "1, but the bounds on 2 entries allow at least infinity");
  }

  @Test
  void boundsThatClashAreNamedFirst() {
    assertClash(
        Separable.box(1, 0),
        1.0,
        2,
        "the bounds clash: entry 1 must be at least 1.0 and at most 0.0");
  }

  @Test
  void aGroupThatBoundsDoNotAllowIsNamed() {
    assertClash(
        Separable.box(0.2, 1),
        null,
        3,
        "the constraints clash: the group tech must sum to at most 0.3, but the bounds of its 2"
            + " entries allow 0.4 to 2",
        group("tech", -INF, 0.3, 0, 2));
    assertClash(
        Separable.box(0, 0.125),
        null,
        3,
        "the constraints clash: the group tech must sum to 0.5 to 1, but the bounds of its 2 entries"
            + " allow 0 to 0.25",
        group("tech", 0.5, 1, 0, 2));
  }

  @Test
  void aBudgetThatGroupsDoNotAllowIsNamed() {
    assertClash(
        Separable.nonNegative(),
        1.0,
        4,
        "the constraints clash: the budget asks for a sum of 1, but the bounds and groups on 4"
            + " entries allow 0 to 0.75",
        group("a", -INF, 0.5, 0, 1),
        group("b", -INF, 0.25, 2, 3));
    assertClash(
        Separable.nonNegative(),
        1.0,
        3,
        "the constraints clash: the budget asks for a sum of 1, but the bounds and groups on 3"
            + " entries allow at least 1.5",
        group("a", 1.5, 2, 0, 1));
  }

  @Test
  void groupsThatOverlapOrNameAnEntryThatIsNotThereAreNamed() {
    assertClash(
        Separable.none(),
        null,
        4,
        "the groups a and b overlap in entry 2",
        group("a", 0, 1, 0, 1),
        group("b", 0, 1, 2, 1));
    assertClash(
        Separable.none(), null, 4, "the group a names entry 3 twice", group("a", 0, 1, 2, 2));
    assertClash(Separable.none(), null, 4, "the group b names entry 5 of 4", group("b", 0, 1, 4));
    assertClash(Separable.none(), null, 4, "the group b names entry 0", group("b", 0, 1, -1));
    Budget.of(Separable.none(), null, List.of(group("b", 0, 1, 3))).requireFeasible(4);
  }

  @Test
  void theBoundsOfAGroupMustLeaveSomething() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> group("a", 1, 0.5, 0))
        .withMessage("the bounds of the group a clash: at least 1.0 and at most 0.5");
    assertThatIllegalArgumentException().isThrownBy(() -> group("a", INF, INF, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> group("a", -INF, -INF, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> group("a", Double.NaN, 1, 0));
  }

  @Test
  void aBudgetMustBeFinite() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Budget.of(Separable.none(), INF, List.of()))
        .withMessage("the budget must be finite, not Infinity");
  }

  @Test
  void whatRoundingAddsUpToIsNoClash() {
    Budget.of(Separable.box(0, 0.1), 1.0, List.of()).requireFeasible(10);
    Budget.of(Separable.box(0.1, 1), 1.0, List.of()).requireFeasible(10);
    Budget.of(Separable.box(0, 1e5 / 3), 1e8 / 3, List.of()).requireFeasible(1000);
    Budget.of(Separable.box(0, 0.1), null, List.of(group("a", 0.3, 1, 0, 1, 2))).requireFeasible(3);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Budget.of(Separable.box(0, 0.1), 1 + 1e-11, List.of()).requireFeasible(10));
  }

  @Test
  void itSaysWhatItIs() {
    assertThat(Budget.simplex()).hasToString("0.0|x|_1 + 0.0|x|^2 within bounds, sum 1.0");
    assertThat(Budget.of(Separable.none(), null, List.of(group("a", 0, 1, 0))))
        .hasToString("0.0|x|_1 + 0.0|x|^2, 1 groups");
  }

  // Against a search through all pieces

  /**
   * The same prox by sorting the kinks of Σ prox1(v_k − ν) and solving on the piece where it passes
   * the total: for bounds and a budget.
   */
  private static double[] byPieces(
      double[] v, double lower, double upper, double l1, double l2, double total, double eta) {
    double c = 1 + 2 * eta * l2;
    double[] kinks =
        Arrays.stream(v)
            .flatMap(
                each ->
                    DoubleStream.of(
                        each - c * lower - eta * l1,
                        each - c * lower + eta * l1,
                        each - c * upper - eta * l1,
                        each - c * upper + eta * l1,
                        each - eta * l1,
                        each + eta * l1))
            .sorted()
            .toArray();
    double low = kinks[0] - 1;
    for (double high : kinks) {
      if (sum(v, high, lower, upper, l1, c, eta) <= total) {
        double atLow = sum(v, low, lower, upper, l1, c, eta);
        double atHigh = sum(v, high, lower, upper, l1, c, eta);
        double share = atLow == atHigh ? 0 : (atLow - total) / (atLow - atHigh);
        double nu = low + share * (high - low);
        return Arrays.stream(v).map(each -> one(each - nu, lower, upper, l1, c, eta)).toArray();
      }
      low = high;
    }
    throw new AssertionError("the bounds do not allow it");
  }

  private static double sum(
      double[] v, double nu, double lower, double upper, double l1, double c, double eta) {
    return Arrays.stream(v).map(each -> one(each - nu, lower, upper, l1, c, eta)).sum();
  }

  private static double one(double v, double lower, double upper, double l1, double c, double eta) {
    double soft = Math.signum(v) * Math.max(0, Math.abs(v) - eta * l1);
    return Math.min(upper, Math.max(lower, soft / c));
  }

  @RepeatedTest(300)
  void theShiftIsThatOfASearchThroughAllPieces(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int n = 1 + random.nextInt(20);
    double lower = -random.nextInt(3);
    double upper = lower + 0.25 * (1 + random.nextInt(8));
    double total = n * (lower + (upper - lower) * random.nextInt(9) / 8);
    double l1 = random.nextInt(3) * 0.5;
    double l2 = random.nextInt(3) * 0.5;
    double eta = StrictMath.pow(4, random.nextInt(5) - 2);
    double[] v = gaussian(random, n, StrictMath.pow(10, random.nextInt(5) - 2));
    Budget budget = Budget.of(Separable.elasticNet(l1, l2).within(lower, upper), total, List.of());
    double size = 1 + Arrays.stream(v).map(Math::abs).max().orElseThrow();
    assertThat(prox(budget, eta, v))
        .containsExactly(byPieces(v, lower, upper, l1, l2, total, eta), within(1e-13 * size));
  }

  /** Sums that must come out to the last digit, so that no error can build up over a run. */
  @RepeatedTest(50)
  void theBudgetIsKeptToTheLastDigits(RepetitionInfo run) {
    var random = new Random(run.getCurrentRepetition());
    int n = 2 + random.nextInt(200);
    double[] x = prox(Budget.simplex(), 1, gaussian(random, n, 3));
    int[] all = new int[n];
    Arrays.setAll(all, k -> k);
    assertThat(Instance.sum(x, all)).isCloseTo(1, within(2.3e-16));
  }

  /** One free entry far from its bounds, all others at theirs: the first Newton step is exact. */
  @Test
  void aSingleFreeEntryTakesWhatIsLeft() {
    Budget budget =
        Budget.of(
            Separable.none().within(new double[] {0, 0, -1e6}, new double[] {1, 1, 1e6}),
            500.0,
            List.of());
    assertThat(prox(budget, 1, 1e5, 1e5, 0)).containsExactly(1, 1, 498);
    assertThat(prox(budget, 1, -1e5, -1e5, 0)).containsExactly(0, 0, 500);
  }

  /** All at a bound to begin with, far off: the slope is zero, and ν has to be searched for. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1, 1e9, 1e15})
  void whereNothingIsFreeTheRootIsStillFound(double far) {
    Budget budget = Budget.of(Separable.box(0, 1), 1.5, List.of());
    double[] up = prox(budget, 1, 2 + far, 2 + far, 2 + far);
    assertThat(up).containsExactly(new double[] {0.5, 0.5, 0.5}, within(1e-15));
    double[] down = prox(budget, 1, -1 - far, -1 - far, -1 - far);
    assertThat(down).containsExactly(new double[] {0.5, 0.5, 0.5}, within(1e-15));
    double[] apart = prox(budget, 1, 5 + far, -5 - far, -5 - far);
    assertThat(apart).containsExactly(new double[] {1, 0.25, 0.25}, within(1e-15));
  }

  @Test
  void fingerprintsTellBudgetsApart() {
    assertThat(
            Stream.of(
                    Budget.simplex(),
                    Budget.of(Separable.nonNegative(), 2.0, List.of()),
                    Budget.of(Separable.nonNegative(), null, List.of()),
                    Budget.of(Separable.none(), 1.0, List.of()),
                    Budget.of(Separable.nonNegative(), 1.0, List.of(group("a", 0, 1, 0))),
                    Budget.of(Separable.nonNegative(), 1.0, List.of(group("a", 0, 1, 1))),
                    Budget.of(Separable.nonNegative(), 1.0, List.of(group("a", 0, 2, 0))),
                    Budget.of(Separable.nonNegative(), 1.0, List.of(group("a", -1, 1, 0))),
                    Budget.of(Separable.nonNegative(), 1.0, List.of(group("a", 0, 1, 0, 1))))
                .map(Budget::fingerprint))
        .doesNotHaveDuplicates();
  }
}
