package org.fogopt.lab;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.fogopt.run.Trace;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.Range;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
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

  // Okabe and Ito's blue and vermilion: told apart by every kind of colour vision, and in grey.
  private static final Color BLUE = new Color(0x0072B2);
  private static final Color VERMILION = new Color(0xD55E00);
  private static final Color INK = new Color(0x222222);
  private static final Color GRID = new Color(0xE2E2E2);

  /** A whole pixel wide: viewers of SVG leave thinner lines out. */
  private static final BasicStroke THIN = new BasicStroke(1f);

  /** Whether a file of this name can be drawn. */
  public static boolean canDraw(Path file) {
    return Canvas.canDraw(file);
  }

  /**
   * Draws, whole or not at all.
   *
   * @throws org.fogopt.apps.io.OutputException if the file cannot be written
   */
  public void write(Path file) {
    Canvas.write(file, WIDTH, HEIGHT, this::draw);
  }

  private void draw(Graphics2D g) {
    g.setPaint(Color.WHITE);
    g.fill(new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    g.setPaint(INK);
    g.setFont(font(Font.BOLD, 18));
    g.drawString(title, 16, 29);
    double half = WIDTH / 2.0;
    convergence().draw(g, new Rectangle2D.Double(0, TITLE, half, HEIGHT - TITLE));
    found().draw(g, new Rectangle2D.Double(half, TITLE, half, HEIGHT - TITLE));
  }

  private JFreeChart convergence() {
    var norm = new XYSeries("gradient norm");
    var gap = new XYSeries("gap to the exact minimum");
    double lastPass = 0;
    for (Trace.Row row : trace.rows()) {
      addLogarithm(norm, row.passes(), row.gradientNorm());
      if (exactObjective != null) {
        addLogarithm(gap, row.passes(), row.objective() - exactObjective);
      }
      lastPass = Math.max(lastPass, row.passes());
    }
    var data = new XYSeriesCollection();
    data.addSeries(norm);
    if (!gap.isEmpty()) {
      data.addSeries(gap);
    }
    JFreeChart chart =
        ChartFactory.createXYLineChart("Convergence", "passes over the data", null, data);
    style(chart);
    var plot = chart.getXYPlot();
    style(plot, plot.getDomainAxis(), plot.getRangeAxis());
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(THIN);
    plot.setDomainGridlinePaint(GRID);
    plot.setDomainGridlineStroke(THIN);
    var passes = (NumberAxis) plot.getDomainAxis();
    passes.setStandardTickUnits(NumberAxis.createIntegerTickUnits(Locale.ROOT));
    double width = Math.max(1, lastPass);
    passes.setRange(-0.02 * width, 1.03 * width); // a mark at 0 or at the end is seen whole
    showDecades((NumberAxis) plot.getRangeAxis(), data.getRangeBounds(false));
    var renderer = new XYLineAndShapeRenderer(true, true);
    renderer.setSeriesPaint(0, BLUE);
    renderer.setSeriesPaint(1, VERMILION);
    renderer.setDefaultStroke(new BasicStroke(2f));
    renderer.setAutoPopulateSeriesStroke(false);
    renderer.setDefaultShapesVisible(data.getItemCount(0) < 60);
    plot.setRenderer(renderer);
    return chart;
  }

  private static void addLogarithm(XYSeries series, double x, double y) {
    if (y > 0 && y < Double.POSITIVE_INFINITY) {
      series.add(x, Math.log10(y));
    }
  }

  /** Whole decades, at least one, with at most about eight labels. */
  private static void showDecades(NumberAxis axis, @Nullable Range logarithms) {
    double low = logarithms == null ? 0 : Math.floor(logarithms.getLowerBound());
    double high = logarithms == null ? 1 : Math.max(low + 1, Math.ceil(logarithms.getUpperBound()));
    axis.setRange(low, high);
    axis.setTickUnit(new NumberTickUnit(Math.max(1, Math.ceil((high - low) / 8))));
    axis.setNumberFormatOverride(new PowerOfTen());
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
            ? "%s: the %d largest of %d".formatted(quantity, MOST_BARS, numbers.length)
            : quantity;
    JFreeChart chart =
        ChartFactory.createBarChart(
            heading, null, null, data, PlotOrientation.HORIZONTAL, false, false, false);
    style(chart);
    var plot = chart.getCategoryPlot();
    style(plot, plot.getDomainAxis(), plot.getRangeAxis());
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(THIN);
    plot.setRangeZeroBaselineVisible(true);
    plot.setRangeZeroBaselineStroke(THIN);
    plot.setRangeZeroBaselinePaint(INK);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_RIGHT);
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.4f);
    plot.getDomainAxis().setTickLabelFont(font(Font.PLAIN, largest.length > 14 ? 11 : 13));
    var scale = (NumberAxis) plot.getRangeAxis();
    scale.setStandardTickUnits(NumberAxis.createStandardTickUnits(Locale.ROOT));
    if (largest.length == 0 || numbers[largest[0]] == 0) {
      scale.setRange(-1, 1); // all zero: no scale follows from that
    }
    var bars = (BarRenderer) plot.getRenderer();
    bars.setBarPainter(new StandardBarPainter());
    bars.setShadowVisible(false);
    bars.setMaximumBarWidth(0.1);
    bars.setSeriesPaint(0, BLUE);
    return chart;
  }

  private static void style(JFreeChart chart) {
    var theme = new StandardChartTheme("fog");
    theme.setExtraLargeFont(font(Font.PLAIN, 15));
    theme.setLargeFont(font(Font.PLAIN, 13));
    theme.setRegularFont(font(Font.PLAIN, 13));
    theme.setSmallFont(font(Font.PLAIN, 12));
    theme.setTitlePaint(INK);
    theme.setAxisLabelPaint(INK);
    theme.setTickLabelPaint(INK);
    theme.setLegendItemPaint(INK);
    theme.apply(chart);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(4, 10, 8, 16));
    if (chart.getLegend() != null) {
      chart.getLegend().setFrame(BlockBorder.NONE);
    }
  }

  /** The grid is enough: no frame, no axis lines, no ticks. */
  private static void style(Plot plot, Axis... axes) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    for (Axis axis : axes) {
      axis.setAxisLineVisible(false);
      axis.setTickMarksVisible(false);
    }
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }
}
