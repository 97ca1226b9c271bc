package org.fogopt.apps.portfolio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
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
    return ChildJvm.run(Fingerprint.class, "2", options);
  }
}
