package org.fogopt.spark;

import java.io.Serializable;
import org.fogopt.oracle.Oracle;

/**
 * How rows are laid out in the cluster: in blocks, the unit of storage, of which whole groups are
 * dealt out to partitions. A group is at least as long as the chunks in which sums are made, so
 * that no chunk is split between two machines.
 *
 * @param count how many rows
 * @param columns how many numbers in each
 * @param block rows of a block, a power of two
 * @param group rows of a group, a power of two, at least {@code block}
 * @param partitions into how many parts the groups are dealt, at most one for each
 */
record Layout(long count, int columns, int block, long group, int partitions)
    implements Serializable {
  /** Large enough to be read at the speed of the disk, small enough to be in a cache. */
  private static final int BLOCK_BYTES = 1 << 20;

  private static final int MOST_BLOCK_ROWS = 1 << 10;

  private static final int DIGEST_GRAIN = MOST_BLOCK_ROWS;

  /** A partition that is read from disk passes through memory. */
  private static final long PARTITION_BYTES = 64L << 20;

  /**
   * @param grain the largest grain of the problems to come
   * @param parallelism tasks that the cluster can run at once
   * @param partitions how many are wanted, or 0
   */
  static Layout of(long count, int columns, int grain, int parallelism, int partitions) {
    int fitting = Integer.highestOneBit(Math.max(1, BLOCK_BYTES / (Double.BYTES * columns)));
    int block = Math.min(fitting, MOST_BLOCK_ROWS);
    long group = Math.max(block, Oracle.chunkSize(count, Math.max(grain, DIGEST_GRAIN)));
    long groups = (count + group - 1) / group;
    long bytes = (long) Double.BYTES * columns * count;
    long wanted =
        partitions > 0 ? partitions : Math.max(2L * parallelism, bytes / PARTITION_BYTES + 1);
    return new Layout(count, columns, block, group, (int) Math.min(groups, wanted));
  }

  long groups() {
    return (count + group - 1) / group;
  }

  /** Rows whose numbers are digested together; a group is some of them. */
  long digest() {
    return Oracle.chunkSize(count, DIGEST_GRAIN);
  }

  /** The partition that holds a row. */
  int partition(long row) {
    // Every partition gets its share of groups, the difference being one at most.
    return (int) (row / group * partitions / groups());
  }

  /** Where the block ends that holds a row. */
  long blockEnd(long row) {
    return Math.min(count, (row / block + 1) * block);
  }
}
