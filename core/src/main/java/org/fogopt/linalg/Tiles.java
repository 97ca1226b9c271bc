package org.fogopt.linalg;

/**
 * The micro-kernel of the matrix products: one tile of the result, which stays in registers while
 * the operands stream by. Every entry of a tile is a chain of fused multiply-adds in order of k
 * that starts from the entry's old value. So its bits depend neither on the implementation nor on
 * how the matrix is cut into tiles and the sum into blocks.
 */
interface Tiles {
  /** Rows of a tile; divides {@link #WIDTH}. */
  int HEIGHT = 4;

  /** Columns of a tile. 4 × 8 are eight accumulators; more spill where there are 16 registers. */
  int WIDTH = 8;

  /** c[co + i·ldc + j] += Σ a[ao + k·WIDTH + i]·b[bo + k·WIDTH + j] for k in [0, depth). */
  void multiply(int depth, double[] a, int ao, double[] b, int bo, double[] c, int co, int ldc);

  /**
   * Copies a panel of WIDTH columns of a row-major matrix, as it is and weighted: right[k·WIDTH +
   * j] = from[o + k·ld + j] and left[k·WIDTH + j] = weights[wo + k] times that, for k in [0, depth)
   * and j in [0, n). The columns from n on become 0.
   */
  void pack(
      int depth,
      int n,
      double[] from,
      int o,
      int ld,
      double[] weights,
      int wo,
      double[] left,
      double[] right,
      int to);
}
