package org.fogopt.lab.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.fogopt.apps.portfolio.ExactMeanVariance;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.MeanVarianceBounds;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.value.BellmanBounds;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.apps.value.RandomMdp;
import org.fogopt.problem.Problem;
import org.fogopt.theory.Constants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EstimateTest {
  /** Rounding of ratios. */
  private static final double ROUNDING = 1 + 1e-9;

  private static void requireBelow(Constants estimate, Constants bound) {
    assertThat(estimate.jacobianBound()).isLessThanOrEqualTo(bound.jacobianBound() * ROUNDING);
    assertThat(estimate.jacobianLipschitz())
        .isLessThanOrEqualTo(bound.jacobianLipschitz() * ROUNDING);
    assertThat(estimate.gradientBound()).isLessThanOrEqualTo(bound.gradientBound() * ROUNDING);
    assertThat(estimate.gradientLipschitz())
        .isLessThanOrEqualTo(bound.gradientLipschitz() * ROUNDING);
    assertThat(estimate.gap()).isLessThanOrEqualTo(bound.gap() * ROUNDING);
  }

  @Test
  void ofAPortfolioItIsBelowTheBoundAndNotFarBelow() {
    var problem = new MeanVariance(new SyntheticReturns(80, 6, 20).draw(1), 1);
    double[] x0 = {1, 1, 1, 1, 1, 1};
    ShortRun run = ShortRun.of(problem.problem(), x0, 100);
    Estimate estimate = Estimate.of(problem.problem(), run, 1);
    double gap = run.first() - ExactMeanVariance.of(problem).objective();
    Constants bound = MeanVarianceBounds.of(problem, 2 * run.farthest(), gap).constants();
    requireBelow(estimate.constants(), bound);
    assertThat(estimate.constants().gradientLipschitz())
        .isCloseTo(bound.gradientLipschitz(), within(0.2 * bound.gradientLipschitz()));
    assertThat(estimate.constants().jacobianBound())
        .isCloseTo(bound.jacobianBound(), within(0.2 * bound.jacobianBound()));
    assertThat(estimate.constants().gap()).isCloseTo(gap, within(0.01 * gap));
    // 100 steps and one evaluation, then ten full passes and for each of 200 samples 4 + 5 calls
    assertThat(estimate.calls()).isEqualTo(100 * 240 + 160 + 10 * 240 + 200 * 9);
  }

  @ParameterizedTest
  @EnumSource(Shape.class)
  void ofAValueFunctionItIsBelowTheBound(Shape shape) {
    var values = new RandomMdp(20, 3, 5, 2).problem(0.9, shape);
    Problem problem = values.problem();
    ShortRun run = ShortRun.of(problem, new double[5], 60);
    Constants bound = BellmanBounds.of(values, 2 * run.farthest(), run.first()).constants();
    Estimate estimate = Estimate.of(problem, run, 3);
    requireBelow(estimate.constants(), bound);
    assertThat(estimate.constants().jacobianLipschitz() > 0).isEqualTo(shape == Shape.TANH);
  }

  @Test
  void theCurvatureOfAQuadraticIsItsLargestEigenvalue() {
    // two assets: 2 lambda C by hand
    var rows = new SyntheticReturns(50, 2, 5).draw(4);
    double[] mean = new double[2];
    for (int i = 0; i < 50; i++) {
      rows.addTo(i, 1.0 / 50, mean);
    }
    double a = 0;
    double b = 0;
    double d = 0;
    for (int i = 0; i < 50; i++) {
      double p = rows.get(i, 0) - mean[0];
      double q = rows.get(i, 1) - mean[1];
      a += 2 * p * p / 50;
      b += 2 * p * q / 50;
      d += 2 * q * q / 50;
    }
    double largest = (a + d) / 2 + Math.sqrt((a - d) * (a - d) / 4 + b * b);
    double measured = Curvature.at(new MeanVariance(rows, 1).problem(), new double[] {1, 1});
    assertThat(measured).isCloseTo(largest, within(1e-6 * largest));
  }
}
