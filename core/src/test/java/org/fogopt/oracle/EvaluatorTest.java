package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.Parts;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Components;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objective and gradient outside the count. */
class EvaluatorTest {
  private static final double LAMBDA = 0.7;

  private static Problem with(Parts parts, Penalty penalty) {
    Problem plain = parts.problem();
    return new Problem("p", plain.inner(), plain.outer(), penalty);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void itEvaluatesTheDefinitions(int threads) {
    Parts parts = Parts.curved(3, 1500, 2500, 1);
    double[] x = {0.3, -2, 1};
    double l1 = LAMBDA * 3.3;
    try (Workers workers = new Workers(threads)) {
      Evaluator evaluator = new Evaluator(with(parts, Separable.l1(LAMBDA)), workers);
      double[] gradient = {9, 9, 9};
      for (int again = 0; again < 2; again++) {
        assertThat(evaluator.objective(x)).isCloseTo(parts.objective(x) + l1, within(1e-12));
        assertThat(evaluator.gradient(x, gradient))
            .isCloseTo(parts.objective(x) + l1, within(1e-12));
        assertThat(gradient).containsExactly(parts.gradient(x), within(1e-12));
        assertThat(evaluator.at(x, 0.1).objective()).isEqualTo(evaluator.gradient(x, gradient));
      }
    }
  }

  @Test
  void withoutAPenaltyTheNormIsTheGradients() {
    Parts parts = Parts.curved(3, 10, 20, 1);
    double[] x = {0.3, -2, 1};
    try (Workers workers = new Workers(1)) {
      assertThat(new Evaluator(parts.problem(), workers).at(x, 123).gradientNorm())
          .isCloseTo(Parts.norm(parts.gradient(x)), within(1e-12));
    }
  }

  /** (x − soft(x − eta g, eta lambda))/eta, written out for three entries. */
  @Test
  void withAPenaltyItIsThatOfTheGradientMapping() {
    double[] x = {1, 0.1, 0};
    double[] g = {2, -1, 0.5};
    double eta = 0.25;
    // x − eta g = 0.5, 0.35, −0.125; less 0.175: 0.325, 0.175, 0
    double expected = Math.sqrt(0.675 * 0.675 + 0.075 * 0.075 + 0) / eta;
    assertThat(Evaluator.mappingNorm(Separable.l1(LAMBDA), x, g, eta))
        .isCloseTo(expected, within(1e-14));
    assertThat(x).containsExactly(1, 0.1, 0);
    assertThat(g).containsExactly(2, -1, 0.5);
  }

  @Test
  void inACornerTheMappingVanishesThoughTheGradientDoesNot() {
    assertThat(
            Evaluator.mappingNorm(
                Separable.nonNegative(), new double[] {0, 0}, new double[] {1, 2}, 0.1))
        .isZero();
  }

  @Test
  void aGradientThatIsNoNumberIsNotHiddenByAPenalty() {
    double[] nan = {Double.NaN, 1};
    assertThat(Evaluator.mappingNorm(Separable.box(0, 1), new double[2], nan, 0.1)).isNaN();
  }

  /** The mean of j mod 2 over a sample of 100 000 is 1/2 up to 4·0.5/√100 000. */
  @Test
  void anEndlessSumIsAMeanOverAFixedSample() {
    Problem endless =
        Components.map(1, 1)
            .inner(Inner.UNBOUNDED, (j, x, y) -> y[0] = j % 2 + x[0], (j, x, jac) -> jac[0][0] = 1)
            .outer(Inner.UNBOUNDED, (i, y) -> y[0] + i % 2, (i, y, u) -> u[0] = 1 + i % 2)
            .named("endless");
    try (Workers workers = new Workers(1)) {
      Evaluator evaluator = new Evaluator(endless, workers);
      double first = evaluator.objective(new double[] {3});
      assertThat(first).isCloseTo(4, within(0.02));
      assertThat(new Evaluator(endless, workers).objective(new double[] {3})).isEqualTo(first);
      // inner and outer components are drawn apart: the same draw would give the same mean twice
      double inner = first - 3 - outerMean(evaluator);
      assertThat(inner).isNotEqualTo(outerMean(evaluator));
      assertThat(evaluator.at(new double[] {3}, 1).gradientNorm()).isCloseTo(1.5, within(0.01));
    }
  }

  private static double outerMean(Evaluator evaluator) {
    return evaluator.at(new double[] {3}, 1).gradientNorm() - 1;
  }

  /** The value of inner 3, the Jacobian of inner 4, the gradient of outer 5 and the value of 6. */
  @ParameterizedTest
  @CsvSource({
    "1, the value of inner component 3 is NaN",
    "2, the Jacobian of inner component 4 is NaN",
    "3, the gradient of outer component 5 is NaN",
    "4, the value of outer component 6 is NaN",
    "5, null"
  })
  void theFirstFaultOnTheWayToTheObjectiveIsNamed(int from, String named) {
    Problem faulty =
        Components.map(1, 1)
            .inner(
                10,
                (j, x, y) -> y[0] = j == 3 && from <= 1 ? Double.NaN : 2 * x[0],
                (j, x, jac) -> jac[0][0] = j == 4 && from <= 2 ? Double.NaN : 2)
            .outer(
                10,
                (i, y) -> i == 6 && from <= 4 ? Double.NaN : y[0],
                (i, y, u) ->
                    u[0] = i == 5 && from <= 3 && Math.abs(y[0] - 14) < 1e-9 ? Double.NaN : 1)
            .named("faulty");
    try (Workers workers = new Workers(1)) {
      Evaluator evaluator = new Evaluator(faulty, workers);
      evaluator.objective(new double[] {1});
      assertThat(String.valueOf(evaluator.faultyComponent(new double[] {7}))).isEqualTo(named);
    }
  }
}
