package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.fogopt.apps.Ratios;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.theory.Bounds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BellmanBoundsTest {
  /** Rounding of ratios. */
  private static final double ROUNDING = 1 + 1e-9;

  @ParameterizedTest
  @CsvSource({
    "LINEAR, CENTRED, 4, 1",
    "LINEAR, PAPER, 4, 2",
    "TANH, CENTRED, 4, 3",
    "TANH, PAPER, 4, 4",
    "LINEAR, CENTRED, 0, 5",
    "TANH, CENTRED, 0, 6"
  })
  void noSampledRatioExceedsItsBound(Shape shape, Split split, int features, long seed) {
    BellmanResidual values = new RandomMdp(12, 3, features, seed).problem(0.8, shape, split);
    Bounds bounds = BellmanBounds.of(values, 2, 1);
    assertThat(bounds.everywhere()).isEqualTo(shape == Shape.TANH);
    // where bounds hold everywhere, look far beyond the ball too
    double radius = bounds.everywhere() ? 20 : 2;
    Ratios seen = Ratios.of(values.problem(), radius, 5000, seed);
    var c = bounds.constants();
    assertThat(seen.jacobian).isLessThanOrEqualTo(c.jacobianBound() * ROUNDING);
    assertThat(seen.jacobianLipschitz).isLessThanOrEqualTo(c.jacobianLipschitz() * ROUNDING);
    assertThat(seen.gradient).isLessThanOrEqualTo(c.gradientBound() * ROUNDING);
    assertThat(seen.gradientLipschitz).isLessThanOrEqualTo(c.gradientLipschitz() * ROUNDING);
    assertThat(c.jacobianLipschitz() == 0).isEqualTo(shape == Shape.LINEAR);
    // and the bounds are not idle
    assertThat(seen.jacobian).isGreaterThan(c.jacobianBound() / 10);
    assertThat(seen.gradient).isGreaterThan(c.gradientBound() / 50);
    assertThat(seen.gradientLipschitz).isGreaterThan(c.gradientLipschitz() / 50);
  }
}
