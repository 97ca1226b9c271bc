package org.fogopt.penalty;

/** A sum with Neumaier's correction, right to its last digits whatever cancels in it. */
final class Sum {
  private double sum;
  private double correction;
  private double absolute;

  Sum(double[] x) {
    for (double value : x) {
      add(value);
    }
  }

  Sum(double[] x, int[] members) {
    for (int k : members) {
      add(x[k]);
    }
  }

  /** Σ a_k x_k over entries with a_k ≠ 0. */
  Sum(double[] a, double[] x) {
    for (int k = 0; k < a.length; k++) {
      if (a[k] != 0) {
        double product = a[k] * x[k];
        correction += Math.fma(a[k], x[k], -product);
        add(product);
      }
    }
  }

  private void add(double value) {
    double next = sum + value;
    correction += Math.abs(sum) >= Math.abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
    absolute += Math.abs(value);
  }

  double value() {
    return sum + correction;
  }

  /** The sizes in it. */
  double absolute() {
    return absolute;
  }
}
