package org.fogopt.linalg;

/** The twin of {@link SimdElementwise} in plain Java: same operations, same bits. */
final class ScalarElementwise implements Elementwise {

  @Override
  public void widen(float[] a, int ao, double[] into, int n) {
    for (int k = 0; k < n; k++) {
      into[k] = a[ao + k];
    }
  }

  @Override
  public void axpy(double alpha, double[] a, int ao, double[] y, int yo, int n) {
    for (int k = 0; k < n; k++) {
      y[yo + k] += alpha * a[ao + k];
    }
  }

  @Override
  public void addDifference(double alpha, double[] a, double[] b, double[] y, int n) {
    for (int k = 0; k < n; k++) {
      y[k] += alpha * (a[k] - b[k]);
    }
  }

  @Override
  public void axpy2(double alpha, double[] a, int ao, double beta, double[] b, double[] y, int n) {
    for (int k = 0; k < n; k++) {
      y[k] = (y[k] + alpha * a[ao + k]) + beta * b[k];
    }
  }

  @Override
  public void axpy4(
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
      int n) {
    for (int k = 0; k < n; k++) {
      y[k] = (((y[k] + w0 * a[o0 + k]) + w1 * a[o1 + k]) + w2 * a[o2 + k]) + w3 * a[o3 + k];
    }
  }

  @Override
  public void drain(double[] a, double[] y, int n) {
    for (int k = 0; k < n; k++) {
      y[k] += a[k];
      a[k] = 0;
    }
  }

  @Override
  public void exp(double[] v, int n) {
    for (int k = 0; k < n; k++) {
      v[k] = exp(v[k]);
    }
  }

  @Override
  public void log(double[] v, int n) {
    for (int k = 0; k < n; k++) {
      v[k] = log(v[k]);
    }
  }

  static double exp(double x) {
    if (x < LEAST_EXPONENT) {
      return 0;
    }
    double shifted = x * LOG2_E + TO_WHOLE;
    double k = shifted - TO_WHOLE;
    double r = (x - k * LN2_HIGH) - k * LN2_LOW;
    double p = E13;
    p = p * r + E12;
    p = p * r + E11;
    p = p * r + E10;
    p = p * r + E9;
    p = p * r + E8;
    p = p * r + E7;
    p = p * r + E6;
    p = p * r + E5;
    p = p * r + E4;
    p = p * r + E3;
    p = p * r + E2;
    p = p * r + 1;
    p = p * r + 1;
    long power = Double.doubleToRawLongBits(shifted) << 52;
    return Double.longBitsToDouble(Double.doubleToRawLongBits(p) + power);
  }

  static double log(double x) {
    long bits = Double.doubleToRawLongBits(x);
    long power = (bits - ROOT_HALF) >> 52;
    double m = Double.longBitsToDouble(bits - (power << 52));
    double k = Double.longBitsToDouble(power + Double.doubleToRawLongBits(TO_WHOLE)) - TO_WHOLE;
    double s = (m - 1) / (m + 1);
    double z = s * s;
    double p = L21;
    p = p * z + L19;
    p = p * z + L17;
    p = p * z + L15;
    p = p * z + L13;
    p = p * z + L11;
    p = p * z + L9;
    p = p * z + L7;
    p = p * z + L5;
    p = p * z + L3;
    double logM = 2 * s + s * (z * p);
    return k * LN2_HIGH + (logM + k * LN2_LOW);
  }
}
