package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README, docs and docs/examples: programs compile and print what they say. */
class DocsProgramsTest {
  private static final Pattern CLASS = Pattern.compile("public (?:final )?class (\\w+)");

  @TempDir Path folder;

  static List<String> programs() throws IOException {
    return Docs.programs();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramRuns(String program) throws Exception {
    assertThat(output(program)).isNotBlank();
  }

  @Test
  void theProgramOfTheReadmeFindsThree() throws Exception {
    assertThat(Double.parseDouble(output(program("Example")).strip())).isCloseTo(3, within(1e-3));
  }

  @Test
  void theKeptRunFindsThreeToo() throws Exception {
    assertThat(output(program("KeptRun")).strip()).isEqualTo("x = 3.0000");
  }

  @Test
  void theSoftMaximumIsWhereItIsSaidToBe() throws Exception {
    List<String> lines = output(program("SoftMaximum")).lines().toList();
    double found = Double.parseDouble(lines.get(0));
    assertThat(found).isLessThan(1).isCloseTo(softMinimum(), within(1e-6));
    assertThat(lines.stream().skip(1)).isNotEmpty(); // the mistake is found
  }

  @Test
  void theMethodWrittenOutsideTheLibraryFindsThreeToo() throws Exception {
    assertThat(output(program("HeavyBall")).strip()).isEqualTo("heavy-ball: x = 3.0000");
  }

  @Test
  void theConstrainedPointIsTheNearestFeasibleOne() throws Exception {
    // The first entry is at its bound; the budget's rest is nearest to (0.2, 0.1) at (0.3, 0.2).
    assertThat(output(program("Constrained")).strip()).isEqualTo("0.500 0.300 0.200");
  }

  @Test
  void theCheckFindsNoMistakeInSecondDerivatives() throws Exception {
    assertThat(output(program("EntropicRisk")).strip()).isEqualTo("0 mistakes");
  }

  @Test
  void thePlansOfTheTheoryPageAreThoseOfItsTable() throws Exception {
    List<String> lines = output(program("Planning")).lines().toList();
    assertThat(lines.get(0)).contains("s1=47, s2=47, s3=14", "paperCalls=261504");
    assertThat(lines.get(1)).contains("s1=48, s2=48, s3=95", "paperCalls=452814");
    assertThat(Files.readString(Docs.ROOT.resolve("docs/theory.md")))
        .contains("47, 47, 14 | 261 504", "48, 48, 95 | 452 814");
  }

  /** The sign of the slope of log(mean(exp((x - c)^2))), bisected between 0.5 and 1.5. */
  private static double softMinimum() {
    double low = 0.5;
    double high = 1.5;
    for (int k = 0; k < 60; k++) {
      double x = (low + high) / 2;
      double slope = 0;
      for (double c : new double[] {-1, 0, 3}) {
        slope += 2 * (x - c) * Math.exp((x - c) * (x - c));
      }
      if (slope > 0) {
        high = x;
      } else {
        low = x;
      }
    }
    return low;
  }

  /** An observer sees every objective of the way down, and the end. */
  @Test
  void anObserverOfOnesOwnSeesTheRun() throws Exception {
    List<String> lines = output(program("OwnProgress")).lines().toList();
    double[] objectives =
        lines.stream()
            .filter(line -> line.startsWith("step"))
            .mapToDouble(line -> Double.parseDouble(line.replaceAll(".*objective (\\S+).*", "$1")))
            .toArray();
    assertThat(objectives)
        .hasSizeGreaterThan(2)
        .isSortedAccordingTo((a, b) -> Double.compare(b, a));
    assertThat(lines.get(lines.size() - 2)).startsWith("converged: ");
    // The mean of sinh(x - c) is 0 where exp(2x) is the sum of exp(c) over that of exp(-c).
    double x = 0.5 * Math.log((Math.exp(-1) + 1 + Math.exp(3)) / (Math.exp(1) + 1 + Math.exp(-3)));
    assertThat(lines.get(lines.size() - 1)).isEqualTo("x = %.4f", x);
  }

  @Test
  void aRunIsDrawnTwice() throws Exception {
    output(program("ConvergencePlot"), folder.toString());
    assertThat(folder.resolve("centre.svg")).content().contains("<svg", "gradient norm", "<path");
    assertThat(Files.readAllBytes(folder.resolve("centre.png")))
        .startsWith(0x89, 'P', 'N', 'G')
        .hasSizeGreaterThan(10_000);
  }

  private static String program(String name) throws IOException {
    return Docs.programs().stream()
        .filter(text -> text.contains(" class " + name + " "))
        .findFirst()
        .orElseThrow();
  }

  /** What a program prints. */
  private String output(String program, String... words) throws Exception {
    Matcher name = CLASS.matcher(program);
    assertThat(name.find()).as("a public class in\n%s", program).isTrue();
    Path source = Files.writeString(folder.resolve(name.group(1) + ".java"), program);
    Docs.compile(List.of(source), folder);
    PrintStream standard = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try (var loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      loader
          .loadClass(name.group(1))
          .getMethod("main", String[].class)
          .invoke(null, (Object) words);
    } finally {
      System.setOut(standard);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
