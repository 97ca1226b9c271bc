package org.fogopt.apps.io.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.fogopt.apps.io.FileKit;
import org.fogopt.apps.io.TableReader;
import org.fogopt.apps.io.WeightsFile;
import org.fogopt.apps.io.table.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table that cannot fit is refused before it is read, with what it needs and what would fit. */
class MemoryTest {
  private static final long GIB = 1L << 30;

  @TempDir Path folder;

  @Test
  void whatIsNeededAndWhatWouldFitAreTold() {
    // 2 x 8 bytes x 10^6 x 1000 = 14.9 GiB; 1 GiB / (2 x 8 x 1000) = 67108 rows
    assertThatThrownBy(() -> Memory.requireRoom(Place.in("big.csv"), 1e6, 1000, GIB))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "big.csv: needs about 14.9 GiB of memory for 1000000 x 1000 numbers, and Java may use"
                + " 1.0 GiB, enough for 67108 rows; give it more with"
                + " FOG_JAVA_OPTS=-Xmx19074m, split the file, or map it: see fog convert");
    assertThatCode(() -> Memory.requireRoom(Place.in("small.csv"), 67108, 1000, GIB))
        .doesNotThrowAnyException();
  }

  /** The file has holes, so it takes no room on the disk either. */
  @Test
  void aLargeFileOfTextIsRefusedByItsSizeAndItsFirstLines() throws IOException {
    Path file = folder.resolve("big.csv");
    Files.writeString(file, "1,2,3,4\n".repeat(20_000), StandardCharsets.UTF_8);
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.setLength(4L * Runtime.getRuntime().maxMemory());
    }
    long start = System.nanoTime();
    InputException e = FileKit.refusal(file);
    assertThat(e.getMessage()).contains("needs about ", " GiB of memory", " x 4 numbers");
    assertThat(1e-9 * (System.nanoTime() - start)).isLessThan(5);
  }

  /** The last four bytes of a gzipped file are the size of what is in it. */
  @Test
  void aLargePackedFileIsRefusedByTheSizeItTells() throws IOException {
    Path file = folder.resolve("big.csv.gz");
    try (var out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("1,2,3,4\n".repeat(20_000).getBytes(StandardCharsets.UTF_8));
    }
    assertThat(TableReader.read(file, ReadOptions.defaults()).rows().count()).isEqualTo(20_000);
    try (var raw = new RandomAccessFile(file.toFile(), "rw")) {
      raw.seek(raw.length() - 4);
      raw.writeInt(-1); // 4 GiB, as 2^31 numbers
    }
    assumeThat(Runtime.getRuntime().maxMemory()).isLessThan(32 * GIB);
    assertThat(FileKit.refusal(file).getMessage())
        .contains("needs about 32.0 GiB of memory", " x 4 numbers");
  }

  @Test
  void aLargeZipFileIsRefusedByTheSizeItTells() throws IOException {
    Path file = folder.resolve("big.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(file))) {
      out.putNextEntry(new ZipEntry("big.csv"));
      byte[] lines = "1,2,3,4\n".repeat(1 << 17).getBytes(StandardCharsets.UTF_8);
      long wanted = Runtime.getRuntime().maxMemory() / 8; // in memory eight times as much
      for (long written = 0; written <= wanted; written += lines.length) {
        out.write(lines);
      }
    }
    assertThat(FileKit.refusal(file).getMessage())
        .contains("needs about ", " of memory", " x 4 numbers");
  }

  @Test
  void namesThatDifferInAnOddBlankAreTwoNames() throws IOException {
    Path file = folder.resolve("weights.csv");
    Files.writeString(file, "asset,weight\nA,1\nA\u2003,2\n", StandardCharsets.UTF_8);
    assertThat(WeightsFile.read(file, List.of("A", "A\u2003"))).containsExactly(1, 2);
  }
}
