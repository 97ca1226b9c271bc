package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a run reports is exact, and reporting it costs no calls. */
class TraceTest {
  private static final double ROUNDING = 1e-12;
  private static final Parts PARTS = Parts.curved(3, 40, 50, 1);
  private static final double[] X0 = {1, -1, 2};

  /** Everything that is reported to an observer. */
  private static final class Recorder implements Observer {
    private final List<Long> steps = new ArrayList<>();
    private final List<Long> restarts = new ArrayList<>();
    private final List<double[]> points = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();

    @Override
    public void stepped(Progress progress) {
      assertThat(results).isEmpty();
      assertThat(progress.eta()).isPositive();
      assertThat(progress.seconds()).isNotNegative();
      assertThat(progress.calls()).isPositive().isLessThanOrEqualTo(progress.callsPaper());
      assertThat(progress.passes()).isEqualTo(progress.callsPaper() / 40.0);
      assertThat(progress.estimateNorm()).isPositive();
      steps.add(progress.step());
      points.add(progress.point().clone());
    }

    @Override
    public void restarted(Progress progress) {
      assertThat(progress.restarted()).isTrue();
      restarts.add(progress.step());
    }

    @Override
    public void finished(Result result) {
      results.add(result);
    }
  }

  private static Run run(Settings parameters) {
    return Run.of(PARTS.problem(), SarahParameters.METHOD.with(parameters)).from(X0);
  }

  private static Settings fixed() {
    return SarahParameters.batches(3, 2, 4)
        .with(SarahParameters.ETA, 0.05)
        .with(SarahParameters.Q, 10);
  }

  private static void assertExact(Result result, List<double[]> points, double[] last) {
    assertThat(result.trace().rows()).isNotEmpty();
    for (Trace.Row row : result.trace().rows()) {
      double[] x = row.step() < points.size() ? points.get((int) row.step()) : last;
      assertThat(row.objective()).isCloseTo(PARTS.objective(x), within(ROUNDING));
      assertThat(row.gradientNorm()).isCloseTo(Parts.norm(PARTS.gradient(x)), within(ROUNDING));
      assertThat(row.passes()).isEqualTo(row.callsPaper() / 40.0);
    }
  }

  @Test
  void everyStepEveryRestartAndTheEndAreTold() {
    Recorder one = new Recorder();
    Recorder two = new Recorder();
    Result result = run(fixed()).observe(one).observe(two).stop(StopRule.steps(25)).go();
    for (Recorder recorder : List.of(one, two)) {
      assertThat(recorder.steps).hasSize(25).startsWith(0L, 1L).endsWith(24L);
      assertThat(recorder.restarts).containsExactly(0L, 10L, 20L);
      assertThat(recorder.results).containsExactly(result);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theRowsOfATraceAreExactAlsoWhereRestartsAreNot(boolean online) {
    Recorder recorder = new Recorder();
    Settings p = online ? SarahParameters.restart(20, 20, 20).or(fixed()) : fixed();
    Result result = run(p).observe(recorder).stop(StopRule.steps(25)).go();
    List<Trace.Row> rows = result.trace().rows();
    if (online) { // once a pass; the dearest step is a restart of 60 calls, a pass having 40
      for (int k = 1; k < rows.size() - 1; k++) {
        assertThat(rows.get(k).passes() - rows.get(k - 1).passes()).isBetween(1.0, 2.5);
      }
      assertThat(rows.get(rows.size() - 1).step()).isEqualTo(25);
    } else {
      assertThat(rows).extracting(Trace.Row::step).containsExactly(0L, 10L, 20L, 25L);
    }
    assertExact(result, recorder.points, result.point());
    assertThat(result.objective()).isCloseTo(PARTS.objective(result.point()), within(ROUNDING));
    assertThat(result.gradientNorm())
        .isCloseTo(Parts.norm(PARTS.gradient(result.point())), within(ROUNDING));
  }

  @Test
  void theRowsOfAnAdaptiveRunAreExactToo() {
    Recorder recorder = new Recorder();
    Result result = run(Settings.NONE).observe(recorder).stop(StopRule.passes(50)).go();
    assertExact(result, recorder.points, result.point());
  }

  @Test
  void tracingAndObservingCostNoCallsAndChangeNothing() {
    Result traced = run(fixed()).observe(new Recorder()).stop(StopRule.steps(25)).go();
    Result untraced = run(fixed()).untraced().stop(StopRule.steps(25)).go();
    assertThat(untraced.trace().rows()).isEmpty();
    assertThat(untraced.point()).isEqualTo(traced.point());
    assertThat(untraced.calls()).isEqualTo(traced.calls());
    assertThat(untraced.callsPaper()).isEqualTo(traced.callsPaper());
    // 3 restarts of m + n and 22 steps of 2 (S1 + S2 + S3)
    assertThat(traced.calls()).isEqualTo(3 * 90 + 22 * 18);
  }

  /** With every kind of rule, and whichever point is handed back. */
  @ParameterizedTest
  @FieldSource("METHODS")
  void tracingChangesNothingOfAnyMethod(String name) {
    List<Supplier<StopRule>> rules =
        List.of(
            () -> StopRule.steps(150),
            () -> StopRule.passes(60),
            () -> StopRule.any(StopRule.tolerance(0.1), StopRule.passes(300)),
            () -> StopRule.any(StopRule.absoluteTolerance(0.05), StopRule.passes(300)),
            () -> StopRule.any(StopRule.target(0.9 * PARTS.objective(X0)), StopRule.passes(300)),
            () -> StopRule.any(StopRule.noProgress(2), StopRule.passes(300)));
    for (Supplier<StopRule> rule : rules) {
      for (Output output : Output.values()) {
        Result traced = plain(name, output).stop(rule.get()).go();
        Result untraced = plain(name, output).untraced().stop(rule.get()).go();
        assertThat(traced.trace().rows()).isNotEmpty();
        assertThat(untraced.trace().rows()).isEmpty();
        assertThat(untraced.point()).isEqualTo(traced.point());
        assertThat(untraced.stop()).isEqualTo(traced.stop());
        assertThat(untraced.steps()).isEqualTo(traced.steps());
        assertThat(untraced.calls()).isEqualTo(traced.calls());
        assertThat(untraced.callsPaper()).isEqualTo(traced.callsPaper());
        assertThat(untraced.secondOrderCalls()).isEqualTo(traced.secondOrderCalls());
        assertThat(untraced.objective()).isEqualTo(traced.objective());
        assertThat(untraced.gradientNorm()).isEqualTo(traced.gradientNorm());
        assertThat(untraced.parameters()).isEqualTo(traced.parameters());
        assertThat(untraced.decisions()).isEqualTo(traced.decisions());
      }
    }
  }

  static final List<String> METHODS = Methods.ALL.stream().map(Method::name).toList();

  private static Run plain(String name, Output output) {
    return Run.of(PARTS.problem(), Methods.named(name).with(Settings.NONE))
        .from(X0)
        .seed(5)
        .output(output);
  }

  /** The last row and the result have the calls of the closing check. */
  @Test
  void theClosingCheckIsInTheTraceAndInTheResult() {
    Result result = run(Settings.NONE).stop(StopRule.steps(7)).go();
    List<Trace.Row> rows = result.trace().rows();
    Trace.Row last = rows.get(rows.size() - 1);
    assertThat(last.step()).isEqualTo(7);
    assertThat(last.callsPaper()).isEqualTo(result.callsPaper());
    assertThat(last.secondOrderCalls()).isEqualTo(result.secondOrderCalls());
    assertThat(last.passes()).isEqualTo(result.passes());
    assertThat(last.seconds()).isLessThanOrEqualTo(result.seconds());
  }

  @Test
  void theRowsCannotBeChanged() {
    Result result = run(fixed()).stop(StopRule.steps(1)).go();
    assertThatThrownBy(() -> result.trace().rows().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aResultRecordsWhatMadeIt() {
    Result result = run(fixed()).seed(42).stop(StopRule.steps(5)).go();
    assertThat(result.seed()).isEqualTo(42);
    assertThat(result.algorithm()).isEqualTo("sarah-c");
    assertThat(result.problem()).isEqualTo("test");
    assertThat(result.parameters())
        .containsEntry("eta", 0.05)
        .containsEntry("q", 10L)
        .containsEntry("S1", 3L)
        .containsEntry("S2", 2L)
        .containsEntry("S3", 4L);
    assertThat(result.seconds()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void theNumberOfThreadsChangesNothing(int threads) {
    Parts large = Parts.curved(3, 5000, 4000, 1);
    Result one = largeRun(large, 1);
    Result many = largeRun(large, threads);
    assertThat(many.point()).isEqualTo(one.point());
    assertThat(many.objective()).isEqualTo(one.objective());
    assertThat(many.gradientNorm()).isEqualTo(one.gradientNorm());
    assertThat(many.decisions()).isEqualTo(one.decisions());
    assertThat(many.callsPaper()).isEqualTo(one.callsPaper());
  }

  private static Result largeRun(Parts parts, int threads) {
    return Run.of(parts.problem(), SarahParameters.METHOD.byDefault())
        .from(X0)
        .threads(threads)
        .stop(StopRule.passes(20))
        .go();
  }
}
