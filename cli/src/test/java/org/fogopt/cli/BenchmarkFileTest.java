package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark is asset a itself, so that a alone tracks it without a difference. */
class BenchmarkFileTest {
  private static final int DAYS = 40;

  @TempDir private Path folder;
  private FogKit kit;
  private final List<String> rows = new ArrayList<>();
  private final List<String> index = new ArrayList<>();

  @BeforeEach
  void draw() {
    kit = new FogKit(folder);
    var random = new SplittableRandom(3);
    for (int t = 0; t < DAYS; t++) {
      LocalDate day = LocalDate.of(2024, 1, 1).plusDays(t);
      double a = random.nextDouble(-2, 2.1);
      rows.add("%s,%s,%s".formatted(day, a, random.nextDouble(-2, 2.1)));
      index.add("%s,%s".formatted(day, a));
    }
  }

  private void write() {
    kit.write("returns.csv", "date,a,b\n" + String.join("\n", rows) + "\n");
    kit.write("index.csv", "date,index\n" + String.join("\n", index) + "\n");
  }

  private FogKit.Ran track(String more) {
    return kit.run(
        "portfolio --returns returns.csv --objective min-risk --json s.json --benchmark "
            + folder.resolve("index.csv")
            + more);
  }

  private void requireTracked() {
    write();
    var run = track("");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(kit.json("s.json").get("weights").get("a").asDouble()).isCloseTo(1, within(1e-6));
    assertThat(kit.json("s.json").get("riskValue").asDouble()).isCloseTo(0, within(1e-10));
  }

  private void requireRefused(String... words) {
    write();
    var run = track("");
    assertThat(run.exit()).isNotZero();
    assertThat(run.err()).contains("--benchmark: ").contains(words);
  }

  @Test
  void rowsAreMatchedByTheirDates() {
    requireTracked();
    Collections.reverse(rows);
    requireTracked(); // the returns are turned round, the index is not
    Collections.reverse(index);
    requireTracked();
    Collections.shuffle(index, new Random(5));
    requireTracked();
    index.add("2023-12-31,0.3");
    index.add("2025-12-31,-0.3");
    requireTracked();
  }

  @Test
  void rowsWithoutDatesAreMatchedWhereNothingMoved() {
    index.replaceAll(row -> row.substring(row.indexOf(',') + 1));
    kit.write("returns.csv", "date,a,b\n" + String.join("\n", rows) + "\n");
    kit.write("index.csv", "index\n" + String.join("\n", index) + "\n");
    assertThat(track("").exit()).isZero();
    assertThat(kit.json("s.json").get("riskValue").asDouble()).isCloseTo(0, within(1e-10));
    Collections.reverse(rows);
    Collections.reverse(index);
    kit.write("returns.csv", "date,a,b\n" + String.join("\n", rows) + "\n");
    kit.write("index.csv", "index\n" + String.join("\n", index) + "\n");
    assertThat(track("").err()).contains("order of time", "write dates");
  }

  @Test
  void aDateThatIsMissingIsNamed() {
    index.remove(7);
    requireRefused("no row of 2024-01-08");
  }

  @Test
  void shorterPeriodsAreRefused() {
    rows.removeIf(row -> rows.indexOf(row) % 7 != 0);
    requireRefused("30 more dates from 2024-01-01 to 2024-02-05");
  }

  @Test
  void otherUnitsAreRefused() {
    index.replaceAll(row -> row.substring(0, 11) + Double.parseDouble(row.substring(11)) / 100);
    requireRefused("percent", "fractions", "--units");
  }

  /** Prices of both files become returns; seven times a has those of a. */
  @Test
  void pricesAreReadAsPrices() {
    rows.clear();
    index.clear();
    var random = new SplittableRandom(6);
    double a = 100;
    double b = 50;
    for (int t = 0; t < DAYS; t++) {
      LocalDate day = LocalDate.of(2024, 1, 1).plusDays(t);
      a *= 1 + random.nextDouble(-0.02, 0.021);
      b *= 1 + random.nextDouble(-0.02, 0.021);
      rows.add("%s,%s,%s".formatted(day, a, b));
      index.add(0, "%s,%s".formatted(day, 7 * a));
    }
    write();
    var run =
        kit.run(
            "portfolio --prices returns.csv --objective min-risk --json s.json --benchmark "
                + folder.resolve("index.csv"));
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(kit.json("s.json").get("weights").get("a").asDouble()).isCloseTo(1, within(1e-6));
  }
}
