package org.fogopt.method;

import static org.assertj.core.api.Assertions.assertThat;

import org.fogopt.Parts;
import org.fogopt.SmallProblems;
import org.fogopt.method.Specimen.Kind;
import org.fogopt.run.Output;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method gets where it is meant to get, without a given step size. */
@Timeout(120)
class ConvergenceTest {
  /** Of methods that converge to any accuracy: the gradient's norm relative to the start's. */
  private static final double EXACTLY = 1e-6;

  /**
   * Of methods whose noise only a falling step removes: the same, after some thousand passes. Of
   * the order k^{−1/2} for k steps on a well-conditioned problem.
   */
  private static final double ROUGHLY = 0.05;

  /** The same where small eigenvalues are slow to follow. */
  private static final double VERY_ROUGHLY = 0.15;

  private static void assertConverges(
      Specimen s, Parts parts, double[] x0, double passes, double noisy) {
    for (long seed = 1; seed <= 2; seed++) {
      Result result =
          Run.of(parts.problem(), s.calm().algorithm(s.method()))
              .from(x0)
              .seed(seed)
              .output(s.kind == Kind.NOISY ? Output.AVERAGE : Output.LAST)
              .untraced()
              .stop(StopRule.passes(passes))
              .go();
      double reached = Parts.norm(parts.gradient(result.point())) / Parts.norm(parts.gradient(x0));
      assertThat(reached)
          .as("%s, seed %d: %s, %s", s, seed, result.stop(), result.parameters())
          .isLessThanOrEqualTo(s.kind == Kind.NOISY ? noisy : EXACTLY);
      assertThat(parts.objective(result.point())).isLessThan(parts.objective(x0));
    }
  }

  @ParameterizedTest
  @EnumSource
  void onAStronglyConvexPortfolio(Specimen s) {
    Parts portfolio = SmallProblems.portfolio(SmallProblems.returns(5, 80, 3));
    assertConverges(s, portfolio, new double[] {1, 1, 1, 1, 1}, 3000, ROUGHLY);
  }

  @ParameterizedTest
  @EnumSource
  void onALinearValueProblem(Specimen s) {
    assertConverges(s, SmallProblems.valueFunction(40, 3, 1), new double[3], 4000, VERY_ROUGHLY);
  }

  @ParameterizedTest
  @EnumSource
  void onANonConvexProblemWithACurvedInnerMap(Specimen s) {
    assertConverges(s, Parts.curved(3, 60, 80, 2), Parts.gaussians(3, 9), 3000, ROUGHLY);
  }
}
