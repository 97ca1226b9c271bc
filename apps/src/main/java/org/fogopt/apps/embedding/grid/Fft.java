package org.fogopt.apps.embedding.grid;

import java.util.ArrayList;
import java.util.List;

/**
 * The discrete Fourier transform X_f = Σ_t x_t exp(−2πi f t/n) of many sequences at once, for n =
 * 2^a 3^b 5^c, by the self-sorting algorithm of Stockham with radices 4, 2, 3 and 5.
 *
 * <p>Entry t of sequence k is re[t][k] + i·im[t][k]: an entry of all sequences lies in one piece,
 * so that a butterfly is a loop over sequences, which the compiler vectorises. Any part of the
 * sequences can be transformed by itself, with the same bits.
 */
final class Fft {
  private static final double SIN_60 = Math.sqrt(3) / 2;
  private static final double COS_72 = StrictMath.cos(2 * StrictMath.PI / 5);
  private static final double SIN_72 = StrictMath.sin(2 * StrictMath.PI / 5);
  private static final double COS_144 = StrictMath.cos(4 * StrictMath.PI / 5);
  private static final double SIN_144 = StrictMath.sin(4 * StrictMath.PI / 5);

  private final int n;
  private final int[] radices;
  private final double[] cos; // of 2πt/n
  private final double[] sin;

  Fft(int n) {
    this.n = n;
    List<Integer> factors = new ArrayList<>();
    int rest = n;
    for (int radix : new int[] {5, 3, 4, 2}) {
      while (rest % radix == 0) {
        factors.add(radix);
        rest /= radix;
      }
    }
    if (n < 1 || rest != 1) {
      throw new IllegalArgumentException("the length must be 2^a 3^b 5^c, not " + n);
    }
    radices = factors.stream().mapToInt(Integer::intValue).toArray();
    cos = new double[n];
    sin = new double[n];
    for (int t = 0; t < n; t++) {
      cos[t] = StrictMath.cos(2 * StrictMath.PI * t / n);
      sin[t] = StrictMath.sin(2 * StrictMath.PI * t / n);
    }
  }

  /** The least 4·2^a 3^b 5^c that is not below the given number. */
  static int lengthFor(int least) {
    for (int m = Math.max(1, (least + 3) / 4); ; m++) {
      int rest = m;
      for (int prime : new int[] {2, 3, 5}) {
        while (rest % prime == 0) {
          rest /= prime;
        }
      }
      if (rest == 1) {
        return 4 * m;
      }
    }
  }

  /** n. */
  int length() {
    return n;
  }

  /**
   * Transforms the sequences [from, to). Exchanging re with im, on either side, gives the inverse
   * times n.
   */
  void transform(Block x, Block scratch, boolean isInverse, int from, int to) {
    Block in = x;
    Block out = scratch;
    int stride = 1;
    int rest = n;
    for (int radix : radices) {
      pass(radix, rest / radix, stride, in, out, isInverse, from, to);
      Block old = in;
      in = out;
      out = old;
      stride *= radix;
      rest /= radix;
    }
  }

  /** Where {@link #transform} leaves its result. */
  Block result(Block x, Block scratch) {
    return radices.length % 2 == 0 ? x : scratch;
  }

  private void pass(
      int radix, int m, int stride, Block in, Block out, boolean isInverse, int from, int to) {
    double[][] inRe = isInverse ? in.im : in.re;
    double[][] inIm = isInverse ? in.re : in.im;
    double[][] outRe = isInverse ? out.im : out.re;
    double[][] outIm = isInverse ? out.re : out.im;
    int step = n / (radix * m); // of the angles: exp(−2πi p/(radix·m))
    for (int p = 0; p < m; p++) {
      for (int q = 0; q < stride; q++) {
        int a = q + stride * p;
        int b = q + stride * radix * p;
        switch (radix) {
          case 2 -> two(inRe, inIm, a, stride * m, outRe, outIm, b, stride, step * p, from, to);
          case 3 -> three(inRe, inIm, a, stride * m, outRe, outIm, b, stride, step * p, from, to);
          case 4 -> four(inRe, inIm, a, stride * m, outRe, outIm, b, stride, step * p, from, to);
          default -> five(inRe, inIm, a, stride * m, outRe, outIm, b, stride, step * p, from, to);
        }
      }
    }
  }

  private void two(
      double[][] re,
      double[][] im,
      int a,
      int as,
      double[][] tr,
      double[][] ti,
      int b,
      int bs,
      int angle,
      int from,
      int to) {
    double c = cos[angle];
    double s = sin[angle];
    double[] r0 = re[a], r1 = re[a + as], i0 = im[a], i1 = im[a + as];
    double[] x0 = tr[b], x1 = tr[b + bs], y0 = ti[b], y1 = ti[b + bs];
    for (int k = from; k < to; k++) {
      double dr = r0[k] - r1[k];
      double di = i0[k] - i1[k];
      x0[k] = r0[k] + r1[k];
      y0[k] = i0[k] + i1[k];
      x1[k] = dr * c + di * s;
      y1[k] = di * c - dr * s;
    }
  }

  private void three(
      double[][] re,
      double[][] im,
      int a,
      int as,
      double[][] tr,
      double[][] ti,
      int b,
      int bs,
      int angle,
      int from,
      int to) {
    double c1 = cos[angle], s1 = sin[angle];
    double c2 = cos[2 * angle % n], s2 = sin[2 * angle % n];
    double[] r0 = re[a], r1 = re[a + as], r2 = re[a + 2 * as];
    double[] i0 = im[a], i1 = im[a + as], i2 = im[a + 2 * as];
    double[] x0 = tr[b], x1 = tr[b + bs], x2 = tr[b + 2 * bs];
    double[] y0 = ti[b], y1 = ti[b + bs], y2 = ti[b + 2 * bs];
    for (int k = from; k < to; k++) {
      double pr = r1[k] + r2[k];
      double pi = i1[k] + i2[k];
      double mr = r0[k] - 0.5 * pr;
      double mi = i0[k] - 0.5 * pi;
      double dr = SIN_60 * (i1[k] - i2[k]);
      double di = SIN_60 * (r2[k] - r1[k]);
      x0[k] = r0[k] + pr;
      y0[k] = i0[k] + pi;
      double ar = mr + dr, ai = mi + di, br = mr - dr, bi = mi - di;
      x1[k] = ar * c1 + ai * s1;
      y1[k] = ai * c1 - ar * s1;
      x2[k] = br * c2 + bi * s2;
      y2[k] = bi * c2 - br * s2;
    }
  }

  private void four(
      double[][] re,
      double[][] im,
      int a,
      int as,
      double[][] tr,
      double[][] ti,
      int b,
      int bs,
      int angle,
      int from,
      int to) {
    double c1 = cos[angle], s1 = sin[angle];
    double c2 = cos[2 * angle % n], s2 = sin[2 * angle % n];
    double c3 = cos[3 * angle % n], s3 = sin[3 * angle % n];
    double[] r0 = re[a], r1 = re[a + as], r2 = re[a + 2 * as], r3 = re[a + 3 * as];
    double[] i0 = im[a], i1 = im[a + as], i2 = im[a + 2 * as], i3 = im[a + 3 * as];
    double[] x0 = tr[b], x1 = tr[b + bs], x2 = tr[b + 2 * bs], x3 = tr[b + 3 * bs];
    double[] y0 = ti[b], y1 = ti[b + bs], y2 = ti[b + 2 * bs], y3 = ti[b + 3 * bs];
    for (int k = from; k < to; k++) {
      double pr = r0[k] + r2[k], pi = i0[k] + i2[k];
      double mr = r0[k] - r2[k], mi = i0[k] - i2[k];
      double qr = r1[k] + r3[k], qi = i1[k] + i3[k];
      double dr = i1[k] - i3[k], di = r3[k] - r1[k];
      x0[k] = pr + qr;
      y0[k] = pi + qi;
      double ar = mr + dr, ai = mi + di, br = pr - qr, bi = pi - qi, er = mr - dr, ei = mi - di;
      x1[k] = ar * c1 + ai * s1;
      y1[k] = ai * c1 - ar * s1;
      x2[k] = br * c2 + bi * s2;
      y2[k] = bi * c2 - br * s2;
      x3[k] = er * c3 + ei * s3;
      y3[k] = ei * c3 - er * s3;
    }
  }

  private void five(
      double[][] re,
      double[][] im,
      int a,
      int as,
      double[][] tr,
      double[][] ti,
      int b,
      int bs,
      int angle,
      int from,
      int to) {
    double c1 = cos[angle], s1 = sin[angle];
    double c2 = cos[2 * angle % n], s2 = sin[2 * angle % n];
    double c3 = cos[3 * angle % n], s3 = sin[3 * angle % n];
    double c4 = cos[4 * angle % n], s4 = sin[4 * angle % n];
    double[] r0 = re[a], r1 = re[a + as], r2 = re[a + 2 * as], r3 = re[a + 3 * as];
    double[] i0 = im[a], i1 = im[a + as], i2 = im[a + 2 * as], i3 = im[a + 3 * as];
    double[] r4 = re[a + 4 * as], i4 = im[a + 4 * as];
    double[] x0 = tr[b], x1 = tr[b + bs], x2 = tr[b + 2 * bs], x3 = tr[b + 3 * bs];
    double[] y0 = ti[b], y1 = ti[b + bs], y2 = ti[b + 2 * bs], y3 = ti[b + 3 * bs];
    double[] x4 = tr[b + 4 * bs], y4 = ti[b + 4 * bs];
    for (int k = from; k < to; k++) {
      double pr = r1[k] + r4[k], pi = i1[k] + i4[k], qr = r2[k] + r3[k], qi = i2[k] + i3[k];
      double mr = i1[k] - i4[k], mi = r4[k] - r1[k], nr = i2[k] - i3[k], ni = r3[k] - r2[k];
      double ur = r0[k] + COS_72 * pr + COS_144 * qr, ui = i0[k] + COS_72 * pi + COS_144 * qi;
      double vr = r0[k] + COS_144 * pr + COS_72 * qr, vi = i0[k] + COS_144 * pi + COS_72 * qi;
      double dr = SIN_72 * mr + SIN_144 * nr, di = SIN_72 * mi + SIN_144 * ni;
      double er = SIN_144 * mr - SIN_72 * nr, ei = SIN_144 * mi - SIN_72 * ni;
      x0[k] = r0[k] + pr + qr;
      y0[k] = i0[k] + pi + qi;
      double ar = ur + dr, ai = ui + di, br = vr + er, bi = vi + ei;
      x1[k] = ar * c1 + ai * s1;
      y1[k] = ai * c1 - ar * s1;
      x2[k] = br * c2 + bi * s2;
      y2[k] = bi * c2 - br * s2;
      ar = vr - er;
      ai = vi - ei;
      br = ur - dr;
      bi = ui - di;
      x3[k] = ar * c3 + ai * s3;
      y3[k] = ai * c3 - ar * s3;
      x4[k] = br * c4 + bi * s4;
      y4[k] = bi * c4 - br * s4;
    }
  }

  /** Sequences side by side: entry t of sequence k is re[t][k] + i·im[t][k]. */
  static final class Block {
    final double[][] re;
    final double[][] im;

    Block(int length, int sequences) {
      re = new double[length][sequences];
      im = new double[length][sequences];
    }
  }
}
