package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.returns.Request;
import org.fogopt.apps.returns.ReturnSeries;
import org.fogopt.apps.returns.ReturnType;
import org.fogopt.apps.returns.Units;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;

/** Figures that can be computed by hand. */
class PortfolioFiguresTest {
  private static final double ROUNDING = 1e-14;

  private static PortfolioFigures figures(Units units, ReturnType type, double... earned) {
    var rows = Rows.of(earned.length, 1, earned);
    return PortfolioFigures.of(rows, new double[] {1}, 0, units, type);
  }

  @Test
  void meanAndVolatilityDivideByT() {
    var rows = Rows.of(2, 2, new double[] {1, 4, 3, -4});
    var found =
        PortfolioFigures.of(rows, new double[] {1, -0.5}, 0.5, Units.PERCENT, ReturnType.SIMPLE);
    // Earned: 1 - 2 = -1 and 3 + 2 = 5.
    assertThat(found.expectedReturn()).isEqualTo(2);
    assertThat(found.volatility()).isEqualTo(3);
    assertThat(found.ratio()).isEqualTo(0.5);
    assertThat(found.netExposure()).isEqualTo(0.5);
    assertThat(found.grossExposure()).isEqualTo(1.5);
    assertThat(found.longs()).isEqualTo(1);
    assertThat(found.shorts()).isEqualTo(1);
  }

  @Test
  void cvarIsTheMeanOfTheWorstTwentiethThePeriodAtTheEdgeInPart() {
    double[] earned = new double[50];
    for (int i = 0; i < 50; i++) {
      earned[i] = (i * 7 % 50) - 10; // -10 to 39, in some order
    }
    // 2.5 periods: -10, -9 and half of -8.
    assertThat(figures(Units.PERCENT, ReturnType.SIMPLE, earned).cvar95())
        .isCloseTo((10 + 9 + 4) / 2.5, within(ROUNDING));
  }

  @Test
  void theLargestDrawdownIsFromAPeakToALaterTrough() {
    // Worth 1.2, 0.6, 0.9, 0.45, 0.9: from 1.2 to 0.45.
    assertThat(figures(Units.FRACTION, ReturnType.SIMPLE, 0.2, -0.5, 0.5, -0.5, 1).maxDrawdown())
        .isCloseTo(1 - 0.45 / 1.2, within(ROUNDING));
    assertThat(figures(Units.PERCENT, ReturnType.SIMPLE, 20, -50, 50, -50, 100).maxDrawdown())
        .isCloseTo(100 * (1 - 0.45 / 1.2), within(100 * ROUNDING));
    assertThat(figures(Units.FRACTION, ReturnType.LOG, -1, 0.5, -1).maxDrawdown())
        .isCloseTo(1 - Math.exp(-1.5), within(ROUNDING));
  }

  @Test
  void aPortfolioThatLosesEverythingIsRuined() {
    assertThat(figures(Units.FRACTION, ReturnType.SIMPLE, 0.1, -1.5, 3).maxDrawdown()).isEqualTo(1);
  }

  /** Half of a price that is 1, 2 and 1, half of one that stays: 1.5 and then three quarters. */
  @Test
  void theDrawdownOfSeveralAssetsIsThatOfTheirWorthWhateverTheReturns() {
    double log = Math.log(2);
    double[] weights = {0.5, 0.5};
    for (ReturnType type : ReturnType.values()) {
      double[] changes = type == ReturnType.LOG ? new double[] {log, -log} : new double[] {1, -0.5};
      var rows = Rows.of(2, 2, new double[] {changes[0], 0, changes[1], 0});
      assertThat(PortfolioFigures.of(rows, weights, 0, Units.FRACTION, type).maxDrawdown())
          .isCloseTo(0.25, within(1e-15));
    }
  }

  @Test
  void withoutUnitsThereIsNoDrawdown() {
    assertThat(figures(null, ReturnType.SIMPLE, 0.1, -0.2).maxDrawdown()).isNaN();
  }

  @Test
  void theDrawdownIsOfThePeriodsInOrder() {
    var table =
        new Table(
            List.of("A"),
            List.of("2024-01-03", "2024-01-02", "2024-01-05"),
            Rows.of(3, 1, new double[] {0.01, -0.02, -0.03}),
            "t");
    var series = ReturnSeries.of(table, Request.returns());
    double wealth = 0.98 * 1.01 * 0.97; // 1 at the start is the highest
    assertThat(PortfolioFigures.of(series, new double[] {1}, 0).maxDrawdown())
        .isCloseTo(1 - wealth, within(1e-12));
  }

  @Test
  void withoutVolatilityThereIsNoRatio() {
    assertThat(figures(Units.PERCENT, ReturnType.SIMPLE, 0.25, 0.25).ratio()).isNaN();
  }
}
