package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.algorithm.SarahCompositional.Parameters;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A first step that three components agree on, and what becomes of the rest of them. */
class AgreedStepTest {
  private static final int M = 170;
  private static final int N = 200;
  private static final int FLOOR = 4 * 4; // a fiftieth of the components, on a plane
  private static final int TRIAL = 4 * 10; // a twentieth of them, at both ends

  /** g(x) = x, of so many components. */
  private static Parts inIdentity(
      int d, int m, int n, IntToDoubleFunction weight, double[] b, double scale) {
    return new Parts(
        d,
        d,
        m,
        n,
        true,
        (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
        (j, x, jac) -> {
          for (int k = 0; k < d; k++) {
            jac[k][k] = 1;
          }
        },
        (i, y) -> {
          double z = scale * y[(int) i % d] - b[(int) i];
          return weight.applyAsDouble((int) i) * z * z / 2;
        },
        (i, y, u) -> {
          double z = scale * y[(int) i % d] - b[(int) i];
          u[(int) i % d] = weight.applyAsDouble((int) i) * scale * z;
        });
  }

  /** Φ = |x − b|²/2: one component for each unknown, all at their minimum after a step of one. */
  private static Parts ball() {
    return inIdentity(N, M, N, i -> N, Parts.gaussians(N, 7), 1);
  }

  /**
   * The same with curvatures between 0.9 and 1.1: a step of one is a good one, but not the last.
   */
  private static Parts nearlyABall() {
    return inIdentity(N, M, N, i -> N * (1 + 0.1 * (i % 5 - 2) / 2), Parts.gaussians(N, 7), 1);
  }

  /**
   * On a line, all at their minimum at 0 but for those that are asked: from x = 1 they agree to go
   * to −50.
   */
  private static Parts misled() {
    double[] b = new double[N];
    for (int i : ASKED) {
      b[i] = -50;
    }
    return inIdentity(1, M, N, i -> 1, b, 1);
  }

  /** Which three of them are asked. */
  private static final int[] ASKED = {0, N / 3, 2 * (N / 3)};

  private static Parts portfolio() {
    return SmallProblems.portfolio(SmallProblems.returns(8, N, 3));
  }

  private static Result run(Parts parts, double[] x0) {
    return Run.of(parts.problem(), new SarahCompositional())
        .from(x0)
        .stop(StopRule.tolerance(1e-6))
        .stop(StopRule.passes(50))
        .go();
  }

  // Runs

  @Test
  void whereAllAgreeOneStepEndsAtTheMinimum() {
    Parts parts = ball();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      double[] x0 = Parts.gaussians(N, 1);
      Iteration iteration = new SarahCompositional().start(oracle, x0);
      assertThat(iteration.nextCallsPaper()).isEqualTo(2 * M + N);
      iteration.step();
      iteration.commit();
      assertThat(iteration.point()).containsExactly(x0);
      assertThat(iteration.nextCallsPaper()).isEqualTo(3);
      iteration.step();
      iteration.commit();
      assertThat(oracle.ledger().paper()).isEqualTo(2 * M + N + 3);
      assertThat(iteration.point()).containsExactly(Parts.gaussians(N, 7), within(1e-11));
      assertThat(iteration.isUnproven()).isTrue();
      assertThat(iteration.parameters().get("eta").doubleValue())
          .as("0.3 of the fastest step")
          .isCloseTo(0.3, within(1e-9));
      assertThat(iteration.nextCallsPaper()).isEqualTo(N + FLOOR);
    }
    Result result = run(parts, Parts.gaussians(N, 1));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isEqualTo(2 * M + N + 3 + N + FLOOR);
    assertThat(result.decisions())
        .containsExactly(
            "step 2: 3 components agree on a step of 1.00",
            "step 3: curvature sketched from 200 components");
  }

  /** The restart after the step costs no more than without a sketch, but for the floor. */
  @Test
  void theRestartAfterTheStepMakesTheSketch() {
    Parts parts = nearlyABall();
    Result result = run(parts, Parts.gaussians(N, 1));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.point()).containsExactly(Parts.gaussians(N, 7), within(1e-6));
    assertThat(result.callsPaper()).isEqualTo(2 * M + N + 3 + N + FLOOR + TRIAL + N);
  }

  @Test
  void whereTheyDoNotAgreeThreeCallsAreLost() {
    double[][] returns = SmallProblems.returns(8, N, 3);
    double[] exact =
        SmallProblems.solve(SmallProblems.hessian(returns), SmallProblems.mean(returns));
    Result result = run(portfolio(), Parts.gaussians(8, 1));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.point()).containsExactly(exact, within(1e-5));
    assertThat(result.callsPaper()).isEqualTo(3 * N + 3 + N + FLOOR + TRIAL + N);
    assertThat(result.decisions())
        .containsExactly("step 3: curvature sketched from 200 components");
  }

  @Test
  void afterAWrongStepTheRunGoesBackAndSketchesThere() {
    Result result = run(misled(), new double[] {1});
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.point()[0]).isCloseTo(-50 * 3.0 / N, within(1e-6));
    assertThat(result.decisions())
        .containsExactly(
            "step 2: 3 components agree on a step of 29.1", // 51 / (1 + 150/200)
            "step 3: after a leap the objective was higher; back to the last restart",
            "step 4: curvature sketched from 200 components");
    assertThat(result.callsPaper()).isEqualTo(2 * M + N + 3 + N + N + TRIAL + N);
  }

  /** Steps end where they should although nobody was told of the constraint. */
  @Test
  void withAPenaltyNobodyIsAsked() {
    Problem plain = ball().problem();
    Problem problem = new Problem("test", plain.inner(), plain.outer(), Separable.box(-0.5, 0.25));
    Result result =
        Run.of(problem, new SarahCompositional())
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(50))
            .go();
    double[] exact = Arrays.stream(Parts.gaussians(N, 7)).map(b -> clamp(b)).toArray();
    assertThat(result.point()).containsExactly(exact, within(1e-5));
    assertThat(result.decisions()).noneMatch(d -> d.contains("agree"));
  }

  private static double clamp(double b) {
    return Math.max(-0.5, Math.min(0.25, b));
  }

  static List<Parts> kinds() {
    return List.of(ball(), nearlyABall(), misled(), portfolio());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRunRestoredAtAnyStepGoesOnBitForBit(Parts parts) {
    try (Workers workers = new Workers(1)) {
      Problem problem = parts.problem();
      double[] x0 = Parts.gaussians(parts.d(), 4);
      Oracle oracle = new Oracle(problem, workers, 1);
      Iteration whole = new SarahCompositional().start(oracle, x0);
      for (int t = 0; t < 12; t++) {
        byte[] kept = kept(whole);
        Iteration resumed = new SarahCompositional().start(new Oracle(problem, workers, 1), x0);
        resumed.state(State.reading(new ByteArrayInputStream(kept), kept.length));
        assertThat(resumed.nextCallsPaper()).isEqualTo(whole.nextCallsPaper());
        long announced = whole.nextCallsPaper();
        long before = oracle.ledger().paper();
        whole.step();
        assertThat(oracle.ledger().paper() - before).as("step %d", t).isEqualTo(announced);
        whole.commit();
        resumed.step();
        resumed.commit();
        assertThat(resumed.point()).as("step %d", t).containsExactly(whole.point());
        assertThat(resumed.decisions()).isEqualTo(whole.decisions());
        assertThat(kept(resumed)).as("state after step %d", t).isEqualTo(kept(whole));
      }
    }
  }

  private static byte[] kept(Iteration iteration) {
    var bytes = new ByteArrayOutputStream();
    iteration.state(State.writing(bytes));
    return bytes.toByteArray();
  }

  /** The restart, three at a near point, and all at another: of f nobody may know more. */
  @Test
  void beforeTheSketchNobodyIsAskedFarAway() {
    int d = 8;
    Parts parts = portfolio();
    double[] x0 = Parts.gaussians(d, 1);
    double[] y0 = parts.value(Parts.all(N), x0);
    List<Double> far = new ArrayList<>();
    Parts watched =
        new Parts(
            d,
            parts.l(),
            N,
            N,
            true,
            parts.value(),
            parts.jacobian(),
            parts.outer(),
            (i, y, u) -> {
              far.add(Math.sqrt(Walk.squaredDistance(y, y0)));
              parts.outerGradient().fill(i, y, u);
            });
    Paths.of(watched.problem(), Parameters.AUTOMATIC, x0, 1, 3);
    double rounding = 1e-12;
    double near = 2e-3 * Parts.norm(x0); // y is x and its mean return
    assertThat(far.subList(0, N)).allMatch(each -> each < rounding);
    assertThat(far.subList(N, far.size())).allMatch(each -> each < near);
    assertThat(far.subList(N, N + 3)).allMatch(each -> each > rounding);
    assertThat(far.subList(far.size() - N, far.size())).allMatch(each -> each > rounding);
  }

  @ParameterizedTest
  @ValueSource(ints = {-20, 20})
  void scalingByAPowerOfTwoScalesThePathAndNothingElse(int exponent) {
    double scale = Math.scalb(1.0, exponent);
    List<double[]> scaled = path(scale);
    for (double[] x : scaled) {
      for (int k = 0; k < x.length; k++) {
        x[k] *= scale;
      }
    }
    Paths.assertSameBits(scaled, path(1));
  }

  private static List<double[]> path(double scale) {
    IntToDoubleFunction weight = i -> N * (1 + 0.1 * (i % 5 - 2) / 2);
    Parts parts = inIdentity(N, M, N, weight, Parts.gaussians(N, 7), scale);
    double[] x0 = Arrays.stream(Parts.gaussians(N, 1)).map(x -> x / scale).toArray();
    List<double[]> path = Paths.of(parts.problem(), Parameters.AUTOMATIC, x0, 1, 10);
    assertThat(path.get(2)).isNotEqualTo(path.get(1)); // the agreed step
    return path;
  }

  /** g would be another one at each restart. */
  @Test
  void whereRestartsSampleTheInnerMapNobodyIsAsked() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(ball().problem(), workers, 1);
      Parameters some = Parameters.AUTOMATIC.withRestart(M - 1, M - 1, N);
      Iteration iteration = new SarahCompositional(some).start(oracle, new double[N]);
      assertThat(iteration.nextCallsPaper()).isEqualTo(2 * (M - 1) + 2 * N + FLOOR);
    }
  }

  // Whom to ask

  private static boolean suits(Problem problem) {
    try (Workers workers = new Workers(1)) {
      return AgreedStep.suits(new Oracle(problem, workers, 1));
    }
  }

  @Test
  void threeComponentsAreAFiftiethAtMost() {
    assertThat(suits(inIdentity(2, 3, 150, i -> 1, new double[150], 1).problem())).isTrue();
    assertThat(suits(inIdentity(2, 3, 149, i -> 1, new double[149], 1).problem())).isFalse();
  }

  @Test
  void whatWouldBeTooMuchToRememberIsNot() {
    assertThat(suits(inIdentity(20, 3, 200_000, i -> 1, new double[0], 1).problem())).isTrue();
    assertThat(suits(inIdentity(20, 3, 200_001, i -> 1, new double[0], 1).problem())).isFalse();
  }

  /** 1000 unknowns, the most for a sketch, of one component more than can be remembered. */
  @Test
  void thenTheSketchIsMadeAlongWithTheRestart() {
    try (Workers workers = new Workers(1)) {
      for (int n : new int[] {4000, 4001}) {
        Oracle oracle =
            new Oracle(inIdentity(1000, 3, n, i -> 1, new double[0], 1).problem(), workers, 1);
        var leaps = new Leaps(oracle, 1, n, true, note -> {});
        assertThat(leaps.callsAtRestart()).isEqualTo(n == 4000 ? 0 : n + 36);
      }
    }
  }

  @Test
  void nobodyIsAskedWithAPenaltyOrWhereTheInnerMapBends() {
    Problem ball = ball().problem();
    assertThat(suits(ball)).isTrue();
    assertThat(suits(ball().saying(false).problem())).isFalse();
    assertThat(suits(new Problem("test", ball.inner(), ball.outer(), Separable.l1(0.1)))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nobodyIsAskedAfterAWarmUp(boolean exact) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(portfolio().problem(), workers, 1);
      var leaps = new Leaps(oracle, 1, N, true, note -> {});
      assertThat(leaps.callsAtRestart()).isZero();
      leaps.warmedUp(exact, null);
      assertThat(leaps.sketchesAtRestart()).isTrue();
      assertThat(leaps.callsAtRestart()).isEqualTo(N + FLOOR);
    }
  }

  // What they say

  /** At x = 0 of a line where F = 1, the three are at their minima after these steps. */
  private record Line(AgreedStep step, boolean agree) {
    static Line of(double[] sizes, double[] weights) {
      double[] b = new double[N];
      double[] c = new double[N];
      Arrays.fill(c, 1);
      double sum = 0;
      for (int k = 0; k < 3; k++) {
        b[ASKED[k]] = -sizes[k];
        c[ASKED[k]] = weights[k];
        sum += weights[k] * sizes[k];
      }
      for (int i = 0; i < N; i++) {
        if (i != ASKED[0] && i != ASKED[1] && i != ASKED[2]) {
          b[i] = -(N - sum) / (N - 3);
        }
      }
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(inIdentity(1, M, N, i -> c[i], b, 1).problem(), workers, 1);
        JacobianEstimate g = oracle.newJacobian();
        oracle.jacobian(Batch.all(M), new double[1], g);
        AgreedStep step = new AgreedStep(oracle);
        double[] f = new double[1];
        double value = step.restart(new double[1], new double[1], g, f);
        assertThat(f[0]).isCloseTo(1, within(1e-12));
        double mean = 0;
        for (int i = 0; i < N; i++) {
          mean += c[i] * b[i] * b[i] / 2 / N;
        }
        assertThat(value).isCloseTo(mean, within(1e-12 * Math.abs(mean)));
        double[] near = {-1e-3 * f[0]};
        long before = oracle.ledger().paper();
        boolean agree = step.ask(f, near, near, g);
        assertThat(oracle.ledger().paper() - before).isEqualTo(AgreedStep.calls()).isEqualTo(3);
        return new Line(step, agree);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 1, true",
    "1, 1.099, 0.901, true",
    "0.901, 1, 1.099, true",
    "1, 1.101, 1, false",
    "1, 1, 0.899, false",
    "40, 41, 43, true",
    "0.1, 0.11, 0.1, true",
    "0.1, 0.112, 0.1, false",
    "-1, -1, -1, false",
    "1, -1, 1, false",
    "0, 0, 0, false",
  })
  void theyAgreeWithinATenthOfTheirMedian(
      double first, double second, double third, boolean agree) {
    Line line = Line.of(new double[] {first, second, third}, new double[] {1, 1, 1});
    assertThat(line.agree()).isEqualTo(agree);
    if (agree) {
      assertThat(line.step().size()).isCloseTo((first + second + third) / 3, within(1e-9));
    }
  }

  @Test
  void thoseThatCurveMoreHaveMoreToSay() {
    Line line = Line.of(new double[] {1, 1.05, 0.95}, new double[] {4, 2, 1});
    assertThat(line.agree()).isTrue();
    assertThat(line.step().size()).isCloseTo((4 + 2 * 1.05 + 0.95) / 7, within(1e-9));
  }

  /** The first is concave, and at its maximum there; or shows no curvature at all. */
  @ParameterizedTest
  @ValueSource(doubles = {-1, 0})
  void whatDoesNotFallAndCurveDoesNotAgree(double weight) {
    assertThat(Line.of(new double[] {1, 1, 1}, new double[] {weight, 1, 1}).agree()).isFalse();
    assertThat(Line.of(new double[] {1, 1, 1}, new double[] {weight, weight, weight}).agree())
        .isFalse();
  }

  // What is remembered

  /** Ridges make rows of rank one and more, so that the way matters, and the floor. */
  private static Parts ridged(double ridge) {
    int d = 6;
    double[][] c = new double[N][];
    Arrays.setAll(c, i -> Parts.gaussians(d, 50 + i));
    return new Parts(
        d,
        d,
        M,
        N,
        true,
        (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
        (j, x, jac) -> {
          for (int k = 0; k < d; k++) {
            jac[k][k] = 1 + (j % 2 == 0 ? 0.5 : -0.5);
          }
        },
        (i, y) -> square(dot(c[(int) i], y) - 1) / 2 + ridge * dot(y, y) / 2,
        (i, y, u) -> {
          double z = dot(c[(int) i], y) - 1;
          for (int k = 0; k < d; k++) {
            u[k] = z * c[(int) i][k] + ridge * y[k];
          }
        });
  }

  private static double square(double z) {
    return z * z;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /** One made along with a restart, and those from what is known at either point. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.7})
  void aSketchFromWhatIsRememberedIsTheSame(double ridge) {
    Parts parts = ridged(ridge);
    int d = parts.d();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      double[] x = Parts.gaussians(d, 1);
      double[] near = x.clone();
      Arrays.setAll(near, k -> x[k] + 0.01 * (k - 2));
      double[] y = new double[d];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(Batch.all(M), x, y, g);
      double[] y1 = new double[d];
      oracle.follow(g, near, x, y, y1);
      Sketch along = new Sketch(oracle, N);
      along.lookForFloor(1, Batch.all(N), x, near, y, g);
      along.makeAlong(Batch.all(N), y1, y, g, new double[d]);
      assertThat(along.floor()).isCloseTo(ridge, within(1e-9));
      for (boolean atNear : new boolean[] {true, false}) {
        AgreedStep known = new AgreedStep(oracle);
        known.restart(atNear ? near : x, atNear ? y1 : y, g, new double[d]);
        Sketch sketch = new Sketch(oracle, N);
        sketch.lookForFloor(1, Batch.all(N), x, near, y, g);
        double[] f = new double[d];
        long before = oracle.ledger().paper();
        double value = sketch.makeFrom(known.rows(), atNear, Batch.all(N), x, near, y1, y, g, f);
        assertThat(oracle.ledger().paper() - before).isEqualTo(N);
        double[] other = atNear ? x : near;
        assertThat(value).isCloseTo(parts.objective(other), within(1e-12));
        assertThat(f).containsExactly(parts.gradient(other), within(1e-11));
        assertThat(sketch.isModel()).isTrue();
        assertThat(sketch.rho()).isCloseTo(along.rho(), within(1e-9));
        double[] v = Parts.gaussians(d, 9);
        double[] one = new double[d];
        double[] two = new double[d];
        along.times(v, one);
        sketch.times(v, two);
        assertThat(two).containsExactly(one, within(1e-9));
        double[] z = new double[d];
        double[] end = new double[d];
        Arrays.setAll(end, k -> x[k] + v[k]);
        oracle.follow(g, end, x, y, z);
        assertThat(sketch.seen(z)).isCloseTo(along.seen(z), within(1e-12));
        assertThat(sketch.modelled(z, v)).isCloseTo(along.modelled(z, v), within(1e-9));
      }
    }
  }

  /** From the restart until the sketch, which comes a step later where the run has gone back. */
  @ParameterizedTest
  @MethodSource("kinds")
  void itIsRememberedNoLongerThanNeeded(Parts parts) {
    List<Boolean> remembers = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      Iteration iteration = new SarahCompositional().start(oracle, Parts.gaussians(parts.d(), 4));
      for (int t = 0; t < 7; t++) {
        String kept = new String(kept(iteration), StandardCharsets.ISO_8859_1);
        remembers.add(kept.contains("remembered"));
        iteration.step();
        iteration.commit();
      }
    }
    boolean goesBack = parts.d() == 1;
    assertThat(remembers).containsExactly(false, true, true, goesBack, false, false, false);
  }
}
