package org.fogopt.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.fogopt.apps.embedding.Points;
import org.fogopt.apps.embedding.Transform;
import org.fogopt.apps.io.PlacesFile;
import org.fogopt.cli.option.PointsOptions;
import org.fogopt.cli.output.Words;
import org.fogopt.oracle.Workers;

/** {@code fog embed --transform}: new points into a map that stays as it is. */
final class Placing {
  private Placing() {}

  /**
   * Reads, places and writes.
   *
   * @param o where to say so, and how the columns of the new points were understood
   */
  static void place(
      PointsOptions data, Path fresh, Path map, Path out, int threads, PrintWriter o) {
    Points points = data.read();
    Points added = data.readMore(fresh, points);
    int n = points.rows().rows();
    double[] places = PlacesFile.read(map, n);
    try (var workers = new Workers(threads)) {
      double[] found =
          Transform.of(points.rows(), places, added.rows(), PointsOptions.COLUMNS, workers);
      PlacesFile.write(out, added.labels(), found, added.rows().rows());
    }
    o.printf(
        "%s placed into a map of %d; wrote %s%n",
        Words.count(added.rows().rows(), "new point"), n, out.getFileName());
    added.notes().forEach(note -> Words.hanging(o, "  ", note));
    o.flush();
  }
}
