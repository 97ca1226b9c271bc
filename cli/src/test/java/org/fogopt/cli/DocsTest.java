package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * README and docs: commands run, programs compile and print what they say, links lead somewhere.
 */
class DocsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");
  private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

  @TempDir Path folder;

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (Path place : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs/notes"))) {
      try (Stream<Path> files = Files.list(place)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  private static List<String> blocks(String language) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (Path page : pages()) {
      Matcher block = BLOCK.matcher(Files.readString(page));
      while (block.find()) {
        if (block.group(1).equals(language)) {
          blocks.add(block.group(2));
        }
      }
    }
    return blocks;
  }

  static List<String> commands() throws IOException {
    return blocks("sh").stream()
        .flatMap(block -> block.replace("\\\n", " ").lines())
        .filter(line -> line.startsWith("./fog "))
        .toList();
  }

  static List<String> programs() throws IOException {
    return blocks("java");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandWorks(String command) throws IOException {
    Files.createDirectory(folder.resolve("docs"));
    var fog = new FogKit(folder);
    fog.writeReturns();
    fog.writePrices();
    fog.writeChains();
    fog.writePoints();
    fog.run("convert --quiet --synthetic 200x4,1 made.fogrows");
    Ran ran = fog.run(command);
    assertThat(ran.exit()).as(command + "\n" + ran.err()).isZero();
    // Progress, printed after two seconds of a busy machine, is no complaint.
    assertThat(ran.errLines()).allMatch(line -> line.matches("fog: \\d+ of \\d+ passes, .*"));
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramRuns(String program) throws Exception {
    assertThat(output(program)).isNotBlank();
  }

  /** The project of the README asks for this version; its program is compiled and run below. */
  @Test
  void thePomOfTheReadmeIsInStep() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>fog-parent</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    String pom =
        blocks("xml").stream().filter(b -> b.contains("my-problem")).findFirst().orElseThrow();
    assertThat(pom)
        .contains("<artifactId>fog-core</artifactId>\n      <version>" + version.group(1) + "<")
        .contains("<maven.compiler.release>17<");
    assertThat(Files.readString(ROOT.resolve("README.md")))
        .contains("fog-core-" + version.group(1) + ".jar");
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
    assertThat(Files.readString(ROOT.resolve("docs/theory.md")))
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

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadToFiles(Path page) throws IOException {
    Matcher link = LINK.matcher(Files.readString(page));
    while (link.find()) {
      String target = link.group(1).replaceFirst("#.*", "");
      if (!target.contains("://") && !target.isEmpty()) {
        assertThat(page.resolveSibling(target)).as("%s links to %s", page, target).exists();
      }
    }
  }

  @Test
  void thereIsSomethingToTry() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(2);
    assertThat(programs()).hasSizeGreaterThan(2);
  }

  private static String program(String name) throws IOException {
    return programs().stream()
        .filter(text -> text.contains("public class " + name + " "))
        .findFirst()
        .orElseThrow();
  }

  /** What a program prints. */
  private String output(String program) throws Exception {
    Matcher name = CLASS.matcher(program);
    assertThat(name.find()).as("a public class in\n%s", program).isTrue();
    Path source = Files.writeString(folder.resolve(name.group(1) + ".java"), program);
    compile(source);
    PrintStream standard = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try (var loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      loader
          .loadClass(name.group(1))
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(standard);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private void compile(Path source) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var errors = new StringWriter();
    try (var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      String path =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      boolean compiled =
          compiler
              .getTask(
                  errors,
                  files,
                  null,
                  List.of("-proc:none", "-d", folder.toString(), "-cp", path),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(errors.toString()).isTrue();
    }
  }
}
