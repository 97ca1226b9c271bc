package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.fogopt.linalg.Rows;
import org.fogopt.penalty.Budget;
import org.junit.jupiter.api.Test;

class WeightConstraintsTest {
  private static final List<String> NAMES = List.of("A", "B", "C");

  @Test
  void eachConstraintSaysWhichWeightsItHoldsBack() {
    var group = new Budget.Group("shares", new int[] {0, 1}, Double.NEGATIVE_INFINITY, 0.6);
    var constraints = new WeightConstraints(1.0, 0, 0.5, List.of(group), 0, 0);
    assertThat(constraints.standings(NAMES, new double[] {0.5, 0.1, 0.4}))
        .containsExactly(
            new WeightConstraints.Standing("budget", "weights sum to 1", true, List.of()),
            new WeightConstraints.Standing("minWeight", "no weight below 0", false, List.of()),
            new WeightConstraints.Standing("maxWeight", "no weight above 0.5", true, List.of("A")),
            new WeightConstraints.Standing("shares", "group shares at most 0.6", true, List.of()));
    assertThat(constraints.standings(NAMES, new double[] {0.5, 0, 0.5}).get(1).holdsFor())
        .containsExactly("B");
  }

  @Test
  void withoutConstraintsThereIsNothingToSay() {
    assertThat(WeightConstraints.NONE.standings(NAMES, new double[3])).isEmpty();
    assertThat(WeightConstraints.NONE.isSolvedLinearly()).isTrue();
  }

  @Test
  void weightsThatCannotBeAreRefused() {
    var tooSmall = new WeightConstraints(1.0, 0, 0.25, List.of(), 0, 0);
    assertThatThrownBy(() -> tooSmall.penalty(3)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Mean (1, 3), covariance diag(1, 4): slopes -1 + 2x and -3 + 8(1 - x) are equal at 0.6. */
  @Test
  void underABudgetAloneOneLinearSolveFindsTheWeights() {
    var problem = new MeanVariance(Rows.of(4, 2, new double[] {2, 5, 0, 5, 2, 1, 0, 1}), 1);
    var exact = ExactMeanVariance.of(problem, 0, 1.0);
    assertThat(exact.point()).containsExactly(new double[] {0.6, 0.4}, within(1e-14));
    assertThat(exact.objective()).isCloseTo(-1.8 + 0.36 + 0.64, within(1e-14));
  }

  /** Cash of 1 beside an asset of mean 3 and variance 4: slope -3 + 8x = -1 at x = 0.25. */
  @Test
  void cashUnderABudgetHasASolution() {
    var problem = new MeanVariance(Rows.of(2, 2, new double[] {1, 5, 1, 1}), 1);
    assertThat(ExactMeanVariance.of(problem, 0, 1.0).point())
        .containsExactly(new double[] {0.75, 0.25}, within(1e-14));
    assertThatThrownBy(() -> ExactMeanVariance.of(problem, 0, null))
        .isInstanceOf(ArithmeticException.class);
  }
}
