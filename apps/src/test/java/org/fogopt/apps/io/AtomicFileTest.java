package org.fogopt.apps.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.OutputException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file is written whole or not at all. */
class AtomicFileTest {
  @TempDir Path folder;

  private void assertOnly(Path file, String content) throws IOException {
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
    assertThat(file).hasContent(content);
  }

  @Test
  void textIsWrittenAndNothingElseIsLeft() throws IOException {
    Path file = folder.resolve("a.txt");
    AtomicFile.write(file, out -> out.write("größe"));
    assertOnly(file, "größe");
  }

  @Test
  void bytesReplaceAnOlderFile() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    AtomicFile.writeBytes(file, out -> out.write(new byte[] {'n', 'e', 'w'}));
    assertOnly(file, "new");
  }

  @Test
  void aFailureHalfWayLeavesTheOldFile() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      out.write("half");
                      out.flush();
                      throw new IOException("No space left on device");
                    }))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("a.txt: could not be written (No space left on device); check");
    assertOnly(file, "old");
  }

  @Test
  void aBugInTheContentLeavesTheOldFileToo() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    file,
                    out -> {
                      throw new IllegalStateException("bug");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertOnly(file, "old");
  }

  @Test
  void aMissingFolderAndAFolderAsFileAreRefused() {
    assertThatThrownBy(() -> AtomicFile.write(folder.resolve("no/a.txt"), out -> out.write("x")))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("its folder does not exist; create the folder first");
    assertThatThrownBy(() -> AtomicFile.write(folder, out -> out.write("x")))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("is a folder; name a file");
  }

  @Test
  void anUnwritableFolderIsRefused() {
    Assumptions.assumeTrue(folder.toFile().setWritable(false));
    Assumptions.assumeFalse(Files.isWritable(folder), "run by root");
    assertThatThrownBy(() -> AtomicFile.write(folder.resolve("a.txt"), out -> out.write("x")))
        .isInstanceOf(OutputException.class)
        .hasMessageContaining("may not be written; check the permissions");
  }

  @Test
  void aLinkIsFollowedAndStaysALink() throws IOException {
    Path file = Files.writeString(folder.resolve("a.txt"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    AtomicFile.write(link, out -> out.write("new"));
    assertThat(file).hasContent("new");
    assertThat(Files.isSymbolicLink(link)).isTrue();
  }

  @Test
  void aDeviceIsWrittenToAndNotReplaced() {
    Path device = Path.of("/dev/null");
    Assumptions.assumeTrue(Files.exists(device));
    AtomicFile.write(device, out -> out.write("x"));
    assertThat(Files.isRegularFile(device)).isFalse();
  }
}
