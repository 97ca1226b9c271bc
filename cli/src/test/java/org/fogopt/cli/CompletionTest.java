package org.fogopt.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What bash and zsh offer where somebody asks them to complete a line. */
class CompletionTest {
  private static final String LINES =
      """
      fog po                          | portfolio
      ./fog po                        | portfolio
      fog help po                     | portfolio
      fog compare em                  | embed
      fog completion ''               | bash zsh
      fog value --disc                | --discount
      fog portfolio --ret             | --return-type --returns
      fog portfolio --missing ''      | drop-assets drop-rows refuse
      fog portfolio --storage ''      | double float
      fog compare portfolio --units ''| fraction percent
      fog portfolio --algorithm sar   | sarah-c
      fog embed --kernel ''           | gauss student tsne
      fog portfolio --seed ''         | ''
      fog portfolio ret               | returns.csv
      fog portfolio --returns ret     | returns.csv
      fog value --out ret             | returns.csv
      """;

  @TempDir Path folder;
  private FogKit fog;

  @BeforeEach
  void setUp() throws IOException {
    fog = new FogKit(folder);
    fog.writeReturns();
  }

  private static void assumeThereIs(String shell) {
    assumeTrue(
        List.of("/bin/", "/usr/bin/", "/usr/local/bin/").stream()
            .anyMatch(path -> Files.isExecutable(Path.of(path + shell))),
        shell);
  }

  private String run(String shell, String program) throws Exception {
    Process process =
        new ProcessBuilder(shell, "-c", program)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return said.lines().sorted().collect(Collectors.joining(" "));
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = LINES)
  void bashOffersWhatFits(String line, String offered) throws Exception {
    assumeThereIs("bash");
    fog.write("completion", fog.run("completion bash").out());
    String program =
        "source ./completion; COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _fog;"
            + " ((${#COMPREPLY[@]} == 0)) || printf '%%s\\n' \"${COMPREPLY[@]}\"";
    assertThat(run("bash", program.formatted(line))).isEqualTo(offered.replace("''", ""));
  }

  /** bash parts words at the sign, zsh does not. */
  @Test
  void aValueMayFollowTheSign() throws Exception {
    assumeThereIs("bash");
    fog.write("completion", fog.run("completion bash").out());
    String program =
        "source ./completion; COMP_WORDS=(fog portfolio --returns = ret); COMP_CWORD=4; _fog; echo"
            + " $COMPREPLY; COMP_WORDS=(fog portfolio --units =); COMP_CWORD=3; _fog; echo"
            + " ${COMPREPLY[@]}";
    assertThat(run("bash", program)).isEqualTo("percent fraction returns.csv");
  }

  /** The functions of zsh that add completions are replaced by ones that print them. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = LINES)
  void zshOffersWhatFits(String line, String offered) throws Exception {
    assumeThereIs("zsh");
    fog.write("completion", fog.run("completion zsh").out());
    String program =
        """
        compdef() { : }
        compadd() { shift; print -rl -- ${(M)@:#$PREFIX*} }
        _files() { print -rl -- $PREFIX*(N) }
        words=(%s); CURRENT=$#words; PREFIX=$words[CURRENT]
        source ./completion
        _fog
        """;
    assertThat(run("zsh", program.formatted(line))).isEqualTo(offered.replace("''", ""));
  }

  /** A line in a terminal of zsh, with its own functions. */
  @Test
  void zshCompletesALine() throws Exception {
    assumeThereIs("zsh");
    fog.write("completion", fog.run("completion zsh").out());
    fog.write(
        "terminal",
        """
        zmodload zsh/zpty || exit 0
        zpty terminal zsh -f -i
        zpty -w terminal "PROMPT=; autoload -Uz compinit; compinit -D; source ./completion; print re''ady"
        zpty -r terminal said '*ready*'
        zpty -w -n terminal $'fog portfolio --returns=ret\\t'
        zpty -r terminal said '*returns.csv*' && print -r -- "completed"
        zpty -d terminal
        """);
    assertThat(run("zsh", "zmodload zsh/zpty 2>/dev/null || print completed; source ./terminal"))
        .isEqualTo("completed");
  }
}
