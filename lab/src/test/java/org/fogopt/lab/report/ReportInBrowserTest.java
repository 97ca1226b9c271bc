package org.fogopt.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The report as a reader sees it, in a real browser. */
class ReportInBrowserTest {
  private static final int WIDE = 1100;
  private static final int PHONE = 360;

  /** The first chart of the page, of which {@link Pages#chart} tells what it holds. */
  private static final String CHART = "echarts.getInstanceByDom(document.querySelector('.chart'))";

  @TempDir static Path folder;
  private static Browser browser;
  private static Path report;

  @BeforeAll
  static void openTheBrowser() throws Exception {
    var chromium = Browser.find();
    if (chromium.isEmpty()) {
      System.out.println(
          "NOTICE: the report is not tested in a browser: there is no chromium on the PATH, and"
              + " FOG_CHROMIUM names none");
    }
    Assumptions.assumeTrue(chromium.isPresent(), "no chromium on the PATH, nor in FOG_CHROMIUM");
    browser = new Browser(chromium.get(), folder);
    report = folder.resolve("report.html");
    HtmlReport.write(Pages.page(), report);
  }

  @AfterAll
  static void closeTheBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Of the first chart's first axis or second: where it begins and ends on the screen. */
  private static double[] extent(String axis) {
    JsonNode ends =
        browser.eval(
            CHART + ".getModel().getComponent('" + axis + "').axis.scale.getExtent().slice()");
    return new double[] {ends.get(0).asDouble(), ends.get(1).asDouble()};
  }

  private static String name(String axis) {
    return browser.eval(CHART + ".getOption()." + axis + "[0].name").asString();
  }

  private static JsonNode lastPoint(String curve) {
    return browser.eval(
        CHART
            + ".getOption().series.find(s => s.type === 'line' && s.name === '"
            + curve
            + "').data.at(-1)");
  }

  private static JsonNode names() {
    return browser.eval(
        CHART + ".getOption().series.filter(s => s.type === 'line').map(s => s.name)");
  }

  @Test
  void chartsAreDrawnWithoutAComplaintAndWithoutTheNetwork() {
    browser.open(report, WIDE, 800, false);
    JsonNode marks =
        browser.eval(
            "[...document.querySelectorAll('.chart, .map')].map(c => c.querySelectorAll('svg path').length)");
    assertThat(marks).hasSize(3).allSatisfy(count -> assertThat(count.asInt()).isGreaterThan(10));
    // Five lines of colour, and four bands around them.
    assertThat(
            browser
                .eval(
                    "document.querySelectorAll('.chart')[0].querySelectorAll(\"path[fill-opacity='0.18']\").length")
                .asInt())
        .isEqualTo(4);
    assertThat(browser.eval("document.querySelectorAll('td').length").asInt()).isEqualTo(3 * 5);
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests()).containsExactly(report.toUri().toString());
  }

  @Test
  void namesThatLookLikeHtmlStayText() {
    browser.open(report, WIDE, 800, false);
    JsonNode box =
        browser.eval("document.querySelector('.chart').getBoundingClientRect().toJSON()");
    browser.hover(box.get("x").asDouble() + 500, box.get("y").asDouble() + 200); // the tooltip
    assertThat(browser.eval("document.querySelector('.tip').textContent").asString())
        .startsWith("after ")
        .contains("sarah-c", Pages.HARM);
    assertThat(browser.eval("document.images.length").asInt()).isZero();
    assertThat(browser.eval("document.title").asString())
        .isEqualTo("A page of everything " + Pages.HARM);
    assertThat(browser.eval("document.querySelector('h1').textContent").asString())
        .isEqualTo("A page of everything " + Pages.HARM);
  }

  @Test
  void theCostCanBeCallsOrPassesOrSeconds() {
    browser.open(report, WIDE, 800, false);
    assertThat(name("xAxis")).isEqualTo("calls");
    assertThat(lastPoint("sarah-c").get(0).asDouble()).isEqualTo(39_000);
    browser.click("[data-key=passes]");
    assertThat(name("xAxis")).isEqualTo("passes over the data");
    assertThat(lastPoint("sarah-c").get(0).asDouble()).isEqualTo(78);
    browser.click("[data-key=seconds]");
    assertThat(name("xAxis")).isEqualTo("seconds of work");
    assertThat(lastPoint("sarah-c").get(0).asDouble()).isEqualTo(39);
    browser.click("[data-key=log]");
    assertThat(lastPoint("sarah-c").get(0).asDouble()).isCloseTo(Math.log10(39), within(1e-12));
    assertThat(
            browser.eval("document.querySelector('[data-key=log]').ariaPressed").asString()
                + browser
                    .eval("document.querySelector('[data-key=linear]').ariaPressed")
                    .asString())
        .isEqualTo("truefalse");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void theGapAndTheGradientNormAreShownOnLogarithmicAxes() {
    browser.open(report, WIDE, 800, false);
    double gap = 3 * Math.pow(0.5, 39);
    assertThat(name("yAxis")).isEqualTo("gap to the exact minimum");
    assertThat(lastPoint("sarah-c").get(1).asDouble()).isCloseTo(Math.log10(gap), within(1e-12));
    browser.click("[data-key=norm]");
    assertThat(name("yAxis")).isEqualTo("gradient norm");
    assertThat(lastPoint("sarah-c").get(1).asDouble())
        .isCloseTo(Math.log10(gap) / 2, within(1e-12));
  }

  @Test
  void aZeroLiesAtTheLowerEdgeAndIsSaidSo() {
    browser.open(report, WIDE, 800, false);
    double floor = extent("yAxis")[0];
    assertThat(floor).isLessThanOrEqualTo(-12);
    JsonNode hollow =
        browser.eval(CHART + ".getOption().series.find(s => s.itemStyle?.borderWidth === 2).data");
    assertThat(hollow).hasSize(2).allSatisfy(p -> assertThat(p.get(1).asDouble()).isEqualTo(floor));
    assertThat(browser.eval("document.querySelector('section').textContent").asString())
        .contains("zero or less in floating point")
        .contains("beyond 100 times the start"); // of the curve that diverges
    assertThat(extent("yAxis")[1]).isEqualTo(3);
  }

  @Test
  void aNameInTheLegendHidesItsCurve() {
    browser.open(report, WIDE, 800, false);
    assertThat(names()).hasSize(5);
    browser.click(".legend button:nth-child(1)");
    assertThat(names()).hasSize(4).noneMatch(name -> name.asString().equals("sarah-c"));
    browser.click(".legend button:nth-child(1)");
    assertThat(names()).hasSize(5).anyMatch(name -> name.asString().equals("sarah-c"));
    for (int k = 1; k <= 5; k++) {
      browser.click(".legend button:nth-child(" + k + ")");
    }
    assertThat(names()).isEmpty();
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aRectangleZoomsAndAButtonShowsAllAgain() {
    browser.open(report, WIDE, 800, false);
    JsonNode box =
        browser.eval("document.querySelector('.chart').getBoundingClientRect().toJSON()");
    double left = box.get("x").asDouble();
    double top = box.get("y").asDouble();
    double[] before = extent("xAxis");
    browser.drag(left + 300, top + 100, left + 600, top + 250);
    double[] zoomed = extent("xAxis");
    assertThat(zoomed[1] - zoomed[0]).isBetween(0.2 * before[1], 0.4 * before[1]);
    assertThat(extent("yAxis")[1]).isLessThan(3);
    browser.click("button.all");
    assertThat(extent("xAxis")).containsExactly(before);
    assertThat(extent("yAxis")[1]).isEqualTo(3);
  }

  @Test
  void darkIsWornWhereTheSystemIsAndCanBeSwitched() {
    browser.open(report, WIDE, 800, true);
    String backdrop = "getComputedStyle(document.body).backgroundColor";
    String ink = CHART + ".getOption().xAxis[0].axisLabel.color";
    assertThat(browser.eval(backdrop).asString()).isEqualTo("rgb(16, 19, 21)");
    assertThat(browser.eval(ink).asString()).isEqualTo("#e8eaec");
    browser.click("#theme");
    assertThat(browser.eval(backdrop).asString()).isEqualTo("rgb(246, 247, 248)");
    assertThat(browser.eval(ink).asString()).isEqualTo("#1d2125");
    assertThat(browser.eval("document.getElementById('theme').textContent").asString())
        .isEqualTo("Dark");
  }

  @Test
  void onAPhoneNothingSticksOut() {
    browser.open(report, PHONE, 700, false);
    assertThat(browser.eval("document.documentElement.scrollWidth").asInt()).isEqualTo(PHONE);
    assertThat(
            browser.eval(
                "[...document.querySelectorAll('.chart svg')].map(s => s.getBoundingClientRect().right)"))
        .allSatisfy(right -> assertThat(right.asDouble()).isLessThan(PHONE));
    browser.size(WIDE, 800); // turned, or a window made wider: charts follow
    browser.settle();
    assertThat(
            browser
                .eval("document.querySelector('.chart svg').getBoundingClientRect().width")
                .asDouble())
        .isGreaterThan(900);
  }

  @Test
  void aTableIsSortedByItsHeader() {
    browser.open(report, WIDE, 800, false);
    String first = "document.querySelector('td').textContent";
    browser.click("th:nth-child(3)");
    assertThat(browser.eval(first).asString()).isEqualTo(Pages.HARM); // 6000 calls
    browser.click("th:nth-child(3)");
    assertThat(browser.eval(first).asString()).isEqualTo("scgd"); // 40000
  }

  @Test
  void anEmptyChartSaysSo() {
    Path file = folder.resolve("empty.html");
    var nothing = new Curve("none", "diverged", List.of());
    HtmlReport.write(
        new Page(
            "Empty",
            "",
            Map.of(),
            List.of(
                new Chart("Chart", "", "gap", List.of(nothing)),
                new Lines("Lines", "", "x", "y", true, false, List.of()),
                new Scatter("Map", "", List.of()),
                new Grid("Grid", "", List.of(), List.of()))),
        file);
    browser.open(file, WIDE, 800, false);
    assertThat(browser.eval("document.body.textContent").asString())
        .contains("There is nothing to draw.");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aPageIsPrinted() {
    browser.open(report, WIDE, 800, true);
    assertThat(browser.pdf()).startsWith('%', 'P', 'D', 'F').hasSizeGreaterThan(20_000);
    assertThat(browser.eval("document.documentElement.dataset.theme").asString()).isEqualTo("dark");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aGradientNormThatBeginsSmallIsDrawnToItsTop() {
    List<Point> points = new ArrayList<>();
    double[] norms = {1e-6, 0.4, 0.02, 0.003};
    for (int k = 0; k < norms.length; k++) {
      points.add(Point.single(10 * k, k, k, Double.NaN, norms[k]));
    }
    Path file = folder.resolve("small.html");
    var chart = new Chart("C", "", "gap", List.of(new Curve("t-sne", "done", points)));
    HtmlReport.write(new Page("P", "", Map.of(), List.of(chart)), file);
    browser.open(file, WIDE, 800, false);
    assertThat(extent("yAxis")[1]).isGreaterThanOrEqualTo(Math.log10(0.4));
    assertThat(browser.eval("document.body.innerText").asString()).doesNotContain("went beyond");
  }

  @Test
  void aTableOfFewRowsIsShownWholeAndALongOneSaysThatItScrolls() {
    Path file = folder.resolve("tables.html");
    HtmlReport.write(
        new Page("P", "", Map.of(), List.of(rows("Short", 20), rows("Long", 45))), file);
    browser.open(file, PHONE, 700, false);
    JsonNode hidden =
        browser.eval(
            "[...document.querySelectorAll('.table')].map(t => t.scrollHeight - t.clientHeight)");
    assertThat(hidden.get(0).asInt()).isZero();
    assertThat(hidden.get(1).asInt()).isPositive();
    assertThat(browser.eval("document.body.innerText").asString())
        .contains("45 rows; the table scrolls.")
        .doesNotContain("20 rows;");
  }

  @Test
  void valuesWithinADecadeFillALogarithmicChart() {
    List<Lines.Spot> spots = new ArrayList<>();
    for (int k = 0; k <= 8; k++) {
      spots.add(Lines.Spot.at(k, 0.97 * Math.pow(3.4 / 0.97, k / 8.0)));
    }
    Path file = folder.resolve("decade.html");
    var series = List.of(new Lines.Series("a", "a", Lines.Style.CURVE, spots));
    var lines = new Lines("Equity", "", "years", "value", false, true, series);
    HtmlReport.write(new Page("P", "", Map.of(), List.of(lines)), file);
    browser.open(file, WIDE, 800, false);
    assertThat(extent("yAxis")[0]).isBetween(0.0, 0.97);
    assertThat(extent("yAxis")[1]).isBetween(3.4, 4.0);
  }

  private static Grid rows(String title, int count) {
    List<List<String>> rows = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      rows.add(List.of("row " + k, "a", "b", "c", "d", "e"));
    }
    return new Grid(title, "", List.of("name", "a", "b", "c", "d", "e"), rows);
  }
}
