package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ComplexityCommandTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void kit() {
    fog = new FogKit(folder);
  }

  @Test
  void ofGradientDescentTheExponentsAreOneAndTwo() {
    Ran ran =
        fog.run(
            "complexity --quick --methods gd --json c.json --plot "
                + fog.path("c.svg")
                + " --report "
                + fog.path("c.html"));
    assertThat(ran.exit()).as(ran.err()).isZero();
    for (JsonNode series : fog.json("c.json").get("series")) {
      double expected = series.get("axis").asString().equals("components") ? 1 : 2;
      assertThat(series.get("exponent").asDouble()).isCloseTo(expected, within(0.03));
      assertThat(series.get("upperBound").asDouble()).isEqualTo(expected);
      assertThat(series.get("points").size()).isGreaterThanOrEqualTo(4);
    }
    assertThat(ran.out()).contains("finite sum, growing m + n", "1.000 [1.000, 1.000]");
    assertThat(fog.read("c.svg")).contains("<svg", "gd 1.00 (1)");
    assertThat(fog.read("c.html")).contains("How calls grow", "fog complexity --quick");
  }

  @Test
  void whatCannotBeMeasuredIsNamed() {
    Ran ran = fog.run("complexity --methods civr");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).singleElement().asString().contains("civr", "sarah-c, gd");
    assertThat(fog.run("complexity --seeds 0").err()).contains("--seeds: expected 1 to 1000");
    assertThat(fog.run("complexity --plot c.txt").err()).contains(".png or .svg");
  }
}
