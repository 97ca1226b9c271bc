package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.ToDoubleFunction;
import org.fogopt.apps.portfolio.risk.Risk;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Minima against grids on random portfolios of three assets with random constraints. */
class PortfolioTest {
  private static final int SEEDS = 16;

  /** How far grids are from the least, and a solver may be above it, relative to their size. */
  private static final double ACCURACY = 2e-7;

  /** What a constraint may be violated by. */
  private static final double FEASIBLE = 1e-9;

  private static void assertLeast(
      String name, RandomPortfolio asked, Allocation found, ToDoubleFunction<double[]> objective) {
    double[] x = found.weights();
    assertThat(asked.violation(x)).as("%s: violation", name).isLessThan(FEASIBLE);
    double reached = objective.applyAsDouble(x);
    double size = 1 + Math.abs(reached);
    assertThat(found.objective()).as("%s: objective", name).isCloseTo(reached, within(1e-9 * size));
    GridSearch.Least least =
        GridSearch.of(
            two -> {
              double[] each = RandomPortfolio.weights(two);
              return asked.violation(each) > 1e-12
                  ? Double.POSITIVE_INFINITY
                  : objective.applyAsDouble(each);
            },
            -1.3,
            1.3);
    assertThat(reached).as("%s: least", name).isLessThan(least.value() + ACCURACY * size);
    assertThat(least.value())
        .as("%s: bound", name)
        .isGreaterThan(reached - found.gapBound() - 1e-9 * size);
    assertThat(found.gapBound()).as("%s: gap", name).isLessThan(1e-7 * size);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variance",
        "deviation",
        "semivariance",
        "semideviation",
        "mad",
        "cvar:0.9",
        "evar:0.9",
        "entropic:0.5"
      })
  void everyObjectiveIsLeast(String text) {
    Risk risk = Risk.parse(text);
    for (long seed = 1; seed <= SEEDS; seed++) {
      var asked = new RandomPortfolio(seed, risk);
      String name = text + ", seed " + seed;
      Allocation least = asked.portfolio.minimise();
      assertLeast(name + ", least", asked, least, x -> asked.risk(risk, x) + asked.costs(x));
      assertLeast(
          name + ", utility",
          asked,
          asked.portfolio.maximiseUtility(0.7),
          x -> 0.7 * asked.risk(risk, x) - asked.mean(x) + asked.costs(x));
      Allocation most = asked.portfolio.maximiseReturn();
      assertLeast(name + ", return", asked, most, x -> asked.costs(x) - asked.mean(x));
      if (most.expectedReturn() - least.expectedReturn() < 1e-6) {
        continue; // nothing between them
      }
      double target = (least.expectedReturn() + most.expectedReturn()) / 2;
      Allocation aimed = asked.portfolio.targetReturn(target).minimise();
      double met = target - asked.mean(aimed.weights());
      assertThat(met).as("%s: target", name).isLessThan(FEASIBLE);
      assertLeast(
          name + ", target",
          asked,
          aimed,
          x ->
              asked.mean(x) < target - Math.max(0, met)
                  ? Double.POSITIVE_INFINITY
                  : asked.risk(risk, x) + asked.costs(x));
      asked.portfolio.targetReturn(Double.NEGATIVE_INFINITY);
      double limit = (least.riskValue() + most.riskValue()) / 2;
      if (limit > least.riskValue() + 1e-6) {
        assertLeast(
            name + ", limit",
            asked,
            asked.portfolio.maximiseReturn(limit),
            x ->
                asked.risk(risk, x) > limit + 1e-11
                    ? Double.POSITIVE_INFINITY
                    : asked.costs(x) - asked.mean(x));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"variance", "semideviation", "mad", "cvar:0.9", "evar:0.9"})
  void theLargestRatioIsFound(String text) {
    Risk risk = Risk.parse(text);
    for (long seed = 1; seed <= SEEDS; seed++) {
      var asked = new RandomPortfolio(seed, risk);
      double free = Math.min(0, asked.portfolio.minimise().expectedReturn()) - 0.3;
      double from = asked.hasBenchmark() ? 0 : free;
      if (-asked.portfolio.maximiseReturn().objective() <= from) {
        continue; // no ratio
      }
      assertLeast(
          text + ", seed " + seed,
          asked,
          asked.portfolio.riskFree(free).maximiseRatio(),
          x -> -(asked.mean(x) - asked.costs(x) - from) / asked.risk(risk.denominator(), x));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {8, 100})
  void theLargestGrowthIsFound(double one) {
    Risk loss = Risk.lossOfGrowth(one);
    for (long seed = 1; seed <= SEEDS; seed++) {
      var asked = new RandomPortfolio(seed, Risk.VARIANCE);
      assertLeast(
          "growth, seed " + seed,
          asked,
          asked.portfolio.maximiseGrowth(one),
          x -> asked.risk(loss, x) + asked.costs(x));
    }
  }
}
