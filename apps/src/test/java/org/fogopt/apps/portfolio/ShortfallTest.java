package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.penalty.Hinges;
import org.fogopt.penalty.QuadraticProgram;
import org.fogopt.penalty.QuadraticProgram.Solution;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The smallest expected shortfall of long-only weights, as the linear-programming solver HiGHS has
 * it.
 */
class ShortfallTest {
  @ParameterizedTest
  @CsvSource({"Europe_OP, 1.85077915", "Japan_OP, 2.58020970"})
  @EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
  void theWorstTwentiethOfPublishedReturnsIsThatOfALinearProgram(String set, double reference) {
    Path file = Path.of(System.getenv("FOG_DATA")).resolve("returns").resolve(set + ".csv.gz");
    RowMatrix returns = TableReader.read(file, ReadOptions.defaults()).rows();
    int d = returns.columns();
    double[] c = new double[d + 1];
    double[] lower = new double[d + 1];
    double[] upper = new double[d + 1];
    Arrays.fill(upper, Double.POSITIVE_INFINITY);
    c[d] = 1; // the quantile
    lower[d] = Double.NEGATIVE_INFINITY;
    Row budget = Row.sum("budget", d + 1, IntStream.range(0, d).toArray(), 1, 1);
    Hinges losses = Hinges.of(returns, -1, 1 / (0.05 * returns.count()), -1);
    Solution solution =
        QuadraticProgram.of(
                null, c, Polyhedral.box(lower, upper).with(budget), losses, Parallel.SERIAL)
            .solve();
    assertThat(solution.objective()).isCloseTo(reference, within(5e-9));
    assertThat(solution.gapBound()).isLessThan(1e-8);
    assertThat(solution.iterations()).isLessThanOrEqualTo(30);
  }
}
