package org.fogopt.lab;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.lab.LineChart.Strand;
import org.fogopt.linalg.Shortened;
import org.fogopt.run.Trace;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jspecify.annotations.Nullable;

/**
 * One picture of a run: how it converged, and what it found, such as a portfolio's weights. PNG or
 * SVG by the file's ending.
 *
 * @param title over the picture
 * @param trace of the run
 * @param exactObjective the least objective, or null if it is not known
 * @param quantity what was found, such as {@code Weights}
 * @param names of what was found
 * @param numbers that were found
 */
public record RunPlot(
    String title,
    Trace trace,
    @Nullable Double exactObjective,
    String quantity,
    List<String> names,
    double[] numbers) {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 500;
  private static final int TITLE = 44;

  /** Bars that can still be read. */
  private static final int MOST_BARS = 20;

  /** Whether a file of this name can be drawn. */
  public static boolean canDraw(Path file) {
    return Canvas.canDraw(file);
  }

  /**
   * Draws, whole or not at all.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public void write(Path file) {
    Canvas.write(file, WIDTH, HEIGHT, this::draw);
  }

  private void draw(Graphics2D g) {
    g.setPaint(Color.WHITE);
    g.fill(new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    g.setPaint(PlotStyle.INK);
    g.setFont(PlotStyle.font(Font.BOLD, 18));
    g.drawString(title, 16, 29);
    double half = WIDTH / 2.0;
    convergence().draw(g, new Rectangle2D.Double(0, TITLE, half, HEIGHT - TITLE));
    found().draw(g, new Rectangle2D.Double(half, TITLE, half, HEIGHT - TITLE));
  }

  private JFreeChart convergence() {
    List<Trace.Row> rows = trace.rows();
    double[] passes = rows.stream().mapToDouble(Trace.Row::passes).toArray();
    List<Strand> strands = new ArrayList<>();
    double[] norms = rows.stream().mapToDouble(Trace.Row::gradientNorm).toArray();
    strands.add(Strand.plain("gradient norm", 0, passes, norms));
    if (exactObjective != null && !rows.isEmpty()) {
      double least = exactObjective;
      double[] gaps = rows.stream().mapToDouble(row -> row.objective() - least).toArray();
      strands.add(Strand.plain("gap to the exact minimum", 1, passes, gaps));
    }
    return LineChart.of(
        "Convergence",
        "passes over the data",
        null,
        false,
        true,
        Double.POSITIVE_INFINITY,
        strands);
  }

  private JFreeChart found() {
    int[] largest =
        IntStream.range(0, numbers.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -Math.abs(numbers[k])))
            .mapToInt(Integer::intValue)
            .limit(MOST_BARS)
            .toArray();
    var data = new DefaultCategoryDataset();
    for (int k : largest) {
      data.addValue(numbers[k], quantity, names.get(k));
    }
    String heading =
        numbers.length > MOST_BARS
            ? "%s: the %d largest in size of %d".formatted(quantity, MOST_BARS, numbers.length)
            : quantity;
    JFreeChart chart =
        ChartFactory.createBarChart(
            heading, null, null, data, PlotOrientation.HORIZONTAL, false, false, false);
    PlotStyle.dress(chart);
    var plot = chart.getCategoryPlot();
    PlotStyle.dress(plot, plot.getDomainAxis(), plot.getRangeAxis());
    plot.setRangeGridlinePaint(PlotStyle.GRID);
    plot.setRangeGridlineStroke(PlotStyle.THIN);
    plot.setRangeZeroBaselineVisible(true);
    plot.setRangeZeroBaselineStroke(PlotStyle.THIN);
    plot.setRangeZeroBaselinePaint(PlotStyle.INK);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_RIGHT);
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.4f);
    plot.getDomainAxis()
        .setTickLabelFont(PlotStyle.font(Font.PLAIN, largest.length > 14 ? 11 : 13));
    var scale = (NumberAxis) plot.getRangeAxis();
    scale.setStandardTickUnits(NumberAxis.createStandardTickUnits(Locale.ROOT));
    if (largest.length == 0 || numbers[largest[0]] == 0) {
      scale.setRange(-1, 1); // all zero: no scale follows from that
    }
    var bars = (BarRenderer) plot.getRenderer();
    bars.setBarPainter(new StandardBarPainter());
    bars.setShadowVisible(false);
    bars.setMaximumBarWidth(0.1);
    bars.setSeriesPaint(0, PlotStyle.colour(0));
    return chart;
  }

  @Override
  public String toString() {
    return "RunPlot[%s: %d rows of the trace, %s %s]"
        .formatted(title, trace.rows().size(), quantity, Shortened.of(numbers));
  }
}
