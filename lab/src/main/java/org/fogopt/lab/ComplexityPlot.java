package org.fogopt.lab;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.text.FieldPosition;
import java.text.NumberFormat;
import java.text.ParsePosition;
import java.util.List;
import org.fogopt.lab.complexity.Axis;
import org.fogopt.lab.complexity.Findings;
import org.fogopt.lab.complexity.Fit;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;

/**
 * Calls over what grows, in logarithms, with the fitted lines: a panel for each axis, those of the
 * theory's parameters above those of tuned ones.
 *
 * @param findings what was measured
 */
public record ComplexityPlot(Findings findings) {
  private static final int WIDTH = 1500;
  private static final int HEIGHT = 1000;
  private static final int TITLE = 44;

  // Okabe and Ito's colours, distinguishable in every kind of colour vision; the shapes differ too.
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x222222),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9)
  };
  private static final Color INK = new Color(0x222222);
  private static final Color GRID = new Color(0xE2E2E2);
  private static final BasicStroke THIN = new BasicStroke(1f);
  private static final BasicStroke DASHED =
      new BasicStroke(
          1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10f, new float[] {6f, 5f}, 0f);

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
    g.setPaint(INK);
    g.setFont(font(Font.BOLD, 18));
    g.drawString(
        "Calls until the mean of |gradient|\u00b2 is at most \u03b5\u00b2, and fitted exponents (in brackets: upper"
            + " bounds of the literature)",
        16,
        29);
    double width = WIDTH / (double) Axis.values().length;
    double height = (HEIGHT - TITLE) / (double) Findings.Mode.values().length;
    double x = 0;
    for (Axis axis : Axis.values()) {
      double y = TITLE;
      for (Findings.Mode mode : Findings.Mode.values()) {
        panel(axis, mode).draw(g, new Rectangle2D.Double(x, y, width, height));
        y += height;
      }
      x += width;
    }
  }

  private JFreeChart panel(Axis axis, Findings.Mode mode) {
    var data = new XYSeriesCollection();
    var renderer = new XYLineAndShapeRenderer(false, true);
    List<String> methods =
        findings.series().stream().map(Findings.Series::method).distinct().toList();
    for (Findings.Series series : findings.series()) {
      if (series.axis() == axis && series.mode() == mode) {
        int colour = methods.indexOf(series.method());
        add(data, renderer, series, colour);
      }
    }
    var x = new NumberAxis(axis.variable());
    x.setAutoRangeIncludesZero(false);
    x.setTickUnit(new NumberTickUnit(Math.log10(2) * (axis == Axis.COMPONENTS ? 2 : 1)));
    x.setNumberFormatOverride(new Rounded());
    var y = new NumberAxis("calls");
    y.setAutoRangeIncludesZero(false);
    y.setTickUnit(new NumberTickUnit(1));
    y.setNumberFormatOverride(new PowerOfTen());
    var plot = new XYPlot(data, x, y, renderer);
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    plot.setRangeGridlinePaint(GRID);
    plot.setRangeGridlineStroke(THIN);
    plot.setDomainGridlinePaint(GRID);
    plot.setDomainGridlineStroke(THIN);
    for (NumberAxis each : List.of(x, y)) {
      each.setAxisLineVisible(false);
      each.setTickMarksVisible(false);
      each.setTickLabelFont(font(Font.PLAIN, 13));
      each.setLabelFont(font(Font.PLAIN, 13));
      each.setTickLabelPaint(INK);
      each.setLabelPaint(INK);
    }
    String whose = mode == Findings.Mode.THEORY ? "theory's parameters" : "tuned";
    var chart = new JFreeChart(axis.title() + ": " + whose, font(Font.PLAIN, 15), plot, true);
    chart.setBackgroundPaint(Color.WHITE);
    chart.setPadding(new RectangleInsets(4, 10, 8, 16));
    chart.getTitle().setPaint(INK);
    chart.getLegend().setFrame(BlockBorder.NONE);
    chart.getLegend().setPosition(RectangleEdge.BOTTOM);
    chart.getLegend().setItemFont(font(Font.PLAIN, 12));
    chart.getLegend().setItemPaint(INK);
    return chart;
  }

  private static void add(
      XYSeriesCollection data,
      XYLineAndShapeRenderer renderer,
      Findings.Series series,
      int method) {
    Color colour = COLOURS[method % COLOURS.length];
    var marks = new XYSeries(label(series));
    for (Findings.Point point : series.points()) {
      if (!point.calls().isEmpty()) {
        marks.add(Math.log10(point.x()), Math.log10(point.typical()));
      }
    }
    int index = data.getSeriesCount();
    data.addSeries(marks);
    renderer.setSeriesPaint(index, colour);
    renderer.setSeriesShape(index, shape(method));
    Fit fit = series.fit();
    if (fit != null) {
      var line = new XYSeries(label(series) + " fit");
      for (double end : new double[] {marks.getMinX(), marks.getMaxX()}) {
        line.add(end, Math.log10(fit.at(Math.pow(10, end))));
      }
      data.addSeries(line);
      renderer.setSeriesPaint(index + 1, colour);
      renderer.setSeriesStroke(index + 1, DASHED);
      renderer.setSeriesLinesVisible(index + 1, true);
      renderer.setSeriesShapesVisible(index + 1, false);
      renderer.setSeriesVisibleInLegend(index + 1, false);
    }
  }

  private static String label(Findings.Series series) {
    Fit fit = series.fit();
    String measured = fit == null ? "-" : "%.2f".formatted(fit.exponent());
    return series.method()
        + " "
        + measured
        + (series.bound().isEmpty() ? "" : " (" + series.bound() + ")")
        + (series.axis() == Axis.COMPONENTS ? ", " + series.fixed() : "");
  }

  private static Shape shape(int method) {
    return switch (method % 4) {
      case 0 -> new Ellipse2D.Double(-4.5, -4.5, 9, 9);
      case 1 -> new Rectangle2D.Double(-4, -4, 8, 8);
      case 2 -> polygon(0, -5.5, 5, 4, -5, 4);
      default -> polygon(0, -6, 5, 0, 0, 6, -5, 0);
    };
  }

  private static Shape polygon(double... corners) {
    var path = new Path2D.Double();
    path.moveTo(corners[0], corners[1]);
    for (int k = 2; k < corners.length; k += 2) {
      path.lineTo(corners[k], corners[k + 1]);
    }
    path.closePath();
    return path;
  }

  private static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  /** A logarithm as the number it is of, without digits behind the point. */
  private static final class Rounded extends NumberFormat {
    private static final long serialVersionUID = 1;

    @Override
    public StringBuffer format(double logarithm, StringBuffer to, FieldPosition position) {
      return to.append(Math.round(Math.pow(10, logarithm)));
    }

    @Override
    public StringBuffer format(long logarithm, StringBuffer to, FieldPosition position) {
      return format((double) logarithm, to, position);
    }

    @Override
    public Number parse(String text, ParsePosition position) {
      throw new UnsupportedOperationException("labels are only written");
    }
  }
}
