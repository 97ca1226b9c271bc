package org.fogopt.apps.portfolio.risk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.fogopt.apps.portfolio.risk.RiskProgram.Best;
import org.fogopt.linalg.Parallel;
import org.fogopt.linalg.Rows;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that begin with some assets end with the minimum of all. */
class SiftingTest {
  private static final int MODELS = 3;

  /** Relative: what two ways may leave to gain. */
  private static final double ACCURACY = 2e-7;

  /** A market, some factors and noise, so that a few assets make the least risk. */
  private static double[] returns(SplittableRandom random, int count, int n) {
    double[] beta = random.doubles(n, 0.2, 2).toArray();
    double[] rows = new double[count * n];
    for (int t = 0; t < count; t++) {
      double market = random.nextDouble(-1, 1.1);
      for (int k = 0; k < n; k++) {
        rows[t * n + k] = beta[k] * market + random.nextDouble(-1, 1);
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variance",
        "deviation",
        "semivariance",
        "semideviation",
        "evar:0.9",
        "entropic:1",
        "cvar:0.9",
        "mad",
        "growth"
      })
  void fewAssetsGiveTheMinimumOfAll(String text) {
    Risk risk = text.equals("growth") ? Risk.lossOfGrowth(10) : Risk.parse(text);
    for (long seed = 1; seed <= MODELS; seed++) {
      var random = new SplittableRandom(seed);
      int n = 300;
      int count = random.nextInt(50, 90);
      double[] rows = returns(random, count, n);
      Scenarios scenarios = Scenarios.of(Rows.of(count, n, rows), Parallel.SERIAL);
      double most = random.nextBoolean() ? Double.POSITIVE_INFINITY : 0.15;
      Polyhedral set =
          Polyhedral.box(n, 0, most)
              .with(
                  Row.sum("budget", n, 1, 1),
                  new Row("mean", scenarios.means(), 0.02, Double.POSITIVE_INFINITY));
      double[] c = random.doubles(n, -0.01, 0.01).toArray();
      Best whole = new RiskProgram(scenarios, set, 1000).minimise(risk, 1, c, null);
      Best parts = new RiskProgram(scenarios, set, 10).minimise(risk, 1, c, null);
      double size = Math.abs(whole.objective()) + 0.01;
      String name = text + ", seed " + seed;
      assertThat(parts.objective()).as(name).isCloseTo(whole.objective(), within(ACCURACY * size));
      assertThat(parts.gapBound()).as(name).isBetween(0.0, ACCURACY * size);
      assertThat(Arrays.stream(parts.x()).sum()).as(name).isCloseTo(1, within(1e-8));
    }
  }

  @Test
  void fiveThousandAssetsTakeNoSquareOfThem() {
    int n = 5000;
    int count = 120;
    double[] rows = returns(new SplittableRandom(1), count, n);
    Scenarios scenarios = Scenarios.of(Rows.of(count, n, rows), Parallel.SERIAL);
    Polyhedral set = Polyhedral.box(n, 0, 0.1).with(Row.sum("budget", n, 1, 1));
    for (String text : new String[] {"variance", "entropic:1"}) {
      Best best =
          new RiskProgram(scenarios, set).minimise(Risk.parse(text), 1, new double[n], null);
      double equal = scenarios.risk(Risk.parse(text), equal(n));
      assertThat(best.objective()).as(text).isLessThan(equal);
      assertThat(best.gapBound()).as(text).isBetween(0.0, 1e-6 * Math.abs(equal));
    }
  }

  private static double[] equal(int n) {
    double[] x = new double[n];
    Arrays.fill(x, 1.0 / n);
    return x;
  }

  @Test
  void memoryHoldsNoSquareOfVeryManyAssets() {
    assertThat(Sifting.fits(1000)).isTrue();
    assertThat(Sifting.fits(400_000)).isFalse();
  }
}
