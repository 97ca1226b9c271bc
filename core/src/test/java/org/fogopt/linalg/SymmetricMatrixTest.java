package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricMatrixTest {
  private static final int[] SIZES = {0, 1, 2, 3, 4, 5, 7, 8, 9, 11, 12, 13, 16, 31, 33, 100, 131};
  private static final int[] COUNTS = {0, 1, 2, 3, 17, 255, 256, 257, 600};

  private final Tiles scalar = new ScalarTiles();
  private final Tiles simd = new SimdTiles();

  @Test
  void aSumOfRowsHasTheBitsOfTheTripleLoopForEverySizeAndCount() {
    Random random = new Random(1);
    for (int d : SIZES) {
      for (int count : COUNTS) {
        double[] start = numbers(d * (d + 1) / 2, random);
        double[] rows = numbers(count * d + 3, random);
        double[] weights = numbers(count + 2, random);
        double[] expected = naive(d, start, count, rows, weights);
        for (Tiles form : new Tiles[] {scalar, simd}) {
          SymmetricMatrix h = new SymmetricMatrix(d, form);
          h.setPacked(start);
          h.addRows(count, rows, weights);
          assertThat(h.packed()).as("%d rows of %d", count, d).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void rowsInChunksGiveTheSameBitsAsAllAtOnce() {
    Random random = new Random(2);
    int d = 37;
    int count = 700;
    double[] rows = numbers(count * d, random);
    double[] weights = numbers(count, random);
    SymmetricMatrix whole = new SymmetricMatrix(d);
    whole.addRows(count, rows, weights);
    SymmetricMatrix parts = new SymmetricMatrix(d);
    int done = 0;
    for (int n : new int[] {1, 300, 0, 12, 387}) {
      parts.addRows(
          n,
          Arrays.copyOfRange(rows, done * d, (done + n) * d),
          Arrays.copyOfRange(weights, done, done + n));
      done += n;
    }
    assertThat(done).isEqualTo(count);
    assertThat(parts.packed()).isEqualTo(whole.packed());
  }

  @Test
  void theOrderOfTasksDoesNotChangeABit() {
    int size = 300;
    int count = 600;
    var random = new Random(5);
    double[] rows = random.doubles((long) size * count, -1, 1).toArray();
    double[] weights = random.doubles(count, -1, 1).toArray();
    var inOrder = new SymmetricMatrix(size);
    var backwards = new SymmetricMatrix(size);
    inOrder.addRows(count, rows, weights);
    backwards.addRows(
        count,
        rows,
        weights,
        (tasks, task) -> {
          for (int t = tasks - 1; t >= 0; t--) {
            task.accept(t);
          }
        });
    assertThat(backwards.packed()).containsExactly(inOrder.packed());
  }

  @Test
  void someRowsAndColumnsAreCopied() {
    var h = new SymmetricMatrix(4);
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j <= i; j++) {
        h.add(i, j, 10 * i + j);
      }
    }
    var part = new SymmetricMatrix(2);
    h.copyTo(part, new int[] {1, 3});
    assertThat(part.packed()).containsExactly(11, 31, 33);
    assertThatThrownBy(() -> h.copyTo(part, new int[] {1}))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rowsWithOppositeWeightsCancel() {
    SymmetricMatrix h = new SymmetricMatrix(9);
    double[] row = numbers(9, new Random(3));
    h.addRows(1, row, new double[] {2.5});
    assertThat(h.get(8, 3)).isEqualTo(2.5 * row[8] * row[3]);
    h.addRows(1, row, new double[] {-2.5});
    for (double v : h.packed()) {
      assertThat(v).isCloseTo(0, within(1e-15));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void anEntryThatIsNoNumberStaysInItsRowAndColumn(double bad) {
    int d = 21;
    double[] rows = numbers(d, new Random(4));
    rows[10] = bad;
    for (Tiles form : new Tiles[] {scalar, simd}) {
      SymmetricMatrix h = new SymmetricMatrix(d, form);
      h.addRows(1, rows, new double[] {1});
      for (int i = 0; i < d; i++) {
        for (int j = 0; j <= i; j++) {
          assertThat(Double.isFinite(h.get(i, j))).isEqualTo(i != 10 && j != 10);
        }
      }
    }
  }

  @Test
  void fewerRowsOrWeightsThanCountedAreRefused() {
    SymmetricMatrix h = new SymmetricMatrix(3);
    assertThatThrownBy(() -> h.addRows(2, new double[5], new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.addRows(2, new double[6], new double[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.addRows(-1, new double[6], new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theProductWithAVectorIsThatOfTheFullMatrix() {
    Random random = new Random(5);
    for (int d : SIZES) {
      SymmetricMatrix h = random(d, random);
      double[] x = numbers(d, random);
      double[] out = numbers(d, random);
      h.times(x, out);
      double square = 0;
      double size = 0;
      for (int i = 0; i < d; i++) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
          sum += h.get(i, j) * x[j];
          size += Math.abs(h.get(i, j) * x[i] * x[j]);
        }
        assertThat(out[i]).isCloseTo(sum, within(1e-12));
        square += x[i] * sum;
      }
      assertThat(h.quadratic(x)).isCloseTo(square, within(1e-14 * size));
    }
  }

  @Test
  void anEntryIsReadAndAddedToInEitherOrder() {
    SymmetricMatrix h = new SymmetricMatrix(3);
    h.add(0, 2, 5);
    h.add(2, 0, 1);
    h.add(1, 1, 7);
    assertThat(h.get(0, 2)).isEqualTo(6);
    assertThat(h.get(2, 0)).isEqualTo(6);
    assertThat(h.packed()).containsExactly(0, 0, 7, 6, 0, 0);
    assertThatThrownBy(() -> h.get(1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> h.add(-1, 0, 1)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void diagonalsMultiplesAndCopiesAreEntryByEntry() {
    SymmetricMatrix h = new SymmetricMatrix(2);
    h.setPacked(new double[] {1, 2, 3});
    h.addDiagonal(new double[] {10, 20});
    h.addDiagonal(100);
    assertThat(h.packed()).containsExactly(111, 2, 123);
    SymmetricMatrix other = new SymmetricMatrix(2);
    other.setPacked(new double[] {1, 1, 2});
    h.add(-2, other);
    assertThat(h.packed()).containsExactly(109, 0, 119);
    h.scale(0.5);
    assertThat(h.packed()).containsExactly(54.5, 0, 59.5);
    h.copyFrom(other);
    other.clear();
    assertThat(h.packed()).containsExactly(1, 1, 2);
    assertThat(other.packed()).containsExactly(0, 0, 0);
    assertThat(h.size()).isEqualTo(2);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    SymmetricMatrix h = new SymmetricMatrix(2);
    SymmetricMatrix other = new SymmetricMatrix(3);
    assertThatThrownBy(() -> h.setPacked(new double[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.add(1, other)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.copyFrom(other)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.addDiagonal(new double[3]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.times(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> h.quadratic(new double[1]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SymmetricMatrix(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new SymmetricMatrix(46_341))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** The definition, entry by entry. */
  private static double[] naive(int d, double[] start, int count, double[] rows, double[] weights) {
    double[] packed = start.clone();
    int at = 0;
    for (int i = 0; i < d; i++) {
      for (int j = 0; j <= i; j++) {
        for (int k = 0; k < count; k++) {
          packed[at] = Math.fma(weights[k] * rows[k * d + i], rows[k * d + j], packed[at]);
        }
        at++;
      }
    }
    return packed;
  }

  private static SymmetricMatrix random(int d, Random random) {
    SymmetricMatrix h = new SymmetricMatrix(d);
    h.setPacked(numbers(d * (d + 1) / 2, random));
    return h;
  }

  private static double[] numbers(int n, Random random) {
    return random.doubles(n, -2, 2).toArray();
  }
}
