package org.fogopt.method.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.SmallProblems;
import org.fogopt.method.Iteration;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Problem;
import org.fogopt.problem.Traits;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;

/** Whatever is chosen: it needs no parameters, and it converges. */
class AutomaticTest {
  private static final int D = 5;

  private static List<Parts> problems() {
    return List.of(
        Quadratic.of(D, 60, 80, 1).parts(),
        SmallProblems.portfolio(SmallProblems.returns(D, 80, 1)),
        Parts.curved(D, 60, 80, 1));
  }

  @Test
  void aChoiceHasAReason() {
    for (Parts parts : problems()) {
      Automatic.Choice choice = Automatic.choose(Traits.of(parts.problem()));
      assertThat(Methods.ALL).contains(choice.method());
      assertThat(choice.method()).isNotSameAs(Automatic.METHOD);
      assertThat(choice.reason()).isNotBlank();
    }
  }

  @Test
  void itConverges() {
    for (Parts parts : problems()) {
      double[] x0 = Parts.gaussians(D, 3);
      Result result =
          Run.of(parts.problem(), Automatic.METHOD.with(Settings.NONE))
              .from(x0)
              .stop(StopRule.tolerance(1e-6))
              .stop(StopRule.passes(5000))
              .go();
      assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
      assertThat(parts.objective(result.point())).isLessThan(parts.objective(x0));
    }
  }

  @Test
  void everyStepCostsWhatWasAnnounced() {
    for (Parts parts : problems()) {
      Problem plain = parts.problem();
      Problem bounded =
          new Problem("test", plain.inner(), plain.outer(), Separable.l1(0.1).within(-1, 1));
      for (Problem problem : List.of(plain, bounded)) {
        try (Workers workers = new Workers(1)) {
          Oracle oracle = new Oracle(problem, workers, 1);
          Iteration iteration = Automatic.METHOD.with(Settings.NONE).start(oracle, new double[D]);
          for (int t = 0; t < 200; t++) {
            long before = oracle.ledger().total();
            long announced = iteration.nextCallsPaper();
            iteration.step();
            assertThat(oracle.ledger().total() - before).isEqualTo(announced);
            iteration.commit();
          }
        }
      }
    }
  }

  @Test
  void itTakesNoParameters() {
    assertThatThrownBy(() -> Settings.parse(Map.of("eta", "1"), Automatic.METHOD.parameters()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("eta");
  }
}
