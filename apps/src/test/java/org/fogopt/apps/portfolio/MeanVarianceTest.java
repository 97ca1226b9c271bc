package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.Stop.Reason;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeanVarianceTest {
  private static final double ROUNDING = 1e-11;

  private static Rows returns(int periods, int assets, long seed) {
    Random random = new Random(seed);
    double[] data = new double[periods * assets];
    for (int k = 0; k < data.length; k++) {
      data[k] = 0.5 + random.nextGaussian();
    }
    return Rows.of(periods, assets, data);
  }

  private static double[] mean(Rows r) {
    double[] mean = new double[r.columns()];
    for (int i = 0; i < r.rows(); i++) {
      for (int k = 0; k < mean.length; k++) {
        mean[k] += r.get(i, k) / r.rows();
      }
    }
    return mean;
  }

  /** The covariance, divided by the number of periods. */
  private static double[][] covariance(Rows r) {
    double[] mean = mean(r);
    double[][] c = new double[r.columns()][r.columns()];
    for (int i = 0; i < r.rows(); i++) {
      for (int k = 0; k < mean.length; k++) {
        for (int l = 0; l < mean.length; l++) {
          c[k][l] += (r.get(i, k) - mean[k]) * (r.get(i, l) - mean[l]) / r.rows();
        }
      }
    }
    return c;
  }

  /** [c·x; rᵀx] for c rows that sum to r. */
  @Test
  void theProductWithTheJacobianIsWhatTheHoldingsGain() {
    Rows r = returns(5, 3, 1);
    Jacobian g = new MeanVariance(r, 1).problem().inner().newJacobian();
    g.add(Batch.of(1, 4), new double[3], 1);
    double[] v = {2, -3, 0.5};
    double[] out = {1, 1, 1, 1};
    g.times(v, 2, out);
    double gain = 0;
    for (int k = 0; k < 3; k++) {
      gain += (r.get(1, k) + r.get(4, k)) * v[k];
    }
    assertThat(out).containsExactly(new double[] {9, -11, 3, 1 + 2 * gain}, within(ROUNDING));
  }

  /** −mean + λ·variance of the portfolio's returns, period by period. */
  private static double naiveObjective(Rows r, double lambda, double[] x) {
    double[] gains = new double[r.rows()];
    for (int i = 0; i < r.rows(); i++) {
      for (int k = 0; k < x.length; k++) {
        gains[i] += r.get(i, k) * x[k];
      }
    }
    double mean = Arrays.stream(gains).average().orElseThrow();
    double variance =
        Arrays.stream(gains).map(g -> (g - mean) * (g - mean)).average().orElseThrow();
    return -mean + lambda * variance;
  }

  private static double[] naiveGradient(Rows r, double lambda, double[] x) {
    double[] gradient = mean(r);
    double[][] c = covariance(r);
    for (int k = 0; k < x.length; k++) {
      gradient[k] = -gradient[k];
      for (int l = 0; l < x.length; l++) {
        gradient[k] += 2 * lambda * c[k][l] * x[l];
      }
    }
    return gradient;
  }

  private static double[] point(int n, long seed) {
    Random random = new Random(seed);
    return random.doubles(n, -2, 2).toArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theDerivativesAreRightAtRandomPoints(long seed) {
    for (double lambda : new double[] {0.1, 1, 7}) {
      assertThat(
              DerivativeCheck.of(new MeanVariance(returns(30, 6, seed), lambda).problem())
                  .seed(seed)
                  .components(10)
                  .run())
          .isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"10,1,1", "50,4,1", "50,4,0.3", "3000,17,2.5"})
  void objectiveAndGradientAreMinusMeanPlusVariance(int periods, int assets, double lambda) {
    Rows r = returns(periods, assets, 1);
    double[] x = point(assets, 2);
    try (Workers workers = new Workers(2)) {
      Evaluator evaluator = new Evaluator(new MeanVariance(r, lambda).problem(), workers);
      double[] gradient = new double[assets];
      double value = evaluator.gradient(x, gradient);
      double expected = naiveObjective(r, lambda, x);
      assertThat(value).isCloseTo(expected, within(ROUNDING * Math.max(1, Math.abs(expected))));
      assertThat(evaluator.objective(x))
          .isCloseTo(expected, within(ROUNDING * Math.max(1, Math.abs(expected))));
      double[] naive = naiveGradient(r, lambda, x);
      for (int k = 0; k < assets; k++) {
        assertThat(gradient[k])
            .isCloseTo(naive[k], within(ROUNDING * Math.max(1, Math.abs(naive[k]))));
      }
    }
  }

  /** [c·I; r] has the squared Frobenius norm c²N + |r|². */
  @Test
  void theJacobianHasTheNormOfTheMatrixItStandsFor() {
    Rows r = returns(10, 4, 1);
    Jacobian g = new MeanVariance(r, 1).problem().inner().newJacobian();
    g.add(org.fogopt.problem.Batch.of(3), point(4, 1), 2);
    double expected = 4 * 4;
    for (int k = 0; k < 4; k++) {
      expected += 4 * r.get(3, k) * r.get(3, k);
    }
    assertThat(g.norm()).isCloseTo(Math.sqrt(expected), within(ROUNDING));
    g.scale(0.5);
    assertThat(g.norm()).isCloseTo(Math.sqrt(expected) / 2, within(ROUNDING));
    g.clear();
    assertThat(g.norm()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"50,4,1", "200,12,0.3", "300,30,5"})
  void atTheExactMinimiserTheGradientVanishes(int periods, int assets, double lambda) {
    Rows r = returns(periods, assets, 3);
    ExactMeanVariance exact = ExactMeanVariance.of(new MeanVariance(r, lambda));
    double[] gradient = naiveGradient(r, lambda, exact.point());
    for (double g : gradient) {
      assertThat(g).isCloseTo(0, within(1e-10));
    }
    assertThat(exact.objective())
        .isCloseTo(naiveObjective(r, lambda, exact.point()), within(1e-10));
    // Φ* = −r̄ᵀx*/2
    double half = 0;
    double[] mean = mean(r);
    for (int k = 0; k < assets; k++) {
      half -= mean[k] * exact.point()[k] / 2;
    }
    assertThat(exact.objective()).isCloseTo(half, within(1e-10));
  }

  /** 2λCx + 2cx = r̄ with a charge c on squares, C from few periods, so that this is quick. */
  @Test
  void thereAreExactMinimisersOfMoreThanAThousandAssets() {
    int assets = 1001;
    int periods = 20;
    Rows r = returns(periods, assets, 3);
    double[] x = ExactMeanVariance.of(new MeanVariance(r, 3), 0.5, null).point();
    double[] mean = mean(r);
    double[] left = new double[assets];
    for (int i = 0; i < periods; i++) {
      double along = 0;
      for (int k = 0; k < assets; k++) {
        along += (r.get(i, k) - mean[k]) * x[k];
      }
      for (int k = 0; k < assets; k++) {
        left[k] += 2 * 3 * (r.get(i, k) - mean[k]) * along / periods;
      }
    }
    for (int k = 0; k < assets; k++) {
      assertThat(left[k] + 2 * 0.5 * x[k]).isCloseTo(mean[k], within(1e-9));
    }
  }

  @Test
  void aSingleAssetHasItsMinimiserByHand() {
    // returns 1, 3: mean 2, variance 1, so x* = 2/2 = 1 and the minimum −2 + 1 = −1
    ExactMeanVariance exact =
        ExactMeanVariance.of(new MeanVariance(Rows.of(2, 1, new double[] {1, 3}), 1));
    assertThat(exact.point()[0]).isCloseTo(1, within(ROUNDING));
    assertThat(exact.objective()).isCloseTo(-1, within(ROUNDING));
  }

  @Test
  void aSingularCovarianceIsRefused() {
    Rows few = returns(4, 10, 1);
    assertThatThrownBy(() -> ExactMeanVariance.of(new MeanVariance(few, 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("singular");
    double[] data = new double[300];
    Rows two = returns(100, 2, 1);
    for (int i = 0; i < 100; i++) {
      data[3 * i] = two.get(i, 0);
      data[3 * i + 1] = two.get(i, 1);
      data[3 * i + 2] = two.get(i, 0) + two.get(i, 1);
    }
    assertThatThrownBy(() -> ExactMeanVariance.of(new MeanVariance(Rows.of(100, 3, data), 1)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("combination of others");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void riskAversionMustBePositive(double lambda) {
    Rows r = returns(3, 2, 1);
    assertThatThrownBy(() -> new MeanVariance(r, lambda)).hasMessageContaining("risk aversion");
  }

  @Test
  void oneperiodIsNotEnough() {
    assertThatThrownBy(() -> new MeanVariance(Rows.of(1, 2, new double[2]), 1))
        .hasMessageContaining("1 x 2");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aRunWithoutAnyParameterFindsTheExactMinimum(long seed) {
    Rows r = returns(500, 10, seed);
    MeanVariance problem = new MeanVariance(r, 1);
    ExactMeanVariance exact = ExactMeanVariance.of(problem);
    Result result =
        Run.of(problem.problem(), Automatic.METHOD.with(Settings.NONE))
            .seed(seed)
            .stop(StopRule.tolerance(1e-9))
            .stop(StopRule.passes(2000))
            .go();
    assertThat(result.stop().reason()).isEqualTo(Reason.TOLERANCE);
    assertThat(result.objective()).isCloseTo(exact.objective(), within(1e-12));
    for (int k = 0; k < 10; k++) {
      assertThat(result.point()[k]).isCloseTo(exact.point()[k], within(1e-7));
    }
  }

  /** Batches of each remainder by four and five, in which rows are processed together. */
  @ParameterizedTest
  @CsvSource({"1, 1", "5, 4", "6, 5", "7, 6", "9, 7", "10, 8", "5, 20"})
  void aChangeAtOnceIsThatOfTheParts(long inner, long outer) {
    Rows r = returns(100, 13, 4);
    for (RowMatrix rows : new RowMatrix[] {r, FloatRows.of(r), new Unannounced(r)}) {
      Problem quick = new MeanVariance(rows, 1.7).problem();
      Problem slow = new Problem(quick.name(), quick.inner(), quick.outer(), quick.penalty());
      assertThat(quick.change()).isNotNull();
      double[] expected = after(slow, inner, outer);
      assertThat(after(quick, inner, outer)).containsExactly(expected, within(ROUNDING));
    }
  }

  private static double[] after(Problem problem, long inner, long outer) {
    var parameters =
        SarahParameters.batches(inner, inner, outer)
            .with(SarahParameters.ETA, 1e-3)
            .with(SarahParameters.Q, 20)
            .with(SarahParameters.PROJECTION, 3);
    try (Workers one = new Workers(1)) {
      var oracle = new Oracle(problem, one, 3);
      var run = SarahParameters.METHOD.with(parameters).start(oracle, new double[13]);
      for (int t = 0; t < 50; t++) {
        run.step();
        run.commit();
      }
      assertThat(oracle.ledger().paper()).isEqualTo(3 * 300 + 47 * 2 * (2 * inner + outer));
      return run.point().clone();
    }
  }

  /** The same rows, of which nobody knows that they are far, or at hand. */
  private record Unannounced(RowMatrix far) implements RowMatrix {
    @Override
    public long count() {
      return far.count();
    }

    @Override
    public int columns() {
      return far.columns();
    }

    @Override
    public void copyTo(long i, double[] into) {
      far.copyTo(i, into);
    }

    @Override
    public double dot(long i, double[] x) {
      return far.dot(i, x);
    }

    @Override
    public double dotDifference(long i, double[] x, double[] xp) {
      return far.dotDifference(i, x, xp);
    }

    @Override
    public void addTo(long i, double a, double[] y, int offset) {
      far.addTo(i, a, y, offset);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 8, 11, 400})
  void valueAndJacobianOfOneLookHaveTheBitsOfTwo(int size) {
    Rows doubles = returns(400, 7, 4);
    Batch batch =
        size == 400 ? Batch.all(400) : Batch.of(new Random(2).longs(size, 0, 400).toArray());
    double[] x = new Random(3).doubles(7).toArray();
    for (RowMatrix returns : new RowMatrix[] {doubles, FloatRows.of(doubles)}) {
      Inner inner = new MeanVariance(returns, 1).problem().inner();
      Inner rowByRow = new MeanVariance(new Unannounced(returns), 1).problem().inner();
      double[] y = new Random(5).doubles(8).toArray();
      double[] expected = y.clone();
      Jacobian g = inner.newJacobian();
      Jacobian expectedG = rowByRow.newJacobian();
      Jacobian alone = inner.newJacobian();
      inner.addWithJacobian(batch, x, 0.3, y, 0.7, g);
      rowByRow.add(batch, x, 0.3, expected);
      expectedG.add(batch, x, 0.7);
      alone.add(batch, x, 0.7);
      assertThat(y).containsExactly(expected);
      assertThat(times(g, x)).containsExactly(times(expectedG, x));
      assertThat(times(alone, x)).containsExactly(times(expectedG, x));
      assertThat(g.norm()).isEqualTo(expectedG.norm()).isEqualTo(alone.norm());
    }
  }

  private static double[] times(Jacobian g, double[] v) {
    double[] out = new double[v.length + 1];
    g.times(v, 1, out);
    return out;
  }

  /** In memory they are processed in fours; 3001 leave one over, and make several chunks. */
  @ParameterizedTest
  @CsvSource({"3001, 7, 1", "3001, 7, 2", "3001, 25, 3", "1024, 100, 2", "2, 3, 2"})
  void aGradientHasTheBitsOfOneRowAfterTheOther(int periods, int assets, int threads) {
    Rows returns = returns(periods, assets, 6);
    double[] x = new Random(3).doubles(assets).toArray();
    double[] gradient = new double[assets];
    double[] expected = new double[assets];
    try (Workers several = new Workers(threads);
        Workers one = new Workers(1)) {
      var problem = new MeanVariance(returns, 0.7).problem();
      var rowByRow = new MeanVariance(new Unannounced(returns), 0.7).problem();
      assertThat(new Evaluator(problem, several).gradient(x, gradient))
          .isEqualTo(new Evaluator(rowByRow, one).gradient(x, expected));
      assertThat(gradient).containsExactly(expected);
    }
  }

  private static double[] afterSteps(RowMatrix returns, int steps) {
    var parameters =
        SarahParameters.batches(5, 5, 2)
            .with(SarahParameters.ETA, 0.01)
            .with(SarahParameters.Q, 30)
            .or(SarahParameters.restart(100, 100, 100));
    try (Workers one = new Workers(1)) {
      var oracle = new Oracle(new MeanVariance(returns, 1).problem(), one, 3);
      var run =
          SarahParameters.METHOD.with(parameters).start(oracle, new double[returns.columns()]);
      for (int t = 0; t < steps; t++) {
        run.step();
        run.commit();
      }
      return run.point().clone();
    }
  }

  @Test
  void rowsThatAreFetchedBeforeTheirTurnGiveTheSameBits() {
    Rows doubles = returns(1 << 20, 4, 5);
    for (RowMatrix far : new RowMatrix[] {doubles, FloatRows.of(doubles)}) {
      var prefetch = new MeanVariance(far, 1).problem().inner().placement().prefetch();
      assertThat(prefetch).isNotNull();
      assertThat(prefetch.applyAsDouble(Batch.of(7, 9)))
          .isEqualTo(far.prefetch(7) + far.prefetch(9))
          .isNotZero();
      assertThat(afterSteps(far, 100)).containsExactly(afterSteps(new Unannounced(far), 100));
    }
  }
}
