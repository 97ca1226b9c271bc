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
  void aRowIsAddedTogetherWithAnotherVector() {
    SparseRows sparse =
        SparseRows.of(
            2,
            3,
            new int[] {0, 3, 6},
            new int[] {0, 1, 2, 0, 1, 2},
            new double[] {1, 2, 3, 4, 5, 6});
    for (RowMatrix each : new RowMatrix[] {rows, FloatRows.of(rows), sparse}) {
      double[] y = {1, 1, 1, 1};
      each.addTo(1, 10, -2, new double[] {7, 8, 9, 10}, y);
      assertThat(y).containsExactly(1 + 40 - 14, 1 + 50 - 16, 1 + 60 - 18, 1);
    }
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

  /** The sum of what was read: the first number of each 64 bytes, and the last of all. */
  @Test
  void aTouchLooksAtAllOfARow() {
    for (int columns = 1; columns <= 40; columns++) {
      double[] data = new double[4 * columns];
      for (int k = 0; k < columns; k++) {
        data[2 * columns + k] = 1L << k;
      }
      Rows doubles = Rows.of(4, columns, data);
      for (RowMatrix matrix : new RowMatrix[] {doubles, FloatRows.of(doubles)}) {
        double expected = 1L << (columns - 1);
        for (int k = 0; k < columns; k += matrix == doubles ? 8 : 16) {
          expected += 1L << k;
        }
        assertThat(matrix.prefetch(2)).as("%d columns", columns).isEqualTo(expected);
        assertThat(matrix.prefetch(1)).isZero();
        assertThat(matrix.prefetch(3)).isZero();
        assertThatThrownBy(() -> matrix.prefetch(4)).isInstanceOf(IndexOutOfBoundsException.class);
      }
    }
  }

  @Test
  void manyShortRowsAreFar() {
    assertThat(rows.isOutOfCache()).isFalse();
    Rows many = Rows.of(Rows.FAR / 16, 16, new double[Rows.FAR]);
    assertThat(many.isOutOfCache()).isTrue();
    assertThat(FloatRows.of(many).isOutOfCache()).as("half the bytes").isFalse();
    Rows fewer = Rows.of(Rows.MANY / 2, 64, new double[Rows.MANY / 2 * 64]);
    assertThat(fewer.isOutOfCache()).as("as many numbers in longer rows").isFalse();
    assertThat(Rows.of(Rows.MANY, 64, new double[Rows.MANY * 64]).isOutOfCache()).isTrue();
    assertThat(Rows.of(Rows.MANY, 65, new double[Rows.MANY * 65]).isOutOfCache())
        .as("long")
        .isFalse();
  }
}
