package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Minima at kinks: portfolios without risk, levels of 0, and periods that do not count. */
class KinkedRiskTest {
  /**
   * With a share w of the first asset the returns are 4w − 1 and 2 − 3w, their mean (1 + w)/2 and
   * their deviation |7w − 3|/2: none at w = 3/7, where both are 5/7.
   */
  private static final RowMatrix TWO = Rows.of(2, 2, new double[] {3, -1, -1, 2});

  private static Portfolio two(Risk risk) {
    return Portfolio.of(TWO).risk(risk).longOnly().budget(1);
  }

  @Test
  void aDeviationThatIsAnAbsoluteValueHasItsMinimaByHand() {
    Allocation least = two(Risk.DEVIATION).minimise();
    assertThat(least.weights()[0]).isCloseTo(3.0 / 7, within(1e-9));
    Allocation balanced = two(Risk.DEVIATION).maximiseUtility(1); // mean: 1/2, deviation: 7/2 of w
    assertThat(balanced.objective()).isCloseTo(-5.0 / 7, within(1e-7));
    assertThat(balanced.gapBound()).isBetween(0.0, 1e-7);
    Allocation aimed = two(Risk.DEVIATION).targetReturn(0.9).minimise(); // w = 0.8
    assertThat(aimed.riskValue()).isCloseTo(1.3, within(1e-9));
    assertThat(aimed.gapBound()).isBetween(0.0, 1e-7);
  }

  @Test
  void aSemideviationOfTwoPeriodsIsTheDeviationOverTheRootOfTwo() {
    Allocation balanced = two(Risk.SEMIDEVIATION).maximiseUtility(1);
    assertThat(balanced.objective()).isCloseTo(-5.0 / 7, within(1e-7));
    Allocation aimed = two(Risk.SEMIDEVIATION).targetReturn(0.9).minimise();
    assertThat(aimed.riskValue()).isCloseTo(1.3 / Math.sqrt(2), within(1e-9));
    assertThat(aimed.gapBound()).isBetween(0.0, 1e-7);
  }

  /** (mean − rate)/risk grows with w where the mean is above the rate; there is less risk below. */
  @ParameterizedTest
  @CsvSource({"deviation, 0.8, 0.1", "mad, 0.8, 0.1", "cvar:0.5, 0.9, 0.1", "evar:0.5, 0.9, 0.1"})
  void aRatioHasABoundWhereTheLeastRiskIsNotPositive(String text, double rate, double ratio) {
    Allocation best = two(Risk.parse(text)).riskFree(rate).maximiseRatio();
    assertThat(best.ratio()).isCloseTo(ratio, within(1e-9));
    assertThat(best.gapBound()).isBetween(0.0, 1e-7);
  }

  /** CVaR 50 % is −5/7 at w = 3/7 and at most 0 up to w = 2/3, where the mean is 5/6. */
  @Test
  void aRatioToARiskThatMayBeNegativeHasNoLargestValue() {
    for (double rate : new double[] {5.0 / 7, 0.8}) { // that of the least risk, and above
      assertThatThrownBy(() -> two(Risk.cvar(0.5)).riskFree(rate).maximiseRatio())
          .isInstanceOf(NoRatioException.class)
          .hasMessageContaining("never below 0");
    }
  }

  /** The largest loss is least where 4w − 1 = 2 − 3w. */
  @ParameterizedTest
  @ValueSource(strings = {"cvar:0.9", "cvar:0.999999999", "evar:0.999999999"})
  void aTailBelowAnyPeriodsProbabilityIsTheLargestLoss(String text) {
    Allocation least = two(Risk.parse(text)).minimise();
    assertThat(least.objective()).isCloseTo(-5.0 / 7, within(1e-9));
    assertThat(least.gapBound()).isBetween(0.0, 1e-7);
  }

  /** Weights of 3/7 and 4/7 make w irrelevant; their entropy, 0.0103, is below −log 0.7. */
  @Test
  void evarHasItsLeastWhereTheReturnsAreTheSame() {
    Allocation least = two(Risk.evar(0.3)).minimise();
    assertThat(least.riskValue()).isCloseTo(-5.0 / 7, within(1e-7));
    assertThat(least.gapBound()).isBetween(0.0, 1e-7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"deviation", "semideviation", "evar:0.9", "mad"})
  void cashIsHeldAloneWhereRiskIsDear(String risk) {
    double[] all = new SplittableRandom(3).doubles(40 * 6, -1, 1.1).toArray();
    for (int t = 0; t < 40; t++) {
      all[6 * t + 5] = 0;
    }
    Portfolio portfolio = Portfolio.of(Rows.of(40, 6, all)).risk(Risk.parse(risk)).longOnly();
    Allocation best = portfolio.budget(1).maximiseUtility(5);
    assertThat(best.objective()).isCloseTo(0, within(1e-8));
    assertThat(best.gapBound()).isBetween(0.0, 1e-6); // of 5 times deviations of about 0.6
    assertThat(best.weights()[5]).isCloseTo(1, within(1e-7));
  }

  /** More assets than periods, and short sales: weights without risk exist, and earn something. */
  @ParameterizedTest
  @ValueSource(strings = {"variance", "deviation", "semideviation"})
  void aRatioWithoutRiskIsRefused(String risk) {
    double[] all = new SplittableRandom(5).doubles(5 * 12, -0.9, 1).toArray();
    Portfolio portfolio = Portfolio.of(Rows.of(5, 12, all)).risk(Risk.parse(risk)).bounds(-1, 1);
    portfolio.budget(1);
    assertThat(portfolio.minimise().riskValue()).isCloseTo(0, within(1e-9));
    assertThatThrownBy(portfolio::maximiseRatio)
        .isInstanceOf(NoRatioException.class)
        .hasMessageContaining("no largest value");
  }

  @Test
  void levelsOfZeroAreTheMeanLoss() {
    double[] z = {0.03, -0.02, 0.05};
    for (Risk risk : List.of(Risk.cvar(0), Risk.evar(0))) {
      assertThat(risk.of(z)).isCloseTo(-0.02, within(1e-16));
      Allocation best = two(risk).minimise(); // the largest mean is that of w = 1
      assertThat(best.riskValue()).isCloseTo(-1, within(1e-12));
      assertThat(best.weights()[0]).isCloseTo(1, within(1e-12));
      assertThat(best.gapBound()).isBetween(0.0, 1e-9);
    }
    assertThat(Risk.evar(0).lambda(z, new double[] {0.5, 0.25, 0.25})).isInfinite();
  }

  @ParameterizedTest
  @ValueSource(strings = {"cvar:0.9", "evar:0.9", "mad", "entropic:2", "semideviation"})
  void periodsThatDoNotCountMightAsWellBeAbsent(String name) {
    Risk risk = Risk.parse(name);
    double[] all = new SplittableRandom(7).doubles(30 * 4, -1, 1.1).toArray();
    double[] weights = new SplittableRandom(8).doubles(30, 0.5, 2).toArray();
    double[] more = new double[31 * 4];
    System.arraycopy(all, 0, more, 4, all.length);
    more[0] = -1e6; // a loss that never comes
    double[] counted = new double[31];
    System.arraycopy(weights, 0, counted, 1, 30);
    Portfolio without =
        Portfolio.of(Rows.of(30, 4, all)).periodWeights(weights).risk(risk).longOnly().budget(1);
    Portfolio with =
        Portfolio.of(Rows.of(31, 4, more)).periodWeights(counted).risk(risk).longOnly().budget(1);
    double least = without.minimise().riskValue();
    assertThat(with.minimise().riskValue()).isCloseTo(least, within(1e-9 * Math.abs(least)));
    assertThat(risk.of(new double[] {-1e6, 1, 2}, new double[] {0, 0.5, 0.5}))
        .isCloseTo(risk.of(new double[] {1, 2}), within(1e-12));
  }

  /** p and m of x = p − m begin alike, so that all hinges begin at their kinks. */
  @Test
  void noHoldingsHaveTheLeastDeviationWhereWeightsSumToNothing() {
    double[] all = new SplittableRandom(11).doubles(50 * 3, -1, 1).toArray();
    Portfolio portfolio = Portfolio.of(Rows.of(50, 3, all)).risk(Risk.MAD).bounds(-0.5, 10);
    Allocation best = portfolio.budget(0).maxGross(0.7).minimise();
    assertThat(best.riskValue()).isCloseTo(0, within(1e-9));
  }

  /** Cash that earns what it costs is no riskless gain; what is held besides has its own ratio. */
  @Test
  void cashThatEarnsItsCostsHasNoRatio() {
    for (int seed = 1; seed <= 40; seed++) {
      var random = new SplittableRandom(seed);
      double rate = random.nextDouble(0.001, 0.1);
      double[] risky = random.doubles(30, -1, 2).toArray();
      double[] all = new double[60];
      for (int t = 0; t < 30; t++) {
        all[2 * t] = risky[t];
        all[2 * t + 1] = rate;
      }
      Allocation best =
          Portfolio.of(Rows.of(30, 2, all))
              .longOnly()
              .budget(1)
              .proportionalCosts(rate)
              .maximiseRatio();
      double mean = Arrays.stream(risky).average().orElseThrow();
      double variance = Arrays.stream(risky).map(z -> (z - mean) * (z - mean)).sum() / 30;
      double ratio = (mean - rate) / Math.sqrt(variance);
      assertThat(-best.objective()).as("seed %d", seed).isCloseTo(ratio, within(1e-9 * ratio));
      assertThat(best.expectedReturn()).as("seed %d", seed).isGreaterThan(rate);
    }
  }

  /** Nothing to hold is a portfolio, too. */
  @Test
  void aBudgetOfNothingIsMet() {
    for (int seed = 1; seed <= 100; seed++) {
      double[] all = new SplittableRandom(seed).doubles(1200, -0.01, 0.01).toArray();
      for (Risk risk : List.of(Risk.MAD, Risk.cvar(0.9))) {
        Portfolio asked = Portfolio.of(Rows.of(120, 10, all)).risk(risk).bounds(0, 1.5).budget(0);
        assertThat(asked.maximiseUtility(1).gross())
            .as("%s, seed %d", risk, seed)
            .isLessThan(1e-12);
      }
    }
  }
}
