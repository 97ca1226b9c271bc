package org.fogopt.lab.complexity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FitTest {
  @Test
  void aPowerIsFoundExactly() {
    double[] x = {Math.log(2), Math.log(5), Math.log(11)};
    double[] y = {Math.log(3) + 1.5 * x[0], Math.log(3) + 1.5 * x[1], Math.log(3) + 1.5 * x[2]};
    Fit fit = Fit.of(x, y);
    assertThat(fit.exponent()).isCloseTo(1.5, within(1e-13));
    assertThat(fit.high() - fit.low()).isLessThan(1e-12);
    assertThat(fit.at(7)).isCloseTo(3 * Math.pow(7, 1.5), within(1e-10));
  }

  @Test
  void theIntervalIsThatOfTheTextbook() {
    // x = 0, 1, 2, 3, y = 0, 1, 1, 3: slope 0.9, residual sum of squares 0.7, Sxx = 5
    Fit fit = Fit.of(new double[] {0, 1, 2, 3}, new double[] {0, 1, 1, 3});
    double half = 4.3027 * Math.sqrt(0.7 / 2 / 5);
    assertThat(fit.exponent()).isCloseTo(0.9, within(1e-14));
    assertThat(fit.low()).isCloseTo(0.9 - half, within(1e-12));
    assertThat(fit.high()).isCloseTo(0.9 + half, within(1e-12));
    assertThat(fit.points()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 10, 15})
  void theTableOfStudentsDistributionIsRight(int degrees) {
    // the integral of the density, unnormalised, to the quantile over that to infinity: 0.95
    double within = integral(degrees, Fit.student(degrees));
    double all = integral(degrees, 1e6);
    assertThat(within / all).isCloseTo(0.95, within(1e-4));
  }

  /** ∫_0^end (1 + t²/ν)^{-(ν+1)/2} dt, by the midpoint rule in s with t = tan s · √ν. */
  private static double integral(int nu, double end) {
    double last = Math.atan(end / Math.sqrt(nu));
    int steps = 100_000;
    double sum = 0;
    for (int k = 0; k < steps; k++) {
      double s = last * (k + 0.5) / steps;
      sum += Math.pow(Math.cos(s), nu - 1) * last / steps;
    }
    return sum;
  }

  @Test
  void onePointIsNoLine() {
    assertThatThrownBy(() -> Fit.of(new double[1], new double[1])).hasMessageContaining("points");
  }
}
