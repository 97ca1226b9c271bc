package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused, in words, and what is chosen where nothing is given. */
class SarahParametersTest {
  private static final Settings AUTOMATIC = Settings.NONE;
  private static final Problem CURVED = Parts.curved(2, 10, 8, 1).problem();

  private static Result run(Problem problem, Settings parameters) {
    return Run.of(problem, SarahParameters.METHOD.with(parameters)).stop(StopRule.steps(3)).go();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aStepSizeMustBePositive(double eta) {
    assertThatThrownBy(() -> Settings.NONE.with(SarahParameters.ETA, eta))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("eta (step size) must be positive, not ");
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -5})
  void anEpochHasAtLeastOneStep(long q) {
    assertThatThrownBy(() -> Settings.NONE.with(SarahParameters.Q, q))
        .hasMessage("q (steps from restart to restart) must be at least 1 and whole, not " + q);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN})
  void aProjectionNeedsAPositiveRadius(double radius) {
    assertThatThrownBy(() -> Settings.NONE.with(SarahParameters.PROJECTION, radius))
        .hasMessageContaining("radius");
  }

  @Test
  void emptyBatchesAreRefused() {
    assertThatThrownBy(() -> SarahParameters.batches(0, 1, 1))
        .hasMessageContaining("S1 (samples of g in a step) must be at least 1");
    assertThatThrownBy(() -> SarahParameters.batches(1, 1, 0))
        .hasMessageContaining("S3 (samples of the outer gradient in a step) must be at least 1");
    assertThatThrownBy(() -> SarahParameters.batches(1, -1, 1))
        .hasMessageContaining("S2 (samples of its Jacobian in a step) must be at least 0");
  }

  @Test
  void batchesLargerThanTheirPopulationAreRefused() {
    assertThatThrownBy(() -> run(CURVED, SarahParameters.batches(11, 1, 1)))
        .hasMessage("S1 = 11 is more than the m = 10 components there are");
    assertThatThrownBy(() -> run(CURVED, SarahParameters.batches(1, 11, 1)))
        .hasMessage("S2 = 11 is more than the m = 10 components there are");
    assertThatThrownBy(() -> run(CURVED, SarahParameters.batches(1, 1, 9)))
        .hasMessage("S3 = 9 is more than the n = 8 components there are");
    assertThatThrownBy(() -> run(CURVED, SarahParameters.restart(1, 1, 9)))
        .hasMessage("S3L = 9 is more than the n = 8 components there are");
  }

  @Test
  void noJacobianDrawsNeedAnAffineMapOrASharedBatch() {
    Settings none = SarahParameters.batches(2, 0, 2).with(SarahParameters.ETA, 1e-3);
    assertThatThrownBy(() -> run(CURVED, none))
        .hasMessage("S2 = 0 needs an affine g: the Jacobian of this one changes");
    assertThat(run(CURVED, none.with(SarahParameters.SHARED, 1)).parameters())
        .containsEntry("S2", 2L);
    assertThat(run(Quadratic.of(2, 5, 5, 1).parts().problem(), none).steps()).isEqualTo(3);
  }

  @Test
  void aRestartWithoutJacobianDrawsIsRefusedEvenForAnAffineMap() {
    Problem affine = Quadratic.of(2, 10, 8, 1).parts().problem();
    assertThatThrownBy(
            () -> run(affine, SarahParameters.restart(5, 0, 5).with(SarahParameters.ETA, 1e-3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("S2L");
  }

  @Test
  void anEndlessProblemRestartsOnTenThousandUnlessTold() {
    Problem endless =
        Components.map(1, 1)
            .inner(Inner.UNBOUNDED, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(Inner.UNBOUNDED, (i, y) -> y[0] * y[0] / 2, (i, y, u) -> u[0] = y[0])
            .named("endless");
    Result once =
        Run.of(
                endless,
                SarahParameters.METHOD.with(
                    SarahParameters.batches(1, 1, 1).with(SarahParameters.ETA, 0.1)))
            .from(new double[] {1})
            .stop(StopRule.steps(1))
            .go();
    assertThat(once.callsPaper()).isEqualTo(3 * 10_000);
    Result result =
        Run.of(
                endless,
                SarahParameters.METHOD.with(
                    SarahParameters.batches(2, 2, 2)
                        .with(SarahParameters.ETA, 0.5)
                        .or(SarahParameters.restart(8, 8, 8))))
            .from(new double[] {1})
            .stop(StopRule.steps(10))
            .go();
    assertThat(result.point()[0])
        .isEqualTo(Math.pow(0.5, 10)); // no noise, and powers of two are exact
    // q = 24 / 6 = 4: three restarts of 24 and seven steps of 12
    assertThat(result.calls()).isEqualTo(3 * 24 + 7 * 12);
  }

  @Test
  void theEpochOfAGivenStepSizeIsTheTheorems() {
    // (2m + n)/(S1 + S2 + S3) = 28/5, rounded up
    assertThat(
            run(CURVED, SarahParameters.batches(1, 2, 2).with(SarahParameters.ETA, 0.1))
                .parameters())
        .containsEntry("q", 6L)
        .containsEntry("eta", 0.1);
  }

  @Test
  void defaultBatchesAreFiveAndTwentyAndAtMostATwentieth() {
    Problem large = Parts.curved(2, 1000, 1000, 1).problem();
    assertThat(run(large, AUTOMATIC).parameters())
        .containsEntry("S1", 5L)
        .containsEntry("S2", 5L)
        .containsEntry("S3", 20L);
    Problem small = Quadratic.of(2, 60, 19, 1).parts().problem();
    assertThat(run(small, AUTOMATIC).parameters())
        .containsEntry("S1", 3L)
        .containsEntry("S2", 0L)
        .containsEntry("S3", 1L);
  }

  @Test
  void aStartOfTheWrongSizeIsRefused() {
    Run run = Run.of(CURVED, SarahParameters.METHOD.byDefault());
    assertThatThrownBy(() -> run.from(new double[3]))
        .hasMessage("the start has 3 entries, the problem 2");
    assertThatThrownBy(() -> run.from(new double[] {0, Double.NaN}))
        .hasMessageContaining("not finite");
  }

  @Test
  void aRunWithoutAStopRuleIsRefused() {
    Run run = Run.of(CURVED, SarahParameters.METHOD.byDefault());
    assertThatThrownBy(run::go).hasMessageContaining("StopRule.passes(100)");
  }
}
