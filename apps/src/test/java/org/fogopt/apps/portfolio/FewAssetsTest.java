package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;

/** Assets without correlation, of means 0, 0 and 1 and variances 1, 1 and 4. */
class FewAssetsTest {
  private static Portfolio two() {
    double[] returns = {1, 1, 3, 1, -1, -1, -1, 1, -1, -1, -1, 3};
    return Portfolio.of(Rows.of(4, 3, returns)).longOnly().budget(1).maxAssets(2);
  }

  /** The best are 0.4, 0.4 and 0.2, the largest two of which earn nothing. */
  @Test
  void theLargestThatMissATargetMakeRoomForWhatReachesIt() {
    Allocation pair = two().targetReturn(0.2).minimise();
    assertThat(pair.weights()[2]).isCloseTo(0.2, within(1e-8));
    assertThat(pair.riskValue()).isCloseTo(0.8 * 0.8 + 4 * 0.2 * 0.2, within(1e-8));
    assertThat(pair.holdings()).isEqualTo(2);
  }

  /** With t of the third and all else in one of the others the variance is (1 − t)² + 4t². */
  @Test
  void aFrontierOfTwoAssetsHasAllPoints() {
    List<Allocation> points = two().frontier(5);
    assertThat(points).hasSize(5);
    assertThat(points.get(0).riskValue()).isCloseTo(0.5, within(1e-8));
    for (int k = 1; k < 5; k++) {
      double t = k / 4.0;
      double variance = (1 - t) * (1 - t) + 4 * t * t;
      assertThat(points.get(k).riskValue()).isCloseTo(variance, within(1e-7));
    }
  }

  @Test
  void aRefusalSaysThatTheChoiceFails() {
    assertThatThrownBy(
            () ->
                two()
                    .bounds(2, 0, 0.4)
                    .bounds(0, 0, 0.5)
                    .bounds(1, 0, 0.5)
                    .targetReturn(0.2)
                    .minimise())
        .hasMessageContaining("of the largest 2 assets alone")
        .hasMessageContaining("others may, as the choice is a heuristic");
  }
}
