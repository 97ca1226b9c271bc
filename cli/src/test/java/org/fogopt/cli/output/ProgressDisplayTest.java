package org.fogopt.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressDisplayTest {
  private static final long SECOND = 1_000_000_000L;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long now = 7 * SECOND;
  private final ProgressDisplay display =
      new ProgressDisplay(
          new PrintStream(bytes, true, StandardCharsets.UTF_8), 100, false, 80, () -> now);

  @Test
  void workBeforeTheFirstStepSaysHowLongItWillTake() {
    display.prepared("nearest neighbours", 0.1);
    assertThat(lines()).isEmpty(); // nothing in the first two seconds
    now += 4 * SECOND;
    display.prepared("nearest neighbours", 0.3); // a fifth in 4 s, so seven tenths in 14 s
    now += 5 * SECOND;
    display.prepared("nearest neighbours", 0.5); // too soon for another line
    now += 5 * SECOND;
    display.prepared("nearest neighbours", 0.8); // seven tenths in 14 s
    assertThat(lines())
        .containsExactly(
            "fog: nearest neighbours, 30 % done, 14 s left",
            "fog: nearest neighbours, 80 % done, 4 s left");
  }

  @Test
  void everyPartIsTimedByItself() {
    display.prepared("principal components", 0.5);
    now += 100 * SECOND;
    display.prepared("nearest neighbours", 0.5);
    assertThat(lines()).containsExactly("fog: nearest neighbours, 50 % done");
  }

  private String[] lines() {
    String text = bytes.toString(StandardCharsets.UTF_8);
    return text.isEmpty() ? new String[0] : text.split(System.lineSeparator());
  }
}
