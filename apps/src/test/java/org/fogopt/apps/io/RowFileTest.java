package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.GZIPOutputStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.OutputException;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.apps.portfolio.UniformReturns;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.MappedRows;
import org.fogopt.linalg.MappedRows.Storage;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of rows: what is written is what is mapped, and what is damaged is refused. */
class RowFileTest {
  @TempDir Path folder;

  private Path path(String name) {
    return folder.resolve(name);
  }

  private static List<String> names(int columns) {
    List<String> names = new ArrayList<>();
    for (int k = 0; k < columns; k++) {
      names.add("Größe " + k);
    }
    return names;
  }

  private static Rows rows(int count, int columns, long seed) {
    Random random = new Random(seed);
    double[] data = new double[count * columns];
    Arrays.setAll(data, k -> random.nextGaussian());
    return Rows.of(count, columns, data);
  }

  @ParameterizedTest
  @CsvSource({"2,1", "3,2", "17,25", "1000,301"})
  void whatIsWrittenIsWhatIsMapped(int count, int columns) {
    Rows rows = rows(count, columns, 1);
    RowFile.write(path("a.fogrows"), names(columns), rows, Storage.DOUBLE);
    Table table = TableReader.read(path("a.fogrows"), ReadOptions.defaults());
    assertThat(table.names()).isEqualTo(names(columns));
    assertThat(table.rows()).isInstanceOf(MappedRows.class);
    assertThat(table.rows().fingerprint()).isEqualTo(rows.fingerprint());
    assertThat(Rows.of(table.rows()).fingerprint()).isEqualTo(rows.fingerprint());
    assertThat(RowFile.check(path("a.fogrows")).rows().count()).isEqualTo(count);
  }

  @Test
  void singlePrecisionIsThatOfRowsInMemory() throws IOException {
    Rows rows = rows(50, 7, 2);
    RowFile.write(path("a.fogrows"), names(7), rows, Storage.FLOAT);
    assertThat(Files.size(path("a.fogrows"))).isEqualTo(4096 + 4 * 50 * 7);
    RowMatrix mapped = RowFile.check(path("a.fogrows")).rows();
    assertThat(mapped.fingerprint()).isEqualTo(FloatRows.of(rows).fingerprint());
    assertThat(mapped.fingerprint()).isNotEqualTo(rows.fingerprint());
  }

  private static Result run(RowMatrix returns, int threads) {
    return Run.of(new MeanVariance(returns, 1).problem(), Automatic.METHOD.with(Settings.NONE))
        .seed(3)
        .threads(threads)
        .stop(StopRule.passes(20))
        .go();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void aRunOnAFileHasTheBitsOfARunInMemory(int threads) {
    Rows rows = new SyntheticReturns(3000, 13, 20).draw(1);
    RowFile.write(path("a.fogrows"), names(13), rows, Storage.DOUBLE);
    RowFile.write(path("b.fogrows"), names(13), rows, Storage.FLOAT);
    Result expected = run(rows, 1);
    Result mapped = run(RowFile.read(path("a.fogrows")).rows(), threads);
    assertThat(mapped.point()).containsExactly(expected.point());
    assertThat(mapped.objective()).isEqualTo(expected.objective());
    Result half = run(FloatRows.of(rows), 1);
    Result mappedHalf = run(RowFile.read(path("b.fogrows")).rows(), threads);
    assertThat(mappedHalf.point()).containsExactly(half.point());
    assertThat(half.objective()).isNotEqualTo(expected.objective());
    assertThat(half.objective())
        .isCloseTo(expected.objective(), org.assertj.core.data.Percentage.withPercentage(1e-3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a,b\n1,2\n3.5,-4\n5,6e-3\n",
        "1;2;3\n4;5;6\n",
        "date,a,b\n2020-01-01,1,2\n2020-01-02,3,4\n",
        "d,a,b\n20200101,1,2\n20200102,3,4\n20200103,4,5\n",
        "d,a,b\n20200101,1,2\n20200102,3,4\n3,4,5\n",
        "# a comment\n,a,b\nx,1,2\ny,3,4\n\n",
        "a,b,c\n1,2,3\nNA,4,5\n6,7,8\n9,-99.99,1\n2,3,4\n",
        "date,a,b\nx,1,\ny,2,3\n,,\nz,3,4\nu,5,6\n,,\n",
      })
  void aStreamedTableIsThatReadIntoMemory(String text) throws IOException {
    Path csv = Files.writeString(path("a.csv"), text);
    for (Missing missing : EnumSet.complementOf(EnumSet.of(Missing.KEEP))) {
      ReadOptions options = ReadOptions.defaults().withMissing(missing);
      Table expected;
      try {
        expected = TableReader.read(csv, options);
      } catch (InputException e) {
        assertThatThrownBy(() -> Conversion.of(csv, options, path("a.fogrows"), Storage.DOUBLE))
            .isInstanceOf(InputException.class)
            .hasMessage(e.getMessage());
        continue;
      }
      Conversion done = Conversion.of(csv, options, path("a.fogrows"), Storage.DOUBLE);
      Table found = RowFile.check(path("a.fogrows"));
      assertThat(found.names()).isEqualTo(expected.names()).isEqualTo(done.names());
      assertThat(found.rows().fingerprint()).isEqualTo(expected.rows().fingerprint());
      assertThat(done.droppedRows()).isEqualTo(expected.droppedRows());
      assertThat(done.rows()).isEqualTo(expected.rows().count());
    }
  }

  @Test
  void packedTextIsStreamedToo() throws IOException {
    Path csv = path("a.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(csv))) {
      out.write("a,b\n1,2\n3,4\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    Conversion.of(csv, ReadOptions.defaults(), path("a.fogrows"), Storage.DOUBLE);
    assertThat(RowFile.read(path("a.fogrows")).rows().fingerprint())
        .isEqualTo(Rows.of(2, 2, new double[] {1, 2, 3, 4}).fingerprint());
  }

  @Test
  void whatIsBeyondSinglePrecisionIsRefusedAndNothingIsLeft() throws IOException {
    Path csv = Files.writeString(path("a.csv"), "a\n1\n1e39\n");
    assertThatThrownBy(
            () -> Conversion.of(csv, ReadOptions.defaults(), path("a.fogrows"), Storage.FLOAT))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("beyond the range of single precision");
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(csv);
    }
  }

  @Test
  void aFileCutShortOrTooLongIsRefused() throws IOException {
    RowFile.write(path("a.fogrows"), names(3), rows(5, 3, 1), Storage.DOUBLE);
    byte[] whole = Files.readAllBytes(path("a.fogrows"));
    for (int length : new int[] {8, 40, 67, 68, 100, 4095, 4096, whole.length - 1}) {
      Path cut = Files.write(path("cut.fogrows"), Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> TableReader.read(cut, ReadOptions.defaults()))
          .as("%d bytes", length)
          .isInstanceOf(InputException.class)
          .hasMessageContaining("convert the original again");
    }
    Path longer = Files.write(path("long.fogrows"), Arrays.copyOf(whole, whole.length + 8));
    assertThatThrownBy(() -> RowFile.read(longer))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "expected %d bytes for 5 x 3 numbers, found %d"
                .formatted(whole.length, whole.length + 8));
  }

  @Test
  void aHeaderOfMoreBytesThanCanBeCountedIsRefusedThoughItsSumIsRight() throws IOException {
    RowFile.write(path("a.fogrows"), names(3), rows(5, 3, 1), Storage.DOUBLE);
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(path("a.fogrows"))).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(16, Long.MAX_VALUE / 2).putInt(64, 0);
    CRC32C sum = new CRC32C();
    sum.update(bytes.array(), 0, 4096);
    bytes.putInt(64, (int) sum.getValue());
    Path file = Files.write(path("huge.fogrows"), bytes.array());
    assertThatThrownBy(() -> RowFile.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("its header is damaged");
  }

  @Test
  void anyChangedByteIsFound() throws IOException {
    RowFile.write(path("a.fogrows"), names(3), rows(5, 3, 1), Storage.DOUBLE);
    byte[] whole = Files.readAllBytes(path("a.fogrows"));
    for (int at = 0; at < whole.length; at += at < 128 || at >= 4096 ? 1 : 97) {
      byte[] changed = whole.clone();
      changed[at] ^= 4;
      Path file = Files.write(path("changed.fogrows"), changed);
      assertThatThrownBy(() -> RowFile.check(file))
          .as("byte %d", at)
          .isInstanceOf(InputException.class);
      if (at >= 4096) {
        assertThatThrownBy(() -> RowFile.check(file))
            .hasMessageContaining("its numbers are not those it was written with");
      }
    }
  }

  @Test
  void aSourceThatGivesTooFewOrTooManyRowsIsNotedAndNothingIsLeft() throws IOException {
    for (int given : new int[] {1, 3}) {
      assertThatThrownBy(
              () ->
                  RowFile.write(
                      path("a.fogrows"),
                      names(1),
                      2,
                      Storage.DOUBLE,
                      target -> {
                        for (int i = 0; i < given; i++) {
                          target.add(new double[] {i});
                        }
                      }))
          .isInstanceOf(OutputException.class);
    }
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void madeUpReturnsAreAFunctionOfTheirPlace() {
    var made = new UniformReturns(40_000, 5, 9);
    double sum = 0;
    double squares = 0;
    double[] row = new double[5];
    for (long i = 0; i < made.count(); i++) {
      made.copyTo(i, row);
      for (int k = 0; k < 5; k++) {
        assertThat(row[k]).isEqualTo(made.get(i, k)).isBetween(-0.9, 1.1);
        sum += row[k];
        squares += row[k] * row[k];
      }
    }
    // 200 000 draws: the mean is off by 0.577/447 = 0.0013 a standard deviation
    assertThat(sum / 200_000).isCloseTo(0.1, org.assertj.core.data.Offset.offset(0.006));
    assertThat(squares / 200_000)
        .isCloseTo(0.01 + 1 / 3.0, org.assertj.core.data.Offset.offset(0.006));
    double[] x = {1, 2, 3, 4, 5};
    assertThat(made.dot(7, x)).isEqualTo(Rows.of(made).dot(7, x));
    // java: SplitMix64 of seed 9 has these first outputs
    var splitMix = new java.util.SplittableRandom(9);
    assertThat(made.get(0, 0)).isEqualTo(2 * splitMix.nextDouble() - 0.9);
    assertThat(made.get(0, 1)).isEqualTo(2 * splitMix.nextDouble() - 0.9);
  }
}
