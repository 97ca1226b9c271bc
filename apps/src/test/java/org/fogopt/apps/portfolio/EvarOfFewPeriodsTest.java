package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where the largest losses are as likely as the tail, EVaR is the largest loss, with its kinks. */
class EvarOfFewPeriodsTest {
  private static final int ASSETS = 8;
  private static final Risk EVAR = Risk.evar(0.95);

  private static Portfolio portfolio(int periods, long seed) {
    double[] all = new SplittableRandom(seed).doubles((long) periods * ASSETS, -1, 1.1).toArray();
    RowMatrix returns = Rows.of(periods, ASSETS, all);
    return Portfolio.of(returns).longOnly().budget(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10, 20})
  void theLeastIsTheLeastLargestLoss(int periods) {
    for (long seed = 1; seed <= 5; seed++) {
      Allocation best = portfolio(periods, seed).risk(EVAR).minimise();
      Risk largestLoss = Risk.cvar(1 - 1.0 / periods);
      double worst = portfolio(periods, seed).risk(largestLoss).minimise().riskValue();
      assertThat(best.riskValue()).as("seed %d", seed).isCloseTo(worst, within(1e-8));
      assertThat(best.gapBound()).as("seed %d", seed).isBetween(0.0, 1e-7);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {21, 30, 60, 100, 200})
  void theGapClosesWhereSeveralLossesAreTheLargest(int periods) {
    for (long seed = 1; seed <= 5; seed++) {
      Allocation best = portfolio(periods, seed).risk(EVAR).minimise();
      Allocation tail = portfolio(periods, seed).risk(Risk.cvar(0.95)).minimise();
      double cvar = tail.riskValue() - tail.gapBound(); // EVaR is no less than CVaR
      Risk largestLoss = Risk.cvar(1 - 1.0 / periods);
      double worst = portfolio(periods, seed).risk(largestLoss).minimise().riskValue();
      assertThat(best.gapBound()).as("seed %d", seed).isBetween(0.0, 2e-7);
      assertThat(best.riskValue()).as("seed %d", seed).isBetween(cvar, worst + 2e-7);
    }
  }

  /** The least risk of returns in other units is the same in those units, and so is the bound. */
  @ParameterizedTest
  @ValueSource(strings = {"evar:0.99", "cvar:0.95", "mad"})
  void unitsOfReturnsChangeNothing(String text) {
    double[] all = new SplittableRandom(30).doubles(150 * 12, 99, 101.1).toArray();
    Risk risk = Risk.parse(text);
    double least = Double.NaN;
    for (double unit : new double[] {1, 1e-6, 100, 1e4, 1e7}) {
      double[] scaled = Arrays.stream(all).map(z -> z * unit).toArray();
      Allocation best =
          Portfolio.of(Rows.of(150, 12, scaled)).risk(risk).longOnly().budget(1).minimise();
      double value = best.riskValue() / unit;
      least = Double.isNaN(least) ? value : least;
      assertThat(value).as("unit %s", unit).isCloseTo(least, within(1e-7 * Math.abs(least)));
      assertThat(best.gapBound() / unit).as("unit %s", unit).isBetween(0.0, 1e-6 * Math.abs(least));
    }
  }

  /** EVaR is no less than −mean here, while the tail's mean loss falls without end. */
  @Test
  void evarHasAMinimumWhereCvarHasNone() {
    double[] all = new double[30 * 2];
    for (int t = 0; t < 30; t++) {
      double both = t < 2 ? 0 : -20 + 0.3 * t;
      double against = t == 0 ? 1 : -5;
      all[2 * t] = -(both + against);
      all[2 * t + 1] = -(both - against);
    }
    Portfolio free = Portfolio.of(Rows.of(30, 2, all)).risk(EVAR).budget(1);
    Allocation best = free.minimise();
    double bounded = free.bounds(-100, 100).minimise().riskValue();
    assertThat(best.riskValue()).isCloseTo(bounded, within(1e-6));
  }
}
