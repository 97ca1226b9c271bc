package org.fogopt.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.fogopt.apps.embedding.Embedding;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Workers;

/**
 * Times steps without JMH, quickly enough to be run beside a C program on a machine that others use
 * too: many short rounds, of which the best counts.
 *
 * <pre>
 *   Measure portfolio 2000 200         an inner step, S = (5, 5, 1)
 *   Measure floats 2000 200            the same, with rows kept as floats
 *   Measure value 400 100
 *   Measure sne 2000 2                 an inner step of S = (5, 5, 1), of twice and of four times it
 *   Measure sne-restart 2000 2
 * </pre>
 *
 * Prints nanoseconds and bytes allocated a step.
 */
public final class Measure {
  private static final double ROUND_NANOS = 1e6;
  private static final double LEAST_NANOS = 4e9;

  private Measure() {}

  public static void main(String[] arguments) {
    int rows = Integer.parseInt(arguments[1]);
    int columns = Integer.parseInt(arguments[2]);
    try (Workers one = new Workers(1)) {
      switch (arguments[0]) {
        case "portfolio" ->
            print("step", Cases.innerSteps(Cases.portfolio(rows, columns), 1e-7, 5, 5, 1, one));
        case "floats" ->
            print("step", Cases.innerSteps(Cases.floats(rows, columns), 1e-7, 5, 5, 1, one));
        case "value" ->
            print("step", Cases.innerSteps(Cases.value(rows, columns), 1e-9, 5, 5, 1, one));
        case "sne" -> {
          Embedding map = Cases.embedding(rows, columns, one);
          for (int times = 1; times <= 4; times *= 2) {
            int s = 5 * times;
            print("step" + times, new Epoch(map, s, times, one));
          }
        }
        case "sne-restart" -> {
          Embedding map = Cases.embedding(rows, columns, one);
          print("restart", Cases.restarts(map.problem(), 1e-9, one));
          try (Workers two = new Workers(2)) {
            print("restart2", Cases.restarts(map.problem(), 1e-9, two));
          }
        }
        default -> throw new IllegalArgumentException("no measurement called " + arguments[0]);
      }
    }
  }

  /** What is timed. */
  @FunctionalInterface
  interface Step {
    void step();
  }

  /**
   * The ten inner steps that the paper's embedding takes from restart to restart, over and over:
   * its Jacobian grows with each.
   */
  private static final class Epoch implements Step {
    private final Embedding map;
    private final int inner;
    private final int outer;
    private final Workers workers;
    private Iteration steps;
    private int left;

    Epoch(Embedding map, int inner, int outer, Workers workers) {
      this.map = map;
      this.inner = inner;
      this.outer = outer;
      this.workers = workers;
      steps = begin();
    }

    private Iteration begin() {
      left = 10;
      return Cases.innerSteps(map.problem(), 1e-9, inner, inner, outer, workers);
    }

    boolean isOver() {
      return left == 0;
    }

    void again() {
      steps = begin();
    }

    @Override
    public void step() {
      steps.step();
      steps.commit();
      left--;
    }
  }

  private static void print(String name, Iteration iteration) {
    print(
        name,
        () -> {
          iteration.step();
          iteration.commit();
        });
  }

  private static void print(String name, Step step) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    double best = Double.POSITIVE_INFINITY;
    double bytes = Double.POSITIVE_INFINITY;
    long steps = 1;
    long begin = System.nanoTime();
    for (int round = 0; round < 20 || System.nanoTime() - begin < LEAST_NANOS; round++) {
      if (step instanceof Epoch epoch && epoch.isOver()) {
        epoch.again();
      }
      long before = threads.getThreadAllocatedBytes(self);
      long start = System.nanoTime();
      long done = 0;
      for (; done < steps && !(step instanceof Epoch epoch && epoch.isOver()); done++) {
        step.step();
      }
      double took = (System.nanoTime() - start) / (double) done;
      best = Math.min(best, took);
      bytes = Math.min(bytes, (threads.getThreadAllocatedBytes(self) - before) / (double) done);
      steps = Math.max(1, (long) (ROUND_NANOS / best));
    }
    System.out.printf(
        "%s %.1f ns %.1f bytes simd=%s%n", name, best, bytes, Kernels.simd() ? "on" : "off");
  }
}
