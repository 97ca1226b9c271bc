package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Truncated conjugate gradients against minimisers over Krylov spaces, by elimination. */
class SteihaugTest {
  private static final double[] NOWHERE = {}; // the rule does not ask where it is

  private static boolean solve(
      double[][] h, double[] g, double radius, double accuracy, double[] p) {
    return new Steihaug(g.length).solve(Families.hessian(h), NOWHERE, g, radius, accuracy, p);
  }

  private static double[] times(double[][] h, double[] v) {
    double[] out = new double[v.length];
    for (int i = 0; i < v.length; i++) {
      out[i] = Families.dot(h[i], v);
    }
    return out;
  }

  /** Minimisers of gᵀp + ½pᵀHp over span(g), span(g, Hg), …, beginning with 0. */
  private static List<double[]> krylov(double[][] h, double[] g) {
    List<double[]> basis = new ArrayList<>(); // orthonormal
    List<double[]> minimisers = new ArrayList<>(List.of(new double[g.length]));
    double[] v = g.clone();
    while (basis.size() < g.length) {
      for (int twice = 0; twice < 2; twice++) {
        for (double[] b : basis) {
          Kernels.axpy(-Families.dot(b, v), b, v);
        }
      }
      Kernels.scale(1 / Parts.norm(v), v);
      basis.add(v);
      int size = basis.size();
      double[][] a = new double[size][size];
      double[] right = new double[size];
      for (int i = 0; i < size; i++) {
        right[i] = -Families.dot(basis.get(i), g);
        for (int j = 0; j < size; j++) {
          a[i][j] = Families.dot(basis.get(i), times(h, basis.get(j)));
        }
      }
      double[] c = SmallProblems.solve(a, right);
      double[] p = new double[g.length];
      for (int i = 0; i < size; i++) {
        Kernels.axpy(c[i], basis.get(i), p);
      }
      minimisers.add(p);
      v = times(h, v);
    }
    return minimisers;
  }

  private static double residual(double[][] h, double[] g, double[] p) {
    double[] r = times(h, p);
    Kernels.axpy(1, g, r);
    return Parts.norm(r);
  }

  /** A positive definite matrix with eigenvalues from 1 to 100, and a gradient. */
  private static double[][] matrix(Random random, int d) {
    double[][] h = new double[d][d];
    for (int e = 0; e < 3 * d; e++) {
      double[] v = random.doubles(d, -1, 1).toArray();
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          h[i][j] += (e % 3 + 0.3) * v[i] * v[j];
        }
      }
    }
    return h;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itEndsAtTheFirstKrylovMinimiserThatIsAccurateEnough(long seed) {
    Random random = new Random(seed);
    double[][] h = matrix(random, 5);
    double[] g = random.doubles(5, -3, 3).toArray();
    List<double[]> minimisers = krylov(h, g);
    for (double accuracy : new double[] {0.5, 0.2, 0.05, 0.01}) {
      int first = 0;
      while (residual(h, g, minimisers.get(first)) > accuracy * Parts.norm(g)) {
        first++;
      }
      double[] p = new double[5];
      assertThat(solve(h, g, 1e6, accuracy, p)).isFalse();
      assertThat(p).containsExactly(minimisers.get(first), within(1e-9));
    }
  }

  /** Their norms grow, so the path through them leaves the region once. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aRegionIsLeftWhereTheSegmentBetweenTwoMinimisersCrossesIt(long seed) {
    Random random = new Random(seed);
    double[][] h = matrix(random, 5);
    double[] g = random.doubles(5, -3, 3).toArray();
    List<double[]> minimisers = krylov(h, g);
    for (int k = 1; k <= 5; k++) {
      double[] from = minimisers.get(k - 1);
      double[] to = minimisers.get(k);
      for (double share : new double[] {0.1, 0.5, 0.9}) {
        double[] expected = new double[5];
        for (int i = 0; i < 5; i++) {
          expected[i] = from[i] + share * (to[i] - from[i]);
        }
        double[] p = new double[5];
        assertThat(solve(h, g, Parts.norm(expected), 1e-12, p)).isTrue();
        assertThat(p).containsExactly(expected, within(1e-8));
      }
    }
  }

  @Test
  void alongNegativeOrNoCurvatureItGoesToTheBoundary() {
    double[] g = {3, -4};
    for (double[][] h :
        List.of(new double[][] {{-1, 0}, {0, -1}}, new double[][] {{0, 0}, {0, 0}})) {
      double[] p = new double[2];
      assertThat(solve(h, g, 10, 0.1, p)).isTrue();
      assertThat(p).containsExactly(new double[] {-6, 8}, within(1e-12));
    }
  }

  /** The second direction is d = −r + (rᵀr/gᵀg)(−g) with the residual r of the first step. */
  @Test
  void negativeCurvatureOnTheWayEndsAtTheBoundaryTooAlongTheSecondDirection() {
    double[][] h = {{1, 0}, {0, -1}};
    double[] g = {1, 0.5};
    double alpha = 1.25 / 0.75; // gᵀg/gᵀHg
    double[] first = {-alpha, -0.5 * alpha};
    double[] r = {1 - alpha, 0.5 + 0.5 * alpha};
    double beta = Families.dot(r, r) / 1.25;
    double[] d = {-r[0] - beta, -r[1] - 0.5 * beta};
    double radius = 10;
    double[] p = new double[2];
    assertThat(solve(h, g, radius, 1e-6, p)).isTrue();
    assertThat(Parts.norm(p)).isCloseTo(radius, within(1e-12));
    double tau = (p[0] - first[0]) / d[0];
    assertThat(tau).isPositive();
    assertThat(p[1]).isCloseTo(first[1] + tau * d[1], within(1e-12));
  }

  @Test
  void aMinimiserOnTheBoundaryIsAtTheBoundary() {
    double[] p = new double[2];
    assertThat(solve(new double[][] {{1, 0}, {0, 1}}, new double[] {-3, -4}, 5, 0.1, p)).isTrue();
    assertThat(p).containsExactly(new double[] {3, 4}, within(1e-15));
  }

  @Test
  void whereNothingIsToBeGainedItStaysWhereItIs() {
    double[][] identity = {{1, 0}, {0, 1}};
    double[] p = {7, 7};
    assertThat(solve(identity, new double[2], 1, 0.1, p)).isFalse();
    assertThat(p).containsExactly(0, 0);
    double[] q = {7, 7};
    assertThat(solve(identity, new double[] {1, 2}, 9, 1, q)).as("any is accurate").isFalse();
    assertThat(q).containsExactly(0, 0);
  }

  @Test
  void itsRegionIsABall() {
    assertThat(new Steihaug(2).norm(new double[] {3, -4})).isEqualTo(5);
  }

  /**
   * On 1001 unknowns Newton's method asks for residuals of √(|g|/|g_0|), relative, so that it
   * converges superlinearly (Nocedal, Wright, theorem 7.2).
   */
  @Test
  void theSmallerTheGradientTheMoreAccurateTheStep() {
    int d = Newton.MOST_DENSE + 1;
    double[][] a = Families.rows(6, d, 0, 5);
    double[] b = {100, -200, 300, 50, 10, 1000};
    Problem quartic =
        Components.map(d, 1)
            .inner(
                6,
                (j, x, y) -> {
                  double e = Families.dot(a[(int) j], x) - b[(int) j];
                  y[0] = e * e + 1e-6 * e * e * e * e;
                },
                (j, x, jac) -> {
                  double e = Families.dot(a[(int) j], x) - b[(int) j];
                  Kernels.axpy(2 * e + 4e-6 * e * e * e, a[(int) j], jac[0]);
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("quartic");
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(quartic, workers, 1), new double[d]);
      double first = Double.NaN;
      double least = 1;
      for (int t = 0; t < 16; t++) {
        newton.step(); // evaluates
        double norm = newton.estimateNorm();
        first = t == 0 ? norm : first;
        assertThat(newton.firstGradientNorm()).isEqualTo(first);
        newton.commit();
        double[] x = newton.point().clone();
        newton.step(); // moves
        newton.commit();
        double[] p = newton.point().clone();
        Kernels.axpy(-1, x, p);
        double[] residual = new double[d]; // ∇Φ(x) + ∇²Φ(x)p
        for (int j = 0; j < 6; j++) {
          double e = Families.dot(a[j], x) - b[j];
          double slope = 2 * e + 4e-6 * e * e * e;
          double curvature = 2 + 12e-6 * e * e;
          Kernels.axpy((slope + curvature * Families.dot(a[j], p)) / 6, a[j], residual);
        }
        double share = norm / first;
        if (norm < 1e-6 * first) {
          break; // rounding
        }
        boolean isAtBoundary =
            Parts.norm(p) >= 0.999 * newton.parameters().get("radius").doubleValue() / 2;
        if (!isAtBoundary) {
          assertThat(Parts.norm(residual))
              .as("step %d", t)
              .isLessThanOrEqualTo((Math.min(0.5, Math.sqrt(share)) + 1e-3) * norm);
          least = Math.min(least, share);
        }
      }
      assertThat(least).as("small gradients were among them").isLessThan(0.01);
    }
  }
}
