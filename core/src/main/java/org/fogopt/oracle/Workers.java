package org.fogopt.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;
import org.fogopt.linalg.Parallel;
import org.jspecify.annotations.Nullable;

/**
 * Threads that share a long sum. Chunks are computed by whoever is free and joined in order of
 * their number, so the result has the same bits for any number of threads.
 */
public final class Workers implements AutoCloseable {
  /**
   * How often a thread looks around before it goes to sleep, some microseconds: chunks take alike,
   * and to sleep and be woken takes longer than most waits.
   */
  private static final int SPINS = 500;

  private final int threads;
  private final @Nullable ExecutorService pool;

  public Workers(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    this.threads = threads;
    pool =
        threads == 1
            ? null
            : new ThreadPoolExecutor(
                threads - 1,
                threads - 1,
                0,
                TimeUnit.SECONDS,
                new Handover(),
                work -> {
                  Thread thread = new Thread(work, "fog-worker");
                  thread.setDaemon(true);
                  return thread;
                });
  }

  public int threads() {
    return threads;
  }

  /**
   * A chunk's work; {@code slot} in [0, threads) names the scratch space of the thread it runs on.
   */
  @FunctionalInterface
  public interface Chunk {
    void run(long chunk, int slot);
  }

  /** Runs {@code compute} for every chunk, on any thread, and {@code join} in order of chunks. */
  public void inOrder(long chunks, Chunk compute, Chunk join) {
    if (pool == null || chunks == 1) {
      for (long c = 0; c < chunks; c++) {
        compute.run(c, 0);
        join.run(c, 0);
      }
      return;
    }
    Turn turn = new Turn();
    AtomicLong next = new AtomicLong();
    together(
        (int) Math.min(threads, chunks),
        slot -> work(slot, chunks, next, turn, compute, join),
        turn::abandon,
        pool);
  }

  /** These threads as what runs independent tasks; whoever is free takes the next one. */
  public Parallel parallel() {
    return this::forEach;
  }

  private void forEach(int tasks, IntConsumer task) {
    if (pool == null || tasks <= 1) {
      Parallel.SERIAL.forEach(tasks, task);
      return;
    }
    AtomicLong next = new AtomicLong();
    together(
        Math.min(threads, tasks),
        slot -> {
          try {
            for (long t = next.getAndIncrement(); t < tasks; t = next.getAndIncrement()) {
              task.accept((int) t);
            }
          } catch (RuntimeException | Error e) {
            next.set(tasks); // the others need not go on
            throw e;
          }
        },
        () -> next.set(tasks),
        pool);
  }

  /** Runs {@code work} for every slot on a thread of its own; returns when all are at rest. */
  private static void together(
      int slots, IntConsumer work, Runnable abandon, ExecutorService pool) {
    List<Future<?>> others = new ArrayList<>();
    for (int slot = 1; slot < slots; slot++) {
      int mine = slot;
      others.add(pool.submit(() -> work.accept(mine)));
    }
    Throwable failure = null;
    try {
      work.accept(0);
    } catch (RuntimeException | Error e) {
      failure = e; // thrown when the others are at rest, too
    }
    for (Future<?> other : others) {
      for (int spin = 0; spin < SPINS && !other.isDone(); spin++) {
        Thread.onSpinWait();
      }
      try {
        other.get();
      } catch (ExecutionException e) {
        failure = failure == null ? e.getCause() : failure;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        abandon.run();
        throw new IllegalStateException("interrupted while waiting for a worker", e);
      }
    }
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure != null) {
      throw (RuntimeException) failure; // work throws nothing else
    }
  }

  private static void work(
      int slot, long chunks, AtomicLong next, Turn turn, Chunk compute, Chunk join) {
    try {
      for (long c = next.getAndIncrement(); c < chunks; c = next.getAndIncrement()) {
        compute.run(c, slot);
        if (!turn.await(c)) {
          return; // another worker failed
        }
        join.run(c, slot);
        turn.pass(c);
      }
    } catch (RuntimeException | Error e) {
      turn.abandon();
      throw e;
    }
  }

  @Override
  public void close() {
    if (pool != null) {
      pool.shutdownNow();
    }
  }

  /** Work for the pool, whose threads look around before they go to sleep: pass follows pass. */
  private static final class Handover extends LinkedBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1; // though nobody ever writes one

    @Override
    public Runnable take() throws InterruptedException {
      for (int spin = 0; spin < SPINS; spin++) {
        Runnable next = poll();
        if (next != null) {
          return next;
        }
        Thread.onSpinWait();
      }
      return super.take();
    }
  }

  /**
   * Whose chunk may be joined next. Chunks are handed out in order, so the wait is for work begun.
   */
  private static final class Turn {
    private volatile long current;
    private volatile boolean abandoned;

    boolean await(long chunk) {
      for (int spin = 0; spin < SPINS && current != chunk && !abandoned; spin++) {
        Thread.onSpinWait();
      }
      return (current == chunk && !abandoned) || sleep(chunk);
    }

    private synchronized boolean sleep(long chunk) {
      boolean interrupted = false;
      while (current != chunk && !abandoned) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      return !abandoned;
    }

    synchronized void pass(long chunk) {
      current = chunk + 1;
      notifyAll();
    }

    synchronized void abandon() {
      abandoned = true;
      notifyAll();
    }
  }
}
