package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class CrossingTest {
  private final AtomicInteger evaluations = new AtomicInteger();

  private double crossing(DoubleUnaryOperator f, double low, double high) {
    return Crossing.of(
        x -> {
          evaluations.incrementAndGet();
          return f.applyAsDouble(x);
        },
        low,
        high);
  }

  @Test
  void smoothFunctionsTakeFewEvaluations() {
    assertThat(crossing(x -> 2 - x * x * x, 0, 1000)).isCloseTo(Math.cbrt(2), within(1e-15));
    assertThat(evaluations.get()).isLessThan(50);
  }

  /** Where the bisection alone would take 60 evaluations, and false position alone thousands. */
  @Test
  void wideBracketsOfSteepFunctionsEndToo() {
    assertThat(crossing(x -> Math.exp(-x) - 1e-3, -700, 700))
        .isCloseTo(Math.log(1000), within(1e-14));
    assertThat(evaluations.get()).isLessThan(150);
  }

  @Test
  void kinksJumpsAndPlateausAreCrossed() {
    assertThat(crossing(x -> Math.max(0, 1 - x) - 0.25, -5, 9)).isCloseTo(0.75, within(1e-15));
    assertThat(crossing(x -> x < 0.3 ? 1 : -1, 0, 1)).isCloseTo(0.3, within(1e-15));
    assertThat(crossing(x -> x < 1 ? 1 : x < 2 ? 0 : -1, 0, 3)).isBetween(1.0, 2.0);
    assertThat(crossing(x -> 0, 4, 5)).isEqualTo(4);
  }
}
