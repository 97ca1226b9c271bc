package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.fogopt.cli.output.HelpText;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help is complete, fits a terminal, and its examples work. */
class HelpTest {
  private static final int WIDEST = 100;

  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "-h",
        "portfolio --help",
        "portfolio -h",
        "value --help",
        "embed --help",
        "learn --help",
        "predict --help"
      })
  void helpGoesToStandardOutputAndFitsATerminal(String command) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("Usage: fog", "Options:", "Examples:");
    assertThat(ran.out().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDEST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "portfolio",
        "value",
        "embed",
        "learn",
        "predict",
        "plan",
        "reproduce",
        "convert"
      })
  void helpFillsNarrowTerminalsToo(String command) {
    CommandLine line = new Fog().commandLine();
    if (!command.isEmpty()) {
      line = line.getSubcommands().get(command);
    }
    String wide = texts(line);
    HelpText.fit(line, 72);
    assertThat(line.getUsageMessage().lines())
        .allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(72));
    assertThat(texts(line)).as("no word is lost").isEqualTo(wide);
    String[] description = line.getCommandSpec().usageMessage().description();
    assertThat(description[1]).as("a line is filled").hasSizeGreaterThan(72 - 18);
  }

  private static String texts(CommandLine line) {
    var usage = line.getCommandSpec().usageMessage();
    return (String.join(" ", usage.description()) + " " + String.join(" ", usage.footer()))
        .replaceAll("\\s+", " ");
  }

  @Test
  void fogAloneTellsHowToUseIt() {
    Ran ran = fog.run(new String[] {"fog"});
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).isEqualTo(fog.run("--help").out());
    assertThat(ran.out()).contains("portfolio", "Exit codes:", "  2    bad input or usage");
    assertThat(fog.run("help").out()).isEqualTo(ran.out());
    assertThat(fog.run("help value").out()).isEqualTo(fog.run("value --help").out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"portfolio", "value", "embed", "learn", "predict", "plan", "complexity", "resume"})
  void everyOptionIsDescribedInASentence(String command) {
    CommandLine line = new Fog().commandLine().getSubcommands().get(command);
    String help = fog.run(command + " --help").out();
    for (OptionSpec option : line.getCommandSpec().options()) {
      String description = String.join(" ", option.description());
      assertThat(description).as(option.longestName()).isNotBlank().endsWith(".");
      assertThat(help.contains(option.longestName()))
          .as(option.longestName())
          .isEqualTo(!option.hidden());
    }
  }

  /** What most people need comes first, and is not long. */
  @ParameterizedTest
  @ValueSource(strings = {"portfolio", "frontier", "backtest", "value", "embed", "learn"})
  void atMostTwentyOptionsComeFirst(String command) {
    String help = fog.run(command + " --help").out();
    int more = help.indexOf("\nMore options, ");
    assertThat(more).isPositive();
    assertThat(help.substring(0, more).lines().filter(line -> line.matches(" {2}(-.,)? *--.*")))
        .hasSizeBetween(10, 20)
        .anyMatch(line -> line.contains("--out"))
        .noneMatch(line -> line.contains("--restart"));
    assertThat(help)
        .contains("Usage: fog " + command + " [OPTIONS]")
        .doesNotContain("${", "<", "@|", "]...", " | --");
  }

  @ParameterizedTest
  @CsvSource({
    "frontier, --start ones",
    "frontier, --risk-aversion 2",
    "backtest, --start ones",
    "backtest, --previous weights.csv"
  })
  void anOptionThatIsRefusedIsNotListed(String command, String option) {
    Ran ran = fog.run(command + " " + option);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("changes nothing here");
    assertThat(fog.run(command + " --help").out()).doesNotContain(option.replaceFirst(" .*", "="));
  }

  @ParameterizedTest
  @ValueSource(strings = {"learn", "predict", "complexity"})
  void aListIsShownAsOneWord(String command) {
    assertThat(fog.run(command + " --help").out())
        .doesNotContainPattern("\\[,[A-Z]+\\.\\.\\.|\\.{4}");
  }

  @ParameterizedTest
  @CsvSource({
    "portfolio, returns.csv, --returns",
    "value, log.csv, --transitions",
    "embed, points.csv, --data",
    "compare value, log.csv, --transitions"
  })
  void theFileMayStandAlone(String command, String file, String option) {
    fog.writeReturns();
    fog.writeChains();
    fog.writePoints();
    String more = " --passes 5 --seed 2";
    Ran named = fog.run(command + more + " " + option + " " + file);
    assertThat(named.exit()).as(named.err()).isZero();
    for (String words : List.of(command + " " + file + more, command + more + " " + file)) {
      assertThat(fog.run(words).out().replaceAll("[0-9.]+ s\\b", ""))
          .isEqualTo(named.out().replaceAll("[0-9.]+ s\\b", ""));
    }
    Ran two = fog.run(command + " " + file + " other.csv");
    assertThat(two.exit()).isEqualTo(2);
    assertThat(two.err()).contains("did not expect", "other.csv");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          completion fish | SHELL: expected one of bash, zsh, found "fish"
          completion      | fog completion: needs SHELL
          predict         | fog predict: needs --model FILE, --data FILE
          embed --missing | --missing: needs a value, HOW
          """)
  void whatIsMissingIsSaidWithoutWordsOfTheParser(String command, String says) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines())
        .singleElement()
        .asString()
        .contains(says)
        .doesNotContain("Missing required", "positional", "case-sensitive");
  }

  @ParameterizedTest
  @CsvSource({"x.xlsx, .xlsx", "x.parquet, .parquet", "x.JSON, .JSON"})
  void aSpreadsheetIsNotPromised(String name, String ending) {
    Ran ran = fog.run("value --out " + name);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err())
        .isEqualTo(
            "fog value: --out: writes CSV, not "
                + ending
                + "; name it x.csv, which spreadsheets and programs read\n");
  }

  @ParameterizedTest
  @CsvSource({
    "frontier --out x.xlsx, x.csv",
    "predict --data points.csv --model model.json --out x.xlsx, x.csv",
    "value --trace x.json, x.csv",
    "learn --data points.csv --target y --out x.csv, x.json",
    "value --json x.xlsx, x.json"
  })
  void everyFileHasTheFormatOfItsName(String command, String right) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err()).contains("writes ", "name it " + right);
  }

  @Test
  void timeHasUnits() {
    assertThat(fog.run("value --time 5s").exit()).isZero();
    assertThat(fog.run("value --time 0.5m").exit()).isZero();
    assertThat(fog.run("value --time 5").exit()).isZero();
    assertThat(fog.run("value --time soon").err())
        .startsWith("fog value: --time: expected a time such as 100ms, 30s or 5m, found \"soon\"");
    assertThat(fog.run("value --out=-").err())
        .contains("--out: - is the standard input; name a file, or /dev/stdout");
  }

  /** A norm, a count of passes and a step size each stand once, so that no two can disagree. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "portfolio --verbose",
        "portfolio --verbose --algorithm sarah-c --passes 60",
        "value --algorithm sarah-c --passes 50",
        "embed --passes 20",
        "value --tolerance 1e-3"
      })
  void noFigureOfARunIsGivenTwice(String command) {
    String out = fog.run(command).out();
    assertThat(out.lines().filter(line -> line.matches(".*gradient norm +[-0-9.e]+.*"))).hasSize(1);
    assertThat(out).doesNotContain("passes spent");
    assertThat(out.lines().filter(line -> line.matches(".*\\beta = .*"))).hasSizeLessThan(2);
    assertThat(out.contains("step size") && out.contains(": eta = ")).isFalse();
  }

  @Test
  void everyOptionIsThere() {
    assertThat(fog.run("portfolio --help").out())
        .contains(
            "--returns",
            "--synthetic",
            "--table",
            "--missing",
            "--risk-aversion",
            "--start",
            "--exact",
            "--algorithm",
            "--step",
            "--epoch",
            "--batch",
            "--restart",
            "--output",
            "--passes",
            "--tolerance",
            "--seed",
            "--threads",
            "--out",
            "--json",
            "--trace",
            "--plot",
            "--quiet",
            "--help",
            "--version");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "portfolio --version"})
  void theVersionIsOneLine(String command) {
    Ran ran = fog.run(command);
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).matches("fog \\d+\\.\\d+\\.\\d+\\S* \\(Java \\S+, SIMD (on|off)\\)\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "portfolio --help",
        "value --help",
        "embed --help",
        "learn --help",
        "plan --help"
      })
  void theExamplesWork(String command) {
    fog.writeReturns();
    fog.writePrices();
    fog.writeChains();
    fog.writePoints();
    fog.writeTable();
    if (!command.startsWith("learn")) {
      fog.write("new.csv", fog.read("points.csv"));
    }
    List<String> examples =
        fog.run(command)
            .out()
            .lines()
            .filter(line -> line.matches("  fog (portfolio|value|embed|learn|predict|plan)( .*)?"))
            .map(line -> line.strip().replaceFirst(" {3,}.*", ""))
            .toList();
    assertThat(examples).hasSizeGreaterThan(1);
    for (String example : examples) {
      if (example.contains(".zip")
          || example.contains("idx3")) { // not ours to ship: the options are read, the file is not
        new Fog().commandLine().parseArgs(example.substring("fog ".length()).split(" "));
      } else {
        Ran ran = fog.run(example);
        assertThat(ran.exit()).as(example + "\n" + ran.err()).isZero();
      }
    }
  }
}
