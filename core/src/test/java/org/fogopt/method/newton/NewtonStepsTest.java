package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.problem.QuadraticChange;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Newton's method where the model has no minimum, with penalties, and resumed. */
class NewtonStepsTest {
  // The model has no minimum, or one far away

  /** ½(1.99(uᵀx − a)² + 0.01(vᵀx − b)²), u = (0.6, 0.8), v = (0.8, −0.6). */
  private static Parts oblong(double a, double b) {
    double[][] rows = {{0.6, 0.8}, {0.8, -0.6}};
    double[] weights = {2 * 1.99, 2 * 0.01};
    double[] at = {a, b};
    return new Parts(
        2,
        2,
        1,
        2,
        true,
        (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
        (j, x, jac) -> {
          jac[0][0] = 1;
          jac[1][1] = 1;
        },
        (i, y) -> {
          double e = Families.dot(rows[(int) i], y) - at[(int) i];
          return weights[(int) i] * e * e / 2;
        },
        (i, y, u) -> {
          double e = Families.dot(rows[(int) i], y) - at[(int) i];
          Kernels.axpy(weights[(int) i] * e, rows[(int) i], u);
        });
  }

  /** Ten times as far as the Cauchy step leads: a quadratic needs no region. */
  @Test
  void oneStepSolvesAQuadraticHoweverFarItsMinimumIs() {
    for (double scale : new double[] {1e-6, 1, 1e6}) {
      Parts parts = oblong(0.1 * scale, scale);
      try (Workers workers = new Workers(1)) {
        Iteration newton =
            Newton.METHOD
                .byDefault()
                .start(new Oracle(parts.quadratic(), workers, 1), new double[2]);
        for (int t = 0; t < 2; t++) {
          newton.step();
          newton.commit();
        }
        double[] minimiser = {0.86 * scale, -0.52 * scale}; // au + bv
        assertThat(newton.point()).containsExactly(minimiser, within(1e-3 * scale));
        assertThat(newton.parameters().get("radius").doubleValue()).isInfinite();
      }
    }
  }

  /**
   * (x_1 − 3)² − x_2 over x ≥ 0. Of a problem that is known to be quadratic the first model says
   * that it falls without end; of another it says nothing yet.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aQuadraticWithoutAMinimumIsSeenByTheFirstModel(boolean isKnownQuadratic) {
    Problem plain =
        Components.map(2, 2)
            .inner(
                1,
                (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
                (j, x, jac) -> {
                  jac[0][0] = 1;
                  jac[1][1] = 1;
                })
            .affine()
            .outer(
                1,
                (i, y) -> (y[0] - 3) * (y[0] - 3) - y[1],
                (i, y, u) -> {
                  u[0] = 2 * (y[0] - 3);
                  u[1] = -1;
                })
            .curvature((i, y, h) -> h[0][0] = 2)
            .named("falls");
    QuadraticChange change =
        (inner, outer, x, xp, g, out) -> {
          throw new UnsupportedOperationException("Newton's method has no mini-batches");
        };
    Problem problem =
        new Problem(
            plain.name(),
            plain.inner(),
            plain.outer(),
            Separable.nonNegative(),
            isKnownQuadratic ? change : null,
            plain.curvature());
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(problem, workers, 1), new double[] {1, 1});
      newton.step();
      newton.commit();
      newton.step();
      double[] falls = newton.recession();
      if (isKnownQuadratic) {
        assertThat(falls).isNotNull();
        assertThat(falls[1]).isPositive();
        assertThat(falls[0]).isCloseTo(0, within(1e-6 * falls[1]));
      } else {
        assertThat(falls).isNull();
        assertThat(newton.parameters().get("radius").doubleValue()).isFinite();
      }
    }
  }

  // Penalties

  /** −0.7 + (0.3 + 0.7) is more than 0.3. */
  @Test
  void roundingNeverLeadsOutOfBounds() {
    double[][] a = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    Problem problem =
        Families.leastSquaresOffered(a, new double[] {5, 5, 5}).withPenalty(Separable.box(-1, 0.3));
    Random random = new Random(1);
    try (Workers workers = new Workers(1)) {
      for (int trial = 0; trial < 50; trial++) {
        double[] x0 = random.doubles(3, -1, 0.3).toArray();
        Iteration newton = Newton.METHOD.byDefault().start(new Oracle(problem, workers, 1), x0);
        for (int t = 0; t < 2; t++) {
          newton.step();
          newton.commit();
        }
        for (double entry : newton.point()) {
          assertThat(entry).isLessThanOrEqualTo(0.3).isCloseTo(0.3, within(1e-15));
        }
      }
    }
  }

  /** At 0, where a charge on |x| holds it, growing samples have no length but their own. */
  @Test
  void aMinimumAtZeroIsRecognisedOnEverySample() {
    int m = 1000;
    Problem held =
        Components.map(2, 1)
            .inner(
                m,
                (j, x, y) -> y[0] = Math.exp(0.1 * (x[0] - x[1])) + x[0] * x[0],
                (j, x, jac) -> {
                  double e = 0.1 * Math.exp(0.1 * (x[0] - x[1]));
                  jac[0][0] = e + 2 * x[0];
                  jac[0][1] = -e;
                })
            .outer(1, (i, y) -> y[0], (i, y, u) -> u[0] = 1)
            .named("held")
            .withPenalty(Separable.l1(1));
    try (Workers workers = new Workers(1)) {
      Iteration newton =
          Newton.METHOD.byDefault().start(new Oracle(held, workers, 1), new double[2]);
      for (int t = 0; t < 8; t++) {
        newton.step();
        assertThat(newton.estimateNorm()).isZero();
        newton.commit();
        assertThat(newton.point()).containsExactly(0, 0);
      }
      assertThat(newton.parameters().get("sample").longValue()).isEqualTo(m);
      assertThat(newton.isAtRounding()).isTrue();
    }
  }

  // Checkpoints

  private enum Sort {
    ENTROPIC,
    RATIO,
    ROBUST,
    VALLEY;

    Problem problem() {
      double[][] rows = Families.rows(450, 3, 0.2, 1);
      return switch (this) {
        case ENTROPIC -> Families.entropic(rows);
        case RATIO -> Families.ratio(rows);
        case ROBUST -> SmallProblems.robust(rows).problem();
        case VALLEY -> Families.valley(3);
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void itResumesBitForBitAfterAnyStep(Sort sort) {
    Problem problem = sort.problem();
    double[] x0 = Parts.gaussians(3, 7);
    int steps = 24;
    try (Workers workers = new Workers(1)) {
      List<double[]> path = new ArrayList<>();
      List<byte[]> states = new ArrayList<>();
      List<Object> parameters = new ArrayList<>();
      Iteration whole = Newton.METHOD.byDefault().start(new Oracle(problem, workers, 5), x0);
      for (int t = 0; t < steps; t++) {
        var bytes = new ByteArrayOutputStream();
        whole.state(State.writing(bytes));
        states.add(bytes.toByteArray());
        whole.step();
        whole.commit();
        path.add(whole.point().clone());
        parameters.add(whole.parameters());
      }
      for (int t = 0; t < steps; t++) {
        Iteration rest = Newton.METHOD.byDefault().start(new Oracle(problem, workers, 5), x0);
        rest.state(State.reading(new ByteArrayInputStream(states.get(t)), states.get(t).length));
        for (int s = t; s < Math.min(steps, t + 6); s++) {
          rest.step();
          rest.commit();
          assertThat(rest.point()).as("x_%d from %d", s + 1, t).isEqualTo(path.get(s));
          assertThat(rest.parameters()).isEqualTo(parameters.get(s));
        }
      }
    }
  }
}
