package org.fogopt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.fogopt.check.DerivativeCheck;
import org.fogopt.linalg.Rows;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The problems that are measured are the ones that are meant. */
class ProblemsTest {
  private static final int M = 203; // not a multiple of four
  private static final int D = 7;

  /** Own arithmetic, but for sums of M terms in another order. */
  private static final double ROUNDING = 1e-12;

  private record Pair(String name, Problem lambdas, Problem batched) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Pair pair(String name, double[] data, Problem lambdas, LinearForms.Link link) {
    return new Pair(name, lambdas, new CurvedForms(Rows.of(M, D, data), link).problem(name));
  }

  static Stream<Pair> pairs() {
    double[] labelled = Data.labelled(M, D, 1);
    double[] returns = Data.returns(M, D, 1);
    double[][] rows = Data.byRow(returns, D);
    return Stream.of(
        pair("dro", labelled, Lambdas.dro(Data.byRow(labelled, D), 0.7), new LinearForms.Dro(0.7)),
        pair("entropic", returns, Lambdas.entropic(rows, 0.7), new LinearForms.Entropic(0.7)),
        pair("sharpe", returns, Lambdas.sharpe(rows), new LinearForms.Sharpe()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dro", "entropic", "sharpe"})
  void jointLambdasAreTheLambdas(String family) {
    double[][] rows = Data.byRow(Data.returns(M, D, 1), D);
    Problem lambdas =
        switch (family) {
          case "dro" -> Lambdas.dro(rows, 1);
          case "entropic" -> Lambdas.entropic(rows, 1);
          default -> Lambdas.sharpe(rows);
        };
    double[] x = new double[D];
    Arrays.setAll(x, k -> 0.1 * (k + 1));
    double[] g = new double[D];
    double[] h = new double[D];
    try (Workers one = new Workers(1)) {
      double expected = new Evaluator(lambdas, one).gradient(x, g);
      double value = new Evaluator(JointLambdas.of(family, rows), one).gradient(x, h);
      assertThat(value).isCloseTo(expected, within(ROUNDING));
    }
    assertThat(h).containsExactly(g, within(ROUNDING));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void batchedFormsAreTheLambdas(Pair pair) {
    double[] x = new double[D];
    Arrays.setAll(x, k -> 0.1 * (k + 1));
    double[] g = new double[D];
    double[] h = new double[D];
    try (Workers one = new Workers(1)) {
      double expected = new Evaluator(pair.lambdas, one).gradient(x, g);
      double value = new Evaluator(pair.batched, one).gradient(x, h);
      assertThat(value).isCloseTo(expected, within(ROUNDING));
    }
    assertThat(h).containsExactly(g, within(ROUNDING));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void offeredCurvatureIsThatOfDifferences(Pair pair) {
    assertThat(DerivativeCheck.of(pair.batched).radius(0.2).domain(ProblemsTest::moments).run())
        .isEmpty();
  }

  /** A y that the logarithms and the ratio take: a positive one, or a mean and a mean square. */
  private static double[] moments(double[] y) {
    int last = y.length - 1;
    y[last] = 1 + Math.abs(y[last]) + y[0] * y[0];
    return y;
  }

  @Test
  void robustTrackingKnowsItsDerivatives() {
    Rows rows = Rows.of(M, D, Data.returns(M, D, 1));
    assertThat(DerivativeCheck.of(RobustTracking.problem(rows, 2)).run()).isEmpty();
  }
}
