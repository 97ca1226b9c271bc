package org.fogopt.spark;

import org.fogopt.oracle.Oracle;

/**
 * What an epoch of SARAH-Compositional with a given step size costs on a cluster, worked out and
 * not measured: a portfolio of {@code columns} assets over {@code rows} periods, restarted on all
 * rows, then {@code steps} steps that draw {@code draws} rows each. The adaptive form restarts in
 * one pass after its first epoch.
 *
 * <p>Bytes are counted exactly, but for what serialization adds. Time is a sum of four things that
 * do not overlap: the two passes, whose speed is the slower of computing and reading; starting jobs
 * and tasks; what has to pass through the driver's network; the driver's own steps.
 *
 * <pre>{@code
 * Estimate e = new Estimate(new Estimate.Work(1_000_000_000L, 50, 1000, 25), Estimate.Cluster.of(100));
 * double seconds = e.seconds();
 * }</pre>
 */
public record Estimate(Work work, Cluster cluster) {
  /**
   * What is to be done.
   *
   * @param rows N
   * @param columns d
   * @param steps q, of an epoch
   * @param draws rows that a step draws, S1 + S2 + S3
   */
  public record Work(long rows, int columns, long steps, long draws) {
    public Work {
      if (rows < 2 || columns < 1 || steps < 1 || draws < 1) {
        throw new IllegalArgumentException(
            "an epoch needs at least 2 rows, 1 column, 1 step and 1 draw, not %d, %d, %d and %d"
                .formatted(rows, columns, steps, draws));
      }
    }
  }

  /**
   * The machines, in bytes and seconds.
   *
   * @param cores of an executor
   * @param memory of an executor for rows
   * @param computing bytes of rows that a core sums a second
   * @param disk bytes that an executor reads a second
   * @param network bytes that the driver receives or sends a second
   * @param job from asking for a job to its first task
   * @param task time of the driver for a task
   * @param step the driver's time for a step, without waiting for rows
   */
  public record Cluster(
      int executors,
      int cores,
      double memory,
      double computing,
      double disk,
      double network,
      double job,
      double task,
      double step) {
    /**
     * Executors of 4 cores and 16 GB for rows; 1 GB/s and core, 1 GB/s from disk, 10 Gbit/s, 50 ms
     * a job, 2 ms a task, 5 µs a step.
     */
    public static Cluster of(int executors) {
      return new Cluster(executors, 4, 16e9, 1e9, 1e9, 1.25e9, 0.05, 0.002, 5e-6);
    }
  }

  /** C, in how many chunks a pass is summed: at most 1024. */
  public long chunks() {
    long chunk = Oracle.chunkSize(work.rows(), 1024);
    return (work.rows() + chunk - 1) / chunk;
  }

  /** Bytes of the rows, 8 N d. */
  public double dataBytes() {
    return 8.0 * work.rows() * work.columns();
  }

  /** Whether executors can keep all rows in memory. */
  public boolean fitsMemory() {
    return dataBytes() <= cluster.memory() * cluster.executors();
  }

  /** R, rows that travel to the driver for an epoch's steps. */
  public double fetchedRows() {
    return Math.min((double) work.rows(), (double) work.steps() * work.draws());
  }

  /**
   * Bytes that leave the driver in an epoch: x and y, and the numbers of the wanted rows, to every
   * executor: 8 E (2d + 1 + R). Executors pass them on among themselves.
   */
  public double sentBytes() {
    return 8.0 * cluster.executors() * (2.0 * work.columns() + 1 + fetchedRows());
  }

  /**
   * Bytes that reach the driver in an epoch: the shares of C chunks, Σg and ∂g in the first pass
   * and ∇f and f in the second, and the rows with their numbers: 8 (C (3d + 4) + R (d + 1)).
   */
  public double receivedBytes() {
    return 8.0 * (chunks() * (3.0 * work.columns() + 4) + fetchedRows() * (work.columns() + 1.0));
  }

  /** Cores that have something to do: a chunk is summed by one. */
  public double busyCores() {
    return Math.min((double) cluster.executors() * cluster.cores(), (double) chunks());
  }

  /** Seconds of a pass over all rows, without starting it. */
  public double passSeconds() {
    double computing = dataBytes() / (busyCores() * cluster.computing());
    double reading = fitsMemory() ? 0 : dataBytes() / (cluster.executors() * cluster.disk());
    return Math.max(computing, reading);
  }

  /** Seconds of an epoch. */
  public double seconds() {
    double starting = 2 * (cluster.job() + chunks() * cluster.task());
    // Of a broadcast the driver sends a piece to each of a few executors, who hand it on.
    double sentByDriver = 2 * sentBytes() / cluster.executors();
    double moving = (receivedBytes() + sentByDriver) / cluster.network();
    return 2 * passSeconds() + starting + moving + work.steps() * cluster.step();
  }

  /** Seconds of the same epoch on one machine of these cores that reads rows from its disk. */
  public double secondsOnOneMachine(double memory) {
    double computing = dataBytes() / (cluster.cores() * cluster.computing());
    double reading = dataBytes() <= memory ? 0 : dataBytes() / cluster.disk();
    return 2 * Math.max(computing, reading) + work.steps() * cluster.step();
  }
}
