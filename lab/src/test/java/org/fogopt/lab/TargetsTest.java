package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.fogopt.Methods;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The problems of the tables, and when a run has arrived. */
class TargetsTest {
  private static Target target(String name) {
    List<Target> named = Targets.named(name);
    assertThat(named).hasSize(1);
    return named.get(0);
  }

  private static Target.Approach descend(Target target, double passes) {
    return target.run(Methods.named("agd").with(Settings.NONE), 1, passes);
  }

  /** By accelerated gradient descent, which knows nothing of the linear solve. */
  @ParameterizedTest
  @ValueSource(strings = {"returns:4,10,0", "returns:4,10,3", "mdp:20,2,5,1", "mdp:20,2,0,1"})
  void theLeastObjectiveIsOneThatCanBeReachedAndNotPassed(String name) {
    Target target = target(name);
    Result result = descend(target, 3000).result();
    assertThat(result.stop().reason()).isEqualTo(Reason.TARGET);
    double first = objective(target, target.x0()) - target.exact();
    assertThat(result.objective() - target.exact()).isBetween(-1e-9 * first, 1e-6 * first);
  }

  /** Gradient descent is recorded before every step, so its trace has the same points. */
  @Test
  void aGoalIsMetWhenSoMuchOfTheFirstGapIsLeftForTheFirstTime() {
    Target target = target("returns:4,10,0");
    Target.Approach approach = descend(target, 3000);
    List<Trace.Row> rows =
        Run.of(target.problem(), Methods.named("agd").with(Settings.NONE))
            .from(target.x0())
            .stop(StopRule.passes(approach.result().passes() + 10))
            .go()
            .trace()
            .rows();
    double first = rows.get(0).objective() - target.exact();
    for (int g = 0; g < approach.passes().length; g++) {
      double goal = target.goals()[g] * first;
      double at = approach.passes()[g];
      int met = 0;
      while (rows.get(met).objective() - target.exact() > goal) {
        met++;
      }
      // at hand as soon as the step before it is paid for, and known one step later
      assertThat(at).isGreaterThanOrEqualTo(rows.get(met - 1).passes());
      assertThat(at).isLessThanOrEqualTo(rows.get(met).passes());
    }
    assertThat(approach.passes()[2]).isEqualTo(approach.result().passes());
  }

  @Test
  void whatIsNotReachedIsInfinitelyFar() {
    Target target = target("returns:4,10,0");
    assertThat(descend(target, 3).passes()).containsOnly(Double.POSITIVE_INFINITY);
  }

  private static double objective(Target target, double[] x) {
    try (Workers workers = new Workers(1)) {
      return new Evaluator(target.problem(), workers).objective(x);
    }
  }

  @Test
  void anUnknownNameIsRefused() {
    assertThatThrownBy(() -> Targets.named("nothing:3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing:3");
  }
}
