package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.BellmanResidual.Split;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BellmanResidualTest {
  private static final double ROUNDING = 1e-10;
  private static final double GAMMA = 0.9;

  /** Dense and sparse chains, with features and without, in both splits. */
  static List<BellmanResidual> all(int n, Shape shape, long seed) {
    List<BellmanResidual> all = new ArrayList<>();
    for (RewardChain chain : List.of(Chains.dense(n, seed), Chains.sparse(n, 3, seed))) {
      for (Split split : Split.values()) {
        all.add(BellmanResidual.tabular(chain, GAMMA, shape, split));
        all.add(BellmanResidual.of(chain, Chains.features(n, 4, seed), GAMMA, shape, split));
      }
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void theDerivativesAreRightAtRandomPoints(Shape shape) {
    for (long seed = 1; seed <= 3; seed++) {
      for (BellmanResidual values : all(11, shape, seed)) {
        for (Problem problem : List.of(values.problem(), values.online())) {
          assertThat(DerivativeCheck.of(problem).seed(seed).components(6).run()).isEmpty();
          assertThat(DerivativeCheck.of(problem).seed(seed).radius(20).components(3).run())
              .isEmpty();
        }
      }
    }
  }

  /** After full restarts all next states weigh alike in G, after sampled ones they do not. */
  @ParameterizedTest
  @ValueSource(ints = {0, 7})
  void aChangeAtOnceIsThatOfTheParts(int sampled) {
    for (BellmanResidual values : all(30, Shape.LINEAR, 3)) {
      Problem quick = values.problem();
      assertThat(quick.change()).isNotNull();
      Problem slow = new Problem(quick.name(), quick.inner(), quick.outer(), quick.penalty());
      assertThat(after(quick, sampled)).containsExactly(after(slow, sampled), within(ROUNDING));
    }
    for (BellmanResidual values : all(30, Shape.TANH, 3)) {
      assertThat(values.problem().change()).isNull();
    }
  }

  private static double[] after(Problem problem, int sampled) {
    Settings parameters =
        SarahParameters.batches(5, 5, 3)
            .with(SarahParameters.ETA, 1e-5)
            .with(SarahParameters.Q, 20);
    if (sampled > 0) {
      parameters = SarahParameters.restart(sampled, sampled, sampled).or(parameters);
    }
    double[] x0 = new double[problem.dimension()];
    Arrays.setAll(x0, k -> Math.sin(k));
    try (Workers one = new Workers(1)) {
      Oracle oracle = new Oracle(problem, one, 3);
      var run = SarahParameters.METHOD.with(parameters).start(oracle, x0);
      for (int t = 0; t < 50; t++) {
        run.step();
        run.commit();
      }
      long restart = sampled > 0 ? 3L * sampled : 3 * 30;
      assertThat(oracle.ledger().paper()).isEqualTo(3 * restart + 47 * 2 * 13);
      assertThat(run.point()).isNotEqualTo(x0);
      return run.point().clone();
    }
  }

  /** Φ = |Ax − b|², ∇Φ = 2Aᵀ(Ax − b). More than 1024 states are summed in chunks. */
  @ParameterizedTest
  @ValueSource(ints = {2, 30, 1500})
  void objectiveAndGradientAreThoseOfLeastSquares(int n) {
    for (BellmanResidual values : all(n, Shape.LINEAR, 5)) {
      if (n > 1024 && values.isTabular()) {
        continue; // the book's formulas would take n³ steps
      }
      double[][] a = Chains.bellman(values.chain, Chains.array(values.features), GAMMA);
      double[] b = Chains.rewards(values.chain);
      double[] x = Chains.point(values.dimension(), 6);
      double objective = 0;
      double[] gradient = new double[x.length];
      for (int s = 0; s < n; s++) {
        double r = -b[s];
        for (int k = 0; k < x.length; k++) {
          r += a[s][k] * x[k];
        }
        objective += r * r;
        for (int k = 0; k < x.length; k++) {
          gradient[k] += 2 * r * a[s][k];
        }
      }
      try (Workers workers = new Workers(2)) {
        Evaluator evaluator = new Evaluator(values.problem(), workers);
        double[] found = new double[x.length];
        assertThat(evaluator.gradient(x, found)).isCloseTo(objective, within(ROUNDING * objective));
        for (int k = 0; k < x.length; k++) {
          assertThat(found[k]).isCloseTo(gradient[k], within(ROUNDING * Math.max(1, objective)));
        }
      }
      assertThat(values.residual(values.of(x)))
          .isCloseTo(Math.sqrt(objective / n), within(ROUNDING * Math.sqrt(objective)));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void linearValuesAreFoundWithNothingGiven(long seed) {
    BellmanResidual residual =
        BellmanResidual.of(
            Chains.dense(200, seed), Chains.features(200, 10, seed), GAMMA, Shape.LINEAR);
    Result result =
        Run.of(residual.problem(), Automatic.METHOD.with(Settings.NONE))
            .seed(seed)
            .stop(StopRule.tolerance(1e-6))
            .stop(StopRule.passes(300))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Stop.Reason.TOLERANCE);
  }

  /** The mean of g_j is [x; Σ_j P_sj (R_sj + γ V(j))], whatever is centred. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void theMeanOverAllComponentsIsTheExpectation(Shape shape) {
    int n = 17;
    for (BellmanResidual values : all(n, shape, 7)) {
      double[] x = Chains.point(values.dimension(), 8);
      double[] y = new double[x.length + n];
      for (int j = 0; j < n; j++) {
        values.problem().inner().add(Batch.of(j), x, 1.0 / n, y);
      }
      double[][] p = Chains.array(values.chain.transitions());
      double[] b = Chains.rewards(values.chain);
      double[] v = values.of(x);
      for (int s = 0; s < n; s++) {
        double expected = b[s];
        for (int j = 0; j < n; j++) {
          expected += p[s][j] * GAMMA * v[j];
        }
        assertThat(y[x.length + s]).isCloseTo(expected, within(ROUNDING));
      }
      for (int k = 0; k < x.length; k++) {
        assertThat(y[k]).isCloseTo(x[k], within(ROUNDING));
      }
    }
  }

  /**
   * The paper's components in R^{2n}: g_j = [Fx; n P_sj (R_sj + γ φ_jᵀx)], f_i = n (y_i −
   * y_{n+i})².
   */
  @Test
  void everyEstimateIsThatOfThePapersSplit() {
    int n = 9;
    int d = 4;
    Rows f = Chains.features(n, d, 1);
    RewardChain chain = Chains.dense(n, 1);
    Problem fast = BellmanResidual.of(chain, f, GAMMA, Shape.LINEAR, Split.PAPER).problem();
    double[][] p = Chains.array(chain.transitions());
    double[][] r = Chains.array(chain.rewards());
    double[] x = Chains.point(d, 2);
    double[] noise = Chains.point(n, 3);
    for (int j = 0; j < n; j++) {
      double[] y = new double[d + n];
      fast.inner().add(Batch.of(j), x, 1, y);
      double[] lower = new double[n];
      for (int s = 0; s < n; s++) {
        lower[s] = n * p[s][j] * (r[s][j] + GAMMA * f.dot(j, x));
        assertThat(y[d + s]).isCloseTo(lower[s], within(ROUNDING));
        lower[s] += noise[s]; // an estimate of g need not be a value of g
        y[d + s] += noise[s];
      }
      Jacobian g = fast.inner().newJacobian();
      g.add(Batch.of(j), x, 1);
      for (int i = 0; i < n; i++) {
        double difference = f.dot(i, x) - lower[i];
        assertThat(fast.outer().value(Batch.of(i), y))
            .isCloseTo(n * difference * difference, within(ROUNDING * 1e3));
        Cotangent u = new Cotangent(d + n);
        fast.outer().addGradient(Batch.of(i), y, 1, u);
        double[] found = new double[d];
        g.transposeTimes(u, 1, found);
        for (int k = 0;
            k < d;
            k++) { // ∂g_jᵀ = [Fᵀ, nγ φ_j p_jᵀ], ∇f_i = 2n·difference·(e_i − e_{n+i})
          double expected = 2 * n * difference * (f.get(i, k) - n * GAMMA * p[i][j] * f.get(j, k));
          assertThat(found[k]).isCloseTo(expected, within(ROUNDING * 1e3));
        }
      }
    }
  }

  /** 200 000 draws of each state: within five standard deviations of the mean. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void theSimulatorsMeanIsTheExpectation(Shape shape) {
    int n = 4;
    int draws = 200_000;
    for (RewardChain chain : List.of(Chains.dense(n, 1), Chains.sparse(n, 2, 1))) {
      BellmanResidual values = BellmanResidual.of(chain, Chains.features(n, 2, 1), GAMMA, shape);
      double[] x = Chains.point(2, 2);
      double[] exact = new double[2 + n];
      values.problem().inner().add(Batch.all(n), x, 1.0 / n, exact);
      double[] sampled = new double[2 + n];
      values.online().inner().add(Batch.all(draws), x, 1.0 / draws, sampled);
      double largest = chain.largestReward() + 2 * GAMMA; // no outcome is further from 0
      for (int k = 0; k < exact.length; k++) {
        assertThat(sampled[k]).isCloseTo(exact[k], within(5 * largest / Math.sqrt(draws)));
      }
    }
  }

  @Test
  void aComponentOfTheSimulatorIsAFunctionOfItsNumber() {
    BellmanResidual values = BellmanResidual.tabular(Chains.dense(30, 1), GAMMA, Shape.LINEAR);
    Inner g = values.online().inner();
    double[] x = Chains.point(31, 1);
    double[] first = new double[61];
    double[] again = new double[61];
    double[] other = new double[61];
    g.add(Batch.of(1L << 61), x, 1, first);
    g.add(Batch.of(1L << 61), x, 1, again);
    g.add(Batch.of((1L << 61) + 1), x, 1, other);
    assertThat(again).containsExactly(first);
    assertThat(other).isNotEqualTo(first);
  }

  @Test
  void theSimulatorIsReportedByItsExactMean() {
    BellmanResidual values = BellmanResidual.tabular(Chains.sparse(8, 3, 1), GAMMA, Shape.LINEAR);
    double[] x = Chains.point(9, 1);
    try (Workers workers = new Workers(1)) {
      assertThat(new Evaluator(values.online(), workers).objective(x))
          .isEqualTo(new Evaluator(values.problem(), workers).objective(x));
    }
  }

  /** Gv against Gᵀu, entry by entry, of sums that are even and of such that are not. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void theProductWithTheJacobianIsThatWithTheMatrixItStandsFor(Shape shape) {
    for (BellmanResidual values : all(6, shape, 3)) {
      for (Problem problem : List.of(values.problem(), values.online())) {
        for (Batch batch : List.of(Batch.all(6), Batch.of(2), Batch.of(1, 4, 1))) {
          Jacobian g = problem.inner().newJacobian();
          g.add(batch, Chains.point(values.dimension(), 4), 0.5);
          double[] v = Chains.point(values.dimension(), 5);
          double[] out = Chains.point(problem.inner().out(), 6);
          double[] expected = out.clone();
          for (int row = 0; row < expected.length; row++) {
            Cotangent u = new Cotangent(expected.length);
            u.dense()[row] = 1;
            double[] entries = new double[v.length];
            g.transposeTimes(u, 1, entries);
            for (int k = 0; k < v.length; k++) {
              expected[row] -= 3 * entries[k] * v[k];
            }
          }
          g.times(v, -3, out);
          assertThat(out).containsExactly(expected, within(ROUNDING));
        }
      }
    }
  }

  /** A row of P that is off by what is taken for rounding: G is the Jacobian of that P. */
  @Test
  void theJacobianIsThatOfAChainWhoseRowsDoNotQuiteSumToOne() {
    int n = 5;
    double[] p = new double[n * n];
    Arrays.fill(p, (1 + 9e-7) / n);
    RewardChain chain =
        new RewardChain(
            Chains.names(n), Rows.of(n, n, p), Chains.features(n, n, 1), "a little too much");
    for (Split split : Split.values()) {
      Problem problem = BellmanResidual.tabular(chain, 0.9, Shape.LINEAR, split).problem();
      int d = problem.inner().in();
      double[] x = Chains.point(d, 3);
      double[] there = Chains.point(d, 4);
      try (Workers workers = new Workers(1)) {
        Oracle oracle = new Oracle(problem, workers, 1);
        JacobianEstimate g = oracle.newJacobian();
        double[] y = new double[oracle.innerDimension()];
        double[] expected = new double[y.length];
        double[] out = new double[y.length];
        oracle.valueAndJacobian(Batch.all(n), x, y, g);
        oracle.value(Batch.all(n), there, expected);
        oracle.follow(g, there, x, y, out);
        assertThat(out).containsExactly(expected, within(1e-13));
        double[] back = new double[d]; // uᵀ(Gv) = (Gᵀu)ᵀv
        Cotangent u = new Cotangent(y.length);
        System.arraycopy(Chains.point(y.length, 5), 0, u.dense(), 0, y.length);
        g.transposeTimes(u, 1, back);
        double left = 0;
        double right = 0;
        for (int k = 0; k < y.length; k++) {
          left += u.get(k) * (out[k] - y[k]);
        }
        for (int k = 0; k < d; k++) {
          right += back[k] * (there[k] - x[k]);
        }
        assertThat(right).isCloseTo(left, within(1e-13));
      }
    }
  }

  /** 2100 states, so that the product is made in parts. */
  @Test
  void valuesOfALinearModelFollowFromOneOfThem() {
    int n = 2100;
    RewardChain chain = Chains.sparse(n, 3, 1);
    for (BellmanResidual values :
        List.of(
            BellmanResidual.tabular(chain, 0.9, Shape.LINEAR),
            BellmanResidual.of(chain, Chains.features(n, 4, 2), 0.9, Shape.LINEAR),
            BellmanResidual.of(chain, Chains.features(n, 4, 2), 0.9, Shape.LINEAR, Split.PAPER))) {
      double[] x = Chains.point(values.dimension(), 3);
      double[] there = Chains.point(values.dimension(), 4);
      List<double[]> found = new ArrayList<>();
      for (int threads : new int[] {1, 2}) {
        try (Workers workers = new Workers(threads)) {
          Oracle oracle = new Oracle(values.problem(), workers, 1);
          JacobianEstimate g = oracle.newJacobian();
          double[] y = new double[oracle.innerDimension()];
          double[] expected = new double[y.length];
          double[] out = new double[y.length];
          oracle.valueAndJacobian(Batch.all(n), x, y, g);
          oracle.value(Batch.all(n), there, expected);
          oracle.follow(g, there, x, y, out);
          assertThat(out).containsExactly(expected, within(ROUNDING));
          found.add(out);
        }
      }
      assertThat(found.get(1)).containsExactly(found.get(0));
      Jacobian parts = values.problem().inner().newJacobian();
      parts.add(Batch.all(n), x, 1);
      assertThat(parts.rowParts()).isEqualTo(3);
    }
  }

  /** The norm of the matrix, entry by entry, of sums that are even and of such that are not. */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void theJacobianHasTheNormOfTheMatrixItStandsFor(Shape shape) {
    for (BellmanResidual values : all(6, shape, 3)) {
      for (Problem problem : List.of(values.problem(), values.online())) {
        for (Batch batch : List.of(Batch.all(6), Batch.of(2), Batch.of(1, 4, 1))) {
          Jacobian g = problem.inner().newJacobian();
          g.add(batch, Chains.point(values.dimension(), 4), 0.5);
          Jacobian twice = problem.inner().newJacobian();
          twice.add(g);
          twice.add(g);
          double sum = 0;
          for (int row = 0; row < problem.inner().out(); row++) {
            Cotangent u = new Cotangent(problem.inner().out());
            u.dense()[row] = 1;
            double[] entries = new double[values.dimension()];
            g.transposeTimes(u, 1, entries);
            for (double entry : entries) {
              sum += entry * entry;
            }
          }
          assertThat(g.norm()).isCloseTo(Math.sqrt(sum), within(ROUNDING * sum));
          assertThat(twice.norm()).isCloseTo(2 * Math.sqrt(sum), within(ROUNDING * sum));
          twice.scale(0.5);
          assertThat(twice.norm()).isCloseTo(Math.sqrt(sum), within(ROUNDING * sum));
          twice.clear();
          assertThat(twice.norm()).isZero();
        }
      }
    }
  }

  /** The value B tanh(t/B) stays within what discounted rewards can add up to. */
  @Test
  void boundedValuesStayWithinWhatIsPossible() {
    BellmanResidual values = BellmanResidual.tabular(Chains.dense(5, 1), GAMMA, Shape.TANH);
    double[] far = {1e9, -1e9, 0, 1e-3, 5, 0};
    double bound = values.chain.largestReward() / (1 - GAMMA);
    double[] v = values.of(far);
    assertThat(v[0]).isEqualTo(bound);
    assertThat(v[1]).isEqualTo(-bound);
    assertThat(v[2]).isZero();
    assertThat(v[3]).isCloseTo(1e-3, within(1e-10));
  }

  @Test
  void anInnerStepAllocatesNothing() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Allocations.class.getName())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(output.lines()).hasSize(16).containsOnly("0");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    RewardChain chain = Chains.dense(3, 1);
    for (double discount : new double[] {-0.1, 1, Double.NaN}) {
      assertThatThrownBy(() -> BellmanResidual.tabular(chain, discount, Shape.LINEAR))
          .hasMessageContaining("discount");
    }
    assertThatThrownBy(() -> BellmanResidual.of(chain, Chains.features(4, 2, 1), 0.5, Shape.LINEAR))
        .hasMessageContaining("3 states");
    Rows half = Rows.of(2, 2, new double[] {0.5, 0.5, 0.5, 0.4});
    assertThatThrownBy(() -> new RewardChain(List.of("a", "b"), half, half, "test"))
        .hasMessageContaining("state b sum to 0.9");
    assertThatThrownBy(() -> new RewardChain(List.of("a"), half, half, "test"))
        .hasMessageContaining("1 states need");
    assertThatThrownBy(
            () ->
                new RewardChain(
                    Chains.names(3), chain.transitions(), Chains.sparse(3, 2, 1).rewards(), "test"))
        .hasMessageContaining("structure");
  }
}
