package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;

class RiskContributionsTest {
  @Test
  void partsAreWeightTimesCovarianceOverVariance() {
    double[][] r = {{0.01, 0.03, -0.02}, {-0.02, 0.01, 0.05}, {0.04, -0.03, 0.01}, {0, 0.02, 0.01}};
    double[] w = {0.5, 0.8, -0.3};
    double[] parts = PortfolioFigures.riskContributions(rows(r), w);
    double variance = 0;
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        variance += w[j] * w[k] * covariance(r, j, k);
      }
    }
    for (int j = 0; j < 3; j++) {
      double marginal = 0;
      for (int k = 0; k < 3; k++) {
        marginal += covariance(r, j, k) * w[k];
      }
      assertThat(parts[j]).isCloseTo(w[j] * marginal / variance, within(1e-12));
    }
  }

  @Test
  void withoutVarianceThereAreNone() {
    double[][] constant = {{1, 2}, {1, 2}};
    assertThat(PortfolioFigures.riskContributions(rows(constant), new double[] {1, 1}))
        .containsOnly(Double.NaN);
  }

  private static Rows rows(double[][] r) {
    double[] flat = Arrays.stream(r).flatMapToDouble(Arrays::stream).toArray();
    return Rows.of(r.length, r[0].length, flat);
  }

  private static double covariance(double[][] r, int j, int k) {
    double mj = 0;
    double mk = 0;
    for (double[] row : r) {
      mj += row[j] / r.length;
      mk += row[k] / r.length;
    }
    double sum = 0;
    for (double[] row : r) {
      sum += (row[j] - mj) * (row[k] - mk) / r.length;
    }
    return sum;
  }
}
