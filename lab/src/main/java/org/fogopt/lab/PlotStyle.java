package org.fogopt.lab;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.StandardChartTheme;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.ui.RectangleInsets;

/** The style of plots: on white, so that they can be read on a dark page and in print too. */
final class PlotStyle {
  static final Color INK = new Color(0x222222);
  static final Color GRID = new Color(0xE2E2E2);

  /** A whole pixel wide: viewers of SVG leave thinner lines out. */
  static final BasicStroke THIN = new BasicStroke(1f);

  // Okabe and Ito's colours, distinguishable in every kind of colour vision. Without the yellow,
  // which
  // white drowns; orange, sky blue and purple a little darker, for the same reason.
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x0072B2),
          new Color(0xD55E00),
          new Color(0x009E73),
          new Color(0xC4629B),
          new Color(0xB87A00),
          new Color(0x3FA0DC),
          new Color(0x222222));

  // As many dashes and marks as there are in the report, for a print in grey.
  private static final List<float[]> DASHES =
      List.of(
          new float[] {},
          new float[] {8, 4},
          new float[] {2, 3},
          new float[] {9, 3, 2, 3},
          new float[] {14, 4});

  private static final List<Shape> MARKS =
      List.of(
          new Ellipse2D.Double(-4, -4, 8, 8),
          new Rectangle2D.Double(-3.5, -3.5, 7, 7),
          polygon(0, -4.5, 4.5, 3.5, -4.5, 3.5),
          polygon(0, -5, 4, 0, 0, 5, -4, 0),
          polygon(-4.5, -3.5, 4.5, -3.5, 0, 4.5));

  private PlotStyle() {}

  static Color colour(int k) {
    return COLOURS.get(k % COLOURS.size());
  }

  /** A line of so many pixels, whole for k = 0 and dashed otherwise. */
  static BasicStroke line(int k, float width) {
    float[] dash = DASHES.get(k % DASHES.size());
    return dash.length == 0
        ? new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND)
        : new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, dash, 0f);
  }

  static Shape mark(int k) {
    return MARKS.get(k % MARKS.size());
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

  static Font font(int style, int size) {
    return new Font(Font.SANS_SERIF, style, size);
  }

  static void dress(JFreeChart chart) {
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
  static void dress(Plot plot, Axis... axes) {
    plot.setBackgroundPaint(Color.WHITE);
    plot.setOutlineVisible(false);
    for (Axis axis : axes) {
      axis.setAxisLineVisible(false);
      axis.setTickMarksVisible(false);
    }
  }
}
