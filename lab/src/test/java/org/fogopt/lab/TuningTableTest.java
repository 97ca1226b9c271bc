package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of what no tuning costs. */
class TuningTableTest {
  @TempDir Path folder;

  private static String print(String... args) throws IOException {
    PrintStream standard = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      TuningTable.main(args);
    } finally {
      System.setOut(standard);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static String row(String table, String problem) {
    List<String> rows = table.lines().filter(line -> line.contains(problem)).toList();
    assertThat(rows).hasSize(1);
    return rows.get(0);
  }

  @Test
  void gridsAreSearchedOnceAndRememberedAfterThat() throws IOException {
    Path memo = folder.resolve("memo");
    String[] args = {
      "--method", "auto", "--within", "--seeds", "1", "--memo", memo.toString(), "mdp:20,2,0,1"
    };
    String first = print(args);
    assertThat(Files.readString(memo)).contains("gd=", "sarah-c=").doesNotContain("auto");
    assertThat(print(args)).isEqualTo(first);
    String[] cells = row(first, "mdp:20,2,0,1").split("\\|", -1);
    assertThat(cells).hasSize(8);
    for (String ratio : cells[5].trim().split(" / ", -1)) {
      assertThat(Double.parseDouble(ratio)).isNotNegative();
    }
  }

  /** The whole of it is remembered, so nothing is run but the automatic choice. */
  @Test
  void ratiosAreOfMediansToTheBestTunedRun() throws IOException {
    Path memo = folder.resolve("memo");
    Files.writeString(memo, "returns\\:3,1,0\\ sarah-c=0.5 Infinity 1000\n");
    String table = print("--no-grid", "--seeds", "3", "--memo", memo.toString(), "returns:3,1,0");
    String[] cells = row(table, "returns:3,1,0").split("\\|", -1);
    assertThat(cells[2].trim()).isEqualTo("0.5 / - / 1000");
    double last = Double.parseDouble(cells[3].trim().split(" / ", -1)[2]);
    assertThat(Double.parseDouble(cells[5].trim().split(" / ", -1)[2]))
        .isCloseTo(last / 1000, within(0.006));
    assertThat(table).contains("geometric mean of 2 ratios");
  }
}
