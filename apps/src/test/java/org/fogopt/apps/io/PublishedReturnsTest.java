package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The published data sets, read when FOG_DATA names the folder that holds them. */
@EnabledIfEnvironmentVariable(named = "FOG_DATA", matches = ".+")
class PublishedReturnsTest {
  private static final Path RETURNS =
      Path.of(System.getenv().getOrDefault("FOG_DATA", ".")).resolve("returns");

  /** Far above what it takes, so that a busy machine does not fail the build. */
  private static final Duration GENEROUS = Duration.ofSeconds(2);

  private static List<Path> files(String ending) throws IOException {
    try (var files = Files.list(RETURNS)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  @Test
  void sixRegionsHave7240DaysOf25Portfolios() throws IOException {
    assertThat(files("_OP.csv.gz")).hasSize(6);
    for (Path file : files("_OP.csv.gz")) {
      Table table = TableReader.read(file, ReadOptions.defaults()).requireVarying("remove it");
      assertThat(table.rows().rows()).as("%s", file).isEqualTo(7240);
      assertThat(table.rows().columns()).as("%s", file).isEqualTo(25);
      assertThat(table.names()).startsWith("P01").endsWith("P25");
    }
  }

  @Test
  void theFirstRowIsWhatTheFileSays() {
    Path file = RETURNS.resolve("Japan_OP.csv.gz");
    Table table = TableReader.read(file, ReadOptions.defaults());
    assertThat(Rows.of(table.rows()).get(0, 0)).isEqualTo(0.86);
    assertThat(Rows.of(table.rows()).get(0, 24)).isEqualTo(0.55);
    assertThat(Rows.of(table.rows()).get(1, 22)).isEqualTo(-0.32);
  }

  @Test
  void theSyntheticSetsHave2000RowsOf200Columns() throws IOException {
    for (int k = 0; k < 5; k++) {
      for (Path file : files(".csv.gz")) {
        long start = System.nanoTime();
        Table table = TableReader.read(file, ReadOptions.defaults());
        var took = Duration.ofNanos(System.nanoTime() - start);
        if (file.toString().contains("data_cov")) {
          assertThat(table.rows().rows()).isEqualTo(2000);
          assertThat(table.rows().columns()).isEqualTo(200);
        }
        assertThat(took).as("%s", file).isLessThan(GENEROUS);
      }
    }
  }
}
