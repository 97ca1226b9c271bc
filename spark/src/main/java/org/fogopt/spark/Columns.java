package org.fogopt.spark;

import java.util.Objects;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.RowMatrix;

/**
 * Some columns of rows in a cluster, as a matrix: for a {@link RowProblem} whose rows hold more
 * than one thing.
 *
 * <pre>{@code
 * RowMatrix features = Columns.of(rows, 0, d);
 * }</pre>
 */
public final class Columns implements RowMatrix {
  private final Sliced rows;
  private final int from;
  private final int width;

  private Columns(Sliced rows, int from, int width) {
    this.rows = rows;
    this.from = from;
    this.width = width;
  }

  /**
   * Columns from … to−1.
   *
   * @param rows as a {@link RowProblem} is given them
   */
  public static RowMatrix of(RowMatrix rows, int from, int to) {
    Objects.checkFromToIndex(from, to, rows.columns());
    if (!(rows instanceof Sliced sliced)) {
      throw new IllegalArgumentException("only rows in a cluster can be cut into columns");
    }
    return new Columns(sliced, from, to - from);
  }

  @Override
  public long count() {
    return rows.count();
  }

  @Override
  public int columns() {
    return width;
  }

  @Override
  public void copyTo(long i, double[] into) {
    rows.copyTo(i, from, width, into);
  }

  @Override
  public double dot(long i, double[] x) {
    return rows.dot(i, from, width, x);
  }

  @Override
  public double dotDifference(long i, double[] x, double[] xp) {
    return rows.dotDifference(i, from, width, x, xp);
  }

  @Override
  public void addTo(long i, double a, double[] y, int offset) {
    rows.addTo(i, from, width, a, y, offset);
  }

  @Override
  public String fingerprint() {
    return new Fingerprint("columns").add(rows.fingerprint()).add(from).add(width).toString();
  }
}
