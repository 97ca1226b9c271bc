package org.fogopt.method.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Given;
import org.fogopt.method.Iteration;
import org.fogopt.method.Method;
import org.fogopt.method.MonotoneStep;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps measured where they do not hold, and how methods with exact anchors get over it. */
@Timeout(120)
class MonotoneStepTest {
  private static final double GROWTH = 1.1;
  private static final int M = 12;
  private static final int N = 14;

  /** Methods that have exact anchors, each in the ways that it may go on from one. */
  @SuppressWarnings("ImmutableEnumChecker") // the settings are
  private enum Variant {
    C_SVRG_1(CompositionalSvrg1.METHOD, Given.of("K", 5).and("A", 6).and("B", 6).and("C", 7)),
    C_SVRG_1_RANDOM(CompositionalSvrg1.METHOD, C_SVRG_1.given.and("random", 1)),
    C_SVRG_2(CompositionalSvrg2.METHOD, C_SVRG_1.given),
    C_SVRG_2_RANDOM(CompositionalSvrg2.METHOD, C_SVRG_1.given.and("random", 1)),
    SCVR(Scvr.METHOD, C_SVRG_1.given),
    SC_SCSG(ScScsg.METHOD, C_SVRG_1.given), // there are few components: anchors are of all
    SC_SCSG_GEOMETRIC(ScScsg.METHOD, C_SVRG_1.given.and("geometric", 1)),
    VRSC_PG(VrscPg.METHOD, C_SVRG_1.given),
    VRSC_PG_AVERAGE(VrscPg.METHOD, C_SVRG_1.given.and("average", 1)),
    SCVRG(Scvrg.METHOD, C_SVRG_1.given),
    CIVR(Civr.METHOD, Given.of("tau", 5).and("S", 6)),
    CIVR_ADAPTIVE(Civr.METHOD, Given.of("adaptive", 1));

    private final Method method;
    private final Given given;

    Variant(Method method, Given given) {
      this.method = method;
      this.given = given;
    }

    Algorithm automatic() {
      return given.algorithm(method);
    }

    Algorithm with(double eta) {
      return given.and("eta", eta).algorithm(method);
    }

    /** Whether an anchor is the point where the epoch before it ended. */
    boolean goesOnFromTheLast() {
      return !given.is("random") && !given.is("average") && this != SCVRG;
    }
  }

  /**
   * The mean over i of w_i (φ(y_1) + φ(y_2)), y the mean over j of s_j x, weights and scales about
   * 1.
   */
  private static Parts separable(DoubleUnaryOperator phi, DoubleUnaryOperator slope) {
    return new Parts(
        2,
        2,
        M,
        N,
        false,
        (j, x, y) -> Arrays.setAll(y, k -> scale(j) * x[k]),
        (j, x, jac) -> {
          jac[0][0] = scale(j);
          jac[1][1] = scale(j);
        },
        (i, y) -> scale(i) * (phi.applyAsDouble(y[0]) + phi.applyAsDouble(y[1])),
        (i, y, u) -> Arrays.setAll(u, k -> scale(i) * slope.applyAsDouble(y[k])));
  }

  /** Mean 1 over any even number of them. */
  private static double scale(long j) {
    return j % 2 == 0 ? 0.9 : 1.1;
  }

  /** Curvature 1 where runs begin, and 100 where they end, at −0.01. */
  private static final Parts WALL =
      separable(
          y -> (y > 0 ? 1 : 100) * y * y / 2 + y, //
          y -> (y > 0 ? 1 : 100) * y + 1);

  /** No numbers for y ≤ 0; the minimum is at 1, and the start so flat that a step leads beyond. */
  private static final Parts EDGE = separable(y -> y - Math.log(y), y -> slopeOfEdge(y));

  private static double slopeOfEdge(double y) {
    return y > 0 ? 1 - 1 / y : Double.NaN;
  }

  private static final double[] START = {3, 5};
  private static final double[] FAR = {10, 20};

  private static Result run(Parts parts, Algorithm algorithm, double[] x0, double passes) {
    return Run.of(parts.problem(), algorithm)
        .from(x0)
        .seed(3)
        .stop(StopRule.tolerance(1e-7))
        .stop(StopRule.passes(passes))
        .go();
  }

  @ParameterizedTest
  @EnumSource
  void aStepAHundredTimesTooLongIsUndone(Variant variant) {
    Result result = run(WALL, variant.automatic(), START, 4000);
    assertThat(result.stop().reason()).as(result.toString()).isEqualTo(Stop.Reason.TOLERANCE);
    assertThat(result.point()).containsExactly(new double[] {-0.01, -0.01}, within(1e-8));
    assertThat(result.decisions())
        .isNotEmpty()
        .allMatch(
            d ->
                d.matches(
                    "step \\d+: the (objective rose|estimate grew from \\S+ to \\S+);"
                        + " back to the last anchor with step size \\S+"));
    assertThat(result.parameters().get("eta").doubleValue()).isLessThan(0.03);
  }

  @ParameterizedTest
  @EnumSource
  void givenItIsTakenAsItIsAndLeadsNowhere(Variant variant) {
    Result result = run(WALL, variant.with(0.3), START, 400);
    assertThat(result.stop().reason()).isNotEqualTo(Stop.Reason.TOLERANCE);
    assertThat(result.decisions()).isEmpty();
    if (variant != Variant.SCVRG) { // its schedule grows
      assertThat(result.parameters().get("eta")).isEqualTo(0.3);
      assertThat(result.trace().rows()).allMatch(row -> row.eta() == 0.3);
    }
  }

  /** Not from an epoch that began with a few components: of those nothing is known for certain. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CIVR_ADAPTIVE")
  void aStepOutOfAFunctionsRangeIsUndoneToo(Variant variant) {
    Result result = run(EDGE, variant.automatic(), FAR, 4000);
    assertThat(result.stop().reason()).as(result.toString()).isEqualTo(Stop.Reason.TOLERANCE);
    assertThat(result.point()).containsExactly(new double[] {1, 1}, within(1e-6));
    assertThat(result.decisions()).isNotEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void withAPenaltyAndBoundsTheRunArrivesAsWell(Variant variant) {
    Penalty penalty = Separable.l1(0.5).within(-0.004, 4);
    Problem wall = WALL.problem();
    Result result =
        Run.of(new Problem("wall", wall.inner(), wall.outer(), penalty), variant.automatic())
            .from(START)
            .stop(StopRule.tolerance(1e-7))
            .stop(StopRule.passes(4000))
            .go();
    // slope 100y + 1 − 0.5 = 0 at −0.005, beyond the bound
    assertThat(result.point()).containsExactly(new double[] {-0.004, -0.004}, within(1e-9));
  }

  /**
   * At every step: the cost was announced, what is said of the point is true, an anchor after which
   * the objective is higher is not begun from, and the step size is halved then and grows
   * otherwise.
   */
  @ParameterizedTest
  @EnumSource
  void everyStepIsThatOfTheRule(Variant variant) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(WALL.problem(), workers, 3);
      Iteration iteration = variant.automatic().start(oracle, START);
      double[] anchor = START;
      double anchorObjective = Double.NaN;
      int undone = 0;
      int grown = 0;
      for (int t = 0; t < 400; t++) {
        double[] before = iteration.point().clone();
        double eta = iteration.eta();
        long noted = iteration.decisions().size();
        long calls = oracle.ledger().paper();
        long announced = iteration.nextCallsPaper();
        iteration.step();
        assertThat(oracle.ledger().paper() - calls).isEqualTo(announced);
        assertThat(iteration.parameters().get("eta")).isEqualTo(iteration.eta());
        assertThat(iteration.estimateNorm()).isFinite();
        double[] x = iteration.point().clone();
        boolean back = iteration.decisions().size() > noted;
        double ratio = iteration.eta() / eta;
        if (iteration.givesExactGradients() && iteration.restarted()) {
          assertThat(iteration.objective()).isCloseTo(WALL.objective(x), within(1e-9));
          assertThat(iteration.gradientNorm())
              .isCloseTo(Parts.norm(WALL.gradient(x)), within(1e-9));
          double there = WALL.objective(before);
          double rounding = 1e-10 * (Math.abs(there) + Math.abs(anchorObjective));
          if (variant.goesOnFromTheLast() && Math.abs(there - anchorObjective) > 2 * rounding) {
            assertThat(back).as("step %d", t).isEqualTo(there > anchorObjective);
          }
          if (!back) {
            double fall = anchorObjective - iteration.objective(); // NaN at first
            if (!(Math.abs(fall) <= 2 * rounding)) {
              assertThat(ratio).isEqualTo(fall > 0 ? GROWTH : 1, within(1e-3));
            }
            grown += ratio > 1.05 ? 1 : 0;
            anchor = x;
            anchorObjective = iteration.objective();
          }
        }
        if (back) {
          undone++;
          assertThat(ratio).isEqualTo(0.5, within(1e-3)); // the schedule of SCVRG moves a little
          assertThat(x).containsExactly(anchor);
          assertThat(iteration.decisions().get((int) noted))
              .startsWith("step %d: ".formatted(t))
              .endsWith("step size %.3g".formatted(iteration.eta()));
        }
        iteration.commit();
      }
      assertThat(undone).isBetween(2, 100);
      assertThat(grown).isPositive();
    }
  }

  /** Wherever the budget ends, and be it in an epoch that would have been taken back. */
  @ParameterizedTest
  @EnumSource
  void theAnswerIsNotWorseThanTheBestAnchor(Variant variant) {
    for (int steps = 1; steps <= 40; steps++) {
      double[] lowest = {Double.POSITIVE_INFINITY};
      Result result =
          Run.of(WALL.problem(), variant.automatic())
              .from(START)
              .seed(3)
              .stop(StopRule.steps(steps))
              .observe(
                  new Observer() {
                    @Override
                    public void restarted(Progress progress) {
                      if (!Double.isNaN(progress.objective())) {
                        lowest[0] = Math.min(lowest[0], progress.objective());
                      }
                    }
                  })
              .go();
      assertThat(result.objective()).as("%d steps", steps).isLessThan(lowest[0] + 1e-12);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRestoredRunGoesOnAsTheWholeOne(Variant variant) {
    for (Parts parts : variant == Variant.CIVR_ADAPTIVE ? List.of(WALL) : List.of(WALL, EDGE)) {
      double[] x0 = parts.equals(WALL) ? START : FAR;
      try (Workers workers = new Workers(1)) {
        Iteration whole = variant.automatic().start(new Oracle(parts.problem(), workers, 3), x0);
        for (int t = 0; t < 80; t++) {
          var bytes = new ByteArrayOutputStream();
          whole.state(State.writing(bytes));
          var kept = new ByteArrayInputStream(bytes.toByteArray());
          Iteration resumed =
              variant.automatic().start(new Oracle(parts.problem(), workers, 3), x0);
          resumed.state(State.reading(kept, bytes.size()));
          whole.step();
          resumed.step();
          assertThat(resumed.eta()).as("step %d", t).isEqualTo(whole.eta());
          assertThat(resumed.objective()).isEqualTo(Double.valueOf(whole.objective())); // or NaN
          assertThat(resumed.estimateNorm()).isEqualTo(whole.estimateNorm());
          assertThat(resumed.parameters()).isEqualTo(whole.parameters());
          assertThat(resumed.decisions()).isEqualTo(whole.decisions());
          whole.commit();
          resumed.commit();
          assertThat(resumed.point()).containsExactly(whole.point());
          assertThat(resumed.nextCallsPaper()).isEqualTo(whole.nextCallsPaper());
        }
        assertThat(whole.decisions()).isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 11})
  void withAnchorsFromSamplesTheMeasuredStepIsKept(int samples) {
    for (Algorithm algorithm :
        new Algorithm[] {
          Given.of("D1", samples).algorithm(ScScsg.METHOD),
          Given.of("B", samples).algorithm(Civr.METHOD)
        }) {
      try (Workers workers = new Workers(1)) {
        Iteration iteration = algorithm.start(new Oracle(WALL.problem(), workers, 3), START);
        double measured = iteration.eta();
        for (int t = 0; t < 60; t++) {
          iteration.step();
          iteration.commit();
          assertThat(iteration.eta()).isEqualTo(measured);
        }
        assertThat(iteration.decisions()).isEmpty();
      }
    }
  }

  // The rule alone

  @Test
  void whatIsWithinRoundingNeitherRoseNorFell() {
    List<String> notes = new ArrayList<>();
    MonotoneStep step = new MonotoneStep(t -> 2, true, true, SvrgFamily.CAUTIOUS, notes::add);
    assertThat(step.accepts(0, 5, 1)).isTrue();
    assertThat(step.eta(0)).isEqualTo(2);
    assertThat(step.accepts(1, 5 * (1 + 1.9e-10), 1)).isTrue();
    assertThat(step.accepts(2, 5, 1)).isTrue();
    assertThat(step.eta(3)).isEqualTo(2);
    assertThat(step.accepts(3, 5 * (1 - 2.1e-10), 1)).isTrue();
    assertThat(step.eta(4)).isEqualTo(2 * GROWTH);
    assertThat(step.accepts(4, 5 * (1 + 0.1e-10), 1)).isFalse();
    assertThat(step.anchorObjective()).isEqualTo(5 * (1 - 2.1e-10));
    assertThat(step.eta(5)).isEqualTo(GROWTH);
    assertThat(notes)
        .containsExactly("the objective rose; back to the last anchor with step size 1.10");
  }

  @Test
  void theEstimateMayGrowALot() {
    List<String> notes = new ArrayList<>();
    MonotoneStep step = new MonotoneStep(t -> 1, true, true, SvrgFamily.CAUTIOUS, notes::add);
    assertThat(step.accepts(0, 1e9)).isTrue(); // nothing to go back to
    assertThat(step.accepts(1, 5, 3)).isTrue();
    assertThat(step.accepts(2, 3e4)).isTrue();
    assertThat(step.accepts(3, 30_001)).isFalse();
    assertThat(step.accepts(4, Double.NaN)).isFalse();
    assertThat(step.eta(5)).isEqualTo(0.25);
    assertThat(notes)
        .containsExactly(
            "the estimate grew from 3.00 to 3.00e+04; back to the last anchor with step size"
                + " 0.500",
            "the estimate grew from 3.00 to NaN; back to the last anchor with step size"
                + " 0.250");
  }

  @Test
  void afterFortyReturnsInARowTheRunSeesWhatIsThere() {
    List<String> notes = new ArrayList<>();
    MonotoneStep step = new MonotoneStep(t -> 1, true, true, SvrgFamily.CAUTIOUS, notes::add);
    step.accepts(0, 1, 1);
    for (int t = 1; t <= 40; t++) {
      assertThat(step.accepts(t, Double.POSITIVE_INFINITY, 1)).isFalse();
    }
    assertThat(step.accepts(41, Double.NaN)).isTrue();
    assertThat(step.accepts(42, Double.NaN, 1)).isTrue();
    assertThat(step.accepts(43, 7, 1)).as("a number after none is welcome").isTrue();
    assertThat(step.accepts(44, 8, 1)).isFalse();
    assertThat(notes).hasSize(41);
  }
}
