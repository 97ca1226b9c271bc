package org.fogopt.lab;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.fogopt.lab.LineChart.Strand;
import org.fogopt.lab.report.Chart;
import org.fogopt.lab.report.Curve;
import org.fogopt.lab.report.Lines;
import org.fogopt.lab.report.Lines.Spot;
import org.fogopt.lab.report.Point;

/**
 * A chart of a report as a picture of its own, PNG or SVG by the file's ending.
 *
 * <pre>{@code
 * ChartPlot.of(chart, Cost.CALLS, Measure.GAP).write(Path.of("figure1.svg"));
 * }</pre>
 */
public final class ChartPlot {
  private static final int WIDTH = 900;
  private static final int HEIGHT = 560;
  private static final int TITLE = 40;
  private static final int PANEL_WIDTH = 620;
  private static final int PANEL_HEIGHT = 430;

  /** A curve that leaves its start behind by more than this has nothing more to show. */
  private static final double TOP = 100;

  private final String title;
  private final String xName;
  private final String yName;
  private final boolean logX;
  private final boolean logY;
  private final double top;
  private final List<Strand> strands;

  /** What is spent. */
  public enum Cost {
    CALLS("calls"),
    PASSES("passes over the data"),
    SECONDS("seconds of work");

    private final String title;

    Cost(String title) {
      this.title = title;
    }

    private double of(Point p) {
      return switch (this) {
        case CALLS -> p.calls();
        case PASSES -> p.passes();
        case SECONDS -> p.seconds();
      };
    }
  }

  /** What is gained. */
  public enum Measure {
    GAP,
    GRADIENT_NORM;

    private double of(Point p) {
      return this == GAP ? p.gap() : p.gradientNorm();
    }

    private double low(Point p) {
      return this == GAP ? p.gapLow() : p.normLow();
    }

    private double high(Point p) {
      return this == GAP ? p.gapHigh() : p.normHigh();
    }
  }

  private ChartPlot(
      String title,
      String xName,
      String yName,
      boolean logX,
      boolean logY,
      double top,
      List<Strand> strands) {
    this.title = title;
    this.xName = xName;
    this.yName = yName;
    this.logX = logX;
    this.logY = logY;
    this.top = top;
    this.strands = strands;
  }

  /** Convergence: the measure on a logarithmic axis, medians with their quartiles. */
  public static ChartPlot of(Chart chart, Cost cost, Measure measure) {
    List<Strand> strands = new ArrayList<>();
    double first = 0;
    for (Curve curve : chart.curves()) {
      int style = strands.size();
      List<Point> points = curve.points();
      String name =
          curve.status().equals("done") ? curve.name() : curve.name() + ", " + curve.status();
      strands.add(
          new Strand(
              name,
              style,
              style,
              true,
              true,
              true,
              all(points, cost::of),
              all(points, measure::of),
              all(points, measure::low),
              all(points, measure::high)));
      double start = points.isEmpty() ? 0 : measure.of(points.get(0));
      first = start > first ? start : first;
    }
    String yName = measure == Measure.GAP ? chart.gapName() : "gradient norm";
    double top = first > 0 ? TOP * first : Double.POSITIVE_INFINITY;
    return new ChartPlot(chart.title(), cost.title, yName, false, true, top, strands);
  }

  /** Any lines. */
  public static ChartPlot of(Lines lines) {
    List<String> families = lines.series().stream().map(Lines.Series::family).distinct().toList();
    List<Strand> strands = new ArrayList<>();
    for (Lines.Series series : lines.series()) {
      strands.add(
          new Strand(
              series.name(),
              families.indexOf(series.family()),
              series.style() == Lines.Style.DASHED ? 1 : 0,
              series.style() != Lines.Style.MARKS,
              series.style() == Lines.Style.LINE || series.style() == Lines.Style.MARKS,
              false,
              all(series.spots(), Spot::x),
              all(series.spots(), Spot::y),
              all(series.spots(), Spot::low),
              all(series.spots(), Spot::high)));
    }
    return new ChartPlot(
        lines.title(),
        lines.xName(),
        lines.yName(),
        lines.logX(),
        lines.logY(),
        Double.POSITIVE_INFINITY,
        strands);
  }

  private static <T> double[] all(List<T> points, ToDoubleFunction<T> of) {
    return points.stream().mapToDouble(of).toArray();
  }

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
    Canvas.write(file, WIDTH, HEIGHT, g -> draw(g, 0, 0, WIDTH, HEIGHT));
  }

  /**
   * Draws several as the panels of one picture, row by row.
   *
   * @throws org.fogopt.apps.io.file.OutputException if the file cannot be written
   */
  public static void write(Path file, List<ChartPlot> panels, int columns) {
    int rows = (panels.size() + columns - 1) / columns;
    Canvas.write(
        file,
        columns * PANEL_WIDTH,
        rows * PANEL_HEIGHT,
        g -> {
          for (int k = 0; k < rows * columns; k++) {
            int x = k % columns * PANEL_WIDTH;
            int y = k / columns * PANEL_HEIGHT;
            if (k < panels.size()) {
              panels.get(k).draw(g, x, y, PANEL_WIDTH, PANEL_HEIGHT);
            } else {
              g.setPaint(Color.WHITE);
              g.fill(new Rectangle2D.Double(x, y, PANEL_WIDTH, PANEL_HEIGHT));
            }
          }
        });
  }

  private void draw(Graphics2D g, double x, double y, double width, double height) {
    g.setPaint(Color.WHITE);
    g.fill(new Rectangle2D.Double(x, y, width, height));
    g.setPaint(PlotStyle.INK);
    g.setFont(PlotStyle.font(Font.BOLD, 18));
    g.drawString(title, (float) x + 16, (float) y + 27);
    LineChart.of(null, xName, yName, logX, logY, top, strands)
        .draw(g, new Rectangle2D.Double(x, y + TITLE, width, height - TITLE));
  }
}
