package org.fogopt.apps.io;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.fogopt.apps.io.csv.FrenchCsv;
import org.fogopt.apps.io.csv.PlainCsv;
import org.fogopt.apps.io.csv.TextSource;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.matrix.Hdf5Matrix;
import org.fogopt.apps.io.matrix.Mat5Matrix;
import org.fogopt.apps.io.matrix.NpyFile;
import org.fogopt.apps.io.rows.RowFile;
import org.fogopt.apps.io.table.Missing;
import org.fogopt.apps.io.table.ReadOptions;
import org.fogopt.apps.io.table.Table;

/**
 * Reads a table of numbers from a file, whatever it comes in.
 *
 * <pre>{@code
 * Table returns = TableReader.read(Path.of("returns.csv.gz"), ReadOptions.defaults());
 * }</pre>
 *
 * <ul>
 *   <li>CSV, also gzipped or alone in a zip file: separated by commas, semicolons, tabs or bars,
 *       with or without a header, titles above it, a first column of dates or other labels,
 *       comments that begin with {@code #}, quotes; in UTF-8, UTF-16 or Latin-1. Numbers may have
 *       decimal commas, thousands separators and percent signs where the file leaves no doubt;
 *       {@link Table#reading} says how it was understood.
 *   <li>A file of Kenneth French's data library as downloaded, of which {@link ReadOptions#table}
 *       chooses a table.
 *   <li>A MATLAB matrix: version 5 to 7 and 7.3, or another HDF5 file.
 *   <li>A NumPy array: {@code .npy}.
 *   <li>A {@link RowFile}, which is mapped and not read.
 * </ul>
 *
 * <p>A file is known by its content, not by its name. Empty cells, -, NA, N/A, NaN, null, -99.99
 * and -999 are missing values, see {@link Missing}; infinite ones are refused.
 */
public final class TableReader {
  private static final int HEAD = 520;
  private static final int MATLAB_USER_BLOCK = 512;
  private static final byte[] HDF5 = {(byte) 0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};

  private TableReader() {}

  /**
   * Reads a table.
   *
   * @throws InputException if the file is not there or is not such a table, with the place and a
   *     remedy
   */
  public static Table read(Path path, ReadOptions options) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try {
      return open(path, file, options);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError | StackOverflowError e) {
      // Asked for by the file, not by a fault of the program: the heap is as it was before.
      throw Memory.exceeded(file, e);
    }
  }

  /**
   * Reads a table of text, gzipped or not, from a stream, which it leaves open.
   *
   * @param name what to call it in messages
   * @throws InputException as {@link #read(Path, ReadOptions)}
   */
  public static Table read(InputStream in, String name, ReadOptions options) {
    Place file = Place.in(name);
    try {
      return text(TextSource.open(in, file, options.maxBytes()), file, options);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    }
  }

  private static Table open(Path path, Place file, ReadOptions options) throws IOException {
    // A pipe gives its bytes only once, so its first bytes are not inspected: it can only be text.
    byte[] head = Files.isRegularFile(path) ? head(path) : new byte[0];
    if (RowFile.looksLike(head)) {
      requireOnlyTable(file, options);
      return RowFile.read(path);
    }
    if (NpyFile.looksLike(head)) {
      requireOnlyTable(file, options);
      return NpyFile.read(path, file, options).table(options.missing(), file.file());
    }
    String title = new String(head, 0, Math.min(head.length, 19), StandardCharsets.US_ASCII);
    if (title.equals("MATLAB 5.0 MAT-file")) {
      return Mat5Matrix.read(path, file, options).table(options.missing(), file.file());
    }
    boolean isMatlab = title.equals("MATLAB 7.3 MAT-file");
    if (isHdf5(head, 0) || isHdf5(head, MATLAB_USER_BLOCK)) {
      var grid = Hdf5Matrix.read(path, file, isMatlab, options);
      return grid.table(options.missing(), file.file());
    }
    if (isMatlab || file.file().toLowerCase(Locale.ROOT).endsWith(".mat")) {
      throw new InputException(
          file,
          "is not a whole MATLAB file of version 5 or 7.3",
          "copy it again, or save it with save -v7 in MATLAB");
    }
    return text(path, file, options);
  }

  private static byte[] head(Path path) throws IOException {
    try (var in = new BufferedInputStream(Files.newInputStream(path))) {
      return in.readNBytes(HEAD);
    }
  }

  private static boolean isHdf5(byte[] head, int offset) {
    int end = offset + HDF5.length;
    return head.length >= end && Arrays.equals(head, offset, end, HDF5, 0, HDF5.length);
  }

  private static Table text(Path path, Place file, ReadOptions options) throws IOException {
    try (var text = TextSource.open(path, file, options.maxBytes())) {
      return text(text, file, options);
    }
  }

  private static Table text(TextSource text, Place file, ReadOptions options) {
    if (FrenchCsv.looksLike(text.sampleLines())) {
      return FrenchCsv.read(text, file, options);
    }
    requireOnlyTable(file, options);
    text.requireRoom(file);
    return PlainCsv.read(text, file, options.decimal()).table(options.missing(), file.file());
  }

  static void requireOnlyTable(Place file, ReadOptions options) {
    String wanted = options.table();
    if (wanted != null && !wanted.strip().equals("1")) {
      throw new InputException(
          file,
          "holds one table, but --table asks for " + InputException.quote(wanted),
          "leave --table out");
    }
  }

  /** Whether a file is one table as text, so that it can be read row by row. */
  public static boolean isPlainCsv(Path path, Place file, ReadOptions options) throws IOException {
    byte[] head = Files.isRegularFile(path) ? head(path) : new byte[0];
    boolean isMatlab = new String(head, StandardCharsets.ISO_8859_1).startsWith("MATLAB ");
    if (head.length == 0
        || isMatlab
        || isHdf5(head, 0)
        || isHdf5(head, MATLAB_USER_BLOCK)
        || RowFile.looksLike(head)
        || NpyFile.looksLike(head)
        || file.file().toLowerCase(Locale.ROOT).endsWith(".mat")) {
      return false;
    }
    try (var text = TextSource.open(path, file, options.maxBytes())) {
      return !FrenchCsv.looksLike(text.sampleLines());
    }
  }
}
