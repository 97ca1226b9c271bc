package org.fogopt.apps.io.matrix;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.InflaterInputStream;
import org.fogopt.apps.io.file.Place;
import org.fogopt.apps.io.table.Grid;
import org.fogopt.apps.io.table.ReadOptions;
import org.jspecify.annotations.Nullable;

/**
 * Reads a matrix from a MATLAB file of version 5 to 7, what {@code save -v7} writes.
 *
 * <p>Such a file is a header and then parts: a tag of type and length, and content. A part holds a
 * variable, packed or not, which again consists of parts: flags, dimensions, name, numbers. Only
 * real matrices of numbers are inspected. Nothing is reserved on the word of a tag, but for the
 * chosen matrix, whose size is held against that of the file first.
 */
public final class Mat5Matrix {
  private static final int HEADER = 128;
  private static final int TAG = 8;

  // Types of parts.
  private static final int INT8 = 1;
  private static final int INT32 = 5;
  private static final int UINT32 = 6;
  private static final int MATRIX = 14;
  private static final int PACKED = 15;

  // Classes of variables: double, single and whole numbers of all widths.
  private static final int FIRST_NUMBERS = 6;
  private static final int LAST_NUMBERS = 15;
  private static final int COMPLEX = 0x800;
  private static final int LOGICAL = 0x200;

  private static final int LONGEST_NAME = 4096;
  private static final int MOST_DIMENSIONS = 64;
  private static final int BUFFER = 1 << 16;

  private final Place file;
  private final FileChannel channel;
  private final long fileBytes;
  private ByteOrder order = ByteOrder.LITTLE_ENDIAN;

  private Mat5Matrix(FileChannel channel, Place file) throws IOException {
    this.channel = channel;
    this.file = file;
    this.fileBytes = channel.size();
  }

  /** A matrix, and where in the file the part is that holds it. */
  private record Found(MatrixChoice.Candidate matrix, long at) {}

  /** The type of a part and how many bytes of content it has. */
  private record Part(int type, int length, int padding) {}

  public static Grid read(Path path, Place file, ReadOptions options) throws IOException {
    try (var channel = FileChannel.open(path)) {
      return new Mat5Matrix(channel, file).read(options);
    }
  }

  /** Reads the headers first, so that of a large file only one matrix is unpacked. */
  private Grid read(ReadOptions options) throws IOException {
    List<Found> found = list();
    var chosen =
        MatrixChoice.choose(found.stream().map(Found::matrix).toList(), options.table(), file);
    MatrixChoice.requirePlausible(chosen, fileBytes, options.maxBytes(), file);
    for (Found each : found) {
      if (each.matrix().equals(chosen)) {
        InputStream in = variable(each.at());
        if (in != null && header(in) != null) {
          return numbers(in, (int) chosen.rows(), (int) chosen.columns());
        }
      }
    }
    throw MatrixChoice.damaged(file, "it changed while it was read");
  }

  private List<Found> list() throws IOException {
    if (fileBytes < HEADER) {
      throw new EOFException();
    }
    byte[] mark = bytes(stream(HEADER - 2, 2), 2);
    order = mark[0] == 'M' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    List<Found> found = new ArrayList<>();
    long at = HEADER;
    while (at < fileBytes) {
      ByteBuffer tag = buffer(stream(at, fileBytes - at), TAG);
      int type = tag.getInt();
      long length = Integer.toUnsignedLong(tag.getInt());
      if (type != MATRIX && type != PACKED) {
        throw MatrixChoice.damaged(file, "byte " + at + " begins no variable");
      }
      if (length > fileBytes - at - TAG) {
        throw new EOFException();
      }
      InputStream in = variable(at);
      var matrix = in == null ? null : header(in);
      if (matrix != null) {
        found.add(new Found(matrix, at));
      }
      at += TAG + length;
    }
    return found;
  }

  /** The inside of the variable that a part holds; null if it holds none. */
  private @Nullable InputStream variable(long at) throws IOException {
    ByteBuffer tag = buffer(stream(at, TAG), TAG);
    int type = tag.getInt();
    InputStream in = stream(at + TAG, Integer.toUnsignedLong(tag.getInt()));
    if (type == MATRIX) {
      return in;
    }
    InputStream unpacked = new BufferedInputStream(new InflaterInputStream(in), BUFFER);
    boolean isMatrix = buffer(unpacked, TAG).getInt() == MATRIX;
    return isMatrix ? unpacked : null;
  }

  /** Reads up to the numbers; null if it is not a matrix of real numbers. */
  private MatrixChoice.@Nullable Candidate header(InputStream in) throws IOException {
    Part part = part(in);
    if (part.type() != UINT32 || part.length() != 8) {
      throw MatrixChoice.damaged(file, "a variable has no flags");
    }
    int flags = buffer(in, 8).getInt();
    int kind = flags & 0xff;
    boolean isNumbers = kind >= FIRST_NUMBERS && kind <= LAST_NUMBERS;
    if (!isNumbers || (flags & (COMPLEX | LOGICAL)) != 0) {
      return null;
    }
    part = part(in);
    if (part.type() != INT32 || part.length() < 8 || part.length() > 4 * MOST_DIMENSIONS) {
      throw MatrixChoice.damaged(file, "a variable has no dimensions");
    }
    ByteBuffer size = content(in, part);
    if (part.length() != 8) {
      return null;
    }
    int rows = size.getInt();
    int columns = size.getInt();
    part = part(in);
    if (part.type() != INT8 || part.length() < 0 || part.length() > LONGEST_NAME) {
      throw MatrixChoice.damaged(file, "a variable has no name");
    }
    String name = new String(content(in, part).array(), StandardCharsets.UTF_8);
    return rows > 0 && columns > 0 ? new MatrixChoice.Candidate(name, rows, columns) : null;
  }

  private Grid numbers(InputStream in, int rows, int columns) throws IOException {
    Part part = part(in);
    int width = width(part.type());
    int count = Math.multiplyExact(rows, columns);
    if (width == 0 || (long) count * width != Integer.toUnsignedLong(part.length())) {
      throw MatrixChoice.damaged(
          file,
          "%d x %d numbers in %s bytes"
              .formatted(rows, columns, Integer.toUnsignedString(part.length())));
    }
    var values = new double[count];
    int perRead = BUFFER / width;
    for (int at = 0; at < count; ) {
      ByteBuffer some = buffer(in, width * Math.min(perRead, count - at));
      while (some.hasRemaining()) {
        values[at++] = number(some, part.type());
      }
    }
    return MatGrid.fromColumnMajor(file, rows, columns, values);
  }

  private static int width(int type) {
    return switch (type) {
      case 1, 2 -> 1;
      case 3, 4 -> 2;
      case 5, 6, 7 -> 4;
      case 9, 12, 13 -> 8;
      default -> 0;
    };
  }

  private static double number(ByteBuffer from, int type) {
    return switch (type) {
      case 1 -> from.get();
      case 2 -> from.get() & 0xff;
      case 3 -> from.getShort();
      case 4 -> from.getShort() & 0xffff;
      case 5 -> from.getInt();
      case 6 -> Integer.toUnsignedLong(from.getInt());
      case 7 -> from.getFloat();
      case 9 -> from.getDouble();
      case 12 -> from.getLong();
      default -> unsigned(from.getLong());
    };
  }

  private static double unsigned(long bits) {
    // Halved with the last bit kept, so that the double is rounded once.
    return bits >= 0 ? bits : 2.0 * ((bits >>> 1) | (bits & 1));
  }

  /**
   * A tag. One of four bytes has its length in the upper half, and its content in the next four.
   */
  private Part part(InputStream in) throws IOException {
    int word = buffer(in, 4).getInt();
    int small = word >>> 16;
    if (small != 0) {
      if (small > 4) {
        throw MatrixChoice.damaged(file, "a small part claims to have " + small + " bytes");
      }
      return new Part(word & 0xffff, small, 4 - small);
    }
    int length = buffer(in, 4).getInt();
    return new Part(word, length, -length & 7);
  }

  /** The content of a part that is known to be short. */
  private ByteBuffer content(InputStream in, Part part) throws IOException {
    ByteBuffer content = buffer(in, part.length());
    bytes(in, part.padding());
    return content;
  }

  private ByteBuffer buffer(InputStream in, int count) throws IOException {
    return ByteBuffer.wrap(bytes(in, count)).order(order);
  }

  private static byte[] bytes(InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new EOFException();
    }
    return bytes;
  }

  /** At most so many bytes of the file from here. */
  private InputStream stream(long at, long length) throws IOException {
    channel.position(at);
    return new BufferedInputStream(
        new Window(Channels.newInputStream(channel), length), (int) Math.min(BUFFER, length + 1));
  }

  /** The first bytes of a stream. */
  private static final class Window extends FilterInputStream {
    private long left;

    Window(InputStream in, long length) {
      super(in);
      left = length;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      if (left == 0) {
        return -1;
      }
      int read = super.read(bytes, offset, (int) Math.min(count, left));
      left -= Math.max(0, read);
      return read;
    }
  }
}
