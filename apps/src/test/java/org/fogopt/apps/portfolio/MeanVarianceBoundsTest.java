package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.apps.Ratios;
import org.fogopt.linalg.Rows;
import org.fogopt.theory.Bounds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeanVarianceBoundsTest {
  /** Rounding of ratios. */
  private static final double ROUNDING = 1 + 1e-9;

  @Test
  void twoPeriodsOfOneAssetByHand() {
    // rho = 2, mean 1.5, C = 1/4; lambda = 3, R = 0.5
    var problem = new MeanVariance(Rows.of(2, 1, new double[] {1, 2}), 3);
    Bounds bounds = MeanVarianceBounds.of(problem, 0.5, 7);
    assertThat(bounds.constants().jacobianBound()).isCloseTo(Math.sqrt(5), within(1e-14));
    assertThat(bounds.constants().jacobianLipschitz()).isZero();
    assertThat(bounds.constants().gradientLipschitz()).isCloseTo(30, within(1e-13));
    assertThat(bounds.constants().gradientBound())
        .isCloseTo(2 + 6 * 5 * Math.sqrt(5) * 0.5, within(1e-12));
    assertThat(bounds.constants().gap()).isEqualTo(7);
    assertThat(bounds.variances().jacobian()).isCloseTo(0.25, within(1e-15));
    assertThat(bounds.variances().value()).isCloseTo(0.25 * 0.25, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noSampledRatioExceedsItsBound(long seed) {
    var problem = new MeanVariance(new SyntheticReturns(60, 5, 20).draw(seed), 0.7);
    Bounds bounds = MeanVarianceBounds.of(problem, 2, 1);
    Ratios seen = Ratios.of(problem.problem(), 2, 5000, seed);
    var c = bounds.constants();
    assertThat(seen.jacobian).isLessThanOrEqualTo(c.jacobianBound() * ROUNDING);
    assertThat(seen.jacobianLipschitz).isZero();
    assertThat(seen.gradient).isLessThanOrEqualTo(c.gradientBound() * ROUNDING);
    assertThat(seen.gradientLipschitz).isLessThanOrEqualTo(c.gradientLipschitz() * ROUNDING);
    // and the bounds are not idle
    assertThat(seen.jacobian).isGreaterThan(c.jacobianBound() / 2);
    assertThat(seen.gradientLipschitz).isGreaterThan(c.gradientLipschitz() / 20);
  }
}
