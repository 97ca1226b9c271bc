package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.fogopt.lab.ChartPlot.Cost;
import org.fogopt.lab.ChartPlot.Measure;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Curve;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Lines.Series;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Lines.Style;
import org.fogopt.lab.report.Point;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Charts of a report as pictures. */
class ChartPlotTest {
  @TempDir Path folder;

  private String svg(ChartPlot plot) throws Exception {
    Path file = folder.resolve("plot.svg");
    plot.write(file);
    return Files.readString(file);
  }

  /**
   * Gaps 10^0, 10^-1, …; norms are their roots; a step is 100 calls, a pass, a hundredth second.
   */
  private static Curve falling(String name, String status, int points, double factor) {
    List<Point> all = new ArrayList<>();
    double gap = 1;
    for (int k = 0; k < points; k++) {
      double norm = Math.sqrt(gap);
      all.add(new Point(100 * k, k, k / 100.0, gap, norm, gap / 3, gap * 3, norm / 2, norm * 2));
      gap *= factor;
    }
    return new Curve(name, status, all);
  }

  private static Chart chart(Curve... curves) {
    return new Chart("Two & <three>", "", "gap to the least", List.of(curves));
  }

  @Test
  void aPictureNamesItsCurvesAxesAndHowTheyEnded() throws Exception {
    String picture =
        svg(
            ChartPlot.of(
                chart(falling("one", "done", 8, 0.1), falling("two", "out of budget", 8, 0.5)),
                Cost.CALLS,
                Measure.GAP));
    assertThat(picture)
        .contains(">Two &amp; &lt;three&gt;<", ">one<", ">two, out of budget<")
        .contains(">calls<", ">gap to the least<", ">1e-8<", ">1<", ">700<")
        .contains("stroke-dasharray") // distinct in grey
        .doesNotContain("NaN", "Infinity", "lower edge", "leave at the top");
  }

  @Test
  void costAndMeasureCanBeChosen() throws Exception {
    Chart chart = chart(falling("one", "done", 9, 0.1));
    assertThat(svg(ChartPlot.of(chart, Cost.SECONDS, Measure.GRADIENT_NORM)))
        .contains(">seconds of work<", ">gradient norm<", ">1e-4<", ">0.04<")
        .doesNotContain(">1e-8<");
    assertThat(svg(ChartPlot.of(chart, Cost.PASSES, Measure.GAP)))
        .contains(">passes over the data<", ">8<");
  }

  @Test
  void aZeroLiesOnTheEdgeAndIsSaidSo() throws Exception {
    var points =
        List.of(
            Point.single(0, 0, 0, 1, 1),
            Point.single(1, 1, 1, 1e-3, 1),
            Point.single(2, 2, 2, 0, 1),
            Point.single(3, 3, 3, -1e-17, 1));
    Chart chart = chart(new Curve("one", "done", points));
    assertThat(svg(ChartPlot.of(chart, Cost.CALLS, Measure.GAP)))
        .contains("hollow marks at the lower edge: zero or less")
        .doesNotContain("Infinity", "NaN");
    assertThat(svg(ChartPlot.of(chart, Cost.CALLS, Measure.GRADIENT_NORM)))
        .doesNotContain("lower edge");
  }

  @Test
  void aCurveThatDivergesDoesNotSpoilTheScale() throws Exception {
    String picture =
        svg(
            ChartPlot.of(
                chart(falling("one", "done", 8, 0.1), falling("two", "diverged", 30, 1e9)),
                Cost.CALLS,
                Measure.GAP));
    assertThat(picture).contains("leave at the top", ">two, diverged<", ">1e-8<");
    assertThat(picture).doesNotContain(">1e9<", ">1e100<");
  }

  @Test
  void aPngShowsBandsBesideTheLines() throws Exception {
    Path file = folder.resolve("plot.png");
    ChartPlot.of(chart(falling("one", "done", 8, 0.1)), Cost.CALLS, Measure.GAP).write(file);
    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(1800);
    int lines = 0;
    int bands = 0;
    for (int x = 0; x < image.getWidth(); x++) {
      for (int y = 0; y < image.getHeight(); y++) {
        int colour = image.getRGB(x, y) & 0xFFFFFF;
        lines += colour == 0x0072B2 ? 1 : 0;
        // 0072B2 at 46/255 over white, give or take one for rounding
        bands +=
            Math.abs((colour >> 16) - 209) <= 1 && Math.abs((colour & 0xFF) - 241) <= 1 ? 1 : 0;
      }
    }
    assertThat(lines).isGreaterThan(3000);
    assertThat(bands).isGreaterThan(20_000);
  }

  @Test
  void anyLinesAreDrawnWithTheirFits() throws Exception {
    List<Spot> measured =
        List.of(new Spot(1, 10, 8, 12), new Spot(10, 1e3, 800, 1200), new Spot(100, 1e5, 8e4, 2e5));
    List<Spot> fitted = List.of(Spot.at(1, 10), Spot.at(100, 1e5));
    String picture =
        svg(
            ChartPlot.of(
                new Lines(
                    "Growth",
                    "",
                    "1/ε",
                    "calls",
                    true,
                    true,
                    List.of(
                        new Series("measured", "a", Style.MARKS, measured),
                        new Series("fit", "a", Style.DASHED, fitted),
                        new Series("empty", "b", Style.LINE, List.of())))));
    assertThat(picture)
        .contains(">1/ε<", ">calls<", ">measured<", ">fit<", ">1e2<", ">1e5<")
        .doesNotContain("NaN", "Infinity");
  }

  @Test
  void aChartOfNothingIsDrawnEmpty() throws Exception {
    assertThat(svg(ChartPlot.of(chart(), Cost.CALLS, Measure.GAP))).contains(">calls<");
    Chart unknown =
        chart(new Curve("one", "diverged", List.of(Point.single(1, 1, 1, Double.NaN, 1))));
    assertThat(svg(ChartPlot.of(unknown, Cost.CALLS, Measure.GAP))).doesNotContain("NaN");
  }
}
