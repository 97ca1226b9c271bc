package org.fogopt.run;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.fogopt.state.State;
import org.fogopt.state.StateException;
import org.fogopt.state.Stateful;

/**
 * The format of a checkpoint: eight letters that say what it is, the number of the format, the
 * version of Fog, the content as a {@link State}, and SHA-256 over all of that. Every format has
 * the letters first and the sum last, so that damage is not taken for a newer format.
 *
 * <p>Written to another name, forced to the disk and moved: under its own name there is a whole
 * file or none.
 */
final class CheckpointFile {
  static final int FORMAT = 1;

  private static final byte[] MAGIC = "FOGSTATE".getBytes(StandardCharsets.US_ASCII);
  private static final int SUM = 32;
  private static final int BUFFER = 1 << 16;

  private CheckpointFile() {}

  /** Writes {@code content} to {@code file} by way of {@code temporary} in the same folder. */
  static void write(Path file, Path temporary, Stateful content) throws IOException {
    write(file, temporary, FORMAT, Version.current(), content);
  }

  static void write(Path file, Path temporary, int format, String version, Stateful content)
      throws IOException {
    try (var channel =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      OutputStream raw = Channels.newOutputStream(channel);
      MessageDigest sum = sha256();
      OutputStream out = new BufferedOutputStream(new DigestOutputStream(raw, sum), BUFFER);
      out.write(MAGIC);
      State state = State.writing(out);
      state.value("format", format);
      state.value("version", version);
      content.state(state);
      out.flush();
      raw.write(sum.digest());
      channel.force(true);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    forceFolder(file);
  }

  /** Makes the move last; where a folder cannot be forced, there is nothing to be done. */
  private static void forceFolder(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null) {
      return;
    }
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows has no such thing
    }
  }

  /** What is wrong with the bytes of a file, in words. */
  static final class Damaged extends Exception {
    private static final long serialVersionUID = 1L;

    Damaged(String message) {
      super(message);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Reads {@code content}, once its checksum is right.
   *
   * @throws Damaged if these are not the bytes that were written
   * @throws CheckpointException if they are, but not for this version of Fog or for {@code content}
   */
  static void read(Path file, Stateful content) throws Damaged, IOException {
    long size = verify(file);
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      in.skipNBytes(MAGIC.length);
      State state = State.reading(in, size - SUM);
      long format = state.value("format", 0L);
      if (format > FORMAT) {
        throw new CheckpointException(
            "%s is of format %d, and this fog knows %d; use the newer fog that wrote it"
                .formatted(file, format, FORMAT));
      }
      String version = state.value("version", "");
      if (isNewer(version, Version.current())) {
        throw new CheckpointException(
            "%s was written by fog %s, and this is %s; use the newer one"
                .formatted(file, version, Version.current()));
      }
      if (isNewer(Version.current(), version)) {
        throw new CheckpointException(
            ("%s was written by fog %s, and this is %s, whose methods differ; end the run with the"
                    + " older one, or begin it again")
                .formatted(file, version, Version.current()));
      }
      content.state(state);
    } catch (StateException e) {
      throw new CheckpointException(
          "%s does not fit this run: %s".formatted(file, e.getMessage()), e);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the size of a file whose sum is right. */
  private static long verify(Path file) throws Damaged, IOException {
    long size = Files.size(file);
    if (size < MAGIC.length + SUM) {
      throw new Damaged("it has only %d bytes".formatted(size));
    }
    MessageDigest digest = sha256();
    try (InputStream all = Files.newInputStream(file)) {
      byte[] magic = all.readNBytes(MAGIC.length);
      if (!Arrays.equals(magic, MAGIC)) {
        throw new Damaged("it does not begin as a checkpoint does");
      }
      digest.update(magic);
      byte[] bytes = new byte[BUFFER];
      InputStream in = new DigestInputStream(all, digest);
      for (long left = size - MAGIC.length - SUM; left > 0; ) {
        int read = in.read(bytes, 0, (int) Math.min(left, BUFFER));
        if (read < 0) {
          throw new Damaged("it ended while it was read");
        }
        left -= read;
      }
      if (!MessageDigest.isEqual(all.readNBytes(SUM), digest.digest())) {
        throw new Damaged("its bytes are not those that were written");
      }
    }
    return size;
  }

  /** Whether version a is newer than b, by their numbers: 0.10.0 is newer than 0.9.1. */
  static boolean isNewer(String a, String b) {
    int[] left = numbers(a);
    int[] right = numbers(b);
    for (int k = 0; k < Math.max(left.length, right.length); k++) {
      int difference =
          Integer.compare(k < left.length ? left[k] : 0, k < right.length ? right[k] : 0);
      if (difference != 0) {
        return difference > 0;
      }
    }
    return false;
  }

  private static int[] numbers(String version) {
    return Arrays.stream(version.replaceFirst("[^0-9.].*", "").split("\\."))
        .filter(part -> !part.isEmpty())
        .mapToInt(Integer::parseInt)
        .toArray();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
