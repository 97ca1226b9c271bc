package org.fogopt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.fogopt.linalg.Fingerprint;
import org.jspecify.annotations.Nullable;

/**
 * A first pass over the rows of a partition, which also brings them to where they are kept: that
 * all are there, what they are, and the first value that is missing.
 */
final class Audit implements FlatMapFunction<Iterator<Block>, Audit.Finding> {
  private static final long serialVersionUID = 1L;

  /**
   * What a partition holds.
   *
   * @param first its first row
   * @param rows how many
   * @param digests the fingerprints of its rows, {@link Layout#digest()} at a time
   * @param least the least value of each column
   * @param most the largest
   * @param missingRow the first row with a missing value, or −1
   * @param missingColumn the first such column in it
   */
  record Finding(
      long first,
      long rows,
      List<String> digests,
      double[] least,
      double[] most,
      long missingRow,
      int missingColumn)
      implements Serializable {}

  private final Layout layout;

  Audit(Layout layout) {
    this.layout = layout;
  }

  @Override
  public Iterator<Finding> call(Iterator<Block> blocks) {
    int columns = layout.columns();
    double[] least = new double[columns];
    double[] most = new double[columns];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    List<String> digests = new ArrayList<>();
    @Nullable Fingerprint digest = null;
    long first = -1;
    long rows = 0;
    long missingRow = -1;
    int missingColumn = -1;
    while (blocks.hasNext()) {
      Block block = blocks.next();
      first = first < 0 ? block.first() : first;
      double[] values = block.values();
      for (int i = 0; i < block.rows(); i++) {
        if (digest == null) {
          digest = new Fingerprint("rows of a chunk");
        }
        digest.add(values, i * columns, columns);
        if ((block.first() + i + 1) % layout.digest() == 0) {
          digests.add(digest.toString());
          digest = null;
        }
        for (int k = 0; k < columns; k++) {
          double value = values[i * columns + k];
          least[k] = Math.min(least[k], value);
          most[k] = Math.max(most[k], value);
          if (missingRow < 0 && !Double.isFinite(value)) {
            missingRow = block.first() + i;
            missingColumn = k;
          }
        }
      }
      rows += block.rows();
    }
    if (digest != null) {
      digests.add(digest.toString());
    }
    return List.of(new Finding(first, rows, digests, least, most, missingRow, missingColumn))
        .iterator();
  }
}
