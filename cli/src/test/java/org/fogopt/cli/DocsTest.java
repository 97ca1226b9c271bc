package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** README and docs: links lead somewhere, and the project of the README is of this version. */
class DocsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)]+)\\)");

  static List<Path> pages() throws IOException {
    return Docs.pages();
  }

  /** The project of the README asks for this version; .ci/own-project builds it. */
  @Test
  void thePomOfTheReadmeIsInStep() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>fog-parent</artifactId>\\s*<version>([^<]+)</version>")
            .matcher(Files.readString(Docs.ROOT.resolve("pom.xml")));
    assertThat(version.find()).isTrue();
    String pom =
        Docs.blocks("xml").stream().filter(b -> b.contains("my-problem")).findFirst().orElseThrow();
    assertThat(pom)
        .contains("<artifactId>fog-core</artifactId>\n      <version>" + version.group(1) + "<")
        .contains("<maven.compiler.source>17<", "<maven.compiler.target>17<");
    assertThat(Files.readString(Docs.ROOT.resolve("README.md")))
        .contains("fog-core-" + version.group(1) + ".jar");
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

  /** A page for users has one question; evidence goes to docs/notes. */
  @ParameterizedTest
  @MethodSource("pages")
  void aPageForUsersHasLessThan1500Words(Path page) throws IOException {
    if (!page.getParent().endsWith("notes") && !page.endsWith("CHANGELOG.md")) {
      assertThat(Files.readString(page).strip().split("\\s+", -1).length)
          .as("%s", page)
          .isLessThan(1500);
    }
  }

  /** Words of version 0.1 for things that have a name in the field. */
  @ParameterizedTest
  @MethodSource("pages")
  void theWordsAreThoseOfTheField(Path page) throws IOException {
    if (!page.endsWith("CHANGELOG.md")) {
      assertThat(Files.readString(page))
          .doesNotContainPattern(
              "(?i)\\b(leaps?|handful|judges?|judged|witness(es)?|rivals?|culprit|lends|contest|warm-up)\\b");
    }
  }
}
