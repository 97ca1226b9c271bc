package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Constraints on weights, and charges for them. */
class ConstraintsTest {
  private static final double FEASIBLE = 1e-12;

  @TempDir Path folder;
  private FogKit fog;
  private double[][] returns;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    returns = fog.writeReturns();
  }

  private double[] weights(String options) {
    Ran ran = fog.run("portfolio --returns returns.csv -q --out w.csv --passes 2000 " + options);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return fog.weights("w.csv");
  }

  private String group(String text) {
    return "--group " + fog.write("groups.csv", text);
  }

  private String refusal(String options) {
    List<String> before = fog.files();
    Ran ran = fog.run("portfolio --returns returns.csv --out new.csv " + options);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.errLines()).hasSize(1);
    assertThat(fog.files()).isEqualTo(before);
    return ran.err().replace("fog portfolio: ", "").strip();
  }

  private static void assertBetween(double least, double most, double[] x) {
    for (double weight : x) {
      assertThat(weight).isBetween(least, most);
    }
  }

  private static double sum(double... x) {
    return Arrays.stream(x).sum();
  }

  /**
   * −mean + variance + l1 |x|₁ + l2 |x|², least by a grid of step 1/100 over the allowed weights.
   */
  private double leastOnGrid(double cap, double l1, double l2) {
    var portfolio = new Portfolio(returns, 1);
    double least = Double.POSITIVE_INFINITY;
    int n = 100;
    for (int a = 0; a <= n; a++) {
      for (int b = 0; a + b <= n; b++) {
        for (int c = 0; a + b + c <= n; c++) {
          double[] x = {a * 1.0 / n, b * 1.0 / n, c * 1.0 / n, (n - a - b - c) * 1.0 / n};
          if (Arrays.stream(x).max().orElse(0) <= cap + 1e-9) {
            double squares = Arrays.stream(x).map(w -> w * w).sum();
            least = Math.min(least, portfolio.objective(x) + l1 + l2 * squares);
          }
        }
      }
    }
    return least;
  }

  @Test
  void longOnlyAndFullyInvested() {
    double[] x = weights("--long-only --budget 1 --json s.json");
    assertBetween(0, Double.MAX_VALUE, x);
    assertThat(sum(x)).isCloseTo(1, within(FEASIBLE));
    double objective = fog.json("s.json").get("objective").asDouble();
    assertThat(objective).isCloseTo(new Portfolio(returns, 1).objective(x), within(1e-12));
    assertThat(objective)
        .isLessThanOrEqualTo(leastOnGrid(1, 0, 0))
        .isCloseTo(leastOnGrid(1, 0, 0), within(1e-3));
  }

  @Test
  void chargesAreCountedInTheObjective() {
    double[] x = weights("--long-only --budget 1 --l1 0.5 --l2 2 --max-weight 0.3 --json s.json");
    assertBetween(0.0, 0.3, x);
    assertThat(sum(x)).isCloseTo(1, within(FEASIBLE));
    double objective = fog.json("s.json").get("objective").asDouble();
    assertThat(objective)
        .isLessThanOrEqualTo(leastOnGrid(0.3, 0.5, 2) + 1e-12)
        .isCloseTo(leastOnGrid(0.3, 0.5, 2), within(1e-3));
  }

  @Test
  void weightsStayBetweenTheBounds() {
    double[] x = weights("--min-weight -0.01 --max-weight 0.02");
    assertBetween(-0.01, 0.02, x);
    assertThat(weights("--min-weight 0.25 --max-weight 0.25 --budget 1")).containsOnly(0.25);
    assertBetween(0.1, 1, weights("--long-only --min-weight 0.1 --budget 1"));
  }

  @Test
  void aBudgetOfAnySizeIsMet() {
    assertThat(sum(weights("--budget 0"))).isCloseTo(0, within(FEASIBLE));
    assertThat(sum(weights("--budget -3"))).isCloseTo(-3, within(FEASIBLE));
    assertThat(sum(weights("--budget 1e3"))).isCloseTo(1e3, within(1e3 * FEASIBLE));
  }

  @Test
  void capsOnGroupsAreKept() {
    double[] x =
        weights(
            "--long-only --budget 1 "
                + group("asset,group,cap\nAlpha,low,0.3\nBeta,low,0.3\nDelta,high,0.2\n"));
    assertThat(sum(x)).isCloseTo(1, within(FEASIBLE));
    assertThat(x[0] + x[1]).isLessThanOrEqualTo(0.3 + FEASIBLE);
    assertThat(x[3]).isLessThanOrEqualTo(0.2 + FEASIBLE);
    assertBetween(0, Double.MAX_VALUE, x);
    double[] capped = weights(group("Gamma,g,-1\nDelta,g,-1\n"));
    assertThat(capped[2] + capped[3]).isCloseTo(-1, within(FEASIBLE));
  }

  @Test
  void anL1ChargeGivesExactZeros() {
    // The largest mean return is below 1, so nothing pays for its charge.
    assertThat(weights("--l1 100 --start ones")).containsOnly(0);
    assertThat(weights("--l1 100 --start zeros")).containsOnly(0);
    double[] some = weights("--l1 0.2");
    assertThat(some).contains(0);
    assertThat(sum(some)).isNotZero();
  }

  /** (2C + 2 l2) x = mean is 2 C' x = mean of returns whose covariance is C + l2. */
  @Test
  void withSquaresAloneThereIsAnExactSolution() {
    double l2 = 0.75;
    double[][] more = new double[returns.length * 4 * 2][4];
    double spread = Math.sqrt(l2 * 4);
    for (int i = 0; i < returns.length; i++) {
      for (int k = 0; k < 4; k++) {
        for (int sign = 0; sign < 2; sign++) {
          double[] row = returns[i].clone();
          row[k] += sign == 0 ? spread : -spread;
          more[(i * 4 + k) * 2 + sign] = row;
        }
      }
    }
    double[] exact = new Portfolio(more, 1).minimiser();
    double[] x = weights("--l2 " + l2 + " --exact --tolerance 1e-10 --json s.json");
    assertThat(x).containsExactly(exact, within(1e-8));
    JsonNode summary = fog.json("s.json");
    assertThat(summary.get("exactObjective").asDouble())
        .isCloseTo(new Portfolio(more, 1).objective(exact), within(1e-12));
    assertThat(summary.get("relativeGap").asDouble()).isCloseTo(0, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--long-only", "--l1 1", "--max-weight 1", "--min-weight 0"})
  void withMoreThanABudgetAndSquaresThereIsNone(String option) {
    Ran ran = fog.run("portfolio --returns returns.csv --exact --json s.json " + option);
    assertThat(ran.exit()).isZero();
    assertThat(ran.err())
        .isEqualTo(
            "fog portfolio: note: --exact left out: bounds, groups and --l1 need more than one linear"
                + " solve\n");
    assertThat(fog.json("s.json").get("exactObjective").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --long-only --min-weight -0.5       | --long-only and --min-weight clash: a weight of at least 0 cannot be as low as -0.5
          --long-only --max-weight -0.5       | --long-only and --max-weight clash: no weight is at least 0.0 and at most -0.5
          --min-weight 0.3 --max-weight 0.2   | --min-weight and --max-weight clash: no weight is at least 0.3 and at most 0.2
          --max-weight 0.2 --budget 1         | the constraints clash: the budget asks for a sum of 1, but the bounds on 4 entries allow at most 0.8
          --min-weight 0.3 --budget 1         | the constraints clash: the budget asks for a sum of 1, but the bounds on 4 entries allow at least 1.2
          --l1 -1                             | --l1: expected at least 0, found -1.0
          --l2 -1                             | --l2: expected at least 0, found -1.0
          --budget NaN                        | --budget: expected a number, found "NaN"
          --max-weight much                   | --max-weight: expected a number, found "much"
          --group                             | --group: needs a value, FILE
          """)
  void constraintsThatClashAreNamed(String options, String message) {
    assertThat(refusal(options)).contains(message);
  }

  @Test
  void groupsThatClashAreNamed() {
    String caps = group("Alpha,a,0.125\nBeta,b,0.125\nGamma,b,0.125\n");
    assertThat(refusal("--long-only --budget 1 --max-weight 0.5 " + caps))
        .isEqualTo(
            "the constraints clash: the budget asks for a sum of 1, but the bounds and groups on 4"
                + " entries allow 0 to 0.75");
    assertThat(refusal("--min-weight 0.125 " + caps))
        .startsWith("the constraints clash: the group b must sum to ");
  }

  @Test
  void aFileOfGroupsThatIsWrongIsNamedWithRowAndColumn() {
    assertThat(refusal(group("asset,group,cap\nAlpha,a,0.1\nOmega,a,0.1\n")))
        .startsWith("groups.csv: row 3, column 1 (\"asset\"): the asset \"Omega\" is not in");
    assertThat(refusal(group("asset,group,cap\nAlpha,a,lots\n")))
        .startsWith("groups.csv: row 2, column 3 (\"cap\"): expected a finite number");
    assertThat(refusal("--group " + folder.resolve("none.csv"))).startsWith("none.csv: ");
  }

  /** The set is bounded, so a step of any length lands in it. */
  @ParameterizedTest
  @ValueSource(strings = {"1e6", "1e100", "1e300"})
  void aStepFarTooLongLeavesFeasibleWeights(String step) {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv -q --long-only --budget 1 --out w.csv --passes 50"
                + " --algorithm sarah-c --step "
                + step);
    assertThat(ran.exit()).isIn(0, 3);
    double[] x = fog.weights("w.csv");
    assertBetween(0, Double.MAX_VALUE, x);
    assertThat(sum(x)).isCloseTo(1, within(FEASIBLE));
  }

  @Test
  void afterDivergenceTheWeightsAreFeasible() {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv -q --budget 1 --algorithm sarah-c --step 1e6 --out w.csv --passes 500");
    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(sum(fog.weights("w.csv"))).isCloseTo(1, within(FEASIBLE));
  }
}
