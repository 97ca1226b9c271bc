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
        "embed --help"
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
  @ValueSource(strings = {"", "portfolio", "value", "embed", "plan", "reproduce", "convert"})
  void helpFillsNarrowTerminalsToo(String command) {
    CommandLine line = Fog.commandLine();
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
    assertThat(ran.out()).contains("portfolio", "Exit codes: 0 done, 2 bad input or usage, 3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"portfolio", "value", "embed", "plan", "complexity", "resume"})
  void everyOptionIsDescribedInASentence(String command) {
    CommandLine line = Fog.commandLine().getSubcommands().get(command);
    String help = fog.run(command + " --help").out();
    for (OptionSpec option : line.getCommandSpec().options()) {
      String description = String.join(" ", option.description());
      assertThat(description).as(option.longestName()).isNotBlank().endsWith(".");
      assertThat(help.contains(option.longestName()))
          .as(option.longestName())
          .isEqualTo(!option.hidden());
    }
  }

  @Test
  void everyOptionOfTheIssueIsThere() {
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
      strings = {"--help", "portfolio --help", "value --help", "embed --help", "plan --help"})
  void theExamplesWork(String command) {
    fog.writeReturns();
    fog.writeChains();
    fog.writePoints();
    List<String> examples =
        fog.run(command)
            .out()
            .lines()
            .filter(line -> line.matches("  fog (portfolio|value|embed|plan)( .*)?"))
            .map(line -> line.strip().replaceFirst(" {3,}.*", ""))
            .toList();
    assertThat(examples).hasSizeGreaterThan(1);
    for (String example : examples) {
      if (example.contains(".zip")
          || example.contains("idx3")) { // not ours to ship: the options are read, the file is not
        Fog.commandLine().parseArgs(example.substring("fog ".length()).split(" "));
      } else {
        Ran ran = fog.run(example);
        assertThat(ran.exit()).as(example + "\n" + ran.err()).isZero();
      }
    }
  }
}
