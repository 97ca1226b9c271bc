package org.fogopt.method.newton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.method.Iteration;
import org.fogopt.method.Paths;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Components;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** L-BFGS against the dense BFGS formula, and its line search where trial values are given. */
class LbfgsTest {
  /** Steps and changes of the gradient; the matrix they make of a multiple of the identity. */
  private record Pair(double[] s, double[] v) {
    double along() {
      return Families.dot(s, v);
    }

    /** (I − svᵀ/sᵀv) H (I − vsᵀ/sᵀv) + ssᵀ/sᵀv: Nocedal, Wright, equation 6.17. */
    double[][] update(double[][] h) {
      int d = s.length;
      double[] hv = new double[d];
      for (int i = 0; i < d; i++) {
        hv[i] = Families.dot(h[i], v);
      }
      double rho = 1 / along();
      double vhv = Families.dot(v, hv);
      double[][] next = new double[d][d];
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++) {
          next[i][j] =
              h[i][j] - rho * (s[i] * hv[j] + hv[i] * s[j]) + (rho * rho * vhv + rho) * s[i] * s[j];
        }
      }
      return next;
    }
  }

  /** x_0, …, x_steps with dense matrices from the last pairs. */
  private static List<double[]> slowly(Parts parts, int most, double[] x0, int steps) {
    int d = x0.length;
    List<double[]> path = new ArrayList<>(List.of(x0));
    List<Pair> pairs = new ArrayList<>();
    double[] x = x0;
    double growth = 1e-3;
    double alpha = growth * Parts.norm(x) / Parts.norm(parts.gradient(x));
    for (int t = 0; t < steps; t++) {
      double[] gradient = parts.gradient(x);
      double[][] h = new double[d][d];
      for (int k = 0; k < d; k++) {
        Pair newest = pairs.isEmpty() ? null : pairs.get(pairs.size() - 1);
        h[k][k] = newest == null ? 1 : newest.along() / Families.dot(newest.v, newest.v);
      }
      for (Pair pair : pairs) {
        h = pair.update(h);
      }
      double[] trial = x.clone();
      double slope = 0;
      for (int k = 0; k < d; k++) {
        double p = -Families.dot(h[k], gradient);
        trial[k] += alpha * p;
        slope += alpha * gradient[k] * p;
      }
      double rise = parts.objective(trial) - parts.objective(x);
      if (rise <= 1e-4 * slope) {
        double[] s = new double[d];
        double[] v = parts.gradient(trial);
        for (int k = 0; k < d; k++) {
          s[k] = trial[k] - x[k];
          v[k] -= gradient[k];
        }
        Pair pair = new Pair(s, v);
        if (pairs.size() == most) {
          pairs.remove(0);
        }
        if (pair.along() > 1e-14 * Families.dot(v, v)) {
          pairs.add(pair);
        }
        if (pairs.isEmpty()) {
          growth *= 2; // of the point before
          alpha = growth * Parts.norm(x) / Parts.norm(parts.gradient(trial));
        } else {
          alpha = 1;
        }
        x = trial;
      } else {
        alpha *= Math.max(0.1, Math.min(0.5, -slope / (2 * (rise - slope))));
      }
      path.add(x);
    }
    return path;
  }

  private static List<double[]> library(Problem problem, int pairs, double[] x0, int steps) {
    return Paths.of(
        problem, Lbfgs.METHOD.with(Settings.NONE.with(Lbfgs.PAIRS, pairs)), x0, 1, steps);
  }

  /** Rosenbrock's valley, in which α = 1 is often too long. */
  private static Parts valley() {
    return new Parts(
        2,
        1,
        1,
        1,
        false,
        (j, x, y) -> y[0] = 100 * Math.pow(x[1] - x[0] * x[0], 2) + Math.pow(1 - x[0], 2),
        (j, x, jac) -> {
          double e = x[1] - x[0] * x[0];
          jac[0][0] = -400 * e * x[0] - 2 * (1 - x[0]);
          jac[0][1] = 200 * e;
        },
        (i, y) -> y[0],
        (i, y, u) -> u[0] = 1);
  }

  /** log(1 + Σ(1 + j)(x_j − 1)²): far away it curves down, so that the first pairs are left out. */
  private static Parts basin() {
    return new Parts(
        3,
        1,
        3,
        1,
        false,
        (j, x, y) -> y[0] = 3.0 * (1 + j) * Math.pow(x[(int) j] - 1, 2),
        (j, x, jac) -> jac[0][(int) j] = 6.0 * (1 + j) * (x[(int) j] - 1),
        (i, y) -> Math.log1p(y[0]),
        (i, y, u) -> u[0] = 1 / (1 + y[0]));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10})
  void iteratesAreThoseOfTheDenseFormula(int pairs) {
    for (long seed = 1; seed <= 3; seed++) {
      Parts curved = Parts.curved(5, 20, 30, seed);
      double[] x0 = Parts.gaussians(5, seed + 9);
      Paths.assertClose(
          library(curved.problem(), pairs, x0, 20), slowly(curved, pairs, x0, 20), 1e-7);
      Parts robust = SmallProblems.robust(SmallProblems.returns(4, 30, seed));
      double[] x1 = Parts.gaussians(4, seed);
      Paths.assertClose(
          library(robust.problem(), pairs, x1, 15), slowly(robust, pairs, x1, 15), 1e-7);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void soTheyAreWhereStepsAreTooLongOrPairsAreLeftOut(int pairs) {
    double[] x0 = {-1.2, 1};
    Paths.assertClose(
        library(valley().problem(), pairs, x0, 25), slowly(valley(), pairs, x0, 25), 1e-5);
    double[] far = {30, -60, 90};
    Paths.assertClose(
        library(basin().problem(), pairs, far, 25), slowly(basin(), pairs, far, 25), 1e-6);
  }

  // The line search

  /** A function of one unknown, whose derivative need not be true. */
  private static Problem line(DoubleUnaryOperator value, DoubleUnaryOperator slope) {
    return Components.map(1, 1)
        .inner(1, (j, x, y) -> y[0] = x[0], (j, x, jac) -> jac[0][0] = 1)
        .outer(
            1, (i, y) -> value.applyAsDouble(y[0]), (i, y, u) -> u[0] = slope.applyAsDouble(y[0]))
        .named("line");
  }

  private static Iteration begin(Problem problem, Workers workers, double x0) {
    return Lbfgs.METHOD.byDefault().start(new Oracle(problem, workers, 1), new double[] {x0});
  }

  /** Where nothing happens but the first trial, from 1000 to 999: 1e-3|x| along a slope of 1. */
  private static Problem first(double here, double there, double slopeThere) {
    return line(x -> x == 1000 ? here : there, x -> x == 1000 ? 1 : slopeThere);
  }

  /**
   * The parabola through 4, its slope −1 along p and the trial has its minimum at 1/2(rise + 1).
   */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5", // as low: at the half
    "-0.00003, 0.5", // less than a ten-thousandth of what the slope promised
    "1.5, 0.2",
    "0.25, 0.4",
    "4, 0.1",
    "100, 0.1", // not less than a tenth
    "Infinity, 0.1",
    "NaN, 0.1"
  })
  void aTrialThatGainsTooLittleIsFollowedByTheMinimumOfAParabola(double rise, double expected) {
    try (Workers workers = new Workers(1)) {
      Iteration lbfgs = begin(first(4, 4 + rise, 1), workers, 1000);
      assertThat(lbfgs.eta()).isZero();
      lbfgs.step();
      assertThat(lbfgs.eta()).isCloseTo(expected, within(1e-12));
      assertThat(lbfgs.promised()).isEqualTo(0.25); // 1 of 4
      assertThat(lbfgs.isAtRounding()).isFalse();
      assertThat(lbfgs.estimateNorm()).isEqualTo(1);
      assertThat(lbfgs.objective()).isEqualTo(4);
      assertThat(lbfgs.gradientNorm()).isEqualTo(1);
      assertThat(lbfgs.restarted()).isTrue();
      lbfgs.commit();
      assertThat(lbfgs.point()).containsExactly(1000);
      assertThat(lbfgs.restarted()).isFalse();
      lbfgs.step();
      assertThat(lbfgs.promised()).as("by the first trial from here").isEqualTo(0.25);
    }
  }

  @Test
  void aTrialThatGainsATenThousandthOfWhatTheSlopePromisedIsTaken() {
    try (Workers workers = new Workers(1)) {
      Iteration lbfgs = begin(first(4, 4 - 1e-4, 0.5), workers, 1000);
      lbfgs.step();
      lbfgs.commit();
      assertThat(lbfgs.point()).containsExactly(999);
      assertThat(lbfgs.objective()).as("known without a step").isEqualTo(4 - 1e-4);
      assertThat(lbfgs.gradientNorm()).isEqualTo(0.5);
      assertThat(lbfgs.promised()).isZero();
      assertThat(lbfgs.eta()).isEqualTo(1); // there is a pair now
    }
  }

  /**
   * At 1e14 a slope of 1 is 1e-14 of the objective, the rounding of sums: a gradient that is
   * smaller decides then.
   */
  @ParameterizedTest
  @CsvSource({"0, 0.5, true", "1, 0.5, true", "0, 1, false", "0, 2, false", "2, 0.5, false"})
  void whatRoundingHidesIsTakenIfTheGradientIsSmaller(
      double rise, double slopeThere, boolean isTaken) {
    try (Workers workers = new Workers(1)) {
      Iteration lbfgs = begin(first(1e14, 1e14 + rise, slopeThere), workers, 1000);
      lbfgs.step();
      assertThat(lbfgs.isAtRounding()).isEqualTo(!isTaken && rise <= 1);
      lbfgs.commit();
      assertThat(lbfgs.point()).containsExactly(isTaken ? 999 : 1000);
    }
  }

  @Test
  void tenTrialsInARowMayGiveNoNumber() {
    try (Workers workers = new Workers(1)) {
      Iteration lbfgs = begin(first(4, Double.NaN, 1), workers, 1000);
      for (int k = 1; k <= 10; k++) {
        lbfgs.step();
        lbfgs.commit();
        assertThat(lbfgs.estimateNorm()).as("after %d", k).isEqualTo(1);
        assertThat(lbfgs.eta()).isCloseTo(Math.pow(0.1, k), within(1e-12 * Math.pow(0.1, k)));
      }
      lbfgs.step();
      assertThat(lbfgs.estimateNorm()).as("the run is to see it").isNaN();
    }
  }

  @Test
  void aTrialWithANumberInBetweenBeginsTheCountAnew() {
    try (Workers workers = new Workers(1)) {
      Problem patchy =
          line(x -> x == 1000 ? 4 : x < 1000 - 1e-4 || x > 1000 - 1e-6 ? Double.NaN : 5, x -> 1);
      Iteration lbfgs = begin(patchy, workers, 1000);
      for (int k = 0; k < 12; k++) {
        lbfgs.step();
        assertThat(lbfgs.estimateNorm()).isEqualTo(1);
        lbfgs.commit();
      }
    }
  }

  /**
   * Along a line no pair has curvature, also where its slope falls by rounding: each move is twice
   * as long, relative to the last point.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1, 1 + 0x1p-52})
  void withoutPairsMovesGrowTwofold(double firstSlope) {
    try (Workers workers = new Workers(1)) {
      Iteration lbfgs = begin(line(x -> x, x -> x == 1000 ? firstSlope : 1), workers, 1000);
      double before = 1000;
      double x = 1000;
      for (int k = 0; k < 9; k++) {
        lbfgs.step();
        lbfgs.commit();
        double move = 1e-3 * (1 << k) * Math.abs(before);
        before = x;
        x -= move;
        assertThat(lbfgs.point()[0]).isCloseTo(x, within(1e-9 * Math.abs(x)));
      }
    }
  }

  @Test
  void itsParametersAreThoseGiven() {
    try (Workers workers = new Workers(1)) {
      Problem problem = line(x -> x * x, x -> 2 * x);
      Iteration seven =
          Lbfgs.METHOD
              .with(Settings.NONE.with(Lbfgs.PAIRS, 7))
              .start(new Oracle(problem, workers, 1), new double[] {1});
      assertThat(seven.parameters()).containsExactlyEntriesOf(Map.of("pairs", 7));
      assertThat(begin(problem, workers, 1).parameters()).containsEntry("pairs", 10);
    }
  }

  @Test
  void everyStepCostsAFullGradientAndTheFirstTwo() {
    Parts parts = Parts.curved(3, 11, 13, 1);
    try (Workers workers = new Workers(1)) {
      Oracle oracle = new Oracle(parts.problem(), workers, 1);
      Iteration lbfgs = Lbfgs.METHOD.byDefault().start(oracle, new double[] {1, 2, 3});
      for (int t = 0; t < 5; t++) {
        assertThat(lbfgs.nextCallsPaper()).isEqualTo(t == 0 ? 2 * 35 : 35); // 2m + n
        lbfgs.step();
        lbfgs.commit();
        assertThat(oracle.ledger().paper()).isEqualTo(35L * (t + 2));
      }
    }
  }

  @Test
  void itResumesBitForBit() {
    double[] x0 = {-1.2, 1};
    Problem problem = valley().problem();
    List<double[]> path = library(problem, 3, x0, 25);
    try (Workers workers = new Workers(1)) {
      var method = Lbfgs.METHOD.with(Settings.NONE.with(Lbfgs.PAIRS, 3));
      Iteration whole = method.start(new Oracle(problem, workers, 1), x0);
      for (int t = 0; t < 20; t++) {
        var bytes = new ByteArrayOutputStream();
        whole.state(State.writing(bytes));
        Iteration rest = method.start(new Oracle(problem, workers, 1), x0);
        rest.state(State.reading(new ByteArrayInputStream(bytes.toByteArray()), bytes.size()));
        for (int s = t; s < t + 5; s++) {
          rest.step();
          rest.commit();
          assertThat(rest.point()).as("x_%d from %d", s + 1, t).isEqualTo(path.get(s + 1));
        }
        whole.step();
        whole.commit();
      }
    }
  }
}
