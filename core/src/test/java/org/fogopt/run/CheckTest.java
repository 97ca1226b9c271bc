package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.Scgd;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.run.Stop.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stop rule goes by is paid for. */
@Timeout(60)
class CheckTest {
  private static final int M = 40;
  private static final int N = 50;
  private static final Quadratic QUADRATIC = Quadratic.of(3, M, N, 1);
  private static final Parts PARTS = QUADRATIC.parts();
  private static final double[] X0 = {5, 5, 5};

  /** All but the automatic choice have a name of their own; it runs as one of them. */
  static final List<String> METHODS = Methods.ALL.stream().map(Method::name).toList();

  /** Rules that fire at the first objective and gradient they see. */
  private static final List<Supplier<StopRule>> EAGER =
      List.of(
          () -> StopRule.absoluteTolerance(1e9),
          () -> StopRule.target(1e9),
          () -> StopRule.any(StopRule.steps(1000), StopRule.target(1e9)));

  private static Algorithm algorithm(String name) {
    return Methods.named(name).with(Settings.NONE);
  }

  private static Run run(Algorithm algorithm) {
    return Run.of(PARTS.problem(), algorithm).from(X0);
  }

  /** One inner and one outer sample a step, without full gradients: 2 calls, 3 in the paper. */
  private static Algorithm scgd() {
    return Scgd.METHOD.with(Settings.NONE.with(Scgd.ALPHA, 0.3 / QUADRATIC.smoothness()));
  }

  private static Run scgd(StopRule... rules) {
    Run run = run(scgd());
    for (StopRule rule : rules) {
      run.stop(rule);
    }
    return run;
  }

  // Nothing is known for nothing

  @ParameterizedTest
  @FieldSource("METHODS")
  void noRunStopsOnLessThanAFullGradientCosts(String name) {
    for (Supplier<StopRule> rule : EAGER) {
      Result result = run(algorithm(name)).stop(rule.get()).go();
      assertThat(result.stop().reason()).isIn(Reason.TOLERANCE, Reason.TARGET);
      assertThat(result.callsPaper()).isGreaterThanOrEqualTo(2 * M + N);
      assertThat(result.calls()).isGreaterThanOrEqualTo(M + N);
    }
  }

  /** A gradient of 0 at the start ends every run there, and not before it was paid for. */
  @ParameterizedTest
  @FieldSource("METHODS")
  void aStationaryStartIsFoundAtThePriceOfAFullGradient(String name) {
    Problem flat =
        Components.map(2, 1)
            .inner(M, (j, x, y) -> y[0] = x[0] * x[0] + x[1] * x[1], CheckTest::fillBowl)
            .outer(N, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("bowl");
    for (double relative : new double[] {1e-12, 1e-6}) {
      Result result =
          Run.of(flat, algorithm(name))
              .stop(StopRule.tolerance(relative))
              .stop(StopRule.passes(1000))
              .go();
      assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
      assertThat(result.steps()).isZero();
      assertThat(result.callsPaper()).isGreaterThanOrEqualTo(2 * M + N);
    }
  }

  private static void fillBowl(long j, double[] x, double[][] jacobian) {
    jacobian[0][0] = 2 * x[0];
    jacobian[0][1] = 2 * x[1];
  }

  /** Where no rule asks, a method without full gradients is left alone. */
  @Test
  void withoutSuchARuleNothingIsChecked() {
    Result result = scgd(StopRule.steps(500), StopRule.noProgress(3)).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.STEPS);
    assertThat(result.callsPaper()).isEqualTo(3 * 500);
    assertThat(result.calls()).isEqualTo(2 * 500);
  }

  // What it costs

  /**
   * At step 0, then whenever 10 passes have gone by since the last check: after ⌈10·40/3⌉ = 134
   * steps of 3 calls. A check has 2m + n = 130 calls in the paper's accounting and m + n by
   * Definition 1.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 134, 135, 136, 268, 269, 270, 1000})
  void aCheckEveryTenPassesIsCharged(int steps) {
    for (StopRule rule :
        List.of(
            StopRule.tolerance(1e-12), StopRule.absoluteTolerance(1e-12), StopRule.target(-1e9))) {
      Result result = scgd(rule, StopRule.steps(steps)).go();
      long checks = 1L + (steps - 1) / 134;
      assertThat(result.stop().reason()).isEqualTo(Reason.STEPS);
      assertThat(result.callsPaper()).isEqualTo(3L * steps + checks * 130);
      assertThat(result.calls()).isEqualTo(2L * steps + checks * 90);
      assertThat(result.secondOrderCalls()).isZero();
      assertThat(result.passes()).isEqualTo(result.callsPaper() / 40.0);
    }
  }

  @Test
  void checksDoNotDisturbTheIterates() {
    Result plain = scgd(StopRule.steps(1000)).go();
    Result checked = scgd(StopRule.tolerance(1e-12), StopRule.steps(1000)).go();
    assertThat(checked.point()).isEqualTo(plain.point());
    assertThat(checked.callsPaper()).isGreaterThan(plain.callsPaper());
  }

  /** What a check finds is exact; between checks nothing is known, whatever the trace reports. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.1})
  void onlyWhatWasPaidForIsKnown(double lambda) {
    Problem plain = PARTS.problem();
    Problem problem = new Problem("test", plain.inner(), plain.outer(), Separable.l1(lambda));
    List<Long> known = new ArrayList<>();
    List<Long> reported = new ArrayList<>();
    Run.of(problem, scgd())
        .from(X0)
        .stop(StopRule.tolerance(1e-12))
        .stop(StopRule.steps(300))
        .observe(
            new Observer() {
              @Override
              public void stepped(Progress progress) {
                double[] x = progress.point();
                double exact = PARTS.objective(x);
                for (double v : x) {
                  exact += lambda * Math.abs(v);
                }
                if (!Double.isNaN(progress.objective())) {
                  known.add(progress.step());
                  assertThat(progress.objective()).isCloseTo(exact, within(1e-11));
                  if (lambda == 0) {
                    assertThat(progress.gradientNorm())
                        .isCloseTo(Parts.norm(PARTS.gradient(x)), within(1e-11));
                  }
                  assertThat(progress.reportedObjective()).isEqualTo(progress.objective());
                  assertThat(progress.reportedGradientNorm()).isEqualTo(progress.gradientNorm());
                } else {
                  assertThat(progress.gradientNorm()).isNaN();
                }
                if (!Double.isNaN(progress.reportedObjective())) {
                  reported.add(progress.step());
                  assertThat(progress.reportedObjective()).isCloseTo(exact, within(1e-11));
                }
              }
            })
        .go();
    assertThat(known).containsExactly(0L, 134L, 268L);
    assertThat(reported).containsAll(known).hasSizeGreaterThan(10); // a row a pass
  }

  @ParameterizedTest
  @FieldSource("METHODS")
  void checksAreWithinTheBudgetOfPasses(String name) {
    for (double most = 0.5; most < 60; most += 1.7) {
      for (StopRule rule :
          List.of(StopRule.tolerance(0), StopRule.target(-1e9), StopRule.noProgress(1000))) {
        Result result = run(algorithm(name)).stop(rule).stop(StopRule.passes(most)).go();
        assertThat(result.stop().diverged()).as(result.stop().detail()).isFalse();
        if (result.steps() > 0) { // what starting costs was spent before anybody asked
          assertThat(result.passes()).as("of %s", most).isLessThanOrEqualTo(most);
        }
      }
    }
  }

  /** The steps' calls as the method counts them, and the closing check where it is provisional. */
  @ParameterizedTest
  @FieldSource("METHODS")
  void aRunPaysForItsStepsAndForItsEnd(String name) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(PARTS.problem(), workers, 1);
      Iteration iteration = algorithm(name).start(oracle, X0);
      for (int steps = 0; steps <= 40; steps++) {
        long closing = steps > 0 && iteration.mayGoBack() ? 2L * M + N : 0;
        Result result = run(algorithm(name)).stop(StopRule.steps(steps)).go();
        if (result.steps() < steps) {
          return; // a method may know that it is at the end
        }
        assertThat(result.callsPaper() + result.secondOrderCalls())
            .as("%d steps", steps)
            .isEqualTo(oracle.ledger().total() + closing);
        long before = oracle.ledger().total();
        long announced = iteration.nextCallsPaper();
        iteration.step();
        assertThat(oracle.ledger().total() - before).isEqualTo(announced);
        iteration.commit();
      }
    }
  }

  /** 3 + 130 calls of the first step; then steps of 3, the 134th of them with a check. */
  @ParameterizedTest
  @CsvSource({
    "132, 0, 0",
    "133, 133, 1",
    "135, 133, 1",
    "532, 532, 134",
    "534, 532, 134",
    "664, 532, 134",
    "665, 665, 135"
  })
  void aBudgetIsSpentUpToTheCheckThatWouldExceedIt(int budget, long calls, long steps) {
    Result result = scgd(StopRule.tolerance(1e-12), StopRule.passes(budget / 40.0)).go();
    assertThat(result.callsPaper()).isEqualTo(calls);
    assertThat(result.steps()).isEqualTo(steps);
  }

  @Test
  void aResumedRunChecksWhereTheWholeOneDoes(@TempDir Path folder) {
    Result whole = scgd(StopRule.tolerance(1e-12), StopRule.steps(700)).go();
    try (var kept = Checkpoints.begin(folder)) {
      scgd(StopRule.tolerance(1e-12), StopRule.steps(200)).checkpoint(kept).go();
    }
    try (var kept = Checkpoints.resume(folder)) {
      Result resumed = scgd(StopRule.tolerance(1e-12), StopRule.steps(700)).checkpoint(kept).go();
      assertThat(resumed.point()).isEqualTo(whole.point());
      assertThat(resumed.calls()).isEqualTo(whole.calls());
      assertThat(resumed.callsPaper()).isEqualTo(whole.callsPaper());
    }
  }

  // What it decides

  /** Relative to the first one that was paid for, at the first check that finds it so small. */
  @Test
  void aRelativeToleranceIsRelativeToTheFirstPaidGradient() {
    List<Double> norms = new ArrayList<>();
    double relative = 0.05;
    Result result =
        scgd(StopRule.tolerance(relative), StopRule.passes(20_000))
            .observe(
                new Observer() {
                  @Override
                  public void stepped(Progress progress) {
                    if (!Double.isNaN(progress.gradientNorm())) {
                      norms.add(progress.gradientNorm());
                    }
                  }
                })
            .go();
    double first = Parts.norm(PARTS.gradient(X0));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(norms.get(0)).isCloseTo(first, within(1e-12 * first));
    double last = norms.remove(norms.size() - 1);
    assertThat(last).isLessThanOrEqualTo(relative * norms.get(0));
    assertThat(norms).allMatch(norm -> norm > relative * norms.get(0));
    assertThat(Parts.norm(PARTS.gradient(result.point()))).isCloseTo(last, within(1e-12));
  }

  @ParameterizedTest
  @FieldSource("METHODS")
  void anAbsoluteToleranceIsMet(String name) {
    double norm = 0.5;
    Result result =
        run(algorithm(name))
            .stop(StopRule.absoluteTolerance(norm))
            .stop(StopRule.passes(20_000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.steps()).isPositive();
    assertThat(Parts.norm(PARTS.gradient(result.point()))).isLessThanOrEqualTo(norm * (1 + 1e-9));
  }

  @ParameterizedTest
  @FieldSource("METHODS")
  void aTargetIsMet(String name) {
    double lowest = PARTS.objective(QUADRATIC.minimiser());
    double target = lowest + 0.01 * (PARTS.objective(X0) - lowest);
    Result result =
        run(algorithm(name)).stop(StopRule.target(target)).stop(StopRule.passes(20_000)).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TARGET);
    assertThat(result.stop().label()).isEqualTo("target");
    assertThat(result.stop().detail()).contains(String.valueOf(target));
    assertThat(result.stop().diverged()).isFalse();
    assertThat(result.steps()).isPositive();
    assertThat(PARTS.objective(result.point())).isLessThanOrEqualTo(target * (1 + 1e-12));
  }

  /** Of the points that checks saw, the best. */
  @Test
  void theBestPointIsTheBestThatWasPaidFor() {
    List<double[]> seen = new ArrayList<>();
    Result result =
        scgd(StopRule.tolerance(1e-12), StopRule.steps(1000))
            .output(Output.BEST)
            .observe(
                new Observer() {
                  @Override
                  public void stepped(Progress progress) {
                    if (!Double.isNaN(progress.objective())) {
                      seen.add(progress.point().clone());
                    }
                  }
                })
            .go();
    double least = seen.stream().mapToDouble(PARTS::objective).min().orElseThrow();
    assertThat(PARTS.objective(result.point())).isCloseTo(least, within(1e-12));
    assertThat(seen).anyMatch(x -> Arrays.equals(x, result.point()));
  }

  // Where there is nothing to check by

  /** Endless sums have no exact gradient to pay for: the rule waits for ever, the run goes on. */
  @ParameterizedTest
  @CsvSource({"true, false", "false, true", "true, true"})
  void anEndlessProblemIsNotChecked(boolean innerEndless, boolean outerEndless) {
    Problem endless =
        Components.map(1, 1)
            .inner(
                innerEndless ? Inner.UNBOUNDED : 40,
                (j, x, y) -> y[0] = x[0],
                (j, x, jac) -> jac[0][0] = 1)
            .outer(
                outerEndless ? Inner.UNBOUNDED : 50,
                (i, y) -> y[0] * y[0] / 2,
                (i, y, u) -> u[0] = y[0])
            .named("endless");
    Result result =
        Run.of(endless, Scgd.METHOD.with(Settings.NONE.with(Scgd.ALPHA, 0.1)))
            .from(new double[] {1})
            .untraced()
            .stop(StopRule.tolerance(0.5))
            .stop(StopRule.target(10))
            .stop(StopRule.steps(300))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.STEPS);
    assertThat(result.callsPaper()).isEqualTo(3 * 300);
  }

  /** A check that meets no number ends the run, and names who gave none. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aCheckThatMeetsNoNumberNamesTheComponent(boolean isValue) {
    Parts broken =
        new Parts(
            3,
            3,
            M,
            N,
            true,
            PARTS.value(),
            PARTS.jacobian(),
            (i, y) -> isValue && i == 17 ? Double.NaN : PARTS.outer().at(i, y),
            (i, y, u) -> {
              PARTS.outerGradient().fill(i, y, u);
              u[1] = !isValue && i == 17 ? Double.NaN : u[1];
            });
    Result result =
        Run.of(broken.problem(), scgd())
            .from(X0)
            .untraced()
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.steps(300))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.FAILED);
    assertThat(result.stop().detail()).contains("outer component 17");
    assertThat(result.point()).containsExactly(X0);
  }
}
