package org.fogopt.linalg;

/**
 * Dense rows that are computed whenever they are read, such as standardised rows of a file that is
 * larger than memory. Gives the same bits as {@link Rows} with the same numbers.
 *
 * <pre>{@code
 * RowMatrix halves = new ComputedRows(rows.count(), rows.columns(), (i, into) -> {
 *   rows.copyTo(i, into);
 *   Kernels.scale(0.5, into);
 * });
 * }</pre>
 */
public final class ComputedRows extends FetchedRows {
  private final Row source;

  /** Gives a row. Several threads may ask at once. */
  @FunctionalInterface
  public interface Row {
    /** into[0..columns) = rowᵢ. */
    void copyTo(long i, double[] into);
  }

  public ComputedRows(long count, int columns, Row source) {
    super(count, columns, false);
    this.source = source;
  }

  @Override
  void fetch(long i, Fetched into) {
    source.copyTo(i, into.row);
  }
}
