package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectiveTest {
  private static final double[] LOSSES = new Random(5).doubles(40, 0, 3).toArray();
  private static final double[] WEIGHTS = new Random(6).doubles(40, 0.1, 2).toArray();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mean",
        "variance:0.5",
        "kl:1",
        "kl-ball:0.1",
        "cvar:0.9",
        "cvar:0.5,1",
        "group:a b"
      })
  void isWrittenAsItIsRead(String text) {
    assertThat(Objective.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mean:1",
        "kl",
        "kl:0",
        "kl:-1",
        "kl:x",
        "cvar:1",
        "cvar:-0.1",
        "cvar:0.5,-1",
        "group",
        "group:",
        "variance:-1",
        "variance:NaN",
        "kl:Infinity",
        "median:3"
      })
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> Objective.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void klIsLogMeanExp() {
    assertThat(value("kl:0.7")).isCloseTo(kl(0.7), within(1e-13));
  }

  @Test
  void klOfLargeLossesDoesNotOverflow() {
    double[] losses = {1e4, 2e4, 2e4};
    double value = Objective.parse("kl:0.01").of(losses, null, null);
    assertThat(value).isCloseTo(2e4 + 0.01 * Math.log(2.0 / 3), within(1e-9));
  }

  @Test
  void klBallIsTheLeastOverLambda() {
    double least = least(t -> kl(Math.exp(t)) + Math.exp(t) * 0.2, -5, 5);
    assertThat(value("kl-ball:0.2")).isCloseTo(least, within(1e-11));
  }

  @Test
  void aBallThatHoldsOneRowAloneGivesTheLargestLoss() {
    double largest = Arrays.stream(LOSSES).max().orElseThrow();
    assertThat(value("kl-ball:10")).isEqualTo(largest);
  }

  @Test
  void cvarIsTheLeastOverItsQuantile() {
    double least = least(e -> e + mean(l -> Math.max(0, l - e)) / 0.2, 0, 3);
    assertThat(value("cvar:0.8")).isCloseTo(least, within(1e-9));
  }

  @Test
  void smoothedCvarIsTheLeastOverItsQuantile() {
    double nu = 0.4;
    DoubleUnaryOperator phi =
        s -> {
          double p = Math.max(0, Math.min(5, 1 + s / nu));
          return p * s - 0.5 * nu * (p - 1) * (p - 1);
        };
    double least = least(e -> e + mean(l -> phi.applyAsDouble(l - e)), -2, 4);
    assertThat(value("cvar:0.8,0.4")).isCloseTo(least, within(1e-11));
  }

  @Test
  void groupIsTheLargestMean() {
    int[] groups = new int[40];
    Arrays.setAll(groups, j -> j % 4);
    double largest = 0;
    for (int g = 0; g < 4; g++) {
      double sum = 0;
      double size = 0;
      for (int j = g; j < 40; j += 4) {
        sum += WEIGHTS[j] * LOSSES[j];
        size += WEIGHTS[j];
      }
      largest = Math.max(largest, sum / size);
    }
    assertThat(Objective.parse("group:x").of(LOSSES, WEIGHTS, groups))
        .isCloseTo(largest, within(1e-14));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mean", "kl:0.3", "kl-ball:0.1", "cvar:0.9", "cvar:0.5,1"})
  void worstWeightsSumToOne(String text) {
    double[] p = Objective.parse(text).worstWeights(LOSSES, WEIGHTS, null);
    assertThat(Arrays.stream(p).sum()).isCloseTo(1, within(1e-12));
    assertThat(Arrays.stream(p).min().orElseThrow()).isNotNegative();
  }

  private static double value(String text) {
    return Objective.parse(text).of(LOSSES, WEIGHTS, null);
  }

  private static double kl(double lambda) {
    return lambda * Math.log(mean(l -> Math.exp(l / lambda)));
  }

  private static double mean(DoubleUnaryOperator of) {
    double sum = 0;
    for (int j = 0; j < LOSSES.length; j++) {
      sum += WEIGHTS[j] * of.applyAsDouble(LOSSES[j]);
    }
    return sum / Arrays.stream(WEIGHTS).sum();
  }

  /** The least value of a unimodal function, by ternary search. */
  static double least(DoubleUnaryOperator f, double low, double high) {
    double a = low;
    double b = high;
    for (int k = 0; k < 300; k++) {
      double third = (b - a) / 3;
      if (f.applyAsDouble(a + third) <= f.applyAsDouble(b - third)) {
        b -= third;
      } else {
        a += third;
      }
    }
    return f.applyAsDouble(0.5 * (a + b));
  }
}
