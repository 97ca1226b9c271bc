package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.fogopt.cli.FogKit.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and docs: the commands on them run. */
class DocsCommandsTest {
  @TempDir Path folder;

  static List<String> commands() throws IOException {
    return Docs.commands();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void aCommandWorks(String command) throws IOException {
    Files.createDirectory(folder.resolve("docs"));
    if (command.contains("--jar classes")) {
      Docs.compile(Docs.examples(), Files.createDirectory(folder.resolve("classes")));
    }
    var fog = new FogKit(folder);
    fog.writeReturns();
    fog.writePrices();
    fog.writeChains();
    fog.writePoints();
    fog.writeTable();
    if (command.contains("predict")) {
      fog.run("learn train.csv --target price --out model.json --quiet");
    }
    fog.run("convert --quiet --synthetic 200x4,1 made.fogrows");
    Ran ran = fog.run(command);
    assertThat(ran.exit()).as(command + "\n" + ran.err()).isZero();
    // Progress, printed after two seconds of a busy machine, is no complaint.
    assertThat(ran.errLines()).allMatch(line -> line.matches("fog: \\d+ of \\d+ passes, .*"));
  }

  @Test
  void thereIsSomethingToTry() throws IOException {
    assertThat(commands()).hasSizeGreaterThan(20);
  }
}
