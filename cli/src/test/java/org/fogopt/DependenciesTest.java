package org.fogopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/dependencies.md lists what is in fog.jar, all of it and nothing else. */
class DependenciesTest {
  private static final Pattern JAR = Pattern.compile("/([^/!]+)-([0-9][^/!]*)\\.jar!");
  private static final Pattern ROW = Pattern.compile("\\| (\\S+ [0-9]\\S*) \\| \\S");

  /** What is on the class path of this test alone. */
  private static final Pattern FOR_TESTS =
      Pattern.compile(
          "(junit-|assertj|archunit|byte-buddy|opentest4j|apiguardian|surefire|common-|jspecify"
              + "|fog-|org\\.jacoco|slf4j-nop|mfl-|jazzer|maven-).*");

  @Test
  void theListOfDependenciesIsWhole() throws IOException {
    Set<String> there = new TreeSet<>();
    var manifests = getClass().getClassLoader().getResources("META-INF/MANIFEST.MF");
    for (var url : Collections.list(manifests)) {
      Matcher jar = JAR.matcher(url.toString());
      if (jar.find() && !FOR_TESTS.matcher(jar.group(1) + "-").matches()) {
        there.add(jar.group(1) + " " + jar.group(2));
      }
    }
    Set<String> listed = new TreeSet<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("..", "docs", "dependencies.md")));
    while (row.find()) {
      listed.add(row.group(1));
    }
    assertThat(listed).isEqualTo(there);
  }
}
