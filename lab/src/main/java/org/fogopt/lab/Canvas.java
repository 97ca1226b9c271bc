package org.fogopt.lab;

import java.awt.Dimension;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import javax.imageio.ImageIO;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.batik.svggen.SVGSyntax;
import org.fogopt.apps.io.file.AtomicFile;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

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
      writeSvg(file, width, height, drawing);
    } else {
      int scale = 2; // sharp on dense screens and in print
      var image = new BufferedImage(scale * width, scale * height, BufferedImage.TYPE_INT_RGB);
      Graphics2D g = image.createGraphics();
      g.scale(scale, scale);
      g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
      drawing.accept(g);
      g.dispose();
      AtomicFile.writeBytes(file, out -> writePng(image, out));
    }
  }

  /**
   * By a stream in memory: the one that {@link ImageIO} takes of itself registers a shutdown hook,
   * which is refused after Ctrl-C, when results are still to be written.
   */
  private static void writePng(BufferedImage image, OutputStream out) throws IOException {
    try (var memory = new MemoryCacheImageOutputStream(out)) {
      ImageIO.write(image, "png", memory);
    }
  }

  private static void writeSvg(Path file, int width, int height, Consumer<Graphics2D> drawing) {
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(emptyDocument());
    context.setComment("");
    context.setPrecision(2); // of coordinates, a hundredth of a pixel is enough
    var svg = new SVGGraphics2D(context, false);
    svg.setSVGCanvasSize(new Dimension(width, height));
    svg.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    drawing.accept(svg);
    Element root = svg.getRoot();
    // With a view box the picture is scaled, not cut, where it is shown smaller.
    root.setAttributeNS(null, SVGSyntax.SVG_VIEW_BOX_ATTRIBUTE, "0 0 " + width + " " + height);
    AtomicFile.writeBytes(file, out -> transform(root, out));
  }

  /** Without the document type that Batik's own writer names: readers would fetch it. */
  private static void transform(Element root, OutputStream out) {
    try {
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(root), new StreamResult(out));
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Document emptyDocument() {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVGSyntax.SVG_NAMESPACE_URI, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
