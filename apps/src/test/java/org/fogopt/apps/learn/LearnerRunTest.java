package org.fogopt.apps.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.fogopt.Methods;
import org.fogopt.linalg.Rows;
import org.fogopt.method.newton.Newton;
import org.fogopt.run.Checkpoints;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearnerRunTest {
  @ParameterizedTest
  @ValueSource(strings = {"auto", "lbfgs", "sarah-c", "storm-c"})
  void aRunThatIsInterruptedGoesOnWithTheSameBits(String method, @TempDir Path folder) {
    for (int hidden = 0; hidden <= 3; hidden += 3) {
      Learner learner = Learner.of(Samples.regression(400, 3, 1)).l2(0.01);
      learner.objective(Objective.parse("kl:2"));
      if (hidden > 0) {
        learner.hidden(hidden);
      }
      Path kept = folder.resolve("kept" + hidden);
      double[] whole = run(learner, method, 9).go().point();
      try (Checkpoints first = Checkpoints.begin(kept)) {
        run(learner, method, 4).checkpoint(first).go();
      }
      try (Checkpoints second = Checkpoints.resume(kept)) {
        assertThat(run(learner, method, 9).checkpoint(second).go().point()).isEqualTo(whole);
      }
    }
  }

  private static Run run(Learner learner, String name, int steps) {
    Stage stage = learner.firstStage();
    var method = Methods.ALL.stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
    return Run.of(stage.problem(), method.byDefault())
        .from(stage.from())
        .stop(StopRule.steps(steps));
  }

  /** Beyond 1000 unknowns the Hessian is kept as rows, and the ridge penalty's as a diagonal. */
  @Test
  void newtonMultipliesWithManyUnknowns() {
    Learner learner = Learner.of(Samples.classes(150, 1100, 2, 1)).loss(Loss.LOGISTIC).l2(0.5);
    Fit fit = learner.method(Newton.METHOD.byDefault()).fit();
    assertThat(fit.converged()).isTrue();
    assertThat(fit.gapBound()).isBetween(0.0, 1e-9);
  }

  @Test
  void aRowThatIsNoNumberEndsTheRun() {
    Sample sample = Samples.regression(50, 2, 1);
    double[] x = new double[100];
    double[] row = new double[2];
    for (int j = 0; j < 50; j++) {
      sample.x().copyTo(j, row);
      System.arraycopy(row, 0, x, 2 * j, 2);
    }
    x[33] = Double.NaN;
    Learner learner = Learner.of(Sample.of(Rows.of(50, 2, x), sample.y()));
    Stage stage = learner.firstStage();
    Result result =
        Run.of(stage.problem(), stage.algorithm())
            .from(stage.from())
            .stop(StopRule.passes(100))
            .go();
    assertThat(result.stop().diverged()).isTrue();
    assertThat(result.stop().detail()).contains("16"); // the component's number
  }
}
