package org.fogopt.apps.io.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.fogopt.linalg.ComputedRows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredColumnsTest {
  private final AtomicInteger reads = new AtomicInteger();

  /** Number k of row i is 10 i + k. */
  private StoredColumns columns(long bytes) {
    var rows =
        new ComputedRows(
            4,
            5,
            (i, into) -> {
              reads.incrementAndGet();
              for (int k = 0; k < 5; k++) {
                into[k] = 10 * i + k;
              }
            });
    return new StoredColumns(rows, bytes);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 32, 64, 100, 1000})
  void columnsAreThoseOfTheRows(long bytes) {
    StoredColumns columns = columns(bytes);
    for (int k : new int[] {0, 4, 2, 1, 3, 3, 0}) {
      assertThat(columns.column(k)).containsExactly(k, 10 + k, 20 + k, 30 + k);
    }
  }

  @Test
  void oneColumnBesideAllOthersTakesOnePassABlock() {
    StoredColumns columns = columns(64); // two columns a block
    for (int k = 0; k < 5; k++) {
      columns.column(k);
      columns.column(4);
    }
    assertThat(reads.get()).isEqualTo(4 * 3);
  }
}
