package org.fogopt.apps.io.matrix;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.fogopt.apps.io.file.InputException;
import org.fogopt.apps.io.file.InputFile;
import org.fogopt.apps.io.file.Memory;
import org.fogopt.apps.io.file.Place;
import org.fogopt.linalg.Rows;

/**
 * IDX, the format in which MNIST is published, plain or gzipped: two zero bytes, a byte for the
 * type of the numbers, a byte for the number of dimensions, the dimensions, the numbers. The first
 * dimension counts the rows; the others become the columns.
 *
 * <pre>{@code
 * Rows images = IdxFile.read(Path.of("t10k-images-idx3-ubyte.gz"), 2000);
 * }</pre>
 *
 * <p>Nothing is reserved on the word of the header: memory grows with the bytes that are there.
 */
public final class IdxFile {
  private static final int BUFFER = 1 << 16;
  private static final int MOST_DIMENSIONS = 8;

  /** No byte of gzip unpacks to more. */
  private static final double MOST_UNPACKED = 1032;

  private IdxFile() {}

  /** Whether a file begins like IDX, gzipped or not. */
  public static boolean looksLike(Path path) {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (InputStream in = open(path)) {
      byte[] head = in.readNBytes(4);
      return head.length == 4 && head[0] == 0 && head[1] == 0 && width(head[2]) > 0 && head[3] > 0;
    } catch (IOException e) {
      return false; // whoever reads it will say what is wrong
    }
  }

  /**
   * The first rows.
   *
   * @param most how many at most
   * @throws InputException if the file is not IDX, or shorter than it says
   */
  public static Rows read(Path path, int most) {
    Place file = Place.in(path);
    InputFile.require(path, file);
    try (InputStream in = open(path)) {
      return rows(in, file, most, Files.size(path));
    } catch (EOFException e) {
      throw new InputException(
          file, "ends in the middle: it was cut short", "copy or download it again", e);
    } catch (IOException e) {
      throw InputFile.failure(file, e);
    } catch (OutOfMemoryError e) {
      throw Memory.exceeded(file, e);
    }
  }

  private static InputStream open(Path path) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(path), BUFFER);
    try {
      return InputFile.startsWith(InputFile.magic(in, 2), 0x1f, 0x8b)
          ? new GZIPInputStream(in, BUFFER)
          : in;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private static Rows rows(InputStream in, Place file, int most, long fileBytes)
      throws IOException {
    byte[] head = exactly(in, 4);
    int width = head[0] == 0 && head[1] == 0 ? width(head[2]) : 0;
    int dimensions = head[3];
    if (width == 0 || dimensions < 1 || dimensions > MOST_DIMENSIONS) {
      throw new InputException(
          file,
          "is not an IDX file (it begins with %02x %02x %02x %02x)"
              .formatted(head[0], head[1], head[2], head[3]),
          "expected two zero bytes, a type and a number of dimensions");
    }
    long count = 0;
    long columns = 1;
    for (int k = 0; k < dimensions; k++) {
      int size = ByteBuffer.wrap(exactly(in, 4)).getInt();
      if (size < 1) {
        throw new InputException(
            file,
            "says that its dimension %d is %d".formatted(k + 1, size),
            "expected a positive number; copy or download it again");
      }
      if (k == 0) {
        count = size;
      } else {
        columns = Math.min(columns * size, Integer.MAX_VALUE);
      }
    }
    long bytes = columns * width;
    long wanted = Math.min(count, most);
    if (wanted * columns > Integer.MAX_VALUE - 8 || bytes > Integer.MAX_VALUE - 8) {
      throw new InputException(
          file,
          "says that it holds %d rows of %d numbers, more than fit".formatted(count, columns),
          "take fewer rows, or copy it again");
    }
    if (wanted * (double) bytes <= MOST_UNPACKED * fileBytes) { // else it lies, and ends early
      Memory.requireRoom(file, (double) wanted, (double) columns);
    }
    List<double[]> rows = new ArrayList<>();
    for (long i = 0; i < wanted; i++) {
      byte[] row = in.readNBytes((int) bytes);
      if (row.length < bytes) {
        throw new InputException(
            file,
            "ends after %d of the %d rows that it says it has".formatted(i, count),
            "copy or download it again");
      }
      rows.add(numbers(ByteBuffer.wrap(row), head[2], (int) columns));
    }
    if (wanted == count && in.read() >= 0) {
      throw new InputException(
          file,
          "goes on after the %d rows that it says it has".formatted(count),
          "copy or download it again");
    }
    double[] all = new double[rows.size() * (int) columns];
    for (int i = 0; i < rows.size(); i++) {
      System.arraycopy(rows.get(i), 0, all, i * (int) columns, (int) columns);
    }
    for (int at = 0; at < all.length; at++) {
      if (!Double.isFinite(all[at])) {
        throw new InputException(
            file,
            "number %d of item %d is not finite".formatted(at % columns + 1, at / columns + 1),
            "correct it");
      }
    }
    return Rows.of(rows.size(), (int) columns, all);
  }

  private static byte[] exactly(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return bytes;
  }

  /** Bytes of a number, 0 for a type that there is not. */
  private static int width(int type) {
    return switch (type) {
      case 0x08, 0x09 -> 1;
      case 0x0b -> 2;
      case 0x0c, 0x0d -> 4;
      case 0x0e -> 8;
      default -> 0;
    };
  }

  private static double[] numbers(ByteBuffer row, int type, int columns) {
    double[] values = new double[columns];
    for (int k = 0; k < columns; k++) {
      values[k] =
          switch (type) {
            case 0x08 -> row.get() & 0xff;
            case 0x09 -> row.get();
            case 0x0b -> row.getShort();
            case 0x0c -> row.getInt();
            case 0x0d -> row.getFloat();
            default -> row.getDouble();
          };
    }
    return values;
  }
}
