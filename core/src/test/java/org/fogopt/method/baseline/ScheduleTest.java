package org.fogopt.method.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Given;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What changes from step to step: weights, steps, epochs, batches. */
class ScheduleTest {
  @ParameterizedTest
  @CsvSource({
    "2, 0, 1, 2, 1",
    "2, 0, 1000, 2, 1",
    "2, 1, 4, 0.5, 0.5",
    "3, 0.5, 4, 1.5, 1",
    "3, 0.5, 36, 0.5, 0.5",
    "0.1, 2, 10, 0.001, 0.001",
    "1, 0.5, 1, 1, 1"
  })
  void itFallsAsAPowerAndAWeightIsCutAtOne(
      double scale, double power, long k, double value, double weight) {
    Schedule schedule = new Schedule(scale, power);
    assertThat(schedule.at(k)).isCloseTo(value, within(1e-15));
    assertThat(schedule.weightAt(k)).isCloseTo(weight, within(1e-15));
  }

  /** The steps at which epochs begin, and the iteration's own account of its step size there. */
  private static List<Integer> epochs(Given given, Method method, Problem problem, int steps) {
    List<Integer> begins = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          given
              .algorithm(method)
              .start(new Oracle(problem, workers, 3), new double[problem.dimension()]);
      for (int t = 0; t < steps; t++) {
        iteration.step();
        if (iteration.restarted()) {
          begins.add(t);
        }
        iteration.commit();
      }
    }
    return begins;
  }

  @Test
  void epochsOfScvrgGrowByHalf() {
    Problem problem = Parts.curved(2, 8, 8, 1).problem();
    // 5, 7.5, 11.25, 16.875, 25.3125 rounded
    assertThat(epochs(Given.of("eta", 1e-3), Scvrg.METHOD, problem, 70))
        .containsExactly(0, 5, 13, 24, 41, 66);
    // 3, 4.5, 6.75, 10.125
    assertThat(epochs(Given.of("eta", 1e-3).and("K", 3), Scvrg.METHOD, problem, 30))
        .containsExactly(0, 3, 8, 15, 25);
  }

  @Test
  void theStepOfScvrgGrowsFromOneOverRootTwoToOne() {
    Problem problem = Parts.curved(2, 8, 8, 1).problem();
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          Given.of("eta", 0.01)
              .and("T", 8)
              .algorithm(Scvrg.METHOD)
              .start(new Oracle(problem, workers, 3), new double[2]);
      for (int t = 0; t < 12; t++) {
        double expected = 0.01 * Math.sqrt(8.0 / (16 - Math.min(t, 8)));
        assertThat(iteration.eta()).as("step %d", t).isCloseTo(expected, within(1e-17));
        iteration.step();
        iteration.commit();
      }
      assertThat(iteration.eta()).isEqualTo(0.01);
    }
  }

  /** A geometric length of mean K has standard deviation √(K² − K). */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 30})
  void epochsOfScScsgHaveTheMeanAskedFor(int mean) {
    Problem problem = Parts.curved(1, 2, 2, 1).problem();
    Given given =
        Given.of("eta", 1e-6)
            .and("K", mean)
            .and("geometric", 1)
            .and("A", 1)
            .and("B", 1)
            .and("C", 1);
    int steps = 2000 * mean;
    List<Integer> begins = epochs(given, ScScsg.METHOD, problem, steps);
    int epochs = begins.size() - 1;
    double average = begins.get(epochs) / (double) epochs;
    double deviation = Math.sqrt(((double) mean * mean - mean) / epochs);
    assertThat(average).isCloseTo(mean, within(4 * deviation + 1e-9));
    int ones = 0;
    for (int e = 0; e < epochs; e++) {
      int length = begins.get(e + 1) - begins.get(e);
      assertThat(length).isPositive();
      ones += length == 1 ? 1 : 0;
    }
    double share = 1.0 / mean;
    assertThat(ones / (double) epochs)
        .isCloseTo(share, within(4 * Math.sqrt(share * (1 - share) / epochs) + 1e-9));
  }

  @Test
  void civrIsFixedUnlessAdaptive() {
    // tau = S = ceil(sqrt(50)) = 8
    Problem problem = Parts.curved(2, 50, 8, 1).problem();
    assertThat(epochs(Given.of("eta", 1e-3), Civr.METHOD, problem, 30))
        .containsExactly(0, 8, 16, 24);
    assertThat(parameters(Given.of("eta", 1e-3), Civr.METHOD, problem, 1))
        .containsEntry("B", 50L)
        .containsEntry("S", 8L)
        .containsEntry("tau", 8L);
    assertThat(parameters(Given.of("eta", 1e-3).and("B", 17), Civr.METHOD, problem, 1))
        .containsEntry("S", 5L)
        .containsEntry("tau", 5L);
  }

  @Test
  void adaptiveCivrGrowsToTheFixedSizes() {
    Problem problem = Parts.curved(2, 50, 8, 1).problem();
    Given adaptive = Given.of("eta", 1e-3).and("adaptive", 1).and("alpha", 1.5).and("beta", 0.5);
    // alpha s + beta = 2, 3.5, 5, 6.5, 8, 9.5: tau = 2, 4, 5, 7, 8, 8
    assertThat(epochs(adaptive, Civr.METHOD, problem, 40)).containsExactly(0, 2, 6, 11, 18, 26, 34);
    // sizes of the second epoch: ceil(3.5), ceil(3.5²); of the last: the fixed ones
    assertThat(parameters(adaptive, Civr.METHOD, problem, 3))
        .containsEntry("S", 4L)
        .containsEntry("tau", 4L)
        .containsEntry("B", 13L);
    assertThat(parameters(adaptive.and("sigma2", 2), Civr.METHOD, problem, 3))
        .containsEntry("B", 25L);
    assertThat(parameters(adaptive, Civr.METHOD, problem, 35))
        .containsEntry("S", 8L)
        .containsEntry("tau", 8L)
        .containsEntry("B", 50L);
    // nothing shrinks below one
    assertThat(parameters(adaptive.and("alpha", 0).and("beta", 0), Civr.METHOD, problem, 3))
        .containsEntry("S", 1L)
        .containsEntry("tau", 1L)
        .containsEntry("B", 1L);
  }

  @Test
  void onAnEndlessProblemCivrHasNoFixedSizesToGrowTo() {
    Problem endless =
        Components.map(1, 1)
            .inner(Inner.UNBOUNDED, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(1, (i, y) -> y[0] * y[0] / 2, (i, y, u) -> u[0] = y[0])
            .named("endless");
    assertThat(parameters(Given.of("eta", 0.1), Civr.METHOD, endless, 1))
        .containsEntry("B", 10_000L)
        .containsEntry("S", 100L)
        .containsEntry("tau", 100L);
    assertThat(
            parameters(
                Given.of("eta", 0.1).and("adaptive", 1).and("beta", 299), Civr.METHOD, endless, 1))
        .containsEntry("B", 90_000L)
        .containsEntry("S", 300L)
        .containsEntry("tau", 300L);
  }

  static Map<String, Number> parameters(Given given, Method method, Problem problem, int steps) {
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          given
              .algorithm(method)
              .start(new Oracle(problem, workers, 3), new double[problem.dimension()]);
      for (int t = 0; t < steps; t++) {
        iteration.step();
        if (t < steps - 1) {
          iteration.commit();
        }
      }
      return iteration.parameters();
    }
  }

  /** The sizes each theory names, for m = 300, n = 212: N = 512. */
  @Test
  void theSvrgFamilysDefaultsAreThoseOfItsTheories() {
    Problem curved = Parts.curved(2, 300, 212, 1).problem();
    Given eta = Given.of("eta", 1e-3);
    // N^(2/3) = 64, N^(1/3) = 8; N^(2/5) = 12.1, N^(3/5) = 42.2
    assertSizes(parameters(eta, VrscPg.METHOD, curved, 1), 64, 64, 64, 8);
    assertSizes(parameters(eta, Scvr.METHOD, curved, 1), 13, 13, 1, 43);
    assertSizes(parameters(eta, ScScsg.METHOD, curved, 1), 13, 13, 1, 43);
    assertSizes(parameters(eta, CompositionalSvrg1.METHOD, curved, 1), 10, 10, 10, 18);
    assertSizes(parameters(eta, CompositionalSvrg2.METHOD, curved, 1), 10, 10, 10, 18);
    assertSizes(parameters(eta, Scvrg.METHOD, curved, 1), 5, 5, 1, 5);
    Problem affine = Quadratic.of(2, 300, 212, 1).parts().problem();
    assertSizes(parameters(eta, VrscPg.METHOD, affine, 1), 64, 0, 64, 8);
    assertSizes(parameters(eta, CompositionalSvrg1.METHOD, affine, 1), 10, 10, 10, 18);
    assertSizes(parameters(eta, CompositionalSvrg2.METHOD, affine, 1), 10, 0, 10, 26);
    // anchors of a thousand at most: (1000 + 212)^(2/5) = 17.1, ^(3/5) = 70.8
    Problem larger = Parts.curved(2, 2000, 212, 1).problem();
    assertSizes(parameters(eta, ScScsg.METHOD, larger, 1), 18, 18, 1, 71);
    Problem tiny = Parts.curved(2, 3, 2, 1).problem();
    assertSizes(parameters(eta, CompositionalSvrg1.METHOD, tiny, 1), 3, 3, 2, 1);
  }

  private static void assertSizes(Map<String, Number> all, long a, long b, long c, long k) {
    assertThat(List.of(all.get("A"), all.get("B"), all.get("C"), all.get("K")))
        .isEqualTo(List.<Number>of(a, b, c, k));
  }

  @Test
  void stormBeginsWithAHundredOrAll() {
    assertThat(callsAtStart(StormCompositional.METHOD, 300, 250)).isEqualTo(200);
    assertThat(callsAtStart(StormCompositional.METHOD, 60, 70)).isEqualTo(130);
    assertThat(
            parameters(
                Given.of("eta", 1e-3),
                StormCompositional.METHOD,
                Parts.curved(2, 8, 30, 1).problem(),
                1))
        .containsEntry("Sg", 8L)
        .containsEntry("SG", 8L)
        .containsEntry("Sf", 20L);
  }

  private static long callsAtStart(Method method, int m, int n) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(Parts.curved(2, m, n, 1).problem(), workers, 1);
      Given.of("eta", 1e-3).algorithm(method).start(oracle, new double[2]);
      return oracle.ledger().strict();
    }
  }
}
