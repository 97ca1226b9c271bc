package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.run.Stop.Reason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a run ends. */
@Timeout(60)
class StopRuleTest {
  private static final Quadratic QUADRATIC = Quadratic.of(3, 40, 50, 1);
  private static final double[] X0 = {5, 5, 5};
  private static final Settings FIXED =
      SarahParameters.batches(3, 0, 4)
          .with(SarahParameters.ETA, 0.2 / QUADRATIC.smoothness())
          .with(SarahParameters.Q, 10);

  private static Run run() {
    return Run.of(QUADRATIC.parts().problem(), SarahParameters.METHOD.with(FIXED)).from(X0);
  }

  @Test
  void toleranceEndsAtTheFirstRestartWhoseGradientIsSmallEnough() {
    double relative = 1e-4;
    double first = Parts.norm(QUADRATIC.parts().gradient(X0));
    List<Double> norms = new ArrayList<>();
    Result result =
        run()
            .stop(StopRule.tolerance(relative))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    norms.add(Parts.norm(QUADRATIC.parts().gradient(progress.point())));
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.steps() % 10).isZero();
    double last = norms.remove(norms.size() - 1);
    assertThat(last).isLessThanOrEqualTo(relative * first);
    assertThat(norms).isNotEmpty().allMatch(norm -> norm > relative * first);
    assertThat(Parts.norm(QUADRATIC.parts().gradient(result.point()))).isEqualTo(last);
  }

  @Test
  void absoluteToleranceEndsAtTheFirstRestartWhoseGradientIsSmallEnough() {
    double norm = 1e-3;
    List<Double> norms = new ArrayList<>();
    Result result =
        run()
            .stop(StopRule.absoluteTolerance(norm))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    norms.add(Parts.norm(QUADRATIC.parts().gradient(progress.point())));
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(norms.remove(norms.size() - 1)).isLessThanOrEqualTo(norm);
    assertThat(norms).isNotEmpty().allMatch(before -> before > norm);
  }

  @Test
  void aTargetEndsAtTheFirstRestartThatReachesIt() {
    double lowest = QUADRATIC.parts().objective(QUADRATIC.minimiser());
    double target = lowest + 1e-6;
    List<Double> objectives = new ArrayList<>();
    Result result =
        run()
            .stop(StopRule.target(target))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    objectives.add(QUADRATIC.parts().objective(progress.point()));
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TARGET);
    assertThat(result.steps() % 10).isZero();
    assertThat(objectives.remove(objectives.size() - 1)).isLessThanOrEqualTo(target + 1e-12);
    assertThat(objectives).isNotEmpty().allMatch(before -> before > target - 1e-12);
  }

  @Test
  void rulesSayWhetherTheyNeedAGradient() {
    for (StopRule rule :
        List.of(StopRule.tolerance(0.1), StopRule.absoluteTolerance(1), StopRule.target(1))) {
      assertThat(rule.needsGradient()).isTrue();
      assertThat(StopRule.any(StopRule.steps(1), rule).needsGradient()).isTrue();
    }
    for (StopRule rule :
        List.of(
            StopRule.steps(1),
            StopRule.passes(1),
            StopRule.noProgress(1),
            StopRule.tolerance(0))) { // a gradient of 0 is not worth paying for
      assertThat(rule.needsGradient()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 3.25, 4, 17.3, 40, 100})
  void aBudgetOfPassesIsUsedButNeverExceeded(double most) {
    for (Algorithm algorithm :
        List.of(SarahParameters.METHOD.with(FIXED), SarahParameters.METHOD.byDefault())) {
      double[] next = {0};
      Result result =
          Run.of(QUADRATIC.parts().problem(), algorithm)
              .from(X0)
              .stop(
                  new StopRule() {
                    @Override
                    public @Nullable Stop before(Progress progress) {
                      next[0] = progress.passesAfterNextStep();
                      return null;
                    }
                  })
              .stop(StopRule.passes(most))
              .go();
      assertThat(result.stop().reason()).isEqualTo(Reason.PASSES);
      assertThat(result.passes()).isLessThanOrEqualTo(most);
      assertThat(next[0]).as("one more step would have been too much").isGreaterThan(most);
    }
  }

  @Test
  void aBudgetThatIsMetExactlyIsSpentToTheEnd() {
    // one restart of 130 calls, then steps of 14: 130 + 9 * 14 = 256 = 6.4 passes
    Result result = run().stop(StopRule.passes(6.4)).go();
    assertThat(result.callsPaper()).isEqualTo(256);
    assertThat(result.steps()).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 10, 37})
  void stepsAreCounted(long steps) {
    Result result = run().stop(StopRule.steps(steps)).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.STEPS);
    assertThat(result.stop().detail()).isEqualTo("made " + steps + " steps");
    assertThat(result.steps()).isEqualTo(steps);
  }

  @Test
  void timeRunsOut() {
    Result none = run().stop(StopRule.time(Duration.ZERO)).go();
    assertThat(none.stop().reason()).isEqualTo(Reason.TIME);
    assertThat(none.steps()).isZero();
    Result some = run().stop(StopRule.time(Duration.ofMillis(30))).go();
    assertThat(some.stop().reason()).isEqualTo(Reason.TIME);
    assertThat(some.seconds()).isGreaterThanOrEqualTo(0.03);
    assertThat(some.steps() % 64).isZero();
  }

  @Test
  void theTimeObserversTakeAtRestartsIsNotTheAlgorithms() {
    Result result =
        run()
            .stop(StopRule.steps(11))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    long until = System.nanoTime() + 200_000_000;
                    while (System.nanoTime() < until) {
                      Thread.onSpinWait();
                    }
                  }
                })
            .go();
    assertThat(result.seconds()).isLessThan(0.2);
  }

  @Test
  void withoutProgressForSoManyRestartsARunEnds() {
    List<Double> objectives = new ArrayList<>();
    List<Double> norms = new ArrayList<>();
    Result result =
        run()
            .stop(StopRule.noProgress(5))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    objectives.add(progress.objective());
                    norms.add(progress.gradientNorm());
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.NO_PROGRESS);
    assertThat(result.stop().detail()).contains("5 restarts");
    int end = objectives.size();
    double lowest = objectives.subList(0, end - 5).stream().mapToDouble(v -> v).min().orElseThrow();
    double least = norms.subList(0, end - 5).stream().mapToDouble(v -> v).min().orElseThrow();
    assertThat(objectives.subList(end - 5, end)).allMatch(v -> v >= lowest);
    assertThat(norms.subList(end - 5, end)).allMatch(v -> v >= least);
    // it ends at rounding error, not before
    assertThat(result.gradientNorm())
        .isLessThan(1e-12 * Parts.norm(QUADRATIC.parts().gradient(X0)));
  }

  @Test
  void somebodyElseMayEndARun() {
    AtomicBoolean asked = new AtomicBoolean();
    Result result =
        run()
            .stop(StopRule.when(asked::get))
            .observe(
                new Observer() {
                  @Override
                  public void stepped(Progress progress) {
                    asked.set(progress.step() == 23);
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.INTERRUPTED);
    assertThat(result.steps()).isEqualTo(24);
  }

  @Test
  void theFirstOfSeveralRulesWinsAndAllSeeEveryStep() {
    Recording first = new Recording("first", 30);
    Recording second = new Recording("second", 20);
    Recording third = new Recording("third", 20);
    Result result = run().stop(first).stop(StopRule.any(second, third)).go();
    assertThat(result.stop().detail()).isEqualTo("second");
    assertThat(result.steps()).isEqualTo(20);
    for (Recording rule : List.of(first, second, third)) {
      assertThat(rule.before).hasSize(21).startsWith(0L).endsWith(20L);
      assertThat(rule.after).isEqualTo(rule.before);
    }
  }

  private static final class Recording implements StopRule {
    private final String name;
    private final long end;
    private final List<Long> before = new ArrayList<>();
    private final List<Long> after = new ArrayList<>();

    Recording(String name, long end) {
      this.name = name;
      this.end = end;
    }

    @Override
    public Stop before(Progress progress) {
      before.add(progress.step());
      return null;
    }

    @Override
    public Stop after(Progress progress) {
      after.add(progress.step());
      return progress.step() == end ? new Stop(Reason.STEPS, name) : null;
    }
  }

  @Test
  void rulesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> StopRule.passes(0)).hasMessageContaining("0");
    assertThatThrownBy(() -> StopRule.passes(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> StopRule.steps(-1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> StopRule.tolerance(1)).hasMessageContaining("1");
    assertThatThrownBy(() -> StopRule.tolerance(-1e-3)).hasMessageContaining("-0.001");
    assertThatThrownBy(() -> StopRule.absoluteTolerance(-1)).hasMessageContaining("-1.0");
    assertThatThrownBy(() -> StopRule.absoluteTolerance(Double.NaN)).hasMessageContaining("NaN");
    assertThatThrownBy(() -> StopRule.noProgress(0)).hasMessageContaining("0");
  }

  @Test
  void labelsReadLikeWords() {
    assertThat(new Stop(Reason.NO_PROGRESS, "").label()).isEqualTo("no-progress");
    assertThat(new Stop(Reason.DIVERGED, "").diverged()).isTrue();
    assertThat(new Stop(Reason.FAILED, "").diverged()).isTrue();
    assertThat(new Stop(Reason.TIME, "").diverged()).isFalse();
  }
}
