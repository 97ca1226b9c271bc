package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fog reproduce}. */
class ReproduceTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void kit() {
    fog = new FogKit(folder);
  }

  @Test
  void theTableOfVerdictsEndsIt() {
    Ran ran = fog.run("fog reproduce theory figure3 --tiny --out check");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .contains("-> holds", "-> does not hold", "52.86 %", "wrote check/report.html")
        .containsPattern("holds +\\d+ of \\d+ claims");
    assertThat(fog.path("check/figure3.svg")).isNotEmptyFile();
    assertThat(fog.json("check/verdicts.json").get("command").asString())
        .isEqualTo("fog reproduce theory figure3 --tiny");
  }

  @Test
  void resumingWritesTheSameVerdicts() {
    fog.run("fog reproduce figure3 --tiny --out check --quiet");
    String verdicts = fog.read("check/verdicts.json");
    Ran ran = fog.run("fog reproduce figure3 --tiny --out check --resume");
    assertThat(ran.exit()).isZero();
    assertThat(fog.read("check/verdicts.json")).isEqualTo(verdicts);
  }

  @Test
  void badUsageIsOneClearLine() {
    fog.write("file.txt", "");
    assertRefused("fog reproduce figure5", "expected figure1, figure2", "found \"figure5\"");
    assertRefused("fog reproduce theory --data nowhere", "--data: expected a folder");
    assertRefused("fog reproduce theory --out file.txt", "--out: expected a folder");
    assertRefused("fog reproduce figure1 --data . --out o", "data_cov_4.csv.gz: there is no such");
    assertRefused("fog reproduce theory --threads 0", "--threads: expected 1 to 1024");
  }

  private void assertRefused(String command, String... complaints) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).as(command).isEqualTo(2);
    assertThat(ran.err()).contains(complaints);
    assertThat(ran.errLines()).hasSize(1);
  }
}
