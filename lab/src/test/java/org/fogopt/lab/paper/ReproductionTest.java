package org.fogopt.lab.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {
  private static final List<String> FIGURES = List.of("figure1", "figure2", "figure3", "figure4");

  @TempDir Path folder;

  /** Remembers which pieces were done and which were found finished. */
  static class Diary implements Reproduction.Watch {
    final List<String> done = new ArrayList<>();
    final List<String> found = new ArrayList<>();

    @Override
    public void begins(String piece) {
      done.add(piece);
    }

    @Override
    public void found(String piece) {
      found.add(piece);
    }
  }

  @Test
  void allFiguresGiveClaimsCurvesAndAReport() throws IOException {
    List<Claim> claims =
        new Reproduction(Scale.TINY, null, folder).threads(2).go(FIGURES, "fog reproduce");
    for (String figure : FIGURES) {
      assertThat(claims).as(figure).filteredOn(c -> c.part().equals(figure)).hasSizeGreaterThan(2);
    }
    assertThat(claims)
        .allSatisfy(c -> assertThat(c.measured()).containsPattern("\\d"))
        .extracting(Claim::settings)
        .contains("as printed", "as released", "at its best");
    assertThat(Files.readString(folder.resolve("report.html"))).contains("holds in part");
    assertThat(folder.resolve("verdicts.json")).content().contains("does not hold");
    try (Stream<Path> curves = Files.list(folder.resolve("curves"))) {
      // figure1: 2 sets of 4 + 2 + 6 curves; figure2: 6 of 4 + 6; figures 3 and 4: 4 + 6
      assertThat(curves).hasSize(2 * 12 + 6 * 10 + 2 * 10);
    }
    for (String figure : FIGURES) {
      assertThat(folder.resolve(figure + ".svg")).content().contains("<svg", "SARAH-C");
      assertThat(folder.resolve(figure + ".png")).isNotEmptyFile();
    }
  }

  @Test
  void whatIsFinishedIsNotDoneAgainAndTheVerdictsAreTheSameBytes() throws IOException {
    List<String> parts = List.of("figure1", "figure3");
    var first = new Diary();
    reproduction(first).go(parts, "");
    byte[] verdicts = Files.readAllBytes(folder.resolve("verdicts.json"));
    Files.delete(folder.resolve("verdicts.json"));
    Files.delete(folder.resolve("pieces/figure3-30_states_10_actions-as_printed.json"));
    var second = new Diary();
    reproduction(second).resume(true).go(parts, "");
    assertThat(first.done).hasSize(8);
    assertThat(second.done).containsExactly("figure3, 30 states, 10 actions, as printed");
    assertThat(second.found).hasSize(7);
    assertThat(folder.resolve("verdicts.json")).hasBinaryContent(verdicts);
  }

  @Test
  void anInterruptedReproductionGoesOnFromThere() throws IOException {
    var asked = new AtomicBoolean();
    var diary =
        new Diary() {
          @Override
          public void begins(String piece) {
            super.begins(piece);
            asked.set(done.size() == 3);
          }
        };
    assertThatThrownBy(
            () -> reproduction(diary).interruptedBy(asked::get).go(List.of("figure1"), ""))
        .isInstanceOf(CancellationException.class);
    assertThat(folder.resolve("verdicts.json")).doesNotExist();
    var rest = new Diary();
    List<Claim> resumed = reproduction(rest).resume(true).go(List.of("figure1"), "");
    assertThat(rest.found).hasSize(2);
    assertThat(rest.done).hasSize(4);
    assertThat(resumed).isEqualTo(reproduction(new Diary()).go(List.of("figure1"), ""));
  }

  @Test
  void piecesOfOtherSettingsAreNotTaken() {
    reproduction(new Diary()).go(List.of("figure3"), "");
    var more = new Scale("tiny", 3, 60, 6, 80, 30, 4, 30, false, 1, 0.03, 500); // one seed more
    var diary = new Diary();
    new Reproduction(more, null, folder).resume(true).watch(diary).go(List.of("figure3"), "");
    assertThat(diary.found).isEmpty();
    assertThat(diary.done).hasSize(2);
  }

  @Test
  void aFolderWithoutTheDataIsRefusedBeforeAnyWork() {
    assertThatThrownBy(
            () -> new Reproduction(Scale.TINY, folder, folder).go(List.of("figure2"), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Global_ex_US_OP.csv.gz: there is no such file");
    assertThat(folder.resolve("pieces")).doesNotExist();
  }

  private Reproduction reproduction(Diary diary) {
    return new Reproduction(Scale.TINY, null, folder).threads(2).watch(diary);
  }
}
