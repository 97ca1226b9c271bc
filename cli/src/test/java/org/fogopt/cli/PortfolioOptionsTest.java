package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What each option of fog portfolio changes. */
class PortfolioOptionsTest {
  private static final double ROUNDING = 1e-12;

  @TempDir Path folder;
  private FogKit fog;
  private double[][] returns;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    returns = fog.writeReturns();
  }

  private Ran run(String options) {
    Ran ran = fog.run("portfolio --returns returns.csv " + options);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  private double[] weights(String options) {
    run(options + " -q --out weights.csv");
    return fog.weights("weights.csv");
  }

  private JsonNode summary(String options) {
    run(options + " -q --json summary.json");
    return fog.json("summary.json");
  }

  @Test
  void withoutOptionsTheEmbeddedExampleRuns() {
    Ran ran = fog.run("portfolio");
    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .startsWith(
            "the built-in example: 12 assets over 520 periods, 2014-01-03 to 2023-12-15, risk aversion 1\n")
        .contains("\nexpected return ", "\nvolatility ", "\nSharpe ratio ", "World equities")
        .containsPattern("\nnewton converged in \\d+ steps?, ")
        .doesNotContain("wrote", "exact minimum", "gradient norm", "chosen automatically");
    assertThat(fog.files()).containsExactly("returns.csv");
  }

  @Test
  void exactTellsTheGap() {
    assertThat(run("--exact").out())
        .containsPattern("exact minimum -?[0-9.]+, relative gap -?[0-9]");
  }

  /** A budget below one restart leaves the start as it is. */
  @ParameterizedTest
  @CsvSource({"equal,0.25", "EQUAL,0.25", "ones,1", "zeros,0"})
  void startIsWhereTheRunBegins(String word, double each) {
    double[] expected = new double[4];
    Arrays.fill(expected, each);
    assertThat(weights("--passes 1 --start " + word)).containsExactly(expected);
  }

  @Test
  void aStartFileMayListTheAssetsInAnyOrder() {
    fog.write("start.csv", "asset,weight\nDelta,4\nBeta,2\nAlpha,1\nGamma,3\n");
    assertThat(weights("--passes 1 --start start.csv")).containsExactly(1, 2, 3, 4);
  }

  @Test
  void stepEpochAndBatchAreTakenAsGiven() {
    JsonNode chosen =
        summary(
                "--algorithm sarah-c --step 2e-3 --epoch 17 --batch 4,3,2 --passes 20 --tolerance 0")
            .get("chosen");
    assertThat(chosen.get("eta").asDouble()).isEqualTo(2e-3);
    assertThat(chosen.get("q").asLong()).isEqualTo(17);
    assertThat(chosen.get("S1").asLong()).isEqualTo(4);
    assertThat(chosen.get("S2").asLong()).isEqualTo(3);
    assertThat(chosen.get("S3").asLong()).isEqualTo(2);
  }

  @Test
  void oneFullBatchAStepIsGradientDescent() {
    double eta = 1e-2;
    double[] x =
        weights(
            "--algorithm sarah-c --start ones --step "
                + eta
                + " --epoch 1 --passes 9 --tolerance 0");
    double[] y = {1, 1, 1, 1};
    for (int t = 0; t < 3; t++) { // 2m + n calls are three passes
      y = descend(y, eta);
    }
    assertThat(x).containsExactly(y, within(ROUNDING));
  }

  /** Central differences are exact for a quadratic, but for rounding. */
  private double[] descend(double[] x, double eta) {
    var portfolio = new Portfolio(returns, 1);
    var next = x.clone();
    for (int k = 0; k < x.length; k++) {
      var up = x.clone();
      var down = x.clone();
      up[k] += 0.5;
      down[k] -= 0.5;
      next[k] -= eta * (portfolio.objective(up) - portfolio.objective(down));
    }
    return next;
  }

  @Test
  void restartSizesAreCharged() {
    // One restart of 30 + 20 + 10 calls, then two steps of 2 (2 + 2 + 2): 84 of 60 * 1.5 = 90.
    JsonNode summary =
        summary(
            "--algorithm sarah-c --restart 30,20,10 --batch 2,2,2 --step 1e-3 --epoch 50"
                + " --tolerance 0 --passes 1.5");
    assertThat(summary.get("callsPaper").asLong()).isEqualTo(84);
    assertThat(summary.get("steps").asLong()).isEqualTo(3);
  }

  @Test
  void restartsOnAllPeriodsAreWhatFullMeans() {
    String fixed = "--algorithm sarah-c --step 5e-3 --epoch 20 --passes 40 ";
    assertThat(weights(fixed + "--restart 60,60,60"))
        .containsExactly(weights(fixed + "--restart full"));
  }

  @Test
  void aSharedBatchServesValueAndJacobian() {
    // 2m + n, then 2 (S1 + S1 + S3) = 26 a step: 206 of 207 calls.
    JsonNode summary =
        summary(
            "--algorithm sarah-c --shared-batch --batch 5,1,3 --step 1e-3 --epoch 50 --passes 3.45");
    assertThat(summary.get("callsPaper").asLong()).isEqualTo(180 + 26);
    assertThat(summary.get("chosen").get("S2").asLong()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.5", "2.999", "3", "3.1", "7.77", "20", "33.3", "100"})
  void theBudgetIsNeverExceeded(String passes) {
    double budget = Double.parseDouble(passes);
    for (String how :
        new String[] {
          " --algorithm sarah-c", " --algorithm sarah-c --step 1e-3 --epoch 7 --batch 9,9,9"
        }) {
      JsonNode summary = summary("--tolerance 0 --patience 0 --passes " + passes + how);
      assertThat(summary.get("passes").asDouble()).isLessThanOrEqualTo(budget);
      assertThat(summary.get("stop").asString()).isEqualTo("passes");
    }
  }

  @Test
  void toleranceZeroSpendsTheWholeBudget() {
    String adaptive = "--algorithm sarah-c --passes 400 ";
    assertThat(summary(adaptive + "--tolerance 0 --patience 0").get("stop").asString())
        .isEqualTo("passes");
    JsonNode loose = summary(adaptive + "--tolerance 0.1");
    assertThat(loose.get("stop").asString()).isEqualTo("tolerance");
    assertThat(loose.get("passes").asDouble()).isLessThan(400);
  }

  @Test
  void patienceEndsARunThatNoLongerImproves() {
    String options = "--algorithm sarah-c --passes 5000 --tolerance 0 --patience 3";
    assertThat(summary(options).get("stop").asString()).isEqualTo("no-progress");
  }

  @Test
  void timeEndsARun() {
    String options = "--algorithm sarah-c --time 0.05 --passes 1e12 --tolerance 0 --patience 0";
    assertThat(summary(options).get("stop").asString()).isEqualTo("time");
  }

  @Test
  void theSeedChangesTheBytesAndTheThreadsDoNot() {
    run("--algorithm sarah-c -q --passes 30 --out a.csv --seed 1 --threads 1");
    run("--algorithm sarah-c -q --passes 30 --out b.csv --seed 2 --threads 1");
    assertThat(fog.read("b.csv")).isNotEqualTo(fog.read("a.csv"));
    for (int threads : new int[] {2, 3, 8}) {
      run("--algorithm sarah-c -q --passes 30 --out b.csv --seed 1 --threads " + threads);
      assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
    }
  }

  @Test
  void threadsThatShareTheWorkDoNotChangeTheBytesEither() {
    // Full batches of 3000 are cut into chunks for the threads, those of 60 above are not.
    String big = "portfolio --synthetic 3000,7,5 -q --passes 20 --out ";
    fog.run(big + "a.csv --threads 1");
    fog.run(big + "b.csv --threads 3");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
  }

  @Test
  void aNegativeAndTheLargestSeedWork() {
    assertThat(summary("--seed -5").get("seed").asLong()).isEqualTo(-5);
    assertThat(summary("--seed 9223372036854775807").get("seed").asLong())
        .isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void twiceTheRiskAversionIsHalfThePortfolio() {
    // -mean + lambda * variance is least at C^-1 mean / (2 lambda).
    double[] once = weights("--risk-aversion 1 --tolerance 1e-10 --passes 2000");
    double[] twice = weights("--risk-aversion 2 --tolerance 1e-10 --passes 2000");
    double[] exact = new Portfolio(returns, 2).minimiser();
    for (int k = 0; k < 4; k++) {
      assertThat(twice[k]).isCloseTo(once[k] / 2, within(1e-8)).isCloseTo(exact[k], within(1e-8));
    }
  }

  @Test
  void bestIsTheLeastObjectiveOfTheRestarts() {
    // A step that is too long: the objective goes up and down from restart to restart.
    run(
        "--algorithm sarah-c -q --output best --step 0.03 --epoch 60 --passes 100 --tolerance 0 --json s.json --trace t.csv");
    double least =
        fog.cells("t.csv").stream()
            .skip(1)
            .filter(row -> Integer.parseInt(row[0]) % 60 == 0) // the last row need be no restart
            .mapToDouble(row -> Double.parseDouble(row[5]))
            .min()
            .orElseThrow();
    assertThat(fog.json("s.json").get("objective").asDouble()).isCloseTo(least, within(ROUNDING));
  }

  @Test
  void randomIsAnEarlierPointAndDependsOnTheSeed() {
    String fixed =
        "--algorithm sarah-c --step 1e-3 --epoch 1 --passes 60 --tolerance 0 --start ones ";
    // Full batches: the path is the same for every seed, and the objective falls along it.
    var portfolio = new Portfolio(returns, 1);
    double last = portfolio.objective(weights(fixed + "--output last"));
    Set<Double> seen = new HashSet<>();
    for (int seed = 1; seed <= 12; seed++) {
      seen.add(portfolio.objective(weights(fixed + "--output random --seed " + seed)));
    }
    assertThat(seen).allSatisfy(objective -> assertThat(objective).isGreaterThan(last));
    assertThat(seen).hasSizeGreaterThan(4); // of twelve draws from twenty points
  }

  @Test
  void missingValuesAreRefusedOrTheirRowsOrAssetsLeftOut() {
    fog.write("gaps.csv", "A,B,C\n1,2,3\n,1,2\n3,5,1\n-99.99,2,2\n0,1,5\n2,2,-1\n");
    Ran refused = fog.run("portfolio --returns gaps.csv");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("gaps.csv: row 3, column 1 (\"A\")").contains("--missing");
    Ran rows = fog.run("portfolio --returns gaps.csv --missing drop-rows --long-only --budget 1");
    assertThat(rows.exit()).isZero();
    assertThat(rows.out()).startsWith("gaps.csv: 3 assets over 4 periods");
    assertThat(rows.err()).isEqualTo("fog portfolio: left out 2 rows with missing values\n");
    Ran assets =
        fog.run("portfolio --returns gaps.csv --missing drop-assets --long-only --budget 1");
    assertThat(assets.out()).startsWith("gaps.csv: 2 assets over 6 periods");
    assertThat(assets.err()).isEqualTo("fog portfolio: left out for missing values: A\n");
  }

  @Test
  void oneTableOfSeveralIsChosen() {
    fog.write(
        "french.CSV",
        """
        This file was made up for a test.

          Average Value Weighted Returns -- Daily
        ,SMALL,BIG
        20240102,  0.10,  0.20
        20240103, -0.50,  0.30
        20240104,  0.40, -0.10

          Average Equal Weighted Returns -- Daily
        ,SMALL,BIG
        20240102,  1.10,  1.20
        20240103, -1.50,  1.30
        20240104,  1.40, -1.10
        20240105,  1.00,  1.00

        Copyright nobody
        """);
    assertThat(fog.run("portfolio --returns french.CSV").out()).contains("2 assets over 3 periods");
    for (String table : new String[] {"2", "Equal"}) {
      assertThat(fog.run("portfolio --returns french.CSV --table " + table).out())
          .contains("2 assets over 4 periods");
    }
    Ran none = fog.run("portfolio --returns french.CSV --table Monthly");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("french.CSV").contains("Monthly");
  }

  @Test
  void quietSaysNothing() {
    Ran ran = run("--quiet --exact --out weights.csv --json s.json --trace t.csv --plot p.svg");
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).isEmpty();
    assertThat(fog.files()).hasSize(5);
  }

  @Test
  void syntheticReturnsHaveTheAskedSizeAndFollowTheSeed() {
    Ran ran = fog.run("portfolio --synthetic 50,7,3 --seed 4 --out a.csv");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).startsWith("synthetic returns, seed 4: 7 assets over 50 periods");
    assertThat(fog.cells("a.csv")).hasSize(8);
    assertThat(fog.cells("a.csv").get(7)[0]).isEqualTo("asset7");
    fog.run("portfolio --synthetic 50,7,3 --seed 4 --out b.csv -q");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
  }

  @Test
  void moreThanTenWeightsAreSummedUp() {
    assertThat(fog.run("portfolio --synthetic 50,13,3").out()).contains("\n  and 3 more\n");
  }

  @Test
  void oneAssetIsSpokenOfAsOne() {
    fog.write("one.csv", "A\n1\n2\n4\n");
    assertThat(fog.run("portfolio --returns one.csv").out())
        .startsWith("one.csv: 1 asset over 3 periods");
  }

  /** The same numbers in other clothes give the same weights. */
  @ParameterizedTest
  @ValueSource(strings = {"bom", "crlf", "semicolons", "tabs", "gzip", "no date"})
  void otherWaysToWriteTheSameTableWork(String way) throws IOException {
    String text = fog.read("returns.csv");
    String other =
        switch (way) {
          case "bom" -> "\uFEFF" + text;
          case "crlf" -> text.replace("\n", "\r\n");
          case "semicolons" -> text.replace(',', ';');
          case "tabs" -> text.replace(',', '\t');
          case "no date" -> text.replaceAll("(?m)^(date|[0-9]{8}),", "");
          default -> text;
        };
    if (way.equals("gzip")) {
      try (var out = new GZIPOutputStream(Files.newOutputStream(fog.path("other.csv")))) {
        out.write(text.getBytes(StandardCharsets.UTF_8));
      }
    } else {
      fog.write("other.csv", other);
    }
    run("-q --out a.csv");
    Ran ran = fog.run("portfolio --returns other.csv -q --out b.csv");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
  }

  @Test
  void aRunThatDivergesNamesTheStepAndWritesTheBestPoint() {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv --start ones --algorithm sarah-c --step 1e6 --out weights.csv"
                + " --json summary.json --trace trace.csv --plot p.png --exact");
    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err())
        .startsWith("fog portfolio: diverged at step 1: ")
        .contains("take a smaller step size than 1.00e+06", "weights.csv")
        .doesNotContain("Exception", "\tat ");
    // The start is the only good point of such a run.
    assertThat(fog.weights("weights.csv")).containsExactly(1, 1, 1, 1);
    assertThat(fog.json("summary.json").get("stop").asString()).isEqualTo("diverged");
    assertThat(fog.read("trace.csv")).doesNotContain("NaN", "Infinity");
    assertThat(fog.path("p.png")).isNotEmptyFile();
  }

  @Test
  void aGradientThatIsInfiniteAtTheStartIsADivergence() {
    Ran ran = fog.run("portfolio --returns returns.csv --risk-aversion 1e300 -q --out weights.csv");
    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err()).contains("diverged at step 0", "not finite");
    assertThat(fog.weights("weights.csv")).containsExactly(0.25, 0.25, 0.25, 0.25);
  }

  @Test
  void aSingularCovarianceHasNoExactSolutionAndIsStillRun() {
    fog.write("twins.csv", "A,B\n1,1\n2,2\n0,0\n-1,-1\n");
    Ran ran = fog.run("portfolio --returns twins.csv --exact --json summary.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).startsWith("fog portfolio: note: --exact left out: ");
    assertThat(fog.json("summary.json").get("exactObjective").isNull()).isTrue();
  }
}
