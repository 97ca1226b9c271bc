package org.fogopt.spark;

import java.util.List;
import org.fogopt.linalg.Kernels;

/** The rows of a group, of a matrix whose other rows are not at hand. */
final class Window implements Sliced {
  private final Layout layout;
  private final long first;
  private final long end;
  private final double[][] blocks;
  private final int shift;
  private final int mask;

  /** The rows of consecutive blocks. */
  Window(Layout layout, List<Block> group) {
    this.layout = layout;
    first = group.get(0).first();
    end = group.get(group.size() - 1).end();
    blocks = new double[group.size()][];
    for (int k = 0; k < blocks.length; k++) {
      blocks[k] = group.get(k).values();
    }
    shift = Integer.numberOfTrailingZeros(layout.block());
    mask = layout.block() - 1;
  }

  long first() {
    return first;
  }

  long end() {
    return end;
  }

  @Override
  public long count() {
    return layout.count();
  }

  @Override
  public int columns() {
    return layout.columns();
  }

  @Override
  public void copyTo(long i, int from, int width, double[] into) {
    System.arraycopy(block(i), offset(i) + from, into, 0, width);
  }

  @Override
  public double dot(long i, int from, int width, double[] x) {
    return Kernels.dot(block(i), offset(i) + from, x, width);
  }

  @Override
  public double dotDifference(long i, int from, int width, double[] x, double[] xp) {
    return Kernels.dotDifference(block(i), offset(i) + from, x, xp, width);
  }

  @Override
  public void addTo(long i, int from, int width, double a, double[] y, int offset) {
    Kernels.axpy(a, block(i), offset(i) + from, y, offset, width);
  }

  @Override
  public String fingerprint() {
    throw new UnsupportedOperationException("some rows of a matrix do not name all of it");
  }

  private double[] block(long i) {
    if (i < first || i >= end) {
      throw new IllegalStateException(
          "a component read row %d where rows %d to %d are at hand; a component of a row"
                  .formatted(i, first, end - 1)
              + " problem may read its own row and no other");
    }
    return blocks[(int) ((i - first) >>> shift)];
  }

  private int offset(long i) {
    return (int) ((i - first) & mask) * layout.columns();
  }
}
