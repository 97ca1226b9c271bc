package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.algorithm.SarahCompositional.Parameters;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where f_i are squares, one call of each tells how it curves. */
class SquaresTest {
  private static final int D = 6;
  private static final int M = 7;
  private static final int N = 60;

  /** f_i(g(x)) = w_i(a_iᵀg(x) − b_i)², g(x) = Bx + e in the mean. */
  private static final class Residuals {
    private final double[] b;
    private final double scale;

    Residuals(double[] b, double scale) {
      this.b = b;
      this.scale = scale;
    }

    static Residuals of(double... b) {
      return new Residuals(b, 1);
    }

    double weight(long i) {
      return 1 + i % 3;
    }

    double[] a(long i) {
      return Parts.gaussians(D, 100 + i);
    }

    double at(long i, double[] y) {
      double sum = -b[(int) i];
      for (int k = 0; k < D; k++) {
        sum += a(i)[k] * y[k];
      }
      return sum;
    }

    Parts parts() {
      return new Parts(
          D,
          D,
          M,
          N,
          true,
          (j, x, y) -> {
            for (int k = 0; k < D; k++) {
              y[k] = scale * (x[k] * (2 + (j - 3) / 10.0) + x[(k + 1) % D]);
            }
          },
          (j, x, jac) -> {
            for (int k = 0; k < D; k++) {
              jac[k][k] += scale * (2 + (j - 3) / 10.0);
              jac[k][(k + 1) % D] += scale;
            }
          },
          (i, y) -> weight(i) * at(i, y) * at(i, y),
          (i, y, u) -> {
            double r = at(i, y);
            for (int k = 0; k < D; k++) {
              u[k] = 2 * weight(i) * r * a(i)[k];
            }
          });
    }

    Problem problem() {
      Parts parts = parts();
      return Components.map(D, D)
          .inner(M, parts.value(), parts.jacobian())
          .affine()
          .outer(N, parts.outer(), parts.outerGradient())
          .squares()
          .named("test");
    }

    /** ∇²Φ, from gradients of what is quadratic. */
    double[][] hessian() {
      Parts parts = parts();
      double[] zero = parts.gradient(new double[D]);
      double[][] h = new double[D][D];
      for (int k = 0; k < D; k++) {
        double[] e = new double[D];
        e[k] = 1;
        double[] there = parts.gradient(e);
        for (int r = 0; r < D; r++) {
          h[r][k] = there[r] - zero[r];
        }
      }
      return h;
    }

    double[] minimum() {
      double[] slope = parts().gradient(new double[D]);
      for (int k = 0; k < D; k++) {
        slope[k] = -slope[k];
      }
      return SmallProblems.solve(hessian(), slope);
    }
  }

  private static Residuals some() {
    return Residuals.of(Parts.gaussians(N, 7));
  }

  /** Of which all but every tenth are zero at x = 0. */
  private static Residuals sparse() {
    double[] b = Parts.gaussians(N, 7);
    for (int i = 0; i < N; i++) {
      b[i] = i % 10 == 3 ? b[i] : 0;
    }
    return Residuals.of(b);
  }

  private static final int ZEROS = N - N / 10;

  private static Result run(Problem problem, double[] x0) {
    return Run.of(problem, new SarahCompositional())
        .from(x0)
        .stop(StopRule.tolerance(1e-6))
        .stop(StopRule.passes(50))
        .go();
  }

  @Test
  void oneRestartTellsAllAndTheFirstMoveEndsAtTheMinimum() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(some().problem(), workers, 1);
      Iteration iteration = new SarahCompositional().start(oracle, Parts.gaussians(D, 1));
      assertThat(iteration.nextCallsPaper()).isEqualTo(2 * M + N);
      iteration.step();
      iteration.commit();
      assertThat(oracle.ledger().paper()).isEqualTo(2 * M + N);
      assertThat(iteration.point()).containsExactly(some().minimum(), within(1e-6));
      assertThat(iteration.isUnproven()).isTrue();
      assertThat(iteration.nextCallsPaper()).isEqualTo(N);
    }
    Result result = run(some().problem(), Parts.gaussians(D, 1));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isEqualTo(2 * M + 2 * N);
    assertThat(result.decisions()).containsExactly("step 1: curvature sketched from 60 components");
  }

  @Test
  void whatIsZeroIsAskedOnceMore() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(sparse().problem(), workers, 1);
      Iteration iteration = new SarahCompositional().start(oracle, new double[D]);
      iteration.step();
      iteration.commit();
      assertThat(iteration.point()).containsExactly(new double[D]);
      assertThat(iteration.nextCallsPaper()).isEqualTo(ZEROS);
      iteration.step();
      iteration.commit();
      assertThat(oracle.ledger().paper()).isEqualTo(2 * M + N + ZEROS);
      assertThat(iteration.point()).containsExactly(sparse().minimum(), within(1e-6));
    }
    Result result = run(sparse().problem(), new double[D]);
    assertThat(result.callsPaper()).isEqualTo(2 * M + N + ZEROS + N);
    assertThat(result.decisions()).containsExactly("step 2: curvature sketched from 60 components");
  }

  @Test
  void theBoxIsKeptAndOneLeapIsEnough() {
    Problem plain = some().problem();
    Problem problem = new Problem("test", plain.inner(), plain.outer(), Separable.box(-0.02, 0.01));
    Result result = run(problem, new double[D]);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isEqualTo(2 * M + 2 * N);
    double[] gradient = some().parts().gradient(result.point());
    for (int k = 0; k < D; k++) {
      double x = result.point()[k];
      assertThat(x).isBetween(-0.02, 0.01);
      double moved = Math.max(-0.02, Math.min(0.01, x - 0.01 * gradient[k]));
      assertThat(moved).isCloseTo(x, within(1e-6));
    }
    assertThat(result.point()).isNotEqualTo(some().minimum());
  }

  /** g(x) = x, of m components. */
  private static Components.NeedsOuter identity(int d, int m) {
    return Components.map(d, d)
        .inner(
            m,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = 1;
              }
            })
        .affine();
  }

  /** |x − b|²/2 of which most are zero at x = 0, a corner: there is but one way to go for each. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void fromACornerAllAreSeen(long seed) {
    int d = 30;
    Problem plain =
        identity(d, M)
            .outer(
                d,
                (i, y) -> Math.pow(y[(int) i] - target(i), 2),
                (i, y, u) -> u[(int) i] = 2 * (y[(int) i] - target(i)))
            .squares()
            .named("test");
    Problem problem = new Problem("test", plain.inner(), plain.outer(), Separable.nonNegative());
    Result result =
        Run.of(problem, new SarahCompositional())
            .from(new double[d])
            .seed(seed)
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(50))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isEqualTo(2 * M + d + (d - 3) + d);
    for (int k = 0; k < d; k++) {
      assertThat(result.point()[k]).isCloseTo(target(k), within(1e-6));
    }
  }

  private static double target(long i) {
    return i % 10 == 3 ? 1 + i : 0;
  }

  /** With many components there is a warm-up, but no sample of most of them. */
  @Test
  void theFirstFullRestartOfManyTellsAll() {
    int n = 2000;
    double[] targets = Parts.gaussians(n, 5);
    Problem problem =
        Components.map(1, 1)
            .inner(n, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .affine()
            .outer(
                n,
                (i, y) -> Math.pow(y[0] - targets[(int) i], 2),
                (i, y, u) -> u[0] = 2 * (y[0] - targets[(int) i]))
            .squares()
            .named("test");
    Result result = run(problem, new double[] {10});
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isBetween(4L * n, 4L * n + n / 2);
    assertThat(result.decisions())
        .anyMatch(d -> d.contains("curvature sketched from 2000 components"))
        .noneMatch(d -> d.contains("and a leap with"));
  }

  /** Then the model leaves out how g curves, and a trial has to see what that is worth. */
  @Test
  void whereTheInnerMapBendsTheyAreAskedAsOthers() {
    Parts parts = some().parts();
    Problem bent =
        Components.map(D, D)
            .inner(M, parts.value(), parts.jacobian())
            .outer(N, parts.outer(), parts.outerGradient())
            .squares()
            .named("test");
    try (Workers workers = new Workers(1)) {
      assertThat(new Oracle(bent, workers, 1).squares()).isFalse();
      Oracle oracle = new Oracle(some().problem(), workers, 1);
      assertThat(oracle.squares()).isTrue();
      Iteration iteration =
          new SarahCompositional().start(new Oracle(bent, workers, 1), Parts.gaussians(D, 1));
      assertThat(iteration.nextCallsPaper()).isGreaterThanOrEqualTo(2 * M + 2 * N);
    }
  }

  /** A function that is no square is believed once; then the run goes back and looks. */
  @Test
  void aFalseClaimCostsARestart() {
    Parts portfolio = SmallProblems.portfolio(SmallProblems.returns(8, 200, 3));
    Problem problem =
        Components.map(8, portfolio.l())
            .inner(200, portfolio.value(), portfolio.jacobian())
            .affine()
            .outer(200, portfolio.outer(), portfolio.outerGradient())
            .squares()
            .named("test");
    double[][] returns = SmallProblems.returns(8, 200, 3);
    double[] exact =
        SmallProblems.solve(SmallProblems.hessian(returns), SmallProblems.mean(returns));
    Result result = run(problem, Parts.gaussians(8, 1));
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.point()).containsExactly(exact, within(1e-5));
  }

  static List<Residuals> kinds() {
    return List.of(some(), sparse());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRunRestoredAtAnyStepGoesOnBitForBit(Residuals residuals) {
    try (Workers workers = new Workers(1)) {
      Problem problem = residuals.problem();
      double[] x0 = new double[D];
      Oracle oracle = new Oracle(problem, workers, 1);
      Iteration whole = new SarahCompositional().start(oracle, x0);
      for (int t = 0; t < 8; t++) {
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
    double[] x0 = Parts.gaussians(D, 1);
    for (int k = 0; k < D; k++) {
      x0[k] /= scale;
    }
    Residuals residuals = new Residuals(Parts.gaussians(N, 7), scale);
    return Paths.of(residuals.problem(), Parameters.AUTOMATIC, x0, 1, 4);
  }

  private static boolean solves(int d, long n, boolean affine, boolean squares) {
    var inner = Components.map(d, 1).inner(5, (j, x, y) -> {}, (j, x, jac) -> {});
    var outer = (affine ? inner.affine() : inner).outer(n, (i, y) -> 0, (i, y, u) -> {});
    return SarahCompositional.solvesAtOnce((squares ? outer.squares() : outer).named("test"));
  }

  @Test
  void whatAMatrixIsKeptForIsSolvedAtOnce() {
    assertThat(solves(1000, 10_000, true, true)).isTrue();
    assertThat(solves(1001, 5000, true, true)).isFalse();
    assertThat(solves(1000, 10_001, true, true)).isFalse();
    assertThat(solves(3, 100_000, true, true)).isTrue();
    assertThat(solves(3, 100_001, true, true)).isFalse();
    assertThat(solves(3, 5, false, true)).isFalse();
    assertThat(solves(3, 5, true, false)).isFalse();
    assertThat(solves(3, Inner.UNBOUNDED, true, true)).isFalse();
  }

  // The sketch

  /** At x0, after those that were zero there were asked near it. */
  private static final class Made {
    private final Sketch sketch;
    private final double value;
    private final double[] gradient = new double[D];
    private final long unseen;
    private final long calls;

    Made(Residuals residuals, double[] x0) {
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(residuals.problem(), workers, 1);
        double[] y = new double[D];
        JacobianEstimate g = oracle.newJacobian();
        oracle.valueAndJacobian(Batch.all(M), x0, y, g);
        long before = oracle.ledger().paper();
        sketch = new Sketch(oracle, N);
        value = sketch.makeOfSquares(Batch.all(N), y, g, gradient);
        unseen = sketch.unseen();
        assertThat(sketch.isModel()).isEqualTo(unseen == 0);
        if (unseen > 0) {
          double[] near = new double[D];
          Nearby.wander(oracle, 1, 0, x0, near);
          double[] y1 = new double[D];
          Nearby.goNear(oracle, Batch.all(M), near, x0, y, g, y1);
          sketch.addUnseen(y1, g);
          assertThat(sketch.unseen()).isZero();
        }
        assertThat(sketch.isModel()).isTrue();
        calls = oracle.ledger().paper() - before;
      }
    }
  }

  private static void assertExact(Made made, Residuals residuals, double[] x0) {
    double size = Math.max(1, Math.abs(residuals.parts().objective(x0)));
    assertThat(made.value).isCloseTo(residuals.parts().objective(x0), within(1e-12 * size));
    assertThat(made.gradient).containsExactly(residuals.parts().gradient(x0), within(1e-11 * size));
    double[][] hessian = residuals.hessian();
    double[] v = Parts.gaussians(D, 9);
    double[] product = new double[D];
    made.sketch.times(v, product);
    for (int r = 0; r < D; r++) {
      double expected = made.sketch.rho() * v[r];
      for (int k = 0; k < D; k++) {
        expected += hessian[r][k] * v[k];
      }
      assertThat(product[r]).isCloseTo(expected, within(1e-9 * Parts.norm(product)));
    }
    assertThat(made.sketch.rho()).isPositive().isLessThan(1e-13 * hessian[0][0]);
  }

  @Test
  void valuesAndGradientsMakeTheHessian() {
    double[] x0 = Parts.gaussians(D, 1);
    Made made = new Made(some(), x0);
    assertExact(made, some(), x0);
    assertThat(made.calls).isEqualTo(N);
    assertThat(made.unseen).isZero();
  }

  @Test
  void soTheyDoWhereSomeAreZero() {
    Made made = new Made(sparse(), new double[D]);
    assertExact(made, sparse(), new double[D]);
    assertThat(made.calls).isEqualTo(N + ZEROS);
    assertThat(made.unseen).isEqualTo(ZEROS);
  }

  /** A residual of rounding tells as much; one whose square has no digits left tells nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-16, 1e-100, 1e-144, 1e-146, 1e-155, 1e-161, 1e-200})
  void residualsOfAnySizeDo(double residual) {
    double[] b = Parts.gaussians(N, 7);
    b[5] = residual;
    Residuals residuals = Residuals.of(b);
    Made made = new Made(residuals, new double[D]);
    assertExact(made, residuals, new double[D]);
    assertThat(made.unseen).isEqualTo(residual > 1e-145 ? 0 : 1);
  }

  /** One that is zero everywhere does not curve. */
  @Test
  void whatIsZeroEverywhereHasNothingToSay() {
    double[] x0 = new double[D];
    Parts parts = some().parts();
    Problem problem =
        Components.map(D, D)
            .inner(M, parts.value(), parts.jacobian())
            .affine()
            .outer(
                N,
                (i, y) -> i < 50 ? parts.outer().at(i, y) : 0,
                (i, y, u) -> {
                  if (i < 50) {
                    parts.outerGradient().fill(i, y, u);
                  }
                })
            .squares()
            .named("test");
    Result result = run(problem, x0);
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isEqualTo(2 * M + N + 10 + N);
    assertThat(result.decisions()).containsExactly("step 2: curvature sketched from 60 components");
  }

  /** f_i = (s_i x_i − 1)², with s_i² from 1 down to 1e-10. */
  private static Sketch poorlyScaled(int unknowns) {
    Problem problem =
        identity(unknowns, 1)
            .outer(
                unknowns,
                (i, y) -> Math.pow(Math.pow(10, -(int) i) * y[(int) i] - 1, 2),
                (i, y, u) -> {
                  double s = Math.pow(10, -(int) i);
                  u[(int) i] = 2 * s * (s * y[(int) i] - 1);
                })
            .squares()
            .named("test");
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      JacobianEstimate g = oracle.newJacobian();
      double[] y = new double[unknowns];
      oracle.valueAndJacobian(Batch.all(1), new double[unknowns], y, g);
      Sketch sketch = new Sketch(oracle, unknowns);
      sketch.makeOfSquares(Batch.all(unknowns), y, g, new double[unknowns]);
      return sketch;
    }
  }

  @Test
  void aPoorlyScaledModelIsNotDamped() {
    Sketch sketch = poorlyScaled(6);
    double[] f = new double[6];
    double[] v = new double[6];
    for (int k = 0; k < 6; k++) {
      f[k] = -2 * Math.pow(10, -k) / 6; // at x = 0
    }
    sketch.solve(f, v);
    for (int k = 0; k < 6; k++) {
      assertThat(-v[k] * Math.pow(10, -k)).isCloseTo(1, within(1e-3));
    }
  }

  /** Made once more, elsewhere, it is as if it were made there for the first time. */
  @Test
  void aModelIsNotAddedToTheLast() {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(some().problem(), workers, 1);
      Sketch twice = new Sketch(oracle, N);
      Sketch once = new Sketch(oracle, N);
      double[] y = new double[D];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(Batch.all(M), Parts.gaussians(D, 1), y, g);
      twice.makeOfSquares(Batch.all(N), y, g, new double[D]);
      oracle.valueAndJacobian(Batch.all(M), Parts.gaussians(D, 2), y, g);
      twice.makeOfSquares(Batch.all(N), y, g, new double[D]);
      once.makeOfSquares(Batch.all(N), y, g, new double[D]);
      double[] one = new double[D];
      double[] two = new double[D];
      once.times(Parts.gaussians(D, 9), one);
      twice.times(Parts.gaussians(D, 9), two);
      assertThat(two).containsExactly(one);
    }
  }

  /** Then there is nothing to leap by, and the start is the minimum. */
  @Test
  void whereAllAreZeroEverywhereThereIsNoModel() {
    Problem problem =
        Components.map(2, 1)
            .inner(1, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .affine()
            .outer(5, (i, y) -> 0, (i, y, u) -> {})
            .squares()
            .named("test");
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Sketch sketch = new Sketch(oracle, 5);
      JacobianEstimate g = oracle.newJacobian();
      sketch.makeOfSquares(Batch.all(5), new double[1], g, new double[2]);
      assertThat(sketch.unseen()).isEqualTo(5);
      sketch.addUnseen(new double[] {1}, g);
      assertThat(sketch.isModel()).isFalse();
    }
  }

  /** Two unknowns of which all see the sum alone: rounding may leave no pivot. */
  @Test
  void whatCannotBeFactoredIsDampedAsLittleAsItCanBe() {
    double[] s = Parts.gaussians(50, 3);
    Problem problem =
        Components.map(2, 1)
            .inner(
                1,
                (j, x, y) -> y[0] = x[0] / 3 + x[1] / 7,
                (j, x, jac) -> {
                  jac[0][0] = 1.0 / 3;
                  jac[0][1] = 1.0 / 7;
                })
            .affine()
            .outer(
                50,
                (i, y) -> Math.pow(s[(int) i] * y[0] - 1, 2),
                (i, y, u) -> u[0] = 2 * s[(int) i] * (s[(int) i] * y[0] - 1))
            .squares()
            .named("test");
    Result result =
        Run.of(problem, new SarahCompositional())
            .from(new double[] {1, 1})
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.steps(50))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.callsPaper()).isEqualTo(2 + 50 + 50);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void afterAWarmUpTheRestartTellsAllStill(boolean exact) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(some().problem(), workers, 1);
      var leaps = new Leaps(oracle, 1, N, note -> {});
      leaps.warmedUp(exact, new Sketch(oracle, N / 2));
      assertThat(leaps.sketchesAtRestart()).isTrue();
      assertThat(leaps.completes()).isFalse();
      assertThat(leaps.callsAtRestart()).isZero();
    }
  }
}
