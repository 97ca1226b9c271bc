package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.penalty.Budget;
import org.fogopt.penalty.Separable;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long-only, fully invested, capped portfolios agree with an active-set method. */
class ConstrainedPortfolioTest {
  private static final double CAP = 0.1;
  private static final double FEASIBLE = 1e-12;
  private static final double OPTIMAL = 1e-6;

  private static Result run(Rows returns, String method, long seed, double passes) {
    double[] equal = new double[returns.columns()];
    Arrays.fill(equal, 1.0 / equal.length);
    return Run.of(
            new MeanVariance(returns, 1).problem(Budget.of(Separable.box(0, CAP), 1.0, List.of())),
            Methods.named(method).with(Settings.NONE))
        .from(equal)
        .seed(seed)
        .untraced()
        .stop(StopRule.passes(passes))
        .go();
  }

  private static double violation(double[] x) {
    BigDecimal sum = BigDecimal.ZERO;
    double worst = 0;
    for (double weight : x) {
      sum = sum.add(new BigDecimal(weight));
      worst = Math.max(worst, Math.max(-weight, weight - CAP));
    }
    return Math.max(worst, Math.abs(sum.subtract(BigDecimal.ONE).doubleValue()));
  }

  private static void assertSolved(Rows returns, String method, double passes) {
    var reference = new ActiveSet(returns, 1, CAP);
    assertThat(reference.optimalityError()).as("the reference is right").isLessThan(1e-12);
    assertThat(violation(reference.point())).as("and feasible").isLessThan(1e-13);
    double least = reference.objective(reference.point());
    for (long seed = 1; seed <= 3; seed++) {
      Result result = run(returns, method, seed, passes);
      assertThat(violation(result.point())).as("seed %d", seed).isLessThanOrEqualTo(FEASIBLE);
      assertThat((result.objective() - least) / Math.abs(least))
          .as("%s, seed %d", method, seed)
          .isBetween(-1e-12, OPTIMAL);
      assertThat(result.objective())
          .isCloseTo(reference.objective(result.point()), within(1e-12 * (1 + Math.abs(least))));
    }
  }

  /** Two assets that earn 1 and 3 on average and do not vary together: by hand. */
  @Test
  void theActiveSetMethodIsRightWhereOneCanTellByHand() {
    // mean (1, 3), covariance diag(1, 4): slope -1 + 2 x = -3 + 8 (1 - x), so x = 0.6 uncapped.
    Rows returns = Rows.of(4, 2, new double[] {2, 5, 0, 5, 2, 1, 0, 1});
    assertThat(new ActiveSet(returns, 1, 1).point())
        .containsExactly(new double[] {0.6, 0.4}, within(1e-15));
    assertThat(new ActiveSet(returns, 1, 0.55).point())
        .containsExactly(new double[] {0.55, 0.45}, within(1e-15));
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "sarah-c", "gd", "agd"})
  void syntheticReturnsAreSolved(String method) {
    assertSolved(new SyntheticReturns(500, 30, 20).draw(4), method, 300);
  }

  @ParameterizedTest
  @CsvSource({
    "Asia_Pacific_ex_Japan_OP",
    "Europe_OP",
    "Global_OP",
    "Global_ex_US_OP",
    "Japan_OP",
    "North_America_OP"
  })
  @EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
  void publishedReturnsAreSolvedWithNothingGiven(String set) {
    Path file = Path.of(System.getenv("FOG_DATA")).resolve("returns").resolve(set + ".csv.gz");
    assertSolved(Rows.of(TableReader.read(file, ReadOptions.defaults()).rows()), "auto", 60);
  }
}
