package org.fogopt.linalg;

/** The twin of {@link SimdFloats} in plain Java: same order of additions, same bits. */
final class ScalarFloats implements Floats {
  @Override
  public double dot(float[] a, int ao, double[] b, int n) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    double s8 = 0, s9 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0, s14 = 0, s15 = 0;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      s0 += a[p] * b[k];
      s1 += a[p + 1] * b[k + 1];
      s2 += a[p + 2] * b[k + 2];
      s3 += a[p + 3] * b[k + 3];
      s4 += a[p + 4] * b[k + 4];
      s5 += a[p + 5] * b[k + 5];
      s6 += a[p + 6] * b[k + 6];
      s7 += a[p + 7] * b[k + 7];
      s8 += a[p + 8] * b[k + 8];
      s9 += a[p + 9] * b[k + 9];
      s10 += a[p + 10] * b[k + 10];
      s11 += a[p + 11] * b[k + 11];
      s12 += a[p + 12] * b[k + 12];
      s13 += a[p + 13] * b[k + 13];
      s14 += a[p + 14] * b[k + 14];
      s15 += a[p + 15] * b[k + 15];
    }
    for (; k <= n - 4; k += 4) {
      int p = ao + k;
      s0 += a[p] * b[k];
      s1 += a[p + 1] * b[k + 1];
      s2 += a[p + 2] * b[k + 2];
      s3 += a[p + 3] * b[k + 3];
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += a[ao + k] * b[k];
    }
    double l0 = (s0 + s4) + (s8 + s12);
    double l1 = (s1 + s5) + (s9 + s13);
    double l2 = (s2 + s6) + (s10 + s14);
    double l3 = (s3 + s7) + (s11 + s15);
    return ((l0 + l1) + (l2 + l3)) + tail;
  }

  @Override
  public double dotDifference(float[] a, int ao, double[] b, double[] c, int n) {
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    double s8 = 0, s9 = 0, s10 = 0, s11 = 0, s12 = 0, s13 = 0, s14 = 0, s15 = 0;
    int k = 0;
    for (; k <= n - 16; k += 16) {
      int p = ao + k;
      s0 += a[p] * (b[k] - c[k]);
      s1 += a[p + 1] * (b[k + 1] - c[k + 1]);
      s2 += a[p + 2] * (b[k + 2] - c[k + 2]);
      s3 += a[p + 3] * (b[k + 3] - c[k + 3]);
      s4 += a[p + 4] * (b[k + 4] - c[k + 4]);
      s5 += a[p + 5] * (b[k + 5] - c[k + 5]);
      s6 += a[p + 6] * (b[k + 6] - c[k + 6]);
      s7 += a[p + 7] * (b[k + 7] - c[k + 7]);
      s8 += a[p + 8] * (b[k + 8] - c[k + 8]);
      s9 += a[p + 9] * (b[k + 9] - c[k + 9]);
      s10 += a[p + 10] * (b[k + 10] - c[k + 10]);
      s11 += a[p + 11] * (b[k + 11] - c[k + 11]);
      s12 += a[p + 12] * (b[k + 12] - c[k + 12]);
      s13 += a[p + 13] * (b[k + 13] - c[k + 13]);
      s14 += a[p + 14] * (b[k + 14] - c[k + 14]);
      s15 += a[p + 15] * (b[k + 15] - c[k + 15]);
    }
    for (; k <= n - 4; k += 4) {
      int p = ao + k;
      s0 += a[p] * (b[k] - c[k]);
      s1 += a[p + 1] * (b[k + 1] - c[k + 1]);
      s2 += a[p + 2] * (b[k + 2] - c[k + 2]);
      s3 += a[p + 3] * (b[k + 3] - c[k + 3]);
    }
    double tail = 0;
    for (; k < n; k++) {
      tail += a[ao + k] * (b[k] - c[k]);
    }
    double l0 = (s0 + s4) + (s8 + s12);
    double l1 = (s1 + s5) + (s9 + s13);
    double l2 = (s2 + s6) + (s10 + s14);
    double l3 = (s3 + s7) + (s11 + s15);
    return ((l0 + l1) + (l2 + l3)) + tail;
  }

  @Override
  public double addDotDifferences(
      double sum,
      float[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      int o4,
      double[] b,
      double[] c,
      int n) {
    double total = sum + dotDifference(a, o0, b, c, n);
    total += dotDifference(a, o1, b, c, n);
    total += dotDifference(a, o2, b, c, n);
    total += dotDifference(a, o3, b, c, n);
    return total + dotDifference(a, o4, b, c, n);
  }

  @Override
  public void axpy(double alpha, float[] a, int ao, double[] y, int yo, int n) {
    for (int k = 0; k < n; k++) {
      y[yo + k] += alpha * a[ao + k];
    }
  }

  @Override
  public void axpy2(double alpha, float[] a, int ao, double beta, double[] b, double[] y, int n) {
    for (int k = 0; k < n; k++) {
      y[k] = (y[k] + alpha * a[ao + k]) + beta * b[k];
    }
  }
}
