package org.fogopt.penalty;

import static org.assertj.core.api.Assertions.assertThat;

import org.fogopt.linalg.SymmetricMatrix;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs that outweigh the curvature by orders of magnitude. */
class CostsAndCurvatureTest {
  private static final double INF = Double.POSITIVE_INFINITY;

  /** Σ|z| is least, at 1, where no entry is negative; the curvature then prefers the last one. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-37, 1e-12, 1e-5, 1e-4, 1e-2})
  void theCurvatureStillDecides(double curvature) {
    Polyhedral set =
        Polyhedral.box(3, -0.1, INF)
            .with(Row.sum("sum", 3, 1, 1))
            .withAbsoluteCosts(new double[] {1, 1, 1}, new double[3]);
    for (double last : new double[] {0, 1e-12 * curvature}) {
      var h = new SymmetricMatrix(3);
      h.addDiagonal(new double[] {curvature, curvature / 10, last});
      Solution solution = QuadraticProgram.of(h, new double[3], set).solve();
      double above = solution.objective() - 1 - last / 2;
      assertThat(above).isBetween(-1e-14, 1e-10);
      assertThat(solution.gapBound()).isGreaterThanOrEqualTo(above - 1e-14);
    }
  }
}
