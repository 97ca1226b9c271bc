package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.newton.Families;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Second derivatives of f(g(x)), offered or by secants, against differences of gradients. */
class CurvatureTest {
  /** Forward differences of 1e-5 or so, of functions whose third derivatives are of size 1. */
  private static final double SECANT = 1e-3;

  /** Central differences of gradients. */
  private static final double EXACT = 1e-6;

  /** Where G, ∇f and both batches are evaluated. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares two of them
  private record Point(
      Oracle oracle, Batch inner, Batch outer, double[] x, double[] y, JacobianEstimate g) {
    static Point of(Oracle oracle, Batch inner, Batch outer, double[] x) {
      double[] y = new double[oracle.innerDimension()];
      JacobianEstimate g = oracle.newJacobian();
      oracle.valueAndJacobian(inner, x, y, g);
      return new Point(oracle, inner, outer, x, y, g);
    }

    double[] slopes() {
      double[] slopes = new double[y.length];
      oracle.slopes(outer, y, slopes);
      return slopes;
    }

    Hessian offered(boolean isDense) {
      Hessian h = oracle.newHessian(isDense);
      oracle.curvature(inner, outer, x, y, g, slopes(), h);
      return h;
    }

    Hessian secants(boolean isDense, long seed) {
      Random random = new Random(seed);
      double[] dx = new double[x.length];
      Arrays.setAll(dx, k -> (random.nextBoolean() ? 1e-5 : -1e-5) / Math.sqrt(dx.length));
      Hessian h = oracle.newHessian(isDense);
      oracle.secants(inner, outer, x, dx, y, g, slopes(), false, h);
      return h;
    }

    /** ∇Φ over the two batches. */
    private double[] gradient(double[] at) {
      Point there = of(oracle, inner, outer, at);
      double[] out = new double[x.length];
      oracle.transposeTimes(there.g, there.slopes(), out);
      return out;
    }

    /** Hp by a central difference of gradients. */
    double[] byDifferences(double[] p) {
      double h = 1e-5;
      double[] up = x.clone();
      Kernels.axpy(h, p, up);
      double[] down = x.clone();
      Kernels.axpy(-h, p, down);
      double[] out = gradient(up);
      Kernels.axpy(-1, gradient(down), out);
      Kernels.scale(0.5 / h, out);
      return out;
    }
  }

  private static double[] times(Hessian h, double[] p) {
    double[] out = new double[p.length];
    h.times(p, out);
    return out;
  }

  private static void assertNear(Hessian h, Point point, double tolerance, String what) {
    int d = point.x().length;
    double size = 0;
    for (int k = 0; k < d; k++) {
      double[] p = new double[d];
      p[k] = 1;
      size = Math.max(size, Kernels.norm(point.byDifferences(p)));
    }
    for (int k = 0; k < d; k++) {
      double[] p = new double[d];
      p[k] = 1;
      assertThat(times(h, p))
          .as("%s, column %d", what, k)
          .containsExactly(point.byDifferences(p), within(tolerance * size));
    }
  }

  /** Batches of all, and of some. */
  private static List<Point> points(Problem problem, Workers workers, long seed) {
    Oracle oracle = new Oracle(problem, workers, seed);
    double[] x = Parts.gaussians(problem.dimension(), seed);
    Kernels.scale(0.3, x);
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    Batch some = Batch.of(new Random(seed).longs(1 + m / 2, 0, m).toArray());
    Batch few = Batch.of(new Random(seed).longs(1 + n / 2, 0, n).toArray());
    return List.of(Point.of(oracle, Batch.all(m), Batch.all(n), x), Point.of(oracle, some, few, x));
  }

  /** g_j(x) = (softplus(a_jᵀx), b_jᵀx), f_i(y) = log cosh(y₀ − c_i y₁): curvature in both. */
  private static Problem both(int d, int m, int n, long seed) {
    double[][] a = Families.rows(m, d, 0.3, seed);
    double[][] b = Families.rows(m, d, 0.3, seed + 1);
    double[] c = Parts.gaussians(n, seed);
    return Components.map(d, 2)
        .inner(
            m,
            (j, x, y) -> {
              y[0] = Math.log1p(Math.exp(Families.dot(a[(int) j], x)));
              y[1] = Families.dot(b[(int) j], x);
            },
            (j, x, jac) -> {
              double p = 1 / (1 + Math.exp(-Families.dot(a[(int) j], x)));
              Kernels.axpy(p, a[(int) j], jac[0]);
              Kernels.axpy(1, b[(int) j], jac[1]);
            })
        .outer(
            n,
            (i, y) -> Math.log(Math.cosh(y[0] - c[(int) i] * y[1])),
            (i, y, u) -> {
              u[0] = Math.tanh(y[0] - c[(int) i] * y[1]);
              u[1] = -c[(int) i] * u[0];
            })
        .curvature(
            (i, y, h) -> {
              double t = Math.tanh(y[0] - c[(int) i] * y[1]);
              double[] v = {1, -c[(int) i]};
              for (int r = 0; r < 2; r++) {
                for (int k = 0; k < 2; k++) {
                  h[r][k] = (1 - t * t) * v[r] * v[k];
                }
              }
            },
            (j, x, u, row) -> {
              double p = 1 / (1 + Math.exp(-Families.dot(a[(int) j], x)));
              Kernels.axpy(1, a[(int) j], row);
              return u[0] * p * (1 - p);
            })
        .named("both");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whatIsOfferedIsTheHessian(long seed) {
    int d = 2 + (int) seed;
    double[][] rows = Families.rows(30, d, 0.2, seed);
    double[] b = new Random(seed).doubles(30).toArray();
    try (Workers workers = new Workers(1)) {
      for (Problem problem :
          List.of(
              Families.leastSquaresOffered(rows, b), // f alone
              Families.entropicOffered(rows), // g, and an f of one component
              both(d, 20, 40, seed),
              both(d, 40, 3, seed))) {
        for (Point point : points(problem, workers, seed)) {
          assertNear(point.offered(true), point, EXACT, "%s, seed %d".formatted(problem, seed));
          assertNear(point.offered(false), point, EXACT, "%s, by rows".formatted(problem));
        }
      }
    }
  }

  /** Each component is a function of one linear form, up to a linear part. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void secantsOfFunctionsOfOneLinearFormAreTheHessian(long seed) {
    int d = 2 + (int) seed;
    double[][] rows = Families.rows(30, d, 0.2, seed);
    double[] b = new Random(seed).doubles(30).toArray();
    try (Workers workers = new Workers(1)) {
      for (Problem problem :
          List.of(
              Families.leastSquares(rows, b), // f alone
              Families.entropic(rows), // g, and ∇²f by its own differences
              SmallProblems.portfolio(rows).problem(),
              both(d, 20, 40, seed), // both by secants
              both(d, 40, 3, seed))) { // ∇²f by its own differences
        for (Point point : points(problem, workers, seed)) {
          assertNear(
              point.secants(true, seed), point, SECANT, "%s, seed %d".formatted(problem, seed));
          assertNear(point.secants(false, seed), point, SECANT, "%s, by rows".formatted(problem));
        }
      }
    }
  }

  /** Of any component a secant is right along its dx. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void secantsOfAnyFunctionAreRightAlongTheirDirection(long seed) {
    Problem valley = Families.valley(5);
    try (Workers workers = new Workers(1)) {
      for (Point point : points(valley, workers, seed)) {
        double[] dx = new double[5];
        Arrays.setAll(dx, k -> k % 2 == 0 ? 1e-6 : -1e-6);
        Hessian h = point.oracle().newHessian(true);
        point
            .oracle()
            .secants(
                point.inner(),
                point.outer(),
                point.x(),
                dx,
                point.y(),
                point.g(),
                point.slopes(),
                false,
                h);
        double[] p = dx.clone();
        Kernels.scale(1e6, p);
        double[] expected = point.byDifferences(p);
        assertThat(times(h, p)).containsExactly(expected, within(SECANT * Kernels.norm(expected)));
      }
    }
  }

  @Test
  void jacobiansComeFromTheCallsOfSecants() {
    Problem problem = both(4, 30, 20, 1);
    try (Workers workers = new Workers(1)) {
      Point point = points(problem, workers, 1).get(0);
      JacobianEstimate made = point.oracle().newJacobian();
      double[] slopes = point.slopes();
      double[] dx = {1e-6, -1e-6, 1e-6, 1e-6};
      Hessian h = point.oracle().newHessian(true);
      point
          .oracle()
          .secants(point.inner(), point.outer(), point.x(), dx, point.y(), made, slopes, true, h);
      double[] expected = new double[4];
      double[] given = new double[4];
      point.oracle().transposeTimes(point.g(), slopes, expected);
      point.oracle().transposeTimes(made, slopes, given);
      assertThat(given).containsExactly(expected, within(1e-14));
    }
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void theBitsAreTheSameForAnyNumberOfThreads(boolean isOffered, boolean isDense) {
    Problem problem = both(3, 5000, 4000, 1);
    double[] p = {1, -2, 0.5};
    double[] one = new double[0];
    for (int threads : new int[] {1, 2, 3, 8}) {
      try (Workers workers = new Workers(threads)) {
        Point point = points(problem, workers, 1).get(0);
        Hessian h = isOffered ? point.offered(isDense) : point.secants(isDense, 1);
        double[] product = times(h, p);
        one = threads == 1 ? product : one;
        assertThat(product).as("%d threads", threads).isEqualTo(one);
      }
    }
  }

  /** More unknowns than a matrix is made for. */
  @Test
  void rowsGiveTheProductsOfTheMatrix() {
    int d = 1100;
    Problem problem = Families.entropicOffered(Families.rows(50, d, 0, 3));
    try (Workers workers = new Workers(2)) {
      Oracle oracle = new Oracle(problem, workers, 1);
      Point point = Point.of(oracle, Batch.all(50), Batch.all(1), new double[d]);
      double[] p = Parts.gaussians(d, 4);
      double[] dense = times(point.offered(true), p);
      assertThat(times(point.offered(false), p))
          .containsExactly(dense, within(1e-12 * Kernels.norm(dense)));
      Hessian rows = point.secants(false, 1);
      assertThat(rows.matrix()).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHessianIsKeptAndClears(boolean isDense) {
    try (Workers workers = new Workers(1)) {
      Point point = points(both(4, 30, 20, 1), workers, 1).get(0);
      Hessian h = point.offered(isDense);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      h.state(State.writing(bytes));
      Hessian again = point.oracle().newHessian(isDense);
      again.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
      double[] p = {1, 2, 3, 4};
      assertThat(times(again, p)).isEqualTo(times(h, p));
      again.clear();
      assertThat(times(again, p)).containsOnly(0);
    }
  }

  @Test
  void everyCallIsChargedAsAnnounced() {
    try (Workers workers = new Workers(1)) {
      for (Problem problem : List.of(both(3, 20, 40, 1), both(3, 40, 3, 1))) {
        for (Point point : points(problem, workers, 2)) {
          Ledger ledger = point.oracle().ledger();
          long inner = point.inner().size();
          long outer = point.outer().size();
          double[] slopes = point.slopes();
          long before = ledger.total();
          long ofSecondOrder = ledger.secondOrder();
          Hessian h = point.oracle().newHessian(true);
          point
              .oracle()
              .curvature(point.inner(), point.outer(), point.x(), point.y(), point.g(), slopes, h);
          assertThat(ledger.total() - before)
              .isEqualTo(point.oracle().curvatureCalls(inner, outer))
              .isEqualTo(inner + outer);
          assertThat(ledger.secondOrder() - ofSecondOrder).isEqualTo(inner + outer);
          long paper = ledger.paper();
          point.secants(true, 1);
          long withSlopes = point.oracle().secantCalls(inner, outer) + outer;
          assertThat(ledger.paper() - paper).isEqualTo(withSlopes);
          assertThat(ledger.secondOrder() - ofSecondOrder).isEqualTo(inner + outer);
        }
      }
    }
  }

  @Test
  void whatIsNotOfferedCannotBeAsked() {
    try (Workers workers = new Workers(1)) {
      Problem plain = Families.entropic(Families.rows(5, 2, 0, 1));
      Point point = points(plain, workers, 1).get(0);
      assertThatThrownBy(() -> point.offered(true)).hasMessage("no curvature is offered");
    }
  }
}
