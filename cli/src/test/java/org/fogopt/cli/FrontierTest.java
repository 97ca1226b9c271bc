package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.fogopt.cli.output.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrontierTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"variance", "cvar:0.9", "evar:0.9", "mad"})
  void pointsAreEvenlySpacedAndRisksGrow(String risk) throws IOException {
    Path csv = folder.resolve("frontier.csv");
    var run =
        fog(
            "frontier",
            "--points",
            "9",
            "--risk",
            risk,
            "--max-weight",
            "0.4",
            "--out",
            csv.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("largest ratio").contains(risk);
    List<String> lines = Files.readAllLines(csv);
    assertThat(lines).hasSize(10);
    assertThat(lines.get(0)).startsWith("point,expectedReturn,volatility,riskValue,ratio,gapBound");
    double[][] rows = lines.stream().skip(1).map(FrontierTest::numbers).toArray(double[][]::new);
    double step = (rows[8][1] - rows[0][1]) / 8;
    for (int k = 0; k < 9; k++) {
      assertThat(Arrays.stream(rows[k]).skip(6).sum()).isCloseTo(1, within(1e-8));
      assertThat(Arrays.stream(rows[k]).skip(6).max().orElseThrow()).isLessThan(0.4 + 1e-9);
      assertThat(rows[k][1]).isCloseTo(rows[0][1] + k * step, within(1e-7));
      assertThat(rows[k][3]).isGreaterThanOrEqualTo(rows[Math.max(0, k - 1)][3] - 1e-7);
    }
  }

  private FogKit.Ran fog(String... words) {
    return new FogKit(folder).run(words);
  }

  private static double[] numbers(String line) {
    return Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  @Test
  void chartsAndReportsHoldThePoints() throws IOException {
    Path svg = folder.resolve("f.svg");
    Path html = folder.resolve("f.html");
    Path json = folder.resolve("f.json");
    var run =
        fog(
            "frontier",
            "--points",
            "5",
            "-q",
            "--plot",
            svg.toString(),
            "--report",
            html.toString(),
            "--json",
            json.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(svg).content().contains("expected return");
    assertThat(html).content().contains("Weights along the frontier").contains("AREA");
    assertThat(json).content().contains("\"tangency\"").contains("\"gapBound\"");
    assertThat(json).content().contains("\"units\" : \"percent\"");
  }

  /** Two assets over a benchmark that is the second, which is a point without risk then. */
  @Test
  void assetsAreMarkedInTheSampleOfTheFrontier() {
    var kit = new FogKit(folder);
    kit.write("r.csv", "a,b,i\n2,1,1\n-1,0,0\n3,2,2\n1,-1,-1\n");
    var run =
        kit.run(
            "frontier --returns r.csv --units percent --points 3 --risk deviation --benchmark i"
                + " --report f.html");
    assertThat(run.exit()).as(run.err()).isZero();
    // a − i is 1, −1, 1, 2: its mean 3/4, its variance 7/4 − 9/16
    assertThat(kit.read("f.html")).contains("0.75", "" + Math.sqrt(7 / 4.0 - 9 / 16.0));
    assertThat(kit.read("f.html")).contains("at least this expected return");
    double plain = Math.sqrt(15 / 4.0 - 25 / 16.0); // of a itself
    assertThat(kit.read("f.html")).doesNotContain("" + plain);
  }

  /**
   * Of means 1/2 and 1, of variances 1 and without correlation, the first of which is held: a share
   * t of the second costs 0.4 t, so that the largest ratio after costs is that of means 1/2 and
   * 0.6. Before costs the ratio of t = 6/11 is 8.5/√61, and that of 2/3 is larger.
   */
  @Test
  void noRatioAfterCostsIsAboveTheLargest() {
    var kit = new FogKit(folder);
    kit.write("r.csv", "A,B\n1.5,2\n1.5,0\n-0.5,2\n-0.5,0\n");
    kit.write("p.csv", "asset,weight\nA,1\nB,0\n");
    var run =
        kit.run(
            "frontier --returns r.csv --units percent --points 30 --costs 0.2 --previous p.csv"
                + " --json f.json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("costs are part of the objective; the ratio is after them");
    var json = kit.json("f.json");
    double largest = json.get("tangency").get("ratio").asDouble();
    assertThat(largest).isCloseTo(Math.sqrt(0.61), within(1e-9));
    json.get("points")
        .forEach(point -> assertThat(point.get("ratio").asDouble()).isLessThanOrEqualTo(largest));
  }

  /**
   * Two of these sum to 1 only if they are A and B, which earn nothing; the third's return of 0.4
   * takes all three.
   */
  @Test
  void pointsThatFewAssetsDoNotReachAreLeftOut() {
    var kit = new FogKit(folder);
    kit.write("r.csv", "A,B,C\n1,1,3\n1,-1,-1\n-1,1,-1\n-1,-1,3\n");
    kit.write("b.csv", "asset,least,most\nA,,0.5\nB,,0.5\nC,,0.4\n");
    var run =
        kit.run(
            "frontier --returns r.csv --units percent --points 5 --bounds b.csv --max-assets 2"
                + " --json f.json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("4 of 5 points are left out", "--max-assets");
    assertThat(kit.json("f.json").get("points")).hasSize(1);
  }

  /** From 1 to 31 January and from April on. */
  @Test
  void gapsInTheDatesArePointedOut() {
    StringBuilder text = new StringBuilder("date,A,B\n");
    for (int t = 0; t < 60; t++) {
      var date = LocalDate.of(2024, t < 31 ? 1 : 4, 1).plusDays(t < 31 ? t : t - 31);
      text.append(date).append(",%s,%s\n".formatted(100 + t % 7, 100 + t % 5));
    }
    var kit = new FogKit(folder);
    kit.write("p.csv", text.toString());
    for (String command : List.of("frontier --points 3", "backtest --window 20 --samples 0")) {
      var run = kit.run(command + " --prices p.csv");
      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.err()).contains("a gap in the dates, 61 days from 2024-01-31 to 2024-04-01");
    }
  }

  @Test
  void filesThatAreReadAreNotWritten() {
    var kit = new FogKit(folder);
    kit.write("g.csv", "asset,group,cap\nGold,metal,0.5\n");
    kit.write("i.csv", "index\n1\n2\n");
    String index = folder.resolve("i.csv").toString();
    String group = folder.resolve("g.csv").toString();
    assertThat(kit.run("frontier --group " + group + " --out g.csv").err()).contains("--group");
    assertThat(kit.run("portfolio --risk mad --benchmark " + index + " --out i.csv").err())
        .contains("--benchmark");
    assertThat(kit.read("g.csv") + kit.read("i.csv")).contains("metal", "index");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThat(fog("frontier", "--points", "1").err()).contains("--points");
    assertThat(fog("frontier", "--risk", "value").err()).contains("semivariance");
    assertThat(fog("frontier", "--max-weight", "0.01").err()).contains("clash");
    assertThat(fog("frontier", "--benchmark", "nothing").err())
        .contains("neither a column of the returns nor a file");
  }

  @Test
  void boundsAndRowsComeFromFiles() throws IOException {
    Path bounds = folder.resolve("bounds.csv");
    Files.writeString(bounds, "asset,least,most\nGold,0.05,0.1\n");
    Path rows = folder.resolve("rows.csv");
    Files.writeString(rows, "row,least,most,Gold,Utilities\nboth,0.3,,1,1\n");
    Path csv = folder.resolve("f.csv");
    var run =
        fog(
            "frontier",
            "--points",
            "3",
            "--bounds",
            bounds.toString(),
            "--constraints",
            rows.toString(),
            "--out",
            csv.toString());
    assertThat(run.exit()).as(run.err()).isZero();
    List<String> lines = Files.readAllLines(csv);
    List<String> header = List.of(lines.get(0).split(","));
    for (String line : lines.subList(1, 4)) {
      double[] row = numbers(line);
      double gold = row[header.indexOf("Gold")];
      assertThat(gold).isBetween(0.05 - 1e-9, 0.1 + 1e-9);
      assertThat(gold + row[header.indexOf("Utilities")]).isGreaterThan(0.3 - 1e-9);
    }
    Files.writeString(bounds, "asset,least,most\nGolf,0.05,0.1\n");
    assertThat(fog("frontier", "--bounds", bounds.toString()).err()).contains("Golf");
    Files.writeString(bounds, "asset,least,most\nGold,5%,10%\n");
    assertThat(fog("frontier", "--bounds", bounds.toString()).err())
        .contains("column 2 (\"least\")");
    Files.writeString(bounds, "asset,least,most\nGold,0.5,0.1\n");
    assertThat(fog("frontier", "--bounds", bounds.toString()).err()).contains("clash");
  }

  /** Two rows −a and a: short a and long b has the largest return, and the floor says how short. */
  @Test
  void aFloorOfTheFileTakesThePlaceOfTheAssumedOne() {
    var kit = new FogKit(folder);
    kit.write("r.csv", "a,b\n-2,1\n1,2\n-2,3\n1,0.5\n");
    kit.write("b.csv", "asset,least,most\na,-0.2,\n");
    String words =
        "portfolio --returns r.csv --units percent --objective max-return --bounds b.csv ";
    var run = kit.run(words + "--json s.json");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(kit.json("s.json").get("weights").get("a").asDouble()).isCloseTo(-0.2, within(1e-8));
    assertThat(kit.run(words + "--long-only --json s.json").exit()).isZero();
    assertThat(kit.json("s.json").get("weights").get("a").asDouble()).isCloseTo(0, within(1e-8));
  }

  @Test
  void anAssetHasOneRowOfBoundsAndOneColumnOfCoefficients() {
    var kit = new FogKit(folder);
    kit.write("b.csv", "asset,least,most\nGold,0.1,\nUtilities,,0.2\nGold,,0.3\n");
    assertThat(kit.run("frontier --bounds b.csv").err())
        .contains("b.csv", "row 4", "\"Gold\"", "second time", "one row");
    kit.write("c.csv", "row,least,most,Gold,Utilities,Gold\nsome,0.1,,1,1,2\n");
    assertThat(kit.run("frontier --constraints c.csv").err())
        .contains("c.csv", "column 6", "\"Gold\"", "second time");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "frontier --start ones",
        "frontier --risk-aversion 2",
        "backtest --start zeros",
        "embed --split points"
      })
  void anOptionThatWouldChangeNothingIsRefused(String command) {
    FogKit.Ran ran = new FogKit(folder).run(command);
    assertThat(ran.exit()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.err()).contains(command.split(" ", -1)[1] + ": changes nothing here");
  }
}
