package org.fogopt.linalg;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import org.jspecify.annotations.Nullable;

/**
 * Dense rows in a file that is mapped into memory: the operating system reads what is used and
 * forgets it when it needs the place, so the file may be larger than the memory, and takes none of
 * the heap. Gives the same bits as {@link Rows} with the same numbers.
 *
 * <p>The numbers lie row by row, lowest byte first. The file must not change as long as this is in
 * use; if it is cut short, the virtual machine fails in a way that cannot be foreseen.
 */
public final class MappedRows extends FetchedRows {
  /** A map cannot be longer than 2 GB; segments hold a power of two of whole rows. */
  static final long LONGEST = 1L << 30;

  private final DoubleBuffer[] doubles;
  private final FloatBuffer[] floats;
  private final int shift; // log₂ of the rows in a segment
  private final String fingerprint;

  /** In what precision a file keeps its numbers. */
  public enum Storage {
    DOUBLE(Double.BYTES),
    FLOAT(Float.BYTES);

    private final int bytes;

    Storage(int bytes) {
      this.bytes = bytes;
    }

    /** Of a number. */
    public int bytes() {
      return bytes;
    }
  }

  private MappedRows(
      long count,
      int columns,
      DoubleBuffer[] doubles,
      FloatBuffer[] floats,
      int shift,
      @Nullable String fingerprint) {
    super(count, columns, floats.length > 0);
    this.doubles = doubles;
    this.floats = floats;
    this.shift = shift;
    this.fingerprint = fingerprint == null ? super.fingerprint() : fingerprint;
  }

  /**
   * The matrix that begins at a place of a file. The channel may be closed afterwards.
   *
   * @param at the byte where the first row begins
   * @param fingerprint that of the matrix if it is known, so that not all of it need be read
   * @throws IOException if the file is too short or cannot be mapped
   */
  public static MappedRows of(
      FileChannel file,
      long at,
      long count,
      int columns,
      Storage storage,
      @Nullable String fingerprint)
      throws IOException {
    return of(file, at, count, columns, storage, fingerprint, LONGEST);
  }

  static MappedRows of(
      FileChannel file,
      long at,
      long count,
      int columns,
      Storage storage,
      @Nullable String fingerprint,
      long longest)
      throws IOException {
    long width = (long) columns * storage.bytes();
    if (count < 0 || columns < 1 || width > longest) {
      throw new IllegalArgumentException("cannot map %d x %d numbers".formatted(count, columns));
    }
    if (file.size() - at < Math.multiplyExact(count, width)) {
      throw new IOException("the file ends before its last row");
    }
    int shift = 63 - Long.numberOfLeadingZeros(longest / width);
    int segments = Math.toIntExact((count + (1L << shift) - 1) >> shift);
    boolean isSingle = storage == Storage.FLOAT;
    var doubles = new DoubleBuffer[isSingle ? 0 : segments];
    var floats = new FloatBuffer[isSingle ? segments : 0];
    for (int s = 0; s < segments; s++) {
      long first = (long) s << shift;
      long rows = Math.min(1L << shift, count - first);
      MappedByteBuffer bytes = file.map(MapMode.READ_ONLY, at + first * width, rows * width);
      bytes.order(ByteOrder.LITTLE_ENDIAN);
      if (isSingle) {
        floats[s] = bytes.asFloatBuffer();
      } else {
        doubles[s] = bytes.asDoubleBuffer();
      }
    }
    return new MappedRows(count, columns, doubles, floats, shift, fingerprint);
  }

  @Override
  void fetch(long i, Fetched into) {
    int segment = (int) (i >>> shift);
    int at = (int) (i & ((1L << shift) - 1)) * columns();
    if (floats.length == 0) {
      doubles[segment].get(at, into.row, 0, columns());
    } else {
      floats[segment].get(at, into.narrow, 0, columns());
      Kernels.ELEMENTWISE.widen(into.narrow, 0, into.row, columns());
    }
  }

  @Override
  public String fingerprint() {
    return fingerprint;
  }
}
