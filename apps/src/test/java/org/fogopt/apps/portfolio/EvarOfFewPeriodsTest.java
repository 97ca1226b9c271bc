package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
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
}
