package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.fogopt.linalg.Kernels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same seed gives the same bits, whatever the run is made on. */
@Timeout(120)
class SameAnswerTest {
  private static final String HERE = Fingerprint.of(1);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void forAnyNumberOfThreads(int threads) {
    assertThat(Fingerprint.of(threads)).isEqualTo(HERE);
  }

  @Test
  void withSimdSwitchedOff() throws IOException, InterruptedException {
    assertThat(Kernels.simd()).isTrue();
    assertThat(child("--add-modules", "jdk.incubator.vector", "-Dfog.simd=off"))
        .containsExactly("simd false", HERE);
  }

  @Test
  void withoutTheVectorModule() throws IOException, InterruptedException {
    assertThat(child()).containsExactly("simd false", HERE);
  }

  @Test
  void withAnotherCompiler() throws IOException, InterruptedException {
    assertThat(child("-XX:TieredStopAtLevel=1")).containsExactly("simd false", HERE);
  }

  private static List<String> child(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), Fingerprint.class.getName(), "2"));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
    return output.lines().filter(line -> !line.startsWith("WARNING")).toList();
  }
}
