package org.fogopt.apps.learn.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.fogopt.apps.io.table.DataTable;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Loss;
import org.fogopt.apps.learn.Network;
import org.fogopt.apps.learn.Objective;
import org.fogopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

class PayoffTest {
  private static final Objective TAIL = Objective.parse("cvar:0.5");
  private static final Target NUMBER = new Target("y", Loss.SQUARED, List.of(), 0, 1);

  private static Evaluation evaluation(double... losses) {
    var data =
        new DataTable(
            List.of(new DataTable.Numbers("y", losses)),
            new int[losses.length],
            null,
            "t",
            List.of());
    var setup =
        new Trainer.Setup(
            "y",
            null,
            new FeatureFit(true, false, 0),
            false,
            Network.LINEAR,
            true,
            null,
            Set.of(),
            1);
    return new Evaluation(
        "rows",
        true,
        new Trainer(data, setup, Learner::fit),
        data.allRows(),
        new Predictions(NUMBER, losses),
        losses,
        losses,
        null,
        null,
        TAIL.of(losses, null, null));
  }

  private static Payoff payoff(double[] robust, double[] plain) {
    return Payoff.of(TAIL, evaluation(robust), evaluation(plain), 1, Parallel.SERIAL);
  }

  /** The mean of the worst half: 2.5 beside 5; the means 2 and 2.75. */
  @Test
  void differencesAreThoseOfTheRows() {
    Payoff found = payoff(new double[] {1, 2, 3, 2}, new double[] {0, 1, 9, 1});
    assertThat(found.robust()).isCloseTo(2.5, within(1e-12));
    assertThat(found.plain()).isCloseTo(5, within(1e-12));
    assertThat(found.price()).isCloseTo(-0.75, within(1e-12));
    assertThat(found.sentence())
        .contains(
            "On 4 rows not used for fitting",
            "lower by 2.5",
            "So few rows tell nothing about others.");
  }

  @Test
  void aSteadyGainPaidAndNoiseDidNot() {
    var random = new Random(3);
    double[] losses = random.doubles(200).toArray();
    double[] higher = Arrays.stream(losses).map(l -> l + 0.1).toArray();
    double[] noisy = Arrays.stream(losses).map(l -> l + 0.1 * random.nextGaussian()).toArray();
    Payoff steady = payoff(losses, higher);
    assertThat(steady.gain().low()).isCloseTo(0.1, within(1e-12));
    assertThat(steady.sentence()).contains("It paid.");
    assertThat(payoff(higher, losses).sentence()).contains("It did not pay.");
    assertThat(payoff(losses, losses.clone()).sentence()).contains("No difference seen.");
    Payoff none = payoff(losses, noisy);
    assertThat(none.gain().low()).isLessThan(none.gain().high());
  }

  /** 20 rows in two parts of 10: the mean probability and the share of each. */
  @Test
  void calibrationComparesProbabilitiesWithShares() {
    double[] scores = new double[20];
    double[] truth = new double[20];
    for (int i = 0; i < 20; i++) {
      scores[i] = i < 10 ? -2 : 1;
      truth[i] = i % 5 == 0 || i >= 14 ? 1 : 0;
    }
    Target two = new Target("y", Loss.LOGISTIC, List.of("no", "yes"), 0, 1);
    List<Calibration.Bin> bins = Calibration.of(new Predictions(two, scores), truth);
    assertThat(bins).hasSize(2);
    assertThat(bins.get(0).probability()).isCloseTo(1 / (1 + Math.exp(2)), within(1e-14));
    assertThat(bins.get(0).share()).isCloseTo(0.2, within(1e-14));
    assertThat(bins.get(1).share()).isCloseTo(0.7, within(1e-14));
    // Wilson's interval of 2 in 10
    assertThat(bins.get(0).low()).isCloseTo(0.0567, within(1e-4));
    assertThat(bins.get(0).high()).isCloseTo(0.5098, within(1e-4));
  }
}
