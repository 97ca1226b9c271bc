package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.algorithm.SarahCompositional.Parameters;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.run.Trace;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sample can tell before the first full restart. */
class WarmUpTest {
  private static final int D = 5;
  private static final int COUNT = 1600;
  private static final int HANDFUL = 12 + 24 + 12;
  private static final int SAMPLE = 75;
  private static final int INNER = 18; // a quarter of that
  private static final int JUDGES = 18; // as many
  private static final int TRIAL = 9; // an eighth of the sample, where the leap ended
  private static final int FLOOR = 3 * 9; // nine components on a plane
  private static final int LARGE = 1200; // three quarters of all
  private static final int LOOK = 2 * INNER + SAMPLE; // values, Jacobians and outer gradients
  private static final int SKETCH = 2 * SAMPLE;

  private static double[][] returns(long seed) {
    return SmallProblems.returns(D, COUNT, seed);
  }

  private static Problem portfolio(long seed) {
    return SmallProblems.portfolio(returns(seed)).problem();
  }

  private static Iteration start(Oracle oracle, double[] x0) {
    return new SarahCompositional().start(oracle, x0);
  }

  private static void steps(Iteration iteration, int count) {
    for (int k = 0; k < count; k++) {
      iteration.step();
      iteration.commit();
    }
  }

  /** Of the quadratic that the sampled components make, in plain arrays. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void onQuadraticsItIsNewtonsStepOnTheSample(long seed) {
    double[][] returns = returns(seed);
    double[] x0 = Parts.gaussians(D, seed);
    double[] end =
        newton(
            sampled(returns, Stream.WARM_UP_INNER, INNER, seed),
            sampled(returns, Stream.WARM_UP_OUTER, SAMPLE, seed),
            x0);
    double[] largeEnd = newton(returns, sampled(returns, Stream.WARM_UP_OUTER, LARGE, seed), x0);
    try (Workers workers = new Workers(1)) {
      Iteration iteration = start(new Oracle(portfolio(seed), workers, seed), x0);
      steps(iteration, 3 + 1);
      assertNear(iteration, end);
      steps(iteration, 3); // those who try it, the sample and the judges agree
      assertNear(iteration, end);
      steps(iteration, 1);
      assertNear(iteration, largeEnd);
      steps(iteration, 1);
      assertNear(iteration, largeEnd);
    }
  }

  private static void assertNear(Iteration iteration, double[] end) {
    for (int k = 0; k < D; k++) {
      assertThat(iteration.point()[k]).isCloseTo(end[k], within(1e-6));
    }
  }

  /** Where Newton's step leads on mean-variance of these, with the mean of those. */
  private static double[] newton(double[][] inner, double[][] outer, double[] x0) {
    double[] mean = SmallProblems.mean(inner);
    double[] gradient = new double[D];
    double[][] hessian = new double[D][D];
    for (double[] r : outer) {
      double deviation = dot(r, x0) - dot(mean, x0);
      for (int a = 0; a < D; a++) {
        gradient[a] += (2 * deviation * (r[a] - mean[a]) - r[a]) / outer.length;
        for (int b = 0; b < D; b++) {
          hessian[a][b] += 2 * (r[a] - mean[a]) * (r[b] - mean[b]) / outer.length;
        }
      }
    }
    double[] step = SmallProblems.solve(hessian, gradient);
    double[] end = new double[D];
    Arrays.setAll(end, k -> x0[k] - step[k]);
    return end;
  }

  private static double[][] sampled(double[][] all, Stream stream, int size, long seed) {
    Batch batch = new Draws(seed).distinct(stream, COUNT, size).at(0);
    double[][] some = new double[size][];
    Arrays.setAll(some, k -> all[(int) batch.at(k)]);
    return some;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /** From the start to the end of a portfolio, every call is in the closed form. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void callsAreTheClosedForm(long seed) {
    Result result =
        Run.of(portfolio(seed), new SarahCompositional())
            .from(Parts.gaussians(D, seed))
            .seed(seed)
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(100))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    long sketch = SKETCH / 2 + FLOOR; // with the restart: one call a component more
    long warmUp =
        HANDFUL + LOOK + sketch + TRIAL + SAMPLE + 4 * JUDGES; // g is known after the first look
    long large = 2 * COUNT + 2 * LARGE + FLOOR + TRIAL;
    long restart = COUNT + (COUNT - LARGE); // the rest is sketched as well
    long again = COUNT;
    assertThat(result.callsPaper()).isEqualTo(warmUp + large + restart + again);
    assertThat(result.decisions().get(1)).isEqualTo("step 9: and a leap with 1200 components");
    assertThat(result.decisions().get(0)).startsWith("step 7: began with 75 of 1600 components");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void callsAreAnnouncedAndOfTheOrderOfARestartAtMost(long seed) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(robust(seed).problem(), workers, seed);
      Iteration iteration = start(oracle, spread(seed));
      long spent = 0;
      for (int t = 0; t < 100; t++) {
        long announced = iteration.nextCallsPaper();
        long before = oracle.ledger().paper();
        iteration.step();
        iteration.commit();
        assertThat(oracle.ledger().paper() - before).as("step %d", t).isEqualTo(announced);
        spent = announced > COUNT && spent == 0 ? before : spent;
      }
      assertThat(spent).isBetween((long) LOOK, 3L * COUNT + LOOK + SKETCH + 4 * JUDGES);
    }
  }

  private static Parts robust(long seed) {
    return SmallProblems.robust(returns(seed));
  }

  /** Far from the minimum, where most components are concave. */
  private static double[] spread(long seed) {
    double[] x = Parts.gaussians(D, seed);
    for (int k = 0; k < D; k++) {
      x[k] *= 5;
    }
    return x;
  }

  /**
   * Judges can err, for f of a sampled mean is not f of the mean; of 300 seeds none was so high.
   */
  @Test
  void itEndsLowerThanItBegan() {
    int higher = 0;
    int evaluated = 0;
    for (long seed = 1; seed <= 20; seed++) {
      Parts parts = robust(seed);
      Result result =
          Run.of(parts.problem(), new SarahCompositional())
              .from(spread(seed))
              .seed(seed)
              .stop(StopRule.passes(30))
              .go();
      List<Trace.Row> rows = result.trace().rows();
      double first = rows.get(0).objective();
      int full = 1;
      while (rows.get(full).passes() - rows.get(full - 1).passes() < 2.2) {
        full++; // no step of the warm-up costs as much as a full restart
      }
      double warm = rows.get(full).objective();
      assertThat(rows.get(0).step()).isZero();
      assertThat(first).isCloseTo(parts.objective(spread(seed)), within(1e-9));
      assertThat(rows.get(1).passes()).isLessThan(4);
      if (rows.get(full - 1).step() == rows.get(full).step() - 1) { // evaluated before
        assertThat(rows.get(full - 1).objective()).isCloseTo(warm, within(1e-9));
        evaluated++;
      }
      assertThat(result.objective()).isLessThan(Math.min(first, warm));
      higher += warm > first ? 1 : 0;
    }
    assertThat(higher).isZero();
    assertThat(evaluated).isGreaterThan(10);
  }

  /** The same g, of which nobody says that it is affine. */
  private static Problem bent(long seed) {
    Parts plain = robust(seed);
    return new Parts(
            plain.d(),
            plain.l(),
            COUNT,
            COUNT,
            false,
            plain.value(),
            plain.jacobian(),
            plain.outer(),
            plain.outerGradient())
        .problem();
  }

  static List<Problem> problems() {
    return List.of(robust(2).problem(), bent(2), portfolio(2));
  }

  /** Kept and restored after every step of it, and after; what was lost may show steps later. */
  @ParameterizedTest
  @MethodSource("problems")
  void aRunRestoredAtAnyStepGoesOnBitForBit(Problem problem) {
    int further = 12;
    try (Workers workers = new Workers(1)) {
      double[] x0 = spread(2);
      List<Long> calls = new ArrayList<>();
      List<double[]> points = new ArrayList<>();
      Iteration known = start(new Oracle(problem, workers, 1), x0);
      for (int t = 0; t < 60 + further; t++) {
        calls.add(known.nextCallsPaper());
        steps(known, 1);
        points.add(known.point().clone());
      }
      Iteration whole = start(new Oracle(problem, workers, 1), x0);
      for (int t = 0; t < 60; t++) {
        var kept = new ByteArrayOutputStream();
        whole.state(State.writing(kept));
        Iteration resumed = start(new Oracle(problem, workers, 1), x0);
        resumed.state(State.reading(new ByteArrayInputStream(kept.toByteArray()), kept.size()));
        assertThat(resumed.eta()).isEqualTo(whole.eta());
        for (int k = 0; k < further; k++) {
          String when = "kept before step %d, at step %d".formatted(t, t + k);
          assertThat(resumed.nextCallsPaper()).as(when).isEqualTo(calls.get(t + k));
          steps(resumed, 1);
          assertThat(resumed.point()).as(when).containsExactly(points.get(t + k));
        }
        steps(whole, 1);
      }
      assertThat(whole.decisions()).anyMatch(d -> d.contains("began with"));
    }
  }

  /**
   * f_i = c_iᵀy + |y|²/2 with c_i that cancel: from the minimum every way leads up, though not on a
   * sample. Rank one is all that a sketch sees here, so leaps go where the sample says.
   */
  private static Parts misleading(int d, int count, long seed) {
    Random random = new Random(seed);
    double[][] c = new double[count][d];
    for (int i = 0; i < count; i += 2) {
      for (int k = 0; k < d; k++) {
        c[i][k] = random.nextGaussian();
        c[i + 1][k] = -c[i][k];
      }
    }
    return new Parts(
        d,
        d,
        count,
        count,
        true,
        (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
        (j, x, jac) -> {
          for (int k = 0; k < d; k++) {
            jac[k][k] = 1;
          }
        },
        (i, y) -> dot(c[(int) i], y) + dot(y, y) / 2,
        (i, y, u) -> {
          for (int k = 0; k < d; k++) {
            u[k] = c[(int) i][k] + y[k];
          }
        });
  }

  @Test
  void whereTheSampleMisleadsTheRunBeginsAtTheStart() {
    int d = 16;
    double[] x0 = new double[d];
    Arrays.fill(x0, 1e-3);
    List<Long> back = new ArrayList<>();
    for (long seed = 1; seed <= 8; seed++) {
      Parts parts = misleading(d, 800, seed);
      try (Workers workers = new Workers(1)) {
        Iteration iteration = start(new Oracle(parts.problem(), workers, seed), x0);
        while (iteration.nextCallsPaper() < 3 * 800) {
          steps(iteration, 1);
        }
        List<String> decisions = iteration.decisions();
        if (decisions.get(0).endsWith("back to the start")) {
          back.add(seed);
          assertThat(iteration.point()).as("seed %d", seed).containsExactly(x0);
        }
      }
      Result result =
          Run.of(parts.problem(), new SarahCompositional())
              .from(x0)
              .seed(seed)
              .stop(StopRule.passes(60))
              .go();
      assertThat(result.objective()).as("seed %d", seed).isLessThanOrEqualTo(d * 0.5e-6);
    }
    assertThat(back).as("seeds that were misled").isNotEmpty();
  }

  @Test
  void everyPointIsFeasible() {
    Problem plain = portfolio(1);
    double[] x0 = new double[D];
    x0[0] = 1;
    var penalty = Budget.of(Separable.box(0, 0.4), 1.0, List.of());
    try (Workers workers = new Workers(1)) {
      double[] feasible = x0.clone();
      penalty.prox(feasible, 0);
      Problem problem = new Problem("test", plain.inner(), plain.outer(), penalty);
      Iteration iteration = start(new Oracle(problem, workers, 1), feasible);
      for (int t = 0; t < 30; t++) {
        steps(iteration, 1);
        double sum = 0;
        for (double each : iteration.point()) {
          assertThat(each).isBetween(-1e-12, 0.4 + 1e-12);
          sum += each;
        }
        assertThat(sum).as("after step %d", t).isCloseTo(1, within(1e-9));
      }
      assertThat(iteration.decisions().get(0)).contains("began with");
    }
  }

  /** Samples of more components than one thread sums at a time. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void threadsChangeNothing(int threads) {
    for (int count : new int[] {20_000, 8_000}) { // too many for a larger sample, and not
      Problem problem = SmallProblems.portfolio(SmallProblems.returns(3, count, 1)).problem();
      Result one = run(problem, 1);
      Result more = run(problem, threads);
      assertThat(more.point()).containsExactly(one.point());
      assertThat(more.decisions()).isEqualTo(one.decisions());
      assertThat(one.decisions().get(0)).contains("began with 75 of %d".formatted(count));
      assertThat(one.decisions().get(1)).contains("with %d of %d".formatted(count / 16, count));
    }
  }

  private static Result run(Problem problem, int threads) {
    return Run.of(problem, new SarahCompositional())
        .from(new double[] {1, 2, 3})
        .threads(threads)
        .stop(StopRule.passes(8))
        .go();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leaps=0", "q=30", "eta=0.01", "momentum=0.5", "eps=1", "S3L=1500"})
  void thereIsNoneWhereStepsOrRestartsArePrescribed(String setting) {
    String[] pair = setting.split("=", 2);
    Method method = Methods.named("sarah-c");
    Settings settings = Settings.parse(Map.of(pair[0], pair[1]), method.parameters());
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(portfolio(1), workers, 1);
      Iteration iteration = method.with(settings).start(oracle, Parts.gaussians(D, 1));
      assertThat(iteration.nextCallsPaper()).isGreaterThanOrEqualTo(2 * COUNT + 1500);
    }
  }

  /** Five for each unknown would be more than an eighth of all. */
  @Test
  void thereIsNoneWithTooFewComponents() {
    int d = 8;
    int count = 319;
    Problem problem = SmallProblems.portfolio(SmallProblems.returns(d, count, 1)).problem();
    List<double[]> path = Paths.of(problem, Parameters.AUTOMATIC, Parts.gaussians(d, 1), 1, 1);
    assertThat(path.get(1)).as("a look does not move").containsExactly(path.get(0));
    try (Workers workers = new Workers(1)) {
      Iteration iteration = start(new Oracle(problem, workers, 1), new double[d]);
      assertThat(iteration.nextCallsPaper())
          .isEqualTo(4L * count + 3 * 6); // six are asked for a floor
    }
  }

  /**
   * One row of a million times the size: the sample misses it, and leaps to where its gradient is
   * that much longer than any before.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatTheSampleMissedIsNotTakenForDivergence(boolean traced) {
    double[][] returns = returns(1);
    for (int k = 0; k < D; k++) {
      returns[COUNT - 1][k] *= 1e6;
    }
    double[] x0 = new double[D];
    x0[0] = 1e-6;
    Parts parts = SmallProblems.portfolio(returns);
    Run run = Run.of(parts.problem(), new SarahCompositional()).from(x0).stop(StopRule.passes(30));
    Result result = (traced ? run : run.untraced()).go();
    assertThat(result.stop().reason()).isEqualTo(Reason.PASSES);
    assertThat(result.objective()).isLessThan(parts.objective(x0));
    assertThat(result.decisions().get(0)).contains("began with 75 of 1600");
  }

  /** Back at the start nothing is lower, but nothing was tried in full either. */
  @Test
  void aWarmUpForNothingIsNoLackOfProgress() {
    int d = 16;
    double[] x0 = new double[d];
    Arrays.fill(x0, 1e-3);
    for (long seed = 1; seed <= 8; seed++) {
      Result result =
          Run.of(misleading(d, 800, seed).problem(), new SarahCompositional())
              .from(x0)
              .seed(seed)
              .stop(StopRule.noProgress(1))
              .stop(StopRule.passes(60))
              .go();
      assertThat(result.passes()).as("seed %d", seed).isGreaterThan(2 * 3);
    }
  }

  /** The budget ends where a leap led that the sample had not judged yet. */
  @Test
  void whatNobodyJudgedIsNotHandedBackIfItIsWorseThanTheStart() {
    boolean wasWorse = false;
    for (long seed = 1; seed <= 20; seed++) {
      Parts parts = robust(seed);
      double[] x0 = spread(seed);
      double first = parts.objective(x0);
      try (Workers workers = new Workers(1)) {
        Iteration iteration = start(new Oracle(parts.problem(), workers, seed), x0);
        steps(iteration, 2);
        wasWorse |= parts.objective(iteration.point()) > first;
      }
      Result result =
          Run.of(parts.problem(), new SarahCompositional())
              .from(x0)
              .seed(seed)
              .untraced()
              .stop(StopRule.steps(2))
              .go();
      assertThat(result.objective())
          .as("seed %d", seed)
          .isLessThanOrEqualTo(first + 1e-12 * Math.abs(first));
    }
    assertThat(wasWorse).as("a first leap that led up").isTrue();
  }

  /** Values are fine everywhere, gradients only far from the minimum. */
  @Test
  void aLeapToWhereTheGradientIsNoNumberIsTakenBack() {
    Parts plain = SmallProblems.portfolio(returns(8));
    Parts parts =
        new Parts(
            D,
            D + 1,
            COUNT,
            COUNT,
            true,
            plain.value(),
            plain.jacobian(),
            plain.outer(),
            (i, y, u) -> {
              plain.outerGradient().fill(i, y, u);
              double size = Math.sqrt(dot(y, y) - y[D] * y[D]);
              u[0] = size < FAR ? Double.NaN : u[0];
            });
    try (Workers workers = new Workers(1)) {
      Iteration iteration = start(new Oracle(parts.problem(), workers, 1), far());
      while (iteration.nextCallsPaper() < 3 * COUNT) {
        iteration.step();
        assertThat(iteration.estimateNorm()).isFinite();
        iteration.commit();
      }
      assertThat(Parts.norm(iteration.point())).isGreaterThanOrEqualTo(FAR);
    }
  }

  private static final double FAR = 5;

  private static double[] far() {
    double[] x = new double[D];
    Arrays.fill(x, 2 * FAR);
    return x;
  }

  /** Nothing can be compared with an infinite objective; the full restart tells the user. */
  @Test
  void anInfiniteObjectiveEndsIt() {
    Parts plain = SmallProblems.portfolio(returns(8));
    Parts parts =
        new Parts(
            D,
            D + 1,
            COUNT,
            COUNT,
            true,
            plain.value(),
            plain.jacobian(),
            (i, y) -> Double.POSITIVE_INFINITY,
            plain.outerGradient());
    try (Workers workers = new Workers(1)) {
      Iteration iteration = start(new Oracle(parts.problem(), workers, 1), far());
      steps(iteration, 3 + 2); // neither the handful nor a sample has anything to compare with
      assertThat(iteration.nextCallsPaper()).isGreaterThanOrEqualTo(3 * COUNT);
      assertThat(iteration.point()).containsExactly(far());
    }
  }

  /**
   * f_i = (y − 1)²/2, but for the first, a barrier −log(1/2 − y): samples miss it, and a run from 0
   * has to come back from 1, where it is no number.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void whereASampleMissesTheEdgeOfTheDomainTheRunComesBack(long seed) {
    int count = 800;
    Problem problem =
        new Parts(
                1,
                1,
                count,
                count,
                true,
                (j, x, y) -> y[0] = x[0],
                (j, x, jac) -> jac[0][0] = 1,
                (i, y) -> i == 0 ? -Math.log(0.5 - y[0]) : (y[0] - 1) * (y[0] - 1) / 2,
                (i, y, u) ->
                    u[0] = i == 0 ? (y[0] < 0.5 ? 1 / (0.5 - y[0]) : Double.NaN) : y[0] - 1)
            .problem();
    Result result =
        Run.of(problem, new SarahCompositional())
            .from(new double[] {0})
            .seed(seed)
            .stop(StopRule.passes(9))
            .go();
    assertThat(result.stop().diverged()).as(result.stop().detail()).isFalse();
    assertThat(result.point()[0]).isBetween(0.0, 0.5);
    assertThat(result.objective()).isLessThanOrEqualTo(result.trace().rows().get(0).objective());
    assertThat(result.trace().rows()).allMatch(row -> Double.isFinite(row.objective()));
    assertThat(result.decisions()).anyMatch(d -> d.contains("no number there; back to the start"));
  }
}
