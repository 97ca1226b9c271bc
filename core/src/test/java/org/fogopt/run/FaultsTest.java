package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultsTest {
  @Test
  void aDirectionIsToldByTheEntriesThatCount() {
    String text = Faults.unbounded(new double[] {0, -3, 4, 1e-5});
    assertThat(text).contains("0.800 for entry 3, -0.600 for entry 2;").doesNotContain("entry 1");
  }
}
