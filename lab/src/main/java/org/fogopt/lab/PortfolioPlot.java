package org.fogopt.lab;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.fogopt.apps.io.AtomicFile;
import org.fogopt.run.Trace;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.LogAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.PlotOrientation;
import org.jfree.chart.renderer.category.BarRenderer;
import org.jfree.chart.renderer.category.StandardBarPainter;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.svg.SVGGraphics2D;
import org.jspecify.annotations.Nullable;

/**
 * One picture of a portfolio run: how it converged, and what it holds. PNG or SVG by the file's
 * ending.
 *
 * @param title over the picture
 * @param trace of the run
 * @param exactObjective the least objective, or null if it is not known
 * @param names of the assets
 * @param weights of the assets
 */
public record PortfolioPlot(
    String title,
    Trace trace,
    @Nullable Double exactObjective,
    List<String> names,
    double[] weights) {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 500;
  private static final int TITLE = 44;

  /** Bars that can still be read. */
  private static final int MOST_BARS = 20;

  // Okabe and Ito's blue and vermilion: told apart by every kind of colour vision, and in grey.
  private static final Color BLUE = new Color(0x0072B2);
  private static final Color VERMILION = new Color(0xD55E00);
  private static final Color INK = new Color(0x222222);
  private static final Color GRID = new Color(0xD8D8D8);

  /** Whether a file of this name can be drawn. */
  public static boolean canDraw(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".png") || name.endsWith(".svg");
  }

  /**
   * Draws, whole or not at all.
   *
   * @throws org.fogopt.apps.io.OutputException if the file cannot be written
   */
  public void write(Path file) {
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
      var svg = new SVGGraphics2D(WIDTH, HEIGHT);
      svg.setDefsKeyPrefix("fog"); // not a random one: the same run gives the same file
      draw(svg);
      AtomicFile.writeBytes(
          file,
          bytes -> {
            var out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
            out.write(svg.getSVGDocument());
            out.flush();
          });
    } else {
      int scale = 2; // sharp on dense screens and in print
      var image = new BufferedImage(scale * WIDTH, scale * HEIGHT, BufferedImage.TYPE_INT_RGB);
      Graphics2D g = image.createGraphics();
      g.scale(scale, scale);
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      draw(g);
      g.dispose();
      AtomicFile.writeBytes(file, out -> ImageIO.write(image, "png", out));
    }
  }

  private void draw(Graphics2D g) {
    g.setPaint(Color.WHITE);
    g.fill(new Rectangle2D.Double(0, 0, WIDTH, HEIGHT));
    g.setPaint(INK);
    g.setFont(font(Font.BOLD, 18));
    g.drawString(title, 16, 29);
    double half = WIDTH / 2.0;
    convergence().draw(g, new Rectangle2D.Double(0, TITLE, half, HEIGHT - TITLE));
    holdings().draw(g, new Rectangle2D.Double(half, TITLE, half, HEIGHT - TITLE));
  }

  private JFreeChart convergence() {
    var data = new XYSeriesCollection();
    var norm = new XYSeries("gradient norm");
    var gap = new XYSeries("gap to the exact minimum");
    for (Trace.Row row : trace.rows()) {
      addPositive(norm, row.passes(), row.gradientNorm());
      if (exactObjective != null) {
        addPositive(gap, row.passes(), row.objective() - exactObjective);
      }
    }
    data.addSeries(norm);
    if (!gap.isEmpty()) {
      data.addSeries(gap);
    }
    JFreeChart chart =
        ChartFactory.createXYLineChart("Convergence", "passes over the data", null, data);
    style(chart);
    var plot = chart.getXYPlot();
    var log = new LogAxis(null);
    log.setTickUnit(new NumberTickUnit(decades(data)));
    log.setNumberFormatOverride(new PowerOfTen());
    log.setTickLabelFont(font(Font.PLAIN, 13));
    log.setMinorTickMarksVisible(false);
    plot.setRangeAxis(log);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(GRID);
    plot.setDomainGridlinePaint(GRID);
    var renderer = new XYLineAndShapeRenderer(true, true);
    renderer.setSeriesPaint(0, BLUE);
    renderer.setSeriesPaint(1, VERMILION);
    renderer.setDefaultStroke(new BasicStroke(2f));
    renderer.setAutoPopulateSeriesStroke(false);
    renderer.setDefaultShapesVisible(data.getItemCount(0) < 60);
    plot.setRenderer(renderer);
    return chart;
  }

  /** At most about eight labels on the axis. */
  private static double decades(XYSeriesCollection data) {
    var range = data.getRangeBounds(false);
    if (range == null || !(range.getLowerBound() > 0)) {
      return 1;
    }
    double spanned = Math.log10(range.getUpperBound() / range.getLowerBound());
    return Math.max(1, Math.ceil(spanned / 8));
  }

  private static void addPositive(XYSeries series, double x, double y) {
    if (y > 0 && y < Double.POSITIVE_INFINITY) {
      series.add(x, y);
    }
  }

  private JFreeChart holdings() {
    int[] largest =
        IntStream.range(0, weights.length)
            .boxed()
            .sorted(Comparator.comparingDouble(k -> -Math.abs(weights[k])))
            .mapToInt(Integer::intValue)
            .limit(MOST_BARS)
            .toArray();
    var data = new DefaultCategoryDataset();
    for (int k : largest) {
      data.addValue(weights[k], "weight", names.get(k));
    }
    String heading =
        weights.length > MOST_BARS
            ? "Weights: the %d largest of %d".formatted(MOST_BARS, weights.length)
            : "Weights";
    JFreeChart chart =
        ChartFactory.createBarChart(
            heading, null, null, data, PlotOrientation.HORIZONTAL, false, false, false);
    style(chart);
    var plot = chart.getCategoryPlot();
    plot.setBackgroundPaint(Color.WHITE);
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeZeroBaselineVisible(true);
    plot.setRangeAxisLocation(AxisLocation.BOTTOM_OR_RIGHT);
    plot.getDomainAxis().setMaximumCategoryLabelWidthRatio(0.4f);
    plot.getDomainAxis().setTickLabelFont(font(Font.PLAIN, largest.length > 14 ? 11 : 13));
    var bars = (BarRenderer) plot.getRenderer();
    bars.setBarPainter(new StandardBarPainter());
    bars.setShadowVisible(false);
    bars.setSeriesPaint(0, BLUE);
    return chart;
  }

  private static void style(JFreeChart chart) {
    var theme = new StandardChartTheme("fog");
    theme.setExtraLargeFont(font(Font.PLAIN, 15));
    theme.setLargeFont(font(Font.PLAIN, 13));
    theme.setRegularFont(font(Font.PLAIN, 13));
    theme.setSmallFont(font(Font.PLAIN, 12));
    theme.apply(chart);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(4, 10, 8, 16));
    if (chart.getLegend() != null) {
      chart.getLegend().setFrame(BlockBorder.NONE);
    }
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }
}
