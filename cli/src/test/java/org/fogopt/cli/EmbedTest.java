package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fog embed}: files in, a map out, and what is wrong said in a line. */
class EmbedTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    fog.writePoints();
  }

  @ParameterizedTest
  @CsvSource({"gauss, pairs", "gauss, points", "gauss, paper", "student, pairs", "student, points"})
  void theExampleRunsWithEveryKernelAndSplit(String kernel, String split) {
    Ran ran =
        fog.run(
            "embed --passes 60 --algorithm sarah-c --json s.json --kernel %s --split %s"
                .formatted(kernel, split));
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("the built-in example: 300 points of 10 columns", "divergence");
    var json = fog.json("s.json");
    assertThat(json.get("points").asInt()).isEqualTo(300);
    assertThat(json.get("kernel").asString()).isEqualTo(kernel);
    assertThat(json.get("klDivergence").asDouble()).isPositive();
    assertThat(json.get("trustworthiness").asDouble()).isBetween(0.7, 1.0);
    assertThat(json.get("neighbourAgreement").asDouble()).isBetween(0.8, 1.0);
    assertThat(json.get("clippedEstimates").asLong()).isNotNegative();
    assertThat(json.get("passes").asDouble()).isLessThanOrEqualTo(60);
  }

  @Test
  void aNumberThatIsMissingInAnArrayIsNamedByRowAndColumn() throws Exception {
    double[] values = new Random(1).doubles(60).toArray();
    values[3] = -999; // a number like others, as in CSV
    values[20] = Double.NaN;
    Files.write(folder.resolve("points.npy"), npy(20, 3, values));
    assertThat(fog.run("embed --data points.npy").err())
        .isEqualTo(
            "fog embed: points.npy: row 7, column 3: the value is missing; fill it in, or use"
                + " --missing fill, drop-rows or drop-columns\n");
    assertThat(fog.run("embed --data points.npy --missing fill").out())
        .contains("20 points of 4 columns");
    assertThat(fog.run("embed --data points.npy --missing drop-rows").out())
        .contains("19 points of 3 columns");
    assertThat(fog.run("embed --data points.npy --missing drop-columns").out())
        .contains("20 points of 2 columns");
    assertThat(fog.run("learn --data points.npy --target column1").out())
        .contains("column3=(missing)");
  }

  private static byte[] npy(int rows, int columns, double[] values) {
    String header =
        "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }\n".formatted(rows, columns);
    var buffer =
        ByteBuffer.allocate(10 + header.length() + 8 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
            .putShort((short) header.length())
            .put(header.getBytes(StandardCharsets.US_ASCII));
    Arrays.stream(values).forEach(buffer::putDouble);
    return buffer.array();
  }

  @Test
  void everyFileIsWritten() throws Exception {
    Ran ran =
        fog.run(
            "embed --data points.csv --perplexity 5 --kernel student --passes 40 --dimensions 3"
                + " --out places.csv --json s.json --trace t.csv --plot map.png");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("wrote places.csv, s.json, t.csv, map.png");
    List<String[]> places = fog.cells("places.csv");
    assertThat(places).hasSize(61);
    assertThat(places.get(0)).containsExactly("label", "x1", "x2", "x3");
    assertThat(places.get(1)[0]).isEqualTo("red");
    assertThat(Double.parseDouble(places.get(60)[3])).isFinite();
    List<String[]> trace = fog.cells("t.csv");
    int divergence = trace.get(0).length - 1;
    assertThat(trace.get(0)[divergence]).isEqualTo("klDivergence");
    double last = Double.parseDouble(trace.get(trace.size() - 1)[divergence]);
    assertThat(last).isLessThan(Double.parseDouble(trace.get(1)[divergence]));
    assertThat(Files.size(fog.path("map.png"))).isGreaterThan(1000);
  }

  @Test
  void theSameSeedGivesTheSameMapOnAnyNumberOfThreads() {
    fog.run("embed --data points.csv --perplexity 5 --passes 30 --threads 1 --out a.csv");
    fog.run("embed --data points.csv --perplexity 5 --passes 30 --threads 3 --out b.csv");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
  }

  @Test
  void tSneIsTheDefaultAndSaysWhatItTookForLabels() {
    Ran usual = fog.run("embed points.csv --perplexity 5 --passes 30 --out a.csv");
    assertThat(usual.exit()).as(usual.err()).isZero();
    assertThat(usual.out()).contains("by t-SNE", "labels: column 1 (\"colour\")");
    fog.run("embed points.csv --perplexity 5 --passes 30 --kernel tsne --labels=first --out b.csv");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
    Ran named = fog.run("embed points.csv --labels=a --perplexity 5 --passes 30");
    assertThat(named.out())
        .contains(
            "labels: column 2 (\"a\")",
            "column 1 (\"colour\") holds categories: a column for each");
  }

  @Test
  void tSneRunsItsWholeScheduleUnlessToldOtherwise() {
    Ran ran = fog.run("embed --data points.csv --kernel student --out a.csv --json s.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains(
            "t-sne, seed 1", "early exaggeration 12.0 in the first 250 steps", "made 750 steps")
        .doesNotContain("not converged");
    assertThat(fog.json("s.json").get("steps").asLong()).isEqualTo(750);
    assertThat(fog.json("s.json").get("neighboursKept10").asDouble()).isBetween(0.3, 1.0);
    assertThat(fog.json("s.json").get("silhouette").asDouble()).isBetween(0.3, 1.0);
    Ran some =
        fog.run("embed --data points.csv --kernel student --passes 90 --threads 3 --json t.json");
    assertThat(some.exit()).as(some.err()).isZero();
    assertThat(fog.json("t.json").get("steps").asLong()).isEqualTo(30);
  }

  @Test
  void aScheduleThatTheUserCutIsSaidToBeCutAndIsNoFailureToConverge() {
    Ran cut = fog.run("embed points.csv --perplexity 5 --passes 90 --json s.json");
    assertThat(cut.out())
        .startsWith("cut short: 30 of the 750 steps of the schedule, all under early exaggeration")
        .doesNotContain("not converged");
    assertThat(fog.json("s.json").get("schedule").asString()).isEqualTo("cut short");
    Ran later = fog.run("embed points.csv --perplexity 5 --passes 900 --json s.json");
    assertThat(later.out())
        .startsWith("cut short: 300 of the 750 steps")
        .doesNotContain("all under early exaggeration");
    Ran whole = fog.run("embed points.csv --perplexity 5 --json s.json --report report.html");
    assertThat(whole.out()).startsWith("points.csv: 60 points").doesNotContain("cut short");
    assertThat(fog.json("s.json").get("schedule").asString()).isEqualTo("whole");
    assertThat(fog.read("report.html")).doesNotContain("\"out of budget\"");
  }

  /** So few points that a minimum is reached before the schedule ends. */
  @Test
  void aMapThatHasConvergedIsNotCutShort() throws Exception {
    Files.write(folder.resolve("p.npy"), npy(40, 300, new Random(2).doubles(12_000).toArray()));
    Ran ran = fog.run("embed --data p.npy --tolerance 1e-2 --json s.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(fog.json("s.json").get("steps").asLong()).isBetween(251L, 749L);
    assertThat(ran.out()).startsWith("p.npy: 40 points").doesNotContain("cut short");
    assertThat(fog.json("s.json").get("schedule").asString()).isEqualTo("whole");
  }

  /** The others are then one place of the start, as far as a double can tell. */
  @Test
  void onePointVeryFarOutLeavesAMapOfTheOthers() throws Exception {
    double[] values = new Random(3).doubles(300).toArray();
    Arrays.fill(values, 0, 3, 1e60);
    Files.write(folder.resolve("p.npy"), npy(100, 3, values));
    Ran ran = fog.run("embed --data p.npy --json s.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    var json = fog.json("s.json");
    assertThat(json.get("steps").asLong()).isEqualTo(750);
    assertThat(json.get("trustworthiness").asDouble()).isGreaterThan(0.9);
  }

  @Test
  void theMapIsJudgedBeforeItsMethodIsNamed() {
    String out = fog.run("embed points.csv --perplexity 5 --passes 90").out();
    assertThat(out.indexOf("trustworthiness")).isBetween(0, out.indexOf("t-sne, seed 1"));
  }

  @Test
  void newPointsComeIntoAMapThatThereIs() {
    fog.write("more.csv", fog.read("points.csv"));
    fog.run("embed --data points.csv --kernel student --perplexity 5 --out map.csv");
    Ran ran = fog.run("embed --data points.csv --map map.csv --transform more.csv --out new.csv");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out().lines())
        .containsExactly(
            "60 new points placed into a map of 60; wrote new.csv",
            "  labels: column 1 (\"colour\")");
    List<String[]> old = fog.cells("map.csv");
    List<String[]> places = fog.cells("new.csv");
    assertThat(places).hasSize(61);
    double moved = 0;
    double size = 0;
    for (int t = 1; t <= 60; t++) {
      double dx = Double.parseDouble(places.get(t)[1]) - Double.parseDouble(old.get(t)[1]);
      double dy = Double.parseDouble(places.get(t)[2]) - Double.parseDouble(old.get(t)[2]);
      moved += Math.hypot(dx, dy) / 60;
      size = Math.max(size, Math.abs(Double.parseDouble(old.get(t)[1])));
    }
    assertThat(moved).isLessThan(size / 3);
  }

  @Test
  void aNamedMethodMinimisesTSneInsteadOfItsOwn() {
    Ran ran = fog.run("embed --kernel student --algorithm lbfgs --passes 60 --json s.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(fog.json("s.json").get("algorithm").asString()).isEqualTo("lbfgs");
  }

  @Test
  void labelsMayComeFromAFileAndPointsBeLimited() {
    fog.write("labels.txt", "label\n" + "up\ndown\n".repeat(30));
    Ran ran =
        fog.run(
            "embed --data points.csv --labels labels.txt --rows 40 --passes 20 --out a.csv --init"
                + " random");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(fog.cells("a.csv")).hasSize(41);
    assertThat(fog.cells("a.csv").get(2)[0]).isEqualTo("down");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--data none.csv | none.csv: does not exist; check the name and the folder",
        "--data points.csv --perplexity 30 | --perplexity: a perplexity of 30 needs more than 90"
            + " points, not 60; take at most 19",
        "--perplexity 1 | --perplexity: expected at least 2, found 1.0",
        "--perplexity 5 --bandwidth 1 | --perplexity and --bandwidth: only one of them can be given",
        "--kernel cauchy | expected gauss or student, found \"cauchy\"",
        "--split halves | expected points, pairs or paper, found \"halves\"",
        "--split paper | --split: paper needs --kernel gauss, and the default is student",
        "--missing never | --missing: expected refuse, fill, drop-rows or drop-columns, found \"never\"",
        "--init middle | expected pca, random or line, found \"middle\"",
        "--scale 1/0 | expected a number, found \"1/0\"",
        "--scale -2 | --scale: expected a positive number, found -2.0",
        "--dimensions 0 | --dimensions: expected 1 to 1000, found 0",
        "--labels points.csv | --labels: needs --data, which was not given",
        "--data points.csv --out points.csv | --out: points.csv is the file of --data",
        "--plot map.pdf | --plot: expected a name that ends in .png or .svg",
        "--map points.csv | --map: needs --transform, the new points",
        "--transform points.csv | --transform: needs --map, the map that they come into",
        "--transform points.csv --map map.csv | --transform: needs --out, for the new places",
        "--transform points.csv --map map.csv --out o.csv --kernel gauss | --kernel: changes nothing here",
        "--transform points.csv --map map.csv --out o.csv --bandwidth 2 | --bandwidth: changes nothing here",
        "--transform points.csv --map map.csv --out o.csv --perplexity 9 | --perplexity: changes nothing here",
        "--transform points.csv --map map.csv --out o.csv --dimensions 3 | --dimensions: changes nothing here",
        "--transform points.csv --map map.csv --out o.csv --json s.json | --json: changes nothing here",
        "--bandwidth 0 | --bandwidth: expected a positive number, found 0.0",
      })
  void whatIsWrongIsSaidInALine(String options, String message) {
    Ran ran = fog.run("embed " + options);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b\\n%1$s | 1,2 | all 40 points are the same; a map needs points that differ",
        "a,b\\n1e200,3\\n%1$s | 1,2 | the largest number is 1.0e+200: squares of distances are no numbers",
        "a,b\\n1e100,3\\n%1$s | 1,2 | the largest number is 1.0e+100: squares of distances are no numbers",
        "a,b\\n1e-200,0\\n%1$s | 0,0 | the largest number is 1.0e-200: squares of distances are no numbers",
        "a,b\\n0,3\\n1,2 | 0,0 | holds only 2 rows; a map needs at least 7",
      })
  void pointsThatNoMapCanShowAreRefused(String text, String row, String message) {
    String rows = (row + "\n").repeat(40);
    fog.write("odd.csv", text.replace("\\n", "\n").formatted(rows));
    Ran ran = fog.run("embed --data odd.csv");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err()).contains(message);
  }

  @Test
  void newPointsNeedTheColumnsOfTheMapAndMayBeOne() {
    fog.write("p.csv", "a,b,c\n" + numbers(60));
    fog.run("embed --data p.csv --passes 30 --out map.csv");
    fog.write("turned.csv", "b,a,c\n" + numbers(5));
    Ran turned = fog.run("embed --data p.csv --map map.csv --transform turned.csv --out new.csv");
    assertThat(turned.exit()).isEqualTo(2);
    assertThat(turned.err())
        .contains("turned.csv: column \"b\" stands where the points of the map have \"a\"");
    fog.write("two.csv", "a,b\n1,2\n");
    Ran two = fog.run("embed --data p.csv --map map.csv --transform two.csv --out new.csv");
    assertThat(two.exit()).isEqualTo(2);
    assertThat(two.err())
        .contains(
            "two.csv: has 2 columns of numbers, the points of the map 3; give the same columns in"
                + " the same order: a, b, c");
    fog.write("one.csv", "a,b,c\n1,2,3\n");
    Ran one = fog.run("embed --data p.csv --map map.csv --transform one.csv --out new.csv");
    assertThat(one.exit()).as(one.err()).isZero();
    assertThat(fog.cells("new.csv")).hasSize(2);
  }

  @Test
  void aReportOffersTheColumnsAsColours() {
    fog.write("p.csv", "height,width,depth\n" + numbers(60));
    fog.run("embed --data p.csv --passes 30 --report page.html");
    assertThat(fog.read("page.html"))
        .contains("\"columns\":[{\"name\":\"height\"", "{\"name\":\"depth\"");
  }

  @Test
  void labelsThatAreAQuantityHaveNoAgreement() {
    StringBuilder text = new StringBuilder("a,b,c,label\n");
    List<String> rows = numbers(60).lines().toList();
    for (int t = 0; t < 60; t++) {
      text.append(rows.get(t)).append(',').append(t / 7.0).append('\n');
    }
    fog.write("q.csv", text.toString());
    Ran ran = fog.run("embed --data q.csv --passes 30");
    assertThat(ran.out()).contains("labels: column 4").doesNotContain("label agreement");
  }

  private static String numbers(int rows) {
    Random random = new Random(4);
    StringBuilder text = new StringBuilder();
    for (int t = 0; t < rows; t++) {
      text.append(random.nextGaussian()).append(',').append(random.nextGaussian());
      text.append(',').append(random.nextGaussian()).append('\n');
    }
    return text.toString();
  }

  @Test
  void otherMethodsWorkToo() {
    for (String method : List.of("gd", "vrsc-pg", "scgd", "storm-c")) {
      Ran ran = fog.run("embed --passes 20 --algorithm " + method);
      assertThat(ran.exit()).as(method + ran.err()).isIn(0, 3);
    }
  }
}
