package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Minima on public data sets: those of smoothed CVaR as published with Prospect (Mehta et al.
 * 2024), the others from an independent Newton's method.
 */
@EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
class PublishedMinimaTest {
  /** The minima are given to eight digits. */
  private static final double PERCENT = 3e-5;

  @ParameterizedTest
  @CsvSource({
    "yacht, mean, .16624644",
    "yacht, variance:0.5, .19451519",
    "yacht, 'cvar:0.5,1', .19419635",
    "yacht, kl:1, .20008814",
    "yacht, kl:0.2, .32316084",
    "energy, mean, .05812262",
    "energy, variance:0.5, .06484414",
    "energy, 'cvar:0.5,1', .06484414",
    "energy, kl:1, .06572699",
    "energy, kl:0.2, .10538092",
    "power, mean, .03588153",
    "power, variance:0.5, .03942623",
    "power, 'cvar:0.5,1', .03862658",
    "power, kl:1, .04395497",
    "power, kl:0.2, .31904473",
  })
  void regressionsReachThePublishedMinima(String set, String objective, double minimum) {
    Sample sample = Samples.published(set, true);
    Fit fit =
        Learner.of(sample)
            .intercept(false)
            .objective(Objective.parse(objective))
            .l2(1.0 / sample.rows())
            .fit();
    assertThat(fit.objective()).isCloseTo(minimum, withinPercentage(PERCENT));
    assertThat(fit.converged()).isTrue();
    if (!objective.startsWith("variance")) {
      assertThat(fit.gapBound()).isBetween(0.0, 1e-9);
    }
  }

  @ParameterizedTest
  @CsvSource({"mean, 0.0382479591", "kl:1, 0.0470492464", "kl:0.5, 0.0547856631"})
  void logisticRegressionsReachThePublishedMinima(String objective, double minimum) {
    Fit fit = cancer(objective).fit();
    assertThat(fit.objective()).isCloseTo(minimum, withinPercentage(PERCENT));
    assertThat(fit.gapBound()).isBetween(0.0, 1e-9);
  }

  /** scikit-learn's newton-cg at a tolerance of 1e-12; its lbfgs stops at 0.20794752. */
  @Test
  void logisticCoefficientsAreThoseOfScikitLearn() {
    Fit fit = cancer("mean").tolerance(1e-10).fit();
    assertThat(fit.parameters()[0]).isCloseTo(0.2079386418900622, within(1e-8));
    assertThat(fit.parameters()[30]).isCloseTo(-6.037654471954901, within(2e-8));
  }

  private static Learner cancer(String objective) {
    Sample sample = Samples.published("cancer", false);
    return Learner.of(sample)
        .loss(Loss.LOGISTIC)
        .objective(Objective.parse(objective))
        .l2(1.0 / sample.rows());
  }
}
