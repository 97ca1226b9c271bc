package org.fogopt.apps.io.file;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Writes a file whole or not at all: a kill, a full disk or an exception half-way leaves the old
 * file as it was.
 *
 * <pre>{@code
 * AtomicFile.write(Path.of("weights.csv"), out -> out.write("asset,weight\n"));
 * }</pre>
 *
 * <p>The new content goes to a hidden file in the same folder (a move between folders need not be
 * atomic), is forced to the disk, and takes the name in one move. A symbolic link is followed. A
 * target that is no regular file, such as {@code /dev/null} or a pipe, is written to directly:
 * moving a file over it would destroy it.
 */
public final class AtomicFile {
  private AtomicFile() {}

  /** Something that writes, and may fail at it. */
  @FunctionalInterface
  public interface Content<T> {
    /** Writes everything to {@code out}; need not close it. */
    void writeTo(T out) throws IOException;
  }

  /**
   * Writes text as UTF-8.
   *
   * @throws OutputException if the file cannot be written
   */
  public static void write(Path file, Content<? super Writer> content) {
    writeBytes(
        file,
        bytes -> {
          var out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
          content.writeTo(out);
          out.flush();
        });
  }

  /**
   * Writes bytes.
   *
   * @throws OutputException if the file cannot be written
   */
  public static void writeBytes(Path file, Content<? super OutputStream> content) {
    if (Files.isDirectory(file)) {
      throw new OutputException(file, "is a folder", "name a file to write to");
    }
    try {
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        try (var out = Files.newOutputStream(file)) {
          content.writeTo(out);
        }
      } else {
        replace(file, channel -> content.writeTo(Channels.newOutputStream(channel)));
      }
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  /**
   * Writes through a channel, in which the content may go back to a place it has passed. For
   * regular files only.
   *
   * @throws OutputException if the file cannot be written
   */
  public static void writeChannel(Path file, Content<? super FileChannel> content) {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new OutputException(file, "is not a regular file", "name a file to write to");
    }
    try {
      replace(file, content);
    } catch (IOException e) {
      throw failure(file, e);
    }
  }

  private static OutputException failure(Path file, IOException e) {
    if (e instanceof NoSuchFileException) {
      return new OutputException(file, "its folder does not exist", "create the folder first", e);
    }
    if (e instanceof AccessDeniedException) {
      return new OutputException(
          file, "may not be written", "check the permissions of its folder", e);
    }
    return new OutputException(
        file,
        "could not be written (" + e.getMessage() + ")",
        "check the disk space and the folder, or choose another place",
        e);
  }

  /**
   * Refuses a file that could not be written: to be asked before the work whose result it is to
   * hold.
   *
   * @throws OutputException saying why
   */
  public static void requireWritable(Path file) {
    if (Files.isDirectory(file)) {
      throw new OutputException(file, "is a folder", "name a file to write to");
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new OutputException(file, "its folder does not exist", "create the folder first");
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new OutputException(file, "may not be written", "check the permissions of its folder");
    }
  }

  /**
   * Makes a folder, and those it is in, unless it is there.
   *
   * @return the folder
   * @throws OutputException if it cannot be made
   */
  public static Path makeFolder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new OutputException(
          folder,
          "could not be made (" + e.getMessage() + ")",
          "name a folder that may be written to",
          e);
    }
  }

  private static void replace(Path file, Content<? super FileChannel> content) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    // Not Files.createTempFile: its files are private to the owner, and so would the result be.
    Path temporary =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      try (var channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        content.writeTo(channel);
        channel.force(true);
      }
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      forceFolder(target);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /** Makes the move last; where a folder cannot be forced, there is nothing to be done. */
  private static void forceFolder(Path target) {
    Path folder = target.getParent();
    if (folder != null) {
      try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      } catch (IOException e) {
        // Windows has no such thing, and some folders may be written but not read
      }
    }
  }
}
