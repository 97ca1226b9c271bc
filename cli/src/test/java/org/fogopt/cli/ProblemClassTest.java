package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code fog compare --problem-class}: methods on a problem of the user's. */
class ProblemClassTest {
  @TempDir static Path folder;
  private static FogKit fog;

  @BeforeAll
  static void compile() throws IOException {
    fog = new FogKit(folder);
    List<Path> sources = new ArrayList<>(Docs.examples());
    Path mine = Files.createDirectories(folder.resolve("mine"));
    Path parts = Files.createDirectories(folder.resolve("parts"));
    Path part = fog.write("Part.java", "package part; public class Part { public int d = 2; }");
    Docs.compile(List.of(part), parts);
    String fit =
        """
        Components.map(2, 2)
            .inner(1, (j, x, y) -> System.arraycopy(x, 0, y, 0, 2),
                (j, x, jac) -> jac[0][0] = jac[1][1] = 1)
            .outer(3, (i, y) -> F, (i, y, u) -> { u[0] = 2 * (y[0] - i); u[1] = 2 * y[1]; })
            .named("NAME")""";
    String sound = fit.replace("F", "(y[0] - i) * (y[0] - i) + y[1] * y[1]");
    sources.add(type("Static", "public static Problem problem() { return " + sound + "; }"));
    sources.add(type("Plain", ""));
    sources.add(
        type(
            "Throws",
            "public static Problem problem() { return problem(null); }"
                + " static Problem problem(String s) { s.length(); return null; }"));
    sources.add(type("Nothing", "public static Problem problem() { return null; }"));
    sources.add(
        type(
            "Fails",
            "public static Problem problem() { return " + fit.replace("F", "y[(int) i]") + "; }"));
    sources.add(
        type(
            "Undefined",
            "public static Problem problem() { return "
                + fit.replace("F", "Math.log(y[0])")
                + "; }"));
    sources.add(
        type(
            "Needs", "public static Problem problem() { new part.Part(); return " + sound + "; }"));
    sources.add(
        fog.write(
            "Closed.java",
            "import java.util.function.Supplier;"
                + "import org.fogopt.problem.Problem;"
                + "public class Closed implements Supplier<Problem> {"
                + " private Closed() {} public Problem get() { return null; } }"));
    sources.add(part);
    Docs.compile(sources, mine);
    Files.delete(mine.resolve("part/Part.class"));
    try (var jar = new JarOutputStream(Files.newOutputStream(folder.resolve("mine.jar")));
        var classes = Files.list(mine)) {
      for (Path file : classes.filter(Files::isRegularFile).toList()) {
        jar.putNextEntry(new JarEntry(file.getFileName().toString()));
        jar.write(Files.readAllBytes(file));
      }
    }
  }

  private static Path type(String name, String body) {
    return fog.write(
        name + ".java",
        "import org.fogopt.problem.*; public class "
            + name
            + " { "
            + body.replace("NAME", name)
            + " }");
  }

  private static Ran compare(String options) {
    return fog.run("fog compare --passes 20 --seeds 1-2 --algorithms auto,gd " + options);
  }

  @Test
  void aSupplierInAJarIsCompared() {
    Ran ran =
        compare("--problem-class EntropicLoss --jar mine.jar --result result.json --csv table.csv");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out())
        .startsWith("entropic loss: 2 seeds, 20 passes each")
        .contains("objective above the lowest seen")
        .containsPattern("\\Rauto +automatic +\\d+ +\\d+ .* done ")
        .containsPattern("\\Rgd +\\d");
    assertThat(fog.cells("table.csv")).hasSize(3);
    Ran again = fog.run("fog", "repeat", folder.resolve("result.json").toString());
    assertThat(again.exit()).as(again.out() + again.err()).isZero();
  }

  @Test
  void aStaticMethodInAFolderIsComparedFromAGivenStart() {
    Ran ran = compare("--problem-class Static --jar mine --start 5,-1");
    assertThat(ran.exit()).as(ran.err()).isZero();
    // mean of (x - i)^2 + y^2 at (5, -1), less that at (1, 0): 16 + 1
    assertThat(ran.out()).startsWith("Static: 2 seeds").contains(", 17.00 at the start;");
  }

  @Test
  void severalJarsAreSeparatedAsAClassPathIs() {
    String jars = folder.resolve("mine.jar") + File.pathSeparator + folder.resolve("parts");
    Ran ran = compare("--problem-class Needs --jar=" + jars);
    assertThat(ran.exit()).as(ran.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          --problem-class Static                     | --jar: missing
          --problem-class Static --jar none.jar      | --jar: there is no jar or folder "none.jar"; build it first
          --problem-class Sttic --jar mine.jar       | --problem-class: Sttic: there is no such class in mine.jar; the name is the full one
          --problem-class Plain --jar mine.jar       | Plain: expected a public static method problem()
          --problem-class Closed --jar mine.jar      | Closed: expected a public class with a public constructor without arguments
          --problem-class Throws --jar mine.jar      | Throws: problem() threw java.lang.NullPointerException
          --problem-class Throws --jar mine.jar      | at Throws.java:1
          --problem-class Nothing --jar mine.jar     | Nothing: expected an org.fogopt.problem.Problem of problem(), found null
          --problem-class Needs --jar mine.jar       | Needs: problem() threw java.lang.NoClassDefFoundError: part/Part
          --problem-class Fails --jar mine.jar       | Fails: the problem, at the start, threw java.lang.ArrayIndexOutOfBounds
          --problem-class Undefined --jar mine.jar   | Undefined: its objective is -Infinity at the start; give another --start
          --problem-class Static --jar mine --start 1 | --start: expected zeros, ones or 2 numbers such as 0.5,1, found "1"
          --jar mine.jar                             | which problem? portfolio, value, embed, or --problem-class CLASS --jar FILE
          portfolio                                  | options go after 'portfolio'
          """)
  void aClassThatGivesNoProblemIsRefusedInOneLine(String options, String complaint) {
    Ran ran = compare(options);
    assertThat(ran.exit()).as(ran.out()).isEqualTo(2);
    assertThat(ran.err()).contains(complaint);
    assertThat(ran.errLines()).hasSize(1);
  }
}
