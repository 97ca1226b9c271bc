package org.fogopt.method.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fogopt.Fog;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.SmallProblems;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.method.baseline.Scgd;
import org.fogopt.method.newton.Families;
import org.fogopt.method.newton.Newton;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.problem.Traits;
import org.fogopt.run.Checkpoints;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  // The choice

  private static final long ENDLESS = Inner.UNBOUNDED;

  /** d unknowns, l outputs, m and n components; affine; a penalty, its structure; curvature. */
  static List<Arguments> table() {
    return List.of(
        choice("newton", "offered", 30, 31, 1000, 1000, true, false, true, true, true),
        choice("newton", "from secants", 30, 31, 1000, 1000, true, false, true, false, false),
        choice("newton", "from secants", 30, 1, 1000, 1, false, false, true, false, false),
        choice("newton", "offered", 30, 500, 1000, 1000, false, false, true, true, false),
        choice("newton", "from secants", 30, 500, 1000, 1000, true, false, true, false, false),
        choice("newton", "offered", 30, 31, 1000, 1000, true, true, true, true, true),
        choice("newton", "1000 unknowns", 1000, 1, 5_000_000, 1, false, true, true, false, false),
        choice("newton", "from secants", 30, 31, 1000, 1000, false, false, true, false, false),
        choice("newton", "1000 unknowns", 1000, 1, 70_000, 1, true, false, true, true, true),
        choice("newton", "2048 unknowns", 2048, 1, 32_768, 1, true, false, true, true, true), // 2²⁶
        choice("sarah-c", "2048 unknowns", 2048, 1, 32_769, 1, true, false, true, true, true),
        choice("newton", "1001 unknowns", 1001, 1, 60_000, 1, true, false, true, true, true),
        choice(
            "lbfgs", "3000 unknowns are many", 3000, 1, 25_000, 1, true, false, true, true, true),
        choice("newton", "300 unknowns", 300, 1, 90_000, 1, false, false, true, false, false),
        choice(
            "lbfgs", "301 unknowns are many", 301, 1, 30_000, 1, false, false, true, false, false),
        choice("lbfgs", "50000 unknowns", 50_000, 1, 10_000, 1, false, false, true, true, false),
        choice(
            "sarah-c", "50000 unknowns", 50_000, 1, 1_000_000, 1, false, false, true, true, false),
        choice("lbfgs", "more outputs than", 30, 32, 1000, 1000, false, false, true, false, false),
        choice(
            "sarah-c", "more outputs than", 30, 32, 200_000, 9, false, false, true, false, false),
        choice("agd", "more outputs than", 30, 32, 1000, 1000, false, true, true, false, false),
        choice("sarah-c", "proximal map", 30, 31, 1000, 1000, true, true, false, true, false),
        choice("sarah-c", "constraints on", 1001, 1, 1000, 1, false, true, true, true, false),
        choice("sarah-c", "endless", 30, 31, ENDLESS, 1000, true, false, true, true, false),
        choice("sarah-c", "endless", 30, 31, 1000, ENDLESS, true, true, true, false, false),
        choice("sarah-c", "endless", 30, 1, ENDLESS, ENDLESS, false, true, false, false, false));
  }

  private static Arguments choice(
      String method,
      String reason,
      int d,
      int l,
      long m,
      long n,
      boolean isAffine,
      boolean hasPenalty,
      boolean isPolyhedral,
      boolean offersCurvature,
      boolean isQuadratic) {
    return Arguments.of(
        method,
        reason,
        new Traits(
            d,
            l,
            m,
            n,
            m,
            m,
            isAffine,
            false,
            hasPenalty,
            isPolyhedral,
            offersCurvature,
            isQuadratic));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("table")
  void theChoiceGoesByWhatAProblemIsAndOffers(String method, String reason, Traits traits) {
    Automatic.Choice choice = Automatic.choose(traits);
    assertThat(choice.method().name()).isEqualTo(method);
    assertThat(choice.reason()).contains(reason);
  }

  /** A schedule of 5000 full evaluations pays where these cost a fifth of a pass or less. */
  @Test
  void anOfferedMethodIsTakenIfItsScheduleCostsNoMoreThanTheUsualBudget() {
    Automatic.Offer offer = new Automatic.Offer(Scgd.METHOD, 5000, "full evaluations are cheap");
    assertThat(Automatic.choose(withCost(200_000), offer).method()).isEqualTo(Scgd.METHOD);
    assertThat(Automatic.choose(withCost(200_000), offer).reason()).isEqualTo(offer.reason());
    assertThat(Automatic.choose(withCost(200_001), offer).method().name()).isEqualTo("sarah-c");
  }

  private static Traits withCost(double innerCost) {
    return new Traits(
        2000, 2001, 1_000_000, 1000, innerCost, 1_000_000, false, false, false, true, false, false);
  }

  /** A step changes all unknowns, however few of them its samples depend on. */
  @ParameterizedTest(name = "{3}")
  @CsvSource({
    "false, false, 500, sarah-c", // a factor at every step is too dear, and rows are many
    "true, false, 500, lbfgs",
    "true, false, 300, newton",
    "true, true, 500, newton",
    "true, true, 1001, sarah-c"
  })
  void sparseComponentsAreNotSampledUnlessThereIsAPenalty(
      boolean isSparse, boolean hasPenalty, int d, String method) {
    Traits traits = million(d, 1_000_000, isSparse, hasPenalty);
    assertThat(Automatic.choose(traits).method().name()).isEqualTo(method);
  }

  private static Traits million(int d, long effectiveCount, boolean isSparse, boolean hasPenalty) {
    return new Traits(
        d, 2, 1_000_000, 1, 1e6, effectiveCount, false, isSparse, hasPenalty, true, true, false);
  }

  /** Samples would miss those few. */
  @ParameterizedTest(name = "{0} of a million, penalty: {1}")
  @CsvSource({
    "30001, false, sarah-c",
    "30000, false, lbfgs",
    "2, false, lbfgs",
    "2, true, sarah-c"
  })
  void aMeanThatFewComponentsMakeIsNotSampled(long effective, boolean hasPenalty, String method) {
    Traits traits = million(2000, effective, false, hasPenalty);
    assertThat(Automatic.choose(traits).method().name()).isEqualTo(method);
  }

  /** y = E[x + noise], f = |y − 1|²/2: nothing is given, and the run ends near x = 1. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anEndlessSupplyNeedsNothingGiven(boolean isOuterEndless) {
    Problem endless =
        Components.map(2, 2)
            .inner(
                Inner.UNBOUNDED,
                (j, x, y) -> {
                  y[0] = x[0] + noise(j, 0);
                  y[1] = x[1] + noise(j, 1);
                },
                (j, x, jac) -> {
                  jac[0][0] = 1;
                  jac[1][1] = 1;
                })
            .outer(
                isOuterEndless ? Inner.UNBOUNDED : 7,
                (i, y) -> ((y[0] - 1) * (y[0] - 1) + (y[1] - 1) * (y[1] - 1)) / 2,
                (i, y, u) -> {
                  u[0] = y[0] - 1;
                  u[1] = y[1] - 1;
                })
            .named("endless");
    Result result =
        Run.of(endless, Automatic.METHOD.byDefault())
            .untraced()
            .stop(StopRule.tolerance(1e-6)) // which nobody can pay for
            .stop(StopRule.passes(300_000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.PASSES);
    assertThat(result.point()).containsExactly(new double[] {1, 1}, within(0.05));
    assertThat(result.algorithm()).contains("sarah-c");
    assertThat(result.decisions().get(0)).contains("sarah-c: the supply is endless");
  }

  private static double noise(long j, int k) {
    return new Random(31 * j + k).nextDouble() - 0.5;
  }

  /** A penalty that only its proximal map is known of: the unit ball. */
  private static final Penalty BALL =
      new Penalty() {
        @Override
        public double value(double[] x) {
          return Parts.norm(x) <= 1 + 1e-12 ? 0 : Double.POSITIVE_INFINITY;
        }

        @Override
        public void prox(double[] v, double eta) {
          double norm = Math.max(1, Parts.norm(v));
          Arrays.setAll(v, k -> v[k] / norm);
        }
      };

  /** A step of the choice is a step of the method chosen, and so is all that is said of it. */
  @Test
  void whatTheMethodChosenSaysIsPassedOn() {
    Problem plain = SmallProblems.portfolio(SmallProblems.returns(D, 80, 1)).problem();
    Map<Problem, Method> chosen =
        Map.of(plain, Newton.METHOD, plain.withPenalty(BALL), SarahParameters.METHOD);
    chosen.forEach(
        (problem, method) -> {
          try (Workers workers = new Workers(1)) {
            double[] x0 = {0.1, 0.2, 0.3, 0.4, 0.5};
            Iteration auto =
                Automatic.METHOD.byDefault().start(new Oracle(problem, workers, 1), x0);
            Iteration own = method.byDefault().start(new Oracle(problem, workers, 1), x0);
            for (int t = 0; t < 30; t++) {
              auto.step();
              own.step();
              assertThat(auto.eta()).isEqualTo(own.eta()).isPositive();
              assertThat(auto.parameters()).isEqualTo(own.parameters()).isNotEmpty();
              assertThat(auto.mayGoBack()).isEqualTo(method.equals(SarahParameters.METHOD));
              assertThat(auto.givesExactGradients()).isTrue();
              assertThat(auto.objective()).isEqualTo(Double.valueOf(own.objective())); // or NaN
              auto.commit();
              own.commit();
              assertThat(auto.point()).isEqualTo(own.point());
            }
          }
        });
  }

  // The hand-over

  @Test
  void whereSecantsFailAnotherMethodTakesOverAndConverges() {
    int d = 10;
    Problem valley = Families.valley(d);
    double[] x0 = new double[d];
    Arrays.fill(x0, -0.5);
    Result result = Fog.minimise(valley, x0);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.algorithm()).isEqualTo("newton, then lbfgs");
    assertThat(result.decisions().get(0)).isEqualTo("newton: 10 unknowns, curvature from secants");
    assertThat(result.decisions())
        .anySatisfy(
            decision ->
                assertThat(decision)
                    .matches("step [1-9]\\d*: lbfgs takes over: secants do not model .*"));
    assertThat(result.gradientNorm()).isLessThan(1e-2);
  }

  @Test
  void withAPenaltyItHandsOverToAMethodWithProximalSteps() {
    int d = 10;
    Problem valley = Families.valley(d).withPenalty(Separable.box(-2, 0.8));
    Result result = Fog.minimise(valley, new double[d]);
    assertThat(result.algorithm()).isEqualTo("newton, then agd");
    assertThat(result.objective()).isLessThan(d - 1.0); // what it is at 0
    assertThat(valley.penalty().value(result.point())).isZero();
  }

  /** The point goes over as it is, and so do checkpoints, before and after. */
  @Test
  void aRunThatIsInterruptedAroundTheHandOverGoesOnAsItWas(@TempDir Path folder) {
    int d = 6;
    double[] x0 = new double[d];
    Arrays.fill(x0, -0.5);
    Result whole = handedOver(d, x0, 60).go();
    assertThat(whole.algorithm()).isEqualTo("newton, then lbfgs");
    for (int cut : new int[] {0, 1, 3, 5, 7, 9, 12, 20, 40}) {
      Path own = folder.resolve("cut-" + cut);
      try (Checkpoints kept = Checkpoints.begin(own)) {
        handedOver(d, x0, cut).checkpoint(kept).go();
      }
      try (Checkpoints kept = Checkpoints.resume(own)) {
        Result rest = handedOver(d, x0, 60).checkpoint(kept).go();
        assertThat(rest.point()).as("cut at %d", cut).isEqualTo(whole.point());
        assertThat(rest.decisions()).isEqualTo(whole.decisions());
        assertThat(rest.callsPaper()).isEqualTo(whole.callsPaper());
        assertThat(rest.algorithm()).isEqualTo(whole.algorithm());
        assertThat(rest.stop()).isEqualTo(whole.stop());
      }
    }
  }

  private static Run handedOver(int d, double[] x0, long steps) {
    return Run.of(Families.valley(d), Automatic.METHOD.byDefault())
        .from(x0)
        .stop(StopRule.tolerance(1e-9))
        .stop(StopRule.steps(steps));
  }

  @Test
  void itTakesNoParameters() {
    assertThatThrownBy(() -> Settings.parse(Map.of("eta", "1"), Automatic.METHOD.parameters()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("eta");
  }
}
