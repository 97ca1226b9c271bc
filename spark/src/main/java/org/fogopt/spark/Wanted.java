package org.fogopt.spark;

import java.util.Arrays;
import java.util.function.LongConsumer;

/** Collects the numbers of rows to fetch. */
final class Wanted implements LongConsumer {
  private final long count;
  private final long most;
  private long[] rows = new long[1024];
  private int size;

  /**
   * @param count rows that there are: what is named beyond is no row
   * @param most rows after which it is full
   */
  Wanted(long count, long most) {
    this.count = count;
    this.most = most;
  }

  @Override
  public void accept(long row) {
    if (row >= count) {
      return;
    }
    if (size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * size);
    }
    rows[size++] = row;
  }

  boolean isFull() {
    return size >= most;
  }

  /** Each once, in rising order. */
  long[] sorted() {
    return Arrays.stream(rows, 0, size).sorted().distinct().toArray();
  }
}
