package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.fogopt.Fog;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.method.newton.Scripted.Kind;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.run.Result;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Newton's method on secants: when they fail, and which way they go. */
class NewtonSecantsTest {
  @Test
  void fiveRejectionsInARowShowThatSecantsAreNoModel() {
    for (Kind kind : new Kind[] {Kind.SECANTS, Kind.OFFERED}) {
      try (Scripted script = new Scripted(kind, 1, 1, 8, 64, -2, 1)) {
        script.evaluate();
        for (int k = 1; k <= 5; k++) {
          assertThat(script.newton.isStuck()).as("after %d", k - 1).isFalse();
          script.move(-1);
        }
        assertThat(script.newton.isStuck()).isEqualTo(kind == Kind.SECANTS);
      }
    }
  }

  /**
   * What a rejected step along negative curvature showed corrects the model: g'p + ½p'Hp is what
   * the trial had, so H = h + 2(predicted − actual)/p².
   */
  @Test
  void aRejectedStepCorrectsNegativeCurvature() {
    try (Scripted script = new Scripted(Kind.SECANTS, 1, 1, 0, 8, -2, -1)) {
      script.evaluate();
      script.move(-1);
      double p = script.trial;
      assertThat(p).as("no point, no Cauchy step: a region of 1").isBetween(0.9, 1.1);
      assertThat(script.radius()).isCloseTo(p / 4, within(1e-12));
      double corrected = -1 + 4 * script.predicted / (p * p);
      script.move(-1);
      double next = Math.min(2 / corrected, p / 4); // the first D keeps the length of Δ
      assertThat(script.trial).isCloseTo(next, within(1e-3 * next));
    }
  }

  /** As in a line search by interpolation: a pole on the way is not the curvature at x. */
  @Test
  void aCorrectionLeavesATenthOfTheStep() {
    try (Scripted script = new Scripted(Kind.SECANTS, 1, 1, 0, 8, -2, -1)) {
      script.evaluate();
      script.move(-1e9);
      double p = script.trial;
      script.move(-1);
      assertThat(script.trial).isCloseTo(p / 10, within(1e-12));
    }
  }

  /** Curvature that is offered or not negative, and trials without a number, correct nothing. */
  @ParameterizedTest
  @CsvSource({"SECANTS, -1, NaN", "SECANTS, 1, -1", "SECANTS, 0, -1", "OFFERED, -1, -1"})
  void otherRejectionsDoNot(Kind kind, double curvature, double fate) {
    try (Scripted script = new Scripted(kind, 1, 1, 0, 8, -2, curvature)) {
      script.evaluate();
      script.move(fate);
      double p = script.trial;
      script.move(-1);
      assertThat(script.trial).isBetween(0.9 * p / 4, 1.1 * p / 4);
    }
  }

  /** Σ h_k(y_k²/2 + y_k⁴/12)/4, one component each, and where gradients of them are asked for. */
  private static Problem recorded(double[] h, List<double[]> asked) {
    return Components.map(4, 4)
        .inner(
            1,
            (j, x, y) -> System.arraycopy(x, 0, y, 0, 4),
            (j, x, jac) -> {
              for (int k = 0; k < 4; k++) {
                jac[k][k] = 1;
              }
            })
        .affine()
        .outer(
            4,
            (i, y) -> h[(int) i] * (Math.pow(y[(int) i], 2) / 2 + Math.pow(y[(int) i], 4) / 12),
            (i, y, u) -> {
              int k = (int) i;
              u[k] = h[k] * (y[k] + Math.pow(y[k], 3) / 3);
              asked.add(y.clone());
            })
        .named("recorded");
  }

  /**
   * dx has 1e-5 of the length of x in the region's units, each entry the same share of it, with
   * random signs: |dx_k| = 1e-5|Dx|/(2D_k), with D² the diagonal of the last H.
   */
  @Test
  void secantsGoAlongRandomSignsInTheUnitsOfTheRegion() {
    double[] h = {1, 40, 9, 400};
    List<double[]> asked = new ArrayList<>();
    double[] x0 = {3, -1, 2, 0.5};
    double[] scales = {1, 1, 1, 1};
    Set<String> signs = new HashSet<>();
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(recorded(h, asked), workers, 1), x0);
      for (int t = 0; t < 5; t++) {
        newton.step();
        newton.commit();
        double[] x = newton.point().clone();
        asked.clear();
        newton.step();
        newton.commit();
        double[] moved = asked.stream().filter(y -> isMoved(y, x)).findFirst().orElseThrow();
        double length = 0;
        for (int k = 0; k < 4; k++) {
          length += scales[k] * x[k] * (scales[k] * x[k]);
        }
        StringBuilder pattern = new StringBuilder();
        for (int k = 0; k < 4; k++) {
          double expected = 1e-5 * Math.sqrt(length) / (2 * scales[k]);
          double dx = moved[k] - x[k];
          assertThat(Math.abs(dx)).isCloseTo(expected, within(1e-3 * expected));
          pattern.append(dx > 0 ? '+' : '-');
          scales[k] = Math.sqrt(h[k] * (1 + x[k] * x[k]) / 4); // of the model just made
        }
        signs.add(pattern.toString());
      }
    }
    assertThat(signs).as("patterns of signs").hasSizeGreaterThan(2);
  }

  /** By more than rounding, and by less than a step. */
  private static boolean isMoved(double[] y, double[] x) {
    double[] difference = y.clone();
    Kernels.axpy(-1, x, difference);
    double share = Kernels.norm(difference) / Kernels.norm(x);
    return share > 1e-9 && share < 1e-3;
  }

  @Test
  void fromZeroSecantsHaveALengthOfTheirOwn() {
    List<double[]> asked = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD
              .byDefault()
              .start(
                  new Oracle(recorded(new double[] {1, 1, 1, 1}, asked), workers, 1),
                  new double[4]);
      newton.step();
      newton.commit();
      asked.clear();
      newton.step();
      double[] moved = asked.stream().filter(y -> Kernels.norm(y) > 0).findFirst().orElseThrow();
      for (double dx : moved) {
        assertThat(Math.abs(dx)).isCloseTo(1e-5 / 2, within(1e-18));
      }
    }
  }

  /**
   * Mean + 10 variance of losses softplus(z) − 0.3z, z = a'x − b: with unknowns of very different
   * sizes the Hessian is ill-conditioned, and slightly indefinite far from the minimum.
   */
  @ParameterizedTest
  @CsvSource({"7, 6", "20, 4", "20, 5"})
  void whatIsSmallBesideTheNormOfTheHessianIsStillCurvature(int rows, long seed) {
    int d = 8;
    Random random = new Random(seed);
    double[][] a = new double[rows][d];
    double[] b = new double[rows];
    for (int j = 0; j < rows; j++) {
      b[j] = random.nextGaussian();
      for (int k = 0; k < d; k++) {
        a[j][k] = random.nextGaussian() * Math.pow(1e-5, k / (d - 1.0));
      }
    }
    Problem problem =
        Components.map(d, 2)
            .inner(
                rows,
                (j, x, y) -> {
                  double z = Kernels.dot(a[(int) j], x);
                  y[0] = Math.log1p(Math.exp(z - b[(int) j])) - 0.3 * z;
                  y[1] = y[0] * y[0];
                },
                (j, x, jac) -> {
                  double z = Kernels.dot(a[(int) j], x);
                  double loss = Math.log1p(Math.exp(z - b[(int) j])) - 0.3 * z;
                  double slope = 1 / (1 + Math.exp(b[(int) j] - z)) - 0.3;
                  Kernels.axpy(slope, a[(int) j], jac[0]);
                  Kernels.axpy(2 * loss * slope, a[(int) j], jac[1]);
                })
            .outer(
                1,
                (i, y) -> y[0] + 10 * (y[1] - y[0] * y[0]),
                (i, y, u) -> {
                  u[0] = 1 - 20 * y[0];
                  u[1] = 10;
                })
            .named("mean and variance");
    Result result = Fog.minimise(problem);
    assertThat(result.converged()).as("%s", result).isTrue();
    assertThat(result.passes()).isLessThan(200);
  }
}
