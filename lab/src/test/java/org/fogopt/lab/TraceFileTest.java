package org.fogopt.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.apps.io.file.OutputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace as CSV. */
class TraceFileTest {
  @TempDir Path folder;

  @Test
  void aTraceIsARowPerLookWithAllDigits() throws Exception {
    Path file = folder.resolve("trace.csv");
    TraceFile.write(file, Runs.parabolaRun(3));
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1 + 4);
    assertThat(lines.get(0))
        .isEqualTo(
            "step,calls,callsPaper,secondOrderCalls,passes,objective,gradientNorm,eta,seconds,algorithm");
    // x halves its distance to 1: the objective is 4^-t, the slope 2 * 2^-t, both exact in binary.
    for (int t = 0; t < 3; t++) {
      String[] cells = lines.get(1 + t).split(",");
      assertThat(cells).hasSize(10);
      assertThat(Long.parseLong(cells[0])).isEqualTo(t);
      assertThat(Long.parseLong(cells[2])).isEqualTo(3L * (t + 1));
      assertThat(Long.parseLong(cells[3])).isZero();
      assertThat(Double.parseDouble(cells[4])).isEqualTo(3.0 * (t + 1));
      assertThat(Double.parseDouble(cells[5])).isEqualTo(Math.pow(0.25, t));
      assertThat(Double.parseDouble(cells[6])).isEqualTo(2 * Math.pow(0.5, t));
      assertThat(Double.parseDouble(cells[7])).isEqualTo(0.25);
      assertThat(cells[9]).isEqualTo("sarah-c");
    }
    assertThat(lines.get(4)).startsWith("3,").contains(",0.015625,0.25,");
  }

  @Test
  void aFolderThatDoesNotExistIsToldAndNothingIsLeft() {
    assertThatThrownBy(() -> TraceFile.write(folder.resolve("no/trace.csv"), Runs.parabolaRun(1)))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("its folder does not exist");
    assertThat(folder).isEmptyDirectory();
  }
}
