package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.fogopt.Methods;
import org.fogopt.cli.FogKit.Ran;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Methods can be listed, chosen and set. */
class AlgorithmsTest {
  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() {
    fog = new FogKit(folder);
    fog.writeReturns();
  }

  static List<String> names() {
    return Methods.ALL.stream().map(Method::name).toList();
  }

  @Test
  void theListHasALineForEach() {
    Ran ran = fog.run("algorithms");
    assertThat(ran.exit()).isZero();
    assertThat(ran.err()).isEmpty();
    List<String> lines = ran.out().lines().toList();
    assertThat(lines).hasSize(1 + names().size() + 2);
    assertThat(lines).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(lines.get(0)).containsSubsequence("name", "calls of a step", "reference");
    for (int i = 0; i < names().size(); i++) {
      Method method = Methods.ALL.get(i);
      assertThat(lines.get(i + 1))
          .startsWith(method.name() + " ")
          .contains(method.calls())
          .contains(method.reference().replaceFirst("; .*", "")); // the first, if not all fit
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void aMethodTellsAllItsParameters(String name) {
    Ran ran = fog.run("algorithms " + name);
    assertThat(ran.exit()).isZero();
    Method method = Methods.named(name);
    assertThat(ran.out())
        .startsWith(name + ": " + method.title() + "\n")
        .contains("  calls of a step  " + method.calls())
        .contains("  theory returns   " + method.output())
        .contains("fog portfolio --algorithm " + name);
    assertThat(ran.out().replaceAll("\\s+", " ")).contains(method.reference());
    for (Parameter parameter : method.parameters()) {
      assertThat(ran.out().lines())
          .anySatisfy(line -> assertThat(line).startsWith("  " + parameter.name() + " "));
      assertThat(ran.out().replaceAll("\\s+", " ")).contains(parameter.meaning());
    }
    assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  /** The example that the listing ends with. */
  @ParameterizedTest
  @MethodSource("names")
  void theExampleRuns(String name) {
    String out = fog.run("algorithms " + name).out();
    String example = out.lines().reduce((first, second) -> second).orElseThrow().strip();
    Ran ran = fog.run(example + " --returns returns.csv --passes 10");
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @Test
  void anUnknownMethodIsRefusedWithTheNamesThereAre() {
    Ran ran = fog.run("algorithms adam");
    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err())
        .startsWith(
            "fog algorithms: there is no algorithm \"adam\"; expected one of auto, sarah-c, newton");
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyMethodRunsWithNothingGivenAndUnderConstraints(String name) {
    String constrained = " --long-only --budget 1 --max-weight 0.5";
    for (String constraints : name.equals("lbfgs") ? List.of("") : List.of("", constrained)) {
      Ran ran =
          fog.run(
              "portfolio --returns returns.csv -q --passes 30 --json s.json --algorithm "
                  + name
                  + constraints);
      assertThat(ran.exit()).as(ran.err()).isZero();
      assertThat(fog.json("s.json").get("algorithm").asString()).isEqualTo(ran(name));
      assertThat(fog.json("s.json").get("objective").asDouble()).isFinite();
    }
  }

  /** Without a step sarah-c adapts, and says so; it is what auto chooses here. */
  private static String ran(String name) {
    return switch (name) {
      case "auto" -> "newton";
      case "sarah-c" -> "adaptive sarah-c";
      default -> name;
    };
  }

  @Test
  void theAutomaticChoiceIsNamedWithItsReasonWhereverARunIsTold() {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv --verbose --json s.json --trace t.csv --report r.html");
    assertThat(ran.exit()).as(ran.err()).isZero();
    JsonNode summary = fog.json("s.json");
    String algorithm = summary.get("algorithm").asString();
    String reason = summary.get("algorithmReason").asString();
    assertThat(algorithm).isNotEqualTo("auto");
    assertThat(reason).isNotBlank();
    assertThat(ran.out())
        .contains("\n" + algorithm + ", seed 1", "chosen automatically: " + reason);
    assertThat(fog.read("r.html")).contains(algorithm, reason);
    assertThat(fog.cells("t.csv").stream().skip(1))
        .allSatisfy(row -> assertThat(row[row.length - 1]).isEqualTo(algorithm));
    Ran named = fog.run("portfolio --returns returns.csv --algorithm gd --json s.json");
    assertThat(named.out()).doesNotContain("chosen automatically");
    assertThat(fog.json("s.json").has("algorithmReason")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --step    | 1e-3
          --epoch   | 5
          --batch   | 5,5,1
          --restart | 5,5,5
          --set     | eta=1e-3
          """)
  void parametersWithoutAMethodAreRefusedWithTheRemedy(String option, String value) {
    for (String automatic : List.of("", " --algorithm auto")) {
      Ran ran = fog.run("portfolio --returns returns.csv " + option + " " + value + automatic);
      assertThat(ran.exit()).isEqualTo(2);
      assertThat(ran.errLines()).singleElement().asString().contains(option, "--algorithm sarah-c");
    }
    String named = "portfolio --returns returns.csv --passes 20 --algorithm sarah-c ";
    assertThat(fog.run(named + option + " " + value).exit()).isZero();
  }

  @Test
  void setGivesParametersByName() {
    Ran ran =
        fog.run(
            "portfolio --returns returns.csv -q --passes 30 --json s.json --algorithm VRSC-PG"
                + " --set eta=1e-3 --set A=4 --set B=3 --set C=2 --set K=7");
    assertThat(ran.exit()).as(ran.err()).isZero();
    JsonNode chosen = fog.json("s.json").get("chosen");
    assertThat(chosen.get("eta").asDouble()).isEqualTo(1e-3);
    assertThat(chosen.get("A").asLong()).isEqualTo(4);
    assertThat(chosen.get("B").asLong()).isEqualTo(3);
    assertThat(chosen.get("C").asLong()).isEqualTo(2);
    assertThat(chosen.get("K").asLong()).isEqualTo(7);
  }

  @Test
  void theUsualOptionsMeanTheSame() {
    String run = "portfolio --returns returns.csv -q --passes 30 --algorithm vrsc-pg --out ";
    fog.run(run + "a.csv --set eta=1e-3 --set A=4 --set B=3 --set C=2 --set K=7");
    fog.run(run + "b.csv --step 1e-3 --batch 4,3,2 --epoch 7");
    assertThat(fog.read("b.csv")).isEqualTo(fog.read("a.csv"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --algorithm adam                            | --algorithm: there is no algorithm "adam"; expected one of auto, sarah-c, newton
          --algorithm gd --set q=5                    | there is no parameter "q"; expected one of eta
          --algorithm gd --set eta=fast               | eta must be a number, not "fast"
          --algorithm gd --set eta=-1                 | eta (step size) must be positive, not
          --algorithm gd --set eta=NaN                | eta (step size) must be positive, not
          --algorithm vrsc-pg --set A=1.5             | A (samples of g in an inner step) must be at least 1 and whole, not 1.5
          --algorithm vrsc-pg --set A=61              | A = 61 is more than the m = 60 components there are
          --algorithm gd --step 1e-3 --set eta=1e-3   | --step: given again by --set eta
          --algorithm sarah-c --set S1=4 --batch 5,5,5 | --batch: given again by --set S1
          --algorithm gd --batch 5,5,1                | --batch: gd has no such parameter; see 'fog algorithms gd'
          --algorithm gd --epoch 5                    | --epoch: gd has no such parameter; see 'fog algorithms gd'
          --algorithm vrsc-pg --restart 5,5,5         | --restart: vrsc-pg has no such parameter; see 'fog algorithms vrsc-pg'
          --algorithm gd --shared-batch               | --shared-batch: gd has no such parameter; see 'fog algorithms gd'
          --set eta                                   | --set
          """)
  void whatDoesNotFitIsRefused(String options, String message) {
    Ran ran = fog.run("portfolio --returns returns.csv --out w.csv " + options);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.errLines()).hasSize(1);
    assertThat(ran.err()).startsWith("fog portfolio: ").contains(message);
    assertThat(fog.files()).containsExactly("returns.csv");
  }
}
