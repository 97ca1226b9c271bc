package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.fogopt.run.Trace;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The picture of a run: it can be opened, shows what it should, and is the same every time. */
class RunPlotTest {
  private static final int BLUE = 0x0072B2;

  @TempDir Path folder;

  private static RunPlot plot(Trace trace, @Nullable Double exact, double... weights) {
    List<String> names = IntStream.range(0, weights.length).mapToObj(k -> "Fund" + k).toList();
    return new RunPlot("A title", trace, exact, "Weights", names, weights);
  }

  private String svg(RunPlot plot) throws Exception {
    Path file = folder.resolve("plot.svg");
    plot.write(file);
    return Files.readString(file);
  }

  private static Document parse(String xml) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(xml)));
  }

  private static List<String> texts(String xml) throws Exception {
    var found = parse(xml).getElementsByTagName("text");
    return IntStream.range(0, found.getLength())
        .mapToObj(k -> found.item(k).getTextContent())
        .toList();
  }

  /** The colour an element is filled with: its own, or that of the group it is in. */
  private static String fill(Element element) {
    if (element.hasAttribute("fill")) {
      return element.getAttribute("fill");
    }
    return element.getParentNode() instanceof Element parent ? fill(parent) : "";
  }

  /** How many bars the right half has. */
  private static long bars(String xml) throws Exception {
    var found = parse(xml).getElementsByTagName("rect");
    return IntStream.range(0, found.getLength())
        .mapToObj(k -> (Element) found.item(k))
        .filter(rect -> fill(rect).equals("rgb(0,114,178)"))
        .count();
  }

  @Test
  void aPngHasItsSizeAndIsNotBlank() throws Exception {
    Path file = folder.resolve("plot.PNG");
    plot(Runs.parabola(5), 0.0, 0.5, -0.5).write(file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(2400);
    assertThat(image.getHeight()).isEqualTo(1000);
    assertThat(count(image, 0, 1200, BLUE)).as("the line of the gradient").isGreaterThan(1000);
    assertThat(count(image, 1200, 2400, BLUE)).as("the bars").isGreaterThan(10_000);
    assertThat(image.getRGB(1, 1) & 0xFFFFFF).as("readable on a dark page").isEqualTo(0xFFFFFF);
  }

  private static long count(BufferedImage image, int from, int to, int colour) {
    return IntStream.range(from, to)
        .mapToLong(
            x ->
                IntStream.range(0, image.getHeight())
                    .filter(y -> (image.getRGB(x, y) & 0xFFFFFF) == colour)
                    .count())
        .sum();
  }

  @Test
  void anSvgIsWellFormedScalesAndNamesTheAssets() throws Exception {
    var plot =
        new RunPlot(
            "Fish & <chips>",
            Runs.parabola(5),
            0.0,
            "Weights",
            List.of("Gold & silver", "é<1>", "plain"),
            new double[] {0.5, -0.25, 0.1});
    String xml = svg(plot);
    Element root = parse(xml).getDocumentElement();
    assertThat(root.getTagName()).isEqualTo("svg");
    assertThat(root.getAttribute("viewBox")).isEqualTo("0 0 1200 500");
    assertThat(texts(xml))
        .contains("Fish & <chips>", "Gold & silver", "é<1>", "plain", "Convergence", "Weights")
        .contains("gradient norm", "gap to the exact minimum", "passes over the data");
    assertThat(xml).doesNotContain("NaN", "Infinity");
  }

  @Test
  void theSameRunGivesTheSameBytesWhateverTheLocale() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      String first = svg(plot(Runs.parabola(9), 0.0, 0.5, -0.125, 2000.5));
      Locale.setDefault(Locale.GERMANY);
      assertThat(svg(plot(Runs.parabola(9), 0.0, 0.5, -0.125, 2000.5))).isEqualTo(first);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theTwentyLargestOfMoreAssetsAreShown() throws Exception {
    double[] weights = DoubleStream.iterate(0.1, w -> -1.1 * w).limit(30).toArray();
    String xml = svg(plot(Runs.parabola(3), null, weights));
    assertThat(bars(xml)).isEqualTo(20);
    assertThat(texts(xml))
        .contains("Weights: the 20 largest in size of 30", "Fund29", "Fund10")
        .doesNotContain("Fund9", "Fund0");
  }

  @Test
  void upToTwentyAssetsAreAllShown() throws Exception {
    double[] weights = IntStream.rangeClosed(1, 20).mapToDouble(k -> k).toArray();
    String xml = svg(plot(Runs.parabola(3), null, weights));
    assertThat(bars(xml)).isEqualTo(20);
    assertThat(texts(xml)).contains("Weights", "Fund0", "Fund19");
  }

  @Test
  void withoutAnExactMinimumNoGapIsDrawn() throws Exception {
    assertThat(texts(svg(plot(Runs.parabola(3), null, 1))))
        .doesNotContain("gap to the exact minimum");
  }

  @Test
  void theScaleNamesWholePowersOfTen() throws Exception {
    // Norms 2, 1, …, 2^-19 = 1.9e-6 and gaps 1, …, 4^-20 = 9.1e-13.
    assertThat(texts(svg(plot(Runs.parabola(20), 0.0, 1)))).contains("1e-12", "1e-6", "1");
  }

  /** Runs that are over at once, and portfolios without a scale of their own. */
  @ParameterizedTest
  @CsvSource({"1,1,1", "1,0,0", "2,0.5,0.5", "1,-1,-1", "5,1e-9,-1e-9", "5,1e12,1", "100,0,1"})
  void oddRunsAreDrawnWithSaneScales(int steps, double first, double second) throws Exception {
    String xml = svg(plot(Runs.parabola(steps), 0.0, first, second));
    assertThat(xml).doesNotContain("NaN", "Infinity");
    assertThat(texts(xml)).contains("Fund0", "Fund1", "0").doesNotContain("3E0", "0E0");
  }

  @Test
  void aTraceWithoutAnythingToShowIsDrawnEmpty() throws Exception {
    assertThat(texts(svg(plot(new Trace(), 0.0, 1)))).contains("Convergence", "Fund0");
  }

  @Test
  void onlyPngAndSvgCanBeDrawn() {
    assertThat(RunPlot.canDraw(Path.of("a.png"))).isTrue();
    assertThat(RunPlot.canDraw(Path.of("a.SVG"))).isTrue();
    assertThat(RunPlot.canDraw(Path.of("a.pdf"))).isFalse();
    assertThat(RunPlot.canDraw(Path.of("png"))).isFalse();
  }
}
