package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.method.newton.Scripted.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Newton's samples: 100, 400, 1600 and all of 10 000 components of f. */
class NewtonSamplesTest {
  private static Scripted many() {
    return new Scripted(Kind.OFFERED, 1, 10_000, 8, 64, -2, 1); // the first region is 8
  }

  @ParameterizedTest
  @CsvSource({
    "1, 400", // the minimum of the sample is near
    "0.8, 400",
    "1.2, 400",
    "0.5, 100", // the model is not faithful
    "1.5, 100",
    "-1, 100",
    "0, 100"
  })
  void aFaithfulStepInsideTheRegionIsTheLastOnASample(double ratio, long size) {
    try (Scripted script = many()) {
      assertThat(script.sample()).isEqualTo(100);
      script.evaluate();
      script.move(ratio);
      assertThat(script.sample()).isEqualTo(size);
      if (size == 100) {
        assertThat(script.newton.decisions()).isEmpty();
      } else {
        double reached = 64 - 2 * ratio;
        assertThat(script.newton.decisions())
            .containsExactly("step 1: objective %.6g on a sample of 100".formatted(reached));
      }
    }
  }

  @Test
  void aStepToTheBoundaryIsNot() {
    try (Scripted script = many()) {
      script.evaluate();
      script.move(-1);
      script.move(1);
      assertThat(script.trial).isCloseTo(8.5, within(1e-12));
      assertThat(script.sample()).isEqualTo(100);
    }
  }

  /** Half of 2 first, then half of s²/2: a tenth of both is 0.1375 and 0.10625. */
  @ParameterizedTest
  @CsvSource({"1, 100", "0.5, 400"})
  void aStepThatGainsLessThanATenthOfTheSamplesGainIsTheLastOnIt(double slope, long size) {
    try (Scripted script = many()) {
      script.evaluate();
      script.next = -slope;
      script.move(0.5);
      script.evaluate();
      script.move(0.5);
      assertThat(script.sample()).isEqualTo(size);
    }
  }

  /** Where p = 0 the sample has nothing more to tell, which says nothing of all of them. */
  @Test
  void atAMinimumOfASampleTheNextBegins() {
    try (Scripted script = new Scripted(Kind.OFFERED, 1, 10_000, 5, 64, 0, 1)) {
      for (long size : new long[] {100, 400, 1600, 10_000}) {
        assertThat(script.sample()).isEqualTo(size);
        assertThat(script.evaluate()).isEqualTo(1 + size + 1);
        script.move(1);
        assertThat(script.newton.isAtRounding()).isEqualTo(size == 10_000);
      }
    }
  }

  /** A slope that promises something, and a move that x is too large to show. */
  @Test
  void aStepThatRoundingSwallowsEndsASampleToo() {
    try (Scripted script = new Scripted(Kind.OFFERED, 1, 10_000, 1e17, 64, -2, 1)) {
      script.evaluate();
      assertThat(script.move(1)).isFalse();
      assertThat(script.sample()).isEqualTo(400);
    }
  }

  /**
   * Steps along which the model hardly curves, over ten times as long as the first region, 4: with
   * a slope of 1000 the first is that of 64 (0.064 of the slope), with one of 600 there is none, as
   * 64 is 0.107 of it.
   */
  @ParameterizedTest
  @CsvSource({"1000, true", "600, false"})
  void aSampleWithoutAMinimumLeadsBackToTheStart(double slope, boolean isFlat) {
    try (Scripted script = new Scripted(Kind.OFFERED, 1, 10_000, 4, 1e6, -2, 1)) {
      script.next = -slope;
      script.evaluate();
      script.move(1.5);
      for (double length = 4; length < 64; length *= 2) {
        script.evaluate();
        assertThat(script.move(1.5)).isTrue();
        assertThat(script.radius()).isCloseTo(2 * length, within(1e-9));
        assertThat(script.sample()).isEqualTo(100);
        assertThat(script.newton.point()[0]).isPositive();
      }
      script.evaluate();
      script.move(1.5);
      if (isFlat) {
        assertThat(script.newton.point()).containsExactly(4);
        assertThat(script.radius()).isNaN();
        assertThat(script.sample()).isEqualTo(400);
        assertThat(script.newton.decisions())
            .containsExactly("step 11: back to the start, a sample of 100 has no minimum");
      } else {
        assertThat(script.newton.point()[0]).isPositive();
        assertThat(script.sample()).isEqualTo(100);
      }
    }
  }

  /** On samples a trial has no Jacobian: the first gradient is that of the sample. */
  @Test
  void onASampleTrialsHaveNoJacobianAndTheFirstGradientNormIsKept() {
    try (Scripted script = new Scripted(Kind.CURVED, 1000, 1, 0, 64, -2, 1)) {
      assertThat(script.evaluate()).isEqualTo(100 + 1 + 100);
      assertThat(script.newton.nextCallsPaper()).isEqualTo(100 + 1 + (100 + 1));
      assertThat(script.newton.firstGradientNorm()).isCloseTo(2, within(1e-12));
      script.next = -1;
      script.move(0.5);
      script.evaluate();
      assertThat(script.newton.firstGradientNorm()).isCloseTo(2, within(1e-12));
      assertThat(script.newton.estimateNorm()).isCloseTo(1, within(1e-12));
    }
  }

  /** Of 101 000 components a tenth serves for H, and four times as many after a bad step. */
  @Test
  void theSampleOfTheCurvatureGrowsWhereTheModelIsNotFaithful() {
    long n = 101_000;
    try (Scripted script = new Scripted(Kind.OFFERED, 1, n, 0, 64, 0, 1)) {
      while (script.sample() < n) { // each is at its minimum
        script.evaluate();
        script.move(1);
      }
      script.slope = -2;
      script.next = -1;
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).isEqualTo(n + 10_100);
      script.move(1);
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).as("faithful").isEqualTo(n + 10_100);
      script.move(0.5);
      script.evaluate();
      assertThat(script.newton.nextCallsPaper()).as("taken").isEqualTo(n + 40_400);
      script.move(-1);
      assertThat(script.newton.nextCallsPaper()).as("rejected: a better model").isEqualTo(n + n);
    }
  }
}
