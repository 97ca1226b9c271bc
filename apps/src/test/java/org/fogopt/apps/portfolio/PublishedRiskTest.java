package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.portfolio.risk.Risk;
import org.fogopt.linalg.RowMatrix;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Long-only portfolios of the published daily returns, when FOG_DATA names their folder, against
 * HiGHS (CVaR) and SciPy's SLSQP (the others) on the same sums.
 */
@EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
class PublishedRiskTest {
  /** The references have nine digits or so. */
  private static final double RELATIVE = 1e-6;

  private static Portfolio of(String set) {
    Path file = Path.of(System.getenv("FOG_DATA")).resolve("returns").resolve(set + ".csv.gz");
    RowMatrix returns = TableReader.read(file, ReadOptions.defaults()).rows();
    return Portfolio.of(returns).longOnly().budget(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Europe_OP, cvar:0.95, 1.85077915",
    "Japan_OP, cvar:0.95, 2.58020970",
    "Europe_OP, evar:0.95, 3.10444926",
    "Japan_OP, evar:0.95, 4.53162302",
    "Europe_OP, semivariance, 0.32248152",
    "Japan_OP, semivariance, 0.64778246",
    "Europe_OP, variance, 0.58178870",
    "Japan_OP, variance, 1.22845478",
  })
  void theLeastRiskIsKnown(String set, String risk, double least) {
    Allocation found = of(set).risk(Risk.parse(risk)).minimise();
    assertThat(found.riskValue()).isCloseTo(least, within(RELATIVE * least));
    assertThat(found.gapBound()).isLessThan(RELATIVE * least);
  }

  @ParameterizedTest
  @CsvSource({"Europe_OP, .73710", "Japan_OP, 1.07865"})
  void theLambdaOfTheLeastEvarIsKnown(String set, double lambda) {
    Allocation found = of(set).risk(Risk.evar(0.95)).minimise();
    assertThat(found.lambda()).isCloseTo(lambda, within(1e-3 * lambda));
  }

  @ParameterizedTest
  @CsvSource({
    "Europe_OP, .04613195, 0.60251791",
    "Europe_OP, .05074131, 0.73609793",
    "Japan_OP, .03164367, 1.33624538",
    "Japan_OP, .03494752, 1.53107731",
  })
  void theLeastVarianceAtAReturnIsKnown(String set, double target, double least) {
    Allocation found = of(set).targetReturn(target).minimise();
    assertThat(found.riskValue()).isCloseTo(least, within(RELATIVE * least));
    Allocation back = of(set).maximiseReturn(least);
    assertThat(back.expectedReturn()).isCloseTo(target, within(1e-5 * target));
  }

  @ParameterizedTest
  @CsvSource({"Europe_OP, 0.06208715", "Japan_OP, 0.02832187"})
  void theLargestRatioIsKnown(String set, double ratio) {
    assertThat(of(set).maximiseRatio().ratio()).isCloseTo(ratio, within(RELATIVE * ratio));
  }

  @ParameterizedTest
  @CsvSource({"Europe_OP, 0.04733618", "Japan_OP, 0.02774949"})
  void theLargestGrowthIsKnown(String set, double growth) {
    assertThat(-of(set).maximiseGrowth(100).objective())
        .isCloseTo(growth, within(RELATIVE * growth));
  }
}
