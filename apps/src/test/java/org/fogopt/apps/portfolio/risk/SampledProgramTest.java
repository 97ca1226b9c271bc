package org.fogopt.apps.portfolio.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.Stream;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Risks of scenarios that are not in memory, by the methods of core. */
class SampledProgramTest {
  private static final int COUNT = 700;
  private static final int ASSETS = 9;

  static Stream<Risk> risks() {
    return Stream.of(
        Risk.VARIANCE,
        Risk.DEVIATION,
        Risk.SEMIVARIANCE,
        Risk.SEMIDEVIATION,
        Risk.MAD,
        Risk.cvar(0.9),
        Risk.evar(0.9),
        Risk.entropic(2),
        Risk.lossOfGrowth(100));
  }

  /** Daily returns in percent of assets with a common factor and fat tails. */
  private static RowMatrix returns(int count, int assets, long seed) {
    var random = new Random(seed);
    double[] rows = new double[count * assets];
    for (int t = 0; t < count; t++) {
      double tail = Math.exp(0.5 * random.nextGaussian());
      double market = tail * random.nextGaussian();
      for (int k = 0; k < assets; k++) {
        double own = (0.5 + 0.1 * k % 1.1) * tail * random.nextGaussian();
        rows[t * assets + k] = 0.02 * (k % 5) + market * (0.5 + k % 7 / 7.0) + own;
      }
    }
    return Rows.of(count, assets, rows);
  }

  private static Scenarios outside(RowMatrix returns, double[] weights) {
    Scenarios scenarios =
        Scenarios.of(returns, weights, Parallel.SERIAL, 8L * 12 * returns.count());
    assertThat(scenarios.isInMemory()).isFalse();
    return scenarios;
  }

  private static Polyhedral longOnly(int assets) {
    double[] costs = new double[assets];
    double[] held = new double[assets];
    costs[1] = 0.01;
    held[1] = 0.3;
    return Polyhedral.box(assets, 0, 0.6)
        .with(Row.sum("budget", assets, 1, 1), Row.sum("group", assets, new int[] {0, 1}, 0.1, 0.4))
        .withAbsoluteCosts(costs, held);
  }

  @ParameterizedTest
  @MethodSource("risks")
  void findsTheMinimumOfTheProgramInMemory(Risk risk) {
    RowMatrix returns = returns(COUNT, ASSETS, 3);
    double[] weights = new double[COUNT];
    for (int t = 0; t < COUNT; t++) {
      weights[t] = 1 + t % 3;
    }
    Polyhedral set = longOnly(ASSETS);
    Scenarios inMemory = Scenarios.of(returns, weights, Parallel.SERIAL);
    double[] c = inMemory.means().clone();
    Kernels.scale(-0.5, c);
    Best exact = new RiskProgram(inMemory, set).minimise(risk, 0.7, c, null);
    var program = new RiskProgram(outside(returns, weights), set);
    Best best = program.minimise(risk, 0.7, c, null);

    double size = Math.abs(exact.objective());
    assertThat(best.objective()).isCloseTo(exact.objective(), within(1e-6 * size));
    assertThat(best.gapBound()).isLessThan(1e-5 * size);
    assertThat(best.objective() - best.gapBound())
        .isLessThanOrEqualTo(exact.objective() + 1e-12 * size);
    assertThat(program.note()).contains("newton");
  }

  @ParameterizedTest
  @MethodSource("risks")
  void hasTheDerivativesItTells(Risk risk) {
    Scenarios scenarios = Scenarios.of(returns(40, 4, 5), Parallel.SERIAL);
    ScenarioTerm term = ScenarioTerm.of(risk, scenarios.probabilities(), 0.7);
    var problem = new SampledRisk(scenarios, term, 0.7, new double[] {1, 0, -1, 2});
    int scale = 3 + term.extras(); // the last of the further unknowns
    var check =
        DerivativeCheck.of(problem.problem(Penalty.NONE))
            .domain(
                y -> {
                  y[scale] = term.hasScale() ? 0.5 + Math.abs(y[scale]) : y[scale];
                  return y;
                });
    assertThat(check.run()).isEmpty();
  }

  @Test
  void manyAssetsTakeSampledStepsWithAnHonestBound() {
    int assets = 1010;
    int count = 120;
    RowMatrix returns = returns(count, assets, 7);
    Polyhedral set = Polyhedral.box(assets, 0, 0.01).with(Row.sum("budget", assets, 1, 1));
    double[] c = new double[assets];
    Best exact =
        new RiskProgram(Scenarios.of(returns, Parallel.SERIAL), set)
            .minimise(Risk.SEMIVARIANCE, 1, c, null);
    var program = new RiskProgram(outside(returns, Risk.equal(count)), set);
    Best best = program.minimise(Risk.SEMIVARIANCE, 1, c, null);

    assertThat(best.objective()).isCloseTo(exact.objective(), within(1e-3 * exact.objective()));
    assertThat(best.objective() - best.gapBound()).isLessThanOrEqualTo(exact.objective());
    assertThat(program.note()).contains("1000 unknowns");
    double sum = 0;
    for (double each : best.x()) {
      assertThat(each).isBetween(0.0, 0.01);
      sum += each;
    }
    assertThat(sum).isCloseTo(1, within(1e-9));
  }
}
