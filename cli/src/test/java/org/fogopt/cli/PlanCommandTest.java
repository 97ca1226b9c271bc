package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class PlanCommandTest {
  private static final String ONES = "plan --mf 1 --mg 1 --lf 1 --lg 1 --delta 1 --eps 0.1";

  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void kit() {
    fog = new FogKit(folder);
  }

  private JsonNode plan(String mode, String batches, int theorem) {
    return StreamSupport.stream(fog.json("plan.json").get("plans").spliterator(), false)
        .filter(p -> p.get("mode").asString().equals(mode))
        .filter(p -> p.get("batches").asString().equals(batches))
        .filter(p -> p.get("theorem").asInt() == theorem)
        .findFirst()
        .orElseThrow();
  }

  /** Worked out by hand for m = n = 2000 and constants 1. */
  @ParameterizedTest
  @CsvSource({
    "printed,   '1,1,1',    2000, 6,        0.003727, 53666, 27, 483834, 429834, 488990.7",
    "corrected, '1,1,1',    2000, 6,        0.003727, 53666, 27, 483834, 429834, 488990.7",
    "printed,   '47,47,14',   56, 0.048632, 0.247382,   809, 15, 261504, 231504, 266901.4",
    "corrected, '48,48,14',   55, 0.327381, 0.096209,  2079, 38, 677020, 601020, 689164.9",
    "corrected, '48,48,95',   32, 0.083772, 0.249345,   803, 26, 452814, 400814, 461374.2",
    "printed,   '5,5,1',     546, 1.2,      0.015949, 12540, 23, 413374, 367374, 419608.5",
    "corrected, '5,5,1',     546, 4.4,      0.008329, 24012, 44, 791296, 703296, 798000.0",
  })
  void givenBatchesCostWhatTheTableSays(
      String mode,
      String batch,
      long q,
      double variance,
      double eta,
      long steps,
      long restarts,
      double paper,
      double strict,
      double bound) {
    Ran ran = fog.run(ONES + " -m 2000 -n 2000 --json plan.json --batch " + batch);
    assertThat(ran.exit()).as(ran.err()).isZero();
    JsonNode plan = plan(mode, "given", 1);
    assertThat(plan.get("q").asLong()).isEqualTo(q);
    assertThat(plan.get("So").asDouble()).isCloseTo(variance, within(5e-7));
    assertThat(plan.get("eta").asDouble()).isCloseTo(eta, within(5e-7));
    assertThat(plan.get("T").asLong()).isEqualTo(steps);
    assertThat(plan.get("restarts").asLong()).isEqualTo(restarts);
    assertThat(plan.get("callsPaper").asDouble()).isEqualTo(paper);
    assertThat(plan.get("callsStrict").asDouble()).isEqualTo(strict);
    assertThat(plan.get("bound").asDouble()).isCloseTo(bound, within(0.05));
    // and the same on the terminal
    assertThat(ran.out())
        .contains(batch, " " + q, " " + steps, "%.0f".formatted(paper), "%.1f".formatted(bound));
  }

  @Test
  void theCorollariesStandBesideEachOtherWithTheirCaveats() {
    Ran ran = fog.run(ONES + " -m 2000 -n 2000");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .contains("47,47,14", "48,48,95", "261504", "452814", "the lemma on F is false")
        .contains(
            "project it", "whole numbers", "What to do", "leave the method and its steps to fog")
        .doesNotContain("Theorem 2", "factor 3");
  }

  @Test
  void variancesGiveTheoremTwoWithRestartsThreeTimesLargerWhenCorrected() {
    Ran ran = fog.run(ONES + " --h1 1 --h2 2 --h3 3 --json plan.json");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("Theorem 2", "factor 3").doesNotContain("Theorem 1");
    // 3 H3 / eps^2 and 9 H3 / eps^2
    assertThat(plan("printed", "corollary", 2).get("S1L").asLong()).isBetween(900L, 901L);
    assertThat(plan("corrected", "corollary", 2).get("S1L").asLong()).isBetween(2700L, 2701L);
    assertThat(plan("corrected", "corollary", 2).get("S2L").asLong()).isBetween(1800L, 1801L);
    assertThat(plan("corrected", "corollary", 2).get("S3L").asLong()).isBetween(900L, 901L);
  }

  @Test
  void batchesOfMoreThanThereAreAreCutAndSo() {
    Ran ran = fog.run(ONES + " -m 10 -n 10 --batch 20,5,5 --json plan.json");
    assertThat(ran.exit()).isZero();
    assertThat(plan("corrected", "given", 1).get("S1").asLong()).isEqualTo(10);
    assertThat(ran.out()).contains("S = 20,5,5 is cut to the m = 10 and n = 10 components");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " --estimate"})
  void ofAPortfolioItTellsHowFarTheoryIsFromPractice(String how) {
    fog.writeReturns();
    Ran ran = fog.run("plan portfolio --returns returns.csv --json plan.json" + how);
    assertThat(ran.exit()).as(ran.err()).isZero();
    JsonNode constants = fog.json("plan.json").get("constants");
    assertThat(constants.get("Lg").asDouble()).isZero();
    assertThat(fog.json("plan.json").get("m").asLong()).isEqualTo(60);
    assertThat(ran.out()).startsWith("What to do\n");
    assertThat(ran.out().replaceAll("\\s+", " "))
        .contains("To run what is guaranteed: --algorithm sarah-c --step ")
        .contains("Hessian's largest eigenvalue", "g is affine", "Theorem 1", "Theorem 2")
        .contains(how.isEmpty() ? "bounds in closed form" : "an estimate, not a bound");
  }

  @Test
  void anEstimateIsBelowTheBounds() {
    fog.writeReturns();
    fog.run("plan portfolio --returns returns.csv --json bound.json");
    fog.run("plan portfolio --returns returns.csv --estimate --json estimate.json");
    for (String name : new String[] {"Mg", "Mf", "Lf", "Delta"}) {
      assertThat(fog.json("estimate.json").get("constants").get(name).asDouble())
          .isPositive()
          .isLessThanOrEqualTo(
              fog.json("bound.json").get("constants").get(name).asDouble() * (1 + 1e-9));
    }
  }

  @Test
  void ofABoundedValueFunctionNoBallIsNeeded() {
    Ran ran = fog.run("plan value --nonlinear");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("for all x").doesNotContain("the ball is");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "plan --mf 1|--mg: missing",
        "plan --mf 1 --mg 1 --lf 1 --lg 1 --delta 1 --eps 0.1|Theorem 1 needs",
        "plan --mf 1 --mg 1 --lf 1 --lg 1 --delta 1 --eps 0.1 -m 5|-n: missing",
        "plan --mf 1 --mg 0 --lf 1 --lg 1 --delta 1 --eps 0.1 -m 5 -n 5|M_g must be positive",
        "plan --mf 1 --mg 1 --lf 1 --lg 1 --delta 1 --eps 0.1 --h1 1|--h2: missing",
        "plan portfolio --radius 0|--radius: expected a positive number",
        "plan portfolio --eps -1|--eps: expected a positive number"
      })
  void whatIsMissingOrWrongIsNamed(String command, String complaint) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).singleElement().asString().contains(complaint);
  }
}
