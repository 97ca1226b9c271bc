package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.fogopt.spark.Estimate.Cluster;
import org.fogopt.spark.Estimate.Work;
import org.junit.jupiter.api.Test;

class EstimateTest {
  @Test
  void bytesAreThoseOfASmallEpochCountedByHand() {
    // 3000 rows of 2 columns are 3 chunks; 4 steps of 5 draws are 20 rows.
    Estimate e = new Estimate(new Work(3000, 2, 4, 5), Cluster.of(7));
    assertThat(e.chunks()).isEqualTo(3);
    // x and y are 2 + 3 numbers, and 20 row numbers, for each of 7
    assertThat(e.sentBytes()).isEqualTo(8.0 * 7 * (5 + 20));
    // a chunk: Σg is 3 numbers, ∂g is 2 and the count, ∇f is 3 and f is 1; a row: 2 and its number
    assertThat(e.receivedBytes()).isEqualTo(8.0 * (3 * (3 + 3 + 3 + 1) + 20 * 3));
  }

  @Test
  void aPassIsAsFastAsTheBusyCores() {
    // 2^30 rows are 1024 chunks: of 4000 cores 1024 are busy.
    Estimate e = new Estimate(new Work(1L << 30, 100, 10, 10), Cluster.of(1000));
    assertThat(e.busyCores()).isEqualTo(1024);
    assertThat(e.passSeconds()).isCloseTo(800.0 * (1L << 30) / 1024 / 1e9, within(1e-12));
  }

  @Test
  void whatDoesNotFitIntoMemoryIsReadFromDisk() {
    // 100 GB on one executor of 16 GB that reads 1 GB/s
    Estimate e = new Estimate(new Work(125_000_000, 100, 10, 10), Cluster.of(1));
    assertThat(e.fitsMemory()).isFalse();
    assertThat(e.passSeconds()).isCloseTo(100, within(1e-9));
  }

  @Test
  void theTableOfTheDocsIsWhatIsWorkedOut() throws IOException {
    List<String> rows = new ArrayList<>();
    for (int power = 9; power <= 11; power++) {
      for (int executors : new int[] {10, 100, 1000}) {
        rows.add(row(power, executors));
      }
    }
    assertThat(Files.readString(Path.of("../docs/spark.md"))).contains(String.join("\n", rows));
  }

  private static String row(int power, int executors) {
    long count = Math.round(Math.pow(10, power));
    Estimate e = new Estimate(new Work(count, 50, 1000, 25), Cluster.of(executors));
    return String.format(
        Locale.ROOT,
        "| 10%s | %d | %.1f TB | %s | %.0f | %.0f MB | %s | %s |",
        power == 9 ? "⁹" : power == 10 ? "¹⁰" : "¹¹",
        executors,
        e.dataBytes() / 1e12,
        e.fitsMemory() ? "memory" : "disk",
        e.busyCores(),
        e.receivedBytes() / 1e6,
        seconds(e.passSeconds()),
        seconds(e.seconds()));
  }

  private static String seconds(double s) {
    return String.format(Locale.ROOT, s < 10 ? "%.1f s" : "%.0f s", s);
  }
}
