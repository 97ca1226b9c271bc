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
import org.junit.jupiter.params.provider.CsvSource;
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
    assertThat(weights).hasSameTextualContentAs(weightsOfFog(one));
  }

  private Path weightsOfFog(Path file, String... options) {
    Path out = temp.resolve("expected.csv");
    List<String> all =
        new ArrayList<>(
            List.of("portfolio", "--returns", file.toString(), "--out", out.toString()));
    all.addAll(List.of(options));
    int code =
        new org.fogopt.cli.Fog()
            .commandLine()
            .setOut(new PrintWriter(new StringWriter()))
            .execute(all.toArray(String[]::new));
    assertThat(code).isZero();
    return out;
  }

  private Path file(String text) throws IOException {
    return Files.writeString(temp.resolve("file.csv"), text);
  }

  private Said portfolio(Path file, String... options) {
    List<String> all = new ArrayList<>(List.of("portfolio", "--returns", file.toString()));
    all.addAll(List.of(options));
    return run(all.toArray(String[]::new));
  }

  @Test
  void pricesAreRefusedUnlessTheyAreSaidToBeReturns() throws IOException {
    Path prices = file("A,B\n100,51\n101,50\n102.5,50.5\n101,52\n103,53\n");
    Said refused = portfolio(prices);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err().lines())
        .singleElement()
        .asString()
        .contains("looks like prices", "give it to fog as --prices", "--as-returns");
    assertThat(portfolio(prices, "--as-returns").code()).isZero();
    assertThat(run("portfolio", "--prices", prices.toString()).err()).contains("fog portfolio");
  }

  @Test
  void unitsTellPricesFromReturns() throws IOException {
    // Half a per cent a period can be a return, half of what is invested cannot.
    Path file = file("A,B\n0.45,0.3\n0.55,-0.2\n0.68,-0.25\n0.6,0.4\n0.5,0.1\n");
    assertThat(portfolio(file, "--units", "percent").code()).isZero();
    assertThat(portfolio(file, "--units", "fraction").err()).contains("looks like a price");
  }

  @Test
  void theDecimalMarkIsThatOfTheOption() throws IOException {
    Path file = file("A;B\n1,234;2,345\n-2,111;1,234\n3,123;-1,555\n5,124;4,777\n");
    assertThat(portfolio(file).err()).contains("--decimal");
    Path weights = temp.resolve("weights.csv");
    Said said = portfolio(file, "--decimal", "comma", "--out", weights.toString());
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.err()).contains("decimal commas");
    assertThat(weights).hasSameTextualContentAs(weightsOfFog(file, "--decimal", "comma"));
  }

  @Test
  void aConstantColumnIsCashWhereThereIsABudget() throws IOException {
    Path file = file("Fund,Cash\n1,-0.5\n-3,-0.5\n1,-0.5\n-3,-0.5\n");
    assertThat(portfolio(file).err()).contains("\"Cash\"", "cash where there is a --budget");
    Path weights = temp.resolve("weights.csv");
    Said said = portfolio(file, "--budget", "1", "--out", weights.toString());
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(weights).hasSameTextualContentAs(weightsOfFog(file, "--budget", "1"));
  }

  @ParameterizedTest
  @CsvSource({"--risk-free, 0.02", "--periods-per-year, 12"})
  void whatOnlyFiguresNeedIsRefused(String option, String value) {
    Said refused = portfolio(Path.of("anywhere"), option, value);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).contains(option, "fog portfolio has them");
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
