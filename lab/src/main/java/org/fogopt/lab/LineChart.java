package org.fogopt.lab;

import java.awt.Color;
import java.awt.Font;
import java.awt.geom.Line2D;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jfree.chart.ChartFactory;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.LegendItem;
import org.jfree.chart.LegendItemCollection;
import org.jfree.chart.annotations.XYLineAnnotation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.DeviationRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.data.xy.XYSeries;
import org.jfree.data.xy.XYSeriesCollection;
import org.jfree.data.xy.YIntervalSeries;
import org.jfree.data.xy.YIntervalSeriesCollection;
import org.jspecify.annotations.Nullable;

/**
 * Lines over linear or logarithmic axes, with bands around them and marks on them. On a logarithmic
 * axis, what is zero or less lies on the lower edge as a hollow mark, and the chart says so.
 */
final class LineChart {
  /** Of longer lines only some points are marked. */
  private static final int ALL_MARKED = 12;

  private static final int MARKS_OF_A_LINE = 8;
  private static final float WIDTH = 2f;
  private static final int BAND_ALPHA = 46; // of 255

  /**
   * One line.
   *
   * @param name in the legend
   * @param style its colour and mark
   * @param dash its dashes; 0 is a whole line
   * @param joined whether there is a line
   * @param marked whether there are marks
   * @param banded whether low and high are a band; else a bar at each point
   * @param x across; NaN for what is not known, here and below
   * @param y up
   * @param low where the band begins
   * @param high where the band ends
   */
  record Strand(
      String name,
      int style,
      int dash,
      boolean joined,
      boolean marked,
      boolean banded,
      double[] x,
      double[] y,
      double[] low,
      double[] high) {

    /** With marks, and nothing around it. */
    static Strand plain(String name, int style, double[] x, double[] y) {
      double[] none = new double[x.length];
      Arrays.fill(none, Double.NaN);
      return new Strand(name, style, style, true, true, true, x, y, none, none);
    }
  }

  private final Scale across;
  private final Scale up;
  private final List<Strand> strands;

  /** What is above is cut off: a line that leaves there has diverged. */
  private final double top;

  private LineChart(boolean logX, boolean logY, double top, List<Strand> strands) {
    this.strands = strands;
    this.top = top;
    across = Scale.of(logX, strands.stream().flatMapToDouble(s -> Arrays.stream(s.x())).toArray());
    up =
        Scale.of(
            logY,
            strands.stream()
                .flatMapToDouble(
                    s ->
                        DoubleStream.concat(
                            Arrays.stream(s.y()),
                            DoubleStream.concat(Arrays.stream(s.low()), Arrays.stream(s.high()))))
                .filter(value -> value <= top)
                .toArray());
  }

  /**
   * The chart.
   *
   * @param title over it, or null
   * @param yName over the y-axis, or null
   * @param top where it is cut off
   */
  static JFreeChart of(
      @Nullable String title,
      String xName,
      @Nullable String yName,
      boolean logX,
      boolean logY,
      double top,
      List<Strand> strands) {
    return new LineChart(logX, logY, top, strands).chart(title, xName, yName);
  }

  private JFreeChart chart(@Nullable String title, String xName, @Nullable String yName) {
    var lines = new YIntervalSeriesCollection();
    var marks = new XYSeriesCollection();
    var zeros = new XYSeriesCollection();
    boolean isClipped = false;
    for (int k = 0; k < strands.size(); k++) {
      lines.addSeries(line(strands.get(k), k));
      marks.addSeries(marks(strands.get(k), k));
      XYSeries atTheEdge = zeros(strands.get(k), k);
      isClipped |= !atTheEdge.isEmpty();
      zeros.addSeries(atTheEdge);
    }
    JFreeChart chart = ChartFactory.createXYLineChart(title, xName, null, lines);
    PlotStyle.dress(chart);
    XYPlot plot = chart.getXYPlot();
    PlotStyle.dress(plot, plot.getDomainAxis(), plot.getRangeAxis());
    plot.setRangeGridlinePaint(PlotStyle.GRID);
    plot.setRangeGridlineStroke(PlotStyle.THIN);
    plot.setDomainGridlinePaint(PlotStyle.GRID);
    plot.setDomainGridlineStroke(PlotStyle.THIN);
    across.show((NumberAxis) plot.getDomainAxis());
    up.show((NumberAxis) plot.getRangeAxis());
    plot.setDataset(1, marks);
    plot.setDataset(2, zeros);
    plot.setRenderers(
        new XYLineAndShapeRenderer[] {
          new DeviationRenderer(true, false),
          new XYLineAndShapeRenderer(false, true),
          new XYLineAndShapeRenderer(false, true)
        });
    plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
    var legend = new LegendItemCollection();
    for (int k = 0; k < strands.size(); k++) {
      dress(plot, strands.get(k), k);
      legend.add(entry(strands.get(k)));
    }
    plot.setFixedLegendItems(legend);
    if (yName != null) { // lying, over its axis: nobody has to turn the head
      var name = new TextTitle(yName, PlotStyle.font(Font.PLAIN, 13));
      name.setPaint(PlotStyle.INK);
      name.setHorizontalAlignment(HorizontalAlignment.LEFT);
      name.setPadding(0, 8, 6, 0);
      chart.addSubtitle(name);
    }
    if (isClipped) {
      chart.addSubtitle(note("hollow marks at the lower edge: zero or less"));
    }
    if (strands.stream().anyMatch(s -> Arrays.stream(s.y()).anyMatch(y -> y > top))) {
      chart.addSubtitle(note("lines that leave at the top rose well above the start"));
    }
    return chart;
  }

  private static TextTitle note(String text) {
    var note = new TextTitle(text, PlotStyle.font(Font.PLAIN, 12));
    note.setPaint(PlotStyle.INK);
    note.setPosition(RectangleEdge.BOTTOM);
    return note;
  }

  private YIntervalSeries line(Strand strand, int k) {
    var series = new YIntervalSeries(k, false, true);
    for (int i = 0; i < strand.x().length; i++) {
      if (strand.joined() && isKnown(strand, i)) {
        double y = up.at(strand.y()[i]);
        boolean banded = strand.banded() && hasInterval(strand, i);
        series.add(
            across.at(strand.x()[i]),
            y,
            banded ? up.at(strand.low()[i]) : y,
            banded ? up.at(strand.high()[i]) : y);
      }
    }
    return series;
  }

  private XYSeries marks(Strand strand, int k) {
    var series = new XYSeries(k, false);
    int[] known = known(strand);
    int step = known.length <= ALL_MARKED ? 1 : known.length / MARKS_OF_A_LINE;
    for (int i = 0; i < known.length; i++) {
      // At other places on each line; and at its end, which is the result.
      boolean marked = !strand.joined() || i % step == 3 * k % step || i == known.length - 1;
      double y = strand.y()[known[i]];
      if (strand.marked() && marked && up.holds(y)) {
        series.add(across.at(strand.x()[known[i]]), up.at(y));
      }
    }
    return series;
  }

  private XYSeries zeros(Strand strand, int k) {
    var series = new XYSeries(k, false);
    for (int i : known(strand)) {
      if (!up.holds(strand.y()[i])) {
        series.add(across.at(strand.x()[i]), up.at(strand.y()[i]));
      }
    }
    return series;
  }

  private static int[] known(Strand strand) {
    return IntStream.range(0, strand.x().length).filter(i -> isKnown(strand, i)).toArray();
  }

  private static boolean isKnown(Strand strand, int i) {
    return Double.isFinite(strand.x()[i]) && Double.isFinite(strand.y()[i]);
  }

  private static boolean hasInterval(Strand strand, int i) {
    return Double.isFinite(strand.low()[i]) && Double.isFinite(strand.high()[i]);
  }

  private void dress(XYPlot plot, Strand strand, int k) {
    Color colour = PlotStyle.colour(strand.style());
    for (int layer = 0; layer < 3; layer++) {
      var renderer = (XYLineAndShapeRenderer) plot.getRenderer(layer);
      renderer.setSeriesPaint(k, colour);
      renderer.setSeriesStroke(k, PlotStyle.line(strand.dash(), WIDTH));
      renderer.setSeriesShape(k, PlotStyle.mark(strand.style()));
      renderer.setDrawSeriesLineAsPath(true); // dashes run through, whatever the points
    }
    var bands = (DeviationRenderer) plot.getRenderer(0);
    bands.setAlpha(BAND_ALPHA / 255f);
    bands.setSeriesFillPaint(k, colour);
    var hollow = (XYLineAndShapeRenderer) plot.getRenderer(2);
    hollow.setUseFillPaint(true);
    hollow.setSeriesFillPaint(k, Color.WHITE);
    hollow.setUseOutlinePaint(true);
    hollow.setSeriesOutlinePaint(k, colour);
    hollow.setSeriesOutlineStroke(k, PlotStyle.line(0, 1.5f));
    for (int i = 0; i < strand.x().length; i++) {
      if (!strand.banded() && isKnown(strand, i) && hasInterval(strand, i)) {
        double x = across.at(strand.x()[i]);
        plot.addAnnotation(
            new XYLineAnnotation(
                x,
                up.at(strand.low()[i]),
                x,
                up.at(strand.high()[i]),
                PlotStyle.line(0, 1.5f),
                colour));
      }
    }
  }

  private static LegendItem entry(Strand strand) {
    Color colour = PlotStyle.colour(strand.style());
    return new LegendItem(
        strand.name(),
        null,
        null,
        null,
        strand.marked(),
        PlotStyle.mark(strand.style()),
        true,
        colour,
        false,
        colour,
        PlotStyle.THIN,
        strand.joined(),
        new Line2D.Double(-15, 0, 15, 0),
        PlotStyle.line(strand.dash(), WIDTH),
        colour);
  }

  /**
   * From numbers to places on an axis.
   *
   * @param logarithmic whether places are logarithms
   * @param low the lower end, as a place
   * @param high the upper end, as a place
   */
  private record Scale(boolean logarithmic, double low, double high) {
    /** Ticks of an axis that can be read beside each other. */
    private static final int MOST_TICKS = 8;

    static Scale of(boolean logarithmic, double[] numbers) {
      double[] shown =
          Arrays.stream(numbers)
              .filter(Double::isFinite)
              .filter(number -> !logarithmic || number > 0)
              .toArray();
      if (shown.length == 0) {
        return new Scale(logarithmic, 0, 1);
      }
      double least = Arrays.stream(shown).min().orElse(0);
      double most = Arrays.stream(shown).max().orElse(1);
      if (logarithmic) { // whole decades, at least one
        double low = Math.floor(Math.log10(least) + 1e-9);
        return new Scale(true, low, Math.max(low + 1, Math.ceil(Math.log10(most) - 1e-9)));
      }
      double from = least >= 0 && least < most / 3 ? 0 : least;
      double width = most > from ? most - from : 1;
      return new Scale(false, from - 0.02 * width, from + 1.03 * width); // marks are seen whole
    }

    boolean holds(double number) {
      return !logarithmic || number > 0;
    }

    double at(double number) {
      return logarithmic ? number > 0 ? Math.max(low, Math.log10(number)) : low : number;
    }

    void show(NumberAxis axis) {
      axis.setRange(low, high);
      if (logarithmic) {
        double margin = 0.015 * (high - low); // marks on the edges are seen whole
        axis.setRange(low - margin, high + margin);
        axis.setTickUnit(new NumberTickUnit(Math.max(1, Math.ceil((high - low) / MOST_TICKS))));
        axis.setNumberFormatOverride(new PowerOfTen());
      } else {
        axis.setStandardTickUnits(
            high - low >= 2
                ? NumberAxis.createIntegerTickUnits(Locale.ROOT)
                : NumberAxis.createStandardTickUnits(Locale.ROOT));
      }
    }
  }
}
