package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** fog value, from files to files. */
class ValueTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    fog.writeChains();
  }

  private Ran run(String options) {
    Ran ran = fog.run("value " + options);
    assertThat(ran.exit()).as(ran.err()).isZero();
    return ran;
  }

  private JsonNode summary(String options) {
    run(options + " -q --json summary.json");
    return fog.json("summary.json");
  }

  /** The frog's values by repeated substitution: 0.9^400 is below rounding. */
  private static double[] frog() {
    double[] v = new double[3];
    for (int k = 0; k < 400; k++) {
      double[] next = new double[3];
      for (int s = 0; s < 3; s++) {
        for (int j = 0; j < 3; j++) {
          next[s] += FogKit.JUMPS[s][j] * (FogKit.GAINS[s][j] + 0.9 * v[j]);
        }
      }
      v = next;
    }
    return v;
  }

  /** All of them hold the same chain; the log has its frequencies. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--transitions transitions.csv",
        "--transitions mdp.csv --policy policy.csv",
        "--transitions log.csv",
        "--transitions P.csv --rewards R.csv",
        "--transitions transitions.csv --algorithm gd",
      })
  void everyFormatGivesTheValues(String options) {
    run(options + " --discount 0.9 --tolerance 1e-11 --passes 1e5 --out values.csv");
    List<String[]> cells = fog.cells("values.csv");
    assertThat(cells.get(0)).containsExactly("state", "value");
    assertThat(cells.stream().skip(1).map(row -> row[0])).containsExactlyElementsOf(FogKit.STONES);
    double[] expected = frog();
    for (String[] row : cells.subList(1, 4)) {
      assertThat(Double.parseDouble(row[1]))
          .isCloseTo(expected[FogKit.STONES.indexOf(row[0])], within(1e-7));
    }
  }

  @Test
  void theSummaryTellsWhatWasFound() {
    JsonNode summary =
        summary("--transitions transitions.csv --discount 0.9 --exact --tolerance 1e-10");
    assertThat(summary.get("problem").asString()).isEqualTo("value function");
    assertThat(summary.get("source").asString()).endsWith("transitions.csv");
    assertThat(summary.get("states").asInt()).isEqualTo(3);
    assertThat(summary.get("features").asInt()).isZero();
    assertThat(summary.get("discount").asDouble()).isEqualTo(0.9);
    assertThat(summary.get("split").asString()).isEqualTo("centred");
    assertThat(summary.get("relativeGap").asDouble()).isLessThan(1e-12);
    assertThat(summary.get("largestError").asDouble()).isLessThan(1e-6);
    double rms = summary.get("bellmanResidual").asDouble();
    assertThat(3 * rms * rms).isCloseTo(summary.get("objective").asDouble(), within(1e-15));
  }

  /** With V = a + b·place: the least squares of three residuals, two unknowns, by hand. */
  @Test
  void featuresLeaveAResidualBehind() {
    JsonNode summary =
        summary(
            "--transitions transitions.csv --features features.csv --discount 0.9 --exact"
                + " --passes 1e5 --tolerance 1e-10");
    assertThat(summary.get("features").asInt()).isEqualTo(2);
    // Residuals of left, middle, right: 0.1a − b − 1, 0.1a − 0.45b − 3, 0.1a + b − 2.
    double[][] a = {{0.1, -1}, {0.1, -0.45}, {0.1, 1}};
    double[] r = {1, 3, 2};
    double aa = 0;
    double ab = 0;
    double bb = 0;
    double ar = 0;
    double br = 0;
    double rr = 0;
    for (int s = 0; s < 3; s++) {
      aa += a[s][0] * a[s][0];
      ab += a[s][0] * a[s][1];
      bb += a[s][1] * a[s][1];
      ar += a[s][0] * r[s];
      br += a[s][1] * r[s];
      rr += r[s] * r[s];
    }
    double det = aa * bb - ab * ab;
    double least = rr - (ar * ar * bb - 2 * ar * br * ab + br * br * aa) / det;
    assertThat(summary.get("exactObjective").asDouble()).isCloseTo(least, within(1e-12));
    assertThat(summary.get("objective").asDouble()).isCloseTo(least, within(1e-9));
  }

  @Test
  void thePapersMdpIsSolvedWithNothingGiven() {
    JsonNode summary = summary("--random-mdp 400,10,100,1 --exact");
    assertThat(summary.get("stop").asString()).isEqualTo("tolerance");
    assertThat(summary.get("relativeGap").asDouble()).isLessThan(1e-8);
    assertThat(summary.get("largestError").asDouble()).isLessThan(1e-6);
    JsonNode tabular = summary("--random-mdp 400,10,0,1 --exact");
    assertThat(tabular.get("largestError").asDouble()).isLessThan(1e-6);
  }

  @Test
  void withoutOptionsTheEmbeddedExampleRuns() {
    Ran ran = run("");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out())
        .startsWith("the built-in example: 42 states, discount 0.95\n")
        .contains("\n  chosen automatically: ")
        .contains("\nBellman error ", "wear 0 brisk")
        .doesNotContain("wrote", "exact minimum");
    JsonNode summary = summary("--exact");
    assertThat(summary.get("relativeGap").asDouble()).isLessThan(1e-6);
    assertThat(summary.get("converged").asBoolean()).isTrue();
    assertThat(summary("--exact --algorithm agd").get("largestError").asDouble()).isLessThan(1e-4);
  }

  /** Never above the start, whatever is chosen and wherever the run stops. */
  @ParameterizedTest
  @ValueSource(strings = {"", "--output best", "--nonlinear", "--nonlinear --output best"})
  void aShortRunIsNoWorseThanTheStart(String options) {
    for (int passes : new int[] {1, 10, 30}) {
      double start = summary(options + " --passes 0.1").get("objective").asDouble();
      JsonNode summary = summary(options + " --passes " + passes);
      assertThat(summary.get("objective").asDouble()).isLessThanOrEqualTo(start);
      assertThat(summary.get("passes").asDouble()).isLessThanOrEqualTo(passes);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--nonlinear"})
  void aSimulatorIsFollowed(String more) {
    JsonNode summary =
        summary(
            "--random-mdp 50,5,10,1 --online --algorithm sarah-c --restart 1000,1000,50 --passes 3000 "
                + more);
    assertThat(summary.get("problem").asString()).isEqualTo("value function, simulated");
    assertThat(summary.get("objective").asDouble()).isLessThan(11.5); // 12.335 at the start
    assertThat(summary.get("passes").asDouble()).isLessThanOrEqualTo(3000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--nonlinear"})
  void aSimulatorNeedsNoNameOfAMethod(String more) {
    JsonNode summary = summary("--random-mdp 50,5,10,1 --online " + more);
    assertThat(summary.get("objective").asDouble()).isLessThan(11.5); // 12.335 at the start
    assertThat(summary.get("algorithmReason").asString()).isNotBlank();
  }

  @Test
  void methodsWithoutRestartsFollowASimulatorToo() {
    JsonNode summary = summary("--random-mdp 50,5,10,1 --online --algorithm scgd --passes 500");
    assertThat(summary.get("objective").asDouble()).isLessThan(12.33);
  }

  @Test
  void boundedValuesHaveNoExactSolutionWithFeatures() {
    Ran ran = run("--random-mdp 40,2,3,1 --nonlinear --exact");
    assertThat(ran.err())
        .isEqualTo(
            "fog value: no exact solution: non-linear values of features have no solution by linear"
                + " algebra\n");
    assertThat(ran.out()).doesNotContain("exact minimum");
  }

  @Test
  void valuesComeFirstAndTheMethodAfterThem() {
    Ran ran = run("--transitions transitions.csv --exact");
    assertThat(ran.out())
        .containsSubsequence(
            "3 states, discount 0.95", "\n  right ", "\nBellman error", "\nnewton", "\nstopped ");
  }

  /** A table for another command is no slip in a cell: the remedy is the right command. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Date,Shares,Bonds\n2024-01-01,100,50\n2024-01-02,101,49\n",
        "A,B\n0.1,-0.2\n0.3,0.1\n-0.2,0.4\n",
        "date,ticker,return\n2024-01-01,A,0.1\n2024-01-01,B,0.2\n",
        "x,y,species\n1,2,setosa\n2,3,virginica\n",
        "asset,weight\nA,0.5\nB,0.5\n",
        "a,b\n0.5,0.6\n0.2,0.8\n"
      })
  void aTableWithoutTransitionsIsSentToItsCommand(String table) {
    fog.write("table.csv", table);
    Ran ran = fog.run("fog value table.csv");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err())
        .startsWith("fog value: table.csv: holds no transitions; ")
        .contains("state,reward,next_state", "--rewards", "'fog portfolio'", "'fog embed'");
  }

  @Test
  void theEndOfAnEpisodeIsNoState() {
    fog.write(
        "log.csv", "state,reward,next_state,terminated\na,1,b,0\nb,2,a,1\na,1,b,0\nb,2,a,1\n");
    Ran ran =
        run(
            "--transitions log.csv --discount 1 --out values.csv --json summary.json --plot v.svg"
                + " --report r.html");
    assertThat(ran.out()).contains(": 2 states, discount 1").doesNotContain("(end)");
    assertThat(fog.weights("values.csv")).containsExactly(new double[] {3, 2}, within(1e-6));
    assertThat(fog.read("summary.json") + fog.read("v.svg") + fog.read("r.html"))
        .doesNotContain("(end)");
    assertThat(fog.json("summary.json").get("states").asInt()).isEqualTo(2);
  }

  @Test
  void bothSplitsEndAtTheSameValues() {
    run("--random-mdp 60,3,5,1 --split paper -q --tolerance 1e-10 --out paper.csv");
    run("--random-mdp 60,3,5,1 --split centred -q --tolerance 1e-10 --out centred.csv");
    double[] paper = fog.weights("paper.csv");
    assertThat(fog.weights("centred.csv")).containsExactly(paper, within(1e-6));
  }

  @Test
  void traceAndPictureAreWritten() {
    run("--transitions transitions.csv --exact --trace trace.csv --plot values.svg");
    assertThat(fog.cells("trace.csv").get(0)).contains("passes", "objective");
    assertThat(fog.read("values.svg")).contains("Values", "middle", "3 states");
  }

  @Test
  void episodesMayEnd() {
    fog.write("end.csv", "state,reward,next_state\na,1,b\nb,2,\n");
    run("--transitions end.csv --absorbing --discount 0.5 -q --tolerance 1e-10 --out values.csv");
    assertThat(fog.weights("values.csv")).containsExactly(new double[] {2, 2}, within(1e-6));
  }

  @Test
  void aValueThatRoundsToZeroHasNoSign() {
    fog.write("small.csv", "state,reward,next_state\na,1,b\nb,-1e-9,\n");
    assertThat(run("--transitions small.csv --absorbing").out())
        .contains("  b      0.000000\n")
        .doesNotContain("-0.000000");
  }

  /** A walk over 1 … 3 that ends beyond either side; the right end brings 1: V(s) = s/4. */
  @Test
  void aLogOfEpisodesIsValuedWithoutDiscount() {
    fog.write(
        "walk.csv",
        """
        time,obs,reward,next_obs,terminated,truncated
        1,1,0,0,1,0
        2,1,0,2,0,0
        3,2,0,1,0,1
        4,2,0,3,0,0
        5,3,0,2,0,1
        6,3,1,4,1,0
        """);
    Ran ran = run("--transitions walk.csv --discount 1 --exact --out values.csv");
    assertThat(fog.weights("values.csv"))
        .containsExactly(new double[] {0.25, 0.5, 0.75}, within(1e-9));
    assertThat(ran.out())
        .contains("terminated: 2 of 6 transitions end an episode; what follows is worth 0")
        .contains("truncated: 2 of 6 transitions end an episode early")
        .contains("columns not used: time")
        .contains("standard errors over 4 episodes");
    assertThat(fog.cells("values.csv").get(0)).containsExactly("state", "value", "standard_error");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nonlinear | the values are not linear",
        "--features twice.csv | the features depend on each other",
        "--features nearly.csv | the features depend on each other",
      })
  void whyThereAreNoStandardErrorsIsSaid(String options, String why) {
    fog.write("episodes.csv", "state,reward,next_state,done\na,1,b,0\nb,3,a,1\na,2,b,0\nb,5,a,1\n");
    fog.write("twice.csv", "state,one,two\na,1,2\nb,3,6\n");
    fog.write("nearly.csv", "state,one,two\na,1,2\nb,3,6.0000001\n");
    Ran ran =
        run("--transitions episodes.csv --out v.csv --json s.json --report r.html " + options);
    assertThat(ran.out()).contains("no standard errors: " + why);
    assertThat(fog.read("r.html")).contains("No standard errors: " + why);
    assertThat(fog.cells("v.csv").get(0)).doesNotContain("standard_error");
    assertThat(fog.json("s.json").get("noStandardErrors").asString()).isEqualTo(why);
  }

  /**
   * One feature, 1 of a and 2 of b, no discount of what follows: Σ N φ² x = Σ N φ r, with a left
   * thrice and b once. Under a policy the log still says how often states were visited.
   */
  @ParameterizedTest
  @ValueSource(strings = {"", " --policy always.csv"})
  void theFixedPointWeighsStatesByTheirVisitsInOneEpisodeToo(String policy) {
    fog.write(
        "one.csv", "state,action,reward,next_state\na,go,3,a\na,go,3,a\na,go,3,b\nb,go,1,a\n");
    fog.write("always.csv", "state,action,probability\na,go,1\nb,go,1\n");
    fog.write("line.csv", "state,x\na,1\nb,2\n");
    JsonNode summary = summary("--transitions one.csv --features line.csv --discount 0" + policy);
    assertThat(summary.get("fixedPointWeights").get("x").asDouble())
        .isCloseTo((3 * 3 + 2.0) / (3 + 4), within(1e-12));
    // The residual weighs both states alike: (1·3 + 2·1)/(1 + 4).
    assertThat(summary.get("weights").get("x").asDouble()).isCloseTo(1, within(1e-9));
  }

  @Test
  void aStateOfOneEpisodeHasNoStandardError() {
    fog.write("rare.csv", "state,reward,next_state,done\na,1,b,0\nb,3,a,1\na,2,a,1\n");
    Ran ran = run("--transitions rare.csv --out v.csv --json s.json");
    assertThat(ran.out())
        .contains("standard errors over 2 episodes; none for 1 state valued by a single episode");
    assertThat(fog.read("v.csv")).containsPattern("\nb,[0-9.]+,\n");
    assertThat(fog.json("s.json").get("standardErrors").get("b").isNull()).isTrue();
    // a: returns 1 + 0.95·3 and 2, each half their difference off the mean, 2 episodes.
    assertThat(fog.json("s.json").get("standardErrors").get("a").asDouble())
        .isCloseTo((1 + 0.95 * 3 - 2) / 2, within(1e-9));
  }

  /** Two features, V = a + b·place, so other places have values, too. */
  @Test
  void otherStatesAreValuedByTheWeights() {
    Ran ran =
        run("--transitions transitions.csv --features features.csv --out v.csv --json s.json");
    assertThat(ran.out()).contains("fixed point ", "orthogonal to the");
    assertThat(fog.cells("v.csv").get(0)).containsExactly("state", "value", "fixed_point");
    JsonNode weights = fog.json("s.json").get("weights");
    List<String> names = List.copyOf(weights.propertyNames());
    fog.write("new.csv", "state,%s,%s\nhalf,0.5,1\n".formatted(names.get(1), names.get(0)));
    run("--weights s.json --features new.csv --out new-values.csv -q");
    double expected =
        weights.get(names.get(0)).asDouble() + 0.5 * weights.get(names.get(1)).asDouble();
    assertThat(fog.weights("new-values.csv"))
        .containsExactly(new double[] {expected}, within(1e-12));
    run("--weights s.json --features features.csv --out again.csv -q");
    assertThat(fog.cells("again.csv").stream().map(row -> row[1]).sorted())
        .isEqualTo(fog.cells("v.csv").stream().map(row -> row[1]).sorted().toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --discount 1.5                   | --discount: expected 0 to 1, found 1.5
          --discount -0.5                  | --discount: expected 0 to 1, found -0.5
          --discount 1                     | a discount of 1 needs episodes that end, but from state wear 0 slack no end is reached; take a discount below 1, or mark the ends: a column terminated, or an empty next state and --absorbing
          --weights w.json                 | --weights: expected the states to be valued, as --features FILE, and no transitions
          --weights P.csv --features features.csv | P.csv: is no JSON; name the file that 'fog value --features FEATURES --json FILE' wrote
          --random-mdp 400,10,100          | --random-mdp: expected states, actions, features and seed such as 400,10,100,1, found "400,10,100"
          --random-mdp 0,10,100,1          | --random-mdp: a random MDP needs at least 1 state and 1 action and no fewer than 0 features, not 0, 10 and 100
          --split even                     | --split: expected centred or paper, found "even"
          --online --algorithm sarah-c     | --online: a simulator has no last transition to restart on; give --restart S1,S2,S3, such as 1000,1000,1000, or leave --algorithm out
          --rewards R.csv                  | --rewards: goes with --transitions only
          --policy policy.csv              | --policy: goes with --transitions only
          --absorbing                      | --absorbing: goes with --transitions only
          --random-mdp 5,1,1,1 --features features.csv | --features: goes with --transitions only
          --random-mdp 5,1,1,1 --algorithm sarah-c --batch 6,1,1 | --batch: expected S1 to be at most 5, found 6
          --transitions P.csv              | P.csv: is a matrix of probabilities without rewards; give them with --rewards
          --transitions nowhere.csv        | nowhere.csv: does not exist; check the name and the folder
          --transitions log.csv --policy policy.csv | policy.csv: log.csv has no column action to choose; leave --policy out
          --transitions log.csv --out log.csv | --out: log.csv is the file of --transitions; choose another name
          --transitions log.csv --random-mdp 5,1,1,1 | --transitions=FILE, --random-mdp=N,A,D,SEED: only one of them can be given
          """)
  void whatMakesNoSenseIsRefusedInOneLine(String options, String said) {
    List<String> before = fog.files();
    Ran ran = fog.run("value " + options);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err().replace(" (see 'fog value --help')", ""))
        .isEqualTo("fog value: " + said + "\n");
    assertThat(fog.files()).isEqualTo(before);
  }

  @Test
  void aStepThatIsTooLongIsToldAndWhatWasFoundIsKept() {
    Ran ran =
        fog.run(
            "value --random-mdp 50,2,5,1 --algorithm sarah-c --step 10 --epoch 50 --out values.csv");
    assertThat(ran.exit()).isEqualTo(3);
    assertThat(ran.err()).contains("diverged", "values.csv");
    assertThat(fog.weights("values.csv")).hasSize(50);
  }
}
