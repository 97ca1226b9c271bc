package org.fogopt.apps.value;

import java.util.Arrays;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.fogopt.problem.Cotangent;

/** PF, the expected features of the next state: row s is the mean over the successors of s. */
final class FollowingFeatures {
  private FollowingFeatures() {}

  /** The product of P and F: dense if either is. */
  static RowMatrix of(RowMatrix p, RowMatrix f) {
    if (p instanceof SparseRows sparse && f instanceof SparseRows features) {
      return sparseProduct(sparse, features);
    }
    int d = f.columns();
    double[] all = new double[Math.multiplyExact(p.rows(), d)];
    for (int s = 0; s < p.rows(); s++) {
      if (p instanceof SparseRows sparse) {
        for (int k = sparse.start(s); k < sparse.start(s + 1); k++) {
          f.addTo(sparse.column(k), sparse.value(k), all, s * d);
        }
      } else if (p instanceof Rows dense) {
        for (int j = 0; j < dense.columns(); j++) {
          f.addTo(j, dense.get(s, j), all, s * d);
        }
      }
    }
    return Rows.of(p.rows(), d, all);
  }

  private static SparseRows sparseProduct(SparseRows p, SparseRows f) {
    int[] starts = new int[p.rows() + 1];
    int[] columns = new int[p.nonZeros()];
    double[] values = new double[p.nonZeros()];
    int size = 0;
    Cotangent row = new Cotangent(f.columns());
    for (int s = 0; s < p.rows(); s++) {
      row.clear();
      for (int k = p.start(s); k < p.start(s + 1); k++) {
        int j = p.column(k);
        for (int l = f.start(j); l < f.start(j + 1); l++) {
          row.add(f.column(l), p.value(k) * f.value(l));
        }
      }
      if (size + row.touched() > values.length) {
        int longer = Math.max(size + row.touched(), 2 * values.length);
        columns = Arrays.copyOf(columns, longer);
        values = Arrays.copyOf(values, longer);
      }
      for (int k = 0; k < row.touched(); k++) {
        columns[size] = row.index(k);
        values[size++] = row.get(row.index(k));
      }
      starts[s + 1] = size;
    }
    return SparseRows.of(
        p.rows(), f.columns(), starts, Arrays.copyOf(columns, size), Arrays.copyOf(values, size));
  }
}
