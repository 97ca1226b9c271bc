package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.Parallel;
import org.fogopt.oracle.Hessian;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The trust-region subproblem against the conditions that characterise its solution. */
class MoreSorensenTest {
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
    MoreSorensen rule = new MoreSorensen(d, Parallel.SERIAL);
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
    MoreSorensen rule = new MoreSorensen(3, Parallel.SERIAL);
    solve(rule, h, g, radius, p);
    assertThat(rule.norm(p)).isCloseTo(scaledNorm(h, p), within(1e-12 * radius));
    solve(new MoreSorensen(3, Parallel.SERIAL), scaled, slope, radius, q);
    for (int k = 0; k < 3; k++) {
      assertThat(units[k] * q[k]).isCloseTo(p[k], within(1e-9 * Math.abs(p[k])));
    }
  }

  @Test
  void insideTheRegionItIsNewtonsStep() {
    double[][] h = {{4, 1}, {1, 3}};
    double[] g = {1, 2};
    double[] p = new double[2];
    boolean isAtBoundary = solve(new MoreSorensen(2, Parallel.SERIAL), h, g, 10, p);
    assertThat(isAtBoundary).isFalse();
    assertThat(p[0]).isCloseTo(-1.0 / 11, within(1e-14)); // by Cramer's rule
    assertThat(p[1]).isCloseTo(-7.0 / 11, within(1e-14));
  }

  @Test
  void inTheHardCaseItGoesToTheBoundaryAlongTheNullVector() {
    double[][] h = {{-2, 0}, {0, 1}}; // g is orthogonal to the eigenvector of −2
    double[] g = {0, 1};
    double[] p = new double[2];
    boolean isAtBoundary = solve(new MoreSorensen(2, Parallel.SERIAL), h, g, 5, p);
    assertThat(isAtBoundary).isTrue();
    assertThat(Kernels.norm(p)).isCloseTo(5, within(0.5)); // H is indefinite: D is still 1
    assertThat(Math.abs(p[0])).isGreaterThan(4);
  }

  @Test
  void ofASingularMatrixItTakesAStepOfLeastNorm() {
    double[][] h = {{2, 2}, {2, 2}}; // two equal columns
    double[] g = {4, 4};
    double[] p = new double[2];
    solve(new MoreSorensen(2, Parallel.SERIAL), h, g, 100, p);
    assertThat(p[0]).isCloseTo(-1, within(1e-6));
    assertThat(p[1]).isCloseTo(-1, within(1e-6));
  }

  // Closed forms: D is the identity below, by a diagonal of ones or an indefinite first matrix

  /** λ = Δ⁻¹|g| − 1 is found by one step of Newton on 1/Δ − 1/|p(λ)|, which is linear in λ. */
  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.1, 1, 4})
  void ofTheIdentityTheStepIsExactlyAsLongAsTheRegion(double radius) {
    double[][] identity = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    double[] g = {3, 0, -4};
    double[] p = new double[3];
    assertThat(solve(new MoreSorensen(3, Parallel.SERIAL), identity, g, radius, p)).isTrue();
    assertThat(p)
        .containsExactly(new double[] {-0.6 * radius, 0, 0.8 * radius}, within(1e-12 * radius));
  }

  @Test
  void newtonsStepIsTakenUpToATenthOutsideTheRegion() {
    double[] p = new double[1];
    MoreSorensen rule = new MoreSorensen(1, Parallel.SERIAL);
    double[][] one = {{1}};
    assertThat(solve(rule, one, new double[] {1.1}, 1, p)).isTrue();
    assertThat(p).containsExactly(-1.1);
    assertThat(solve(rule, one, new double[] {1.11}, 1, p)).isTrue();
    assertThat(p[0]).isCloseTo(-1, within(1e-12));
    assertThat(solve(rule, one, new double[] {1}, 1, p)).as("exactly at it").isFalse();
    assertThat(p).containsExactly(-1);
  }

  @Test
  void withoutARegionAModelWithoutAMinimumHasNone() {
    double[] p = new double[2];
    double[][] saddle = {{1, 0}, {0, -1}};
    MoreSorensen rule = new MoreSorensen(2, Parallel.SERIAL);
    assertThat(solve(rule, saddle, new double[] {1, 1}, Double.POSITIVE_INFINITY, p)).isTrue();
    assertThat(p).containsOnly(Double.POSITIVE_INFINITY);
  }

  /**
   * g is (nearly) orthogonal to the eigenvector e_1 of −2, so λ = 2 and p_2 = −1/3; e_1 makes up
   * the length, on the side where the linear term falls. λ is met to a tenth: p_2 from −1/3 to
   * −1/3.22.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-9, 0.05, -0.05})
  void theHardCaseEndsExactlyOnTheBoundaryOnTheSideWhereTheModelIsLower(double first) {
    double[][] h = {{-2, 0}, {0, 1}};
    double[] p = new double[2];
    solve(new MoreSorensen(2, Parallel.SERIAL), h, new double[] {first, 1}, 5, p);
    assertThat(Kernels.norm(p)).isCloseTo(5, within(1e-12));
    assertThat(p[1]).isBetween(-1 / 3.0 - 1e-9, -1 / 3.22);
    if (Math.abs(first) > 1e-3) { // otherwise both sides are as low
      assertThat(first * p[0]).isNegative();
    }
  }

  /**
   * Of H itself and of H + rounding none is found; then a hundredth of the bracket |H| + |g|/Δ,
   * then geometric means: to come from a factor of 100 to one of 1.1 takes log₂(ln 100/ln 1.1) < 6
   * of these, or twice as many, as only a λ with a factor can be the last. With that of the null
   * vector that is sixteen at the most.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1, 5, 1000})
  void sixteenFactorsAreEnoughForTheHardCase(double radius) {
    assertThat(factors(new double[][] {{-2, 0}, {0, 1}}, new double[] {0, 1}, radius))
        .isLessThanOrEqualTo(16);
    assertThat(factors(new double[][] {{-1, 0}, {0, -1}}, new double[] {0, 0}, radius))
        .isLessThanOrEqualTo(16);
  }

  /** Two or three are usual (Moré, Sorensen, section 5); where H is definite λ = 0 comes first. */
  @Test
  void aboutThreeFactorsAreEnoughWhereHIsDefinite() {
    Random random = new Random(3);
    int all = 0;
    for (int trial = 0; trial < 100; trial++) {
      double[] values = {1, 1 + random.nextDouble(), 10, 100 * random.nextDouble() + 1};
      double[] g = random.doubles(4, -1, 1).toArray();
      double radius = Math.pow(10, -3 * random.nextDouble());
      int factors = factors(withEigenvalues(values, random), g, radius);
      assertThat(factors).isLessThanOrEqualTo(4);
      all += factors;
    }
    assertThat(all).isLessThanOrEqualTo(300);
  }

  /** How many Cholesky factors a step takes: each loads a matrix of this size in one task. */
  private static int factors(double[][] h, double[] g, double radius) {
    int[] loads = new int[1];
    Parallel counting =
        (tasks, task) -> {
          loads[0] += tasks;
          Parallel.SERIAL.forEach(tasks, task);
        };
    double[] p = new double[g.length];
    MoreSorensen rule = new MoreSorensen(g.length, counting);
    solve(rule, h, g, radius, p);
    assertThat(rule.norm(p)).isLessThanOrEqualTo(1.1 * radius * (1 + 1e-12));
    return loads[0];
  }

  /** Nothing depends on the second unknown; the others keep their units. */
  @Test
  void anUnknownWithoutCurvatureLeavesTheScalesOfTheOthers() {
    MoreSorensen rule = new MoreSorensen(3, Parallel.SERIAL);
    double[][] h = {{4e6, 0, 0}, {0, 0, 0}, {0, 0, 9e-6}};
    rule.prepare(Families.hessian(h), new double[] {1, 0, 1});
    assertThat(rule.norm(new double[] {1, 0, 0})).isCloseTo(2e3, within(1e-9));
    assertThat(rule.norm(new double[] {0, 0, 1})).isCloseTo(3e-3, within(1e-15));
  }

  @Test
  void aCheckpointKeepsTheScales() {
    MoreSorensen rule = new MoreSorensen(2, Parallel.SERIAL);
    rule.prepare(Families.hessian(new double[][] {{4, 1}, {1, 9}}), new double[2]);
    var bytes = new ByteArrayOutputStream();
    rule.state(State.writing(bytes));
    MoreSorensen restored = new MoreSorensen(2, Parallel.SERIAL);
    double[] p = {1, 1};
    assertThat(restored.norm(p)).isEqualTo(Math.sqrt(2));
    restored.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
    assertThat(restored.norm(p)).isCloseTo(Math.sqrt(13), within(1e-12));
    restored.prepare(Families.hessian(new double[][] {{-1, 0}, {0, 1}}), new double[2]);
    assertThat(restored.norm(p))
        .as("an indefinite one has none")
        .isCloseTo(Math.sqrt(13), within(1e-12));
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
    solve(new MoreSorensen(5, Parallel.SERIAL), h, g, 1e3, exact);
    assertThat(new Steihaug(5).solve(Families.hessian(h), g, g, 1e3, 1e-12, byProducts)).isFalse();
    for (int k = 0; k < g.length; k++) {
      assertThat(byProducts[k]).isCloseTo(exact[k], within(1e-10));
    }
    assertThat(new Steihaug(5).solve(Families.hessian(h), g, g, 1e-3, 1e-12, byProducts)).isTrue();
    assertThat(Kernels.norm(byProducts)).isCloseTo(1e-3, within(1e-15));
  }

  private static boolean solve(
      MoreSorensen rule, double[][] h, double[] g, double radius, double[] p) {
    Hessian model = Families.hessian(h);
    rule.prepare(model, g);
    boolean isAtBoundary = rule.solve(model, g, g, radius, 0, p);
    rule.unscale(p);
    return isAtBoundary;
  }
}
