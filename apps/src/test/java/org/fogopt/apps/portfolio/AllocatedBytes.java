package org.fogopt.apps.portfolio;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.fogopt.method.Iteration;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;

/** Prints the bytes that a step allocates on the average, at first and when all is compiled. */
final class AllocatedBytes {
  private static final int STEPS = 20_000;

  /** Enough for the compiler to have finished, on a busy machine too. */
  private static final int MOST_ROUNDS = 40;

  /** So many rounds in a row without garbage show that it has. */
  private static final int CLEAN_ROUNDS = 5;

  private AllocatedBytes() {}

  public static void main(String[] arguments) {
    String[] sizes = arguments[0].split(",", -1); // assets, and periods if not 1000
    int assets = Integer.parseInt(sizes[0]);
    int periods = sizes.length > 1 ? Integer.parseInt(sizes[1]) : 1000;
    double[] ones = new double[assets];
    Arrays.fill(ones, 1);
    MeanVariance problem = new MeanVariance(new SyntheticReturns(periods, assets, 20).draw(1), 1);
    Settings parameters =
        SarahParameters.batches(5, 5, 5)
            .with(SarahParameters.ETA, 1e-5)
            .with(SarahParameters.Q, 1_000_000_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long self = Thread.currentThread().getId();
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          SarahParameters.METHOD
              .with(parameters)
              .start(new Oracle(problem.problem(), workers, 1), ones);
      double bytes = Double.NaN;
      int clean = 0;
      for (int round = 0; round < MOST_ROUNDS && clean < CLEAN_ROUNDS; round++) {
        long before = threads.getThreadAllocatedBytes(self);
        for (int t = 0; t < STEPS; t++) {
          iteration.step();
          iteration.commit();
        }
        long after = threads.getThreadAllocatedBytes(self);
        bytes = (after - before) / (double) STEPS;
        clean = bytes < 1 ? clean + 1 : 0;
        if (round == 0) {
          System.out.println(bytes);
        }
      }
      System.out.println(bytes);
    }
  }
}
