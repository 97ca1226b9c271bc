package org.fogopt.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.fogopt.apps.portfolio.MeanVariance;
import org.fogopt.apps.portfolio.SyntheticReturns;
import org.fogopt.linalg.Rows;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors that are processes of their own. Spark's local cluster starts them from SPARK_HOME, of
 * which it needs no more than an empty folder "jars": the class path is that of this test.
 */
class ClusterTest {
  private static final int SECONDS = 300;

  /** For processes that end before much compiling would pay. */
  static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  @TempDir Path temp;

  @Test
  void speculativeCopiesAndAKilledExecutorChangeNothing() throws Exception {
    Rows returns = new SyntheticReturns(9_000, 5, 20).draw(3);
    Path folder = Session.csv(temp.resolve("returns"), returns, 4000);
    Runs local = run(new MeanVariance(returns, 2).problem());

    String said = run(folder);

    assertThat(said).contains("slow " + local + "\n").contains("deadly " + local + "\n");
    assertThat(said)
        .containsPattern("speculative tasks [1-9]")
        .containsPattern("executors lost [1-9]");
  }

  /** A few epochs: what goes wrong goes wrong in the first. */
  static Runs run(Problem problem) {
    return Runs.of(problem, SarahParameters.METHOD.byDefault(), 10);
  }

  /** Absolute, for executors have folders of their own; Surefire hides the real one in a jar. */
  private static String classPath() {
    String path =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(path.split(File.pathSeparator))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  private String run(Path folder) throws IOException, InterruptedException {
    Path home = temp.resolve("spark");
    Files.createDirectories(home.resolve("jars"));
    Path output = temp.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-Xmx512m", "-cp", classPath(), LocalCluster.class.getName()));
    command.add(folder.toString());
    command.add(Files.createDirectories(temp.resolve("flags")).toString());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", home.toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    Process process =
        builder
            .directory(temp.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    boolean ended = process.waitFor(SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    String said = Files.readString(output, StandardCharsets.UTF_8);
    assertThat(ended).as("the cluster ended; it said: %s", said).isTrue();
    return said;
  }
}
