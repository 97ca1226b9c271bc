package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What fog portfolio writes, and that it agrees with itself and with a slower computation. */
class PortfolioFilesTest {
  /** Sums of 60 products of numbers near 1, added in another order. */
  private static final double ROUNDING = 1e-12;

  private static final int PERIODS = 60;

  @TempDir Path folder;
  private FogKit fog;
  private Portfolio portfolio;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    portfolio = new Portfolio(fog.writeReturns(), 1);
  }

  private Ran run(String options) {
    Ran ran = fog.run("portfolio --returns returns.csv " + options);
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    return ran;
  }

  @Test
  void weightsAreWrittenInTheOrderOfTheColumnsAndAreNearTheExactOnes() {
    run("--out weights.csv");
    List<String[]> cells = fog.cells("weights.csv");
    assertThat(cells.get(0)).containsExactly("asset", "weight");
    assertThat(cells.stream().skip(1).map(row -> row[0])).isEqualTo(FogKit.ASSETS);
    // |x - x*| <= |gradient| / (2 * least eigenvalue of C); the gradient is 1e-6 of the first one.
    assertThat(fog.weights("weights.csv")).containsExactly(portfolio.minimiser(), within(1e-4));
  }

  @Test
  void weightsCanBeReadBackToTheLastBitAsAStart() {
    run("--out weights.csv");
    run("--start weights.csv --passes 1 --out again.csv"); // too little for a single step
    assertThat(fog.read("again.csv")).isEqualTo(fog.read("weights.csv"));
  }

  @Test
  void theSummaryHoldsEveryFieldAndAgreesWithAnIndependentComputation() {
    run("--exact --start ones --seed 3 --out weights.csv --json summary.json");
    JsonNode summary = fog.json("summary.json");
    double[] x = fog.weights("weights.csv");
    double least = portfolio.objective(portfolio.minimiser());
    double first = portfolio.objective(new double[] {1, 1, 1, 1});

    assertThat(summary.get("objective").asDouble())
        .isCloseTo(portfolio.objective(x), within(ROUNDING));
    assertThat(summary.get("gradientNorm").asDouble())
        .isCloseTo(portfolio.gradientNorm(x), within(ROUNDING));
    assertThat(summary.get("exactObjective").asDouble()).isCloseTo(least, within(ROUNDING));
    assertThat(summary.get("relativeGap").asDouble())
        .isCloseTo((portfolio.objective(x) - least) / (first - least), within(ROUNDING));

    long calls = summary.get("calls").asLong();
    long callsPaper = summary.get("callsPaper").asLong();
    assertThat(calls).isPositive().isLessThanOrEqualTo(callsPaper);
    long secondOrder = summary.get("secondOrderCalls").asLong();
    assertThat(summary.get("passes").asDouble())
        .isEqualTo((callsPaper + secondOrder) / (double) PERIODS);
    assertThat(summary.get("steps").asLong()).isPositive();
    assertThat(summary.get("seconds").asDouble()).isPositive();
    assertThat(summary.get("stop").asString()).isEqualTo("tolerance");
    assertThat(summary.get("algorithm").asString()).isNotBlank().isNotEqualTo("auto");
    assertThat(summary.get("seed").asLong()).isEqualTo(3);
    assertThat(summary.get("chosen").isObject()).isTrue();

    assertThat(summary.get("periods").asLong()).isEqualTo(PERIODS);
    assertThat(summary.get("assets").asLong()).isEqualTo(4);
    assertThat(summary.get("riskAversion").asDouble()).isEqualTo(1);
    assertThat(summary.get("source").asString()).endsWith("returns.csv");
  }

  @Test
  void withoutExactTheSummaryHasNoGap() {
    run("--json summary.json");
    assertThat(fog.json("summary.json").has("exactObjective")).isFalse();
    assertThat(fog.json("summary.json").has("relativeGap")).isFalse();
  }

  @Test
  void callsAreThoseOfTheFormulasOfThePaper() {
    // Restarts at steps 0, 10, 20, 30: each 2m + n calls, the other 27 steps 2 (S1 + S2 + S3) each,
    // and not one more fits into the budget.
    int spent = 4 * 3 * PERIODS + 27 * 2 * (5 + 5 + 1);
    run(
        "--algorithm sarah-c --step 1e-3 --epoch 10 --batch 5,5,1 --tolerance 0 --json summary.json --passes "
            + spent / (double) PERIODS);
    JsonNode summary = fog.json("summary.json");
    assertThat(summary.get("callsPaper").asLong()).isEqualTo(spent);
    assertThat(summary.get("steps").asLong()).isEqualTo(31);
    assertThat(summary.get("stop").asString()).isEqualTo("passes");
    // Definition 1: value and Jacobian of a component at the same point are one call.
    assertThat(summary.get("calls").asLong()).isLessThan(spent);
  }

  @Test
  void theTraceHasItsColumnsGrowsAndAgreesWithTheSummary() {
    run("--start ones --trace trace.csv --json summary.json");
    List<String[]> trace = fog.cells("trace.csv");
    assertThat(trace.get(0))
        .containsExactly(
            "step",
            "calls",
            "callsPaper",
            "secondOrderCalls",
            "passes",
            "objective",
            "gradientNorm",
            "eta",
            "seconds",
            "algorithm");
    double[] ones = {1, 1, 1, 1};
    assertThat(number(trace.get(1), 0)).isZero();
    assertThat(number(trace.get(1), 5)).isCloseTo(portfolio.objective(ones), within(ROUNDING));
    assertThat(number(trace.get(1), 6)).isCloseTo(portfolio.gradientNorm(ones), within(1e-11));
    for (int i = 1; i < trace.size(); i++) {
      String[] row = trace.get(i);
      assertThat(row).hasSize(10);
      assertThat(number(row, 4)).isEqualTo((number(row, 2) + number(row, 3)) / PERIODS);
      assertThat(number(row, 7)).isPositive();
      if (i > 1) {
        for (int k : new int[] {0, 1, 2}) {
          assertThat(number(row, k)).isGreaterThan(number(trace.get(i - 1), k));
        }
        assertThat(number(row, 8)).isGreaterThanOrEqualTo(number(trace.get(i - 1), 8));
      }
    }
    String[] last = trace.get(trace.size() - 1);
    JsonNode summary = fog.json("summary.json");
    assertThat(number(last, 0)).isEqualTo(summary.get("steps").asDouble());
    assertThat(number(last, 1)).isEqualTo(summary.get("calls").asDouble());
    assertThat(number(last, 2)).isEqualTo(summary.get("callsPaper").asDouble());
    assertThat(number(last, 3)).isEqualTo(summary.get("secondOrderCalls").asDouble());
    assertThat(number(last, 5)).isCloseTo(summary.get("objective").asDouble(), within(ROUNDING));
    assertThat(number(last, 6)).isCloseTo(summary.get("gradientNorm").asDouble(), within(ROUNDING));
    assertThat(number(last, 6)).isLessThanOrEqualTo(1e-6 * number(trace.get(1), 6));
  }

  private static double number(String[] row, int k) {
    return Double.parseDouble(row[k]);
  }

  @Test
  void everythingAskedForIsWrittenAndNamedAndNothingElse() throws Exception {
    Ran ran =
        run("--out weights.csv --json summary.json --trace trace.csv --plot picture.png --exact");
    assertThat(fog.files())
        .containsExactly("picture.png", "returns.csv", "summary.json", "trace.csv", "weights.csv");
    assertThat(ran.out()).endsWith("wrote weights.csv, summary.json, trace.csv, picture.png\n");
    assertThat(Files.size(fog.path("picture.png"))).isPositive();
  }

  @Test
  void anOldFileIsReplaced() {
    fog.write("weights.csv", "old\n".repeat(1000));
    run("--out weights.csv");
    assertThat(fog.cells("weights.csv")).hasSize(5);
  }

  @Test
  void namesOfAssetsMayHoldSeparatorsAndQuotes() {
    fog.write("odd.csv", "\"a,b\",\"c\"\"d\",é<&>\n1,2,3\n2,1,5\n0,0,1\n-1,1,2\n3,1,0\n");
    Ran ran = fog.run("portfolio --returns odd.csv --out weights.csv --plot odd.svg");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(fog.read("weights.csv")).contains("\n\"a,b\",", "\n\"c\"\"d\",", "\né<&>,");
    assertThat(fog.read("odd.svg")).contains("é&lt;&amp;&gt;");
    Ran again = fog.run("portfolio --returns odd.csv --start weights.csv -q");
    assertThat(again.exit()).as(again.err()).isZero();
  }
}
