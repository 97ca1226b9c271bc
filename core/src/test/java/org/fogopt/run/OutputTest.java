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
import org.fogopt.oracle.Oracle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which point is handed back. */
class OutputTest {
  private static final Quadratic QUADRATIC = Quadratic.of(2, 20, 20, 1);

  private static Run run(Output output, double eta, long steps) {
    return Run.of(
            QUADRATIC.parts().problem(),
            SarahParameters.METHOD.with(
                SarahParameters.batches(1, 0, 1)
                    .with(SarahParameters.ETA, eta / QUADRATIC.smoothness())
                    .with(SarahParameters.Q, 4)))
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

  /** Algorithm 1, saying that every move may yet be taken back. */
  private static Algorithm provisional(Algorithm algorithm) {
    return new Algorithm() {
      @Override
      public String name() {
        return "provisional";
      }

      @Override
      public Iteration start(Oracle oracle, double[] x0) {
        Iteration plain = algorithm.start(oracle, x0);
        return (Iteration)
            Proxy.newProxyInstance(
                Iteration.class.getClassLoader(),
                new Class<?>[] {Iteration.class},
                (proxy, method, args) ->
                    switch (method.getName()) {
                      case "mayGoBack" -> true;
                      default -> method.invoke(plain, args);
                    });
      }
    };
  }

  /** 2m + n. */
  private static final long CHECK = 60;

  private static Run provisional(Output output, long steps) {
    return Run.of(
            QUADRATIC.parts().problem(),
            provisional(
                SarahParameters.METHOD.with(
                    SarahParameters.batches(1, 0, 1)
                        .with(SarahParameters.ETA, 1.7 / QUADRATIC.smoothness())
                        .with(SarahParameters.Q, 4))))
        .from(new double[] {3, 4})
        .output(output)
        .stop(StopRule.steps(steps));
  }

  @Test
  void aProvisionalLastPointIsCheckedAtItsPriceAndNotHandedBackIfItIsWorse() {
    boolean wasWorse = false;
    for (int seed = 1; seed <= 20; seed++) {
      Result last = run(Output.LAST, 1.7, 6).seed(seed).go();
      Result best = run(Output.BEST, 1.7, 6).seed(seed).go();
      Result provisional = provisional(Output.LAST, 6).seed(seed).go();
      boolean isWorse = last.objective() > best.objective();
      assertThat(provisional.point()).isEqualTo(isWorse ? best.point() : last.point());
      assertThat(provisional.callsPaper()).isEqualTo(last.callsPaper() + CHECK);
      assertThat(provisional.calls()).isEqualTo(last.calls() + 40);
      wasWorse |= isWorse;
    }
    assertThat(wasWorse).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"BEST", "RANDOM", "AVERAGE"})
  void anotherOutputNeedsNoClosingCheck(String name) {
    Output output = Output.valueOf(name);
    Result plain = run(output, 1.7, 6).go();
    Result provisional = provisional(output, 6).go();
    assertThat(provisional.point()).isEqualTo(plain.point());
    assertThat(provisional.callsPaper()).isEqualTo(plain.callsPaper());
  }

  /** A restart of 60 calls and steps of 4, and the check where the last point is handed back. */
  @ParameterizedTest
  @ValueSource(ints = {59, 60, 61, 119, 120, 123, 124, 125, 190, 400})
  void theClosingCheckIsWithinTheBudgetOfPasses(int calls) {
    for (Output output : Output.values()) {
      Result result = provisional(output, Long.MAX_VALUE).stop(StopRule.passes(calls / 20.0)).go();
      assertThat(result.stop().reason()).isEqualTo(Stop.Reason.PASSES);
      assertThat(result.callsPaper()).as("%s", output).isLessThanOrEqualTo(calls);
      assertThat(result.steps() > 0).isEqualTo(calls >= 60 + (output == Output.LAST ? CHECK : 0));
    }
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
    // restarts at rounding error from each other may be ordered either way
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
