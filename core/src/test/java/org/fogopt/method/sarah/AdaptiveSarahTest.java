package org.fogopt.method.sarah;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.SmallProblems;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Iteration;
import org.fogopt.method.Paths;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components.OuterGradient;
import org.fogopt.problem.Components.OuterValue;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** SARAH-Compositional with no step size given. */
@Timeout(120)
class AdaptiveSarahTest {
  private static final double TOLERANCE = 1e-6;
  private static final Algorithm ADAPTIVE = SarahParameters.METHOD.byDefault();

  private static Run run(Problem problem, double[] x0, long seed, double tolerance) {
    return Run.of(problem, ADAPTIVE)
        .from(x0)
        .seed(seed)
        .stop(StopRule.tolerance(tolerance))
        .stop(StopRule.passes(20_000));
  }

  // Where it gets

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itFindsTheMinimumOfAStronglyConvexQuadratic(long seed) {
    Quadratic quadratic = Quadratic.of(5, 200, 300, seed);
    for (double[] x0 : List.of(Parts.gaussians(5, seed), new double[5])) {
      Result result = run(quadratic.parts().problem(), x0, seed, 1e-9).go();
      assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
      assertThat(result.point()).containsExactly(quadratic.minimiser(), within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itReachesAStationaryPointOfANonConvexProblem(long seed) {
    Parts robust = SmallProblems.robust(SmallProblems.returns(6, 150, seed));
    for (Parts parts : List.of(Parts.curved(6, 150, 200, seed), robust)) {
      double[] x0 = Parts.gaussians(6, seed + 50);
      Result result = run(parts.problem(), x0, seed, TOLERANCE).go();
      assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
      assertThat(Parts.norm(parts.gradient(result.point())))
          .isLessThanOrEqualTo(1.01 * TOLERANCE * Parts.norm(parts.gradient(x0)));
      assertThat(parts.objective(result.point())).isLessThan(parts.objective(x0));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1", "1,7", "2,2", "5,5", "5,1", "20,20", "20,3"})
  void itCopesWithVeryFewComponents(int m, int n) {
    for (long seed = 1; seed <= 5; seed++) {
      Quadratic quadratic = Quadratic.of(3, m, n, seed);
      Result easy = run(quadratic.parts().problem(), Parts.gaussians(3, seed), seed, 1e-6).go();
      assertThat(easy.stop().reason()).as("quadratic, seed %d", seed).isEqualTo(Reason.TOLERANCE);
      Parts curved = Parts.curved(3, m, n, seed);
      Result hard = run(curved.problem(), Parts.gaussians(3, seed), seed, 1e-6).go();
      assertThat(hard.stop().reason()).as("curved, seed %d", seed).isEqualTo(Reason.TOLERANCE);
    }
  }

  @Test
  void randomStartsAllOverThePlaceEndWell() {
    Random random = new Random(1);
    for (int trial = 0; trial < 20; trial++) {
      Parts parts = Parts.curved(3, 60, 60, trial);
      double[] x0 = Parts.gaussians(3, trial);
      double scale = Math.exp(3 * random.nextGaussian());
      for (int k = 0; k < 3; k++) {
        x0[k] *= scale;
      }
      Result result = run(parts.problem(), x0, trial, 1e-4).go();
      assertThat(result.stop().reason()).as("trial %d", trial).isEqualTo(Reason.TOLERANCE);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noiseInTheRestartsDoesNotStopIt(long seed) {
    Quadratic quadratic = Quadratic.of(3, 500, 500, seed);
    double[] x0 = {30, 30, 30};
    Result result =
        Run.of(
                quadratic.parts().problem(),
                SarahParameters.METHOD.with(SarahParameters.restart(200, 200, 200)))
            .from(x0)
            .seed(seed)
            .stop(StopRule.passes(200))
            .go();
    assertThat(result.objective() - quadratic.parts().objective(quadratic.minimiser()))
        .isLessThan(1e-2 * quadratic.parts().objective(x0));
  }

  /** Where every f_i is |y|²/2 and g the identity, the gradient at 0 is exactly 0. */
  @Test
  void atTheOptimumItStaysThere() {
    Parts parts =
        new Parts(
            2,
            2,
            30,
            30,
            false,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
            (j, x, jac) -> {
              jac[0][0] = 1;
              jac[1][1] = 1;
            },
            (i, y) -> (y[0] * y[0] + y[1] * y[1]) / 2,
            (i, y, u) -> System.arraycopy(y, 0, u, 0, 2));
    Result ended = run(parts.problem(), new double[2], 1, 0).go();
    assertThat(ended.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(ended.steps()).isZero();
    Result going = Run.of(parts.problem(), ADAPTIVE).stop(StopRule.steps(500)).go();
    assertThat(going.stop().reason()).isEqualTo(Reason.STEPS);
    assertThat(going.point()).containsExactly(0, 0);
  }

  // Scales

  @ParameterizedTest
  @ValueSource(ints = {-20, -10, 10, 20})
  void scalingTheDataByAPowerOfTwoScalesThePathAndNothingElse(int exponent) {
    double scale = Math.scalb(1.0, exponent);
    List<double[]> path = path(1);
    List<double[]> scaled = path(scale);
    for (double[] x : scaled) {
      for (int k = 0; k < x.length; k++) {
        x[k] *= scale;
      }
    }
    Paths.assertSameBits(scaled, path);
  }

  /** 800 steps of the run on g_j(x) = s_j·scale·x + e_j, from x0/scale. */
  private static List<double[]> path(double scale) {
    return Paths.of(
        Quadratic.scaled(4, 100, 100, 1, scale).parts().problem(), ADAPTIVE, start(scale), 1, 800);
  }

  private static double[] start(double scale) {
    double[] x0 = Parts.gaussians(4, 3);
    for (int k = 0; k < x0.length; k++) {
      x0[k] /= scale;
    }
    return x0;
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e6})
  void dataInOtherUnitsTakeTheSameNumberOfSteps(double scale) {
    Result plain = run(Quadratic.of(4, 100, 100, 1).parts().problem(), start(1), 1, TOLERANCE).go();
    Quadratic other = Quadratic.scaled(4, 100, 100, 1, scale);
    Result scaled = run(other.parts().problem(), start(scale), 1, TOLERANCE).go();
    assertThat(scaled.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(scaled.steps()).isEqualTo(plain.steps());
    assertThat(scaled.calls()).isEqualTo(plain.calls());
    for (int k = 0; k < 4; k++) {
      assertThat(scaled.point()[k] * scale).isCloseTo(plain.point()[k], within(1e-9));
    }
  }

  // What it chooses

  @Test
  void whatWasChosenIsReported() {
    Quadratic quadratic = Quadratic.of(3, 100, 100, 1);
    Result result = run(quadratic.parts().problem(), Parts.gaussians(3, 1), 1, TOLERANCE).go();
    assertThat(result.algorithm()).isEqualTo("adaptive sarah-c");
    assertThat(result.decisions()).isNotEmpty();
    assertThat(result.parameters()).containsKeys("eta", "q", "S1", "S2", "S3");
    assertThat(result.parameters().get("eta").doubleValue())
        .isPositive()
        .isLessThan(2 / quadratic.smoothness());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 10, 50})
  void itKeepsToAGivenEpochLength(long q) {
    Quadratic quadratic = Quadratic.of(3, 100, 100, 1);
    List<Long> restarts = new ArrayList<>();
    Result result =
        Run.of(
                quadratic.parts().problem(),
                SarahParameters.METHOD.with(Settings.NONE.with(SarahParameters.Q, q)))
            .from(Parts.gaussians(3, 1))
            .stop(StopRule.tolerance(1e-8))
            .stop(StopRule.passes(20_000))
            .observe(
                new Observer() {
                  @Override
                  public void restarted(Progress progress) {
                    restarts.add(progress.step());
                  }
                })
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.parameters()).containsEntry("q", q);
    assertThat(restarts).hasSizeGreaterThan(2);
    for (int r = 1; r < restarts.size(); r++) {
      assertThat(restarts.get(r) - restarts.get(r - 1)).isEqualTo(q);
    }
  }

  // The safeguard

  /** Problems on which steps prove too long. */
  private enum Hard {
    /** One f_i in a thousand is a hundred thousand times as steep, and is rarely drawn. */
    HEAVY_TAILED,
    /** Curvature 1 where it begins, and 100 where it ends. */
    WALL,
    /** No numbers for y ≤ 0, and so flat at the start that a step leads beyond. */
    EDGE;

    Parts parts(long seed) {
      double[] c = Parts.gaussians(1000, seed);
      return switch (this) {
        case HEAVY_TAILED ->
            of(
                1000,
                (i, y) -> steepness(i) * (sq(y[0] - c[(int) i]) + 0.01 * y[1] * y[1]),
                (i, y, u) -> {
                  u[0] = 2 * steepness(i) * (y[0] - c[(int) i]);
                  u[1] = 0.02 * steepness(i) * y[1];
                });
        case WALL ->
            of(
                60,
                (i, y) -> weight(i) * (wall(y[0]) + wall(y[1])),
                (i, y, u) -> Arrays.setAll(u, k -> weight(i) * ((y[k] > 0 ? 1 : 100) * y[k] + 1)));
        case EDGE ->
            of(
                60,
                (i, y) -> weight(i) * (y[0] - Math.log(y[0]) + y[1] - Math.log(y[1])),
                (i, y, u) ->
                    Arrays.setAll(u, k -> y[k] > 0 ? weight(i) * (1 - 1 / y[k]) : Double.NaN));
      };
    }

    private static Parts of(int n, OuterValue value, OuterGradient gradient) {
      return new Parts(
          2,
          2,
          50,
          n,
          false,
          (j, x, y) -> Arrays.setAll(y, k -> weight(j) * x[k]),
          (j, x, jac) -> {
            jac[0][0] = weight(j);
            jac[1][1] = weight(j);
          },
          value,
          gradient);
    }

    private static double sq(double v) {
      return v * v;
    }

    private static double wall(double y) {
      return (y > 0 ? 1 : 100) * y * y / 2 + y;
    }

    /** Mean 1 over any even number of them. */
    private static double weight(long j) {
      return j % 2 == 0 ? 0.9 : 1.1;
    }

    private static double steepness(long i) {
      return i % 1000 == 0 ? 1e5 : 1;
    }
  }

  private static final double[] START = {10, 20};

  /** The objective is exact at restarts and never rises from one to the next. */
  @ParameterizedTest
  @EnumSource
  void restartsAreMonotoneAndSometimesGoBack(Hard hard) {
    int returned = 0;
    for (long seed = 1; seed <= 10; seed++) {
      Parts parts = hard.parts(seed);
      Watch watch = new Watch(parts);
      Result result =
          Run.of(parts.problem(), ADAPTIVE)
              .from(START)
              .seed(seed)
              .stop(StopRule.passes(2000))
              .observe(watch)
              .go();
      assertThat(result.stop().reason()).as(result.stop().detail()).isEqualTo(Reason.PASSES);
      assertThat(result.objective()).isLessThan(0.1 * parts.objective(START));
      assertThat(result.objective())
          .isLessThanOrEqualTo(watch.objective + 1e-9 * Math.abs(watch.objective));
      returned += watch.returns;
    }
    assertThat(returned).as("returns to an earlier restart").isPositive();
  }

  /** The last restart, and how often a later step was at its point again. */
  private static final class Watch implements Observer {
    private final Parts parts;
    private double objective = Double.POSITIVE_INFINITY;
    private double[] point = {};
    private int returns;

    Watch(Parts parts) {
      this.parts = parts;
    }

    @Override
    public void stepped(Progress progress) {
      boolean isThere = Arrays.equals(progress.point(), point);
      returns += isThere ? 1 : 0;
      if (!progress.restarted()) {
        return;
      }
      double exact = parts.objective(progress.point());
      assertThat(progress.objective()).isCloseTo(exact, within(1e-10 * (1 + Math.abs(exact))));
      if (isThere) {
        assertThat(progress.objective()).isEqualTo(objective);
      }
      if (point.length > 0) {
        assertThat(progress.objective())
            .isLessThanOrEqualTo(objective + 1e-9 * Math.abs(objective));
      }
      objective = progress.objective();
      point = progress.point().clone();
    }
  }

  /** However few its steps: the closing check sees to it. */
  @ParameterizedTest
  @EnumSource
  void itNeverEndsAboveTheLastRestart(Hard hard) {
    Parts parts = hard.parts(1);
    for (int steps = 0; steps <= 60; steps++) {
      Watch watch = new Watch(parts);
      Result result =
          Run.of(parts.problem(), ADAPTIVE)
              .from(START)
              .stop(StopRule.steps(steps))
              .observe(watch)
              .go();
      assertThat(result.objective())
          .as("%d steps", steps)
          .isLessThanOrEqualTo(parts.objective(START) * (1 + 1e-12));
      assertThat(result.objective()).isLessThanOrEqualTo(watch.objective);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.5, 3, 10, 1e3})
  void nearAnEdgeOfTheDomainItConverges(double first) {
    Parts parts = Hard.EDGE.parts(1);
    Result result = run(parts.problem(), new double[] {first, 2}, 1, TOLERANCE).go();
    assertThat(result.stop().reason()).as(result.stop().detail()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.point()).containsExactly(new double[] {1, 1}, within(1e-2));
  }

  /** The probe of the curvature meets it: the run names it and hands back the start. */
  @Test
  void aComponentThatGivesNoNumberNearTheStartIsNamed() {
    Parts right = Quadratic.of(2, 60, 60, 1).parts();
    double[] y0 = right.value(Parts.all(60), START);
    Parts broken =
        new Parts(
            2,
            2,
            60,
            60,
            false,
            right.value(),
            right.jacobian(),
            right.outer(),
            (i, y, u) -> {
              right.outerGradient().fill(i, y, u);
              u[0] = Math.abs(y[0] - y0[0]) > 1e-9 ? Double.NaN : u[0];
            });
    Result result = Run.of(broken.problem(), ADAPTIVE).from(START).stop(StopRule.passes(1000)).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.FAILED);
    assertThat(result.stop().detail())
        .startsWith("failed at step 0: the gradient of outer component ");
    assertThat(result.point()).containsExactly(START);
    assertThat(result.objective()).isFinite();
  }

  // What it costs

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void everyStepCostsWhatWasAnnounced(boolean affine) {
    int m = 70;
    int n = 90;
    Parts parts = affine ? Quadratic.of(3, m, n, 1).parts() : Parts.curved(3, m, n, 1);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      Iteration iteration = ADAPTIVE.start(oracle, Parts.gaussians(3, 1));
      assertThat(oracle.ledger().total()).isZero();
      int restarts = 0;
      for (int t = 0; t < 500; t++) {
        long announced = iteration.nextCallsPaper();
        long before = oracle.ledger().paper();
        iteration.step();
        assertThat(oracle.ledger().paper() - before).as("step %d", t).isEqualTo(announced);
        if (iteration.restarted() && restarts++ > 0) {
          assertThat(announced).isEqualTo(affine ? n : 2 * m + n);
        }
        iteration.commit();
      }
      assertThat(restarts).isGreaterThan(3);
      assertThat(oracle.ledger().secondOrder()).isZero();
      assertThat(iteration.mayGoBack()).isTrue();
    }
  }

  // Checkpoints

  @ParameterizedTest
  @EnumSource
  void itResumesBitForBitAtEveryStep(Hard hard) {
    int returns = 0;
    for (Penalty penalty : List.of(Penalty.NONE, Separable.l1(0.1).within(-1e3, 1e3))) {
      for (long seed = 1; seed <= 3; seed++) {
        Problem plain = hard.parts(seed).problem();
        Problem problem = new Problem("hard", plain.inner(), plain.outer(), penalty);
        returns += resumed(problem, START, seed);
      }
    }
    assertThat(returns).isPositive();
  }

  @Test
  void soItDoesOnAnAffineMap() {
    resumed(Quadratic.of(3, 70, 90, 1).parts().problem(), Parts.gaussians(3, 1), 1);
  }

  /** Resumes at each step; tells how often the run returned to a restart. */
  private static int resumed(Problem problem, double[] x0, long seed) {
    int returns = 0;
    double[] restart = {};
    try (Workers workers = new Workers(1)) {
      Iteration whole = ADAPTIVE.start(new Oracle(problem, workers, seed), x0);
      for (int t = 0; t < 200; t++) {
        var bytes = new ByteArrayOutputStream();
        whole.state(State.writing(bytes));
        var kept = new ByteArrayInputStream(bytes.toByteArray());
        Iteration resumed = ADAPTIVE.start(new Oracle(problem, workers, seed), x0);
        resumed.state(State.reading(kept, bytes.size()));
        assertThat(resumed.nextCallsPaper()).isEqualTo(whole.nextCallsPaper());
        whole.step();
        resumed.step();
        returns += Arrays.equals(whole.point(), restart) ? 1 : 0;
        restart = whole.restarted() ? whole.point().clone() : restart;
        assertThat(resumed.restarted()).as("step %d", t).isEqualTo(whole.restarted());
        assertThat(resumed.eta()).as("step %d", t).isEqualTo(whole.eta());
        assertThat(resumed.objective()).isEqualTo(Double.valueOf(whole.objective())); // or NaN
        assertThat(resumed.estimateNorm()).isEqualTo(whole.estimateNorm());
        assertThat(resumed.parameters()).isEqualTo(whole.parameters());
        assertThat(resumed.decisions()).isEqualTo(whole.decisions());
        whole.commit();
        resumed.commit();
        assertThat(resumed.point()).containsExactly(whole.point());
      }
    }
    return returns;
  }

  // Threads

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 8})
  void theNumberOfThreadsChangesNoBit(int threads) {
    Parts parts = Parts.curved(3, 5000, 4000, 1);
    Result one = threaded(parts, 1);
    Result many = threaded(parts, threads);
    assertThat(many.point()).isEqualTo(one.point());
    assertThat(many.callsPaper()).isEqualTo(one.callsPaper());
    assertThat(many.parameters()).isEqualTo(one.parameters());
    assertThat(many.decisions()).isEqualTo(one.decisions());
  }

  private static Result threaded(Parts parts, int threads) {
    return Run.of(parts.problem(), ADAPTIVE)
        .from(new double[] {1, -1, 2})
        .threads(threads)
        .stop(StopRule.passes(20))
        .go();
  }
}
