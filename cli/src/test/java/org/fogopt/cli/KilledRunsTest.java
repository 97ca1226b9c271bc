package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes of their own, ended from outside; {@code -Dfog.kills=1000} makes it a campaign. */
class KilledRunsTest {
  /** So many that the share of those that hit a write is no accident. */
  private static final int MANY = 100;

  @Test
  @Timeout(value = 6, unit = TimeUnit.HOURS)
  void killedRunsEndWithTheBitsOfRunsLeftAlone(@TempDir Path folder) throws Exception {
    int kills = Integer.getInteger("fog.kills", 8);
    KillCampaign.Tally all = new KillCampaign(folder, System.nanoTime(), System.out).kill(kills);
    System.out.println(all);
    assertThat(all.identical()).isEqualTo(all.runs());
    if (all.kills() >= MANY) {
      assertThat((double) all.whileWriting()).isGreaterThanOrEqualTo(0.3 * all.kills());
    }
  }

  @Test
  @Timeout(300)
  void aBacktestThatWasKilledGoesOnAndWritesTheSame(@TempDir Path folder) throws Exception {
    String command =
        "backtest --synthetic 1000,12,20 --window 100 --every 1 --samples 20 --strategy equal"
            + " --strategy min-risk:evar:0.9 --strategy max-ratio:cvar:0.9 --costs 0.1 --quiet";
    SignalsTest.run(folder, command + " --out alone.csv --json alone.json");
    Process process =
        KillCampaign.start(
            folder,
            List.of((command + " --out kept.csv --json kept.json --checkpoint run").split(" ")));
    while (process.isAlive() && !Files.exists(folder.resolve("run/checkpoint-000001.fog"))) {
      process.waitFor(5, TimeUnit.MILLISECONDS);
    }
    assertThat(process.isAlive()).isTrue();
    process.destroyForcibly().waitFor();
    assertThat(folder.resolve("kept.csv")).doesNotExist();
    SignalsTest.run(folder, "resume run");
    assertThat(folder.resolve("kept.csv")).hasSameBinaryContentAs(folder.resolve("alone.csv"));
    assertThat(folder.resolve("kept.json")).hasSameBinaryContentAs(folder.resolve("alone.json"));
  }
}
