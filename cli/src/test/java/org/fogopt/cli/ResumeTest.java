package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --checkpoint} and {@code fog resume}. */
@Timeout(120)
class ResumeTest {
  private FogKit fog;
  private Path folder;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    folder = temporary;
    fog = new FogKit(temporary);
    fog.writeReturns();
    fog.writeChains();
    fog.writePoints();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "portfolio --returns returns.csv",
        "portfolio --returns returns.csv --long-only --budget 1 --algorithm vrsc-pg",
        "portfolio --returns returns.csv --output random --algorithm scgd",
        "value --transitions transitions.csv --discount 0.9",
        "value --random-mdp 60,3,5,1 --nonlinear --algorithm sarah-c",
        "value --random-mdp 20,3,5,1 --online --algorithm sarah-c --restart 50,50,10",
        "embed --data points.csv --perplexity 5",
        "embed --data points.csv --perplexity 5 --algorithm nasa",
        "embed --data points.csv --perplexity 5 --algorithm storm-c --split points",
        "embed --data points.csv --perplexity 5 --kernel student"
      })
  void aRunInTwoPartsWritesWhatOneInOnePartWrites(String command) {
    run(command + " --tolerance 0 --passes 40 --out a.csv --json a.json --trace a-t.csv");
    run(
        command
            + " --tolerance 0 --passes 15 --out b.csv --json b.json --trace b-t.csv"
            + " --checkpoint run");
    Ran resumed = fog.run("resume run --passes 40");
    assertThat(resumed.exit()).as(resumed.err()).isZero();
    assertThat(resumed.err()).contains("goes on from step");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
    assertThat(timeless("b-t.csv")).isEqualTo(timeless("a-t.csv"));
    assertThat(withoutSeconds("b.json")).isEqualTo(withoutSeconds("a.json"));
  }

  private List<String> timeless(String trace) {
    int seconds = List.of(fog.cells(trace).get(0)).indexOf("seconds");
    return fog.cells(trace).stream()
        .map(
            row -> {
              row[seconds] = "";
              return String.join(",", row);
            })
        .toList();
  }

  private String withoutSeconds(String summary) {
    return fog.read(summary).replaceAll("\"seconds\" : [^,]*", "");
  }

  private void run(String command) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).as(command + ": " + ran.err()).isZero();
  }

  @Test
  void otherDataAreRefused() {
    run("portfolio --returns returns.csv --passes 20 --checkpoint run");
    fog.write("returns.csv", fog.read("returns.csv").replaceFirst("1\\.", "2."));
    refused("resume run --passes 30", "the checkpoint is of other data");
    fog.write("returns.csv", "a,b\n1,2\n2,-3\n3,5\n");
    refused("resume run --passes 30", "the checkpoint is of other data");
  }

  @Test
  void anotherStartIsRefused() {
    run("portfolio --returns returns.csv --passes 20 --out w.csv");
    run("portfolio --returns returns.csv --start w.csv --passes 20 --checkpoint run");
    fog.write("w.csv", fog.read("w.csv").replaceFirst("Alpha,.*", "Alpha,0.125"));
    refused("resume run --passes 30", "of another starting point");
  }

  @Test
  void aRunThatHasNotEndedIsNotOverwrittenUnlessAsked() throws IOException {
    run("portfolio --returns returns.csv --passes 20 --checkpoint run");
    run("portfolio --returns returns.csv --passes 20 --checkpoint run"); // it had ended
    Files.delete(folder.resolve("run/finished"));
    refused(
        "portfolio --returns returns.csv --passes 20 --checkpoint run",
        "has not ended; 'fog resume run' goes on with it, --overwrite begins anew");
    run("portfolio --returns returns.csv --passes 20 --checkpoint run --overwrite");
  }

  @Test
  void damageIsToldAndTheOneBeforeTaken() throws IOException {
    run("portfolio --returns returns.csv --passes 40 --every 1ms --checkpoint run --out a.csv");
    String straight = fog.read("a.csv");
    damage(newest());
    Ran resumed = fog.run("resume run");
    assertThat(resumed.exit()).isZero();
    assertThat(resumed.err()).contains("is damaged", "the one before, is taken");
    assertThat(fog.read("a.csv")).isEqualTo(straight);
    for (Path file : checkpoints()) {
      damage(file);
    }
    refused("resume run", "no checkpoint is whole");
  }

  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length / 3] ^= 4;
    Files.write(file, bytes);
  }

  private List<Path> checkpoints() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("run"))) {
      return files.filter(file -> file.toString().endsWith(".fog")).sorted().toList();
    }
  }

  private Path newest() throws IOException {
    return checkpoints().get(checkpoints().size() - 1);
  }

  @Test
  void whatCannotBeUsedIsRefusedInOneLine() {
    refused("resume nowhere", "there is no such folder");
    refused("portfolio --every 3s", "--every: needs --checkpoint");
    refused("portfolio --overwrite", "--overwrite: needs --checkpoint");
    refused("portfolio --checkpoint run --every 3x", "expected a time such as 100ms, 30s or 5m");
    refused("portfolio --checkpoint run --every 0s", "expected a time such as 100ms, 30s or 5m");
    refused("portfolio --checkpoint returns.csv", "is no folder");
  }

  @Test
  void theRebalancingsOfABacktestAreNotThoseOfItsCheckpoints() {
    run("backtest --window 400 --samples 0 --strategy equal --checkpoint run");
    refused("resume run --every 5", "--every: the time between checkpoints of 'fog backtest'");
  }

  @Test
  void aMistakeInTheCommandLeavesTheFolderFree() {
    refused("portfolio --returns none.csv --checkpoint run", "none.csv");
    run("portfolio --returns returns.csv --passes 20 --checkpoint run");
  }

  @Test
  void aMovedFolderGoesOnToo() throws IOException {
    run("portfolio --returns returns.csv --passes 10 --checkpoint run --out w.csv");
    Files.move(folder.resolve("run"), folder.resolve("moved"));
    run("resume moved --passes 20");
    assertThat(folder.resolve("run")).doesNotExist();
    assertThat(fog.run("resume moved --passes 20 --threads 3").exit()).isZero();
  }

  /** A report tells how to repeat the run, in words that anyone can type. */
  @Test
  void theReportOfAResumedRunRepeatsTheWholeRun() {
    run("portfolio --returns returns.csv --passes 10 --checkpoint run --report report.html");
    run("resume run --passes 20");
    assertThat(fog.read("report.html"))
        .contains("--passes 20")
        .doesNotContain("--resuming", "--checkpoint");
  }

  private void refused(String command, String why) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).as(ran.out()).isEqualTo(2);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err()).contains(why);
  }
}
