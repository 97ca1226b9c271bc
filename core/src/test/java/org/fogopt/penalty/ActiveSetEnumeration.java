package org.fogopt.penalty;

import java.util.Arrays;
import org.fogopt.problem.Polyhedral;
import org.fogopt.problem.Polyhedral.Row;
import org.jspecify.annotations.Nullable;

/**
 * A small strictly convex program by trying everything: each entry at a bound, at its centre or
 * free, each row at a bound or not; the best feasible one of their solutions.
 */
final class ActiveSetEnumeration {
  private final RandomProgram program;
  private final Polyhedral set;
  private final int d;
  private final int m;
  private final int[] state;
  private double[] best = {};
  private double least = Double.POSITIVE_INFINITY;

  ActiveSetEnumeration(RandomProgram program) {
    this.program = program;
    set = program.set();
    d = program.c().length;
    m = set.rows().size();
    state = new int[d + m];
  }

  double[] best() {
    visit(0);
    return best;
  }

  private void visit(int j) {
    if (j == d + m) {
      solve();
      return;
    }
    for (int each = 0; each < (j < d ? 5 : 3); each++) {
      state[j] = each;
      visit(j + 1);
    }
  }

  /** The value at which an entry or a row is held; NaN for free. */
  private double held(int j) {
    if (j >= d) {
      Row row = set.rows().get(j - d);
      return state[j] == 0 ? Double.NaN : state[j] == 1 ? row.least() : row.most();
    }
    return switch (state[j]) {
      case 0 -> set.lower()[j];
      case 1 -> set.upper()[j];
      case 2 -> set.centres()[j];
      default -> Double.NaN;
    };
  }

  private void solve() {
    int n = d + d + m; // z, a multiplier for each entry, one for each row
    double[][] a = new double[n][n + 1];
    for (int k = 0; k < d; k++) {
      System.arraycopy(program.h()[k], 0, a[k], 0, d);
      double slope = state[k] == 3 ? -set.absoluteCosts()[k] : set.absoluteCosts()[k];
      a[k][n] = -program.c()[k] - (state[k] >= 3 ? slope : 0);
      a[k][d + k] = 1;
    }
    for (int i = 0; i < m; i++) {
      for (int k = 0; k < d; k++) {
        a[k][d + d + i] = set.rows().get(i).coefficients()[k];
      }
    }
    for (int j = 0; j < d + m; j++) {
      double value = held(j);
      if (Double.isInfinite(value)) {
        return;
      }
      if (Double.isNaN(value)) {
        a[d + j][d + j] = 1; // no multiplier
      } else if (j < d) {
        a[d + j][j] = 1;
        a[d + j][n] = value;
      } else {
        System.arraycopy(set.rows().get(j - d).coefficients(), 0, a[d + j], 0, d);
        a[d + j][n] = value;
      }
    }
    double[] z = eliminate(a);
    if (z != null && isFeasible(z) && program.objective(z) < least) {
      best = z;
      least = program.objective(z);
    }
  }

  private boolean isFeasible(double[] z) {
    for (int k = 0; k < d; k++) {
      if (z[k] < set.lower()[k] - 1e-9 || z[k] > set.upper()[k] + 1e-9) {
        return false;
      }
    }
    for (Row row : set.rows()) {
      double sum = 0;
      for (int k = 0; k < d; k++) {
        sum += row.coefficients()[k] * z[k];
      }
      if (sum < row.least() - 1e-9 || sum > row.most() + 1e-9) {
        return false;
      }
    }
    return true;
  }

  /** Gauss-Jordan with pivots by rows; null where the system is singular. */
  private double @Nullable [] eliminate(double[][] a) {
    int n = a.length;
    for (int k = 0; k < n; k++) {
      int pivot = k;
      for (int i = k + 1; i < n; i++) {
        pivot = Math.abs(a[i][k]) > Math.abs(a[pivot][k]) ? i : pivot;
      }
      if (Math.abs(a[pivot][k]) < 1e-9) {
        return null;
      }
      double[] row = a[pivot];
      a[pivot] = a[k];
      a[k] = row;
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 0 : a[i][k] / row[k];
        for (int j = k; j <= n && factor != 0; j++) {
          a[i][j] -= factor * row[j];
        }
      }
    }
    double[] z = new double[d];
    Arrays.setAll(z, k -> a[k][n] / a[k][k]);
    return z;
  }
}
