package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.fogopt.method.auto.Methods;
import org.fogopt.method.Settings;
import org.fogopt.run.Result;
import org.fogopt.run.Stop.Reason;
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

  private static Result descend(Target target, double passes) {
    return target.run(Methods.named("agd").with(Settings.NONE), 1, passes);
  }

  /** By accelerated gradient descent, which knows nothing of the linear solve. */
  @ParameterizedTest
  @ValueSource(strings = {"returns:4,10,0", "returns:4,10,3", "mdp:20,2,5,1", "mdp:20,2,0,1"})
  void theLeastObjectiveIsOneThatCanBeReachedAndNotPassed(String name) {
    Target target = target(name);
    Result result = descend(target, 3000);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    double first = result.trace().rows().get(0).objective() - target.exact();
    assertThat(result.objective() - target.exact()).isBetween(-1e-9 * first, 1e-6 * first);
  }

  @Test
  void aGoalIsMetWhenSoMuchOfTheFirstGapIsLeftForTheFirstTime() {
    Target target = target("returns:4,10,0");
    Result result = descend(target, 3000);
    double[] passes = target.passes(result);
    List<Trace.Row> rows = result.trace().rows();
    double first = rows.get(0).objective() - target.exact();
    for (int g = 0; g < passes.length; g++) {
      double goal = target.goals()[g] * first;
      double at = passes[g];
      assertThat(rows)
          .filteredOn(row -> row.passes() < at)
          .allMatch(row -> row.objective() - target.exact() > goal);
      assertThat(rows)
          .filteredOn(row -> row.passes() == at)
          .anyMatch(row -> row.objective() - target.exact() <= goal);
    }
    assertThat(passes[2]).isEqualTo(result.passes());
  }

  @Test
  void whatIsNotReachedIsInfinitelyFar() {
    Target target = target("returns:4,10,0");
    double[] passes = target.passes(descend(target, 3));
    assertThat(passes).containsOnly(Double.POSITIVE_INFINITY);
  }

  @Test
  void anUnknownNameIsRefused() {
    assertThatThrownBy(() -> Targets.named("nothing:3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("nothing:3");
  }
}
