package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was computed is not lost when it cannot be written where it should. */
class FullDiskTest {
  private static final Path FULL = Path.of("/dev/full");
  private static final Pattern INSTEAD = Pattern.compile("; it is in (\\S+) instead");

  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    assumeTrue(Files.exists(FULL), "no device that is always full");
    fog = new FogKit(folder);
    fog.writeReturns();
  }

  @Test
  void weightsThatFindNoRoomGoElsewhereAndTheRestWhereItShould() throws IOException {
    Ran ran = fog.run("portfolio --returns returns.csv --out /dev/full --json s.json");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err())
        .startsWith("fog portfolio: /dev/full: could not be written (No space left on device)");
    Matcher instead = INSTEAD.matcher(ran.err());
    assertThat(instead.find()).as(ran.err()).isTrue();
    Path kept = Path.of(instead.group(1));
    try {
      assertThat(Files.readAllLines(kept)).hasSize(5).first().isEqualTo("asset,weight");
    } finally {
      Files.delete(kept);
    }
    assertThat(fog.json("s.json").get("objective").asDouble()).isFinite();
    assertThat(ran.out()).contains("wrote s.json").doesNotContain("/dev/full");
  }

  private Process start(ProcessBuilder.Redirect out) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("org.fogopt.cli.Fog");
    command.addAll(List.of("portfolio", "--out", "w.csv"));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectOutput(out)
        .redirectError(folder.resolve("err").toFile())
        .start();
  }

  @Test
  void aStandardOutputThatIsFullIsToldOf() throws Exception {
    Process process = start(ProcessBuilder.Redirect.to(new File("/dev/full")));
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    assertThat(fog.read("err")).contains("the standard output could not be written (No space left");
    assertThat(fog.cells("w.csv")).hasSizeGreaterThan(2);
  }

  @Test
  void whoClosesThePipeHasSeenEnough() throws Exception {
    Process process = start(ProcessBuilder.Redirect.PIPE);
    process.getInputStream().close();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(fog.read("err")).doesNotContain("Exception", "could not");
    assertThat(fog.cells("w.csv")).hasSizeGreaterThan(2);
  }
}
