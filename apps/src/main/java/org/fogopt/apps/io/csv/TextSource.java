package org.fogopt.apps.io.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.LimitedInputStream;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;

/**
 * The text of a file, unpacked if need be. What a file is packed with is decided by its first
 * bytes: names lie.
 *
 * <p>Text is UTF-8, UTF-16 with a byte-order mark, or Latin-1 if its first bytes are no UTF-8. A
 * later byte that is not becomes U+FFFD and not an exception here, because only the reader of the
 * cells knows the row and the column to name, and nothing is wrong with such a byte in a comment.
 */
public final class TextSource implements Closeable {
  /** What stands for a byte that is not UTF-8. */
  static final char NOT_UTF8 = '\uFFFD';

  private static final int SAMPLE = 1 << 16;
  private static final int BUFFER = 1 << 16;
  private static final int MAGIC = 4;

  /** How files begin that are text and no tables. */
  private static final Map<String, String> NO_TABLES =
      Map.ofEntries(
          Map.entry("<!doctype", "a web page"),
          Map.entry("<html", "a web page"),
          Map.entry("<table", "a web page"),
          Map.entry("{", "JSON"),
          Map.entry("[{", "JSON"),
          Map.entry("[[", "JSON"),
          Map.entry("insert into", "SQL"),
          Map.entry("create table", "SQL"),
          Map.entry("<?xml", "XML"),
          Map.entry("@relation", "ARFF"));

  private final Reader reader;
  private final Closeable file;
  private final String sample;
  private final boolean sampleIsAll;
  private final long bytes; // 0 if it is packed, or a pipe
  private final Charset charset;

  private TextSource(Reader reader, Charset charset, Closeable file, Place place, long bytes)
      throws IOException {
    this.reader = reader;
    this.charset = charset;
    this.file = file;
    this.bytes = bytes;
    reader.mark(SAMPLE);
    var chars = new char[SAMPLE];
    int length = 0;
    int read = 0;
    while (length < SAMPLE && (read = reader.read(chars, length, SAMPLE - length)) > 0) {
      length += read;
    }
    reader.reset();
    this.sample = new String(chars, 0, length);
    this.sampleIsAll = length < SAMPLE;
    if (sample.isBlank() && sampleIsAll) {
      throw new InputException(place, "is empty", "expected a table of numbers");
    }
    if (sample.indexOf('\0') >= 0) {
      throw new InputException(
          place,
          "is not a text file in UTF-8 (it holds zero bytes)",
          "save it as CSV in UTF-8; .mat files of version 5 and 7.3 are read too");
    }
  }

  /**
   * Opens a file as text.
   *
   * @throws InputException if it is packed in a way that cannot be read, or is no text
   */
  public static TextSource open(Path path, Place place, long maxBytes) throws IOException {
    InputStream in = new BufferedInputStream(bytes(path), BUFFER);
    try {
      byte[] magic = InputFile.magic(in, MAGIC);
      if (InputFile.startsWith(magic, 'P', 'K')) {
        in.close();
        return openZip(path, place, maxBytes);
      }
      if (InputFile.startsWith(magic, 0x1f, 0x8b)) {
        var unpacked = new GZIPInputStream(in, BUFFER);
        return text(unpacked, in, place, maxBytes, unpackedBytes(path));
      }
      return text(in, in, place, maxBytes, Files.isRegularFile(path) ? Files.size(path) : 0);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /** Opens the bytes of a file as text; a zip file can only be opened as a file. */
  public static TextSource open(InputStream raw, Place place, long maxBytes) throws IOException {
    InputStream in = new BufferedInputStream(raw, BUFFER);
    byte[] magic = InputFile.magic(in, MAGIC);
    if (InputFile.startsWith(magic, 'P', 'K')) {
      throw new InputException(place, "is a zip file", "unpack it, or pack it with gzip");
    }
    boolean isPacked = InputFile.startsWith(magic, 0x1f, 0x8b);
    return text(isPacked ? new GZIPInputStream(in, BUFFER) : in, in, place, maxBytes, 0);
  }

  /**
   * What a gzipped file says of its size, of which it has the lower 32 bits; 0 where that is less
   * than its packed size, and so of no use.
   */
  private static long unpackedBytes(Path path) throws IOException {
    if (!Files.isRegularFile(path)) {
      return 0;
    }
    long packed = Files.size(path);
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
      if (packed < Integer.BYTES || channel.read(last, packed - Integer.BYTES) < Integer.BYTES) {
        return 0;
      }
      long said = Integer.toUnsignedLong(last.getInt(0));
      return said < packed ? 0 : said;
    }
  }

  /** A stream of a channel asks for its position, which a pipe has not. */
  private static InputStream bytes(Path path) throws IOException {
    return Files.isRegularFile(path)
        ? Files.newInputStream(path)
        : new FileInputStream(path.toFile());
  }

  private static TextSource openZip(Path path, Place place, long maxBytes) throws IOException {
    var zip = new ZipFile(path.toFile(), ISO_8859_1); // names without a flag, as Windows writes
    try {
      ZipEntry table = onlyTable(zip, place);
      return text(zip.getInputStream(table), zip, place, maxBytes, Math.max(0, table.getSize()));
    } catch (IllegalArgumentException e) { // a name is no UTF-8 though it says so
      zip.close();
      throw new InputException(place, "is a damaged zip file", "pack it again", e);
    } catch (IOException | RuntimeException e) {
      zip.close();
      throw e;
    }
  }

  /** Names of entries are compared and shown, never used as a path. */
  private static ZipEntry onlyTable(ZipFile zip, Place place) {
    List<ZipEntry> tables = new ArrayList<>();
    zip.stream().filter(TextSource::isTable).limit(5).forEach(tables::add);
    if (zip.getEntry("xl/workbook.xml") != null) {
      throw new InputException(place, "is an Excel workbook", "save it as CSV");
    }
    if (tables.isEmpty() && zip.stream().anyMatch(each -> each.getName().endsWith(".npy"))) {
      throw new InputException(
          place, "is an archive of NumPy arrays", "save one array with numpy.save, not savez");
    }
    if (tables.isEmpty()) {
      throw new InputException(
          place, "holds no .csv or .txt file", "expected a zip file with one table in it");
    }
    if (tables.size() > 1) {
      var names = tables.stream().map(e -> InputException.quote(e.getName())).toList();
      throw new InputException(
          place,
          "expected one .csv or .txt file in it, found " + String.join(", ", names),
          "unpack it and name the one to read");
    }
    return tables.get(0);
  }

  private static boolean isTable(ZipEntry entry) {
    String name = entry.getName().toLowerCase(Locale.ROOT);
    boolean isText = name.endsWith(".csv") || name.endsWith(".txt");
    // A Mac adds a file "__MACOSX/._name" with the attributes of each file.
    return isText && !entry.isDirectory() && !name.startsWith("__macosx/");
  }

  private static TextSource text(
      InputStream raw, Closeable file, Place place, long maxBytes, long bytes) throws IOException {
    var in = new BufferedInputStream(new LimitedInputStream(raw, maxBytes, place), BUFFER);
    byte[] magic = InputFile.magic(in, MAGIC);
    if (InputFile.startsWith(magic, 'P', 'K') || InputFile.startsWith(magic, 0x1f, 0x8b)) {
      throw new InputException(place, "is packed twice", "unpack it once and read the result");
    }
    Charset charset = Encoding.of(magic, InputFile.magic(in, SAMPLE));
    if (InputFile.startsWith(magic, 0xEF, 0xBB, 0xBF)) {
      in.skipNBytes(3);
    }
    // The decoder replaces what it cannot read: the default of this constructor.
    var reader = new BufferedReader(new InputStreamReader(in, charset), SAMPLE);
    return new TextSource(reader, charset, file, place, bytes);
  }

  /** What there is to say of its encoding; empty for UTF-8. */
  String encodingRemark() {
    return Encoding.remark(charset);
  }

  /** Refuses text that is something else than a table. */
  void requireTable(Place place) {
    String start = sample.stripLeading().toLowerCase(Locale.ROOT);
    NO_TABLES.forEach(
        (beginning, kind) -> {
          if (start.startsWith(beginning)) {
            throw new InputException(
                place,
                "is " + kind,
                "open it in a spreadsheet, or in the program it is from, and save the table as CSV");
          }
        });
  }

  /** Refuses a table that cannot fit, estimated from its size and its first lines. */
  public void requireRoom(Place place) {
    List<String> lines = sampleLines();
    if (!lines.isEmpty()) {
      requireRoom(place, Separator.of(lines), 1);
    }
  }

  /**
   * The same for cells that are marked otherwise.
   *
   * @param mark in every cell but one of a line
   * @param numbers that a cell takes the memory of
   */
  public void requireRoom(Place place, char mark, double numbers) {
    List<String> lines = sampleLines();
    if (bytes == 0 || sampleIsAll || lines.isEmpty()) {
      return;
    }
    double characters = 0;
    double cells = 0;
    for (String line : lines) {
      characters += line.length() + 1;
      cells += 1 + line.chars().filter(c -> c == mark).count();
    }
    double rows = bytes / characters * lines.size();
    Memory.requireRoom(place, rows, numbers * cells / lines.size());
  }

  public Reader reader() {
    return reader;
  }

  /** The first characters, by which separators and layout are decided. */
  String sample() {
    return sample;
  }

  /** The whole lines among the first characters. */
  public List<String> sampleLines() {
    List<String> lines = sample.lines().toList();
    return sampleIsAll || lines.size() < 2 ? lines : lines.subList(0, lines.size() - 1);
  }

  @Override
  public void close() throws IOException {
    try (file) {
      reader.close();
    }
  }
}
