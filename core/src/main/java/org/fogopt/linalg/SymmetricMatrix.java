package org.fogopt.linalg;

import java.util.Arrays;

/**
 * A symmetric matrix, held by its lower triangle: row-major, with a place for every entry, of which
 * those above the diagonal are never read and stay 0.
 *
 * <p>Not safe for use by several threads at once.
 */
public final class SymmetricMatrix {
  /** The largest size, also of a factor padded to whole tiles, whose square an array can hold. */
  static final int LARGEST = 46_336;

  /**
   * Rows summed in one go: a panel of WIDTH columns over so many rows, and the part of another that
   * a tile needs, fit into the first-level cache.
   */
  private static final int DEPTH = 256;

  /** Rows of the matrix whose panels stay in the second-level cache while the others stream by. */
  private static final int BLOCK = 16 * Tiles.WIDTH;

  private static final double[] EMPTY = {};

  private final Tiles tiles;
  private final int size;
  private final double[] h;

  // The rows of one block as panels of WIDTH columns, weighted and plain; made when first needed.
  private double[] left = EMPTY;
  private double[] right = EMPTY;

  /** The zero matrix. */
  public SymmetricMatrix(int size) {
    this(size, Kernels.TILES);
  }

  SymmetricMatrix(int size, Tiles tiles) {
    if (size < 0 || size > LARGEST) {
      throw new IllegalArgumentException("size must be in [0, " + LARGEST + "], not " + size);
    }
    this.size = size;
    this.tiles = tiles;
    h = new double[size * size];
  }

  public int size() {
    return size;
  }

  /** Sets every entry to 0. */
  public void clear() {
    Arrays.fill(h, 0);
  }

  /** The entry at (i, j), which is the one at (j, i). */
  public double get(int i, int j) {
    return h[index(i, j)];
  }

  /** Adds v to the entry at (i, j), which is the one at (j, i). */
  public void add(int i, int j, double v) {
    h[index(i, j)] += v;
  }

  private int index(int i, int j) {
    if (i < 0 || j < 0 || i >= size || j >= size) {
      throw new IndexOutOfBoundsException("(" + i + ", " + j + ") of a matrix of size " + size);
    }
    return Math.max(i, j) * size + Math.min(i, j);
  }

  /** Adds a diagonal matrix. */
  public void addDiagonal(double[] diagonal) {
    checkLength(diagonal, size);
    for (int i = 0; i < size; i++) {
      h[i * size + i] += diagonal[i];
    }
  }

  /** Adds c times the identity. */
  public void addDiagonal(double c) {
    for (int i = 0; i < size; i++) {
      h[i * size + i] += c;
    }
  }

  /** Adds a times the other matrix. */
  public void add(double a, SymmetricMatrix other) {
    checkSize(other);
    Kernels.axpy(a, other.h, h);
  }

  /** Multiplies every entry by a. */
  public void scale(double a) {
    Kernels.scale(a, h);
  }

  /** H ← diag(s)·H·diag(s). */
  public void scale(double[] s) {
    checkLength(s, size);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j <= i; j++) {
        h[i * size + j] *= s[i] * s[j];
      }
    }
  }

  /** Becomes equal to the other matrix. */
  public void copyFrom(SymmetricMatrix other) {
    checkSize(other);
    System.arraycopy(other.h, 0, h, 0, h.length);
  }

  /** into ← the rows and columns {@code some}, in ascending order, of this matrix. */
  public void copyTo(SymmetricMatrix into, int[] some) {
    checkLength(into.h, (long) some.length * some.length);
    for (int i = 0; i < some.length; i++) {
      int row = some[i] * size;
      for (int j = 0; j <= i; j++) {
        into.h[i * some.length + j] = h[row + some[j]];
      }
    }
  }

  /** out = H·x; {@code out} must not be {@code x}. */
  public void times(double[] x, double[] out) {
    checkLength(x, size);
    checkLength(out, size);
    for (int i = 0; i < size; i++) {
      // One pass over row i serves as row and as column.
      out[i] = Kernels.dot(h, i * size, x, i + 1);
      Kernels.axpy(x[i], h, i * size, out, i);
    }
  }

  /** xᵀHx. */
  public double quadratic(double[] x) {
    checkLength(x, size);
    double sum = 0;
    for (int i = 0; i < size; i++) {
      int row = i * size;
      sum += x[i] * (2 * Kernels.dot(h, row, x, i) + h[row + i] * x[i]);
    }
    return sum;
  }

  /**
   * H += Σ weights[k]·r·rᵀ over k in [0, count), where r = rows[k·size .. (k+1)·size). Weights may
   * have any sign. Every entry is h = fma(weights[k]·r[i], r[j], h) for j ≤ i in order of k, so
   * many rows at once give the same bits as one after the other.
   */
  public void addRows(int count, double[] rows, double[] weights) {
    addRows(count, rows, weights, Parallel.SERIAL);
  }

  /** The same on several threads, with the same bits. */
  public void addRows(int count, double[] rows, double[] weights, Parallel parallel) {
    if (count < 0 || weights.length < count || rows.length < (long) count * size) {
      throw new IllegalArgumentException(
          count + " rows of " + size + " from " + rows.length + " and " + weights.length);
    }
    int panels = (size + Tiles.WIDTH - 1) / Tiles.WIDTH;
    int need = panels * Tiles.WIDTH * Math.min(count, DEPTH);
    if (left.length < need) {
      left = new double[need];
      right = new double[need];
    }
    for (int k = 0; k < count; k += DEPTH) {
      int first = k;
      int depth = Math.min(DEPTH, count - k);
      int blocks = (size + BLOCK - 1) / BLOCK;
      parallel.forEach(blocks, b -> pack(b * BLOCK, depth, first, rows, weights));
      parallel.forEach(blocks, b -> addBlock((blocks - 1 - b) * BLOCK, depth)); // long ones first
    }
  }

  private void pack(int from, int depth, int first, double[] rows, double[] weights) {
    for (int j = from; j < Math.min(from + BLOCK, size); j += Tiles.WIDTH) {
      int n = Math.min(Tiles.WIDTH, size - j);
      tiles.pack(depth, n, rows, first * size + j, size, weights, first, left, right, j * depth);
    }
  }

  private void addBlock(int top, int depth) {
    int bottom = Math.min(top + BLOCK, size);
    for (int j = 0; j < bottom; j += Tiles.WIDTH) {
      for (int i = Math.max(top, j); i < bottom; i += Tiles.HEIGHT) {
        int a = (i - i % Tiles.WIDTH) * depth + i % Tiles.WIDTH;
        if (j + Tiles.WIDTH <= i + 1 && i + Tiles.HEIGHT <= size) {
          tiles.multiply(depth, left, a, right, j * depth, h, i * size + j, size);
        } else {
          addEdge(depth, a, i, j);
        }
      }
    }
  }

  /** A tile that crosses the diagonal or the end of the matrix. */
  private void addEdge(int depth, int a, int i, int j) {
    double[] tile = new double[Tiles.HEIGHT * Tiles.WIDTH];
    int rows = Math.min(Tiles.HEIGHT, size - i);
    for (int r = 0; r < rows; r++) {
      int n = Math.min(Tiles.WIDTH, i + r + 1 - j);
      System.arraycopy(h, (i + r) * size + j, tile, r * Tiles.WIDTH, n);
    }
    tiles.multiply(depth, left, a, right, j * depth, tile, 0, Tiles.WIDTH);
    for (int r = 0; r < rows; r++) {
      int n = Math.min(Tiles.WIDTH, i + r + 1 - j);
      System.arraycopy(tile, r * Tiles.WIDTH, h, (i + r) * size + j, n);
    }
  }

  /** The lower triangle row by row: (0,0), (1,0), (1,1), (2,0) and so on; a copy. */
  public double[] packed() {
    double[] packed = new double[Math.toIntExact(packedLength())];
    int at = 0;
    for (int i = 0; i < size; i++) {
      System.arraycopy(h, i * size, packed, at, i + 1);
      at += i + 1;
    }
    return packed;
  }

  /** Takes over the lower triangle as {@link #packed} gives it. */
  public void setPacked(double[] packed) {
    checkLength(packed, packedLength());
    int at = 0;
    for (int i = 0; i < size; i++) {
      System.arraycopy(packed, at, h, i * size, i + 1);
      at += i + 1;
    }
  }

  /** to[o + j] = the entry at (i, j), for j in [0, i]. */
  void copyRow(int i, double[] to, int o) {
    System.arraycopy(h, i * size, to, o, i + 1);
  }

  private long packedLength() {
    return (long) size * (size + 1) / 2;
  }

  private void checkSize(SymmetricMatrix other) {
    if (other.size != size) {
      throw new IllegalArgumentException("size " + other.size + " instead of " + size);
    }
  }

  private static void checkLength(double[] a, long length) {
    if (a.length != length) {
      throw new IllegalArgumentException("length " + a.length + " instead of " + length);
    }
  }
}
