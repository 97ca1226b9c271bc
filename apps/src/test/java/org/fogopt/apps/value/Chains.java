package org.fogopt.apps.value;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;

/** Chains and features of all kinds, and the book's formulas for them: loops, and no structure. */
final class Chains {
  private Chains() {}

  static List<String> names(int n) {
    return IntStream.range(0, n).mapToObj(s -> "s" + s).toList();
  }

  static RewardChain dense(int n, long seed) {
    return new RandomMdp(n, 1, 0, seed).chain();
  }

  /** Each state goes to at most {@code to} others, with rewards of either sign. */
  static RewardChain sparse(int n, int to, long seed) {
    Random random = new Random(seed);
    int[] starts = new int[n + 1];
    int[] columns = new int[n * to];
    double[] p = new double[n * to];
    double[] r = new double[n * to];
    int size = 0;
    for (int s = 0; s < n; s++) {
      int[] next = random.ints(0, n).distinct().limit(Math.min(n, to)).toArray();
      double[] shares = random.doubles(next.length, 0.1, 1).toArray();
      double sum = Arrays.stream(shares).sum();
      for (int k = 0; k < next.length; k++) {
        columns[size] = next[k];
        r[size] = random.nextGaussian();
        p[size++] = shares[k] / sum;
      }
      starts[s + 1] = size;
    }
    columns = Arrays.copyOf(columns, size);
    return new RewardChain(
        names(n),
        SparseRows.of(n, n, starts, columns, Arrays.copyOf(p, size)),
        SparseRows.of(n, n, starts, columns, Arrays.copyOf(r, size)),
        "sparse");
  }

  static Rows features(int n, int d, long seed) {
    return Rows.of(n, d, new Random(seed).doubles((long) n * d).toArray());
  }

  static double[] point(int d, long seed) {
    return new Random(seed).doubles(d, -1, 1).toArray();
  }

  static double[][] array(RowMatrix matrix) {
    double[][] a = new double[matrix.rows()][matrix.columns()];
    for (int i = 0; i < a.length; i++) {
      matrix.addTo(i, 1, a[i]);
    }
    return a;
  }

  /** b_s = Σ_j P_sj R_sj. */
  static double[] rewards(RewardChain chain) {
    double[][] p = array(chain.transitions());
    double[][] r = array(chain.rewards());
    double[] b = new double[p.length];
    for (int s = 0; s < b.length; s++) {
      for (int j = 0; j < b.length; j++) {
        b[s] += p[s][j] * r[s][j];
      }
    }
    return b;
  }

  /** A = (I − γP)F. */
  static double[][] bellman(RewardChain chain, double[][] f, double discount) {
    double[][] p = array(chain.transitions());
    double[][] a = new double[f.length][f[0].length];
    for (int s = 0; s < a.length; s++) {
      for (int k = 0; k < a[s].length; k++) {
        a[s][k] = f[s][k];
        for (int j = 0; j < a.length; j++) {
          a[s][k] -= discount * p[s][j] * f[j][k];
        }
      }
    }
    return a;
  }
}
