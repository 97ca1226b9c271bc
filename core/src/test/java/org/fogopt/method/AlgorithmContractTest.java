package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.method.Specimen.Calls;
import org.fogopt.method.Specimen.Kind;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.baseline.Civr;
import org.fogopt.method.baseline.ScScsg;
import org.fogopt.method.newton.Lbfgs;
import org.fogopt.method.newton.Newton;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Output;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every method of given step sizes promises; {@link SecondOrderContractTest} has the others.
 * Numbers come from {@link Specimen} and {@link Naive}.
 */
@Timeout(120)
class AlgorithmContractTest {
  /** Some dozen roundings a step over ten steps, with cancellation in the differences. */
  private static final double ROUNDING = 1e-10;

  private static final int D = 3;

  private static Parts curvedOrAffine(Random r, int m, int n) {
    return r.nextBoolean()
        ? Parts.curved(D, m, n, r.nextInt(1000))
        : Quadratic.of(D, m, n, r.nextInt(1000)).parts();
  }

  private static double[] start(long seed) {
    return Parts.gaussians(D, seed + 500);
  }

  private static Problem with(Problem problem, Penalty penalty) {
    return new Problem(problem.name(), problem.inner(), problem.outer(), penalty);
  }

  @Test
  void everyMethodIsHere() {
    List<Method> others = List.of(Automatic.METHOD, Newton.METHOD, Lbfgs.METHOD);
    assertThat(Arrays.stream(Specimen.values()).map(Specimen::method).toList())
        .isEqualTo(Methods.ALL.stream().filter(m -> !others.contains(m)).toList());
  }

  // What it costs

  @ParameterizedTest
  @EnumSource
  void theLedgerEqualsTheClosedForm(Specimen s) {
    for (long seed = 1; seed <= 60; seed++) {
      Random r = new Random(seed);
      int m = 2 + r.nextInt(20);
      int n = 2 + r.nextInt(20);
      Given given = s.random(r, m, n);
      long steps = r.nextInt(30);
      Result result =
          Run.of(curvedOrAffine(r, m, n).problem(), given.algorithm(s.method()))
              .from(start(seed))
              .seed(seed)
              .stop(StopRule.steps(steps))
              .go();
      Calls expected = s.total(given, seed, m, n, steps);
      String what = "seed %d, m %d, n %d, T %d, %s".formatted(seed, m, n, steps, given);
      assertThat(result.steps()).as(what).isEqualTo(steps);
      assertThat(result.calls()).as(what).isEqualTo(expected.strict());
      assertThat(result.callsPaper()).as(what).isEqualTo(expected.paper());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatStopsEarlyHasPaidForTheStepsItTook(Specimen s) {
    for (long seed = 1; seed <= 20; seed++) {
      Random r = new Random(seed);
      int m = 4 + r.nextInt(20);
      int n = 4 + r.nextInt(20);
      Given given = s.random(r, m, n);
      long last = r.nextInt(15);
      Result afterStep =
          Run.of(curvedOrAffine(r, m, n).problem(), given.algorithm(s.method()))
              .from(start(seed))
              .seed(seed)
              .stop(
                  new StopRule() {
                    @Override
                    public Stop after(Progress progress) {
                      return progress.step() == last
                          ? new Stop(Stop.Reason.INTERRUPTED, "enough")
                          : null;
                    }
                  })
              .go();
      Calls paid = s.total(given, seed, m, n, last + 1);
      assertThat(afterStep.calls()).as("seed %d, %s", seed, given).isEqualTo(paid.strict());
      assertThat(afterStep.callsPaper()).as("seed %d, %s", seed, given).isEqualTo(paid.paper());

      double passes = 0.5 + 30 * r.nextDouble();
      Result budget =
          Run.of(curvedOrAffine(r, m, n).problem(), given.algorithm(s.method()))
              .from(start(seed))
              .seed(seed)
              .stop(StopRule.passes(passes))
              .go();
      Calls spent = s.total(given, seed, m, n, budget.steps());
      assertThat(budget.calls()).as("seed %d, %s", seed, given).isEqualTo(spent.strict());
      assertThat(budget.callsPaper()).isEqualTo(spent.paper());
      assertThat((double) s.total(given, seed, m, n, budget.steps() + 1).paper())
          .as("one more step would have been too much")
          .isGreaterThan(passes * m);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSearchForAStepSizeIsCharged(Specimen s) {
    for (long seed = 1; seed <= 20; seed++) {
      Random r = new Random(seed);
      int m = 2 + r.nextInt(20);
      int n = 2 + r.nextInt(300);
      Given given = s.random(r, m, n);
      Problem problem = curvedOrAffine(r, m, n).problem();
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(problem, workers, seed);
        given.without(s.stepSize()).algorithm(s.method()).start(oracle, start(seed));
        Calls expected = s.start(given, m, n).plus(s.probe(given, n).calls(m, n));
        assertThat(oracle.ledger().strict()).as("%s", given).isEqualTo(expected.strict());
        assertThat(oracle.ledger().paper()).as("%s", given).isEqualTo(expected.paper());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theCostOfTheNextStepIsKnownBeforeIt(Specimen s) {
    for (long seed = 1; seed <= 40; seed++) {
      Random r = new Random(seed);
      int m = 2 + r.nextInt(30);
      int n = 2 + r.nextInt(30);
      Given given = s.random(r, m, n);
      if (seed % 4 == 0) {
        given = given.without(s.stepSize());
      }
      Problem problem = curvedOrAffine(r, m, n).problem();
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(problem, workers, seed);
        Iteration iteration = given.algorithm(s.method()).start(oracle, start(seed));
        for (int t = 0; t < 60; t++) {
          long before = oracle.ledger().total();
          long announced = iteration.nextCallsPaper();
          iteration.step();
          assertThat(oracle.ledger().total() - before)
              .as("seed %d, step %d, %s", seed, t, given)
              .isEqualTo(announced);
          iteration.commit();
        }
      }
    }
  }

  // Where it goes

  @ParameterizedTest
  @EnumSource
  void itsIteratesAreThoseOfTheNaiveForm(Specimen s) {
    for (long seed = 1; seed <= 30; seed++) {
      Random r = new Random(seed);
      int m = 3 + r.nextInt(10);
      int n = 3 + r.nextInt(10);
      Given given = s.random(r, m, n);
      for (Parts parts :
          List.of(Parts.curved(D, m, n, seed), Quadratic.of(D, m, n, seed).parts())) {
        Paths.assertClose(
            s.path(parts, given, start(seed), seed, 10),
            s.naive(new Naive(parts, Naive.NO_PROX, seed), given, start(seed), 10),
            ROUNDING);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void withAPenaltyTooAndTheThresholdOfL1IsEtaTimesLambda(Specimen s) {
    double lambda = 0.3;
    Naive.Prox softThreshold =
        (v, eta) -> {
          for (int k = 0; k < v.length; k++) {
            v[k] = Math.signum(v[k]) * Math.max(0, Math.abs(v[k]) - eta * lambda);
          }
        };
    Naive.Prox clip =
        (v, eta) -> {
          for (int k = 0; k < v.length; k++) {
            v[k] = Math.max(-0.2, Math.min(0.3, v[k]));
          }
        };
    for (long seed = 1; seed <= 20; seed++) {
      Random r = new Random(seed);
      int m = 3 + r.nextInt(10);
      int n = 3 + r.nextInt(10);
      Given given = s.random(r, m, n);
      Parts parts = curvedOrAffine(r, m, n);
      double[] x0 = start(seed);
      Algorithm algorithm = given.algorithm(s.method());
      Paths.assertClose(
          Paths.of(with(parts.problem(), Separable.l1(lambda)), algorithm, x0, seed, 10),
          s.naive(new Naive(parts, softThreshold, seed), given, x0, 10),
          ROUNDING);
      double[] inside = x0.clone();
      clip.apply(inside, 1);
      Paths.assertClose(
          Paths.of(with(parts.problem(), Separable.box(-0.2, 0.3)), algorithm, inside, seed, 10),
          s.naive(new Naive(parts, clip, seed), given, inside, 10),
          ROUNDING);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AGD", "NASA", "SCVRG"})
  void onFullBatchesItIsProximalGradientDescent(Specimen s) {
    int m = 12;
    int n = 15;
    double eta = 0.06;
    for (long seed = 1; seed <= 5; seed++) {
      for (Parts parts :
          List.of(Parts.curved(D, m, n, seed), Quadratic.of(D, m, n, seed).parts())) {
        Given full = s.full(eta, m, n);
        Paths.assertClose(
            s.path(parts, full, start(seed), seed, 25),
            Paths.gradientDescent(parts, eta, start(seed), 25),
            1e-12);
        Naive.Prox positive = (v, e) -> Arrays.setAll(v, k -> Math.max(0, v[k]));
        double[] inside = start(seed);
        positive.apply(inside, 1);
        Paths.assertClose(
            Paths.of(
                with(parts.problem(), Separable.nonNegative()),
                full.algorithm(s.method()),
                inside,
                seed,
                25),
            new Naive(parts, positive, 0).gradientDescent(eta, inside, 25),
            1e-12);
      }
    }
  }

  /** Section 9: z_{k+1} = J(x_{k+1})ᵀ∇f(u_k) with a one-step-old u, and u_{k+1} = g(x_{k+1}). */
  @Test
  void onFullBatchesNasaIsGradientDescentWithAnOldValue() {
    int m = 12;
    int n = 15;
    double eta = 0.06;
    double tau = 0.5;
    Parts parts = Parts.curved(D, m, n, 1);
    Given full =
        Given.of("eta", eta)
            .and("tau", tau)
            .and("tauPower", 0)
            .and("a", 1 / tau)
            .and("b", 1 / tau)
            .and("Sg", m)
            .and("Sf", n);
    List<double[]> expected = new ArrayList<>();
    double[] x = start(1);
    double[] z = parts.gradient(x);
    double[] u = parts.value(Parts.all(m), x);
    expected.add(x);
    for (int k = 0; k < 25; k++) {
      x = Naive.sum(1, x, -tau * eta, z);
      z =
          Parts.transposeTimes(
              parts.jacobian(Parts.all(m), x), parts.outerGradient(Parts.all(n), u));
      u = parts.value(Parts.all(m), x);
      expected.add(x);
    }
    Paths.assertClose(Specimen.NASA.path(parts, full, start(1), 1, 25), expected, 1e-12);
  }

  /** v = ∇Φ(x), so x moves as gradient descent with its growing step; anchors are epochs' means. */
  @Test
  void onFullBatchesScvrgIsGradientDescentSeenThroughMeans() {
    int m = 12;
    int n = 15;
    double eta = 0.06;
    Parts parts = Parts.curved(D, m, n, 1);
    Given full = Specimen.SCVRG.full(eta, m, n).and("T", 10); // epochs of 4, 6, 9, …
    double[] x = start(1);
    List<double[]> moved = new ArrayList<>();
    for (int t = 0; t < 19; t++) {
      x = Naive.sum(1, x, -eta * Math.sqrt(10.0 / (20 - Math.min(t, 10))), parts.gradient(x));
      moved.add(x);
    }
    List<double[]> path = Specimen.SCVRG.path(parts, full, start(1), 1, 20);
    double[][] anchors = {
      start(1),
      Naive.mean(moved.subList(0, 4)),
      Naive.mean(moved.subList(4, 10)),
      Naive.mean(moved.subList(10, 19))
    };
    int[] seenAfter = {4, 10, 19, 20};
    for (int e = 0; e < 4; e++) {
      assertThat(path.get(seenAfter[e])).containsExactly(anchors[e], within(1e-12));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theFirstInnerStepAtAnAnchorIsAlongTheFullGradient(Specimen s) {
    if (s.kind != Kind.SVRG) {
      return;
    }
    for (long seed = 1; seed <= 10; seed++) {
      Random r = new Random(seed);
      int m = 5 + r.nextInt(10);
      int n = 5 + r.nextInt(10);
      Given given = s.random(r, m, n).and("K", 4);
      if (s == Specimen.SC_SCSG) {
        given = given.and("D1", m).and("D2", m).and("D3", n);
      }
      Parts parts = curvedOrAffine(r, m, n);
      try (Workers workers = new Workers(1)) {
        Iteration iteration =
            given
                .algorithm(s.method())
                .start(new Oracle(parts.problem(), workers, seed), start(seed));
        int anchors = 0;
        for (int t = 0; t < 12; t++) {
          iteration.step();
          // the iterate of SCVRG is at its anchor only once
          if (iteration.restarted() && (t == 0 || s != Specimen.SCVRG)) {
            anchors++;
            double[] x = iteration.point().clone();
            double norm = Parts.norm(parts.gradient(x));
            assertThat(iteration.estimateNorm()).isCloseTo(norm, within(1e-11));
            assertThat(iteration.gradientNorm()).isCloseTo(norm, within(1e-11));
            assertThat(iteration.objective()).isCloseTo(parts.objective(x), within(1e-11));
            if (s != Specimen.SCVRG) {
              double[] expected = Naive.sum(1, x, -iteration.eta(), parts.gradient(x));
              iteration.commit();
              assertThat(iteration.point()).containsExactly(expected, within(1e-11));
              continue;
            }
          }
          iteration.commit();
        }
        assertThat(anchors).isPositive();
      }
    }
  }

  // Normalised steps

  @ParameterizedTest
  @EnumSource(names = {"SARAH_C", "STORM_C"})
  void aNormalisedStepIsNoLongerThanEtaTimesEps(Specimen s) {
    double eta = 0.05;
    double eps = 0.3;
    Parts parts = Parts.curved(3, 30, 40, 1);
    Random r = new Random(1);
    Given given = s.random(r, 30, 40).and("eta", eta).and("eps", eps);
    double[] x0 = {4, -3, 5};
    List<double[]> path = s.path(parts, given, x0, 1, 200);
    List<double[]> free = s.path(parts, given.without("eps"), x0, 1, 1);
    int limited = 0;
    for (int t = 0; t < 200; t++) {
      double moved = Parts.norm(Naive.sum(1, path.get(t + 1), -1, path.get(t)));
      assertThat(moved).isLessThanOrEqualTo(eta * eps * (1 + 1e-12));
      limited += moved > eta * eps * (1 - 1e-12) ? 1 : 0;
    }
    assertThat(limited).isPositive();
    // the first move is in the same direction, shortened to eta eps or halved
    double[] direction = Naive.sum(1, free.get(1), -1, x0);
    double gamma = Math.min(0.5, eta * eps / Parts.norm(direction));
    assertThat(path.get(1)).containsExactly(Naive.sum(1, x0, gamma, direction), within(1e-14));
    // and halved it is where it is short
    List<double[]> halved = s.path(parts, given.and("eps", 1e9), x0, 1, 1);
    assertThat(halved.get(1)).containsExactly(Naive.sum(1, x0, 0.5, direction), within(1e-14));
  }

  // Determinism

  @ParameterizedTest
  @EnumSource
  void aSeedFixesEveryBitForAnyNumberOfThreads(Specimen s) {
    int m = 3100;
    int n = 3200;
    Parts parts = Parts.curved(2, m, n, 1);
    Given given = s.random(new Random(3), m, n);
    for (String size : List.of("S1", "S2", "S3", "A", "B", "C", "S", "a", "b", "Sg", "SG", "Sf")) {
      if (given.values().containsKey(size) && Given.parameter(s.method(), size).whole()) {
        given = given.and(size, 1500); // more than a chunk
      }
    }
    if (s.kind == Kind.SVRG) {
      given = given.and("K", 4);
    }
    double[] first = point(parts, given.algorithm(s.method()), 1, 1);
    for (int threads : new int[] {2, 3, 8}) {
      assertThat(point(parts, given.algorithm(s.method()), 1, threads))
          .as("%d threads", threads)
          .isEqualTo(first);
    }
    if (s.kind != Kind.EXACT) {
      assertThat(point(parts, given.algorithm(s.method()), 2, 1)).isNotEqualTo(first);
    }
  }

  private static double[] point(Parts parts, Algorithm algorithm, long seed, int threads) {
    return Run.of(parts.problem(), algorithm)
        .from(new double[] {0.5, -1})
        .seed(seed)
        .threads(threads)
        .untraced()
        .stop(StopRule.steps(13))
        .go()
        .point();
  }

  // What others see

  @ParameterizedTest
  @EnumSource
  void everyEventIsToldToObservers(Specimen s) {
    for (long seed = 1; seed <= 10; seed++) {
      Random r = new Random(seed);
      int m = 5 + r.nextInt(10);
      int n = 5 + r.nextInt(10);
      Given given = s.random(r, m, n);
      List<Long> stepped = new ArrayList<>();
      List<Long> restarted = new ArrayList<>();
      List<Result> finished = new ArrayList<>();
      Result result =
          Run.of(curvedOrAffine(r, m, n).problem(), given.algorithm(s.method()))
              .from(start(seed))
              .seed(seed)
              .stop(StopRule.steps(17))
              .observe(
                  new Observer() {
                    @Override
                    public void stepped(Progress progress) {
                      stepped.add(progress.step());
                      assertThat(progress.estimateNorm()).isFinite();
                      assertThat(progress.eta()).isPositive();
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
      assertThat(stepped)
          .containsExactly(Specimen.GD.restarts(given, 0, m, n, 17).toArray(Long[]::new));
      assertThat(restarted).isEqualTo(s.restarts(given, seed, m, n, 17));
      assertThat(finished).containsExactly(result);
      assertThat(result.algorithm()).isEqualTo(s.key);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatItSaysOfItsPointIsTrue(Specimen s) {
    for (long seed = 1; seed <= 10; seed++) {
      Random r = new Random(seed);
      int m = 5 + r.nextInt(10);
      int n = 5 + r.nextInt(10);
      Parts parts = curvedOrAffine(r, m, n);
      double lambda = r.nextBoolean() ? 0 : 0.2;
      Problem problem = with(parts.problem(), Separable.l1(lambda));
      Given given = seed % 3 == 0 ? Given.NOTHING : s.random(r, m, n);
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(problem, workers, seed);
        Iteration iteration = given.algorithm(s.method()).start(oracle, start(seed));
        for (int t = 0; t < 20; t++) {
          iteration.step();
          double[] x = iteration.point().clone();
          if (!Double.isNaN(iteration.objective())) {
            double l1 = 0;
            for (double v : x) {
              l1 += lambda * Math.abs(v);
            }
            assertThat(iteration.objective()).isCloseTo(parts.objective(x) + l1, within(1e-11));
          }
          if (!Double.isNaN(iteration.gradientNorm()) && lambda == 0) {
            assertThat(iteration.gradientNorm())
                .isCloseTo(Parts.norm(parts.gradient(x)), within(1e-10));
          }
          if (iteration.restarted()) {
            assertThat(Double.isFinite(iteration.objective()))
                .as("an exact restart tells what it found")
                .isEqualTo(iteration.givesExactGradients());
          }
          iteration.commit();
          assertThat(iteration.objective()).isNaN();
          assertThat(iteration.gradientNorm()).isNaN();
          assertThat(iteration.restarted()).isFalse();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void itSaysWhatItsStepSizeIs(Specimen s) {
    Given given = s.random(new Random(8), 10, 12);
    Naive.Steps eta =
        switch (s) {
          case SCGD, ACC_SCGD, ASC_PG -> Specimen.falling(given, "alpha", "alphaPower");
          case SCSC -> Specimen.falling(given, "alpha", "power");
          default -> s.etas(given);
        };
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(Parts.curved(D, 10, 12, 1).problem(), workers, 3);
      Iteration iteration = given.algorithm(s.method()).start(oracle, start(3));
      for (int t = 0; t < 30; t++) {
        assertThat(iteration.eta()).as("step %d", t).isCloseTo(eta.at(t), within(1e-15));
        iteration.step();
        iteration.commit();
      }
    }
  }

  /** A run relies on it: where it is false the run pays, where it is true some step tells. */
  @ParameterizedTest
  @EnumSource
  void itSaysWhetherItGivesExactGradients(Specimen s) {
    for (long seed = 1; seed <= 20; seed++) {
      Random r = new Random(seed);
      int m = 5 + r.nextInt(10);
      int n = 5 + r.nextInt(10);
      Given given = seed % 4 == 0 ? Given.NOTHING : s.random(r, m, n);
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(curvedOrAffine(r, m, n).problem(), workers, seed);
        Iteration iteration = given.algorithm(s.method()).start(oracle, start(seed));
        boolean wasReported = false;
        for (int t = 0; t < 300; t++) {
          iteration.step();
          boolean isReported = Double.isFinite(iteration.objective());
          assertThat(Double.isFinite(iteration.gradientNorm())).isEqualTo(isReported);
          assertThat(isReported && t > 0 && !iteration.givesExactGradients())
              .as("seed %d, step %d, %s", seed, t, given)
              .isFalse();
          wasReported |= t > 0 && isReported;
          iteration.commit();
        }
        assertThat(wasReported)
            .as("seed %d, %s", seed, given)
            .isEqualTo(iteration.givesExactGradients());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theStartIsNotModified(Specimen s) {
    Parts parts = Parts.curved(D, 10, 12, 1);
    for (Given given : List.of(Given.NOTHING, s.random(new Random(1), 10, 12))) {
      double[] x0 = start(1);
      double[] copy = x0.clone();
      s.path(parts, given, x0, 1, 30);
      assertThat(x0).isEqualTo(copy);
    }
  }

  // Parameters

  @ParameterizedTest
  @EnumSource
  void aValueOutOfRangeIsRefusedByName(Specimen s) {
    for (Parameter parameter : s.method().parameters()) {
      for (String value : List.of("-1", "NaN", "Infinity", "-1e9", "-0.5")) {
        assertThatThrownBy(
                () -> Settings.parse(Map.of(parameter.name(), value), s.method().parameters()))
            .as("%s = %s", parameter.name(), value)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith(
                "%s (%s) must be %s", parameter.name(), parameter.meaning(), parameter.range())
            .hasMessageEndingWith(", not " + (value.equals("-1e9") ? "-1000000000" : value));
      }
      if (parameter.whole()) {
        assertThatThrownBy(
                () -> Settings.parse(Map.of(parameter.name(), "1.5"), s.method().parameters()))
            .hasMessageStartingWith(parameter.name())
            .hasMessageEndingWith(", not 1.5");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void anUnknownKeyAndTextAreRefused(Specimen s) {
    List<Parameter> parameters = s.method().parameters();
    assertThatThrownBy(() -> Settings.parse(Map.of("inertia", "1"), parameters))
        .hasMessageStartingWith(
            "there is no parameter \"inertia\"; expected one of " + s.stepSize());
    for (Parameter parameter : parameters) {
      assertThatThrownBy(() -> Settings.parse(Map.of(parameter.name(), "much"), parameters))
          .hasMessage("%s must be a number, not \"much\"", parameter.name());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBatchLargerThanItsPopulationIsRefused(Specimen s) {
    int m = 7;
    int n = 9;
    Given right = s.random(new Random(1), m, n);
    Parts parts = Parts.curved(D, m, n, 1);
    List<String> inner =
        List.of("S1", "S2", "S1L", "S2L", "a", "A", "B", "D1", "D2", "S", "Sg", "SG");
    List<String> outer = List.of("S3", "S3L", "b", "C", "D3", "Sf");
    for (String name : right.values().keySet()) {
      boolean whole = Given.parameter(s.method(), name).whole();
      if (whole && (inner.contains(name) || outer.contains(name))) {
        int count = inner.contains(name) ? m : n;
        Given wrong = right.without("adaptive").and(name, count + 1);
        assertThatThrownBy(() -> s.path(parts, wrong, start(1), 1, 1))
            .as("%s", wrong)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage(
                "%s = %d is more than the %s = %d components there are",
                name, count + 1, inner.contains(name) ? "m" : "n", count);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void theDefaultsListedAreThoseUsedAndEveryParameterMatters(Specimen s) {
    int m = 60;
    int n = 70;
    Parts parts = Parts.curved(D, m, n, 4);
    Given given = Given.of(s.stepSize(), 0.05);
    String trace = trace(s, parts, given);
    for (Parameter parameter : s.method().parameters()) {
      Double standard = parameter.standard();
      if (standard != null) {
        assertThat(trace(s, parts, given.and(parameter.name(), standard)))
            .as("%s = %s, its default", parameter.name(), standard)
            .isEqualTo(trace);
      }
    }
  }

  /** Points and calls, step by step. */
  private static String trace(Specimen s, Parts parts, Given given) {
    StringBuilder text = new StringBuilder();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 5);
      Iteration iteration = given.algorithm(s.method()).start(oracle, start(5));
      for (int t = 0; t < 40; t++) {
        iteration.step();
        iteration.commit();
        text.append(Arrays.toString(iteration.point())).append(oracle.ledger()).append('\n');
      }
    }
    return text.toString();
  }

  @ParameterizedTest
  @EnumSource
  void changingAParameterChangesTheRun(Specimen s) {
    int m = 60;
    int n = 70;
    Parts parts = Parts.curved(D, m, n, 4);
    Given base = Given.of(s.stepSize(), 0.05);
    if (s == Specimen.CIVR) { // growth matters when there is room to grow
      base = base.and("adaptive", 1);
    }
    for (Parameter parameter : s.method().parameters()) {
      if (s == Specimen.AGD && parameter.name().equals("restart")) {
        continue; // matters only once the momentum points uphill
      }
      double other =
          switch (parameter.range()) {
            case YES_OR_NO -> 1 - (parameter.standard() == null ? 0 : parameter.standard());
            case FRACTION, BELOW_ONE -> 0.4;
            case AT_LEAST_ONE -> 2;
            case POSITIVE, NOT_NEGATIVE -> parameter.whole() ? 2 : 0.02;
          };
      if (s == Specimen.CIVR && parameter.equals(Civr.ADAPTIVE)) {
        other = 0;
      }
      if (s == Specimen.SC_SCSG && parameter.equals(ScScsg.GEOMETRIC)) {
        base = base.and("K", 3);
      }
      assertThat(trace(s, parts, base.and(parameter.name(), other)))
          .as("%s = %s", parameter.name(), other)
          .isNotEqualTo(trace(s, parts, base));
    }
  }

  @ParameterizedTest
  @EnumSource
  void theParametersReportedAreThoseGiven(Specimen s) {
    int m = 20;
    int n = 30;
    Parts parts = Parts.curved(D, m, n, 4);
    Given given = s.random(new Random(2), m, n).without("adaptive").without("geometric");
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          given.algorithm(s.method()).start(new Oracle(parts.problem(), workers, 5), start(5));
      iteration.step();
      iteration
          .parameters()
          .forEach(
              (name, value) -> {
                if (s == Specimen.SARAH_C && name.equals("S2") && given.is("shared")) {
                  assertThat(value).isEqualTo(given.count("S1"));
                } else if (!(s == Specimen.SCVRG && name.equals("eta"))) { // it grows
                  assertThat(value.doubleValue()).as(name).isEqualTo(given.number(name));
                }
              });
      assertThat(iteration.parameters()).containsKey(s.stepSize());
      assertThat(iteration.decisions()).isEmpty();
    }
  }

  // Failure

  @ParameterizedTest
  @EnumSource
  void aNaNAtAnyCallEndsTheRunCleanly(Specimen s) {
    int steps = 12;
    for (long seed = 1; seed <= 60; seed++) {
      Random r = new Random(seed);
      int m = 4 + r.nextInt(6);
      int n = 4 + r.nextInt(6);
      Given given = s.random(r, m, n);
      Parts parts = curvedOrAffine(r, m, n);
      Trap.Function which = Trap.Function.any(r);
      Penalty penalty =
          seed % 3 == 0
              ? Separable.l1(0.1)
              : seed % 3 == 1 ? Separable.box(-0.5, 0.5) : Penalty.NONE;
      Trap counting = new Trap(which, Long.MAX_VALUE, true);
      long[] evaluations = new long[1];
      Run.of(with(counting.in(parts).problem(), penalty), given.algorithm(s.method()))
          .from(start(seed))
          .seed(seed)
          .untraced()
          .stop(StopRule.steps(steps))
          .observe(
              new Observer() {
                @Override
                public void stepped(Progress progress) {
                  evaluations[0] = counting.seen();
                }
              })
          .go();
      if (evaluations[0] == 0) {
        continue; // an affine g is not asked for differences of its Jacobian
      }
      long at = 1L + r.nextInt((int) evaluations[0]);
      Result result =
          Run.of(
                  with(new Trap(which, at, true).in(parts).problem(), penalty),
                  given.algorithm(s.method()))
              .from(start(seed))
              .seed(seed)
              .untraced()
              .stop(StopRule.steps(steps + 2)) // a value may be used a step later only
              .go();
      String what = "seed %d, call %d of %s, %s".formatted(seed, at, which, given);
      if (which
          == Trap.Function.OUTER) { // no step depends on it, but an exact gradient comes with it
        assertThat(result.stop().reason()).as(what).isIn(Stop.Reason.STEPS, Stop.Reason.DIVERGED);
      } else {
        assertThat(result.stop().reason()).as(what).isEqualTo(Stop.Reason.DIVERGED);
        // It was so once: no component can be named.
        assertThat(result.stop().detail()).contains("not finite");
      }
      for (double v : result.point()) {
        assertThat(v).as(what).isFinite();
      }
      assertThat(penalty.value(result.point())).as(what).isFinite();
    }
  }

  @ParameterizedTest
  @EnumSource
  void withEverythingAutomaticToo(Specimen s) {
    for (long seed = 1; seed <= 20; seed++) {
      Random r = new Random(seed);
      Parts parts = curvedOrAffine(r, 8, 9);
      Trap trap = new Trap(Trap.Function.any(r), 1 + r.nextInt(800), r.nextBoolean());
      Result result =
          Run.of(
                  with(trap.in(parts).problem(), Separable.box(-1, 1)),
                  Given.NOTHING.algorithm(s.method()))
              .from(start(seed))
              .seed(seed)
              .untraced()
              .stop(StopRule.steps(300))
              .go();
      assertThat(Separable.box(-1, 1).value(result.point())).as("seed %d", seed).isZero();
    }
  }

  // Which point is handed back

  @ParameterizedTest
  @EnumSource
  void theAverageIsThatOfTheLastHalf(Specimen s) {
    int m = 9;
    int n = 11;
    Given given = s.random(new Random(6), m, n);
    Parts parts = Parts.curved(D, m, n, 2);
    for (int steps : new int[] {1, 2, 3, 4, 5, 7, 8, 11, 16, 23}) {
      List<double[]> points = new ArrayList<>();
      Result result = collect(s, parts, given, steps, Output.AVERAGE, points);
      // b the largest power of two up to T − 1 … of T points, those from b/2 on
      int b = Integer.highestOneBit(Math.max(1, steps - 1));
      int first = steps == 1 ? 0 : b / 2;
      assertThat(result.point())
          .as("%d steps", steps)
          .containsExactly(Naive.mean(points.subList(first, steps)), within(1e-12));
      assertThat(steps - first).isBetween((steps + 1) / 2, (3 * steps + 3) / 4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theRandomPointIsTheOneDrawnFromAllButTheLast(Specimen s) {
    int m = 9;
    int n = 11;
    Given given = s.random(new Random(6), m, n);
    Parts parts = Parts.curved(D, m, n, 2);
    for (int steps : new int[] {1, 2, 5, 20}) {
      List<double[]> points = new ArrayList<>();
      Result result = collect(s, parts, given, steps, Output.RANDOM, points);
      int held = 0;
      for (int t = 1; t < steps; t++) { // a reservoir of one
        if (new Draws(7).uniform(Draws.Stream.OUTPUT, t, 0, t + 1L) == 0) {
          held = t;
        }
      }
      assertThat(result.point()).isEqualTo(points.get(held));
    }
  }

  private static Result collect(
      Specimen s, Parts parts, Given given, int steps, Output output, List<double[]> points) {
    return Run.of(parts.problem(), given.algorithm(s.method()))
        .from(start(2))
        .seed(7)
        .output(output)
        .stop(StopRule.steps(steps))
        .observe(
            new Observer() {
              @Override
              public void stepped(Progress progress) {
                points.add(progress.point().clone());
              }
            })
        .go();
  }
}
