package org.fogopt.apps.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ExactValuesTest {
  /**
   * From "on" the next state is "off" with reward 2, from "off" it is either, with reward 1 for
   * "on". V(on) = 2 + γV(off) and V(off) = ½(1 + γV(on)) + ½γV(off): with γ = ½, V(off) = 2/(3/4 −
   * 1/8)·½.
   */
  @ParameterizedTest
  @EnumSource(Shape.class)
  void twoStatesAreWorthWhatTheyAreByHand(Shape shape) {
    RewardChain chain =
        new RewardChain(
            List.of("on", "off"),
            Rows.of(2, 2, new double[] {0, 1, 0.5, 0.5}),
            Rows.of(2, 2, new double[] {0, 2, 1, 0}),
            "test");
    ExactValues exact = ExactValues.of(BellmanResidual.tabular(chain, 0.5, shape));
    // V(off)(1 − ¼ − ⅛) = ½ + ¼·2
    assertThat(exact.values()[1]).isCloseTo(1.6, within(1e-14));
    assertThat(exact.values()[0]).isCloseTo(2.8, within(1e-14));
    assertThat(exact.objective()).isCloseTo(0, within(1e-28));
  }

  /** Of the values at the minimum, Aᵀ(V − b − γPV) = 0. */
  @ParameterizedTest
  @CsvSource({"30,1", "30,7", "200,20"})
  void atTheLeastSquaresSolutionTheGradientVanishes(int n, int d) {
    for (RewardChain chain : List.of(Chains.dense(n, 1), Chains.sparse(n, 4, 1))) {
      Rows f = Chains.features(n, d, 2);
      ExactValues exact = ExactValues.of(BellmanResidual.of(chain, f, 0.95, Shape.LINEAR));
      double[][] a = Chains.bellman(chain, Chains.array(f), 0.95);
      double[][] p = Chains.array(chain.transitions());
      double[] b = Chains.rewards(chain);
      double sum = 0;
      double[] gradient = new double[d];
      for (int s = 0; s < n; s++) {
        double r = exact.values()[s] - b[s];
        for (int j = 0; j < n; j++) {
          r -= 0.95 * p[s][j] * exact.values()[j];
        }
        sum += r * r;
        for (int k = 0; k < d; k++) {
          gradient[k] += 2 * r * a[s][k];
        }
      }
      assertThat(gradient).containsExactly(new double[d], within(1e-9));
      assertThat(exact.objective()).isCloseTo(sum, within(1e-10 * sum));
    }
  }

  /** Beyond 2000 states the equation is iterated instead of solved. */
  @Test
  void manyStatesAreSolvedToo() {
    RewardChain chain = Chains.sparse(2500, 4, 1);
    BellmanResidual problem = BellmanResidual.tabular(chain, 0.95, Shape.LINEAR);
    ExactValues exact = ExactValues.of(problem);
    assertThat(problem.residual(exact.values())).isLessThan(1e-14);
  }

  /** The product of 300 pivots is small, though none of them is. */
  @Test
  void manyFeaturesNeedNotDependOnEachOther() {
    BellmanResidual problem =
        BellmanResidual.of(Chains.dense(600, 1), Chains.features(600, 300, 2), 0.95, Shape.LINEAR);
    double[] values = ExactValues.of(problem).values();
    assertThat(problem.residual(values)).isLessThan(problem.residual(new double[600]));
  }

  @Test
  void featuresThatDependOnEachOtherAreRefused() {
    double[] doubled = new double[60];
    Rows one = Chains.features(20, 2, 1);
    for (int s = 0; s < 20; s++) {
      doubled[3 * s] = one.get(s, 0);
      doubled[3 * s + 1] = one.get(s, 1);
      doubled[3 * s + 2] = one.get(s, 0) - 2 * one.get(s, 1);
    }
    RewardChain chain = Chains.dense(20, 1);
    assertThatThrownBy(
            () ->
                ExactValues.of(
                    BellmanResidual.of(chain, Rows.of(20, 3, doubled), 0.9, Shape.LINEAR)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("combination of others");
    assertThatThrownBy(
            () ->
                ExactValues.of(
                    BellmanResidual.of(chain, Chains.features(20, 21, 1), 0.9, Shape.LINEAR)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("21 features of 20 states");
    assertThatThrownBy(() -> ExactValues.of(BellmanResidual.of(chain, one, 0.9, Shape.TANH)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("non-linear");
  }
}
