package org.fogopt.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A hang would be the worst of failures, so every test has a limit. */
@Timeout(30)
class WorkersTest {
  private static final long[] MANY = LongStream.range(0, 200).toArray();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16})
  void chunksAreJoinedInOrderFromTheirOwnScratch(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int round = 0; round < 50; round++) {
        long[] scratch = new long[threads];
        List<Long> joined = new ArrayList<>();
        workers.inOrder(
            MANY.length,
            (c, slot) -> {
              scratch[slot] = c;
              burn(c % 7);
            },
            (c, slot) -> {
              assertThat(scratch[slot]).isEqualTo(c);
              joined.add(c);
            });
        assertThat(joined).containsExactlyElementsOf(LongStream.of(MANY).boxed().toList());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16})
  void fewerChunksThanThreadsAreFine(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int chunks = 0; chunks < 5; chunks++) {
        List<Long> joined = new ArrayList<>();
        workers.inOrder(chunks, (c, slot) -> {}, (c, slot) -> joined.add(c));
        assertThat(joined).hasSize(chunks);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16})
  void anExceptionInAChunkReachesTheCallerAndTheWorkersLiveOn(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (long bad : new long[] {0, 1, 7, 199}) {
        assertThatThrownBy(
                () -> workers.inOrder(MANY.length, (c, slot) -> failAt(bad, c), (c, slot) -> {}))
            .isInstanceOf(ArithmeticException.class)
            .hasMessage("chunk " + bad);
        assertThatThrownBy(
                () -> workers.inOrder(MANY.length, (c, slot) -> {}, (c, slot) -> failAt(bad, c)))
            .isInstanceOf(ArithmeticException.class)
            .hasMessage("chunk " + bad);
      }
      long[] sum = new long[1];
      workers.inOrder(MANY.length, (c, slot) -> {}, (c, slot) -> sum[0] += c);
      assertThat(sum[0]).isEqualTo(199 * 200 / 2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 8})
  void anErrorInAChunkReachesTheCallerToo(int threads) {
    try (Workers workers = new Workers(threads)) {
      assertThatThrownBy(
              () ->
                  workers.inOrder(
                      MANY.length,
                      (c, slot) -> {
                        throw new StackOverflowError("deep");
                      },
                      (c, slot) -> {}))
          .satisfiesAnyOf(
              e -> assertThat(e).isInstanceOf(StackOverflowError.class),
              e -> assertThat(e).hasRootCauseInstanceOf(StackOverflowError.class));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16})
  void independentTasksAreAllDoneOnceWhenTheCallReturns(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int tasks = 0; tasks < 60; tasks++) {
        int[] done = new int[tasks];
        workers
            .parallel()
            .forEach(
                tasks,
                t -> {
                  burn(t % 7);
                  done[t]++;
                });
        assertThat(done).containsOnly(tasks == 0 ? new int[0] : new int[] {1});
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 16})
  void anExceptionInATaskReachesTheCallerAndTheWorkersLiveOn(int threads) {
    try (Workers workers = new Workers(threads)) {
      for (int bad : new int[] {0, 1, 7, 199}) {
        assertThatThrownBy(() -> workers.parallel().forEach(MANY.length, t -> failAt(bad, t)))
            .isInstanceOf(ArithmeticException.class)
            .hasMessage("chunk " + bad);
      }
      AtomicLong sum = new AtomicLong();
      workers.parallel().forEach(MANY.length, sum::addAndGet);
      assertThat(sum.get()).isEqualTo(199 * 200 / 2);
    }
  }

  @Test
  void aRunWithoutThreadsIsRefused() {
    assertThatThrownBy(() -> new Workers(0)).hasMessage("threads must be at least 1, not 0");
  }

  private static void failAt(long bad, long c) {
    if (c == bad) {
      throw new ArithmeticException("chunk " + c);
    }
  }

  /** Uneven work, so that chunks finish out of order. */
  private static void burn(long amount) {
    double sum = 0;
    for (int k = 0; k < amount * 300; k++) {
      sum += Math.sqrt(k);
    }
    assertThat(sum).isNotNegative();
  }
}
