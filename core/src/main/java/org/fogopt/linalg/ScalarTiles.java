package org.fogopt.linalg;

/** The twin of {@link SimdTiles} in plain Java: same chains of fused multiply-adds, same bits. */
final class ScalarTiles implements Tiles {

  @Override
  public void multiply(
      int depth, double[] a, int ao, double[] b, int bo, double[] c, int co, int ldc) {
    for (int i = 0; i < HEIGHT; i += 2) {
      for (int j = 0; j < WIDTH; j += 4) {
        part(depth, a, ao + i, b, bo + j, c, co + i * ldc + j, ldc);
      }
    }
  }

  /** 2 × 4 entries, which stay in registers. */
  private static void part(
      int depth, double[] a, int ao, double[] b, int bo, double[] c, int c0, int ldc) {
    int c1 = c0 + ldc;
    double s00 = c[c0], s01 = c[c0 + 1], s02 = c[c0 + 2], s03 = c[c0 + 3];
    double s10 = c[c1], s11 = c[c1 + 1], s12 = c[c1 + 2], s13 = c[c1 + 3];
    for (int k = 0; k < depth * WIDTH; k += WIDTH) {
      double a0 = a[ao + k];
      double a1 = a[ao + k + 1];
      double b0 = b[bo + k];
      s00 = Math.fma(a0, b0, s00);
      s10 = Math.fma(a1, b0, s10);
      double b1 = b[bo + k + 1];
      s01 = Math.fma(a0, b1, s01);
      s11 = Math.fma(a1, b1, s11);
      double b2 = b[bo + k + 2];
      s02 = Math.fma(a0, b2, s02);
      s12 = Math.fma(a1, b2, s12);
      double b3 = b[bo + k + 3];
      s03 = Math.fma(a0, b3, s03);
      s13 = Math.fma(a1, b3, s13);
    }
    c[c0] = s00;
    c[c0 + 1] = s01;
    c[c0 + 2] = s02;
    c[c0 + 3] = s03;
    c[c1] = s10;
    c[c1 + 1] = s11;
    c[c1 + 2] = s12;
    c[c1 + 3] = s13;
  }

  @Override
  public void pack(
      int depth,
      int n,
      double[] from,
      int o,
      int ld,
      double[] weights,
      int wo,
      double[] left,
      double[] right,
      int to) {
    for (int k = 0; k < depth; k++) {
      int p = o + k * ld;
      int q = to + k * WIDTH;
      double w = weights[wo + k];
      for (int j = 0; j < n; j++) {
        double v = from[p + j];
        right[q + j] = v;
        left[q + j] = w * v;
      }
      for (int j = n; j < WIDTH; j++) {
        right[q + j] = 0;
        left[q + j] = 0;
      }
    }
  }
}
