package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What single components show of the curvature. */
class SketchTest {
  private static final double RELATIVE = 1e-7; // the ridge is 1e-8 of the mean eigenvalue

  /** A sketch at x on the way along dy, and what it was charged. */
  private record Made(Sketch sketch, boolean is, long calls) {}

  private static Made make(Parts parts, long size, double[] x, double[] dy) {
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 7);
      double[] y = new double[oracle.innerDimension()];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(Batch.all(oracle.innerCount()), x, y, g);
      double[] yp = y.clone();
      for (int k = 0; k < y.length; k++) {
        y[k] += dy[k];
      }
      long before = oracle.ledger().paper();
      Sketch sketch = new Sketch(oracle, size);
      boolean is = sketch.make(drawn(oracle, sketch), y, yp, g);
      return new Made(sketch, is, oracle.ledger().paper() - before);
    }
  }

  private static Batch drawn(Oracle oracle, Sketch sketch) {
    return oracle.draws().sampler(Draws.Stream.SKETCH, oracle.outerCount(), sketch.size()).at(3);
  }

  /** Made along with a gradient it is the same, and a call a component cheaper than both. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void aGradientComesFromTheSameCalls(long seed) {
    int d = 6;
    int n = 50;
    Parts parts = SmallProblems.portfolio(SmallProblems.returns(d, n, seed));
    double[] x = Parts.gaussians(d, seed);
    double[] dy = Parts.gaussians(d + 1, seed + 9);
    Sketch apart = make(parts, n, x, dy).sketch();
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 7);
      double[] y = new double[d + 1];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(Batch.all(n), x, y, g);
      double[] near = y.clone();
      for (int k = 0; k < dy.length; k++) {
        near[k] += dy[k];
      }
      long before = oracle.ledger().paper();
      Sketch along = new Sketch(oracle, n);
      double[] gradient = new double[d];
      double value = along.makeAlong(drawn(oracle, along), near, y, g, gradient);
      assertThat(oracle.ledger().paper() - before).isEqualTo(2L * n);
      assertThat(value).isCloseTo(parts.objective(x), within(1e-12));
      assertThat(Parts.norm(difference(gradient, parts.gradient(x)))).isLessThan(1e-12);
      double[] v = Parts.gaussians(d, seed + 3);
      double[] one = new double[d];
      double[] other = new double[d];
      apart.times(v, one);
      along.times(v, other);
      assertThat(Parts.norm(difference(one, other))).isLessThan(1e-11 * Parts.norm(one));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void componentsOfRankOneShowTheHessianAlongAnyWay(long seed) {
    int d = 6;
    double[][] returns = SmallProblems.returns(d, 50, seed);
    Parts parts = SmallProblems.portfolio(returns);
    double[][] hessian = SmallProblems.hessian(returns);
    double[] v = Parts.gaussians(d, seed + 1);
    double[] exact = new double[d];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        exact[i] += hessian[i][j] * v[j];
      }
    }
    for (long way = 0; way < 3; way++) {
      Made made =
          make(parts, 50, Parts.gaussians(d, seed), Parts.gaussians(d + 1, 10 * seed + way));
      assertThat(made.is()).isTrue();
      assertThat(made.calls()).isEqualTo(2 * 50).isEqualTo(made.sketch().calls());
      double[] out = new double[d];
      made.sketch().times(v, out);
      assertThat(Parts.norm(difference(out, exact))).isLessThan(RELATIVE * Parts.norm(exact));
    }
  }

  @Test
  void ofVeryManyComponentsItLooksAtNoMoreThanADriverHasPlaceFor() {
    long n = 3_000_000_000L;
    Problem many =
        Components.map(1, 1)
            .inner(n, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(n, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
            .named("many");
    try (Workers workers = new Workers(1)) {
      Sketch sketch = new Sketch(new Oracle(many, workers, 1), n);
      assertThat(sketch.size()).isEqualTo(Sketch.MOST);
      assertThat(sketch.calls()).isEqualTo(2 * Sketch.MOST);
    }
  }

  private static double[] difference(double[] a, double[] b) {
    double[] c = a.clone();
    for (int k = 0; k < c.length; k++) {
      c[k] -= b[k];
    }
    return c;
  }

  /** Components with d curvatures each: the sketch must not claim any that is not there. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void ofConvexQuadraticsItNeverShowsTooMuch(long seed) {
    int d = 4;
    Parts parts = Quadratic.of(d, 30, 40, seed).parts();
    double[] x = Parts.gaussians(d, seed);
    Made made = make(parts, 40, x, Parts.gaussians(d, seed + 20));
    Random random = new Random(seed);
    for (int trial = 0; trial < 20; trial++) {
      double[] v = random.doubles(d, -1, 1).toArray();
      double[] moved = x.clone();
      for (int k = 0; k < d; k++) {
        moved[k] += v[k];
      }
      double[] df = difference(parts.gradient(moved), parts.gradient(x));
      double[] pv = new double[d];
      made.sketch().times(v, pv);
      assertThat(dot(v, pv)).isPositive().isLessThan((1 + RELATIVE) * dot(v, df));
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  @Test
  void solvingUndoesMultiplyingAlsoWhenStiffened() {
    int d = 9;
    Parts parts = SmallProblems.portfolio(SmallProblems.returns(d, 60, 1));
    Sketch sketch = make(parts, 60, new double[d], Parts.gaussians(d + 1, 2)).sketch();
    double[] v = Parts.gaussians(d, 3);
    double[] product = new double[d];
    double[] back = new double[d];
    for (double more : new double[] {0, 0.5, 100}) {
      double before = sketch.rho();
      assertThat(sketch.stiffen(more)).isTrue();
      assertThat(sketch.rho()).isEqualTo(before + more);
      sketch.times(v, product);
      sketch.solve(product, back);
      for (int k = 0; k < d; k++) {
        assertThat(back[k]).isCloseTo(v[k], within(1e-10));
      }
      assertThat(Parts.norm(product)).isLessThanOrEqualTo(sketch.bound() * Parts.norm(v));
    }
  }

  /** By its closed form for components with curvatures of known size along the axes. */
  @Test
  void aStepSizeFitsTheLargestCurvatureAndTheBatch() {
    int d = 3;
    double[] sizes = {1, 2, 8};
    Parts parts =
        new Parts(
            d,
            d,
            30,
            30,
            true,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
            (j, x, jac) -> {
              for (int k = 0; k < d; k++) {
                jac[k][k] = 1;
              }
            },
            (i, y) -> 1.5 * sizes[(int) i % d] * y[(int) i % d] * y[(int) i % d],
            (i, y, u) -> u[(int) i % d] = 3 * sizes[(int) i % d] * y[(int) i % d]);
    Sketch sketch = make(parts, 30, new double[d], new double[] {1, 1, 1}).sketch();
    assertThat(sketch.stepSize(new double[] {1, 1, 1}, 5))
        .isCloseTo(1 / (8 + 11 / 5.0), within(1e-6));
  }

  @Test
  void aSampleOfTheComponentsIsPaidForAsOne() {
    int d = 3;
    Parts parts = SmallProblems.portfolio(SmallProblems.returns(d, 200, 1));
    Made made = make(parts, 40, new double[d], Parts.gaussians(d + 1, 2));
    assertThat(made.calls()).isEqualTo(80);
    double[][] hessian = SmallProblems.hessian(SmallProblems.returns(d, 200, 1));
    double[] v = {1, 0, 0};
    double[] out = new double[d];
    made.sketch().times(v, out);
    assertThat(out[0]).isBetween(hessian[0][0] / 2, hessian[0][0] * 2);
  }

  @Test
  void withoutAWayOrWithoutCurvatureThereIsNoSketch() {
    int d = 3;
    Parts parts = SmallProblems.portfolio(SmallProblems.returns(d, 20, 1));
    assertThat(make(parts, 20, new double[d], new double[d + 1]).is()).isFalse();
  }
}
