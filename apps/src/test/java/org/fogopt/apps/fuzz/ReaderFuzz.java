package org.fogopt.apps.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.fogopt.apps.io.file.InputException;

/**
 * What Jazzer calls: the bytes become a file, and the file is read. A file is either read or
 * refused with one line that begins with its name. All else is a finding: any other exception, more
 * than five seconds of work, or memory that a small file has no right to.
 *
 * <p>The reader is named by the first argument, a {@link FuzzedReader} in any case. {@link #main}
 * writes its sound files into a folder, for the corpus.
 */
public final class ReaderFuzz {
  private static final double MOST_SECONDS = 5;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static FuzzedReader reader = FuzzedReader.CSV;
  private static Path folder = Path.of("");

  private ReaderFuzz() {}

  /** Called by Jazzer once. */
  public static void fuzzerInitialize(String[] arguments) throws IOException {
    reader = FuzzedReader.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    folder = Files.createTempDirectory("fuzz");
  }

  /** Called by Jazzer for each input. */
  public static void fuzzerTestOneInput(byte[] bytes) {
    tryOne(reader, bytes, folder);
  }

  /** Fails if the reader does anything with these bytes but read or refuse them. */
  static void tryOne(FuzzedReader reader, byte[] bytes, Path folder) {
    Path file = folder.resolve("input");
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long start = THREADS.getCurrentThreadCpuTime(); // the clock goes on when others are at work
    try {
      reader.read(file, folder);
    } catch (InputException e) {
      String message = e.getMessage();
      if (!message.startsWith(folder.toString()) || message.lines().count() != 1) {
        throw new AssertionError("not one line that names the file: " + message, e);
      }
      if (e.getCause() instanceof VirtualMachineError) {
        throw new AssertionError(bytes.length + " bytes asked for too much: " + message, e);
      }
    }
    double seconds = 1e-9 * (THREADS.getCurrentThreadCpuTime() - start);
    if (seconds > MOST_SECONDS) {
      throw new AssertionError(bytes.length + " bytes took " + seconds + " s");
    }
  }

  /** Writes the sound files of a reader: its name, a folder. */
  public static void main(String[] arguments) throws IOException {
    FuzzedReader reader = FuzzedReader.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    Path corpus = Files.createDirectories(Path.of(arguments[1]));
    List<byte[]> seeds = reader.seeds();
    for (int k = 0; k < seeds.size(); k++) {
      Files.write(corpus.resolve("sound-" + k), seeds.get(k));
    }
  }
}
