package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.SmallProblems;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.newton.Families;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.newton.Newton;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the methods promise that choose their steps themselves: newton, lbfgs and auto. */
@Timeout(120)
class SecondOrderContractTest {
  private static final int D = 5;

  /** Enough for a first sample that is not all of them. */
  private static final double[][] ROWS = Families.rows(450, D, 0.2, 1);

  private static final double[] START = Parts.gaussians(D, 7);

  /** A method on a problem. */
  record Case(Method method, String name, Problem problem) {
    Iteration begin(Workers workers, long seed) {
      return method.start().begin(Settings.NONE, new Oracle(problem, workers, seed), feasible());
    }

    double[] feasible() {
      double[] x0 = START.clone();
      problem.penalty().prox(x0, 0);
      return x0;
    }

    Run run() {
      return Run.of(problem, method.byDefault()).from(START).untraced();
    }

    @Override
    public String toString() {
      return "%s, %s, %s".formatted(method.name(), name, problem.penalty());
    }
  }

  static List<Case> cases() {
    Map<String, Problem> problems = new LinkedHashMap<>();
    problems.put("entropic", Families.entropic(ROWS));
    problems.put("entropic, curvature offered", Families.entropicOffered(ROWS));
    problems.put("ratio", Families.ratio(ROWS));
    problems.put("portfolio", SmallProblems.portfolio(ROWS).problem());
    problems.put("portfolio, known as quadratic", SmallProblems.portfolio(ROWS).quadratic());
    problems.put("quadratic of full rank", Quadratic.of(D, 60, 80, 1).parts().quadratic());
    problems.put("robust", SmallProblems.robust(ROWS).problem());
    problems.put("curved", Parts.curved(D, 300, 500, 1).problem());
    problems.put("valley", Families.valley(D));
    List<Penalty> penalties =
        List.of(
            Penalty.NONE,
            Separable.l1(0.02).within(-1, 1),
            Separable.elasticNet(0.01, 0.1).within(0.05, 2),
            Budget.of(
                Separable.box(0, 0.4),
                1.0,
                List.of(new Budget.Group("first", new int[] {0, 1}, 0.1, 0.5))));
    List<Case> all = new ArrayList<>();
    problems.forEach(
        (name, problem) -> {
          for (Penalty penalty : penalties) {
            for (Method method : List.of(Newton.METHOD, Lbfgs.METHOD, Automatic.METHOD)) {
              boolean hasMinimum = !(name.equals("ratio") && penalty.equals(penalties.get(1)));
              if (hasMinimum && (penalty.isZero() || !method.equals(Lbfgs.METHOD))) {
                all.add(new Case(method, name, problem.withPenalty(penalty)));
              }
            }
          }
        });
    return all;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyStepChargesWhatItAnnounced(Case c) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(c.problem(), workers, 3);
      Iteration iteration = c.method().start().begin(Settings.NONE, oracle, c.feasible());
      assertThat(oracle.ledger().total()).isZero();
      for (int t = 0; t < 40; t++) {
        long before = oracle.ledger().total();
        long announced = iteration.nextCallsPaper();
        iteration.step();
        assertThat(oracle.ledger().total() - before).as("step %d", t).isEqualTo(announced);
        iteration.commit();
        assertThat(oracle.ledger().total() - before).as("move %d", t).isEqualTo(announced);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theBitsAreTheSameForAnyNumberOfThreads(Case c) {
    Result one = c.run().stop(StopRule.steps(25)).go();
    for (int threads : new int[] {2, 3}) {
      Result more = c.run().threads(threads).stop(StopRule.steps(25)).go();
      assertThat(more.point()).isEqualTo(one.point());
      assertThat(more.callsPaper()).isEqualTo(one.callsPaper());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void itResumesBitForBitAfterAnyStep(Case c) {
    int steps = 20;
    try (Workers workers = new Workers(1)) {
      List<double[]> path = new ArrayList<>();
      List<byte[]> states = new ArrayList<>();
      Iteration whole = c.begin(workers, 5);
      for (int t = 0; t < steps; t++) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        whole.state(State.writing(bytes));
        states.add(bytes.toByteArray());
        whole.step();
        whole.commit();
        path.add(whole.point().clone());
      }
      for (int t = 0; t < steps; t++) {
        Iteration rest = c.begin(workers, 5);
        byte[] state = states.get(t);
        rest.state(State.reading(new ByteArrayInputStream(state), state.length));
        for (int s = t; s < steps; s++) {
          rest.step();
          rest.commit();
          assertThat(rest.point()).as("x_%d from %d", s + 1, t).isEqualTo(path.get(s));
        }
        assertThat(rest.decisions()).isEqualTo(whole.decisions());
        assertThat(rest.parameters()).isEqualTo(whole.parameters());
        assertThat(rest.name()).isEqualTo(whole.name());
        assertThat(rest.isAtRounding()).isEqualTo(whole.isAtRounding());
      }
    }
  }

  /** And it is known after some step, so that a run with a tolerance can end. */
  @ParameterizedTest
  @MethodSource("cases")
  void whatItSaysOfItsPointIsTrue(Case c) {
    try (Workers workers = new Workers(1)) {
      Evaluator evaluator = new Evaluator(c.problem(), workers);
      Iteration iteration = c.begin(workers, 1);
      int reports = 0;
      for (int t = 0; t < 40; t++) {
        iteration.step();
        if (!Double.isNaN(iteration.objective())) {
          reports++;
          var there = evaluator.at(iteration.point(), iteration.eta());
          double scale = 1 + Math.abs(there.objective());
          assertThat(iteration.objective()).isCloseTo(there.objective(), within(1e-10 * scale));
          assertThat(iteration.gradientNorm())
              .isCloseTo(there.gradientNorm(), within(1e-8 * (1 + there.gradientNorm())));
        }
        iteration.commit();
      }
      if (!String.valueOf(iteration.name())
          .endsWith("agd")) { // which knows another point's gradient
        assertThat(iteration.firstGradientNorm()).isPositive();
        assertThat(reports).isGreaterThan(2);
        assertThat(iteration.givesExactGradients()).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyPointIsFeasibleAndNoneKnownIsAboveTheStart(Case c) {
    try (Workers workers = new Workers(1)) {
      double[] x0 = c.feasible();
      double[] copy = x0.clone();
      double above = new Evaluator(c.problem(), workers).objective(x0);
      Oracle oracle = new Oracle(c.problem(), workers, 1);
      Iteration iteration = c.method().start().begin(Settings.NONE, oracle, x0);
      double last = Double.NaN;
      for (int t = 0; t < 40; t++) {
        iteration.step();
        double here = iteration.objective();
        last = Double.isNaN(here) ? last : here;
        iteration.commit();
        assertThat(c.problem().penalty().value(iteration.point())).as("step %d", t).isFinite();
      }
      assertThat(last).isLessThanOrEqualTo(above);
      assertThat(x0).as("the start is not modified").isEqualTo(copy);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyEventIsToldToObservers(Case c) {
    List<Long> stepped = new ArrayList<>();
    List<Long> restarted = new ArrayList<>();
    List<Long> reported = new ArrayList<>();
    List<Result> finished = new ArrayList<>();
    Result result =
        c.run()
            .stop(StopRule.steps(40))
            .observe(
                new Observer() {
                  @Override
                  public void stepped(Progress progress) {
                    stepped.add(progress.step());
                    assertThat(progress.estimateNorm()).isFinite();
                    if (!Double.isNaN(progress.objective())) {
                      reported.add(progress.step());
                    }
                  }

                  @Override
                  public void restarted(Progress progress) {
                    restarted.add(progress.step());
                  }

                  @Override
                  public void finished(Result end) {
                    finished.add(end);
                  }
                })
            .go();
    long last = stepped.get(stepped.size() - 1); // the run may have ended before
    assertThat(stepped).isEqualTo(LongStream.rangeClosed(0, last).boxed().toList());
    if (!result.algorithm().endsWith("agd")) { // which does not restart
      assertThat(restarted).isNotEmpty().isEqualTo(reported);
    }
    assertThat(finished).containsExactly(result);
    assertThat(result.algorithm()).isNotBlank().doesNotContain("auto");
  }

  /** The valley is hard for secants, and with a penalty for what they hand over to. */
  static List<Case> converging() {
    return cases().stream()
        .filter(c -> !c.name().equals("valley") || !c.method().equals(Newton.METHOD))
        .filter(c -> !c.name().equals("valley") || c.problem().penalty().isZero())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("converging")
  void itConvergesAndSaysSo(Case c) {
    Result result = c.run().stop(StopRule.tolerance(1e-7)).stop(StopRule.steps(3000)).go();
    assertThat(result.converged()).as("%s", result).isTrue();
  }

  // Failure

  private static Parts parts(Random r) {
    int m = 4 + r.nextInt(6);
    int n = 4 + r.nextInt(6);
    return switch (r.nextInt(3)) {
      case 0 -> Parts.curved(D, m, n, r.nextInt(1000));
      case 1 -> SmallProblems.robust(Families.rows(2 * D, D, 0.2, r.nextInt(1000)));
      default -> Quadratic.of(D, m, n, r.nextInt(1000)).parts();
    };
  }

  /** One NaN may cost a step; nothing but NaN from then on ends the run. */
  @Test
  void aNaNAtAnyCallEndsTheRunCleanly() {
    for (long seed = 1; seed <= 150; seed++) {
      Random r = new Random(seed);
      Parts parts = parts(r);
      Trap.Function which = Trap.Function.any(r);
      boolean isOnce = r.nextBoolean();
      Penalty penalty =
          List.of(Penalty.NONE, Separable.l1(0.1), Separable.box(-0.5, 0.5)).get(r.nextInt(3));
      Method other = penalty.isZero() ? Lbfgs.METHOD : Newton.METHOD;
      Method method = List.of(Newton.METHOD, Automatic.METHOD, other).get(r.nextInt(3));
      long at = 1L + r.nextInt(100);
      Result result =
          Run.of(
                  new Trap(which, at, isOnce).in(parts).problem().withPenalty(penalty),
                  method.byDefault())
              .from(START)
              .untraced()
              .stop(StopRule.tolerance(1e-6))
              .stop(StopRule.steps(1000))
              .go();
      String what =
          "seed %d, %s, call %d of %s%s, %s"
              .formatted(seed, method.name(), at, which, isOnce ? "" : " and all later", result);
      assertThat(Arrays.stream(result.point()).allMatch(Double::isFinite)).as(what).isTrue();
      assertThat(penalty.value(result.point())).as(what).isFinite();
      boolean isOver = result.converged() || result.stop().diverged();
      assertThat(isOver || isOnce).as(what).isTrue();
    }
  }

  @Test
  void anEndlessSupplyIsRefusedByThoseThatNeedAllComponents() {
    Problem endless =
        Components.map(1, 1)
            .inner(Inner.UNBOUNDED, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(1, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
            .named("endless");
    for (Method method : List.of(Newton.METHOD, Lbfgs.METHOD)) {
      assertThatThrownBy(() -> Run.of(endless, method.byDefault()).stop(StopRule.steps(1)).go())
          .as(method.name())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("finitely many components");
    }
  }
}
