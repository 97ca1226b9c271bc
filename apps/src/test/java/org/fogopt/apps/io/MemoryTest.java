package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
                + " FOG_JAVA_OPTS=-Xmx19074m, or split the file");
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

  @Test
  void namesThatDifferInAnOddBlankAreTwoNames() throws IOException {
    Path file = folder.resolve("weights.csv");
    Files.writeString(file, "asset,weight\nA,1\nA\u2003,2\n", StandardCharsets.UTF_8);
    assertThat(WeightsFile.read(file, List.of("A", "A\u2003"))).containsExactly(1, 2);
  }
}
