package org.fogopt.lab;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import org.fogopt.apps.io.AtomicFile;
import org.jfree.svg.MeetOrSlice;
import org.jfree.svg.PreserveAspectRatio;
import org.jfree.svg.SVGGraphics2D;
import org.jfree.svg.ViewBox;

/** A picture as a file, PNG or SVG by its ending; the same drawing gives the same bytes. */
final class Canvas {
  private Canvas() {}

  static boolean canDraw(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.endsWith(".png") || name.endsWith(".svg");
  }

  /** Writes the picture, whole or not at all. */
  static void write(Path file, int width, int height, Consumer<Graphics2D> drawing) {
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".svg")) {
      var svg = new SVGGraphics2D(width, height);
      svg.setDefsKeyPrefix("fog"); // not a random one: the same run gives the same file
      svg.setGeomDoubleConverter(Canvas::hundredths);
      svg.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
      drawing.accept(svg);
      // With a view box the picture is scaled, not cut, where it is shown smaller.
      String element =
          svg.getSVGElement(
              null,
              true,
              new ViewBox(0, 0, width, height),
              PreserveAspectRatio.XMID_YMID,
              MeetOrSlice.MEET);
      AtomicFile.writeBytes(
          file,
          bytes -> {
            var out = new OutputStreamWriter(bytes, StandardCharsets.UTF_8);
            out.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element + "\n");
            out.flush();
          });
    } else {
      int scale = 2; // sharp on dense screens and in print
      var image = new BufferedImage(scale * width, scale * height, BufferedImage.TYPE_INT_RGB);
      Graphics2D g = image.createGraphics();
      g.scale(scale, scale);
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      drawing.accept(g);
      g.dispose();
      AtomicFile.writeBytes(file, out -> ImageIO.write(image, "png", out));
    }
  }

  /** Of coordinates, a hundredth of a pixel is enough. */
  private static String hundredths(double coordinate) {
    double rounded = Math.rint(coordinate * 100) / 100;
    return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
  }
}
