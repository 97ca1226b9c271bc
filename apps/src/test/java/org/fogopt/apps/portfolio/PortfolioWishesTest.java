package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.fogopt.apps.portfolio.risk.NoMinimumException;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortfolioWishesTest {
  private static final String[] RISKS = {
    "variance", "semivariance", "semideviation", "cvar:0.9", "evar:0.9", "mad", "entropic:0.5"
  };

  private static RowMatrix returns(int periods, int assets, long seed) {
    var random = new SplittableRandom(seed);
    double[] all = new double[periods * assets];
    for (int t = 0; t < periods; t++) {
      double market = random.nextDouble(-1, 1);
      for (int k = 0; k < assets; k++) {
        double beta = 0.5 + (double) k / assets;
        all[t * assets + k] = 0.03 * beta + beta * market + random.nextDouble(-0.7, 0.7);
      }
    }
    return Rows.of(periods, assets, all);
  }

  private static Portfolio longOnly(RowMatrix returns) {
    return Portfolio.of(returns).longOnly().budget(1);
  }

  @Test
  void constraintsThatClashAreNamed() {
    Portfolio asked = longOnly(returns(50, 4, 1));
    asked.group("banks", new int[] {0, 1, 2, 3}, 0, 0.5);
    assertThatThrownBy(asked::minimise)
        .isInstanceOf(NoMinimumException.class)
        .hasMessageContaining("budget")
        .hasMessageContaining("banks");
    double most = longOnly(returns(50, 4, 1)).maximiseReturn().expectedReturn();
    for (double target : new double[] {most + 1e-3, most + 0.1, 1e3}) {
      Portfolio far = longOnly(returns(50, 4, 1)).targetReturn(target);
      assertThatThrownBy(far::minimise).hasMessageContaining("the largest is %.6g", most);
      far.proportionalCosts(0.5).quadraticImpact(1); // which change no expected return
      assertThatThrownBy(far::minimise).hasMessageContaining("the largest is %.6g", most);
    }
    assertThatThrownBy(() -> longOnly(returns(50, 4, 1)).bounds(2, 0.5, 0.4))
        .hasMessageContaining("asset 3");
  }

  /** Whatever the last digits of a target near the largest mean: met, or missed and said. */
  @Test
  void aConstraintThatIsMissedIsSaid() {
    for (int seed = 1; seed <= 20; seed++) {
      double most = longOnly(returns(30, 4, seed)).maximiseReturn().expectedReturn();
      for (double below = 1e-12; below < 1e-6; below *= 10) {
        double target = most - below;
        Portfolio asked = longOnly(returns(30, 4, seed)).targetReturn(target);
        Allocation found = asked.risk(Risk.evar(0.95)).minimise();
        double off =
            Math.max(
                target - found.expectedReturn(),
                Math.abs(Arrays.stream(found.weights()).sum() - 1));
        assertThat(off < 2e-8 || found.notes().toString().contains("missed"))
            .as("seed %d, %s below: off by %s, %s", seed, below, off, found.notes())
            .isTrue();
      }
    }
  }

  @Test
  void anEndlessObjectiveNamesItsDirection() {
    Portfolio open = Portfolio.of(returns(50, 3, 1)).budget(1).named(List.of("A", "B", "C"));
    assertThatThrownBy(open::maximiseReturn)
        .isInstanceOfSatisfying(
            NoMinimumException.class,
            e -> {
              double[] direction = e.direction();
              assertThat(direction).isNotNull();
              assertThat(Arrays.stream(direction).sum()).isCloseTo(0, within(1e-9));
            })
        .hasMessageContaining("buy ")
        .hasMessageContaining("sell ");
  }

  @Test
  void limitsThatCannotBeMetSayWhatCan() {
    Portfolio asked = longOnly(returns(50, 3, 1)).risk(Risk.cvar(0.9));
    double least = asked.minimise().riskValue();
    assertThatThrownBy(() -> asked.maximiseReturn(0.9 * least)).hasMessageContaining("the least");
    assertThatThrownBy(() -> asked.riskFree(10).maximiseRatio())
        .hasMessageContaining("risk-free rate of 10");
    assertThat(asked.maximiseReturn(1e6).expectedReturn())
        .isEqualTo(asked.maximiseReturn().expectedReturn());
  }

  @Test
  void cashAloneHasNoRatioWithoutItsRate() {
    RowMatrix risky = returns(40, 2, 1);
    double[] all = new double[40 * 3];
    double[] row = new double[2];
    for (int t = 0; t < 40; t++) {
      risky.copyTo(t, row);
      all[3 * t] = row[0];
      all[3 * t + 1] = row[1];
      all[3 * t + 2] = 0.001;
    }
    Portfolio withCash = longOnly(Rows.of(40, 3, all));
    assertThat(withCash.minimise().weights()[2]).isCloseTo(1, within(1e-6));
    assertThatThrownBy(withCash::maximiseRatio).hasMessageContaining("risk-free");
  }

  /** With every limit in force, the weights of a shrunk covariance are those of its formula. */
  @Test
  void aShrunkCovarianceIsTheSameInSplitWeights() {
    RowMatrix returns = returns(30, 5, 7);
    double[] held = {0.5, -0.3, 0.3, 0.3, 0.2};
    Portfolio free = Portfolio.of(returns).bounds(-1, 1).budget(1).shrink();
    Portfolio split = Portfolio.of(returns).bounds(-1, 1).budget(1).shrink().previous(held);
    Allocation one = free.minimise();
    Allocation other = split.maxTurnover(100).maxGross(100).minimise();
    assertThat(other.objective()).isCloseTo(one.objective(), within(1e-9));
    assertThat(other.weights()).containsExactly(one.weights(), within(1e-6));
    assertThat(other.notes().toString()).contains("shrunk by");
  }

  /** Two assets have the largest mean; half of each has the least risk of their mixtures. */
  @Test
  void theLastPointOfAFrontierHasTheLeastRiskAtTheLargestReturn() {
    double[] all = {3, 1, 0, 1, 3, 1, 3, 1, 0, 1, 3, 1};
    for (Risk risk : List.of(Risk.VARIANCE, Risk.cvar(0.5), Risk.SEMIVARIANCE, Risk.MAD)) {
      Allocation last =
          Portfolio.of(Rows.of(4, 3, all)).risk(risk).longOnly().budget(1).frontier(5).get(4);
      assertThat(last.expectedReturn()).as("%s", risk).isCloseTo(2, within(1e-9));
      assertThat(last.weights())
          .as("%s", risk)
          .containsExactly(new double[] {0.5, 0.5, 0}, within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"variance", "semivariance", "cvar:0.9", "evar:0.9", "mad"})
  void duplicatesAndFewerRowsThanAssetsEndWell(String risk) {
    RowMatrix few = returns(6, 10, 2);
    double[] all = new double[6 * 20];
    double[] row = new double[10];
    for (int t = 0; t < 6; t++) {
      few.copyTo(t, row);
      System.arraycopy(row, 0, all, 20 * t, 10);
      System.arraycopy(row, 0, all, 20 * t + 10, 10);
    }
    Allocation once = longOnly(few).risk(Risk.parse(risk)).minimise();
    Allocation twice = longOnly(Rows.of(6, 20, all)).risk(Risk.parse(risk)).minimise();
    assertThat(twice.riskValue()).isCloseTo(once.riskValue(), within(1e-7));
    assertThat(twice.net()).isCloseTo(1, within(1e-9));
  }

  @Test
  void fewAssetsThatCannotMeetTheConstraintsAreNamedAsTheCause() {
    Portfolio narrow = longOnly(returns(80, 12, 3)).bounds(0, 0.3).maxAssets(3);
    assertThatThrownBy(narrow::minimise)
        .hasMessageContaining("of the largest 3 assets alone, no weights meet")
        .hasMessageContaining("allow more assets");
    assertThat(longOnly(returns(80, 12, 3)).bounds(0, 0.3).maxAssets(4).minimise().weights())
        .contains(0);
  }

  @Test
  void atMostSoManyAssetsIsAHeuristicThatSaysSo() {
    Portfolio asked = longOnly(returns(80, 12, 3)).maxAssets(3);
    Allocation few = asked.minimise();
    assertThat(few.holdings()).isLessThanOrEqualTo(3);
    assertThat(few.net()).isCloseTo(1, within(1e-9));
    assertThat(few.notes()).singleElement().asString().contains("heuristic");
    assertThat(few.riskValue())
        .isGreaterThanOrEqualTo(longOnly(returns(80, 12, 3)).minimise().riskValue());
    Portfolio clash = longOnly(returns(80, 12, 3)).bounds(0.01, 1).maxAssets(3);
    assertThatThrownBy(clash::minimise).hasMessageContaining("at most 3 may be held");
    double[] held = new double[12];
    held[11] = 1;
    Allocation moved =
        longOnly(returns(80, 12, 3)).previous(held).maxTurnover(2).maxAssets(2).minimise();
    assertThat(moved.holdings()).isLessThanOrEqualTo(2);
  }

  /**
   * With variances 1, 1.1 and 1.2 and a correlation of the first two, the third is the largest
   * holding, and the worst single one: its gap is 0.2, and the bound no smaller.
   */
  @Test
  void theGapOfAFewAssetsIsToTheBestOfAnyFew() {
    double b = 0.944;
    double c = Math.sqrt(1.1 - b * b);
    double d = Math.sqrt(1.2);
    double[] all = {1, b + c, d, 1, b - c, -d, -1, -b + c, -d, -1, -b - c, d};
    Allocation one = longOnly(Rows.of(4, 3, all)).maxAssets(1).minimise();
    assertThat(one.weights()).containsExactly(new double[] {0, 0, 1}, within(1e-7));
    assertThat(one.objective()).isCloseTo(1.2, within(1e-9));
    assertThat(one.gapBound()).isBetween(0.2 - 1e-9, 1.2);
    // 1ᵀC⁻¹1 of the two blocks gives the least variance of all three, which is the bound
    double block = (1 + 1.1 - 2 * b) / (1.1 - b * b);
    assertThat(one.gapBound()).isCloseTo(1.2 - 1 / (block + 1 / 1.2), within(1e-6));
  }

  /** All 20 choices of 3 of 6 assets, each by itself; a frontier's points likewise. */
  @ParameterizedTest
  @ValueSource(strings = {"variance", "semideviation", "cvar:0.9", "evar:0.9", "mad"})
  void noFewAssetsAreBetterThanTheBoundOfTheGap(String text) {
    RowMatrix returns = returns(60, 6, 12);
    Risk risk = Risk.parse(text);
    List<Allocation> points = longOnly(returns).risk(risk).maxAssets(3).frontier(4);
    for (Allocation point : points.subList(0, 3)) {
      double least = Double.POSITIVE_INFINITY;
      for (int set = 0; set < 64; set++) {
        if (Integer.bitCount(set) == 3) {
          Portfolio some = longOnly(returns).risk(risk);
          for (int k = 0; k < 6; k++) {
            some.bounds(k, 0, (set >> k & 1) == 1 ? 1 : 0);
          }
          if (some.maximiseReturn().expectedReturn() >= point.expectedReturn()) {
            some.targetReturn(point.expectedReturn() - 1e-9);
            least = Math.min(least, some.minimise().riskValue());
          }
        }
      }
      assertThat(point.riskValue() - point.gapBound()).isLessThanOrEqualTo(least + 1e-6);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"variance", "semivariance", "cvar:0.9", "evar:0.9", "mad"})
  void aFrontierIsWhatItsPointsAreAlone(String text) {
    RowMatrix returns = returns(80, 6, 4);
    Risk risk = Risk.parse(text);
    List<Allocation> frontier = longOnly(returns).bounds(0, 0.5).risk(risk).frontier(7);
    assertThat(frontier).hasSize(7);
    for (int k = 0; k < 7; k++) {
      double target = frontier.get(k).expectedReturn();
      Allocation alone =
          longOnly(returns).bounds(0, 0.5).risk(risk).targetReturn(target - 1e-12).minimise();
      assertThat(frontier.get(k).riskValue()).isCloseTo(alone.riskValue(), within(1e-7));
    }
    double step = frontier.get(1).expectedReturn() - frontier.get(0).expectedReturn();
    assertThat(step).isPositive();
    for (int k = 1; k < 7; k++) {
      assertThat(frontier.get(k).expectedReturn() - frontier.get(k - 1).expectedReturn())
          .isCloseTo(step, within(1e-8));
      assertThat(frontier.get(k).riskValue())
          .isGreaterThanOrEqualTo(frontier.get(k - 1).riskValue() - 1e-9);
    }
  }

  @Test
  void threadsChangeNoBit() {
    RowMatrix returns = returns(700, 40, 5);
    for (String text : RISKS) {
      List<double[]> found = new ArrayList<>();
      for (int threads = 1; threads <= 3; threads++) {
        try (var workers = new Workers(threads)) {
          Portfolio asked =
              longOnly(returns).bounds(0, 0.2).risk(Risk.parse(text)).parallel(workers.parallel());
          found.add(asked.minimise().weights());
          found.add(asked.maximiseUtility(0.5).weights());
        }
      }
      assertThat(found.get(2)).as(text).isEqualTo(found.get(0));
      assertThat(found.get(4)).as(text).isEqualTo(found.get(0));
      assertThat(found.get(3)).as(text).isEqualTo(found.get(1));
      assertThat(found.get(5)).as(text).isEqualTo(found.get(1));
    }
  }

  @Test
  void constraintsThatBindAreNamed() {
    Allocation found =
        longOnly(returns(80, 4, 6))
            .named(List.of("A", "B", "C", "D"))
            .bounds(0, 0, 0.1)
            .group("rest", new int[] {1, 2}, 0, 0.95)
            .minimise();
    assertThat(found.binding()).containsExactly("budget", "cap of A", "floor of D");
    Allocation free = longOnly(returns(80, 4, 6)).minimise();
    List<String> expected = new ArrayList<>(List.of("budget"));
    for (int k = 0; k < 4; k++) {
      if (free.weights()[k] == 0) {
        expected.add("floor of asset " + (k + 1));
      }
    }
    assertThat(free.binding()).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variance",
        "semivariance",
        "semideviation",
        "cvar:0.9",
        "evar:0.9",
        "mad",
        "entropic:0.5"
      })
  void everyKindOfConstraintIsNamedWhereItBinds(String text) {
    RowMatrix returns = returns(80, 4, 6);
    Risk risk = Risk.parse(text);
    Allocation free = longOnly(returns).risk(risk).minimise();
    double[] x = free.weights();
    double held = x[0] + x[1];
    double[] first = {1, 0, 0, 0};
    double[] two = {1, 1, 0, 0};
    var asked = new LinkedHashMap<String, Portfolio>();
    asked.put("floor of asset 2", longOnly(returns).bounds(1, x[1] + 0.05, 1));
    asked.put("cap of asset 1", longOnly(returns).bounds(0, 0, 0.9 * x[0]));
    asked.put("floored", longOnly(returns).group("floored", new int[] {2, 3}, 1.05 - held, 1));
    asked.put("capped", longOnly(returns).group("capped", new int[] {0, 1}, 0, held - 0.05));
    asked.put("exposure", longOnly(returns).row("exposure", two, -1, held - 0.05));
    asked.put("budget", longOnly(returns));
    asked.put("target return", longOnly(returns).targetReturn(free.expectedReturn() + 0.002));
    asked.put("turnover", longOnly(returns).previous(first).maxTurnover(0.2));
    asked.forEach(
        (name, portfolio) ->
            assertThat(portfolio.risk(risk).minimise().binding()).as(name).contains(name));
    Portfolio lent = Portfolio.of(returns).bounds(-1, 1).budget(1).maxGross(1.3).risk(risk);
    assertThat(lent.maximiseReturn().binding()).contains("gross exposure");
    assertThat(longOnly(returns).risk(risk).maximiseReturn(1.1 * free.riskValue()).binding())
        .contains("limit of risk", "budget");
    assertThat(longOnly(returns).risk(risk).maximiseReturn().binding())
        .filteredOn(name -> name.startsWith("floor of"))
        .hasSize(3);
  }

  @Test
  void aCrashOfAllAssetsLeavesTheMeansToChooseBy() {
    double[] all = new double[60 * 3];
    var random = new SplittableRandom(3);
    for (int i = 0; i < all.length; i++) {
      all[i] = random.nextDouble(2, 4) + 0.1 * (i % 3);
    }
    Arrays.fill(all, 15, 18, -79); // one period, the same for all
    Portfolio asked = longOnly(Rows.of(60, 3, all));
    Allocation mostMean = asked.maximiseReturn();
    for (String text : List.of("entropic:5", "entropic:1000", "evar:0.99")) {
      Allocation found = asked.risk(Risk.parse(text)).maximiseRatio();
      assertThat(found.expectedReturn())
          .as(text)
          .isCloseTo(mostMean.expectedReturn(), within(1e-9));
      assertThat(found.gapBound()).as(text).isLessThan(1e-6 * found.ratio());
    }
  }

  @Test
  void growthIsFoundWhereEvenHoldingsLoseEverything() {
    // a of the first and 3 − a of the second: log(1.3 − a) + log(1.3 + 1.4a) is largest at 13/70
    Portfolio some = Portfolio.of(Rows.of(2, 2, new double[] {-0.9, 0.1, 1.5, 0.1}));
    Allocation found = some.longOnly().budget(3).maximiseGrowth(1);
    assertThat(found.weights()[0]).isCloseTo(13.0 / 70, within(1e-9));
    Portfolio none = Portfolio.of(Rows.of(2, 2, new double[] {-0.5, -0.4, 0.5, 0.5}));
    assertThatThrownBy(() -> none.longOnly().budget(3).maximiseGrowth(1))
        .hasMessageContaining("lose everything");
  }

  @ParameterizedTest
  @ValueSource(strings = {"deviation", "semideviation", "evar:0.9", "cvar:0.9", "mad"})
  void holdingsThatSumToNothingAreFoundWhereTheyPay(String text) {
    RowMatrix returns = returns(80, 4, 6);
    Risk risk = Risk.parse(text);
    Portfolio asked = Portfolio.of(returns).bounds(-0.5, 0.5).budget(0).risk(risk);
    double ratio = asked.maximiseRatio().ratio();
    Allocation nothing = asked.maximiseUtility(2 * ratio);
    Allocation something = asked.maximiseUtility(0.5 * ratio);
    assertThat(nothing.gross()).isLessThan(1e-6);
    assertThat(something.gross()).isGreaterThan(0.5);
    assertThat(something.objective()).isLessThan(-0.4 * ratio * something.riskValue());
    assertThat(something.gapBound()).isLessThan(1e-6);
  }

  /** The risky asset alone has its ratio, and so has nearly all cash with no risk to divide by. */
  @Test
  void aRatioBesideCashAtTheRiskFreeRateHasNoBound() {
    double[] all = new double[40 * 2];
    var random = new SplittableRandom(4);
    for (int t = 0; t < 40; t++) {
      all[2 * t] = random.nextDouble(-1, 1.2);
      all[2 * t + 1] = 0.01;
    }
    Portfolio asked = longOnly(Rows.of(40, 2, all)).riskFree(0.01);
    double[] risky = IntStream.range(0, 40).mapToDouble(t -> all[2 * t] - 0.01).toArray();
    double mean = Arrays.stream(risky).average().orElseThrow();
    double square = Arrays.stream(risky).map(z -> (z - mean) * (z - mean)).sum() / 40;
    Allocation best = asked.maximiseRatio();
    assertThat(best.ratio()).isCloseTo(mean / Math.sqrt(square), within(1e-9));
    assertThat(best.gapBound() > 0).as("a bound of %s", best.gapBound()).isFalse();
    assertThat(asked.minimise().ratio()).isNaN();
    assertThat(asked.bounds(0, 0.1, 1).maximiseRatio().gapBound()).isBetween(0.0, 1e-6);
  }

  /** The difference to a benchmark needs no other rate: mean over deviation of z − b. */
  @Test
  void theRatioOverABenchmarkIsTheInformationRatio() {
    double[] a = {3, -1, 2, 1};
    double[] b = {1, 0, 1, 1};
    double mean = (2 - 1 + 1 + 0) / 4.0;
    double square = (4 + 1 + 1 + 0) / 4.0 - mean * mean;
    Portfolio asked = longOnly(Rows.of(4, 1, a)).benchmark(b).riskFree(0.3);
    for (Allocation found : List.of(asked.minimise(), asked.maximiseRatio())) {
      assertThat(found.ratio()).isCloseTo(mean / Math.sqrt(square), within(1e-12));
    }
    assertThat(asked.maximiseRatio().objective())
        .isCloseTo(-mean / Math.sqrt(square), within(1e-12));
  }

  @Test
  void cashHasNoRatio() {
    double[] all = new double[40 * 2];
    var random = new SplittableRandom(4);
    for (int t = 0; t < 40; t++) {
      all[2 * t] = random.nextDouble(-1, 1.2);
      all[2 * t + 1] = 0.01;
    }
    for (String text : RISKS) {
      if (!text.startsWith("entropic")) {
        assertThat(longOnly(Rows.of(40, 2, all)).risk(Risk.parse(text)).minimise().ratio())
            .as(text)
            .isNaN();
      }
    }
  }

  @Test
  void figuresAreThoseOfTheWeights() {
    RowMatrix returns = returns(60, 3, 7);
    Allocation found = longOnly(returns).risk(Risk.MAD).riskFree(0.01).maximiseUtility(2);
    double[] z = new double[60];
    Arrays.setAll(z, t -> returns.dot(t, found.weights()));
    double mean = Arrays.stream(z).average().orElseThrow();
    double square = Arrays.stream(z).map(each -> (each - mean) * (each - mean)).sum() / 60;
    double mad = Arrays.stream(z).map(each -> Math.abs(each - mean)).sum() / 60;
    assertThat(found.expectedReturn()).isCloseTo(mean, within(1e-12));
    assertThat(found.volatility()).isCloseTo(Math.sqrt(square), within(1e-12));
    assertThat(found.riskValue()).isCloseTo(mad, within(1e-12));
    assertThat(found.ratio()).isCloseTo((mean - 0.01) / mad, within(1e-12));
    assertThat(found.objective()).isCloseTo(2 * mad - mean, within(1e-9));
    assertThat(found.toString()).contains("mad").contains("3 assets");
  }

  @Test
  void sizesThatDoNotFitAreRefused() {
    Portfolio asked = longOnly(returns(20, 3, 8));
    assertThatThrownBy(() -> asked.row("r", new double[2], 0, 1)).hasMessageContaining("3 assets");
    assertThatThrownBy(() -> asked.maxTurnover(0)).hasMessageContaining("positive");
    assertThatThrownBy(() -> asked.frontier(1)).hasMessageContaining("at least 2");
    assertThatThrownBy(() -> asked.on(returns(20, 4, 8))).hasMessageContaining("4 columns");
    assertThatThrownBy(() -> asked.benchmark(new double[7]).minimise())
        .hasMessageContaining("20 periods");
  }

  @Test
  void aHalfLifeIsWeightsOfThePeriods() {
    RowMatrix returns = returns(60, 4, 9);
    double[] weights = new double[60];
    Arrays.setAll(weights, t -> Math.pow(2, t / 15.0));
    for (String text : RISKS) {
      Risk risk = Risk.parse(text);
      Allocation faded = longOnly(returns).risk(risk).halfLife(15).minimise();
      Allocation weighted = longOnly(returns).risk(risk).periodWeights(weights).minimise();
      assertThat(faded.riskValue()).isCloseTo(weighted.riskValue(), within(1e-8));
    }
    Allocation other = longOnly(returns).on(returns).halfLife(15).minimise();
    assertThat(longOnly(returns).halfLife(15).on(returns).minimise().weights())
        .isEqualTo(other.weights());
  }

  @Test
  void winsorisedReturnsAreCutAtTheirQuantiles() {
    double[] column = new double[200];
    double[] cut = new double[200];
    for (int t = 0; t < 100; t++) {
      column[2 * t] = t * 37 % 100; // 0 to 99 in some order
      column[2 * t + 1] = -(t * 59 % 100);
      cut[2 * t] = Math.max(3, Math.min(96, column[2 * t]));
      cut[2 * t + 1] = Math.max(-96, Math.min(-3, column[2 * t + 1]));
    }
    Allocation found = longOnly(Rows.of(100, 2, column)).winsorise(0.03).minimise();
    Allocation slow = longOnly(Rows.of(100, 2, cut)).minimise();
    assertThat(found.weights()).isEqualTo(slow.weights());
    assertThatThrownBy(() -> longOnly(returns(9, 2, 1)).winsorise(0.5))
        .hasMessageContaining("below 0.5");
  }
}
