package org.fogopt.apps.io.matrix;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;
import org.fogopt.apps.io.table.ReadOptions;

/**
 * A NumPy array of real numbers, as {@code numpy.save} writes it: format versions 1 to 3. The first
 * dimension counts the rows; the others become the columns, so that a stack of pictures is read a
 * picture a row.
 */
public final class NpyFile {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int MOST_HEADER = 1 << 16;
  private static final int CHUNK = 1 << 16;

  private static final Pattern TYPE = Pattern.compile("'descr':\\s*'([<>|=])([fiub])([1248])'");
  private static final Pattern ORDER = Pattern.compile("'fortran_order':\\s*(True|False)");
  private static final Pattern SHAPE = Pattern.compile("'shape':\\s*\\(([0-9, ]*)\\)");

  private final Place file;
  private final char kind;
  private final int width;
  private final ByteOrder order;
  private final boolean isColumnMajor;
  private final MatrixChoice.Candidate size;

  private NpyFile(Place file, String header) {
    this.file = file;
    Matcher type = TYPE.matcher(header);
    Matcher ordering = ORDER.matcher(header);
    Matcher shape = SHAPE.matcher(header);
    if (!type.find() || !ordering.find() || !shape.find()) {
      throw new InputException(
          file,
          "is a NumPy file of another kind (%s)".formatted(InputException.quote(header.strip())),
          "save one array of real numbers with numpy.save");
    }
    kind = type.group(2).charAt(0);
    width = Integer.parseInt(type.group(3));
    order = type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    if (kind == 'b' ? width != 1 : kind == 'f' && width < 2) {
      throw new InputException(
          file,
          "holds numbers of type %s%d".formatted(kind, width),
          "save it as float64, such as numpy.save(name, a.astype(float))");
    }
    long rows = 1;
    double columns = 1;
    String[] sizes = shape.group(1).isBlank() ? new String[0] : shape.group(1).split(",", -1);
    for (int k = 0; k < sizes.length; k++) {
      if (!sizes[k].isBlank()) {
        double one = Double.parseDouble(sizes[k].strip());
        rows = k == 0 ? (long) one : rows;
        columns *= k == 0 ? 1 : one;
      }
    }
    size = new MatrixChoice.Candidate("the array", rows, (long) columns);
    isColumnMajor = ordering.group(1).equals("True");
    if (sizes.length == 0 || rows < 1 || size.columns() < 1) {
      throw new InputException(
          file, "holds no numbers (shape (%s))".formatted(shape.group(1)), "save a whole array");
    }
    if (isColumnMajor && sizes.length > 2) {
      throw new InputException(
          file,
          "holds an array of %d dimensions in Fortran's order".formatted(sizes.length),
          "save numpy.ascontiguousarray of it");
    }
  }

  /** Whether a file begins like one of NumPy's. */
  public static boolean looksLike(byte[] head) {
    return head.length >= MAGIC.length
        && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** The same of a file. */
  public static boolean looksLike(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(path)) {
      return looksLike(in.readNBytes(MAGIC.length));
    } catch (IOException e) {
      return false; // whoever reads it will say what is wrong
    }
  }

  /**
   * Reads the array.
   *
   * @throws InputException if it is cut short, or of a type that has no numbers
   */
  public static Grid read(Path path, Place place, ReadOptions options) throws IOException {
    long bytes = Files.size(path);
    try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), CHUNK))) {
      in.skipNBytes(MAGIC.length);
      int version = in.readUnsignedByte();
      in.readUnsignedByte();
      int length =
          version == 1
              ? Short.toUnsignedInt(Short.reverseBytes(in.readShort()))
              : Integer.reverseBytes(in.readInt());
      if (length < 1 || length > MOST_HEADER) {
        throw new InputException(place, "has a damaged header", "save it again with numpy.save");
      }
      byte[] header = in.readNBytes(length);
      var file = new NpyFile(place, new String(header, StandardCharsets.UTF_8));
      MatrixChoice.requirePlausible(file.size, bytes, options.maxBytes(), place);
      return file.grid(in);
    } catch (EOFException e) {
      throw new InputException(place, "ends in the middle: it was cut short", "copy it again", e);
    }
  }

  private Grid grid(DataInputStream in) throws IOException {
    int rows = (int) size.rows();
    int columns = (int) size.columns();
    double[] values = new double[rows * columns];
    int chunk = CHUNK / width;
    for (int at = 0; at < values.length; at += chunk) {
      int count = Math.min(chunk, values.length - at);
      byte[] bytes = in.readNBytes(count * width);
      if (bytes.length < count * width) {
        throw new InputException(
            file,
            "ends after %d of %d numbers".formatted(at + bytes.length / width, values.length),
            "copy it again");
      }
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(order);
      for (int k = 0; k < count; k++) {
        values[at + k] = number(buffer);
      }
    }
    if (in.read() >= 0) {
      throw new InputException(
          file, "goes on after its %d numbers".formatted(values.length), "save it again");
    }
    return isColumnMajor
        ? MatGrid.fromColumnMajor(file, rows, columns, values)
        : MatGrid.fromRowMajor(file, rows, columns, values);
  }

  private double number(ByteBuffer from) {
    boolean isSigned = kind != 'u' && kind != 'b';
    return switch (width) {
      case 1 -> isSigned ? from.get() : Byte.toUnsignedInt(from.get());
      case 2 ->
          kind == 'f'
              ? half(from.getShort())
              : isSigned ? from.getShort() : Short.toUnsignedInt(from.getShort());
      case 4 ->
          kind == 'f'
              ? from.getFloat()
              : isSigned ? from.getInt() : Integer.toUnsignedLong(from.getInt());
      default -> kind == 'f' ? from.getDouble() : isSigned ? from.getLong() : unsigned(from);
    };
  }

  /** IEEE 754's binary16: a sign, 5 bits of exponent, 10 of the significand. */
  private static double half(short bits) {
    int exponent = bits >> 10 & 0x1f;
    int significand = bits & 0x3ff;
    double size =
        exponent == 0x1f
            ? significand == 0 ? Double.POSITIVE_INFINITY : Double.NaN
            : exponent == 0
                ? Math.scalb((double) significand, -24)
                : Math.scalb(1024.0 + significand, exponent - 25);
    return bits < 0 ? -size : size;
  }

  private static double unsigned(ByteBuffer from) {
    long bits = from.getLong();
    return bits >= 0 ? bits : 2.0 * (bits >>> 1);
  }
}
