package org.fogopt.problem;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which components an evaluation is about: a range, or a list of indices in which one may stand
 * several times. A range is never an array, however long.
 *
 * <pre>{@code
 * Batch all = Batch.all(2_000);
 * Batch some = Batch.of(3, 14, 3);
 * }</pre>
 */
public final class Batch {
  private final long @Nullable [] indices;
  private final long from;
  private final long size;

  private Batch(long @Nullable [] indices, long from, long size) {
    this.indices = indices;
    this.from = from;
    this.size = size;
  }

  /** The components 0 … count−1, each once. */
  public static Batch all(long count) {
    return range(0, count);
  }

  /** The components from … to−1, each once. */
  public static Batch range(long from, long to) {
    if (from < 0 || to < from) {
      throw new IllegalArgumentException("not a range: " + from + " to " + to);
    }
    return new Batch(null, from, to - from);
  }

  /** The components listed; the array is not copied, so later changes to it show. */
  public static Batch of(long... indices) {
    return new Batch(Objects.requireNonNull(indices, "indices"), 0, indices.length);
  }

  public long size() {
    return size;
  }

  /** Whether these are the components 0 … count−1, each once. */
  public boolean isAll(long count) {
    return indices == null && from == 0 && size == count;
  }

  /** The k-th component's index. */
  public long at(long k) {
    return indices == null ? from + k : indices[(int) (from + k)];
  }

  /** The part k in [start, end) of this batch, as a view. */
  public Batch slice(long start, long end) {
    if (start < 0 || end < start || end > size) {
      throw new IllegalArgumentException("no slice " + start + " to " + end + " of " + size);
    }
    return new Batch(indices, from + start, end - start);
  }
}
