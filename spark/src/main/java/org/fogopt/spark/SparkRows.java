package org.fogopt.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Problem;
import org.fogopt.problem.RemoteData;
import org.jspecify.annotations.Nullable;

/**
 * A matrix whose rows live in a cluster, seen from the driver.
 *
 * <p>Sums over all rows are one job each. A single row is used on the driver: rows that the coming
 * steps will draw are fetched along with a pass, and a row that is missing all the same is fetched
 * together with those of the steps after it.
 *
 * <pre>{@code
 * try (SparkRows rows = RowFiles.open(spark, "hdfs://…/returns", RowFiles.Options.DEFAULT).load()) {
 *   RowProblem portfolio = r -> new MeanVariance(r, 1).problem();
 *   Result result =
 *       Run.of(rows.problem(portfolio, Penalty.NONE), Automatic.METHOD.with(Settings.NONE))
 *           .stop(StopRule.passes(50))
 *           .go();
 * }
 * }</pre>
 */
public final class SparkRows implements Sliced, AutoCloseable {
  /** Steps to fetch rows for before it is known how long epochs are. */
  private static final long FIRST_EPOCH = 64;

  /** Adaptive epochs vary: fetch for somewhat more than the last ones took. */
  private static final double MARGIN = 1.25;

  /** Rows to fetch after one that was not announced: the next ones are likely to follow. */
  private static final long RUN = 4096;

  private final JavaSparkContext spark;
  private final JavaRDD<Block> blocks;
  private final Layout layout;
  private final String fingerprint;
  private final long cacheRows;

  private volatile RowCache cache;
  private RemoteData.@Nullable Forecast forecast;
  private long lookahead = FIRST_EPOCH;
  private long lastPass = -1;
  private long longest; // the longer of the last two epochs, in steps
  private long jobs;

  SparkRows(
      JavaSparkContext spark,
      JavaRDD<Block> blocks,
      Layout layout,
      String fingerprint,
      long cacheBytes) {
    this.spark = spark;
    this.blocks = blocks;
    this.layout = layout;
    this.fingerprint = fingerprint;
    cacheRows = Math.max(1024, cacheBytes / Double.BYTES / layout.columns());
    cache = new RowCache(layout.columns(), List.of());
  }

  /**
   * A problem over these rows for an algorithm on the driver.
   *
   * @throws IllegalArgumentException if it sums in chunks that are longer than the rows were laid
   *     out for
   */
  public Problem problem(RowProblem rowProblem, Penalty penalty) {
    Problem here = rowProblem.over(this);
    Cluster cluster = new Cluster(spark.broadcast(rowProblem));
    Inner inner = here.inner();
    Outer outer = here.outer();
    if (inner.count() == count()) {
      requireFitting(inner.placement().grain());
      inner = new RowInner(inner, cluster);
    }
    if (outer.count() == count()) {
      requireFitting(outer.placement().grain());
      outer = new RowOuter(outer, cluster);
    }
    return new Problem(here.name(), inner, outer, penalty, here.change(), here.curvature());
  }

  private void requireFitting(int grain) {
    if (Oracle.chunkSize(count(), grain) > layout.group()) {
      throw new IllegalArgumentException(
          "this problem sums in chunks of %d rows, but the rows are laid out for %d; give its grain, %d, when they are read"
              .formatted(Oracle.chunkSize(count(), grain), layout.group(), grain));
    }
  }

  @Override
  public long count() {
    return layout.count();
  }

  @Override
  public int columns() {
    return layout.columns();
  }

  /** How many parts the rows are kept in. */
  public int partitions() {
    return layout.partitions();
  }

  /** Jobs that were run for passes and rows so far. */
  public long jobs() {
    return jobs;
  }

  @Override
  public void copyTo(long i, int from, int width, double[] into) {
    RowCache at = with(i);
    int slot = at.find(i);
    System.arraycopy(at.piece(slot), at.offset(slot) + from, into, 0, width);
  }

  @Override
  public double dot(long i, int from, int width, double[] x) {
    RowCache at = with(i);
    int slot = at.find(i);
    return Kernels.dot(at.piece(slot), at.offset(slot) + from, x, width);
  }

  @Override
  public double dotDifference(long i, int from, int width, double[] x, double[] xp) {
    RowCache at = with(i);
    int slot = at.find(i);
    return Kernels.dotDifference(at.piece(slot), at.offset(slot) + from, x, xp, width);
  }

  @Override
  public void addTo(long i, int from, int width, double a, double[] y, int offset) {
    RowCache at = with(i);
    int slot = at.find(i);
    Kernels.axpy(a, at.piece(slot), at.offset(slot) + from, y, offset, width);
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }

  /** Gives back what the cluster keeps of the rows. */
  @Override
  public void close() {
    blocks.unpersist(false);
  }

  /** The rows at hand, among which is row i. */
  private RowCache with(long i) {
    RowCache now = cache;
    return now.has(i) ? now : fetch(i);
  }

  /** Fetches a row that is not at hand, and those that will be asked for after it. */
  private synchronized RowCache fetch(long i) {
    if (cache.has(i)) { // another thread was faster
      return cache;
    }
    if (i < 0 || i >= count()) {
      throw new IndexOutOfBoundsException("row " + i + " of " + count());
    }
    long[] wanted = foretold();
    if (Arrays.binarySearch(wanted, i) < 0) {
      wanted = LongStream.range(i, Math.min(count(), i + Math.min(RUN, cacheRows))).toArray();
    } else {
      lookahead = Math.min(2 * lookahead, Long.MAX_VALUE / 4); // it was not enough
    }
    run(null, null, 1, wanted, null);
    return cache;
  }

  /** The rows that the forecast names for the coming steps, as many as the cache holds. */
  private long[] foretold() {
    if (forecast == null) {
      return new long[0];
    }
    Wanted wanted = new Wanted(count(), cacheRows);
    forecast.name(0, wanted); // whatever a step needs at once has to be there at once
    for (long ahead = 1; ahead <= lookahead && !wanted.isFull(); ahead++) {
      forecast.name(ahead, wanted);
    }
    return wanted.sorted();
  }

  /** Learns from the steps since the last pass how many lie before the next. */
  private void learnEpoch() {
    if (forecast == null) {
      return;
    }
    long now = forecast.now();
    long steps = now - lastPass;
    if (lastPass >= 0 && steps > 0) {
      lookahead = (long) (MARGIN * Math.max(steps, longest)) + 1;
      longest = steps;
    }
    lastPass = now;
  }

  /** Runs one job: a pass, if there is work, and rows for the cache. */
  private <R extends Serializable> void run(
      @Nullable Broadcast<RowProblem> problem,
      RemoteData.@Nullable Work<R> work,
      long chunk,
      long[] wanted,
      @Nullable Consumer<R> join) {
    RowCache before = cache;
    long[] missing = LongStream.of(wanted).filter(row -> !before.has(row)).toArray();
    Broadcast<Errand.Order<R>> order = spark.broadcast(new Errand.Order<>(work, chunk, missing));
    jobs++;
    try {
      List<Errand.Reply<R>> replies =
          new ArrayList<>(blocks.mapPartitions(new Errand<>(layout, problem, order)).collect());
      if (missing.length > 0) {
        // Between passes the same rows may be asked for again.
        boolean isRoom = work == null && before.size() + missing.length <= cacheRows;
        List<Fetched> pieces = new ArrayList<>();
        pieces.add(before.pick(isRoom ? before.rows() : wanted));
        replies.forEach(reply -> pieces.add(reply.rows()));
        cache = new RowCache(layout.columns(), pieces);
      }
      if (join != null) {
        replies.sort(Comparator.comparingLong(Errand.Reply::firstChunk));
        replies.forEach(reply -> reply.shares().forEach(join));
      }
    } finally {
      order.destroy();
    }
  }

  /** Passes of one problem over these rows. */
  private final class Cluster implements RemoteData {
    private final Broadcast<RowProblem> problem;

    Cluster(Broadcast<RowProblem> problem) {
      this.problem = problem;
    }

    @Override
    public <R extends Serializable> void inOrder(
        long count, long chunk, Work<R> work, Consumer<R> join) {
      synchronized (SparkRows.this) {
        learnEpoch();
        run(problem, work, chunk, foretold(), join);
      }
    }

    @Override
    public void expect(Forecast coming) {
      synchronized (SparkRows.this) {
        forecast = coming;
        lastPass = -1;
      }
    }
  }
}
