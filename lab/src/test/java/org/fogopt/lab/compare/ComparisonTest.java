package org.fogopt.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.fogopt.Methods;
import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.lab.report.Point;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.problem.Components;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  /**
   * (x − 1)² from 0, one component each: gradient descent of step s makes the gap (1 − 2s)^{2t}
   * after t steps, and the evaluation of x_t has cost 3(t + 1) calls, which are as many passes.
   */
  private static final ProblemInstance PARABOLA =
      new ProblemInstance(
          "parabola",
          Components.map(1, 1)
              .inner(1, (j, x, y) -> y[0] = x[0] - 1, (j, x, jac) -> jac[0][0] = 1)
              .outer(1, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
              .named("parabola"),
          new double[1],
          0.0);

  private static final Map<String, String> DESCENT = Map.of("q", "1");

  private static Contender descent(String label, Double... steps) {
    return new Contender(
        label, Methods.named("sarah-c"), List.of(DESCENT), new Steps.Given(List.of(steps)));
  }

  private static Outcome parabola(Contender... contenders) {
    Comparison comparison = new Comparison(PARABOLA).seeds(1, 2, 3).passes(60);
    Arrays.stream(contenders).forEach(comparison::enter);
    return comparison.go();
  }

  @Test
  void passesToATargetAreThoseOfTheFirstLookThatReachesIt() {
    MethodResult result = parabola(descent("gd", 0.25)).of("gd"); // the gap is 4^-t
    assertThat(result.passesTo()).containsExactly(15.0, 24.0, 33.0); // t = 4, 7, 10
    assertThat(result.passesToGoal()).isEqualTo(45); // t = 14
    assertThat(result.gap()).isEqualTo(Band.of(Math.pow(4, -14)));
    assertThat(result.status()).isEqualTo("done");
  }

  @Test
  void aCurveShowsTheLastLookThatWasPaidFor() {
    List<Point> points = parabola(descent("gd", 0.25)).of("gd").points();
    assertThat(points.get(0).gap()).isEqualTo(1); // the start is known
    for (Point point : points) {
      double steps = Math.min(14, Math.max(0, Math.floor(point.passes() / 3 + 1e-9) - 1));
      assertThat(point.gap()).as("at %s passes", point.passes()).isEqualTo(Math.pow(4, -steps));
      assertThat(point.calls()).isCloseTo(point.passes(), within(1e-12)); // m = 1
      assertThat(point.gradientNorm()).isCloseTo(2 * Math.pow(2, -steps), within(1e-15));
    }
    assertThat(points.get(points.size() - 1).passes()).isCloseTo(45, within(0.3)); // not on
  }

  @Test
  void aRunIsDoneOrDivergedOrOutOfBudget() {
    Outcome outcome =
        parabola(descent("good", 0.25), descent("timid", 0.01), descent("bold", 20.0));
    assertThat(outcome.of("good").status()).isEqualTo("done");
    assertThat(outcome.of("timid").status()).isEqualTo("out of budget");
    assertThat(outcome.of("timid").gap().middle())
        .isCloseTo(Math.pow(0.98, 2 * 20), within(1e-12)); // 60 calls are 20 steps
    assertThat(outcome.of("bold").status()).isEqualTo("diverged");
    assertThat(outcome.of("bold").gap().middle()).isInfinite();
    assertThat(outcome.of("bold").points()).hasSizeLessThan(POINTS_OF_A_WHOLE_BUDGET);
    assertThat(outcome.rows().get(2)).contains("diverged", "-");
  }

  private static final int POINTS_OF_A_WHOLE_BUDGET = 200;

  @Test
  void statusesThatDifferAreCounted() {
    assertThat(Status.of(List.of(Status.OUT_OF_BUDGET, Status.DONE, Status.OUT_OF_BUDGET)))
        .isEqualTo("1 done, 2 out of budget");
  }

  @Test
  void choosingAStepIsCountedApart() {
    MethodResult result = parabola(descent("gd", 0.01, 0.25, 20.0)).of("gd");
    assertThat(result.step()).isEqualTo(0.25);
    assertThat(result.atEdge()).isFalse();
    assertThat(result.tuning().runs()).isEqualTo(9); // three seeds
    // |1 - 2·20| = 39 in each step: the estimate passes 10^6 times the first in step 4.
    assertThat(result.tuning().calls()).isEqualTo(3 * (60 + 45 + 15));
    assertThat(parabola(descent("gd", 0.25)).of("gd").tuning().calls()).isZero();
  }

  @Test
  void onlyTheBestFewAreTriedWithMoreSeeds() {
    MethodResult result =
        parabola(descent("gd", 0.01, 0.02, 0.04, 0.08, 0.16, 0.25)).of("gd"); // six
    assertThat(result.tuning().runs()).isEqualTo(6 + 2 * 4);
    assertThat(result.step()).isEqualTo(0.25);
  }

  @Test
  void aStepAtTheEndOfItsGridIsMarked() {
    assertThat(parabola(descent("gd", 0.01, 0.25)).of("gd").atEdge()).isTrue();
    assertThat(parabola(descent("gd", 0.25)).of("gd").atEdge()).isFalse(); // no grid, no edge
  }

  @Test
  void trialRunsHaveSeedsOfTheirOwn() {
    assertThat(parabola(descent("gd", 0.25)).tuningSeeds()).containsExactly(4L, 5L, 6L);
  }

  @Test
  void mediansAndQuartilesAreThoseOfTheSingleRuns() {
    var meanVariance = new MeanVariance(new SyntheticReturns(300, 10, 4).draw(1), 1);
    double least = ExactMeanVariance.of(meanVariance).objective();
    var instance = new ProblemInstance("small", meanVariance.problem(), new double[10], least);
    Map<String, String> settings = Map.of("eta", "0.01", "q", "30", "S1", "5", "S3", "5");
    long[] seeds = {3, 1, 4, 15};
    Outcome outcome =
        new Comparison(instance)
            .enter(
                new Contender(
                    "sarah",
                    Methods.named("sarah-c"),
                    List.of(Map.of("q", "30", "S1", "5", "S3", "5")),
                    new Steps.Given(List.of(0.01))))
            .seeds(seeds)
            .passes(40)
            .goal(1e-15)
            .threads(3)
            .go();
    double[][] gaps = new double[seeds.length][];
    for (int k = 0; k < seeds.length; k++) {
      var method = Methods.named("sarah-c");
      List<Trace.Row> rows =
          Run.of(instance.problem(), method.with(Settings.parse(settings, method.parameters())))
              .seed(seeds[k])
              .stop(StopRule.passes(40))
              .go()
              .trace()
              .rows();
      gaps[k] = new double[201];
      for (int p = 0; p <= 200; p++) {
        double cost = 0.2 * p;
        Trace.Row found = rows.get(0);
        for (Trace.Row row : rows) {
          found = row.passes() <= cost + 1e-9 ? row : found;
        }
        gaps[k][p] = found.objective() - least;
      }
    }
    List<Point> points = outcome.of("sarah").points();
    assertThat(points).hasSizeGreaterThan(180);
    for (int p = 0; p < points.size(); p++) {
      int at = p;
      double[] four = Arrays.stream(gaps).mapToDouble(g -> g[at]).sorted().toArray();
      Point point = points.get(p);
      assertThat(point.gapLow()).isCloseTo(0.25 * four[0] + 0.75 * four[1], within(1e-12));
      assertThat(point.gap()).isCloseTo(0.5 * four[1] + 0.5 * four[2], within(1e-12));
      assertThat(point.gapHigh()).isCloseTo(0.75 * four[2] + 0.25 * four[3], within(1e-12));
    }
  }

  @Test
  void theOutcomeDoesNotDependOnHowManyRunsGoSideBySide() {
    assertThat(withoutTimes(portfolio(1))).isEqualTo(withoutTimes(portfolio(4)));
  }

  private static Outcome portfolio(int threads) {
    var meanVariance = new MeanVariance(new SyntheticReturns(200, 5, 4).draw(1), 1);
    Comparison comparison =
        new Comparison(new ProblemInstance("small", meanVariance.problem(), new double[5], null))
            .seeds(1, 2, 3)
            .tuning(7, 8)
            .passes(20)
            .threads(threads);
    for (String name : List.of("sarah-c", "scgd", "gd")) {
      comparison.enter(Contender.of(Methods.named(name), new Steps.Powers(-2, 2)));
    }
    return comparison.go();
  }

  private static List<List<Object>> withoutTimes(Outcome outcome) {
    return outcome.results().stream()
        .map(s -> List.<Object>of(s.settings(), s.gap(), s.norm(), s.passesTo(), s.statuses()))
        .toList();
  }

  @Test
  void withoutAKnownMinimumGapsAreOverTheLowestSeen() {
    Outcome outcome = portfolio(2);
    assertThat(outcome.leastKnown()).isFalse();
    assertThat(outcome.gapName()).contains("lowest seen");
    assertThat(outcome.results())
        .allSatisfy(s -> assertThat(s.gap().low()).isGreaterThanOrEqualTo(0));
    var exact =
        ExactMeanVariance.of(new MeanVariance(new SyntheticReturns(200, 5, 4).draw(1), 1))
            .objective();
    assertThat(outcome.least()).isGreaterThanOrEqualTo(exact).isCloseTo(exact, within(1e-2));
  }

  @Test
  void powersOfTwoLieAroundTheMeasuredStep() {
    assertThat(new Steps.Powers(-1, 2).around(0.3)).containsExactly(0.125, 0.25, 0.5, 1.0);
  }

  @Test
  void whoIsAheadNeedsFewerCallsOrEndsClearlyLower() {
    Outcome outcome =
        parabola(
            descent("fast", 0.3), descent("slow", 0.2), descent("stuck", 0.01), descent("x", 0.3));
    assertThat(outcome.of("fast").aheadOf(outcome.of("slow"))).isPositive();
    assertThat(outcome.of("slow").aheadOf(outcome.of("fast"))).isNegative();
    assertThat(outcome.of("slow").aheadOf(outcome.of("stuck"))).isPositive();
    assertThat(outcome.of("fast").aheadOf(outcome.of("x"))).isZero();
  }

  @Test
  void aContestCanBeInterrupted() {
    var asked = new AtomicInteger();
    assertThatThrownBy(
            () ->
                new Comparison(PARABOLA)
                    .enter(descent("timid", 1e-9))
                    .interruptedBy(() -> asked.incrementAndGet() > 10)
                    .go())
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void settingsThatDoNotExistAreRefusedAtTheDoor() {
    assertThatThrownBy(
            () ->
                new Contender(
                    "gd", Methods.named("gd"), List.of(Map.of("q", "5")), new Steps.Automatic()))
        .hasMessageContaining("there is no parameter \"q\"");
  }

  @Test
  void theAutomaticChoiceIsNamedByTheMethodThatRanAndTakesNoStep() {
    MethodResult result =
        new Comparison(PARABOLA)
            .enter(Contender.of(Methods.named("auto"), new Steps.Automatic()))
            .seeds(1, 2)
            .passes(5000) // of one component
            .go()
            .of("auto");
    assertThat(result.method()).isNotEqualTo("auto");
    assertThat(result.status()).isEqualTo("done");
    assertThatThrownBy(() -> Contender.of(Methods.named("auto"), new Steps.Powers(-1, 1)))
        .hasMessageContaining("auto takes no step size");
  }

  /** Their parameters are a switch and a count. */
  @Test
  void secondOrderMethodsTakeNoStepSize() {
    assertThat(Methods.ALL.stream().filter(m -> !Contender.takesStep(m)).map(Method::name))
        .containsExactlyInAnyOrder("auto", "newton", "lbfgs");
  }

  @Test
  void theFingerprintKnowsOtherDataAndAnotherStart() {
    ProblemInstance one = instance(1, 0);
    assertThat(one.fingerprint()).isEqualTo(instance(1, 0).fingerprint()).matches("[0-9a-f]{16}");
    assertThat(one.fingerprint()).isNotEqualTo(instance(2, 0).fingerprint());
    assertThat(one.fingerprint()).isNotEqualTo(instance(1, 1).fingerprint());
  }

  private static ProblemInstance instance(long seed, double start) {
    var problem = new MeanVariance(new SyntheticReturns(20, 2, 4).draw(seed), 1).problem();
    return new ProblemInstance("tiny", problem, new double[] {start, 0}, null);
  }
}
