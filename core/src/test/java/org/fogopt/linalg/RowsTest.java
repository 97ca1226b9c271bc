package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RowsTest {
  private final Rows rows = Rows.of(2, 3, new double[] {1, 2, 3, 4, 5, 6});

  @Test
  void rowsLieOneAfterTheOther() {
    assertThat(rows.rows()).isEqualTo(2);
    assertThat(rows.columns()).isEqualTo(3);
    assertThat(rows.get(1, 0)).isEqualTo(4);
    assertThat(rows.dot(1, new double[] {1, 10, 100})).isEqualTo(654);
    assertThat(rows.dotDifference(0, new double[] {2, 3, 4}, new double[] {1, 1, 1}))
        .isEqualTo(1 + 4 + 9);
  }

  @Test
  void aRowIsAddedToTheFirstEntriesOfALongerVector() {
    double[] y = {1, 1, 1, 1};
    rows.addTo(1, 10, y);
    assertThat(y).containsExactly(41, 51, 61, 1);
  }

  @Test
  void theSizeMustFitTheNumbers() {
    assertThatThrownBy(() -> Rows.of(2, 2, new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a 2 x 2 matrix needs 4 numbers, not 3");
    // 65536 * 65536 is 0 in int arithmetic
    assertThatThrownBy(() -> Rows.of(65536, 65536, new double[0]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEntryOutsideIsRefused() {
    assertThatThrownBy(() -> rows.get(0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rows.get(2, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rows.get(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
