package org.fogopt.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.fogopt.Methods;
import org.fogopt.Parts;
import org.fogopt.Quadratic;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.method.sarah.SarahParameters;
import org.fogopt.penalty.Separable;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointsTest {
  private static final int D = 2;
  private static final Settings SOME =
      SarahParameters.batches(2, 2, 2).with(SarahParameters.ETA, 0.05).with(SarahParameters.Q, 5);

  @TempDir private Path folder;

  private static Problem problem(long seed) {
    return Quadratic.of(D, 6, 7, seed).parts().problem();
  }

  private static Run run(Problem problem, Algorithm algorithm) {
    return Run.of(problem, algorithm).from(new double[] {1, -2}).seed(3);
  }

  private static Run run(long steps) {
    return run(problem(1), SarahParameters.METHOD.with(SOME)).stop(StopRule.steps(steps));
  }

  private void keep(long steps) {
    try (var kept = Checkpoints.begin(folder, true, List.of("a", "b"))) {
      run(steps).checkpoint(kept).go();
    }
  }

  private Result resume(long steps) {
    return resume(run(steps));
  }

  private Result resume(Run run) {
    try (var kept = Checkpoints.resume(folder)) {
      return run.checkpoint(kept).go();
    }
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".fog")).sorted().toList();
    }
  }

  private Path newest() throws IOException {
    return files().get(files().size() - 1);
  }

  // Damage

  /** Of the 255 other values of each byte 15 are tried; all of them with -Dfog.thorough=true. */
  @Test
  void everyChangeOfEveryByteIsRefused() throws Exception {
    int stride = Boolean.getBoolean("fog.thorough") ? 1 : 17;
    keep(3);
    Path file = newest();
    byte[] good = Files.readAllBytes(file);
    for (Path other : files()) {
      Files.delete(other);
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
      channel.write(ByteBuffer.wrap(good));
      for (int at = 0; at < good.length; at++) {
        for (int bits = 1; bits < 256; bits += stride) {
          put(channel, good[at] ^ bits, at);
          if (isWhole(file)) { // an assertion would take longer than all the rest
            fail("byte %d of %d, bits %x".formatted(at, good.length, bits));
          }
        }
        put(channel, good[at], at);
      }
    }
    Files.write(file, good);
    assertThat(resumes()).isTrue();
  }

  @Test
  void everyTruncationIsRefused() throws Exception {
    keep(3);
    byte[] good = Files.readAllBytes(newest());
    for (Path other : files()) {
      Files.delete(other);
    }
    Path file = folder.resolve("checkpoint-000009.fog");
    for (int length = 0; length < good.length; length++) {
      Files.write(file, Arrays.copyOf(good, length));
      assertThat(isWhole(file)).as("%d of %d bytes", length, good.length).isFalse();
    }
    assertThat(resumes()).isFalse();
    Files.write(file, Arrays.copyOf(good, good.length + 1));
    assertThat(resumes()).as("a byte more").isFalse();
    Files.write(file, good);
    assertThat(resumes()).isTrue();
  }

  private static void put(FileChannel channel, int value, int at) throws IOException {
    channel.write(ByteBuffer.wrap(new byte[] {(byte) value}), at);
  }

  private static boolean isWhole(Path file) throws IOException {
    try {
      CheckpointFile.read(file, s -> {});
      return true;
    } catch (CheckpointFile.Damaged e) {
      return false;
    }
  }

  private boolean resumes() {
    try {
      Checkpoints.resume(folder).close();
      return true;
    } catch (CheckpointException e) {
      assertThat(e).hasMessageContaining("no checkpoint is whole");
      return false;
    }
  }

  @Test
  void aDamagedNewestFallsBackToTheOneBeforeAndSaysSo() throws Exception {
    try (var kept = Checkpoints.begin(folder).every(Duration.ZERO)) {
      run(9).checkpoint(kept).go();
    }
    byte[] bytes = Files.readAllBytes(newest());
    bytes[bytes.length / 2]++;
    Files.write(newest(), bytes);
    List<String> notes = new ArrayList<>();
    try (var kept = Checkpoints.resume(folder).telling(notes::add)) {
      Result resumed = run(20).checkpoint(kept).go();
      assertThat(resumed.point()).isEqualTo(run(20).go().point());
    }
    assertThat(notes.get(0)).contains("is damaged", "the one before, is taken");
  }

  @Test
  void damageIsNotKeptInPlaceOfAGoodOne() throws Exception {
    try (var kept = Checkpoints.begin(folder).every(Duration.ZERO)) {
      run(9).checkpoint(kept).go();
    }
    Path damaged = newest();
    Files.write(damaged, new byte[100]);
    resume(12);
    assertThat(files()).hasSize(2).doesNotContain(damaged);
  }

  // Refusals

  @Test
  void aCheckpointOfSomethingElseIsRefusedWithTheReason() {
    Problem known = known(1);
    try (var kept = Checkpoints.begin(folder, true, List.of())) {
      run(known, SarahParameters.METHOD.with(SOME)).stop(StopRule.steps(4)).checkpoint(kept).go();
    }
    Algorithm same = SarahParameters.METHOD.with(SOME);
    Problem renamed = new Problem("other", known.inner(), known.outer());
    Problem bounded = new Problem("known", known.inner(), known.outer(), Separable.l1(1));
    refused(run(renamed, same), "of another problem: known there, other here");
    refused(run(known(2), same), "of other data");
    refused(run(bounded, same), "of other data");
    refused(run(known, Methods.named("gd").with(Settings.NONE)), "another algorithm: sarah-c");
    refused(
        run(known, SarahParameters.METHOD.with(SOME.with(SarahParameters.ETA, 0.06))),
        "other settings");
    refused(run(known, SarahParameters.METHOD.byDefault()), "q=5.0 there, none here");
    refused(run(known, same).seed(4), "another seed: 3 there, 4 here");
    refused(run(known, same).from(new double[] {1, -2.5}), "another starting point");
    refused(run(known, same).output(Output.AVERAGE), "another kind of output");
    refused(run(known, same).untraced(), "another trace");
    assertThat(resume(run(known(1), same).stop(StopRule.steps(9))).steps()).isEqualTo(9);
  }

  /** A problem that tells its data. */
  private static Problem known(long data) {
    Problem plain = problem(data);
    return new Problem("known", new Known(plain.inner(), data), plain.outer());
  }

  private void refused(Run run, String why) {
    assertThatThrownBy(() -> resume(run.stop(StopRule.steps(9))))
        .isInstanceOf(CheckpointException.class)
        .hasMessageContaining(why);
  }

  @Test
  void aNewerVersionOrFormatIsRefused() throws Exception {
    keep(4);
    Path file = folder.resolve("checkpoint-000099.fog");
    Path temporary = folder.resolve("t");
    CheckpointFile.write(file, temporary, 1, "99.0.0", s -> {});
    assertThatThrownBy(() -> resume(9)).hasMessageContaining("written by fog 99.0.0");
    CheckpointFile.write(file, temporary, 2, Version.current(), s -> {});
    assertThatThrownBy(() -> resume(9)).hasMessageContaining("of format 2");
    assertThat(CheckpointFile.isNewer("0.10.0", "0.9.1")).isTrue();
    assertThat(CheckpointFile.isNewer("0.9.1", "0.10.0")).isFalse();
    assertThat(CheckpointFile.isNewer("1.0", "1.0.0-SNAPSHOT")).isFalse();
    assertThat(CheckpointFile.isNewer("unknown", "0.1.0")).isFalse();
  }

  @Test
  void anOlderVersionIsRefused() throws Exception {
    keep(4);
    Path file = folder.resolve("checkpoint-000099.fog");
    CheckpointFile.write(file, folder.resolve("t"), 1, "0.1.0", s -> {});
    assertThatThrownBy(() -> resume(9))
        .isInstanceOf(CheckpointException.class)
        .hasMessageContaining("written by fog 0.1.0, and this is " + Version.current())
        .hasMessageContaining("end the run with the older one, or begin it again");
    assertThatThrownBy(() -> Checkpoints.command(folder)).hasMessageContaining("fog 0.1.0");
  }

  @Test
  void anUnfinishedRunIsNotOverwrittenUnlessAsked() {
    keep(4);
    assertThatThrownBy(() -> Checkpoints.begin(folder))
        .isInstanceOf(CheckpointException.class)
        .hasMessageContaining("has not ended");
    try (var kept = Checkpoints.resume(folder)) {
      run(6).checkpoint(kept).go();
      kept.finished();
    }
    Checkpoints.begin(folder).close();
  }

  @Test
  void aFolderServesOneRunAtATime() {
    Checkpoints kept = Checkpoints.begin(folder);
    assertThatThrownBy(() -> Checkpoints.resume(folder)).hasMessageContaining("in use");
    assertThatThrownBy(() -> Checkpoints.begin(folder, true, List.of()))
        .hasMessageContaining("in use");
    kept.close();
    Checkpoints.resume(folder).close();
  }

  @Test
  void whatIsNoFolderOrHoldsNothingIsRefused() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThatThrownBy(() -> Checkpoints.begin(file)).hasMessageContaining("is no folder");
    assertThatThrownBy(() -> Checkpoints.resume(file)).hasMessageContaining("no such folder");
    assertThatThrownBy(() -> Checkpoints.resume(folder.resolve("none")))
        .hasMessageContaining("no such folder");
    assertThatThrownBy(() -> Checkpoints.resume(folder)).hasMessageContaining("no checkpoint");
  }

  @Test
  void aJacobianWithoutAStateIsRefusedAtTheStartAndOnlyIfACheckpointIsAskedFor() {
    Problem whole = problem(1);
    Problem silent = new Problem("silent", new Silent(whole.inner()), whole.outer());
    Run run = run(silent, SarahParameters.METHOD.with(SOME)).stop(StopRule.steps(5));
    assertThat(run.go().steps()).isEqualTo(5);
    try (var kept = Checkpoints.begin(folder)) {
      assertThatThrownBy(() -> run.checkpoint(kept).go())
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessageContaining("implement its state(State)");
    }
  }

  // What is kept

  @Test
  void theLastTwoAreKeptAndNothingElse() throws Exception {
    try (var kept = Checkpoints.begin(folder).every(Duration.ZERO)) {
      run(30).checkpoint(kept).go();
    }
    assertThat(files()).hasSize(2);
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(f -> f.getFileName().toString()).filter(f -> !f.endsWith(".fog")))
          .containsExactly("lock");
    }
  }

  @Test
  void leftoversOfAKilledWriteAreRemoved() throws Exception {
    keep(4);
    Files.write(folder.resolve("checkpoint-000077.fog.tmp"), new byte[10]);
    resume(9);
    assertThat(folder.resolve("checkpoint-000077.fog.tmp")).doesNotExist();
  }

  @Test
  void theCommandIsKeptFromTheVeryBeginning() {
    Checkpoints.begin(folder, false, List.of("portfolio", "--out", "w.csv")).close();
    assertThat(Checkpoints.command(folder)).containsExactly("portfolio", "--out", "w.csv");
    assertThat(resume(7).point()).as("from the start").isEqualTo(run(7).go().point());
    assertThat(Checkpoints.command(folder)).containsExactly("portfolio", "--out", "w.csv");
  }

  @Test
  void aLargerBudgetGoesOnWhereTheSmallerEnded() {
    Result straight =
        run(problem(1), SarahParameters.METHOD.with(SOME)).stop(StopRule.passes(60)).go();
    try (var kept = Checkpoints.begin(folder)) {
      run(problem(1), SarahParameters.METHOD.with(SOME))
          .stop(StopRule.passes(20))
          .checkpoint(kept)
          .go();
    }
    List<String> notes = new ArrayList<>();
    try (var kept = Checkpoints.resume(folder).telling(notes::add)) {
      Result resumed =
          run(problem(1), SarahParameters.METHOD.with(SOME))
              .stop(StopRule.passes(60))
              .checkpoint(kept)
              .go();
      assertThat(resumed.point()).isEqualTo(straight.point());
      assertThat(resumed.callsPaper()).isEqualTo(straight.callsPaper());
      assertThat(resumed.trace().rows()).hasSameSizeAs(straight.trace().rows());
    }
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).contains("goes on from step");
  }

  @Test
  void secondsAreThoseOfAllPartsAndNotOfTheWriting() {
    double most = 0;
    try (var kept = Checkpoints.begin(folder)) {
      most = run(400).checkpoint(kept).go().seconds();
    }
    assertThat(resume(401).seconds()).isGreaterThan(most);
  }

  @Test
  void stopRulesRemember() throws Exception {
    // no lower objective in 3 restarts: the third comes after the resumption
    StopRule rule = StopRule.noProgress(3);
    Problem flat = problem(1);
    Algorithm still =
        SarahParameters.METHOD.with(
            Settings.NONE.with(SarahParameters.ETA, 1e-300).with(SarahParameters.Q, 1));
    Result straight = run(flat, still).stop(rule).stop(StopRule.steps(50)).go();
    assertThat(straight.stop().reason()).isEqualTo(Stop.Reason.NO_PROGRESS);
    try (var kept = Checkpoints.begin(folder)) {
      run(flat, still).stop(StopRule.noProgress(3)).stop(StopRule.steps(2)).checkpoint(kept).go();
    }
    Result resumed = resume(run(flat, still).stop(StopRule.noProgress(3)).stop(StopRule.steps(50)));
    assertThat(resumed.steps()).isEqualTo(straight.steps());
    assertThat(resumed.stop()).isEqualTo(straight.stop());
  }

  @Test
  void aDiskThatFailsLaterIsToldAndTheRunGoesOn() throws Exception {
    List<String> notes = new ArrayList<>();
    try (var kept = Checkpoints.begin(folder).every(Duration.ZERO).telling(notes::add)) {
      Run run = run(20).checkpoint(kept);
      run.observe(
          new Observer() {
            @Override
            public void stepped(Progress progress) {
              if (progress.step() == 5) {
                blockNext();
              }
            }
          });
      assertThat(run.go().point()).isEqualTo(run(20).go().point());
    }
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).contains("could not be written", "the one of step 5 is good");
  }

  /** Puts a folder where the next temporary file is to be. */
  private void blockNext() {
    try {
      String last = newest().getFileName().toString();
      long number = Long.parseLong(last.replaceAll("\\D", ""));
      Path block = folder.resolve("checkpoint-%06d.fog.tmp".formatted(number + 1));
      Files.createDirectories(block.resolve("full"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private record Known(Inner inner, long data) implements Parts.Wrapped {
    @Override
    public Placement placement() {
      return Placement.HERE.withFingerprint(() -> new Fingerprint("known").add(data).toString());
    }
  }

  private record Silent(Inner inner) implements Parts.Wrapped {
    @Override
    public Jacobian newJacobian() {
      Jacobian g = inner.newJacobian();
      return new Jacobian() {
        @Override
        public void clear() {
          g.clear();
        }

        @Override
        public void add(Batch batch, double[] x, double a) {
          g.add(batch, x, a);
        }

        @Override
        public void add(Jacobian other) {
          throw new UnsupportedOperationException("small batches are not cut up");
        }

        @Override
        public void scale(double c) {
          g.scale(c);
        }

        @Override
        public double norm() {
          return g.norm();
        }

        @Override
        public void transposeTimes(Cotangent u, double a, double[] out) {
          g.transposeTimes(u, a, out);
        }
      };
    }
  }
}
