package org.fogopt.apps.io.rows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.fogopt.apps.io.file.AtomicFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.OutputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Table;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.FloatRows;
import org.fogopt.linalg.MappedRows;
import org.fogopt.linalg.MappedRows.Storage;
import org.fogopt.linalg.RowMatrix;

/**
 * A table as a file that is not read but mapped into memory, and so may be larger than it: {@code
 * .fogrows}. Numbers of more than a byte have the lowest first.
 *
 * <pre>
 *   byte  0   FOGROWS and a line feed
 *         8   int: version, 1
 *        12   int: bytes of a number, 8 (double) or 4 (float)
 *        16   long: rows
 *        24   int: columns
 *        28   int: where the numbers begin, a multiple of 4096
 *        32   32 characters: the fingerprint of the numbers, {@link RowMatrix#fingerprint()}
 *        64   int: CRC-32C of the bytes before the numbers, this one taken for 0
 *        68   for each column: int, the bytes of its name; its name in UTF-8
 *             zeros up to the numbers
 *             the numbers, row by row
 * </pre>
 *
 * <pre>{@code
 * RowFile.write(Path.of("returns.fogrows"), names, rows, Storage.DOUBLE);
 * Table returns = RowFile.read(Path.of("returns.fogrows"));
 * }</pre>
 */
public final class RowFile {
  private static final byte[] MAGIC = "FOGROWS\n".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int STORAGE_AT = 12;
  private static final int CHECKSUM_AT = 64;
  private static final int NAMES_AT = 68;
  private static final int PAGE = 4096;
  private static final int MOST_HEADER = 1 << 28;
  private static final int FINGERPRINT = 32;
  private static final int BUFFER = 1 << 20;

  private RowFile() {}

  public static boolean looksLike(byte[] head) {
    if (head.length < MAGIC.length) {
      return false;
    }
    for (int k = 0; k < MAGIC.length; k++) {
      if (head[k] != MAGIC[k]) {
        return false;
      }
    }
    return true;
  }

  /** Whether a file begins as these do. */
  public static boolean isOne(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return looksLike(in.readNBytes(MAGIC.length));
    } catch (IOException e) {
      return false; // whoever reads it will say why it cannot be
    }
  }

  /** Gives all rows of a table, one after the other. */
  @FunctionalInterface
  public interface Source {
    void writeTo(Target target) throws IOException;
  }

  /** Takes them. */
  @FunctionalInterface
  public interface Target {
    void add(double[] row) throws IOException;
  }

  /**
   * Writes a matrix.
   *
   * @throws OutputException if the file cannot be written
   */
  public static void write(Path file, List<String> names, RowMatrix rows, Storage storage) {
    double[] row = new double[rows.columns()];
    write(
        file,
        names,
        rows.count(),
        storage,
        target -> {
          for (long i = 0; i < rows.count(); i++) {
            rows.copyTo(i, row);
            target.add(row);
          }
        });
  }

  /** Writes {@code count} rows from a source, none of which is kept in memory. */
  public static void write(
      Path file, List<String> names, long count, Storage storage, Source source) {
    ByteBuffer header = header(names, count, storage);
    requireSpace(file, header.capacity() + count * names.size() * storage.bytes());
    AtomicFile.writeChannel(
        file,
        channel -> {
          channel.position(header.capacity());
          var writer = new Writer(channel, count, names.size(), storage);
          source.writeTo(writer);
          header.put(FINGERPRINT, writer.finish().getBytes(StandardCharsets.US_ASCII));
          header.putInt(CHECKSUM_AT, checksum(header));
          writeFully(channel, header.rewind(), 0);
        });
  }

  private static ByteBuffer header(List<String> names, long count, Storage storage) {
    List<byte[]> encoded = new ArrayList<>();
    long length = NAMES_AT;
    for (String name : names) {
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      encoded.add(bytes);
      length += Integer.BYTES + bytes.length;
    }
    if (length > MOST_HEADER - PAGE) {
      throw new IllegalArgumentException("the names of the columns are too long");
    }
    int begin = ((int) length + PAGE - 1) / PAGE * PAGE;
    ByteBuffer header = ByteBuffer.allocate(begin).order(ByteOrder.LITTLE_ENDIAN);
    header.put(MAGIC).putInt(VERSION).putInt(storage.bytes()).putLong(count);
    header.putInt(names.size()).putInt(begin).position(NAMES_AT);
    for (byte[] name : encoded) {
      header.putInt(name.length).put(name);
    }
    return header;
  }

  private static void requireSpace(Path file, long needed) {
    Path folder = file.toAbsolutePath().getParent();
    try {
      if (folder != null && Files.isDirectory(folder)) {
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < needed) {
          throw new OutputException(
              file,
              "needs %d MB, but only %d MB are free".formatted(needed >> 20, free >> 20),
              "choose another disk, or --storage float");
        }
      }
    } catch (IOException e) {
      return; // reported when it is written
    }
  }

  private static int checksum(ByteBuffer header) {
    ByteBuffer copy = ByteBuffer.allocate(header.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    copy.put(header.duplicate().clear()).putInt(CHECKSUM_AT, 0);
    CRC32C crc = new CRC32C();
    crc.update(copy.rewind());
    return (int) crc.getValue();
  }

  private static void writeFully(FileChannel channel, ByteBuffer bytes, long at)
      throws IOException {
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  /** Collects rows in a buffer, and their fingerprint as they will be read. */
  private static final class Writer implements Target {
    private final FileChannel channel;
    private final long count;
    private final int columns;
    private final Storage storage;
    private final Fingerprint fingerprint;
    private final ByteBuffer buffer;
    private long written;

    Writer(FileChannel channel, long count, int columns, Storage storage) {
      this.channel = channel;
      this.count = count;
      this.columns = columns;
      this.storage = storage;
      fingerprint = new Fingerprint("rows").add(count).add(columns);
      buffer = ByteBuffer.allocateDirect(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void add(double[] row) throws IOException {
      if (written++ == count) {
        throw new IOException("there are more than the %d rows announced".formatted(count));
      }
      for (int k = 0; k < columns; k++) {
        double value = row[k];
        if (!Double.isFinite(value)) {
          throw new IOException("row %d holds a number that is not finite".formatted(written));
        }
        if (buffer.remaining() < Double.BYTES) {
          flush();
        }
        if (storage == Storage.FLOAT) {
          float narrow = FloatRows.narrowed(value);
          buffer.putFloat(narrow);
          fingerprint.add((double) narrow);
        } else {
          buffer.putDouble(value);
          fingerprint.add(value);
        }
      }
    }

    private void flush() throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      buffer.clear();
    }

    String finish() throws IOException {
      if (written != count) {
        throw new IOException("there are %d rows, not the %d announced".formatted(written, count));
      }
      flush();
      return fingerprint.toString();
    }
  }

  /**
   * Maps a file. Its header is checked, and its length; the numbers are not read: see {@link
   * #check}.
   *
   * @throws InputException if it is not such a file, or not a whole one
   */
  public static Table read(Path path) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return read(channel, file);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    }
  }

  private static Table read(FileChannel channel, Place file) throws IOException {
    ByteBuffer start = bytes(channel, NAMES_AT, file);
    byte[] magic = new byte[MAGIC.length];
    start.get(0, magic);
    if (!looksLike(magic)) {
      throw new InputException(file, "is not a file of rows", "make one with fog convert");
    }
    int version = start.getInt(MAGIC.length);
    if (version != VERSION) {
      throw new InputException(
          file,
          "is of version %d, expected %d".formatted(version, VERSION),
          "convert the original again, or use the fog that wrote it");
    }
    int width = start.getInt(STORAGE_AT);
    long count = start.getLong(16);
    int columns = start.getInt(24);
    int begin = start.getInt(28);
    if (begin < NAMES_AT || begin > MOST_HEADER || begin > channel.size()) {
      throw damaged(file);
    }
    ByteBuffer header = bytes(channel, begin, file);
    if (header.getInt(CHECKSUM_AT) != checksum(header)) {
      throw damaged(file);
    }
    if ((width != Double.BYTES && width != Float.BYTES) || count < 2 || columns < 1) {
      throw damaged(file);
    }
    Storage storage = width == Float.BYTES ? Storage.FLOAT : Storage.DOUBLE;
    long row = (long) columns * width;
    if (count > (Long.MAX_VALUE - begin) / row) {
      throw damaged(file); // a sum that is right, of numbers that cannot be
    }
    long expected = begin + count * row;
    if (channel.size() != expected) {
      throw new InputException(
          file,
          "expected %d bytes for %d x %d numbers, found %d"
              .formatted(expected, count, columns, channel.size()),
          "copy it again, or convert the original again");
    }
    byte[] print = new byte[FINGERPRINT];
    header.get(32, print);
    String fingerprint = new String(print, StandardCharsets.US_ASCII);
    var rows = MappedRows.of(channel, begin, count, columns, storage, fingerprint);
    return new Table(names(header, columns, file), List.of(), rows, file.file());
  }

  private static List<String> names(ByteBuffer header, int columns, Place file) {
    header.position(NAMES_AT);
    List<String> names = new ArrayList<>();
    for (int k = 0; k < columns; k++) {
      int length = header.remaining() < Integer.BYTES ? -1 : header.getInt();
      if (length < 0 || length > header.remaining()) {
        throw damaged(file);
      }
      byte[] name = new byte[length];
      header.get(name);
      names.add(new String(name, StandardCharsets.UTF_8));
    }
    return names;
  }

  private static ByteBuffer bytes(FileChannel channel, int length, Place file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
      // a read may bring less than asked for
    }
    if (bytes.hasRemaining()) {
      throw new InputException(
          file,
          "ends after %d bytes, in its header".formatted(bytes.position()),
          "copy it again, or convert the original again");
    }
    return bytes.rewind();
  }

  private static InputException damaged(Place file) {
    return new InputException(
        file, "its header is damaged", "copy it again, or convert the original again");
  }

  /**
   * Reads every number of a file and compares with the fingerprint in its header.
   *
   * @return the table
   * @throws InputException if a bit has changed
   */
  public static Table check(Path path) {
    Table table = read(path);
    RowMatrix rows = table.rows();
    Fingerprint found = new Fingerprint("rows").add(rows.count()).add(rows.columns());
    double[] row = new double[rows.columns()];
    for (long i = 0; i < rows.count(); i++) {
      rows.copyTo(i, row);
      found.add(row);
    }
    if (!found.toString().equals(rows.fingerprint())) {
      throw new InputException(
          Place.in(path),
          "its numbers are not those it was written with",
          "copy it again, or convert the original again");
    }
    return table;
  }
}
