package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.fogopt.cli.output.Invocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code fog compare} and {@code fog repeat}. */
class CompareTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void files() {
    fog = new FogKit(folder);
    fog.writeReturns();
    fog.writeChains();
    fog.writePoints();
  }

  @Test
  void aTableTellsWhoReachedWhat() {
    Ran ran =
        fog.run(
            "fog compare portfolio --returns returns.csv --algorithms auto,sarah-c:auto,gd --grid"
                + " powers --seeds 1-3 --passes 200");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("3 seeds, 200 passes each", "passes to 1e-6", "tuning calls")
        .containsPattern("sarah-c:auto +automatic .* 0\\R")
        .containsPattern("\\Rauto +automatic .* 0\\R")
        .containsPattern("\\Rauto: .+ ran \\(.+\\)\\R")
        .containsPattern("gd +0\\.\\d+ ");
  }

  @Test
  void methodsWithoutAStepSizeHaveNoGrid() {
    Ran ran =
        fog.run(
            "fog compare portfolio --returns returns.csv --algorithms newton,lbfgs,gd --grid"
                + " powers --seeds 1 --passes 200");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .containsPattern("newton +automatic .* 0\\R")
        .containsPattern("lbfgs +automatic .* 0\\R")
        .containsPattern("gd +0\\.\\d+ ");
  }

  @Test
  void filesHoldTheTableTheCurvesAndTheReport() {
    Ran ran =
        fog.run(
            "fog compare value --transitions transitions.csv --algorithms agd,gd --step auto"
                + " --passes 30 --seeds 4,5 --report report.html --plot curves.svg --result"
                + " result.json --csv table.csv --quiet");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).isEmpty();
    assertThat(fog.cells("table.csv")).hasSize(3);
    assertThat(fog.read("report.html"))
        .contains(
            "fog compare value", "agd", "[\"seeds\",\"4, 5\"]", "fingerprint of the data", "1e-8");
    assertThat(fog.read("curves.svg")).contains("<svg", "agd");
    JsonNode result = fog.json("result.json");
    assertThat(result.get("seeds").toString()).isEqualTo("[4,5]");
    assertThat(result.get("results")).hasSize(2);
    assertThat(result.get("fingerprint").asString()).hasSize(16);
    assertThat(result.get("version").asString()).isNotEmpty();
    assertThat(fog.read("result.json")).doesNotContain("seconds", "NaN", "Infinity");
  }

  @Test
  void aMapIsMeasuredAgainstTheLowestSeen() {
    Ran ran =
        fog.run(
            "fog compare embed --data points.csv --perplexity 5 --algorithms sarah-c:auto,gd"
                + " --step auto --passes 15 --seeds 1");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("objective above the lowest seen");
  }

  @Test
  void aResultIsRepeatedByteForByte() {
    compareToRepeat();
    Ran ran = fog.run("fog", "repeat", folder.resolve("result.json").toString());
    assertThat(ran.exit()).as(ran.out() + ran.err()).isZero();
    assertThat(ran.out()).contains("the same, all " + fog.read("result.json").length() + " bytes");
    assertThat(fog.files()).doesNotContain("stray.html"); // nothing else is written again
  }

  @Test
  void otherDataAreNoticed() {
    compareToRepeat();
    fog.write("returns.csv", fog.read("returns.csv").replaceFirst("\n(\\d+),[^,]+", "\n$1,9.5"));
    Ran ran = fog.run("fog", "repeat", folder.resolve("result.json").toString());
    assertThat(ran.exit()).isEqualTo(1);
    assertThat(ran.out())
        .contains("not the same")
        .containsPattern("line \\d+ was +\"fingerprint\"");
  }

  private void compareToRepeat() {
    Ran ran =
        fog.run(
            "fog compare portfolio --returns returns.csv --algorithms sarah-c,scgd,vrsc-pg --grid"
                + " 1e-3,1e-2 --seeds 2-4 --passes 20 --threads 2 --result result.json --report"
                + " report.html -q");
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @Test
  void whatDoesNotMatterToTheResultIsNotRecorded() {
    List<String> args =
        new ArrayList<>(
            List.of("compare", "value", "--threads", "3", "-q", "--report=r.html", "--seeds=1-2"));
    var commands = new Fog().commandLine().getSubcommands();
    assertThat(Invocation.whatMatters(commands.get("compare").getCommandSpec(), args))
        .containsExactly("compare", "value", "--seeds=1-2");
    List<String> every = List.of("--every", "5");
    assertThat(Invocation.whatMatters(commands.get("value").getCommandSpec(), every)).isEmpty();
    assertThat(Invocation.whatMatters(commands.get("backtest").getCommandSpec(), every))
        .isEqualTo(every);
    assertThat(Invocation.line(List.of("compare", "it's", "a b")))
        .isEqualTo("fog compare 'it'\\''s' 'a b'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --algorithms sarah-c,best   | --algorithms: there is no algorithm "best"
          --algorithms gd,gd          | gd takes part already
          --set gd.q=3 --algorithms gd | --set: gd: there is no parameter "q"
          --set auto.q=3              | --set: the automatic choice takes no parameters; set them of a method, such as sarah-c.q=20
          --set q=3                   | --set: expected NAME.KEY=VALUE
          --seeds 5-1                 | expected at most 1000 seeds such as 1-5 or 3,5,8, found "5-1"
          --seeds x                   | expected at most 1000 seeds
          --grid 0,1                  | expected paper, powers or positive numbers
          --grid paper --step auto    | --grid and --step: only one of them can be given
          --passes 0                  | --passes: expected a positive number
          --goal 2                    | --goal: expected above 0 and below 1
          --plot curves.pdf           | --plot: expected a name that ends in .png or .svg
          --csv returns.csv           | --csv: returns.csv is the file of --returns
          --threads 0                 | --threads: expected 1 to 1024
          """)
  void badUsageIsOneClearLine(String options, String complaint) {
    Ran ran = fog.run("fog compare portfolio --returns returns.csv " + options);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains(complaint);
    assertThat(ran.errLines()).hasSize(1);
  }

  @Test
  void onlyResultsCanBeRepeated() {
    for (String name : List.of("returns.csv", "none.json")) {
      Ran ran = fog.run("fog", "repeat", folder.resolve(name).toString());
      assertThat(ran.exit()).isEqualTo(2);
      assertThat(ran.errLines()).hasSize(1);
    }
  }

  @Test
  void aGridOfPowersIsNotAdvisedToWhoHasOne() {
    Ran ran =
        fog.run(
            "compare portfolio --algorithms gd,agd --passes 3 --grid powers --returns returns.csv");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).doesNotContain("--grid powers");
    Ran given =
        fog.run(
            "compare portfolio --algorithms gd --passes 3 --grid 1e-9,1e-8 --returns returns.csv");
    assertThat(given.out()).contains("at the edge of its grid; a wider grid, or --grid powers,");
  }
}
