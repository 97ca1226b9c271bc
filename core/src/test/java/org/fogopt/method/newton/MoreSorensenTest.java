package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.oracle.Hessian;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trust-region subproblem against the conditions that characterise its solution. */
class MoreSorensenTest {
  private static final double ERROR = Math.sqrt(Math.ulp(1.0));

  private static Hessian hessian(double[][] h) {
    try (Workers workers = new Workers(1)) {
      Hessian made =
          new Oracle(Families.entropic(new double[2][h.length]), workers, 1).newHessian(true);
      SymmetricMatrix matrix = made.matrix();
      assertThat(matrix).isNotNull();
      for (int i = 0; i < h.length; i++) {
        for (int j = 0; j <= i; j++) {
          matrix.add(i, j, h[i][j]);
        }
      }
      return made;
    }
  }

  private static double model(double[][] h, double[] g, double[] p) {
    double sum = 0;
    for (int i = 0; i < g.length; i++) {
      sum += g[i] * p[i] + 0.5 * p[i] * Families.dot(h[i], p);
    }
    return sum;
  }

  /** U diag(values) Uᵀ with a random rotation U. */
  private static double[][] withEigenvalues(double[] values, Random random) {
    int d = values.length;
    double[][] u = new double[d][d];
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        u[i][k] = random.nextGaussian();
      }
      for (int j = 0; j < i; j++) {
        double along = Families.dot(u[i], u[j]);
        for (int k = 0; k < d; k++) {
          u[i][k] -= along * u[j][k];
        }
      }
      double norm = Kernels.norm(u[i]);
      for (int k = 0; k < d; k++) {
        u[i][k] /= norm;
      }
    }
    double[][] h = new double[d][d];
    for (int e = 0; e < d; e++) {
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          h[i][j] += values[e] * u[e][i] * u[e][j];
        }
      }
    }
    return h;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void noRandomPointOfTheRegionIsMuchLower(long seed) {
    Random random = new Random(seed);
    int d = 2 + random.nextInt(8);
    double[] values = new double[d];
    for (int k = 0; k < d; k++) {
      values[k] = random.nextGaussian() * Math.pow(10, random.nextInt(3));
    }
    double[][] h = withEigenvalues(values, random);
    double[] g = new double[d];
    for (int k = 0; k < d; k++) {
      g[k] = random.nextGaussian();
    }
    double radius = Math.pow(10, random.nextInt(4) - 2);
    double[] p = new double[d];
    MoreSorensen rule = new MoreSorensen(d, ERROR, Parallel.SERIAL);
    solve(rule, h, g, radius, p);
    assertThat(rule.norm(p)).isLessThanOrEqualTo(1.1001 * radius);
    double found = model(h, g, p);
    assertThat(found).isNegative();
    double[] best = new double[d];
    double lowest = 0;
    for (int trial = 0; trial < 20_000; trial++) { // random points, then nearer to the best
      double[] q = new double[d];
      double spread = trial < 10_000 ? 1 : 0.05;
      for (int k = 0; k < d; k++) {
        q[k] = spread * radius * random.nextGaussian();
      }
      rule.unscale(q);
      for (int k = 0; k < d; k++) {
        q[k] += trial < 10_000 ? 0 : best[k];
      }
      double norm = rule.norm(q);
      if (norm > radius) {
        Kernels.scale(radius / norm, q);
      }
      double there = model(h, g, q);
      if (there < lowest) {
        lowest = there;
        best = q;
      }
    }
    assertThat(found).isLessThanOrEqualTo(0.8 * lowest); // the radius is met to a tenth
  }

  /** |Dp|, D² = diagonal of H. */
  private static double scaledNorm(double[][] h, double[] p) {
    double sum = 0;
    for (int k = 0; k < p.length; k++) {
      sum += h[k][k] * p[k] * p[k];
    }
    return Math.sqrt(sum);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 1, 100})
  void otherUnitsOfTheUnknownsGiveTheSameStep(double radius) {
    Random random = new Random(11);
    double[][] h = withEigenvalues(new double[] {0.1, 2, 30}, random);
    double[] g = {1, -2, 3};
    double[] units = {1 << 10, 1, 1.0 / (1 << 8)}; // powers of 2: no rounding
    double[][] scaled = new double[3][3];
    double[] slope = new double[3];
    for (int i = 0; i < 3; i++) {
      slope[i] = units[i] * g[i];
      for (int j = 0; j < 3; j++) {
        scaled[i][j] = units[i] * h[i][j] * units[j];
      }
    }
    double[] p = new double[3];
    double[] q = new double[3];
    MoreSorensen rule = new MoreSorensen(3, ERROR, Parallel.SERIAL);
    solve(rule, h, g, radius, p);
    assertThat(rule.norm(p)).isCloseTo(scaledNorm(h, p), within(1e-12 * radius));
    solve(new MoreSorensen(3, ERROR, Parallel.SERIAL), scaled, slope, radius, q);
    for (int k = 0; k < 3; k++) {
      assertThat(units[k] * q[k]).isCloseTo(p[k], within(1e-9 * Math.abs(p[k])));
    }
  }

  @Test
  void insideTheRegionItIsNewtonsStep() {
    double[][] h = {{4, 1}, {1, 3}};
    double[] g = {1, 2};
    double[] p = new double[2];
    boolean isAtBoundary = solve(new MoreSorensen(2, ERROR, Parallel.SERIAL), h, g, 10, p);
    assertThat(isAtBoundary).isFalse();
    assertThat(p[0]).isCloseTo(-1.0 / 11, within(1e-14)); // by Cramer's rule
    assertThat(p[1]).isCloseTo(-7.0 / 11, within(1e-14));
  }

  @Test
  void inTheHardCaseItGoesToTheBoundaryAlongTheNullVector() {
    double[][] h = {{-2, 0}, {0, 1}}; // g is orthogonal to the eigenvector of −2
    double[] g = {0, 1};
    double[] p = new double[2];
    boolean isAtBoundary = solve(new MoreSorensen(2, ERROR, Parallel.SERIAL), h, g, 5, p);
    assertThat(isAtBoundary).isTrue();
    assertThat(Kernels.norm(p)).isCloseTo(5, within(0.5)); // H is indefinite: D is still 1
    assertThat(Math.abs(p[0])).isGreaterThan(4);
  }

  @Test
  void ofASingularMatrixItTakesAStepOfLeastNorm() {
    double[][] h = {{2, 2}, {2, 2}}; // two equal columns
    double[] g = {4, 4};
    double[] p = new double[2];
    solve(new MoreSorensen(2, ERROR, Parallel.SERIAL), h, g, 100, p);
    assertThat(p[0]).isCloseTo(-1, within(1e-6));
    assertThat(p[1]).isCloseTo(-1, within(1e-6));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void conjugateGradientsAgreeInsideTheRegionAndStayInIt(long seed) {
    Random random = new Random(seed);
    double[][] h = withEigenvalues(new double[] {1, 2, 3, 10, 50}, random);
    double[] g = new double[5];
    for (int k = 0; k < g.length; k++) {
      g[k] = random.nextGaussian();
    }
    double[] exact = new double[5];
    double[] byProducts = new double[5];
    solve(new MoreSorensen(5, ERROR, Parallel.SERIAL), h, g, 1e3, exact);
    assertThat(new Steihaug(5).solve(hessian(h), g, g, 1e3, 1e-12, byProducts)).isFalse();
    for (int k = 0; k < g.length; k++) {
      assertThat(byProducts[k]).isCloseTo(exact[k], within(1e-10));
    }
    assertThat(new Steihaug(5).solve(hessian(h), g, g, 1e-3, 1e-12, byProducts)).isTrue();
    assertThat(Kernels.norm(byProducts)).isCloseTo(1e-3, within(1e-15));
  }

  private static boolean solve(
      MoreSorensen rule, double[][] h, double[] g, double radius, double[] p) {
    Hessian model = hessian(h);
    rule.prepare(model, g);
    boolean isAtBoundary = rule.solve(model, g, g, radius, 0, p);
    rule.unscale(p);
    return isAtBoundary;
  }
}
