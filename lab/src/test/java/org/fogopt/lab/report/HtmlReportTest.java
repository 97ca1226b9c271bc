package org.fogopt.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.fogopt.apps.io.file.OutputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The report as a file, without a browser. */
class HtmlReportTest {
  @TempDir Path folder;

  private static String html(Section... sections) {
    return HtmlReport.html(new Page("Title", "fog", Map.of("seed", "1"), List.of(sections)));
  }

  /** Without ECharts, which has HTML in its strings. */
  private static String own(String html) {
    int library = html.indexOf("<script>");
    return html.substring(0, library) + html.substring(html.indexOf("</script>", library));
  }

  /** What report.js will read. */
  private static JsonNode data(String html) {
    var found = Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");
    var matcher = found.matcher(html);
    assertThat(matcher.find()).isTrue();
    return JsonMapper.shared().readTree(matcher.group(1));
  }

  @Test
  void nothingOfAPageCanEndItsScriptOrBecomeHtml() {
    String html = HtmlReport.html(Pages.page());
    assertThat(html.split("</script", -1)).hasSize(1 + 3); // the data, the library, the page's own
    assertThat(own(html)).doesNotContain("<img").contains("&lt;img src=x");
    assertThat(data(html).at("/facts/3/1").asString()).isEqualTo(Pages.HARM);
  }

  @Test
  void aTitleThatLooksLikeAPartOfTheTemplateStaysAsItIs() {
    var page = new Page("{{data}} $1 \\1", "", Map.of(), List.of());
    assertThat(HtmlReport.html(page)).contains("<title>{{data}} $1 \\1</title>");
  }

  @Test
  void nothingIsFetched() {
    assertThat(own(html()))
        .contains("default-src 'none'")
        .doesNotContain("<link", "<iframe", "@import", "src=\"");
  }

  @Test
  void numbersKeepAllTheirDigitsAndWhatIsNotKnownIsNull() {
    var curve =
        new Curve(
            "one",
            "done",
            List.of(Point.single(1, 0.1 + 0.2, Double.NaN, Double.POSITIVE_INFINITY, 1e-300)));
    JsonNode point =
        data(html(new Chart("Chart", "", "gap", List.of(curve))))
            .at("/sections/0/curves/0/points/0");
    assertThat(point).hasSize(9);
    assertThat(point.get(1).asDouble()).isEqualTo(0.1 + 0.2);
    assertThat(point.get(2).isNull()).isTrue();
    assertThat(point.get(3).isNull()).isTrue();
    assertThat(point.get(4).asDouble()).isEqualTo(1e-300);
    assertThat(point.get(5).isNull()).isTrue();
  }

  @Test
  void aTableWithARaggedRowIsRefused() {
    assertThatThrownBy(() -> new Grid("T", "", List.of("a", "b"), List.of(List.of("1"))))
        .hasMessageContaining("a row of 1 cells in a table of 2 columns");
  }

  @Test
  void thePageIsWrittenWholeOrNotAtAll() throws Exception {
    Path file = folder.resolve("report.html");
    HtmlReport.write(Pages.page(), file);
    assertThat(Files.readString(file))
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .isEqualTo(HtmlReport.html(Pages.page()));
    assertThatThrownBy(() -> HtmlReport.write(Pages.page(), folder.resolve("no/report.html")))
        .isInstanceOf(OutputException.class);
    assertThat(folder).isDirectoryContaining(f -> f.equals(file));
  }
}
