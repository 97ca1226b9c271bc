package org.fogopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.fogopt.penalty.Budget;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.fogopt.run.Stop.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Problems without a minimum, or in awkward units: the verdict is true. */
class DegenerateTest {
  private static double dot(double[] a, double[] x) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * x[k];
    }
    return sum;
  }

  private static double[][] gaussians(int m, int d, long seed) {
    Random random = new Random(seed);
    double[][] a = new double[m][d];
    for (double[] row : a) {
      for (int k = 0; k < d; k++) {
        row[k] = random.nextGaussian();
      }
    }
    return a;
  }

  /** log mean exp(−rᵀx), as a user writes it first. */
  private static Problem entropic(double[][] r) {
    return Components.map(r[0].length, 1)
        .inner(
            r.length,
            (j, x, y) -> y[0] = Math.exp(-dot(r[(int) j], x)),
            (j, x, jac) -> {
              double e = Math.exp(-dot(r[(int) j], x));
              for (int k = 0; k < x.length; k++) {
                jac[0][k] = -e * r[(int) j][k];
              }
            })
        .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
        .named("entropic");
  }

  /** Fewer rows than unknowns always have an x with rᵀx > 0 for all of them. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 10})
  void anEntropicRiskOfFewerRowsThanUnknownsHasNoMinimum(int d) {
    for (int m = 1; m <= d; m++) {
      Result result = Fog.minimise(entropic(gaussians(m, d, 7 * d + m)));
      assertThat(result.stop().reason()).as("%d rows: %s", m, result).isEqualTo(Reason.UNBOUNDED);
    }
  }

  /** The minimum of mean ½w(aᵀx)² + b₁x₁ is −∞ where half of the weights w are −1. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anIndefiniteQuadraticOnSamplesHasNoMinimum(long seed) {
    int d = 5;
    double[][] a = gaussians(1000, d, seed);
    Problem problem =
        Components.map(d, d)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
                (j, x, jac) -> {
                  for (int k = 0; k < d; k++) {
                    jac[k][k] = 1;
                  }
                })
            .outer(
                a.length,
                (i, y) -> (i % 2 - 0.5) * Math.pow(dot(a[(int) i], y), 2) + y[0],
                (i, y, u) -> {
                  for (int k = 0; k < d; k++) {
                    u[k] = (2 * (i % 2) - 1) * dot(a[(int) i], y) * a[(int) i][k];
                  }
                  u[0] += 1;
                })
            .named("indefinite");
    Result result = Fog.minimise(problem);
    assertThat(result.stop().reason()).as("%s", result).isEqualTo(Reason.UNBOUNDED);
  }

  /** A start that is 0 but for rounding leads where 0 leads. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-18, 3e-14, 1e-11, 1e-3})
  void theSizeOfATinyStartDoesNotMatter(double start) {
    double[][] r = gaussians(1000, 1, 5);
    for (double[] row : r) {
      row[0] += 0.03;
    }
    double[] x0 = {start};
    double least = least(r, -1, 1);
    Result result = Fog.minimise(entropic(r), x0, 1e-8);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.point()[0]).as("%s", result).isCloseTo(least, within(1e-6));
  }

  /** Bisection on the slope. */
  private static double least(double[][] r, double low, double high) {
    for (int k = 0; k < 60; k++) {
      double x = (low + high) / 2;
      double slope = 0;
      for (double[] row : r) {
        slope -= row[0] * Math.exp(-row[0] * x);
      }
      low = slope < 0 ? x : low;
      high = slope < 0 ? high : x;
    }
    return low;
  }

  /** From 0 the data alone tells how long a step is: x scales as 1/data. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-8, 1e-4, 1, 1e4, 1e8})
  void theUnitsOfTheDataDoNotMatter(double scale) {
    double[][] plain = gaussians(300, 3, 11);
    double[][] r = gaussians(300, 3, 11);
    for (int j = 0; j < r.length; j++) {
      for (int k = 0; k < 3; k++) {
        plain[j][k] += 0.1;
        r[j][k] = scale * plain[j][k];
      }
    }
    Result expected = Fog.minimise(entropic(plain), new double[3], 1e-9);
    Result result = Fog.minimise(entropic(r), new double[3], 1e-9);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.objective()).isCloseTo(expected.objective(), within(1e-10));
  }

  /** mean cos(aᵀx) + 0.01(aᵀx)² is at least −1. */
  @Test
  void aBoundedObjectiveIsNotCalledUnboundedFromATinyStart() {
    double[][] a = gaussians(500, 10, 3);
    Problem problem =
        Components.map(10, 10)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 10),
                (j, x, jac) -> {
                  for (int k = 0; k < 10; k++) {
                    jac[k][k] = 1;
                  }
                })
            .outer(
                a.length,
                (i, y) -> {
                  double z = dot(a[(int) i], y);
                  return Math.cos(z) + 0.01 * z * z - 1;
                },
                (i, y, u) -> {
                  double z = dot(a[(int) i], y);
                  for (int k = 0; k < 10; k++) {
                    u[k] = (0.02 * z - Math.sin(z)) * a[(int) i][k];
                  }
                })
            .named("waves");
    for (double start : new double[] {1e-12, 1e-10, 1e-9}) {
      double[] x0 = gaussians(1, 10, 9)[0];
      for (int k = 0; k < 10; k++) {
        x0[k] *= start;
      }
      Result result = Fog.minimise(problem, x0);
      assertThat(result.converged()).as("from %s: %s", start, result).isTrue();
    }
  }

  /** log exp(¼(Σx/s − 1)²) from −2s: a length of 1 would overflow where s is small. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-12, 1e-10, 1e-9, 1e-6, 1, 1e6, 1e12})
  void theUnitsOfTheUnknownsDoNotMatterFromAStartInThoseUnits(double s) {
    int d = 6;
    Problem problem =
        Components.map(d, 1)
            .inner(
                1,
                (j, x, y) -> y[0] = Math.exp(0.25 * Math.pow(Arrays.stream(x).sum() / s - 1, 2)),
                (j, x, jac) -> {
                  double z = Arrays.stream(x).sum() / s - 1;
                  Arrays.fill(jac[0], 0.5 * z / s * Math.exp(0.25 * z * z));
                })
            .outer(1, (i, y) -> Math.log(y[0]), (i, y, u) -> u[0] = 1 / y[0])
            .named("units");
    double[] x0 = {-2 * s, 0, 0, 0, 0, 0};
    Result result = Fog.minimise(problem, x0);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(Arrays.stream(result.point()).sum() / s).as("%s", result).isCloseTo(1, within(1e-5));
  }

  /** −c/(1 + mean (aᵀx/s)²) is concave along most unknowns at first; its only minimum is 0. */
  @ParameterizedTest
  @CsvSource({"1e10, 1e-9", "1e2, 1e-7", "1e-6, 1e6", "1, 1"})
  void theUnitsOfTheUnknownsDoNotMatterWhereSomeCurvatureIsNegative(double s, double c) {
    for (long seed = 1; seed <= 5; seed++) {
      int d = 3;
      double[][] a = gaussians(30, d, seed);
      Problem problem =
          Components.map(d, 1)
              .inner(
                  a.length,
                  (j, x, y) -> y[0] = 1 + Math.pow(dot(a[(int) j], x) / s, 2),
                  (j, x, jac) -> {
                    for (int k = 0; k < d; k++) {
                      jac[0][k] = 2 * dot(a[(int) j], x) / s * (a[(int) j][k] / s);
                    }
                  })
              .outer(1, (i, y) -> -c / y[0], (i, y, u) -> u[0] = c / (y[0] * y[0]))
              .named("hollow");
      double[] x0 = gaussians(1, d, 100 + seed)[0];
      for (int k = 0; k < d; k++) {
        x0[k] *= 3 * s;
      }
      Result result = Fog.minimise(problem, x0);
      assertThat(result.converged()).as("seed %d: %s", seed, result).isTrue();
      assertThat(result.objective() / c)
          .as("seed %d: %s", seed, result)
          .isCloseTo(-1, within(1e-8));
    }
  }

  /** tanh is flat at a first trial that is far too long, and each halving gains next to nothing. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-14, 1e-10, 1e-6, 1})
  void aFirstTrialThatIsFarTooLongIsShortenedUntilItFits(double s) {
    Problem problem =
        Components.map(1, 3) // more outputs than unknowns: L-BFGS
            .inner(
                1,
                (j, x, y) -> {
                  for (int k = 0; k < 3; k++) {
                    y[k] = Math.tanh((k + 1) * x[0] / s);
                  }
                },
                (j, x, jac) -> {
                  for (int k = 0; k < 3; k++) {
                    double tanh = Math.tanh((k + 1) * x[0] / s);
                    jac[k][0] = (k + 1) / s * (1 - tanh * tanh);
                  }
                })
            .outer(
                1,
                (i, y) -> 1 + Math.pow(y[0] - 0.1, 2) + y[1] * y[1] + y[2] * y[2],
                (i, y, u) -> {
                  u[0] = 2 * (y[0] - 0.1);
                  u[1] = 2 * y[1];
                  u[2] = 2 * y[2];
                })
            .named("saturated");
    Result result = Fog.minimise(problem);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.point()[0] / s).as("%s", result).isCloseTo(0.1 / 14, within(1e-4));
  }

  /** cᵀx − √(1 − |x|²): at a corner of the simplex the value is finite, the gradient is not. */
  @Test
  void aTrialWithoutAGradientIsNotTaken() {
    int d = 20;
    Problem problem =
        Components.map(d, d)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, d),
                (j, x, jac) -> {
                  for (int k = 0; k < d; k++) {
                    jac[k][k] = 1;
                  }
                })
            .affine()
            .outer(
                1,
                (i, y) -> -3 * y[0] - Math.sqrt(1 - dot(y, y)),
                (i, y, u) -> {
                  for (int k = 0; k < d; k++) {
                    u[k] = y[k] / Math.sqrt(1 - dot(y, y));
                  }
                  u[0] -= 3;
                })
            .named("ball")
            .withPenalty(Budget.simplex());
    Result result = Fog.minimise(problem);
    assertThat(result.converged()).as("%s", result).isTrue();
    // x₁ = a, the others (1 − a)/19 each: one unknown
    double least = Double.POSITIVE_INFINITY;
    for (double a = 0; a < 1; a += 1e-5) {
      double squares = a * a + (1 - a) * (1 - a) / (d - 1);
      least = Math.min(least, -3 * a - Math.sqrt(1 - squares));
    }
    assertThat(result.objective()).isCloseTo(least, within(1e-8));
  }
}
