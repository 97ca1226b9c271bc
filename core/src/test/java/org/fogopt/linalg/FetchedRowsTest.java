package org.fogopt.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.fogopt.linalg.MappedRows.Storage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows in a file, and in single precision: the bits of rows in memory. */
class FetchedRowsTest {
  @TempDir Path folder;

  /** Numbers that are floats, too. */
  private static double[] numbers(int size, long seed) {
    Random random = new Random(seed);
    double[] v = new double[size];
    for (int k = 0; k < size; k++) {
      v[k] = (float) random.nextGaussian();
    }
    return v;
  }

  private MappedRows mapped(int columns, double[] data, Storage storage, int before, long longest)
      throws IOException {
    Path file = folder.resolve("rows");
    ByteBuffer bytes =
        ByteBuffer.allocate(before + data.length * storage.bytes()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.position(before);
    for (double v : data) {
      if (storage == Storage.DOUBLE) {
        bytes.putDouble(v);
      } else {
        bytes.putFloat((float) v);
      }
    }
    Files.write(file, bytes.array());
    try (var channel = FileChannel.open(file)) {
      return MappedRows.of(channel, before, data.length / columns, columns, storage, null, longest);
    }
  }

  private static void assertSame(RowMatrix found, Rows expected) {
    int n = expected.columns();
    assertThat(found.count()).isEqualTo(expected.count());
    assertThat(found.columns()).isEqualTo(n);
    double[] x = numbers(n, 1);
    double[] xp = numbers(n, 2);
    int last = expected.rows() - 1;
    for (int i = 0; i < expected.rows(); i++) {
      assertThat(found.dot(i, x)).isEqualTo(expected.dot(i, x));
      assertThat(found.dotDifference(i, x, xp)).isEqualTo(expected.dotDifference(i, x, xp));
      assertThat(found.addDotDifferences(1, i, 0, i, last, 0, x, xp))
          .isEqualTo(expected.addDotDifferences(1, i, 0, i, last, 0, x, xp));
      double[] y = numbers(n, 3);
      double[] z = y.clone();
      assertThat(found.addSlopes(1, i, 0, i, last, x, xp, 0.1, 0.7, 0.2, y))
          .isEqualTo(expected.addSlopes(1, i, 0, i, last, x, xp, 0.1, 0.7, 0.2, z));
      assertThat(y).containsExactly(z);
      found.addTo(i, 0, last, i, 0.3, -0.7, 0.11, 1.3, y);
      expected.addTo(i, 0, last, i, 0.3, -0.7, 0.11, 1.3, z);
      assertThat(y).containsExactly(z);
      double[] mine = numbers(n + 3, 3);
      double[] other = mine.clone();
      found.addTo(i, 0.7, mine, 2);
      expected.addTo(i, 0.7, other, 2);
      assertThat(mine).containsExactly(other);
      found.copyTo(i, mine);
      expected.copyTo(i, other);
      assertThat(mine).containsExactly(other);
    }
    assertThat(found.fingerprint()).isEqualTo(expected.fingerprint());
    assertThat(Rows.of(found).fingerprint()).isEqualTo(expected.fingerprint());
    assertThat(found.transposed().fingerprint()).isEqualTo(expected.transposed().fingerprint());
  }

  @ParameterizedTest
  @CsvSource({"1,1", "7,1", "5,3", "9,4", "4,17", "33,25", "3,100"})
  void theBitsAreThoseOfRowsInMemory(int rows, int columns) throws IOException {
    double[] data = numbers(rows * columns, 7);
    Rows expected = Rows.of(rows, columns, data);
    assertSame(FloatRows.of(expected), expected);
    for (Storage storage : Storage.values()) {
      assertSame(mapped(columns, data, storage, 0, MappedRows.LONGEST), expected);
      assertSame(mapped(columns, data, storage, 4096, MappedRows.LONGEST), expected);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {40, 79, 80, 200, 320, 1000})
  void aFileOfManySegmentsIsOneMatrix(long longest) throws IOException {
    double[] data = numbers(23 * 5, 8);
    for (Storage storage : Storage.values()) {
      assertSame(mapped(5, data, storage, 12, longest), Rows.of(23, 5, data));
    }
  }

  @Test
  void aRowOutsideIsRefused() throws IOException {
    MappedRows rows = mapped(2, new double[6], Storage.DOUBLE, 0, MappedRows.LONGEST);
    double[] x = new double[2];
    assertThatThrownBy(() -> rows.dot(3, x)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> rows.dot(-1, x)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(rows.dot(2, x)).isZero();
  }

  @Test
  void aFileThatEndsTooEarlyIsRefused() throws IOException {
    Path file = Files.write(folder.resolve("short"), new byte[47]);
    try (var channel = FileChannel.open(file)) {
      assertThatThrownBy(() -> MappedRows.of(channel, 0, 3, 2, Storage.DOUBLE, null))
          .isInstanceOf(IOException.class)
          .hasMessage("the file ends before its last row");
    }
  }

  @Test
  void singlePrecisionRoundsAndRefusesWhatIsBeyondIt() {
    FloatRows rows = FloatRows.of(Rows.of(1, 2, new double[] {0.1, 1e-60}));
    double[] row = new double[2];
    rows.copyTo(0, row);
    assertThat(row).containsExactly(0.1f, 0);
    assertThatThrownBy(() -> FloatRows.of(Rows.of(1, 1, new double[] {1e39})))
        .isInstanceOf(ArithmeticException.class)
        .hasMessage("1.0E39 is beyond the range of single precision");
  }

  @Test
  void severalThreadsMayAskAtOnce() throws Exception {
    double[] data = numbers(500 * 9, 9);
    Rows expected = Rows.of(500, 9, data);
    MappedRows rows = mapped(9, data, Storage.DOUBLE, 0, 1024);
    double[] x = numbers(9, 4);
    var wrong = new AtomicInteger();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      Random random = new Random(t);
      threads[t] =
          new Thread(
              () -> {
                for (int k = 0; k < 20_000; k++) {
                  int i = random.nextInt(500);
                  if (rows.dot(i, x) != expected.dot(i, x)) {
                    wrong.incrementAndGet();
                  }
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(wrong.get()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1,1", "7,1", "5,3", "4,17", "33,25"})
  void computedRowsHaveTheBitsOfRowsInMemory(int rows, int columns) {
    Rows expected = Rows.of(rows, columns, numbers(rows * columns, 4));
    assertSame(new ComputedRows(rows, columns, expected::copyTo), expected);
  }
}
