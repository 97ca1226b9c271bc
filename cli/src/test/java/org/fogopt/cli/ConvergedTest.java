package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Whether a run converged is the first thing that it says, and a field of its summary. */
class ConvergedTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"portfolio", "value", "embed --algorithm agd"})
  void aRunThatDidNotConvergeSaysSoInItsFirstLine(String command) {
    Ran ran = fog.run(command + " --passes 1 --json summary.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    JsonNode summary = fog.json("summary.json");
    assertThat(summary.get("converged").asBoolean()).isFalse();
    assertThat(ran.out().lines().findFirst())
        .hasValue("not converged: " + summary.get("stopDetail").asString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"portfolio", "value", "embed --algorithm agd --tolerance 0.5"})
  void aRunThatConvergedDoesNot(String command) {
    Ran ran = fog.run(command + " --json summary.json");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(fog.json("summary.json").get("converged").asBoolean()).isTrue();
    assertThat(ran.out()).doesNotContain("not converged");
  }
}
