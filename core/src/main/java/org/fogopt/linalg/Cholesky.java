package org.fogopt.linalg;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The Cholesky factor L of a positive definite matrix A = LLᵀ, and the solutions of linear
 * equations it gives.
 *
 * <p>Every entry is computed as by the textbook's triple loop, with a fused multiply-add for every
 * term: l = fma(−L[i][k], L[j][k], l) in order of k, from l = A[i][j], then divided by L[j][j]. The
 * blocks and the threads only decide when, so they leave the bits alone.
 *
 * <p>Not safe for use by several threads at once; it hands out the work itself.
 */
public final class Cholesky {
  /**
   * A pivot is what is left of a diagonal entry after up to d squares have been taken off, each
   * rounded with an error of at most half an ulp of that entry. If no more than d times this is
   * left of it, relatively, the true pivot may as well be zero or negative. A bound relative to the
   * pivot's own diagonal entry, and not to the largest one, does not depend on the scales of the
   * variables.
   */
  static final double ROUNDING = Math.ulp(1.0);

  /** Columns factored before the rest of the matrix is updated: a multiple of a tile's width. */
  private static final int PANEL = 128;

  /** Rows and columns of the rest that make one task. */
  private static final int BLOCK = 128;

  /** Rows below the diagonal block that make one task. */
  private static final int STRIP = 32;

  private final Tiles tiles;
  private final int size;
  private final int padded; // to whole tiles, by an identity matrix
  private final double[] l;
  private final double[] diagonal; // before the factorisation

  // The columns of the present panel, negated and plain, laid out for Tiles.multiply.
  private final int width;
  private final double[] left;
  private final double[] right;
  private boolean factored;

  public Cholesky(int size) {
    this(size, Kernels.TILES);
  }

  Cholesky(int size, Tiles tiles) {
    if (size < 0 || size > SymmetricMatrix.LARGEST) {
      throw new IllegalArgumentException(
          "size must be in [0, " + SymmetricMatrix.LARGEST + "], not " + size);
    }
    this.tiles = tiles;
    this.size = size;
    padded = (size + Tiles.WIDTH - 1) / Tiles.WIDTH * Tiles.WIDTH;
    l = new double[padded * padded];
    diagonal = new double[padded];
    width = Math.min(PANEL, padded);
    left = new double[padded * width];
    right = new double[left.length];
  }

  /**
   * Factors h + diag(added) + shift·I; h stays as it is. Returns false if the matrix is not
   * positive definite beyond rounding or has entries that are not finite; there is no factor then.
   *
   * @param added what to add to the diagonal; null for nothing
   */
  public boolean factor(
      SymmetricMatrix h, double @Nullable [] added, double shift, Parallel parallel) {
    if (h.size() != size || (added != null && added.length != size)) {
      throw new IllegalArgumentException("a matrix or a diagonal not of size " + size);
    }
    factored = false;
    parallel.forEach(blocks(padded, BLOCK), t -> load(t * BLOCK, h, added, shift));
    for (int p = 0; p < padded; p += PANEL) {
      int first = p;
      int end = Math.min(p + PANEL, padded);
      if (!factorDiagonalBlock(first, end)) {
        return false;
      }
      int rest = padded - end;
      parallel.forEach(
          blocks(rest, STRIP),
          t -> {
            int top = end + t * STRIP;
            solveStrip(first, end, top, Math.min(top + STRIP, padded));
          });
      int blocks = blocks(rest, BLOCK);
      parallel.forEach(blocks * (blocks + 1) / 2, t -> updateBlock(end, end - first, t));
    }
    factored = true;
    return true;
  }

  private static int blocks(int n, int block) {
    return (n + block - 1) / block;
  }

  /** A block of rows of the matrix, the identity where there is none. */
  private void load(int top, SymmetricMatrix h, double @Nullable [] added, double shift) {
    for (int i = top; i < Math.min(top + BLOCK, padded); i++) {
      int row = i * padded;
      // Tiles on the diagonal reach beyond it; what is there is never used.
      Arrays.fill(l, i < size ? row + i + 1 : row, row + i - i % Tiles.WIDTH + Tiles.WIDTH, 0);
      if (i < size) {
        h.copyRow(i, l, row);
        l[row + i] += (added == null ? 0 : added[i]) + shift;
      } else {
        l[row + i] = 1;
      }
      diagonal[i] = l[row + i];
    }
  }

  /** Where row i and column k of the present panel are laid out for {@link Tiles#multiply}. */
  private int at(int i, int k) {
    return (i - i % Tiles.WIDTH) * width + k * Tiles.WIDTH + i % Tiles.WIDTH;
  }

  private boolean factorDiagonalBlock(int first, int end) {
    for (int q = first; q < end; q += Tiles.WIDTH) {
      update(first, q, q, end);
      if (!factorTile(q)) {
        return false;
      }
      for (int i = q + Tiles.WIDTH; i < end; i += Tiles.HEIGHT) {
        solveTile(first, q, i);
      }
    }
    return true;
  }

  private void solveStrip(int first, int end, int top, int bottom) {
    for (int q = first; q < end; q += Tiles.WIDTH) {
      update(first, q, top, bottom);
      for (int i = top; i < bottom; i += Tiles.HEIGHT) {
        solveTile(first, q, i);
      }
    }
  }

  /** Brings the terms of the panel's columns before q to the WIDTH columns from q on. */
  private void update(int first, int q, int top, int bottom) {
    for (int i = top; i < bottom; i += Tiles.HEIGHT) {
      tiles.multiply(q - first, left, at(i, 0), right, at(q, 0), l, i * padded + q, padded);
    }
  }

  /** Factors WIDTH rows and columns from q on, all terms of the columns before being there. */
  private boolean factorTile(int q) {
    for (int i = q; i < q + Tiles.WIDTH; i++) {
      int row = i * padded;
      for (int j = q; j <= i; j++) {
        int other = j * padded;
        double s = l[row + j];
        for (int k = q; k < j; k++) {
          s = Math.fma(-l[row + k], l[other + k], s);
        }
        if (j < i) {
          l[row + j] = s / l[other + j];
        } else if (s > size * ROUNDING * diagonal[i]) { // false for NaN
          l[row + i] = Math.sqrt(s);
        } else {
          return false;
        }
      }
    }
    return true;
  }

  /** The same for HEIGHT rows from i on, below the tile at q; and lays them out. */
  private void solveTile(int first, int q, int i) {
    int r0 = i * padded + q;
    int r1 = r0 + padded;
    int r2 = r1 + padded;
    int r3 = r2 + padded;
    int start = at(i, q - first);
    int to = start;
    for (int j = 0; j < Tiles.WIDTH; j++) {
      int other = (q + j) * padded + q;
      double s0 = l[r0 + j];
      double s1 = l[r1 + j];
      double s2 = l[r2 + j];
      double s3 = l[r3 + j];
      int x = start;
      for (int k = 0; k < j; k++) {
        double m = l[other + k];
        s0 = Math.fma(left[x], m, s0);
        s1 = Math.fma(left[x + 1], m, s1);
        s2 = Math.fma(left[x + 2], m, s2);
        s3 = Math.fma(left[x + 3], m, s3);
        x += Tiles.WIDTH;
      }
      double pivot = l[other + j];
      s0 /= pivot;
      s1 /= pivot;
      s2 /= pivot;
      s3 /= pivot;
      l[r0 + j] = s0;
      l[r1 + j] = s1;
      l[r2 + j] = s2;
      l[r3 + j] = s3;
      right[to] = s0;
      right[to + 1] = s1;
      right[to + 2] = s2;
      right[to + 3] = s3;
      left[to] = -s0;
      left[to + 1] = -s1;
      left[to + 2] = -s2;
      left[to + 3] = -s3;
      to += Tiles.WIDTH;
    }
  }

  /**
   * Brings the terms of {@code depth} columns to a block of the rest, which starts at (end, end).
   */
  private void updateBlock(int end, int depth, int task) {
    int down = (int) ((Math.sqrt(8.0 * task + 1) - 1) / 2); // blocks row by row, the triangle only
    int across = task - down * (down + 1) / 2;
    int top = end + down * BLOCK;
    int bottom = Math.min(top + BLOCK, padded);
    int from = end + across * BLOCK;
    int until = Math.min(from + BLOCK, padded);
    for (int j = from; j < until; j += Tiles.WIDTH) {
      for (int i = Math.max(top, j); i < bottom; i += Tiles.HEIGHT) {
        tiles.multiply(depth, left, at(i, 0), right, at(j, 0), l, i * padded + j, padded);
      }
    }
  }

  /** The entry of the factor at (i, j), for j ≤ i. */
  double get(int i, int j) {
    return l[i * padded + j];
  }

  /** b becomes L⁻¹b. */
  public void forward(double[] b) {
    check(b);
    for (int i = 0; i < size; i++) {
      int row = i * padded;
      b[i] = (b[i] - Kernels.dot(l, row, b, i)) / l[row + i];
    }
  }

  /** b becomes L⁻ᵀb. */
  public void backward(double[] b) {
    check(b);
    for (int i = size - 1; i >= 0; i--) {
      int row = i * padded;
      b[i] /= l[row + i];
      Kernels.axpy(-b[i], l, row, b, i);
    }
  }

  /** b becomes A⁻¹b. */
  public void solve(double[] b) {
    forward(b);
    backward(b);
  }

  private void check(double[] b) {
    if (!factored) {
      throw new IllegalStateException("there is no factor");
    }
    if (b.length != size) {
      throw new IllegalArgumentException("length " + b.length + " instead of " + size);
    }
  }
}
