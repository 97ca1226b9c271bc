package org.fogopt.apps.portfolio.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SymmetricMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RiskTest {
  private static final int COUNT = 37;
  private static final int ASSETS = 4;

  private static double[] random(SplittableRandom random, int length, double from, double to) {
    return random.doubles(length, from, to).toArray();
  }

  private static Risk risk(String text) {
    return text.startsWith("growth:")
        ? Risk.lossOfGrowth(Double.parseDouble(text.substring(7)))
        : Risk.parse(text);
  }

  private static double[] probabilities(SplittableRandom random, int count) {
    double[] p = random(random, count, 0, 1);
    double sum = Arrays.stream(p).sum();
    return Arrays.stream(p).map(each -> each / sum).toArray();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variance",
        "deviation",
        "semivariance",
        "semideviation",
        "mad",
        "cvar:0.9",
        "cvar:0",
        "cvar:0.999",
        "evar:0.9",
        "evar:0.5",
        "evar:0.999",
        "entropic:0.3",
        "entropic:5",
        "growth:10"
      })
  void equalsItsDefinition(String text) {
    Risk risk = risk(text);
    for (long seed = 1; seed <= 20; seed++) {
      var random = new SplittableRandom(seed);
      double[] z = random(random, COUNT, -4, 5);
      double[] p = probabilities(random, COUNT);
      double slow = SlowRisk.of(risk, z, p);
      assertThat(risk.of(z, p))
          .as("seed %d", seed)
          .isCloseTo(slow, within(1e-9 * (1 + Math.abs(slow))));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variance",
        "deviation",
        "semivariance",
        "semideviation",
        "evar:0.9",
        "evar:0.5",
        "entropic:0.3",
        "entropic:5",
        "growth:10"
      })
  void derivativesAreThoseOfDifferences(String text) {
    for (long seed = 1; seed <= 10; seed++) {
      var random = new SplittableRandom(seed);
      double[] returns = random(random, COUNT * ASSETS, -2, 2.5);
      double[] weights = random(random, COUNT, 0, 1);
      Scenarios scenarios = Scenarios.of(Rows.of(COUNT, ASSETS, returns), weights, Parallel.SERIAL);
      SmoothRisk smooth = new SmoothRisk.Smoothed(risk(text)).of(scenarios);
      double[] x = random(random, ASSETS, -1, 1);
      double[] z = scenarios.returnsOf(x);
      assertThat(smooth.at(x))
          .isCloseTo(SlowRisk.of(risk(text), z, scenarios.probabilities()), within(1e-9));
      double[] gradient = smooth.gradient();
      SymmetricMatrix hessian = smooth.hessian();
      double h = 1e-5;
      for (int k = 0; k < ASSETS; k++) {
        double[] e = new double[ASSETS];
        e[k] = 1;
        double[] column = new double[ASSETS];
        hessian.times(e, column);
        double[] right = x.clone();
        right[k] += h;
        double[] left = x.clone();
        left[k] -= h;
        double above = smooth.at(right);
        double[] gradientAbove = smooth.gradient();
        double below = smooth.at(left);
        double[] gradientBelow = smooth.gradient();
        assertThat((above - below) / (2 * h))
            .as("slope %d, seed %d", k, seed)
            .isCloseTo(gradient[k], within(1e-7 * (1 + Math.abs(gradient[k]))));
        for (int j = 0; j < ASSETS; j++) { // a kink of second order may lie between
          assertThat((gradientAbove[j] - gradientBelow[j]) / (2 * h))
              .as("curvature %d, %d, seed %d", j, k, seed)
              .isCloseTo(column[j], within(1e-5 * (1 + Math.abs(column[j]))));
        }
      }
    }
  }

  @Test
  void largeLossesDoNotOverflow() {
    double[] z = {-1e5, 2e5, 3};
    double[] p = {0.25, 0.25, 0.5};
    assertThat(Risk.entropic(10).of(z, p)).isCloseTo(1e5 + Math.log(0.25) / 10, within(1e-9));
    assertThat(Risk.evar(0.95).of(z, p)).isEqualTo(1e5);
  }

  @Test
  void evarLiesBetweenCvarAndTheLargestLoss() {
    var random = new SplittableRandom(3);
    double[] z = random(random, 200, -3, 4);
    double worst = -Arrays.stream(z).min().orElseThrow();
    for (double level : new double[] {0, 0.1, 0.5, 0.9, 0.99, 0.999}) {
      double cvar = Risk.cvar(level).of(z);
      assertThat(Risk.evar(level).of(z)).isBetween(cvar - 1e-12, worst);
    }
    assertThat(Risk.cvar(0).of(z))
        .isCloseTo(-Arrays.stream(z).average().orElseThrow(), within(1e-12));
  }

  @Test
  void namesAreReadAndWritten() {
    for (String text : Risk.WORDS.replace("THETA", "2.5").split(", ", -1)) {
      assertThat(Risk.parse(text)).hasToString(text);
    }
    assertThat(Risk.parse("CVaR")).isEqualTo(Risk.cvar(0.95));
    assertThat(Risk.parse(Risk.cvar(0).toString())).isEqualTo(Risk.cvar(0));
    assertThatThrownBy(() -> Risk.parse("cvar:1.5")).hasMessageContaining("below 1");
    assertThatThrownBy(() -> Risk.parse("cvar:x")).hasMessageContaining("not a number");
    assertThatThrownBy(() -> Risk.parse("entropic")).hasMessageContaining("parameter");
    assertThatThrownBy(() -> Risk.parse("mad:2")).hasMessageContaining("no parameter");
    assertThatThrownBy(() -> Risk.parse("loss_of_growth")).hasMessageContaining("no risk");
    assertThatThrownBy(() -> Risk.parse("var")).hasMessageContaining("semivariance");
  }

  @Test
  void scenariosRefuseWhatIsNoNumberAndWeightsThatAreNone() {
    Rows two = Rows.of(2, 1, new double[] {1, Double.NaN});
    assertThatThrownBy(() -> Scenarios.of(two, Parallel.SERIAL)).hasMessageContaining("row 2");
    Rows good = Rows.of(2, 1, new double[] {1, 2});
    assertThatThrownBy(() -> Scenarios.of(good, new double[] {0, 0}, Parallel.SERIAL))
        .hasMessageContaining("all weights are 0");
    assertThatThrownBy(() -> Scenarios.of(good, new double[] {1, -1}, Parallel.SERIAL))
        .hasMessageContaining("at least 0");
    assertThat(Scenarios.of(good, new double[] {1, 3}, Parallel.SERIAL).probabilities())
        .containsExactly(0.25, 0.75);
  }
}
