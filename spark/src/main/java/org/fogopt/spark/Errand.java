package org.fogopt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Problem;
import org.fogopt.problem.RemoteData.Work;
import org.jspecify.annotations.Nullable;

/**
 * One task's part of a job: the shares of the chunks in its partition, and the wanted rows among
 * its rows. Nothing is counted here, and the same partition gives the same answer however often it
 * is asked: a task may be run again, or twice at once.
 */
final class Errand<R extends Serializable>
    implements FlatMapFunction<Iterator<Block>, Errand.Reply<R>> {
  private static final long serialVersionUID = 1L;

  /**
   * What is to be done.
   *
   * @param work null: only rows are wanted
   * @param chunk rows of a chunk
   * @param wanted in rising order
   */
  record Order<R extends Serializable>(@Nullable Work<R> work, long chunk, long[] wanted)
      implements Serializable {}

  /**
   * What a task returns.
   *
   * @param firstChunk the number of its first chunk
   * @param shares of its chunks, in order
   */
  record Reply<R extends Serializable>(long firstChunk, List<R> shares, Fetched rows)
      implements Serializable {}

  private final Layout layout;
  private final @Nullable Broadcast<RowProblem> problem;
  private final Broadcast<Order<R>> order;

  /**
   * @param problem null: only rows are wanted
   */
  Errand(Layout layout, @Nullable Broadcast<RowProblem> problem, Broadcast<Order<R>> order) {
    this.layout = layout;
    this.problem = problem;
    this.order = order;
  }

  @Override
  public Iterator<Reply<R>> call(Iterator<Block> blocks) {
    Order<R> given = order.value();
    Sharing<R> sharing =
        problem == null || given.work() == null
            ? null
            : new Sharing<>(layout, problem.value(), given.work(), given.chunk());
    var rows = new Picked(layout.columns(), given.wanted());
    while (blocks.hasNext()) {
      Block block = blocks.next();
      rows.pickFrom(block);
      if (sharing != null) {
        sharing.add(block);
      }
    }
    Reply<R> reply =
        sharing == null
            ? new Reply<>(-1, List.of(), rows.fetched())
            : new Reply<>(sharing.firstChunk, sharing.finish(), rows.fetched());
    return List.of(reply).iterator();
  }

  /** Makes the shares of chunks from blocks in rising order. */
  private static final class Sharing<R extends Serializable> {
    private final Layout layout;
    private final RowProblem problem;
    private final Work<R> work;
    private final long chunk;
    private final List<Block> group = new ArrayList<>();
    private final List<R> shares = new ArrayList<>();
    private long firstChunk = -1;

    Sharing(Layout layout, RowProblem problem, Work<R> work, long chunk) {
      this.layout = layout;
      this.problem = problem;
      this.work = work;
      this.chunk = chunk;
    }

    void add(Block block) {
      if (firstChunk < 0) {
        firstChunk = block.first() / chunk;
      }
      group.add(block);
      // A chunk is a few whole blocks, or a block a few whole chunks: both are powers of two.
      if (block.end() % chunk == 0) {
        share();
      }
    }

    private void share() {
      Window window = new Window(layout, group);
      Problem here = problem.over(window);
      for (long from = window.first(); from < window.end(); from += chunk) {
        shares.add(work.of(here, Batch.range(from, Math.min(window.end(), from + chunk))));
      }
      group.clear();
    }

    List<R> finish() {
      if (!group.isEmpty()) {
        share();
      }
      return shares;
    }
  }

  /** Collects wanted rows from blocks in rising order. */
  private static final class Picked {
    private final int columns;
    private final long[] wanted;
    private final List<Fetched> pieces = new ArrayList<>();

    Picked(int columns, long[] wanted) {
      this.columns = columns;
      this.wanted = wanted;
    }

    void pickFrom(Block block) {
      int from = lowerBound(block.first());
      int to = lowerBound(block.end());
      if (from == to) {
        return;
      }
      double[] values = new double[(to - from) * columns];
      for (int k = from; k < to; k++) {
        int at = (int) (wanted[k] - block.first()) * columns;
        System.arraycopy(block.values(), at, values, (k - from) * columns, columns);
      }
      pieces.add(new Fetched(Arrays.copyOfRange(wanted, from, to), values));
    }

    private int lowerBound(long row) {
      int at = Arrays.binarySearch(wanted, row);
      return at < 0 ? -at - 1 : at;
    }

    Fetched fetched() {
      int rows = pieces.stream().mapToInt(piece -> piece.indices().length).sum();
      long[] indices = new long[rows];
      double[] values = new double[rows * columns];
      int at = 0;
      for (Fetched piece : pieces) {
        System.arraycopy(piece.indices(), 0, indices, at, piece.indices().length);
        System.arraycopy(piece.values(), 0, values, at * columns, piece.values().length);
        at += piece.indices().length;
      }
      return new Fetched(indices, values);
    }
  }
}
