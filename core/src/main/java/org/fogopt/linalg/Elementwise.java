package org.fogopt.linalg;

/**
 * What is done to every entry of an array by itself. {@code Math.exp} and {@code Math.log} may
 * differ between machines in the last bit, and {@code StrictMath} is slow; these are sequences of
 * additions, multiplications and shifts, so every implementation returns the same bits.
 */
interface Elementwise {
  /** into[k] = a[ao+k] for k in [0, n). */
  void widen(float[] a, int ao, double[] into, int n);

  /** y[yo+k] += alpha·a[ao+k] for k in [0, n). */
  void axpy(double alpha, double[] a, int ao, double[] y, int yo, int n);

  /** y[k] += alpha·(a[k] − b[k]) for k in [0, n). */
  void addDifference(double alpha, double[] a, double[] b, double[] y, int n);

  /** y[k] += alpha·a[ao+k], then += beta·b[k], for k in [0, n). */
  void axpy2(double alpha, double[] a, int ao, double beta, double[] b, double[] y, int n);

  /** y[k] += w0·a[o0+k], then += w1·a[o1+k], and so on, for k in [0, n): four axpys in one pass. */
  void axpy4(
      double w0,
      double w1,
      double w2,
      double w3,
      double[] a,
      int o0,
      int o1,
      int o2,
      int o3,
      double[] y,
      int n);

  /** y[k] += a[k] and a[k] = 0 for k in [0, n). */
  void drain(double[] a, double[] y, int n);

  // exp: x = k log 2 + r with |r| ≤ (log 2)/2, and Taylor's series of e^r.
  double LOG2_E = 1.4426950408889634;
  double LN2_HIGH = 0x1.62e42fefa3800p-1; // 11 trailing zeros: k times it is exact
  double LN2_LOW = 0x1.ef35793c76730p-45;

  /** Added and taken off again, rounds to a whole number, which is left in the low bits. */
  double TO_WHOLE = 0x1.8p52;

  /** Below this, e^x is taken for 0: it is not a normal number any more. */
  double LEAST_EXPONENT = -708;

  double E13 = 1.0 / 6227020800L;
  double E12 = 1.0 / 479001600;
  double E11 = 1.0 / 39916800;
  double E10 = 1.0 / 3628800;
  double E9 = 1.0 / 362880;
  double E8 = 1.0 / 40320;
  double E7 = 1.0 / 5040;
  double E6 = 1.0 / 720;
  double E5 = 1.0 / 120;
  double E4 = 1.0 / 24;
  double E3 = 1.0 / 6;
  double E2 = 1.0 / 2;

  // log: x = 2^k m with m in [√½, √2), s = (m − 1)/(m + 1), log m = 2(s + s³/3 + s⁵/5 + …).
  long ROOT_HALF = 0x3fe6a09e667f3bcdL;
  double L21 = 2.0 / 21;
  double L19 = 2.0 / 19;
  double L17 = 2.0 / 17;
  double L15 = 2.0 / 15;
  double L13 = 2.0 / 13;
  double L11 = 2.0 / 11;
  double L9 = 2.0 / 9;
  double L7 = 2.0 / 7;
  double L5 = 2.0 / 5;
  double L3 = 2.0 / 3;

  /** v[k] = e^v[k] for k in [0, n); entries at most 700. */
  void exp(double[] v, int n);

  /** v[k] = log v[k] for k in [0, n); entries positive, finite and normal. */
  void log(double[] v, int n);
}
