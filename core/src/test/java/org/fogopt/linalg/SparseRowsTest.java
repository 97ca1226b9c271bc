package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseRowsTest {
  // 0 5 0
  // 0 0 0
  // 1 0 2
  private final SparseRows rows =
      SparseRows.of(3, 3, new int[] {0, 1, 1, 3}, new int[] {1, 0, 2}, new double[] {5, 1, 2});

  @Test
  void theNonZerosAreAllThatIsKept() {
    assertThat(rows.nonZeros()).isEqualTo(3);
    assertThat(rows.start(2)).isEqualTo(1);
    assertThat(rows.start(3)).isEqualTo(3);
    assertThat(rows.column(0)).isEqualTo(1);
    assertThat(rows.value(2)).isEqualTo(2);
    assertThat(rows.dot(0, new double[] {1, 10, 100})).isEqualTo(50);
    assertThat(rows.dot(1, new double[] {1, 10, 100})).isZero();
    assertThat(rows.dotDifference(2, new double[] {2, 3, 4}, new double[] {1, 1, 1}))
        .isEqualTo(1 + 6);
  }

  /** Small whole numbers: no sum is rounded, so both must agree in every bit. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itIsTheMatrixThatItStandsFor(long seed) {
    Random random = new Random(seed);
    int m = 1 + random.nextInt(9);
    int n = 1 + random.nextInt(9);
    double[] all = new double[m * n];
    int[] starts = new int[m + 1];
    int[] columns = new int[m * n];
    double[] values = new double[m * n];
    int size = 0;
    for (int i = 0; i < m; i++) {
      for (int k = 0; k < n; k++) {
        if (random.nextInt(3) == 0) {
          all[i * n + k] = random.nextInt(100) - 50;
          columns[size] = k;
          values[size++] = all[i * n + k];
        }
      }
      starts[i + 1] = size;
    }
    SparseRows sparse =
        SparseRows.of(m, n, starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
    assertSame(sparse, Rows.of(m, n, all), random);
    assertSame(sparse.transposed(), Rows.of(m, n, all).transposed(), random);
  }

  private static void assertSame(RowMatrix a, RowMatrix b, Random random) {
    assertThat(a.rows()).isEqualTo(b.rows());
    assertThat(a.columns()).isEqualTo(b.columns());
    double[] x = random.ints(a.columns(), -9, 9).asDoubleStream().toArray();
    double[] xp = random.ints(a.columns(), -9, 9).asDoubleStream().toArray();
    double[] y = new double[a.columns() + 2];
    double[] yy = new double[a.columns() + 2];
    for (int i = 0; i < a.rows(); i++) {
      assertThat(a.dot(i, x)).isEqualTo(b.dot(i, x));
      assertThat(a.dotDifference(i, x, xp)).isEqualTo(b.dotDifference(i, x, xp));
      a.addTo(i, i + 2, y);
      b.addTo(i, i + 2, yy);
      a.addTo(i, i - 7, y, 2);
      b.addTo(i, i - 7, yy, 2);
    }
    assertThat(y).containsExactly(yy);
  }

  @Test
  void arraysThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> SparseRows.of(2, 2, new int[2], new int[0], new double[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 starts");
    assertThatThrownBy(() -> SparseRows.of(1, 2, new int[] {0, 1}, new int[1], new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> SparseRows.of(2, 2, new int[] {0, 2, 1}, new int[1], new double[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 1");
    assertThatThrownBy(() -> SparseRows.of(1, 2, new int[] {0, 1}, new int[] {2}, new double[1]))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
