package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The inner loop makes no garbage, once it is compiled. In a machine of its own, as a user's run
 * is: what the compiler makes of the vector operations depends on what else it has seen.
 */
@Timeout(120)
class AllocationTest {
  @ParameterizedTest
  @ValueSource(ints = {25, 200})
  void aStepAllocatesNothingOnSimd(int assets) throws IOException, InterruptedException {
    List<String> bytes =
        ChildJvm.run(
            AllocatedBytes.class,
            Integer.toString(assets),
            "--add-modules",
            "jdk.incubator.vector");
    assertThat(Double.parseDouble(bytes.get(1))).as("bytes a step, from %s", bytes).isLessThan(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {25, 200})
  void aStepAllocatesNothingInPlainJava(int assets) throws IOException, InterruptedException {
    List<String> bytes = ChildJvm.run(AllocatedBytes.class, Integer.toString(assets));
    assertThat(Double.parseDouble(bytes.get(1))).as("bytes a step, from %s", bytes).isLessThan(1);
  }

  /** So many rows that they are touched before they are drawn. */
  @Test
  void aStepAllocatesNothingOnRowsThatAreFar() throws IOException, InterruptedException {
    List<String> bytes =
        ChildJvm.run(AllocatedBytes.class, "8,300000", "--add-modules", "jdk.incubator.vector");
    assertThat(Double.parseDouble(bytes.get(1))).as("bytes a step, from %s", bytes).isLessThan(1);
  }

  /**
   * HotSpot's compiler now and then leaves a vector boxed after such a profile, in about one
   * machine of fifteen; a loop of ours that allocates does so in every machine. So one of three
   * must be clean.
   */
  @Test
  void aStepAllocatesNothingAfterManyOtherRuns() throws IOException, InterruptedException {
    double least = Double.POSITIVE_INFINITY;
    for (int machine = 0; machine < 3 && least >= 1; machine++) {
      List<String> bytes =
          ChildJvm.run(BusyAllocation.class, "25", "--add-modules", "jdk.incubator.vector");
      least = Math.min(least, Double.parseDouble(bytes.get(1)));
    }
    assertThat(least).as("bytes a step, the least of three machines").isLessThan(1);
  }
}
