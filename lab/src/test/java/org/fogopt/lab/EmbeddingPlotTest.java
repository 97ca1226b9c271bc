package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddingPlotTest {
  @TempDir Path folder;

  private String svg(EmbeddingPlot plot) throws Exception {
    Path file = folder.resolve("map.svg");
    plot.write(file);
    return Files.readString(file);
  }

  private static int count(String text, String part) {
    return (text.length() - text.replace(part, "").length()) / part.length();
  }

  @Test
  void aLabelHasAColourAndAnEntryInTheLegend() throws Exception {
    double[] x = {0, 1, 2, 3, 1, 0};
    String picture = svg(new EmbeddingPlot("Three", List.of("a", "b", "a"), x, 3));
    assertThat(picture).contains(">Three<", ">a<", ">b<");
    assertThat(count(picture, "<circle")).isEqualTo(3 + 2); // points and legend
    assertThat(svg(new EmbeddingPlot("Three", List.of("a", "b", "a"), x, 3))).isEqualTo(picture);
  }

  @Test
  void manyLabelsShareTheLastColour() throws Exception {
    List<String> labels = IntStream.range(0, 30).mapToObj(k -> "L" + k % 14).toList();
    String picture = svg(new EmbeddingPlot("Many", labels, new double[60], 30));
    assertThat(picture).contains(">others<", ">L0<").doesNotContain(">L13<");
    assertThat(count(picture, "<circle")).isEqualTo(30 + 10);
  }

  @Test
  void manyNumbersAreColouredFromLowToHigh() throws Exception {
    List<String> labels = IntStream.range(0, 90).mapToObj(k -> Double.toString(k / 2.0)).toList();
    String picture = svg(new EmbeddingPlot("Age", labels, new double[180], 90));
    assertThat(picture).contains(">from 0.00<", ">from 5.00<", ">from 40.0<");
    assertThat(count(picture, "<circle")).isEqualTo(90 + 9);
  }

  @Test
  void pointsWithoutLabelsOrASecondDimensionAreDrawnToo() throws Exception {
    Path file = folder.resolve("map.png");
    new EmbeddingPlot("Line", List.of(), new double[] {0, 1, 2}, 3).write(file);
    var image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(1800);
    assertThat(svg(new EmbeddingPlot("One place", List.of(), new double[6], 3)))
        .doesNotContain("NaN");
  }
}
