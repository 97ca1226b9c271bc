package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are asked to end. */
class SignalsTest {
  @Test
  @Timeout(300)
  void aPoliteSignalWritesALastCheckpointAndTellsHowToGoOn(@TempDir Path folder) throws Exception {
    String command =
        "portfolio --algorithm sarah-c --synthetic 2000,60,20 --tolerance 0 --patience 0 --passes 3000";
    run(folder, command + " --out alone.csv");
    Process process =
        KillCampaign.start(
            folder, List.of((command + " --out kept.csv --checkpoint run").split(" ")));
    while (process.isAlive() && !Files.exists(folder.resolve("run/checkpoint-000001.fog"))) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(folder.resolve("stderr"))).contains("go on with: fog resume run");
    assertThat(folder.resolve("run/checkpoint-000002.fog")).exists();
    run(folder, "resume run");
    assertThat(folder.resolve("kept.csv")).hasSameTextualContentAs(folder.resolve("alone.csv"));
  }

  /** The fits after the signal begin where no resumed one does: they must not be kept. */
  @Test
  @Timeout(300)
  void aPoliteSignalInOneOfSeveralFitsLeavesNothingThatResumeRefuses(@TempDir Path folder)
      throws Exception {
    Path table = KillCampaign.table(folder.resolve("table.csv"));
    String command =
        "learn %s --target y --objective kl:1 --hidden 8 --validate folds:5 --threads 1"
            .formatted(table.getFileName());
    run(folder, command + " --out alone.json");
    Process process =
        KillCampaign.start(
            folder,
            List.of((command + " --out kept.json --checkpoint run --every 1ms").split(" ")));
    while (process.isAlive() && !Files.exists(folder.resolve("run/run-5/checkpoint-000001.fog"))) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(folder.resolve("stderr"))).contains("go on with: fog resume run");
    assertThat(folder.resolve("kept.json")).doesNotExist();
    run(folder, "resume run --every 30s");
    assertThat(folder.resolve("kept.json")).hasSameBinaryContentAs(folder.resolve("alone.json"));
  }

  /** Java refuses some of what it else does once it has begun to end. */
  @Test
  @Timeout(300)
  void aPoliteSignalLosesNoPictureAndNoComplaint(@TempDir Path folder) throws Exception {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    String command =
        "portfolio --algorithm sarah-c --synthetic 2000,60,20 --tolerance 0 --patience 0 --passes 1000000"
            + " --plot kept.png --report kept.html --json gone/kept.json --checkpoint run";
    Process process = KillCampaign.start(folder, List.of(command.split(" ")));
    while (process.isAlive() && !Files.exists(folder.resolve("run/checkpoint-000001.fog"))) {
      process.waitFor(10, TimeUnit.MILLISECONDS);
    }
    Files.delete(gone);
    process.destroy(); // SIGTERM
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readString(folder.resolve("stderr")))
        .contains("kept.json: its folder does not exist", "; it is in ")
        .doesNotContain("defect");
    assertThat(folder.resolve("kept.png")).isNotEmptyFile();
    assertThat(folder.resolve("kept.html")).isNotEmptyFile();
  }

  static void run(Path folder, String command) throws Exception {
    Process process = KillCampaign.start(folder, List.of(command.split(" ")));
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("stderr"))).isZero();
  }
}
