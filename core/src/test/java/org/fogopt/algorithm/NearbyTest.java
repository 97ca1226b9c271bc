package org.fogopt.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;

/** Random points near another one, feasible, and away from it in all that may move. */
class NearbyTest {
  private static final int D = 40;

  private static double[] near(Penalty h, double[] x) {
    Problem plain = SmallProblems.portfolio(SmallProblems.returns(D, 50, 1)).problem();
    try (Workers workers = new Workers(1)) {
      Problem problem = new Problem("test", plain.inner(), plain.outer(), h);
      double[] out = new double[D];
      Nearby.wander(new Oracle(problem, workers, 1), 3, 0, x, out);
      return out;
    }
  }

  private static double distance(double[] x, double[] near) {
    return Math.sqrt(Walk.squaredDistance(x, near));
  }

  @Test
  void itIsAThousandthAwayAtMostAndGoesBothWays() {
    double[] x = Parts.gaussians(D, 1);
    double[] near = near(Separable.none(), x);
    assertThat(distance(x, near)).isBetween(0.3e-3 * Parts.norm(x), 1e-3 * Parts.norm(x));
    long up = IntStream.range(0, D).filter(k -> near[k] > x[k]).count();
    long down = IntStream.range(0, D).filter(k -> near[k] < x[k]).count();
    assertThat(up).isBetween(10L, 30L);
    assertThat(down).isEqualTo(D - up);
  }

  @Test
  void whereNoBoundIsNearItIsAsFar() {
    double[] x = Parts.gaussians(D, 1);
    double[] near = near(Separable.box(-100, 100), x);
    assertThat(near).containsExactly(near(Separable.none(), x), within(1e-15));
  }

  @Test
  void whatABoundTakesBackGoesTheOtherWay() {
    double[] near = near(Separable.nonNegative(), new double[D]);
    assertThat(Arrays.stream(near)).allMatch(v -> v > 0);
    assertThat(near).isNotEqualTo(near(Separable.none(), new double[D]));
    assertThat(distance(new double[D], near)).isLessThanOrEqualTo(2e-3);
  }

  @Test
  void fromAnUpperBoundAllGoDown() {
    assertThat(Arrays.stream(near(Separable.box(1, 2), doubles(2)))).allMatch(v -> v < 2);
  }

  @Test
  void aBudgetIsKept() {
    double[] corner = new double[D];
    corner[0] = 1;
    double[] near = near(Budget.simplex(), corner);
    assertThat(Arrays.stream(near)).allMatch(v -> v >= 0);
    double sum = 0;
    for (double v : near) {
      sum += v;
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
    assertThat(IntStream.range(0, D).filter(k -> near[k] != corner[k]).count())
        .as("the budget allows few to grow at once")
        .isGreaterThan(8);
  }

  private static double[] doubles(double value) {
    return IntStream.range(0, D).mapToDouble(k -> value).toArray();
  }
}
