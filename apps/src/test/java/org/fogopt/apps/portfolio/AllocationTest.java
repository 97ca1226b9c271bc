package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.fogopt.algorithm.Iteration;
import org.fogopt.algorithm.SarahCompositional;
import org.fogopt.algorithm.SarahCompositional.Parameters;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The inner loop makes no garbage, once it is compiled. */
@Timeout(60)
class AllocationTest {
  private static final int STEPS = 20_000;

  /** Rounds to wait for the compiler, on however busy a machine. */
  private static final int ROUNDS = 60;

  @ParameterizedTest
  @ValueSource(ints = {25, 200})
  void aStepAllocatesNothing(int assets) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    double[] ones = new double[assets];
    Arrays.fill(ones, 1);
    MeanVariance problem = new MeanVariance(new SyntheticReturns(2000, assets, 20).draw(1), 1);
    try (Workers workers = new Workers(1)) {
      Iteration iteration =
          new SarahCompositional(
                  Parameters.AUTOMATIC.withEta(1e-5).withEpoch(1_000_000_000).withBatches(5, 5, 5))
              .start(new Oracle(problem.problem(), workers, 1), ones);
      double least = Double.POSITIVE_INFINITY;
      for (int round = 0; round < ROUNDS && least >= 1; round++) {
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        for (int t = 0; t < STEPS; t++) {
          iteration.step();
          iteration.commit();
        }
        long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        least = Math.min(least, (after - before) / (double) STEPS);
      }
      assertThat(least).as("bytes a step").isLessThan(1);
      assertThat(iteration.estimateNorm()).isFinite();
    }
  }
}
