package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The first steps, on four components of f and two of g, and on twice as many. */
class HandfulTest {
  private static final int COUNT = 40;

  /** Every component once, in an order of its own. */
  private static final Batch INNER = order(7);

  private static final Batch OUTER = order(11);

  private static Batch order(int stride) {
    long[] indices = new long[COUNT];
    Arrays.setAll(indices, k -> (long) k * stride % COUNT);
    return Batch.of(indices);
  }

  private static final class Trail {
    final Oracle oracle;
    final Handful handful;
    double[] x;
    final double[] y;
    final double[] f;
    final JacobianEstimate g;

    Trail(Problem problem, double... x0) {
      x = x0;
      try (Workers workers = new Workers(1)) {
        oracle = new Oracle(problem, workers, 1);
      }
      handful = new Handful(oracle, x0, INNER.slice(0, 3));
      y = new double[oracle.innerDimension()];
      f = new double[oracle.dimension()];
      g = oracle.newJacobian();
    }

    /** A step, which costs what was announced. */
    void step() {
      long announced = handful.calls();
      long before = oracle.ledger().paper();
      double[] next = new double[x.length];
      handful.step(INNER, OUTER, x, next, y, g, f);
      assertThat(oracle.ledger().paper() - before).isEqualTo(announced);
      x = next;
    }
  }

  /** g(x) = x, and f_i of one variable. */
  private interface OfComponent {
    double at(long i, double y);
  }

  private static Problem line(OfComponent value, OfComponent slope) {
    return new Parts(
            1,
            1,
            COUNT,
            COUNT,
            true,
            (j, x, y) -> y[0] = x[0],
            (j, x, jac) -> jac[0][0] = 1,
            (i, y) -> value.at(i, y[0]),
            (i, y, u) -> u[0] = slope.at(i, y[0]))
        .problem();
  }

  /** Of the mean-variance of the sampled returns, in plain arrays. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void eachStepLeadsToTheMinimumAlongTheGradientOfTheSample(long seed) {
    int d = 5;
    double[][] returns = SmallProblems.returns(d, COUNT, seed);
    Trail trail = new Trail(SmallProblems.portfolio(returns).problem(), Parts.gaussians(d, seed));
    for (int size : new int[] {4, 8}) {
      double[] expected = cauchy(returns, size, trail.x);
      assertThat(trail.handful.calls()).isEqualTo(3L * size);
      trail.step();
      for (int k = 0; k < d; k++) {
        assertThat(trail.x[k]).isCloseTo(expected[k], within(1e-8 * Math.abs(expected[k]) + 1e-9));
      }
      assertThat(trail.handful.isOver()).isFalse();
    }
    assertThat(trail.handful.calls()).as("six at either end").isEqualTo(2 * (2 + 4));
  }

  private static double[] cauchy(double[][] returns, int size, double[] x) {
    double[] mean = new double[x.length];
    for (int j = 0; j < size / 2; j++) {
      for (int k = 0; k < x.length; k++) {
        mean[k] += returns[(int) INNER.at(j)][k] * 2 / size;
      }
    }
    double[] gradient = new double[x.length];
    for (int i = 0; i < size; i++) {
      double[] r = returns[(int) OUTER.at(i)];
      double deviation = dot(r, x) - dot(mean, x);
      for (int k = 0; k < x.length; k++) {
        gradient[k] += (2 * deviation * (r[k] - mean[k]) - r[k]) / size;
      }
    }
    double curvature = 0;
    for (int i = 0; i < size; i++) {
      double along = dot(returns[(int) OUTER.at(i)], gradient) - dot(mean, gradient);
      curvature += 2 * along * along / size;
    }
    double[] end = new double[x.length];
    double step = dot(gradient, gradient) / curvature;
    Arrays.setAll(end, k -> x[k] - step * gradient[k]);
    return end;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /** f_i = (y − 1)²/2, or (y + 1)²/2 for those who judge. */
  @ParameterizedTest
  @CsvSource({"true, 3", "false, 1"})
  void whatOthersDoNotFindLowerIsTakenBack(boolean misled, double end) {
    OfComponent minimum = (i, y) -> misled && isJudge(i) ? 5 : 1;
    Trail trail =
        new Trail(
            line((i, y) -> Math.pow(y - minimum.at(i, y), 2) / 2, (i, y) -> y - minimum.at(i, y)),
            3);
    assertThat(trail.handful.hasBegun()).isFalse();
    trail.step();
    assertThat(trail.x[0]).isCloseTo(1, within(1e-9));
    assertThat(trail.handful.eta()).isCloseTo(1e-3 * 3 / 2, within(1e-12));
    assertThat(trail.handful.hasBegun()).isTrue();
    trail.step();
    trail.step();
    assertThat(trail.handful.isOver()).isTrue();
    assertThat(trail.handful.moved()).isEqualTo(!misled);
    assertThat(trail.x[0]).isCloseTo(end, within(1e-9));
  }

  /** The ninth to the twelfth. */
  private static boolean isJudge(long i) {
    return Arrays.stream(Parts.indices(OUTER.slice(8, 12))).anyMatch(k -> k == i);
  }

  @Test
  void asHighAsTheStartIsNotLower() {
    Trail trail = new Trail(line((i, y) -> 7, (i, y) -> y - 1), 3);
    for (int k = 0; k < 3; k++) {
      trail.step();
    }
    assertThat(trail.handful.moved()).isFalse();
    assertThat(trail.x[0]).isEqualTo(3);
  }

  /** Flat, concave, or level: how far to go is not told. */
  @ParameterizedTest
  @CsvSource({"-1, 0", "-1, -1", "0, 0"})
  void withoutCurvatureThereIsNoStep(double slope, double curvature) {
    Trail trail = new Trail(line((i, y) -> slope * y, (i, y) -> slope + curvature * (y - 3)), 3);
    trail.step();
    assertThat(trail.x[0]).isEqualTo(3);
    trail.step();
    assertThat(trail.x[0]).isEqualTo(3);
  }

  /** min (y − 1)²/2 + |y|/2 is at a half; the step size is that of the smooth part. */
  @Test
  void thePenaltyHasItsProximalMap() {
    Problem plain = line((i, y) -> (y - 1) * (y - 1) / 2, (i, y) -> y - 1);
    Penalty l1 = Separable.l1(0.5);
    Trail trail = new Trail(new Problem("line", plain.inner(), plain.outer(), l1), 3);
    trail.step();
    assertThat(trail.x[0]).isCloseTo(0.5, within(1e-9));
  }

  /** y < 0.8 is outside, and the first step leads to a half: back to the start. */
  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
  void whatIsNoNumberIsTakenBack(double outside) {
    Trail trail =
        new Trail(line((i, y) -> y < 0.8 ? outside : y, (i, y) -> y < 0.8 ? outside : y - 0.5), 3);
    trail.step();
    assertThat(trail.x[0]).isCloseTo(0.5, within(1e-9));
    trail.step();
    assertThat(trail.f[0]).as("a number").isZero();
    assertThat(trail.x[0]).isEqualTo(3);
    trail.step();
    assertThat(trail.handful.moved()).isFalse();
    assertThat(trail.x[0]).isEqualTo(3);
  }
}
