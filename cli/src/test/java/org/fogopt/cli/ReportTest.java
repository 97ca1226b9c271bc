package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.fogopt.cli.FogKit.Ran;
import org.fogopt.cli.output.ExitCode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code --report} of a single run. How a page looks is tested in lab, in a browser. */
class ReportTest {
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    fog.writeReturns();
    fog.writeChains();
    fog.writePoints();
  }

  private Ran run(String command) {
    Ran ran = fog.run(command);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    return ran;
  }

  private JsonNode page() {
    var matcher = DATA.matcher(fog.read("report.html"));
    assertThat(matcher.find()).isTrue();
    return JsonMapper.shared().readTree(matcher.group(1));
  }

  private static JsonNode section(JsonNode page, String title) {
    return StreamSupport.stream(page.get("sections").spliterator(), false)
        .filter(section -> section.get("title").asString().startsWith(title))
        .findFirst()
        .orElseThrow();
  }

  private static String cell(JsonNode grid, String row) {
    return StreamSupport.stream(grid.get("rows").spliterator(), false)
        .filter(cells -> cells.get(0).asString().equals(row))
        .map(cells -> cells.get(1).asString())
        .findFirst()
        .orElseThrow();
  }

  private static String fact(JsonNode page, String name) {
    return StreamSupport.stream(page.get("facts").spliterator(), false)
        .filter(pair -> pair.get(0).asString().equals(name))
        .map(pair -> pair.get(1).asString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPortfolioIsReportedWithItsGapWeightsAndData() throws Exception {
    Ran ran =
        run(
            "portfolio --returns returns.csv --exact --algorithm sarah-c --seed 3 --report report.html --json s.json"
                + " --trace t.csv --out w.csv");
    assertThat(ran.out()).contains("report.html");
    JsonNode page = page();
    JsonNode chart = section(page, "Convergence");
    JsonNode points = chart.at("/curves/0/points");
    var trace = fog.cells("t.csv");
    assertThat(chart.get("gapName").asString()).isEqualTo("gap to the exact minimum");
    assertThat(points).hasSize(trace.size() - 1);
    double least = fog.json("s.json").get("exactObjective").asDouble();
    for (int k = 0; k < points.size(); k++) {
      String[] row = trace.get(k + 1);
      assertThat(points.get(k).get(0).asDouble()) // calls
          .isEqualTo(Double.parseDouble(row[2]) + Double.parseDouble(row[3]));
      assertThat(points.get(k).get(3).asDouble()).isEqualTo(Double.parseDouble(row[5]) - least);
      assertThat(points.get(k).get(4).asDouble()).isEqualTo(Double.parseDouble(row[6]));
    }
    JsonNode weights = section(page, "Weights");
    double[] written = fog.weights("w.csv");
    for (int k = 0; k < written.length; k++) {
      assertThat(Double.parseDouble(cell(weights, FogKit.ASSETS.get(k))))
          .isCloseTo(written[k], within(1e-5 * Math.abs(written[k])));
    }
    byte[] sha =
        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(fog.path("returns.csv")));
    assertThat(fact(page, "returns"))
        .isEqualTo("returns.csv, SHA-256 " + HexFormat.of().formatHex(sha));
    assertThat(fact(page, "seed")).isEqualTo("3");
    assertThat(section(page, "Parameters of " + fact(page, "algorithm"))).isNotNull();
  }

  @Test
  void theCommandOnThePageGivesTheSameAgain() {
    run("portfolio --returns returns.csv --threads 2 --seed 5 -q --out a.csv --report report.html");
    String command = page().get("command").asString();
    assertThat(command).startsWith("fog portfolio --returns ").endsWith(" --seed 5");
    run(command + " --out b.csv");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
  }

  @Test
  void aPageOpensOnWhatWasFound() {
    run(
        "portfolio --returns returns.csv --budget 1 --long-only --report report.html --json s.json");
    JsonNode page = page();
    assertThat(titles(page)).startsWith("Figures", "Exposure and constraints", "Weights");
    assertThat(cell(section(page, "Figures"), "Sharpe ratio"))
        .isEqualTo("%.3f".formatted(fog.json("s.json").get("ratio").asDouble()));
    assertThat(cell(section(page, "Exposure"), "constraint")).isEqualTo("weights sum to 1, binds");
    double parts = 0;
    for (JsonNode row : section(page, "Weights").get("rows")) {
      parts += Double.parseDouble(row.get(2).asString());
    }
    assertThat(parts).isCloseTo(100, within(1e-3)); // printed with six digits
    run("value --transitions transitions.csv --report report.html");
    assertThat(titles(page())).startsWith("Values", "Results");
    run("embed --data points.csv --passes 20 --report report.html");
    assertThat(titles(page())).startsWith("Map", "Results");
  }

  private static List<String> titles(JsonNode page) {
    return StreamSupport.stream(page.get("sections").spliterator(), false)
        .map(section -> section.get("title").asString())
        .toList();
  }

  @Test
  void aRunOfTwoPointsIsASentenceAndNotAChart() {
    run("portfolio --returns returns.csv --report report.html --trace t.csv");
    assertThat(fog.cells("t.csv")).hasSizeLessThan(1 + 3);
    JsonNode convergence = section(page(), "Convergence");
    assertThat(convergence.get("kind").asString()).isEqualTo("text");
    assertThat(convergence.at("/paragraphs/0").asString()).contains("too few evaluations");
  }

  @Test
  void withoutAnExactMinimumTheObjectiveIsShownItselfToItsLastPoint() {
    run(
        "portfolio --returns returns.csv --algorithm sarah-c --passes 30 --report report.html"
            + " --trace t.csv");
    var trace = fog.cells("t.csv");
    JsonNode spots = section(page(), "Objective").at("/series/0/spots");
    assertThat(spots).hasSize(trace.size() - 1);
    assertThat(spots.get(spots.size() - 1).get(1).asDouble())
        .isEqualTo(Double.parseDouble(trace.get(trace.size() - 1)[5]));
    assertThat(section(page(), "Convergence").at("/curves/0/points"))
        .allMatch(point -> point.get(3).isNull());
  }

  @Test
  void valuesAreReported() {
    run("value --transitions transitions.csv --exact --report report.html --out v.csv");
    JsonNode page = page();
    assertThat(cell(section(page, "Values"), "middle")).isNotBlank();
    assertThat(cell(section(page, "Results"), "largest error of a value")).isNotBlank();
    assertThat(fact(page, "transitions")).startsWith("transitions.csv, SHA-256 ");
  }

  @Test
  void aMapIsReportedWithItsLabels() {
    run("embed --data points.csv --passes 20 --report report.html --out p.csv");
    JsonNode places = section(page(), "Map").get("places");
    var rows = fog.cells("p.csv");
    assertThat(places).hasSize(60);
    for (int k = 0; k < 60; k++) {
      assertThat(places.get(k).get(2).asString()).isEqualTo(rows.get(k + 1)[0]);
      assertThat(places.get(k).get(0).asDouble()).isEqualTo(Double.parseDouble(rows.get(k + 1)[1]));
      assertThat(places.get(k).get(1).asDouble()).isEqualTo(Double.parseDouble(rows.get(k + 1)[2]));
    }
  }

  @Test
  void aMapShowsItsDivergenceAndNoOtherNumberForIt() {
    run("embed --data points.csv --passes 240 --report report.html --json s.json");
    double divergence = fog.json("s.json").get("klDivergence").asDouble();
    JsonNode page = page();
    assertThat(titles(page)).contains("Kullback-Leibler divergence").doesNotContain("Objective");
    JsonNode spots = section(page, "Kullback-Leibler divergence").at("/series/0/spots");
    assertThat(spots.get(spots.size() - 1).get(1).asDouble()).isEqualTo(divergence);
    String shown = cell(section(page, "Results"), "Kullback-Leibler divergence");
    assertThat(Double.parseDouble(shown)).isCloseTo(divergence, within(1e-9));
    assertThat(cell(section(page, "Run"), "Kullback-Leibler divergence")).isEqualTo(shown);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "portfolio --risk cvar:0.9 --objective min-risk --long-only --budget 1",
        "frontier --long-only --budget 1 --points 3",
        "backtest --long-only --budget 1 --window 20 --every 20 --samples 0 --units percent",
      })
  void filesThatWereReadAreNamedWithTheirDigest(String command) throws Exception {
    run(command + " --returns returns.csv --report report.html");
    byte[] sha =
        MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(fog.path("returns.csv")));
    assertThat(fact(page(), "returns"))
        .isEqualTo("returns.csv, SHA-256 " + HexFormat.of().formatHex(sha));
  }

  @Test
  void everyAreaOfAFrontierHasAColourOfItsOwn() {
    run("frontier --long-only --budget 1 --points 5 --report report.html");
    JsonNode series = section(page(), "Weights along the frontier").get("series");
    assertThat(series.size()).isBetween(2, 7); // the colours of Okabe and Ito that a page has
    assertThat(series.get(series.size() - 1).toString()).contains("all others"); // of 12 assets
  }

  /** Many assets are at the cap somewhere. */
  @Test
  void areasOfAFrontierAreOfWhatIsHeldMost() throws Exception {
    run(
        "frontier --long-only --budget 1 --max-weight 0.15 --points 9 --out f.csv --report report.html");
    List<String[]> rows =
        Files.readAllLines(fog.path("f.csv")).stream().map(line -> line.split(",", -1)).toList();
    Map<String, Double> held = new TreeMap<>();
    for (int k = 6; k < rows.get(0).length; k++) { // after point and figures
      int column = k;
      held.put(
          rows.get(0)[k],
          rows.stream().skip(1).mapToDouble(row -> Double.parseDouble(row[column])).sum());
    }
    double named = 0;
    for (JsonNode series : section(page(), "Weights along the frontier").get("series")) {
      named += held.getOrDefault(series.get("name").asString(), 0.0);
    }
    double most =
        held.values().stream().sorted(Comparator.reverseOrder()).limit(6).mapToDouble(x -> x).sum();
    assertThat(named).isCloseTo(most, within(1e-9));
  }

  @Test
  void aRunThatDivergesIsReportedToo() {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv --algorithm sarah-c --step 1e9 --report report.html");
    assertThat(ran.exit()).isEqualTo(ExitCode.DIVERGED);
    assertThat(section(page(), "Convergence").toString()).contains("diverged");
    assertThat(cell(section(page(), "Run"), "status")).isEqualTo("diverged");
  }

  @Test
  void aRunThatDivergesInManyStepsHasACurveThatSaysSo() {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv --algorithm gd --step 0.3 --exact --report report.html");
    assertThat(ran.exit()).isEqualTo(ExitCode.DIVERGED);
    assertThat(section(page(), "Convergence").at("/curves/0/status").asString())
        .isEqualTo("diverged");
    assertThat(section(page(), "Convergence").at("/curves/0/points").size()).isGreaterThan(2);
    assertThat(cell(section(page(), "Run"), "status")).isEqualTo("diverged");
  }

  @Test
  void namesInTheDataCannotBecomeHtml() {
    fog.write("odd.csv", "</script><b>x,y\n1,2\n3,1\n0,5\n");
    run("portfolio --returns odd.csv --report report.html");
    assertThat(cell(section(page(), "Weights"), "</script><b>x")).isNotBlank();
    assertThat(fog.read("report.html").split("</script", -1)).hasSize(1 + 3);
  }

  @ParameterizedTest
  @CsvSource({
    "report.pdf, --report: expected a name that ends in .html",
    "no/report.html, its folder does not exist",
  })
  void aReportThatCouldNotBeWrittenIsRefusedBeforeTheRun(String file, String complaint) {
    Ran ran = fog.run("portfolio --returns returns.csv --out w.csv --report " + file);
    assertThat(ran.exit()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.errLines()).singleElement().asString().contains(complaint);
    assertThat(fog.files()).doesNotContain("w.csv");
  }
}
