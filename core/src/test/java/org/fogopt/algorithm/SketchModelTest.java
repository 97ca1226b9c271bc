package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A sketch of the curvature against the same on plain arrays, component by component. */
class SketchModelTest {
  private static final long SEED = 7;
  private static final long T = 3;
  private static final int D = 4;
  private static final double[] NOWHERE = new double[D]; // it matters with a floor alone

  /** Of a few sums of a few dozen terms. */
  private static final double ROUNDING = 1e-12;

  /** f_i(y) = s_i (b_iᵀy)²/2 + c_iᵀy, of rank one; g_j(x) = A_j x, affine. */
  private static Parts rankOne(int n, LongToDoubleFunction s) {
    return new Parts(
        D,
        D,
        6,
        n,
        true,
        (j, x, y) -> {
          for (int r = 0; r < D; r++) {
            y[r] = dot(matrixRow(j, r), x);
          }
        },
        (j, x, jac) -> {
          for (int r = 0; r < D; r++) {
            System.arraycopy(matrixRow(j, r), 0, jac[r], 0, D);
          }
        },
        (i, y) -> {
          double along = dot(b(i), y);
          return s.applyAsDouble(i) * along * along / 2 + y[0];
        },
        (i, y, u) -> {
          for (int k = 0; k < D; k++) {
            u[k] = s.applyAsDouble(i) * dot(b(i), y) * b(i)[k] + (k == 0 ? 1 : 0);
          }
        });
  }

  private static double[] b(long i) {
    return Parts.gaussians(D, 1000 + i);
  }

  private static double[] matrixRow(long j, int r) {
    double[] row = Parts.gaussians(D, 50 * j + r);
    row[r] += 2;
    return row;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  private static double[] minus(double[] a, double[] b) {
    double[] c = a.clone();
    Arrays.setAll(c, k -> a[k] - b[k]);
    return c;
  }

  /** A sketch, and what it was made from. */
  private static final class Made {
    final Parts parts;
    final Oracle oracle;
    final Sketch sketch;
    final JacobianEstimate g;
    final double[] from;
    final double[] to;
    final long[] drawn;
    final boolean is;

    Made(Parts parts, long size) {
      this(parts, size, Parts.gaussians(parts.l(), 77));
    }

    Made(Parts parts, long size, double[] dy) {
      this.parts = parts;
      double[] x = Parts.gaussians(parts.d(), 5);
      try (Workers workers = new Workers(1)) {
        oracle = new Oracle(parts.problem(), workers, SEED);
        from = new double[parts.l()];
        g = oracle.newJacobian();
        oracle.valueAndJacobian(Batch.all(parts.m()), x, from, g);
        to = from.clone();
        Arrays.setAll(to, k -> from[k] + dy[k]);
        sketch = new Sketch(oracle, size);
        is = sketch.make(draw(T), to, from, g);
      }
      drawn = Parts.indices(draw(T));
    }

    Batch draw(long t) {
      return new Draws(SEED).sampler(Stream.SKETCH, parts.n(), sketch.size()).at(t);
    }

    double[] change(long i) {
      long[] one = {i};
      return minus(parts.outerGradient(one, to), parts.outerGradient(one, from));
    }

    double curve(long i) {
      return dot(change(i), minus(to, from));
    }

    /** The mean of Gᵀdu duᵀG/(dyᵀdu), or of its size where that is to be. */
    double[][] model(boolean asIfConvex) {
      double[][] jacobian = parts.jacobian(Parts.all(parts.m()), new double[parts.d()]);
      double[][] p = new double[parts.d()][parts.d()];
      for (long i : drawn) {
        double[] row = Parts.transposeTimes(jacobian, change(i));
        double weight = curve(i) == 0 ? 0 : 1 / curve(i) / drawn.length;
        for (int a = 0; a < p.length; a++) {
          for (int c = 0; c < p.length; c++) {
            p[a][c] += (asIfConvex ? Math.abs(weight) : weight) * row[a] * row[c];
          }
        }
      }
      return p;
    }
  }

  private interface Map {
    void apply(double[] v, double[] out);
  }

  private static double[][] columns(int d, Map map) {
    double[][] matrix = new double[d][d];
    for (int c = 0; c < d; c++) {
      double[] unit = new double[d];
      double[] out = new double[d];
      unit[c] = 1;
      map.apply(unit, out);
      for (int r = 0; r < d; r++) {
        matrix[r][c] = out[r];
      }
    }
    return matrix;
  }

  private static double trace(double[][] p) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += p[k][k];
    }
    return sum;
  }

  /** That a sketch is p + ρI in all that it does. */
  private static void assertIs(Sketch sketch, double[][] p, double rho) {
    int d = p.length;
    double size = trace(p);
    double[][] whole = new double[d][d];
    double squares = 0;
    for (int r = 0; r < d; r++) {
      for (int c = 0; c < d; c++) {
        whole[r][c] = p[r][c] + (r == c ? rho : 0);
        squares += whole[r][c] * whole[r][c];
      }
    }
    assertThat(sketch.rho()).isCloseTo(rho, within(ROUNDING * rho));
    double[][] product = columns(d, sketch::times);
    for (int r = 0; r < d; r++) {
      assertThat(product[r]).containsExactly(whole[r], within(ROUNDING * size));
    }
    assertThat(sketch.bound()).isCloseTo(Math.sqrt(squares), within(ROUNDING * size));
    double[] f = Parts.gaussians(d, 9);
    double[] v = new double[d];
    sketch.solve(f, v);
    double[] exact = SmallProblems.solve(whole, f);
    assertThat(v).containsExactly(exact, within(1e-9 * Parts.norm(exact)));
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 23, 60})
  void itIsTheMeanOfWhatTheComponentsShow(long size) {
    Made made = new Made(rankOne(60, i -> 1 + 0.1 * i), size);
    assertThat(made.is).isTrue();
    double[][] p = made.model(false);
    assertIs(made.sketch, p, 1e-8 * trace(p) / D);
  }

  @Test
  void ofRankOneItIsTheHessianOfTheSampleAlongAnyWay() {
    Parts parts = rankOne(60, i -> 1 + 0.1 * i);
    double[][] hessian = new double[D][D];
    double[][] jacobian = parts.jacobian(Parts.all(6), new double[D]);
    for (int i = 0; i < 60; i++) {
      double[] row = Parts.transposeTimes(jacobian, b(i));
      for (int r = 0; r < D; r++) {
        for (int c = 0; c < D; c++) {
          hessian[r][c] += (1 + 0.1 * i) * row[r] * row[c] / 60;
        }
      }
    }
    for (long way = 1; way < 4; way++) {
      Made made = new Made(parts, 60, Parts.gaussians(D, way));
      assertIs(made.sketch, hessian, 1e-8 * trace(hessian) / D);
    }
  }

  /** Some concave components among convex ones take off what they take off. */
  @Test
  void whereTheWholeIsConvexConcaveComponentsCountAsTheyAre() {
    Made made = new Made(rankOne(60, i -> i % 6 == 1 ? -0.2 : 1), 60);
    assertThat(made.is).isTrue();
    double[][] positive = new Made(rankOne(60, i -> i % 6 == 1 ? 0 : 1), 60).model(false);
    assertIs(made.sketch, made.model(false), 1e-8 * trace(positive) / D);
    assertThat(made.sketch.some().at(1)).isEqualTo(20);
    assertModelled(made, false);
  }

  @Test
  void whereTheWholeIsNotConvexConcaveComponentsCountAsIfTheyWere() {
    Made made = new Made(rankOne(60, i -> i % 4 == 0 ? -3 : 1), 60); // 0, 20 and 40 are kept
    assertThat(made.is).isTrue();
    double[][] positive = new Made(rankOne(60, i -> i % 4 == 0 ? 0 : 1), 60).model(false);
    assertIs(made.sketch, made.model(true), 1e-8 * trace(positive) / D);
    assertModelled(made, true);
  }

  @Test
  void whereAllIsConcaveOrNothingCurvesThereIsNoModel() {
    assertThat(new Made(rankOne(60, i -> -1), 60).is).isFalse();
    assertThat(new Made(rankOne(60, i -> 0), 60).is).isFalse();
    assertThat(new Made(rankOne(60, i -> 1), 60, new double[D]).is).isFalse();
  }

  /** Linear components among others: 1/0 is left out, and not taken for a curvature. */
  @Test
  void componentsThatDoNotCurveAddNothing() {
    Made made = new Made(rankOne(60, i -> i % 20 == 0 ? 0 : 1), 60);
    assertThat(made.is).isTrue();
    double[][] p = made.model(false);
    assertIs(made.sketch, p, 1e-8 * trace(p) / D);
    assertThat(made.sketch.modelled(Parts.gaussians(D, 3), NOWHERE))
        .as("all kept are linear")
        .isZero();
  }

  @Test
  void curvatureBeyondAllNumbersIsNoModel() {
    Made made = new Made(rankOne(60, i -> 1e308), 60);
    assertThat(made.is).isFalse();
  }

  @Test
  void aNewSketchForgetsTheOldOne() {
    Made made = new Made(rankOne(60, i -> i % 4 == 0 ? -3 : 1), 30);
    assertThat(made.sketch.make(made.draw(T + 1), made.to, made.from, made.g)).isTrue();
    assertThat(made.sketch.make(made.draw(T), made.to, made.from, made.g)).isTrue();
    Sketch once = new Made(rankOne(60, i -> i % 4 == 0 ? -3 : 1), 30).sketch;
    assertSame(made.sketch, once);
  }

  private static void assertSame(Sketch actual, Sketch expected) {
    double[] v = Parts.gaussians(D, 21);
    double[] a = new double[D];
    double[] b = new double[D];
    actual.times(v, a);
    expected.times(v, b);
    assertThat(a).containsExactly(b);
    actual.solve(v, a);
    expected.solve(v, b);
    assertThat(a).containsExactly(b);
    assertThat(actual.rho()).isEqualTo(expected.rho());
    assertThat(actual.bound()).isEqualTo(expected.bound());
    assertThat(Parts.indices(actual.some())).containsExactly(Parts.indices(expected.some()));
    assertThat(actual.seen(v)).isEqualTo(expected.seen(v));
    assertThat(actual.modelled(v, v)).isEqualTo(expected.modelled(v, v));
  }

  // The components kept

  /** A twentieth of them, spread evenly; at least one. */
  @ParameterizedTest
  @CsvSource({"10, 1, 10", "39, 1, 39", "40, 2, 20", "45, 2, 22", "59, 2, 29", "60, 3, 20"})
  void oneInTwentyIsKept(long size, int kept, int stride) {
    Made made = new Made(rankOne(100, i -> 1), size);
    assertThat(made.sketch.callsOfSome()).isEqualTo(2L * kept);
    long[] some = Parts.indices(made.sketch.some());
    assertThat(some).hasSize(kept);
    for (int k = 0; k < kept; k++) {
      assertThat(some[k]).isEqualTo(made.drawn[k * stride]);
    }
  }

  @Test
  void noMoreThanAThousandAreKept() {
    Sketch sketch = of(1, 30_000);
    assertThat(sketch.size()).isEqualTo(30_000);
    assertThat(sketch.callsOfSome()).isEqualTo(2000);
  }

  @Test
  void ofManyUnknownsFewerComponentsAreLookedAt() {
    Sketch sketch = of(800, 30_000); // 1e10/800² = 15 625
    assertThat(sketch.size()).isEqualTo(15_625);
    assertThat(of(700, 30_000).size()).isEqualTo(20_409); // rounded up
    assertThat(of(700, 12).size()).isEqualTo(12);
  }

  private static Sketch of(int d, long n) {
    Problem problem =
        Components.map(d, 1)
            .inner(1, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(n, (i, y) -> y[0] * y[0], (i, y, u) -> u[0] = 2 * y[0])
            .named("plain");
    try (Workers workers = new Workers(1)) {
      return new Sketch(new Oracle(problem, workers, 1), n);
    }
  }

  /** The mean over those kept of ((z − y)ᵀdu)²/(dyᵀdu). */
  private static void assertModelled(Made made, boolean asIfConvex) {
    for (long seed = 1; seed < 4; seed++) {
      double[] z = Parts.gaussians(D, seed);
      long[] some = Parts.indices(made.sketch.some());
      double expected = 0;
      for (long i : some) {
        double along = dot(made.change(i), minus(z, made.from));
        double curve = asIfConvex ? Math.abs(made.curve(i)) : made.curve(i);
        expected += along * along / curve / some.length;
      }
      long before = made.oracle.ledger().paper();
      assertThat(made.sketch.modelled(z, NOWHERE))
          .isCloseTo(expected, within(1e-10 * (1 + Math.abs(expected))));
      assertThat(made.oracle.ledger().paper() - before).isEqualTo(made.sketch.callsOfSome());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {20, 60, 100})
  void whatIsModelledOfThoseKeptIsWhatTheySaidOnTheWay(long size) {
    assertModelled(new Made(rankOne(100, i -> 1 + i), size), false);
  }

  /** Parts.curved has neither rank one nor constant curvature. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void whatIsSeenOfThoseKeptIsHowTheirGradientsChange(long seed) {
    Parts parts = Parts.curved(3, 10, 100, seed);
    Made made = new Made(parts, 60);
    long[] some = Parts.indices(made.sketch.some());
    double[] z = Parts.gaussians(4, seed + 40);
    double[] change = minus(parts.outerGradient(some, z), parts.outerGradient(some, made.from));
    long before = made.oracle.ledger().paper();
    assertThat(made.sketch.seen(z)).isCloseTo(dot(change, minus(z, made.from)), within(ROUNDING));
    assertThat(made.oracle.ledger().paper() - before).isEqualTo(6);
  }

  @Test
  void whatIsSeenOfRankOneIsWhatIsModelled() {
    Made made = new Made(rankOne(100, i -> 1 + i), 100);
    double[] z = Parts.gaussians(D, 4);
    double seen = made.sketch.seen(z);
    assertThat(made.sketch.modelled(z, NOWHERE)).isCloseTo(seen, within(1e-10 * seen));
  }

  // Stiffer

  @Test
  void stiffeningAddsToTheDiagonal() {
    Made made = new Made(rankOne(60, i -> 1), 60);
    double[][] p = made.model(false);
    double rho = 1e-8 * trace(p) / D;
    assertThat(made.sketch.stiffen(0.75)).isTrue();
    assertIs(made.sketch, p, rho + 0.75);
    assertThat(made.sketch.stiffen(2)).isTrue();
    assertIs(made.sketch, p, rho + 2.75);
    assertThat(made.sketch.stiffen(-1e6)).as("not positive definite any more").isFalse();
  }

  /** One component in four unknowns: without a ridge there would be nothing to divide by. */
  @Test
  void theRidgeMakesWhatIsNotSeenInvertible() {
    Made made = new Made(rankOne(60, i -> 1), 1);
    assertThat(made.is).isTrue();
    double[] f = Parts.gaussians(D, 9);
    double[] v = new double[D];
    double[] back = new double[D];
    made.sketch.solve(f, v);
    made.sketch.times(v, back);
    assertThat(back).containsExactly(f, within(1e-6));
  }

  // Kept and restored

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aRestoredSketchIsTheSameToTheLastBit(boolean concave) {
    Parts parts = rankOne(60, i -> concave && i % 4 == 0 ? -3 : 1);
    Made made = new Made(parts, 45);
    made.sketch.stiffen(0.5);
    var bytes = new ByteArrayOutputStream();
    made.sketch.state(State.writing(bytes));
    Sketch restored;
    try (Workers workers = new Workers(1)) {
      restored = new Sketch(new Oracle(parts.problem(), workers, SEED), 45);
    }
    restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
    assertSame(restored, made.sketch);
  }

  /** Along with a model, and without one, against the definitions. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void gradientsAreOfAllAndOfTheFirst(boolean along) {
    int n = 30;
    int few = 7;
    Parts parts = rankOne(n, i -> 1 + i % 3);
    double[] x = Parts.gaussians(D, 1);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, SEED);
      double[] y = new double[D];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(Batch.all(6), x, y, g);
      double[] y1 = Arrays.stream(y).map(v -> 1.001 * v).toArray();
      long before = oracle.ledger().paper();
      Sketch sketch = new Sketch(oracle, n, few);
      double[] f = new double[D];
      double value =
          along
              ? sketch.makeAlong(Batch.all(n), y1, y, g, f)
              : sketch.addGradient(Batch.all(n), y, g, f);
      assertThat(oracle.ledger().paper() - before).isEqualTo(along ? 2 * n : n);
      assertThat(value).isCloseTo(parts.objective(x), within(ROUNDING * Math.abs(value)));
      assertThat(f).containsExactly(parts.gradient(x), within(1e-10));
      double mean = 0;
      for (int i = 0; i < few; i++) {
        mean += parts.outer().at(i, y) / few;
      }
      assertThat(sketch.partValue()).isCloseTo(mean, within(ROUNDING * Math.abs(mean)));
      double[] ofFew =
          Parts.transposeTimes(
              parts.jacobian(Parts.all(6), x), parts.outerGradient(Parts.all(few), y));
      assertThat(sketch.partGradient()).containsExactly(ofFew, within(1e-10));
      assertThat(value).isNotEqualTo(sketch.partValue());
    }
  }
}
