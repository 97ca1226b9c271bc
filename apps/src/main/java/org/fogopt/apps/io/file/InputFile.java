package org.fogopt.apps.io.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** A file about to be read: whether it can be, its first bytes, and its errors in words. */
public final class InputFile {
  private InputFile() {}

  /**
   * Refuses a file that is not there or may not be read.
   *
   * @throws InputException naming the file and a remedy
   */
  public static void require(Path path, Place file) {
    if (!Files.exists(path)) {
      throw new InputException(file, "does not exist", "check the name and the folder");
    }
    if (Files.isDirectory(path)) {
      throw new InputException(file, "is a folder", "name a file in it");
    }
    if (!Files.isReadable(path)) {
      throw new InputException(file, "may not be read", "check its permissions");
    }
  }

  /** The first bytes of a stream, which still holds them afterwards. */
  public static byte[] magic(InputStream in, int count) throws IOException {
    in.mark(count);
    byte[] bytes = in.readNBytes(count);
    in.reset();
    return bytes;
  }

  public static boolean startsWith(byte[] bytes, int... expected) {
    if (bytes.length < expected.length) {
      return false;
    }
    for (int i = 0; i < expected.length; i++) {
      if ((bytes[i] & 0xff) != expected[i]) {
        return false;
      }
    }
    return true;
  }

  /** What the file system or an unpacker complained about, as an error about the file. */
  public static InputException failure(Place place, IOException e) {
    if (e instanceof EOFException) {
      return new InputException(
          place, "ends in the middle: it was cut short", "copy or download it again", e);
    }
    if (e instanceof ZipException) {
      return new InputException(
          place,
          "holds damaged compressed data (" + e.getMessage() + ")",
          "copy or download it again",
          e);
    }
    if (e instanceof AccessDeniedException) {
      return new InputException(place, "may not be read", "check its permissions", e);
    }
    return new InputException(
        place, "could not be read (" + e.getMessage() + ")", "check the file and the disk", e);
  }
}
