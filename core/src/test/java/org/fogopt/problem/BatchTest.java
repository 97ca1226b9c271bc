package org.fogopt.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BatchTest {
  private static long[] indices(Batch batch) {
    return LongStream.range(0, batch.size()).map(batch::at).toArray();
  }

  @Test
  void allIsEachComponentOnce() {
    assertThat(indices(Batch.all(4))).containsExactly(0, 1, 2, 3);
    assertThat(indices(Batch.range(5, 8))).containsExactly(5, 6, 7);
  }

  @Test
  void aListKeepsOrderAndRepeats() {
    assertThat(indices(Batch.of(3, 14, 3))).containsExactly(3, 14, 3);
  }

  @Test
  void aRangeOfAnyLengthCostsNothing() {
    Batch huge = Batch.all(Long.MAX_VALUE);
    assertThat(huge.size()).isEqualTo(Long.MAX_VALUE);
    assertThat(huge.at(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
  }

  @Test
  void aSliceIsAViewAndCanBeSlicedAgain() {
    assertThat(indices(Batch.range(10, 20).slice(2, 6).slice(1, 3))).containsExactly(13, 14);
    long[] list = {7, 8, 9, 10};
    Batch slice = Batch.of(list).slice(1, 4).slice(1, 3);
    assertThat(indices(slice)).containsExactly(9, 10);
    list[2] = 99;
    assertThat(indices(slice)).containsExactly(99, 10);
  }

  @Test
  void aSliceMayBeEmpty() {
    assertThat(Batch.all(3).slice(3, 3).size()).isZero();
    assertThat(Batch.of().size()).isZero();
  }

  @Test
  void whatIsNoRangeIsRefused() {
    assertThatThrownBy(() -> Batch.range(3, 2)).hasMessage("not a range: 3 to 2");
    assertThatThrownBy(() -> Batch.range(-1, 2)).hasMessage("not a range: -1 to 2");
    assertThatThrownBy(() -> Batch.all(3).slice(1, 4)).hasMessage("no slice 1 to 4 of 3");
    assertThatThrownBy(() -> Batch.of(1, 2).slice(2, 1)).hasMessage("no slice 2 to 1 of 2");
  }
}
