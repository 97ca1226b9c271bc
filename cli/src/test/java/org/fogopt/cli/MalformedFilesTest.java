package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each of the {@link Malformed} files: exit code 2, one line with file and place, soon. */
class MalformedFilesTest {
  private static final double MOST_SECONDS = 5;

  @TempDir static Path folder;
  private static FogKit fog;

  @BeforeAll
  static void soundFiles() {
    fog = new FogKit(folder);
    fog.writeReturns();
    fog.write("points.csv", "1,2\n2,3\n3,5\n4,4\n");
    fog.write("rewards.csv", "1\n2\n");
    fog.write("matrix.csv", "0.5,0.5\n0.25,0.75\n");
    fog.write("chain.csv", "state,next,probability,reward\na,b,1,0\nb,a,1,1\n");
    fog.write(
        "mdp.csv",
        "state,action,next,probability,reward\na,go,b,1,0\na,stay,a,1,1\nb,stay,b,1,2\n");
  }

  static Stream<Malformed.Case> cases() {
    return Malformed.all().stream();
  }

  @Test
  void thereAreFiveHundredAndAllDiffer() {
    List<Malformed.Case> cases = Malformed.all();
    assertThat(cases).hasSizeGreaterThanOrEqualTo(500);
    assertThat(cases.stream().map(c -> c.name() + c.command()).distinct()).hasSize(cases.size());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aMalformedFileIsRefusedInOneLineWithThePlace(Malformed.Case bad) throws IOException {
    String name = bad.command().contains("bad.csv") ? "bad.csv" : "bad";
    Files.write(folder.resolve(name), bad.bytes());
    String[] words = bad.command().split(" ", -1);
    for (int k = 0; k < words.length; k++) {
      if (Files.exists(folder.resolve(words[k]))) {
        words[k] = folder.resolve(words[k]).toString();
      }
    }
    long start = System.nanoTime();
    Ran ran = fog.run(words);
    double seconds = 1e-9 * (System.nanoTime() - start);
    assertThat(ran.exit()).as(ran.err()).isEqualTo(2);
    assertThat(ran.errLines()).as(ran.err()).hasSize(1);
    assertThat(ran.err())
        .startsWith("fog " + words[0] + ": " + name + ": ")
        .contains(bad.place())
        .doesNotContain("\tat ", "defect", "does not fit into the memory", "out of memory");
    assertThat(seconds).isLessThan(MOST_SECONDS);
  }
}
