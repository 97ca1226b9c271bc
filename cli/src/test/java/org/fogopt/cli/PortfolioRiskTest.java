package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Risks, objectives and their constraints of {@code fog portfolio}. */
class PortfolioRiskTest {
  /** A coin that wins or loses, and half of it the other way: every figure is known. */
  private static final String TWO =
      """
      a,b
      2,-1
      -1,0.5
      2,-1
      -1,1.5
      """;

  @TempDir private Path folder;

  private FogKit.Ran fog(String words) {
    return new FogKit(folder).run(words);
  }

  private JsonNode json(String words) throws IOException {
    Files.writeString(folder.resolve("two.csv"), TWO);
    var run = fog("portfolio --returns two.csv --units percent --json s.json --out w.csv " + words);
    assertThat(run.exit()).as(run.err()).isZero();
    return new JsonMapper().readTree(folder.resolve("s.json").toFile());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--risk cvar:0.5 --objective min-risk",
        "--risk evar:0.2 --objective min-risk",
        "--risk semivariance",
        "--risk mad --risk-aversion 3",
        "--objective log-growth",
        "--objective max-ratio",
        "--risk entropic:1 --objective min-risk"
      })
  void figuresAreOfTheWeights(String words) throws IOException {
    JsonNode found = json(words);
    double a = found.get("weights").get("a").asDouble();
    double b = found.get("weights").get("b").asDouble();
    assertThat(a + b).isCloseTo(1, within(1e-9));
    double[] z = {2 * a - b, -a + 0.5 * b, 2 * a - b, -a + 1.5 * b};
    double mean = (z[0] + z[1] + z[2] + z[3]) / 4;
    double square = 0;
    double growth = 0;
    for (double each : z) {
      square += (each - mean) * (each - mean) / 4;
      growth += 25 * Math.log(1 + each / 100);
    }
    assertThat(found.get("expectedReturn").asDouble()).isCloseTo(mean, within(1e-12));
    assertThat(found.get("volatility").asDouble()).isCloseTo(Math.sqrt(square), within(1e-12));
    assertThat(found.get("logGrowth").asDouble()).isCloseTo(growth, within(1e-12));
    assertThat(found.get("gapBound").asDouble()).isBetween(0.0, 1e-7);
    assertThat(found.has("riskValue")).isTrue();
    assertThat(found.has("objective")).isTrue();
  }

  @Test
  void aLevelThatMakesATailOfMostPeriodsIsPointedOut() throws IOException {
    Files.writeString(folder.resolve("two.csv"), TWO);
    String said = "cvar:0.05 is of the worst 95 % of periods; cvar:0.95 is of the worst 5 %";
    assertThat(fog("portfolio two.csv --units percent --risk cvar:0.05").err()).contains(said);
    assertThat(fog("portfolio two.csv --units percent --risk cvar:0.95").err())
        .doesNotContain("worst");
    assertThat(fog("portfolio two.csv --units percent --risk cvar:0").err())
        .contains("cvar:0 is of the worst 100 % of periods")
        .doesNotContain("cvar:1");
    assertThat(fog("portfolio two.csv --units percent --risk evar:0.1").err())
        .contains("evar:0.1 bounds the mean loss of the worst 90 % of periods; evar:0.9 bounds");
    String backtest = "backtest two.csv --units percent --window 2 --samples 0 --strategy ";
    assertThat(fog(backtest + "min-risk:cvar:0.05").err()).contains(said);
  }

  @Test
  void tradesFromNothingAreSaidToBeAssumed() throws IOException {
    Files.writeString(folder.resolve("two.csv"), TWO);
    Files.writeString(folder.resolve("held.csv"), "asset,weight\na,0.5\nb,0.5\n");
    String said = "assumed: nothing is held now (--previous)";
    String command = "portfolio two.csv --units percent --max-turnover 0.5";
    assertThat(fog(command).err()).contains(said).contains("turnover");
    assertThat(fog(command + " --previous held.csv").err()).doesNotContain("held now");
    assertThat(fog("portfolio two.csv --units percent --risk mad").err())
        .doesNotContain("held now");
    String backtest = "backtest two.csv --units percent --window 2 --samples 0 --costs 0.1";
    assertThat(fog(backtest).err()).doesNotContain("held now");
  }

  @Test
  void aPortfolioThatHoldsNothingHasFiguresWithoutASign() throws IOException {
    Files.writeString(folder.resolve("two.csv"), TWO);
    String neutral = "portfolio two.csv --units percent --budget 0 --min-weight 0 --risk mad";
    assertThat(fog(neutral).out()).contains("0.00 %").doesNotContain("-0.0");
  }

  /** The least variance at a risk aversion is one portfolio, whichever way it is found. */
  @Test
  void theSameFiguresComeFirstWithAMeasureOfRiskAndWithout() {
    new FogKit(folder).writePrices();
    String same =
        "portfolio --prices prices.csv --budget 1 --long-only --risk-aversion 100 --risk-free 2% ";
    String plain = figures(fog(same).out());
    assertThat(plain)
        .contains("per year", "Sharpe ratio", "CVaR 95 %", "largest drawdown", "exposure  ");
    assertThat(figures(fog(same + "--risk variance --report r.html").out())).isEqualTo(plain);
    assertThat(folder.resolve("r.html")).content().contains("per year", "largest drawdown");
  }

  /** How the file was understood, the figures and the exposure. */
  private static String figures(String out) {
    assertThat(out).contains("in-sample", "\nexposure");
    return out.substring(out.indexOf('\n'), out.indexOf('\n', out.indexOf("\nexposure") + 1));
  }

  @ParameterizedTest
  @CsvSource({"--target-return 0.4, min-risk", "--max-risk 1, max-return", "--risk mad, utility"})
  void theObjectiveFollowsFromWhatIsGiven(String words, String objective) throws IOException {
    assertThat(json(words).get("goal").asString()).isEqualTo(objective);
  }

  @Test
  void aTargetIsMetAndARiskIsKept() throws IOException {
    assertThat(json("--target-return 0.4").get("expectedReturn").asDouble())
        .isCloseTo(0.4, within(1e-8));
    JsonNode limited = json("--risk cvar:0.5 --max-risk 0.5");
    assertThat(limited.get("riskValue").asDouble()).isCloseTo(0.5, within(1e-8));
  }

  @Test
  void tradingIsLimitedFromPreviousWeights() throws IOException {
    Files.writeString(folder.resolve("old.csv"), "asset,weight\na,1\nb,0\n");
    JsonNode found = json("--objective min-risk --previous old.csv --max-turnover 0.2");
    assertThat(found.get("weights").get("a").asDouble()).isCloseTo(0.9, within(1e-7));
    assertThat(found.get("binding").toString()).contains("turnover");
    JsonNode dear = json("--objective min-risk --previous old.csv --costs 100");
    assertThat(dear.get("weights").get("a").asDouble()).isCloseTo(1, within(1e-7));
  }

  @Test
  void previousWeightsInPercentAreRefused() throws IOException {
    Files.writeString(folder.resolve("two.csv"), TWO);
    String words = "portfolio --returns two.csv --units percent --objective min-risk --previous ";
    Files.writeString(folder.resolve("whole.csv"), "asset,weight\na,60\nb,40\n");
    assertThat(fog(words + "whole.csv").err()).contains("--previous", "100.0", "divide");
    Files.writeString(folder.resolve("signs.csv"), "asset,weight\na,60%\nb,40%\n");
    assertThat(fog(words + "signs.csv").err()).contains("row 2", "60%", "0.25 for 25 %");
  }

  @Test
  void whatDoesNotGoTogetherIsRefused() {
    assertThat(fog("portfolio --risk cvar --algorithm sarah-c").err()).contains("--algorithm");
    assertThat(fog("portfolio --risk cvar --exact").err()).contains("--exact");
    assertThat(fog("portfolio --risk cvar --l1 1").err()).contains("--costs");
    assertThat(fog("portfolio --objective best").err()).contains("log-growth");
    assertThat(fog("portfolio --objective min-risk --max-risk 1").err()).contains("max-return");
    assertThat(fog("portfolio --target-return 99").err()).contains("the largest is");
  }

  @Test
  void aReportHoldsTheFigures() {
    var run = fog("portfolio --risk cvar:0.9 --objective min-risk --report r.html");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("at most", "binding", "wrote r.html");
    assertThat(folder.resolve("r.html")).content().contains("cvar:0.9");
  }

  @Test
  void allThatBindsIsNamedIfAskedForAndTheGapIsGivenOnce() {
    String words = "portfolio --risk cvar:0.9 --objective min-risk --min-weight 0.06 --budget 1";
    String brief = fog(words).out();
    String verbose = fog(words + " --verbose").out();
    assertThat(brief).containsPattern("binding .*floors of \\d+ assets"); // of 12
    assertThat(verbose).containsPattern("binding .*floor of ").doesNotContain("floors of");
    assertThat(verbose.split("above the minimum|gap bound", -1)).hasSize(2);
  }

  @Test
  void estimationIsOffUntilAskedForAndSaid() {
    assertThat(fog("portfolio --objective min-risk").err()).doesNotContain("half-life");
    var run = fog("portfolio --objective min-risk --half-life 60 --winsorise 0.01");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("half-life of 60", "winsorised");
    assertThat(fog("portfolio --winsorise 0.7").err()).contains("below 0.5");
  }

  @Test
  void covariancesAreShrunkIfAskedForAndItIsSaid() throws IOException {
    JsonNode plain = json("--objective min-risk");
    assertThat(plain.get("notes").toString()).doesNotContain("shrunk");
    JsonNode equal = json("--objective min-risk --shrink 1"); // all variance is the identity's
    assertThat(equal.get("weights").get("a").asDouble()).isCloseTo(0.5, within(1e-9));
    assertThat(equal.get("notes").toString()).contains("shrunk by 100.0 %");
    assertThat(json("--objective min-risk --shrink auto").get("notes").toString())
        .contains("shrunk by");
    assertThat(fog("portfolio --shrink 2").err()).contains("from 0 to 1");
    assertThat(fog("portfolio --risk cvar --shrink auto").err()).contains("no covariance");
    var run = fog("backtest --window 260 --samples 0 --shrink auto");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("covariances are shrunk");
    assertThat(run.out()).isNotEqualTo(fog("backtest --window 260 --samples 0").out());
  }

  /** Weights are no returns: neither their size nor that they count says anything of units. */
  /** a over b, 3, −1.5, 3 and −2.5, of twelve periods a year: every figure by hand. */
  @Test
  void figuresOverABenchmarkAreAllOfTheDifference() throws IOException {
    for (String risk : new String[] {"variance", "cvar:0.5"}) {
      JsonNode found =
          json(
              "--benchmark b --periods-per-year 12 --risk-free 2% --objective min-risk --risk "
                  + risk);
      double deviation = Math.sqrt((9 + 2.25 + 9 + 6.25) / 4 - 0.25);
      assertThat(found.get("expectedReturn").asDouble()).isCloseTo(0.5, within(1e-12));
      assertThat(found.get("volatility").asDouble()).isCloseTo(deviation, within(1e-12));
      assertThat(found.get("cvar95").asDouble()).isCloseTo(2.5, within(1e-12));
      assertThat(found.get("annualExpectedReturn").asDouble()).isCloseTo(6, within(1e-12));
      assertThat(found.get("annualVolatility").asDouble())
          .isCloseTo(deviation * Math.sqrt(12), within(1e-12));
      boolean isVariance = risk.equals("variance");
      double ratio = 0.5 / (isVariance ? deviation : 2); // the worse half loses 2
      assertThat(found.get("ratio").asDouble()).isCloseTo(ratio, within(1e-12));
      if (isVariance) {
        assertThat(found.get("annualRatio").asDouble())
            .isCloseTo(ratio * Math.sqrt(12), within(1e-12));
      } else {
        assertThat(found.get("annualRatio").isNull()).isTrue();
      }
      assertThat(found.get("maxDrawdown").asDouble()).isCloseTo(1, within(1e-12)); // of a itself
    }
  }

  @Test
  void weightsOfThePeriodsHaveNoSayInTheUnits() throws IOException {
    var random = new SplittableRandom(4);
    var shares = new StringBuilder("a,w,b\n");
    var counts = new StringBuilder("a,n,b\n");
    for (int t = 1; t <= 80; t++) {
      double a = random.nextDouble(-0.02, 0.02);
      double b = random.nextDouble(-0.01, 0.01);
      shares.append("%s,%s,%s\n".formatted(a, random.nextDouble(), b));
      counts.append("%s,%d,%s\n".formatted(a, t, b));
    }
    Files.writeString(folder.resolve("w.csv"), shares);
    Files.writeString(folder.resolve("n.csv"), counts);
    for (String column : new String[] {"w", "n"}) {
      var run =
          fog("portfolio --risk mad --returns %s.csv --row-weights %s".formatted(column, column));
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.out()).contains("2 assets", "returns in fractions");
    }
  }

  @Test
  void weightsOfThePeriodsCountAsRepeatedRows() throws IOException {
    String[] returns = {"2,-1", "-1,0.5", "2,-1", "-1,1.5", "0.5,-0.7"};
    int[] counts = {1, 3, 0, 2, 4};
    var weighted = new StringBuilder("a,count,b\n");
    var repeated = new StringBuilder("a,b\n");
    for (int t = 0; t < counts.length; t++) {
      weighted.append(returns[t].replace(",", "," + counts[t] + ",")).append('\n');
      repeated.append((returns[t] + "\n").repeat(counts[t]));
    }
    Files.writeString(folder.resolve("weighted.csv"), weighted);
    Files.writeString(folder.resolve("repeated.csv"), repeated);
    String words = " --units percent --risk semivariance --objective min-risk --json ";
    var run = fog("portfolio --returns weighted.csv --row-weights count" + words + "w.json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("by the column count");
    assertThat(fog("portfolio --returns repeated.csv" + words + "r.json").exit()).isZero();
    JsonNode one = new JsonMapper().readTree(folder.resolve("w.json").toFile());
    JsonNode other = new JsonMapper().readTree(folder.resolve("r.json").toFile());
    for (String figure :
        new String[] {"objective", "expectedReturn", "volatility", "riskValue", "logGrowth"}) {
      assertThat(one.get(figure).asDouble())
          .as(figure)
          .isCloseTo(other.get(figure).asDouble(), within(1e-9));
    }
    assertThat(fog("portfolio --returns weighted.csv --row-weights c").err())
        .contains("no column of the returns");
    assertThat(fog("portfolio --returns weighted.csv --row-weights b").err())
        .contains("row 1 has -1");
    assertThat(fog("backtest --returns weighted.csv --row-weights count").err())
        .contains("--half-life");
  }
}
