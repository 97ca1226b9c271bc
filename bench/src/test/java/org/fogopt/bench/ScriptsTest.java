package org.fogopt.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The short form of each script, with the classes of this build. Without Python it has no peers.
 */
class ScriptsTest {
  @TempDir Path out;

  @BeforeEach
  void needsBash() {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")));
  }

  private static String run(int code, String script, String... options)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("/bin/bash", script));
    words.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder.environment().put("FOG_BENCH_CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("FOG_PYTHON", "python3");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isEqualTo(code);
    return said;
  }

  @Test
  void clockTimesEveryJobAndFormToTheGap() throws Exception {
    run(0, "clock", "--short", "--out", out.toString());
    List<String> rows = Files.readAllLines(out.resolve("clock.csv"));
    assertThat(rows).hasSize(1 + Job.SHORT.stream().mapToInt(job -> job.forms().size()).sum());
    assertThat(rows).noneMatch(row -> row.contains("GAP") || row.contains("NOT CONVERGED"));
    assertThat(out.resolve("clock.log")).content().doesNotContain("FAILED");
  }

  @Test
  void callsReachTheGapOnEveryFamily() throws Exception {
    String said = run(0, "calls", "--seed", "1", "--short");
    assertThat(said).contains(Calls.FAMILIES).doesNotContain("Infinity", "NOT CONVERGED");
  }

  @Test
  void callsWantASeed() throws Exception {
    assertThat(run(2, "calls")).contains("--seed");
  }

  @Test
  void theMapIsATableAndPictures() throws Exception {
    run(0, "map", "--short", "--limit", "2", "--out", out.toString());
    assertThat(out.resolve("map.csv")).content().contains("kl-dro", "tracking", "auto: ");
    for (String family : List.of("kl-dro", "tracking")) {
      Path picture = out.resolve("map-" + family + ".svg");
      var document =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(picture.toFile());
      assertThat(document.getElementsByTagName("rect").getLength()).isGreaterThan(2);
    }
  }

  @Test
  void riskHasTheAccuracyBesideEveryTime() throws Exception {
    run(0, "risk", "--short", "--out", out.toString());
    List<String> rows = Files.readAllLines(out.resolve("risk.csv"));
    for (String risk : List.of("cvar:0.95", "evar:0.95", "semivariance", "mad", "variance")) {
      assertThat(rows).anyMatch(row -> row.startsWith(risk + ",300,10,fog call 3,"));
    }
    for (String row : rows.subList(1, rows.size())) {
      String[] cells = row.split(",", -1);
      assertThat(Double.parseDouble(cells[4])).as(row).isPositive();
      assertThat(Double.parseDouble(cells[6])).as(row).isBetween(-1e-9, 1e-5);
    }
  }

  @Test
  void everyScriptHelps() throws Exception {
    for (String script : List.of("clock", "calls", "map", "size", "risk")) {
      assertThat(run(0, script, "--help")).contains("bench/" + script);
    }
  }
}
