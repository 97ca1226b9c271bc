package org.fogopt.linalg;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Σ_k w_k v_k v_kᵀ, kept as its rows v_k: a symmetric matrix of many columns through its products.
 *
 * @param count how many rows there are
 * @param rows one after the other
 * @param weights of any sign
 */
public record WeightedRows(int count, double[] rows, double[] weights) implements Serializable {
  /** These arrays with every entry 0. */
  public WeightedRows cleared() {
    Arrays.fill(rows, 0);
    Arrays.fill(weights, 0);
    return this;
  }

  /** Moves the rows whose weight is not 0 to the front, in their order; how many they are. */
  public int gather() {
    int d = count == 0 ? 0 : rows.length / count;
    int kept = 0;
    for (int k = 0; k < count; k++) {
      if (weights[k] != 0) { // a NaN is kept
        if (kept < k) {
          weights[kept] = weights[k];
          System.arraycopy(rows, k * d, rows, kept * d, d);
        }
        kept++;
      }
    }
    return kept;
  }

  /** out += Σ_k w_k v_k (v_kᵀp). */
  public void addTimes(double[] p, double[] out) {
    int d = p.length;
    for (int k = 0; k < count; k++) {
      Kernels.axpy(weights[k] * Kernels.dot(rows, k * d, p, d), rows, k * d, out, d);
    }
  }

  @Override
  public String toString() {
    return "WeightedRows[%d rows, weights %s]".formatted(count, Shortened.of(weights));
  }
}
