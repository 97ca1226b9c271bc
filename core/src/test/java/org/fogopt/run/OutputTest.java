package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Iteration;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Evaluator.Evaluation;
import org.fogopt.oracle.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which point is handed back. */
class OutputTest {
  private static final Quadratic QUADRATIC = Quadratic.of(2, 20, 20, 1);

  private static Run run(Output output, double eta, long steps) {
    return Run.of(
            QUADRATIC.parts().problem(),
            SarahParameters.AUTOMATIC
                .withEta(eta / QUADRATIC.smoothness())
                .withEpoch(4)
                .withBatches(1, 0, 1)
                .algorithm())
        .from(new double[] {3, 4})
        .output(output)
        .stop(StopRule.steps(steps));
  }

  private static List<double[]> points(Run run, boolean restartsOnly) {
    List<double[]> points = new ArrayList<>();
    run.observe(
            new Observer() {
              @Override
              public void stepped(Progress progress) {
                if (!restartsOnly || progress.restarted()) {
                  points.add(progress.point().clone());
                }
              }
            })
        .go();
    return points;
  }

  @Test
  void theLastPointIsTheOneBehindTheLastMove() {
    Result twelve = run(Output.LAST, 0.3, 12).go();
    // x_12 is what a longer run with the same seed passes through
    List<double[]> longer = points(run(Output.LAST, 0.3, 20), false);
    assertThat(twelve.point()).isEqualTo(longer.get(12));
  }

  /** An algorithm that is sure of no point, as SARAH-Compositional is not after a leap. */
  private static Algorithm unsure(Algorithm algorithm) {
    return new Algorithm() {
      @Override
      public String name() {
        return "unsure";
      }

      @Override
      public Iteration start(Oracle oracle, double[] x0) {
        Iteration sure = algorithm.start(oracle, x0);
        return (Iteration)
            Proxy.newProxyInstance(
                Iteration.class.getClassLoader(),
                new Class<?>[] {Iteration.class},
                (proxy, method, args) ->
                    method.getName().equals("isUnproven") ? true : method.invoke(sure, args));
      }
    };
  }

  @Test
  void aLastPointThatNothingHasJudgedIsNotHandedBackIfItIsWorse() {
    var algorithm =
        SarahParameters.AUTOMATIC
            .withEta(1.7 / QUADRATIC.smoothness())
            .withEpoch(4)
            .withBatches(1, 0, 1)
            .algorithm();
    boolean wasWorse = false;
    for (int seed = 1; seed <= 20; seed++) {
      Result last = run(Output.LAST, 1.7, 6).seed(seed).go();
      Result best = run(Output.BEST, 1.7, 6).seed(seed).go();
      Result unsure =
          Run.of(QUADRATIC.parts().problem(), unsure(algorithm))
              .from(new double[] {3, 4})
              .stop(StopRule.steps(6))
              .seed(seed)
              .go();
      boolean isWorse = last.objective() > best.objective();
      assertThat(unsure.point()).isEqualTo(isWorse ? best.point() : last.point());
      wasWorse |= isWorse;
    }
    assertThat(wasWorse).isTrue();
  }

  /** Near the minimum, rounding makes now this point the lowest and now that. */
  @Test
  void wherePointsAreEvenUpToRoundingTheSmallerGradientDecides() {
    var descent =
        SarahParameters.AUTOMATIC
            .withEta(0.5 / QUADRATIC.smoothness())
            .withEpoch(1)
            .withBatches(1, 0, 1)
            .algorithm();
    boolean wasMisled = false;
    for (int k = 0; k < 40; k++) {
      double[] start = {3 + k, 4};
      Run descending =
          Run.of(QUADRATIC.parts().problem(), descent).from(start).stop(StopRule.steps(100));
      Result best = descending.output(Output.BEST).go();
      Result last = descending.output(Output.LAST).go();
      Result unsure =
          Run.of(QUADRATIC.parts().problem(), unsure(descent))
              .from(start)
              .stop(StopRule.steps(100))
              .go();
      assertThat(unsure.gradientNorm())
          .isEqualTo(Math.min(best.gradientNorm(), last.gradientNorm()));
      wasMisled |= best.objective() < last.objective() && best.gradientNorm() > 1e-9;
    }
    assertThat(wasMisled).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 5, 1.1, 2, true", // lower
    "1, 5, 1.000000001, 2, true",
    "-1, 5, -0.999999999, 2, true",
    "1, 5, 1.00000000000001, 2, false", // even, with a larger gradient
    "-1, 5, -0.99999999999999, 2, false",
    "-1, 2, -0.99999999999999, 5, true",
    "-1, 5, -0.99999999999999, NaN, true",
    "-1, 5, NaN, NaN, true",
    "-1, 5, Infinity, 2, true"
  })
  void aFallBackIsPreferredIfItIsLowerOrFlatter(
      double known, double slope, double other, double otherSlope, boolean isBetter) {
    assertThat(Run.isBetter(new Evaluation(known, slope), new Evaluation(other, otherSlope)))
        .isEqualTo(isBetter);
  }

  /** With a step so large that the objective goes up and down. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theBestPointIsTheRestartWithTheLeastObjective(long seed) {
    Result result = run(Output.BEST, 1.7, 30).seed(seed).go();
    List<double[]> restarts = points(run(Output.LAST, 1.7, 30).seed(seed), true);
    double least = restarts.stream().mapToDouble(QUADRATIC.parts()::objective).min().orElseThrow();
    assertThat(result.stop().diverged()).isFalse();
    assertThat(restarts).anyMatch(x -> Arrays.equals(x, result.point()));
    // restarts at rounding error from each other may be told apart either way
    assertThat(QUADRATIC.parts().objective(result.point())).isCloseTo(least, within(1e-12));
  }

  /** The objective falls by a factor at each step here, so that a point tells its number. */
  @Test
  void aRandomPointIsUniformOnAllButTheLast() {
    int steps = 7;
    int runs = 7000;
    int[] counts = new int[steps];
    for (int seed = 1; seed <= runs; seed++) {
      List<double[]> points = new ArrayList<>();
      Result result =
          run(Output.RANDOM, 0.3, steps)
              .seed(seed)
              .untraced()
              .observe(
                  new Observer() {
                    @Override
                    public void stepped(Progress progress) {
                      points.add(progress.point().clone());
                    }
                  })
              .go();
      int found = -1;
      for (int t = 0; t < steps; t++) {
        if (Arrays.equals(points.get(t), result.point())) {
          found = t;
        }
      }
      assertThat(found).as("seed %d: the point is one of x_0 … x_6", seed).isNotNegative();
      counts[found]++;
    }
    double chiSquare = 0;
    for (int count : counts) {
      chiSquare += (count - 1000.0) * (count - 1000.0) / 1000;
    }
    // six degrees of freedom: exceeded with probability 1e-4
    assertThat(chiSquare).as(Arrays.toString(counts)).isLessThan(27.9);
  }

  @Test
  void theDrawOfTheRandomPointDoesNotDisturbTheRun() {
    List<double[]> random = points(run(Output.RANDOM, 0.3, 20), false);
    List<double[]> last = points(run(Output.LAST, 0.3, 20), false);
    for (int t = 0; t < 20; t++) {
      assertThat(random.get(t)).isEqualTo(last.get(t));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"LAST", "BEST", "RANDOM"})
  void aRunOfNoStepsHandsBackItsStart(String output) {
    Result result = run(Output.valueOf(output), 0.3, 0).go();
    assertThat(result.point()).containsExactly(3, 4);
    assertThat(result.objective())
        .isCloseTo(QUADRATIC.parts().objective(new double[] {3, 4}), within(1e-12));
    assertThat(result.calls()).isZero();
    assertThat(Parts.norm(result.point())).isEqualTo(5);
  }
}
