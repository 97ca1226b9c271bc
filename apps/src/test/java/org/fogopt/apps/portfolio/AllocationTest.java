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

  /** So many rows that they are prefetched. */
  @Test
  void aStepAllocatesNothingOnRowsOutOfCache() throws IOException, InterruptedException {
    List<String> bytes =
        ChildJvm.run(AllocatedBytes.class, "8,300000", "--add-modules", "jdk.incubator.vector");
    assertThat(Double.parseDouble(bytes.get(1))).as("bytes a step, from %s", bytes).isLessThan(1);
  }
}
