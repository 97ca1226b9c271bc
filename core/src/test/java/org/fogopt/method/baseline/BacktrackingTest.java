package org.fogopt.method.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.method.Algorithm;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.Iteration;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Gradient descent that finds its step, on a line, where its rule takes ten lines to write. */
class BacktrackingTest {
  @SuppressWarnings("ImmutableEnumChecker") // the functions are
  private enum Shape {
    BOWL(y -> y * y / 2, y -> y, 8),
    /** Steps measured on the flat side are too long on the other. */
    WALL(
        y -> (y > 0 ? y * y / 200 : 500 * y * y) + y / 20,
        y -> (y > 0 ? y / 100 : 1000 * y) + 0.05,
        1),
    /** Concave where it begins. */
    BELL(y -> -Math.exp(-y * y / 2), y -> y * Math.exp(-y * y / 2), 2),
    QUARTIC(y -> y * y * y * y, y -> 4 * y * y * y, -30),
    /** What it gains soon drowns in the rounding of its values. */
    LOFTY(y -> 1e7 + y * y / 2, y -> y, 3),
    DEEP(y -> -1e7 + y * y / 2, y -> y, 3),
    /** As far as it goes, without end. */
    SLOPE(y -> -y, y -> -1, 0);

    final DoubleUnaryOperator value;
    final DoubleUnaryOperator slope;
    final double start;

    Shape(DoubleUnaryOperator value, DoubleUnaryOperator slope, double start) {
      this.value = value;
      this.slope = slope;
      this.start = start;
    }

    Problem problem(Penalty penalty) {
      Problem plain =
          new Parts(
                  1,
                  1,
                  1,
                  1,
                  false,
                  (j, x, y) -> y[0] = x[0],
                  (j, x, jac) -> jac[0][0] = 1,
                  (i, y) -> value.applyAsDouble(y[0]),
                  (i, y, u) -> u[0] = slope.applyAsDouble(y[0]))
              .problem();
      return new Problem("line", plain.inner(), plain.outer(), penalty);
    }
  }

  /** Where each step ended, and with which step size. */
  private static List<Double> path(Shape shape, Penalty penalty, int steps) {
    List<Double> path = new ArrayList<>();
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          GradientDescent.METHOD
              .with(Settings.NONE)
              .start(new Oracle(shape.problem(penalty), workers, 1), new double[] {shape.start});
      for (int t = 0; t < steps; t++) {
        iteration.step();
        path.add(iteration.eta());
        assertThat(iteration.parameters().get("eta")).isEqualTo(iteration.eta());
        path.add(iteration.objective());
        iteration.commit();
        path.add(iteration.point()[0]);
      }
    }
    return path;
  }

  /** The rule as the class describes it. */
  private static List<Double> byRule(Shape shape, Penalty penalty, int steps) {
    List<Double> path = new ArrayList<>();
    double x = shape.start;
    double base = x;
    double eta = 0;
    for (int t = 0; t < steps; t++) {
      double d = x - base;
      double here = shape.value.applyAsDouble(x);
      double there = shape.value.applyAsDouble(base);
      double slope = shape.slope.applyAsDouble(x);
      double slopeThere = shape.slope.applyAsDouble(base);
      double rounding = 1e-14 * (Math.abs(here) + Math.abs(there));
      if (t == 0) {
        double length = Math.abs(x) > 0 ? Math.abs(x) : 1;
        eta = 1e-3 * length / Math.abs(slope);
      } else if (!(here <= there + slopeThere * d + d * d / (2 * eta) + rounding)) {
        x = base;
        here = there;
        slope = slopeThere;
        eta /= 2;
      } else if (d != 0) {
        double measured = d * d / (slope * d - slopeThere * d);
        boolean tells = t == 1 && measured > 0 && measured < Double.POSITIVE_INFINITY;
        eta = tells ? measured : 1.1 * eta;
      }
      base = x;
      path.add(eta);
      path.add(here + penalty.value(new double[] {x}));
      double[] next = {x - eta * slope};
      penalty.prox(next, eta);
      x = next[0];
      path.add(x);
    }
    return path;
  }

  @ParameterizedTest
  @EnumSource
  void everyStepIsThatOfTheRule(Shape shape) {
    assertThat(path(shape, Separable.none(), 150)).isEqualTo(byRule(shape, Separable.none(), 150));
  }

  @ParameterizedTest
  @EnumSource
  void soItIsWithAPenaltyAndBounds(Shape shape) {
    Penalty penalty = Separable.l1(0.01).within(-2.5, 2.5);
    assertThat(path(shape, penalty, 150)).isEqualTo(byRule(shape, penalty, 150));
  }

  /** Down a slope into a bound: once there, nothing is learned of the step. */
  @Test
  void aPointHeldInACornerSaysNothingOfTheStep() {
    List<Double> path = path(Shape.SLOPE, Separable.box(-1, 1e-3), 20);
    for (int t = 2; t < 20; t++) {
      assertThat(path.get(3 * t)).as("step size of step %d", t).isEqualTo(path.get(3));
      assertThat(path.get(3 * t + 2)).isEqualTo(1e-3);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 4, 2, 2.5e-3", "0, 0, 2, 5e-4", "3, 4, 0, 1", "0, 0, 0, 1"})
  void theFirstMoveIsAThousandthOfThePoint(double x1, double x2, double gradient, double eta) {
    assertThat(BaseIteration.firstStep(new double[] {x1, x2}, new double[] {0, gradient}))
        .isCloseTo(eta, within(1e-18));
  }

  @ParameterizedTest
  @EnumSource
  void aRestoredRunBacktracksAsTheWholeOne(Shape shape) {
    try (Workers workers = new Workers(1)) {
      Problem problem = shape.problem(Separable.none());
      Algorithm algorithm = GradientDescent.METHOD.with(Settings.NONE);
      double[] x0 = {shape.start};
      Iteration whole = algorithm.start(new Oracle(problem, workers, 1), x0);
      for (int t = 0; t < 30; t++) {
        var bytes = new ByteArrayOutputStream();
        whole.state(State.writing(bytes));
        Iteration resumed = algorithm.start(new Oracle(problem, workers, 1), new double[1]);
        resumed.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
        whole.step();
        resumed.step();
        assertThat(resumed.eta()).as("step %d", t).isEqualTo(whole.eta());
        assertThat(resumed.objective()).isEqualTo(whole.objective());
        whole.commit();
        resumed.commit();
        assertThat(resumed.point()).containsExactly(whole.point());
      }
    }
  }
}
