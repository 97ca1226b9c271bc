package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.problem.Penalty;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * A symmetric matrix P = A + ρI to measure by, as a model of the curvature: it is multiplied by,
 * solved for, and minimised with a gradient and a penalty. Kept whole, with its Cholesky factor, in
 * O(d²).
 */
abstract class Metric implements Stateful {
  /** Of the proximal map in this metric. */
  private static final int MODEL_STEPS = 2000;

  private static final double MODEL_ROUNDING = 1e-9;

  /** Multiplications by P after which its largest eigenvalue is known well enough. */
  private static final int POWERS = 20;

  final int d;
  final double[][] a; // lower triangle
  double rho;
  boolean isModel;
  private final Penalty h;
  private final double[][] l; // of P = LLᵀ
  private final double[] v;
  private final double[] z;
  private final double[] u;

  Metric(int d, Penalty h) {
    this.d = d;
    this.h = h;
    a = triangle(d);
    l = triangle(d);
    v = new double[d];
    z = new double[d];
    u = new double[d];
  }

  static double[][] triangle(int d) {
    double[][] rows = new double[d][];
    Arrays.setAll(rows, k -> new double[k + 1]);
    return rows;
  }

  /** into += weight · row rowᵀ. */
  static void addSquare(double weight, double[] row, double[][] into) {
    for (int i = 0; i < row.length; i++) {
      Kernels.axpy(weight * row[i], row, 0, into[i], i + 1);
    }
  }

  /** Whether P is positive definite, so that a model has a minimum. */
  final boolean isModel() {
    return isModel;
  }

  /** Adds to ρ. */
  final boolean stiffen(double more) {
    rho += more;
    isModel = factor();
    return isModel;
  }

  final double rho() {
    return rho;
  }

  /** Returns whether there is a factor, as P is positive definite. */
  final boolean factor() {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        l[i][j] = (a[i][j] - Kernels.dot(l[i], 0, l[j], j)) / l[j][j];
      }
      double pivot = a[i][i] + rho - Kernels.dot(l[i], 0, l[i], i);
      if (!(pivot > 0)) {
        return false;
      }
      l[i][i] = Math.sqrt(pivot);
    }
    return true;
  }

  /** v ← P⁻¹f. */
  final void solve(double[] f, double[] v) {
    for (int i = 0; i < d; i++) {
      v[i] = (f[i] - Kernels.dot(l[i], 0, v, i)) / l[i][i];
    }
    for (int i = d - 1; i >= 0; i--) {
      v[i] /= l[i][i];
      Kernels.axpy(-v[i], l[i], 0, v, i);
    }
  }

  /** next ← argmin_u fᵀ(u − x) + (u − x)ᵀP(u − x)/2 + h(u): x − P⁻¹f without a penalty. */
  final void minimum(double[] x, double[] f, double[] next) {
    if (h.isZero()) {
      solve(f, v);
      for (int k = 0; k < d; k++) {
        next[k] = x[k] - v[k];
      }
    } else {
      proximal(x, f, next);
    }
  }

  /** Accelerated proximal gradient on the model, as {@link AcceleratedGradient}. */
  private void proximal(double[] x, double[] f, double[] next) {
    double eta = 1 / bound();
    Walk.copy(x, u);
    Walk.copy(x, z);
    double s = 1;
    double first = 0;
    for (int k = 0; k < MODEL_STEPS; k++) {
      for (int i = 0; i < d; i++) {
        v[i] = z[i] - x[i];
      }
      times(v, next);
      for (int i = 0; i < d; i++) {
        next[i] = z[i] - eta * (f[i] + next[i]);
      }
      h.prox(next, eta);
      double move = Math.sqrt(Walk.squaredDistance(next, z));
      first = k == 0 ? move : first;
      if (move <= MODEL_ROUNDING * first) {
        return;
      }
      double uphill = 0;
      for (int i = 0; i < d; i++) {
        uphill += (z[i] - next[i]) * (next[i] - u[i]);
      }
      s = uphill > 0 ? 1 : s;
      double sNext = (1 + Math.sqrt(1 + 4 * s * s)) / 2;
      for (int i = 0; i < d; i++) {
        z[i] = next[i] + (s - 1) / sNext * (next[i] - u[i]);
        u[i] = next[i];
      }
      s = sNext;
    }
  }

  /** out ← Pv. */
  final void times(double[] v, double[] out) {
    for (int i = 0; i < d; i++) {
      out[i] = Kernels.dot(a[i], 0, v, i + 1) + rho * v[i];
      Kernels.axpy(v[i], a[i], 0, out, i);
    }
  }

  /**
   * A step size that suits mini-batches of this size: 1/(λ + tr(P)/batch), λ being the largest
   * eigenvalue. The second term is what the scatter of components that are about alike adds.
   *
   * @param f where to begin the search for λ
   */
  final double stepSize(double[] f, long batch) {
    double trace = 0;
    for (int k = 0; k < d; k++) {
      trace += a[k][k] + rho;
    }
    double largest = 0;
    Walk.copy(f, v);
    for (int k = 0; k < POWERS; k++) {
      double norm = Kernels.norm(v);
      times(v, z);
      largest = Kernels.norm(z) / norm;
      for (int i = 0; i < d; i++) {
        v[i] = z[i] / (largest * norm);
      }
    }
    return 1 / (largest + trace / batch);
  }

  /** At least the largest eigenvalue: the Frobenius norm of P. */
  final double bound() {
    double sum = 0;
    for (int i = 0; i < d; i++) {
      double diagonal = a[i][i] + rho;
      sum += diagonal * diagonal + 2 * Kernels.dot(a[i], 0, a[i], i);
    }
    return Math.sqrt(sum);
  }

  /** The factor follows from the rest. */
  @Override
  public void state(State s) {
    for (double[] each : a) {
      s.array("row", each);
    }
    rho = s.value("rho", rho);
    if (s.isReading()) {
      isModel = factor();
    }
  }
}
