package org.fogopt.spark.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command, as a user sees it. */
class FogSparkTest {
  @TempDir Path temp;

  @BeforeAll
  static void start() {
    org.fogopt.spark.Session.spark(); // the command finds it and does not stop it
  }

  /** What a command says and how it ends. */
  record Said(int code, String out, String err) {}

  private static Said run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        FogSpark.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new Said(code, out.toString(), err.toString());
  }

  private Path folder() throws IOException {
    Path folder = Files.createDirectories(temp.resolve("returns"));
    Files.writeString(
        folder.resolve("a.csv"), "date,A,B\n2020-01-01,0.1,0.3\n2020-01-02,0.2,0.1\n");
    Files.writeString(folder.resolve("b.csv"), "date,A,B\n2020-01-03,0.4,0.2\n2020-01-04,0.1,0\n");
    return folder;
  }

  @Test
  void aFolderGivesTheWeightsThatFogGivesForOneFile() throws IOException {
    Path weights = temp.resolve("weights.csv");
    Said said = run("portfolio", "--returns", folder().toString(), "--out", weights.toString());
    assertThat(said.err()).isEmpty();
    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("2 assets over 4 periods");
    Path one = temp.resolve("one.csv");
    Files.writeString(one, "date,A,B\n1,0.1,0.3\n2,0.2,0.1\n3,0.4,0.2\n4,0.1,0\n");
    Path expected = temp.resolve("expected.csv");
    int code =
        new org.fogopt.cli.Fog()
            .commandLine()
            .setOut(new PrintWriter(new StringWriter()))
            .execute("portfolio", "--returns", one.toString(), "--out", expected.toString());
    assertThat(code).isZero();
    assertThat(weights).hasSameTextualContentAs(expected);
  }

  @Test
  void aCheckpointGoesOnAndIsRefusedOnceAFileHasChanged() throws IOException {
    Path folder = folder();
    String returns = folder.toString();
    String whole = temp.resolve("whole.csv").toString();
    assertThat(run("portfolio", "--returns", returns, "--passes", "40", "--out", whole).code())
        .isZero();
    String kept = temp.resolve("kept").toString();
    String out = temp.resolve("out.csv").toString();
    run("portfolio", "--returns", returns, "--passes", "12", "--out", out, "--checkpoint", kept);
    Said resumed = run("resume", kept, "--passes", "40");
    assertThat(resumed.code()).as(resumed.err()).isZero();
    assertThat(Path.of(out)).hasSameTextualContentAs(Path.of(whole));

    Files.writeString(folder.resolve("b.csv"), "date,A,B\n2020-01-03,0.4,0.2\n2020-01-04,0.1,1\n");
    Said refused = run("resume", kept, "--passes", "50");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .contains("the checkpoint is of other data");
  }

  @Test
  void aMalformedRowIsOneLineAndExitCodeTwo() throws IOException {
    Path folder = folder();
    Files.writeString(folder.resolve("c.csv"), "date,A,B\n2020-01-03,0.4,x\n");
    Said said = run("portfolio", "--returns", folder.toString());
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err().lines())
        .singleElement()
        .asString()
        .startsWith("fog-spark portfolio: " + folder)
        .contains("c.csv: row 2, column 3 (\"B\")");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--risk cvar:0.95", "--objective min-risk", "--max-turnover 1", "--shrink auto"})
  void measuresOfRiskAreRefused(String words) {
    List<String> all = new ArrayList<>(List.of("portfolio", "--returns", "anywhere"));
    all.addAll(List.of(words.split(" ")));
    Said refused = run(all.toArray(new String[0]));
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains("use fog portfolio");
  }

  @Test
  void withoutReturnsItSaysWhatItNeeds() {
    Said said = run("portfolio");
    assertThat(said.code()).isEqualTo(2);
    assertThat(said.err()).contains("--returns: expected a folder");
  }

  static List<String> commandsOfTheDocs() throws IOException {
    return Files.readAllLines(Path.of("../docs/spark.md")).stream()
        .filter(line -> line.startsWith("./fog-spark "))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commandsOfTheDocs")
  void aCommandOfTheDocsWorks(String command) throws IOException {
    String here =
        command
            .replace(" returns ", " " + folder() + " ")
            .replace("weights.csv", temp.resolve("weights.csv").toString());
    Said said = run(here.replaceFirst("^\\./fog-spark ", "").split(" "));
    assertThat(said.err()).isEmpty();
    assertThat(said.code()).isZero();
  }

  @Test
  void anEstimateNeedsNoCluster() {
    Said said = run("estimate", "--rows", "1e9", "--columns", "50", "--executors", "100");
    assertThat(said.code()).isZero();
    assertThat(said.out()).contains("rows             400.0 GB, in memory");
  }
}
