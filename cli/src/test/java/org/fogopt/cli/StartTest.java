package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How fog starts: with what it needs and no more, and one build at a time. */
class StartTest {
  private static final Path LAUNCHER = Path.of("..").toAbsolutePath().normalize().resolve("fog");

  @TempDir Path folder;

  @Test
  void onlyTheCommandThatIsNamedIsRead() {
    assertThat(Fog.commandLine("--version").getSubcommands()).isEmpty();
    assertThat(Fog.commandLine("value", "log.csv").getSubcommands()).containsOnlyKeys("value");
    assertThat(Fog.commandLine("help").getSubcommands()).hasSizeGreaterThan(10);
    assertThat(Fog.commandLine("vlaue").getSubcommands().keySet())
        .isEqualTo(new Fog().commandLine().getSubcommands().keySet());
  }

  /** The writers of JSON and of pictures take longer to load than a small run takes. */
  @Test
  void aSmallRunLoadsNoWriterOrCommandThatItDoesNotUse() throws Exception {
    Path log = folder.resolve("classes");
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:class+load:file=" + log,
                "-cp",
                System.getProperty("java.class.path"),
                "org.fogopt.cli.Fog",
                "portfolio",
                "--passes",
                "3",
                "--quiet")
            .inheritIO()
            .start();
    assertThat(java.waitFor()).isZero();
    List<String> loaded = Files.readAllLines(log);
    assertThat(loaded).anyMatch(line -> line.contains(" org.fogopt.run.Run "));
    assertThat(loaded)
        .noneMatch(
            line ->
                line.contains(" tools.jackson.databind.ser")
                    || line.contains(" org.knowm.xchart.")
                    || line.contains(" org.fogopt.cli.command.EmbedCommand "));
  }

  /** A java and a mvn that only say that they ran; mvn takes a second. */
  private ProcessBuilder launcher() throws IOException {
    Path root = Files.createDirectories(folder.resolve("root"));
    Files.copy(LAUNCHER, root.resolve("fog"));
    Files.writeString(root.resolve("pom.xml"), "<project/>");
    Path jdk = Files.createDirectories(folder.resolve("jdk/bin"));
    Files.writeString(
        folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\nMODULES=\"java.base\"\n");
    script(jdk.resolve("java"), "echo \"java $*\"");
    Path tools = Files.createDirectories(folder.resolve("tools"));
    script(tools.resolve("mvn"), "sleep 1; mkdir -p cli/target; echo jar > cli/target/fog.jar");
    var builder = new ProcessBuilder("bash", root.resolve("fog").toString(), "value");
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
    return builder.redirectErrorStream(true);
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, "#!/usr/bin/env bash\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX) // elsewhere there may be no flock
  void oneOfTwoBuildsAndTheOtherSaysThatItWaits() throws Exception {
    ProcessBuilder launcher = launcher();
    Process first = launcher.start();
    Thread.sleep(300); // the first has the lock for a second
    Process second = launcher.start();
    assertThat(output(first))
        .contains("fog: building (first run")
        .contains("java ")
        .contains("value");
    assertThat(output(second))
        .contains("fog: waiting for another fog to build…")
        .doesNotContain("building")
        .contains("java ");
  }

  /** Names beyond ASCII, written as bytes: this JVM may have no character for them. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aNameOfAnyLanguageIsFoundInThePlainLocale() throws Exception {
    ProcessBuilder launcher = launcher();
    script(
        folder.resolve("jdk/bin/java"),
        """
        while (($#)) && [[ $1 != -jar ]]; do shift; done
        (($#)) || exit 0 # an archive of classes is not made here
        shift 2
        exec '%s/bin/java' -cp '%s' org.fogopt.cli.Fog "$@"
        """
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
    String run =
        """
        cd '%s'
        name=$(printf 'caf\\303\\251 \\346\\227\\245\\346\\234\\254')
        printf 'state,reward,next_state\\na,1,b\\nb,2,a\\n' >"$name.csv"
        bash root/fog value "$name.csv" --out "$name values.csv" -q && cat "$name values.csv"
        """
            .formatted(folder);
    var builder = new ProcessBuilder("bash", "-c", run).redirectErrorStream(true);
    builder.environment().putAll(launcher.environment());
    for (String locale : List.of("C", "POSIX", "C.UTF-8")) {
      builder.environment().put("LC_ALL", locale);
      assertThat(output(builder.start())).as(locale).contains("state,value\na,", "\nb,");
    }
  }

  /** An option that java gets in every run of one script it gets in the other. */
  @Test
  void bothScriptsGiveJavaTheSameOptions() throws IOException {
    String bash = Files.readString(LAUNCHER);
    String windows = Files.readString(LAUNCHER.resolveSibling("fog.cmd"));
    Matcher always = Pattern.compile("(?m)^options=\\((.*)\\)$").matcher(bash);
    assertThat(always.find()).isTrue();
    assertThat(always.group(1).split(" ", -1)).hasSizeGreaterThan(2);
    assertThat(windows).contains(always.group(1).split(" ", -1));
    for (String either :
        List.of(
            "-XX:+UseParallelGC",
            "-XX:CompileCommand=CompileThresholdScaling,org.fogopt.linalg.Simd*::*,0.01",
            "--add-modules jdk.incubator.vector")) {
      assertThat(bash).contains(either);
      assertThat(windows).contains(either);
    }
    assertThat(windows.lines().filter(line -> line.contains("%java%\" -X")))
        .singleElement()
        .asString()
        .endsWith("-jar \"%jar%\" %*");
    // cmd does not parse a line with a substitution of a variable that is not set.
    assertThat(windows).doesNotContain("%FOG_JAVA_OPTS:");
  }

  private static String output(Process process) throws Exception {
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
