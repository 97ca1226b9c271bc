package org.fogopt.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A short form of each campaign. */
class ReliabilityTest {
  static Stream<String> campaigns() {
    return Reliability.ALL.stream().map(Campaign::name);
  }

  @ParameterizedTest
  @MethodSource("campaigns")
  void theShortFormOfEachCampaignClearsItsBar(String name) {
    Campaign campaign =
        Reliability.ALL.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
    var out = new ByteArrayOutputStream();
    boolean cleared =
        campaign.run(Reliability.SHORT, new PrintStream(out, true, StandardCharsets.UTF_8));
    assertThat(cleared).as(out.toString(StandardCharsets.UTF_8)).isTrue();
  }
}
