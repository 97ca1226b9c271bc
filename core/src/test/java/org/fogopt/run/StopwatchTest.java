package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StopwatchTest {
  @Test
  void haltedTimeIsNotCountedNorCountedTwice() {
    Stopwatch watch = new Stopwatch();
    watch.halt();
    double spent = watch.seconds();
    long until = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    watch.halt();
    assertThat(watch.seconds()).isEqualTo(spent);
  }
}
