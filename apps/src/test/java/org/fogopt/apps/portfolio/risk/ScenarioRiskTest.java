package org.fogopt.apps.portfolio.risk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SymmetricMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioRiskTest {
  private static final int PERIODS = 116;
  private static final int ASSETS = 4;

  /**
   * EVaR near its kink: nearly all weight is on two losses, and λ is what little separates them.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-8, 1e-12, 1e-15})
  void curvatureIsNeverNegativeHoweverNearTwoLossesAre(double apart) {
    var random = new SplittableRandom(157);
    double[] rows = random.doubles(PERIODS * ASSETS, -0.03, 0.03).toArray();
    for (int k = 0; k < ASSETS; k++) { // the two worst periods of an equal-weight portfolio
      rows[k] = -0.5 + 0.1 * k;
      rows[ASSETS + k] = -0.2 - 0.1 * k;
    }
    rows[ASSETS] += apart;
    Scenarios scenarios = Scenarios.of(Rows.of(PERIODS, ASSETS, rows), Parallel.SERIAL);
    var risk = new ScenarioRisk(Risk.evar(0.99), scenarios);
    risk.at(new double[] {0.25, 0.25, 0.25, 0.25});
    SymmetricMatrix h = risk.hessian();
    for (int trial = 0; trial < 100; trial++) {
      double[] v = random.doubles(ASSETS, -1, 1).toArray();
      // of a sum of squares; a difference of large numbers would be off by 1e-16/λ
      assertThat(h.quadratic(v))
          .isGreaterThanOrEqualTo(-1e-12 * h.quadratic(new double[] {1, 0, 0, 0}));
    }
  }
}
