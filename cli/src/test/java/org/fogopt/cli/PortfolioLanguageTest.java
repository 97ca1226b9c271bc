package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What {@code fog portfolio} says to someone who manages portfolios. */
class PortfolioLanguageTest {
  @TempDir Path folder;
  private FogKit fog;
  private double[][] prices;
  private double[][] returns;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    prices = fog.writePrices();
    returns = fog.writeReturns();
  }

  private Ran run(String command) {
    Ran ran = fog.run("portfolio " + command);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  private String refusal(String command) {
    Ran ran = fog.run("portfolio " + command);
    assertThat(ran.exit()).as(ran.out()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    return ran.err();
  }

  private JsonNode json(String command) {
    run(command + " -q --json s.json --out w.csv");
    return fog.json("s.json");
  }

  @Test
  void pricesGivenAsReturnsAreRefusedWithTheRemedy() {
    assertThat(refusal("--returns prices.csv"))
        .contains("prices.csv: looks like prices, not returns", "--prices", "--as-returns");
    assertThat(run("--returns prices.csv --as-returns").out()).contains("3 assets over 50 periods");
  }

  @ParameterizedTest
  @ValueSource(strings = {"simple", "log"})
  void pricesBecomeReturns(String type) {
    double[][] made = new double[prices.length - 1][3];
    for (int i = 0; i < made.length; i++) {
      for (int k = 0; k < 3; k++) {
        double ratio = prices[i + 1][k] / prices[i][k];
        made[i][k] = type.equals("log") ? Math.log(ratio) : ratio - 1;
      }
    }
    JsonNode summary = json("--prices prices.csv --risk-aversion 50 --return-type " + type);
    assertThat(fog.weights("w.csv"))
        .containsExactly(new Portfolio(made, 50).minimiser(), within(1e-6));
    assertThat(summary.get("units").asString()).isEqualTo("fraction");
    assertThat(summary.get("returnType").asString()).isEqualTo(type);
    assertThat(summary.get("input").asString()).isEqualTo("prices");
    assertThat(summary.get("periodsPerYear").asDouble()).isEqualTo(252);
    assertThat(summary.get("firstDate").asString()).isEqualTo("2024-01-02");
  }

  @Test
  void unitsScaleTheReturnsOfPrices() {
    double[] percent = weights("--prices prices.csv --units percent --risk-aversion 1");
    double[] fraction = weights("--prices prices.csv --risk-aversion 100");
    assertThat(percent).containsExactly(fraction, within(1e-6));
  }

  private double[] weights(String command) {
    run(command + " -q --out w.csv");
    return fog.weights("w.csv");
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefused() {
    assertThat(refusal("--prices prices.csv --returns returns.csv")).contains("only one of them");
    assertThat(refusal("--prices prices.csv --as-returns")).contains("only one of them");
    assertThat(refusal("--returns returns.csv --return-type log")).contains("--prices");
    assertThat(refusal("--returns returns.csv --risk-free 2")).contains("2% or 0.02");
    assertThat(refusal("--returns returns.csv --units bips")).contains("fraction or percent");
    assertThat(refusal("--returns returns.csv --decimal dot")).contains("point or comma");
    assertThat(refusal("--returns returns.csv --periods-per-year 0")).contains("positive");
  }

  @Test
  void theFiguresAreThoseOfTheWeightsAllMomentsDividedByT() {
    JsonNode s = json("--returns returns.csv --budget 1 --long-only --risk-free 3%");
    double[] x = fog.weights("w.csv");
    double[] earned = new double[returns.length];
    for (int i = 0; i < earned.length; i++) {
      for (int k = 0; k < x.length; k++) {
        earned[i] += x[k] * returns[i][k];
      }
    }
    double mean = Arrays.stream(earned).sum() / 60;
    double variance = Arrays.stream(earned).map(r -> (r - mean) * (r - mean)).sum() / 60;
    assertThat(s.get("expectedReturn").asDouble()).isCloseTo(mean, within(1e-12));
    assertThat(s.get("volatility").asDouble()).isCloseTo(Math.sqrt(variance), within(1e-12));
    double periods = s.get("periodsPerYear").asDouble();
    double ratio = (mean - 3 / periods) / Math.sqrt(variance); // percent, as the returns are
    assertThat(s.get("ratio").asDouble()).isCloseTo(ratio, within(1e-12));
    assertThat(s.get("annualExpectedReturn").asDouble()).isCloseTo(mean * periods, within(1e-9));
    assertThat(s.get("annualRatio").asDouble()).isCloseTo(ratio * Math.sqrt(periods), within(1e-9));
    Arrays.sort(earned); // the worst 5 % of 60 are three
    assertThat(s.get("cvar95").asDouble())
        .isCloseTo(-(earned[0] + earned[1] + earned[2]) / 3, within(1e-12));
    assertThat(s.get("maxDrawdown").asDouble()).isBetween(0.0, 100.0);
    assertThat(s.get("netExposure").asDouble()).isCloseTo(1, within(1e-12));
    assertThat(s.get("objective").asDouble()).isCloseTo(variance - mean, within(1e-9));
    assertThat(s.get("converged").asBoolean()).isTrue();
    assertThat(s.get("constraints").get("budget").asDouble()).isEqualTo(1);
    assertThat(s.get("constraints").get("minWeight").asDouble()).isZero();
    assertThat(s.get("constraints").get("binding").has("budget")).isTrue();
    for (int k = 0; k < x.length; k++) {
      assertThat(s.get("weights").get(FogKit.ASSETS.get(k)).asDouble()).isEqualTo(x[k]);
    }
  }

  @Test
  void firstComesWhatWasBoughtThenTheWeightsThenTheSolverInOneLine() {
    String out =
        run("--returns returns.csv --budget 1 --long-only --max-weight 0.3 --risk-free 2%").out();
    assertThat(out)
        .containsSubsequence(
            "returns in percent",
            "in-sample",
            "per period",
            "per year",
            "expected return",
            "volatility",
            "Sharpe ratio",
            "risk-free rate 2 % a year",
            "CVaR 95 %",
            "largest drawdown",
            "net 1.000, gross 1.000",
            "weights sum to 1, binds",
            "no weight below 0, ",
            "no weight above 0.3, binds for ",
            "weights",
            "newton converged in ")
        .doesNotContain("passes", "chosen automatically", "gradient norm");
  }

  @Test
  void verboseTellsTheRest() {
    String out = run("--returns returns.csv --verbose").out();
    assertThat(out).contains("chosen automatically", "\ncost ", "\nstopped ");
    assertThat(out.split("gradient norm", -1).length - 1).as("norms").isEqualTo(1);
    assertThat(out.split(" steps", -1).length - 1).as("counts of steps").isEqualTo(1);
  }

  @Test
  void aBudgetAloneIsSolvedExactly() {
    JsonNode s = json("--returns returns.csv --budget 1 --l2 0.1 --exact --tolerance 1e-10");
    assertThat(s.get("relativeGap").asDouble()).isCloseTo(0, within(1e-9));
    assertThat(fog.run("portfolio --returns returns.csv --budget 1 --exact").err()).isEmpty();
  }

  @Test
  void aConstantColumnIsCashWhereThereIsABudget() {
    var text = new StringBuilder("Fund,Cash\n");
    double[][] table = {{5, 1}, {1, 1}, {5, 1}, {1, 1}};
    for (double[] row : table) {
      text.append(row[0] - 4).append(',').append(row[1] - 1.5).append('\n');
    }
    fog.write("cash.csv", text.toString());
    assertThat(refusal("--returns cash.csv"))
        .contains("\"Cash\"", "cash where there is a --budget");
    // Means -1 and -0.5, variance 4: slope 1 + 8x = 0.5 at x = -1/16.
    assertThat(weights("--returns cash.csv --budget 1"))
        .containsExactly(new double[] {-0.0625, 1.0625}, within(1e-7));
  }

  @Test
  void aRiskAversionOfOneOnFractionsGetsAHint() {
    assertThat(run("--prices prices.csv").err()).contains("hint: ", "--risk-aversion 100");
    assertThat(run("--prices prices.csv --risk-aversion 20").err()).isEmpty();
    assertThat(run("--returns returns.csv").err()).isEmpty();
  }

  @Test
  void anErrorStandsAlone() {
    assertThat(refusal("--prices prices.csv --budget 1 --max-weight 0.1").lines())
        .singleElement()
        .asString()
        .contains("the constraints clash");
  }

  @Test
  void unitsThatAreUnclearAreAskedForAndLeaveOutTheDrawdown() {
    fog.write("t.csv", "A,B\n0.3,-0.2\n-0.25,0.4\n0.1,0.2\n-0.3,-0.1\n0.2,0.1\n");
    Ran ran = run("--returns t.csv --budget 1");
    assertThat(ran.out())
        .contains("returns in percent or in fractions: not known", "--units")
        .doesNotContain("drawdown ");
    assertThat(refusal("--returns t.csv --budget 1 --risk-free 2%")).contains("--units");
    assertThat(refusal("--returns t.csv --budget 1 --risk-free 2% --units percent"))
        .contains("--periods-per-year");
    assertThat(run("--returns t.csv --budget 1 --units percent").out()).contains("drawdown ");
  }

  @Test
  void aTransposedTableIsRefusedWithTheRemedy() {
    fog.write("t.csv", "fund,2024-01-31,2024-02-29,2024-03-31\nA,1,-2,3\nB,-2,3,1\n");
    assertThat(refusal("--returns t.csv")).contains("transpose it");
  }

  @Test
  void howAFileWasReadIsSaidInALine() {
    fog.write(
        "kurse.csv",
        """
        Kurse;;
        Datum;Fonds;Bund
        31.01.2024;1.234,50;99,80
        29.02.2024;1.250,75;99,10
        31.03.2024;1.199,00;100,20
        30.04.2024;1.260,25;100,90
        """);
    assertThat(run("--prices kurse.csv --budget 1 --long-only --risk-aversion 10").out())
        .contains("decimal commas; thousands separators; row 1 above the header skipped")
        .contains("12 periods a year");
  }
}
