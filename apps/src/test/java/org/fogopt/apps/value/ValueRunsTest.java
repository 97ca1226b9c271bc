package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs, against linear algebra. */
class ValueRunsTest {
  private static final double GAMMA = 0.95;

  private static final Algorithm AUTOMATIC = Automatic.METHOD.with(Settings.NONE);

  static final List<Method> METHODS = Methods.ALL;

  private static Run run(Problem problem, Algorithm algorithm, double passes) {
    return Run.of(problem, algorithm).stop(StopRule.passes(passes));
  }

  private static double relativeGap(BellmanResidual values, Result result) {
    double least = ExactValues.of(values).objective();
    return (result.objective() - least) / (result.trace().rows().get(0).objective() - least);
  }

  private static double worstError(BellmanResidual values, Result result) {
    double[] exact = ExactValues.of(values).values();
    double[] found = values.of(result.point());
    double worst = 0;
    for (int s = 0; s < exact.length; s++) {
      worst = Math.max(worst, Math.abs(found[s] - exact[s]));
    }
    return worst;
  }

  @ParameterizedTest
  @EnumSource(Split.class)
  void thePapersMdpIsSolvedWithNothingGiven(Split split) {
    for (long seed = 1; seed <= 3; seed++) {
      BellmanResidual values =
          new RandomMdp(400, 10, 100, seed).problem(GAMMA, Shape.LINEAR, split);
      Result result =
          run(values.problem(), AUTOMATIC, 1000).seed(seed).stop(StopRule.tolerance(1e-6)).go();
      assertThat(result.stop().reason()).as("seed %d", seed).isEqualTo(Reason.TOLERANCE);
      assertThat(relativeGap(values, result)).as("seed %d", seed).isLessThan(1e-8);
    }
  }

  @Test
  void aValueForEachStateIsThatOfTheLinearSolve() {
    for (long seed = 1; seed <= 3; seed++) {
      BellmanResidual values = new RandomMdp(400, 10, 0, seed).problem(GAMMA, Shape.LINEAR);
      Result result =
          run(values.problem(), AUTOMATIC, 1000).seed(seed).stop(StopRule.tolerance(1e-8)).go();
      assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
      assertThat(worstError(values, result)).as("seed %d", seed).isLessThan(1e-6);
    }
  }

  /** The noise of a restart on 100 samples stays, while full ones go to rounding error. */
  @Test
  void restartsOnSamplesStallWhereTheyMust() {
    BellmanResidual values = new RandomMdp(400, 1, 100, 1).problem(GAMMA, Shape.LINEAR);
    double least = ExactValues.of(values).objective();
    Settings p =
        SarahParameters.batches(5, 5, 1)
            .with(SarahParameters.ETA, 3e-5)
            .with(SarahParameters.Q, 100);
    double full =
        run(values.problem(), SarahParameters.METHOD.with(p), 1000).go().objective() - least;
    double sampled =
        run(
                    values.problem(),
                    SarahParameters.METHOD.with(SarahParameters.restart(100, 100, 100).or(p)),
                    1000)
                .go()
                .objective()
            - least;
    assertThat(full).isLessThan(1e-5);
    assertThat(sampled).isBetween(1.0, 30.0);
  }

  @ParameterizedTest
  @FieldSource("METHODS")
  void everyMethodLowersTheObjective(Method method) {
    BellmanResidual values = new RandomMdp(400, 10, 100, 1).problem(GAMMA, Shape.LINEAR);
    Result result =
        Run.of(values.problem(), method.with(Settings.NONE)).stop(StopRule.passes(60)).go();
    assertThat(result.stop().diverged()).as(result.stop().detail()).isFalse();
    assertThat(relativeGap(values, result)).isLessThan(0.9);
  }

  /** A value of its own for each state can be any below the bound: the residual goes to zero. */
  @Test
  void boundedValuesAreFoundToo() {
    BellmanResidual values = new RandomMdp(100, 3, 0, 1).problem(0.9, Shape.TANH);
    Result result = run(values.problem(), AUTOMATIC, 3000).stop(StopRule.tolerance(1e-8)).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(worstError(values, result)).isLessThan(1e-5);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void simulatedTransitionsLeadThereToo(long seed) {
    BellmanResidual values = new RandomMdp(50, 5, 10, seed).problem(GAMMA, Shape.LINEAR);
    Result result =
        run(
                values.online(),
                SarahParameters.METHOD.with(SarahParameters.restart(1000, 1000, 50)),
                20_000)
            .seed(seed)
            .go();
    assertThat(relativeGap(values, result)).isLessThan(1e-2);
  }

  /** More than 1024 states, so that full passes are cut up. */
  @Test
  void threadsDoNotChangeABit() {
    BellmanResidual values = BellmanResidual.tabular(Chains.sparse(3000, 4, 1), 0.9, Shape.TANH);
    double[] one = run(values.problem(), AUTOMATIC, 30).threads(1).go().point();
    assertThat(run(values.problem(), AUTOMATIC, 30).threads(3).go().point()).containsExactly(one);
    Algorithm large =
        SarahParameters.METHOD.with(
            SarahParameters.restart(2000, 2000, 3000).with(SarahParameters.ETA, 1e-4));
    double[] drawn = run(values.online(), large, 10).threads(1).go().point();
    assertThat(run(values.online(), large, 10).threads(3).go().point()).containsExactly(drawn);
  }

  @Test
  void aHundredThousandStatesAreNoMatter() {
    BellmanResidual values =
        BellmanResidual.tabular(Chains.sparse(100_000, 3, 1), 0.9, Shape.LINEAR);
    Assertions.assertTimeout(
        Duration.ofSeconds(60),
        () -> {
          Result result =
              Run.of(values.problem(), Methods.named("agd").with(Settings.NONE))
                  .stop(StopRule.passes(60))
                  .threads(2)
                  .untraced()
                  .go();
          assertThat(values.residual(values.of(result.point())))
              .isLessThan(0.05 * values.residual(new double[100_000]));
        });
  }
}
