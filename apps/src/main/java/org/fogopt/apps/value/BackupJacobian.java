package org.fogopt.apps.value;

import java.util.Arrays;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.Rows;
import org.fogopt.linalg.SparseRows;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Jacobian;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/** [c₀I; P diag(c) F − (Pk)φ̄ᵀ + e 1φ̄ᵀ]. */
final class BackupJacobian implements Jacobian {
  private final BellmanResidual problem;
  private final int n;
  private final int d;
  private final RowMatrix transitions;
  private final double discount;
  private final double @Nullable [] centre;
  private double c0;
  private final double[] c;
  private final double[] k;
  private double e;
  private final Cotangent t; // Pᵀu, then diag(c)Pᵀu
  private @Nullable Cotangent change; // of the gradient of f, once asked for
  private boolean known; // whether isEven is up to date
  private boolean isEven; // whether all c_j are equal, and all k_j

  BackupJacobian(BellmanResidual problem) {
    this.problem = problem;
    n = problem.n;
    d = problem.d;
    transitions = problem.chain.transitions();
    discount = problem.discount;
    centre = problem.centre;
    c = new double[n];
    k = new double[n];
    t = new Cotangent(n);
  }

  @Override
  public void clear() {
    c0 = 0;
    e = 0;
    Arrays.fill(c, 0);
    Arrays.fill(k, 0);
    known = false;
  }

  @Override
  public void add(Batch batch, double[] x, double a) {
    double common = problem.commonSlope(x);
    for (long b = 0; b < batch.size(); b++) {
      int j = (int) batch.at(b);
      c[j] += a * n * discount * problem.slope(j, x);
      k[j] += a * n * discount * common;
    }
    e += a * batch.size() * discount * common;
    c0 += a * batch.size();
    known = false;
  }

  @Override
  public void addDifference(Batch batch, double[] x, double[] xp, double a) {
    if (problem.shape == Shape.LINEAR) {
      return;
    }
    double common = problem.commonSlope(x) - problem.commonSlope(xp);
    for (long b = 0; b < batch.size(); b++) {
      int j = (int) batch.at(b);
      c[j] += a * n * discount * (problem.slope(j, x) - problem.slope(j, xp));
      k[j] += a * n * discount * common;
    }
    e += a * batch.size() * discount * common;
    known = false;
  }

  @Override
  public void add(Jacobian other) {
    BackupJacobian o = (BackupJacobian) other;
    c0 += o.c0;
    e += o.e;
    Kernels.axpy(1, o.c, c);
    Kernels.axpy(1, o.k, k);
    known = false;
  }

  @Override
  public void scale(double factor) {
    c0 *= factor;
    e *= factor;
    Kernels.scale(factor, c);
    Kernels.scale(factor, k);
    known = false;
  }

  @Override
  public void state(State s) {
    c0 = s.value("c0", c0);
    e = s.value("e", e);
    s.array("c", c);
    s.array("k", k);
    known = false;
  }

  /** Row by row, at the cost of the dense matrix: only projections ask. */
  @Override
  public double norm() {
    double sum = c0 * c0 * d;
    Cotangent u = new Cotangent(d + n);
    double[] row = new double[d];
    for (int s = 0; s < n; s++) {
      u.clear();
      u.add(d + s, 1);
      Arrays.fill(row, 0);
      transposeTimes(u, 1, row);
      sum += Kernels.dot(row, row);
    }
    return Math.sqrt(sum);
  }

  /** With all of u non-zero and even weights, the rows of PF are summed chunk by chunk. */
  @Override
  public int parts(Cotangent u) {
    boolean isWhole = u.isDense() || u.touched() == u.size();
    return isWhole && n > problem.grain() && isEven() ? (int) ((n + chunk() - 1) / chunk()) : 1;
  }

  private long chunk() {
    return Oracle.chunkSize(n, problem.grain());
  }

  @Override
  public void transposeTimes(Cotangent u, int part, int parts, double a, double[] out) {
    if (parts == 1) {
      transposeTimes(u, a, out);
      return;
    }
    int end = (int) Math.min(n, (part + 1) * chunk());
    for (int s = (int) (part * chunk()); s < end; s++) {
      problem.next.addTo(s, a * c[0] * u.get(d + s), out);
    }
    if (part == 0) {
      problem.addHead(u, a * c0, out);
      double common = e * tailSum(u) - k[0] * weightedSum(u);
      if (centre != null && common != 0) {
        Kernels.axpy(a * common, centre, out);
      }
    }
  }

  @Override
  public void transposeTimes(Cotangent u, double a, double[] out) {
    problem.addHead(u, a * c0, out);
    double common = e == 0 ? 0 : e * tailSum(u);
    if (isEven()) {
      addRows(problem.next, u, a * c[0], out);
      common -= k[0] == 0 ? 0 : k[0] * weightedSum(u);
    } else {
      t.clear();
      addBack(u);
      common -= weigh();
      problem.addFeatures(t, a, out);
    }
    if (centre != null && common != 0) {
      Kernels.axpy(a * common, centre, out);
    }
  }

  /**
   * See {@link org.fogopt.problem.QuadraticChange}. Of z only the entries of the outer states are
   * looked at: after a full restart, a step does not take longer where there are more states.
   */
  void addChange(Batch inner, Batch outer, double[] x, double[] xp, double[] out) {
    double common = problem.commonDifference(x, xp);
    double a = n * discount / inner.size();
    t.clear();
    for (long b = 0; b < inner.size(); b++) {
      int j = (int) inner.at(b);
      t.add(j, a * (problem.difference(j, x, xp) - common));
    }
    double each = 2.0 * n / outer.size();
    Cotangent u = change == null ? new Cotangent(d + n) : change;
    change = u;
    u.clear();
    for (long b = 0; b < outer.size(); b++) {
      int i = (int) outer.at(b);
      double dz = discount * common + expected(i);
      double slope = each * (problem.difference(i, x, xp) - dz);
      problem.addPair(i, slope, slope, u);
    }
    transposeTimes(u, 1, out);
  }

  /** Σ_j P_ij t_j. */
  private double expected(int i) {
    double sum = 0;
    if (transitions instanceof SparseRows p) {
      int end = p.start(i + 1);
      for (int k = p.start(i); k < end; k++) {
        sum += p.value(k) * t.get(p.column(k));
      }
    } else {
      Rows p = (Rows) transitions;
      for (int k = 0; k < t.touched(); k++) {
        sum += p.get(i, t.index(k)) * t.get(t.index(k));
      }
    }
    return sum;
  }

  /** With even weights, row by row of PF. */
  @Override
  public int rowParts() {
    return n > problem.grain() && isEven() ? (int) ((n + chunk() - 1) / chunk()) : 1;
  }

  @Override
  public void times(double[] v, int part, int parts, double a, double[] out) {
    if (parts == 1) {
      times(v, a, out);
      return;
    }
    addEvenRows((int) (part * chunk()), (int) Math.min(n, (part + 1) * chunk()), v, a, out);
    if (part == 0) {
      Kernels.axpy(a * c0, v, 0, out, d);
    }
  }

  @Override
  public void times(double[] v, double a, double[] out) {
    Kernels.axpy(a * c0, v, 0, out, d);
    if (isEven()) {
      addEvenRows(0, n, v, a, out);
      return;
    }
    double common = centre == null ? 0 : Kernels.dot(centre, v);
    double[] along = new double[n]; // diag(c)Fv − kφ̄ᵀv
    for (int j = 0; j < n; j++) {
      along[j] = (c[j] == 0 ? 0 : c[j] * problem.features.dot(j, v)) - k[j] * common;
    }
    for (int s = 0; s < n; s++) {
      out[d + s] += a * (transitions.dot(s, along) + e * common);
    }
  }

  private void addEvenRows(int from, int to, double[] v, double a, double[] out) {
    double common = centre == null ? 0 : Kernels.dot(centre, v);
    for (int s = from; s < to; s++) {
      out[d + s] += a * (c[0] * problem.next.dot(s, v) + (e - k[0] * problem.sums[s]) * common);
    }
  }

  /** t ← diag(c)t; returns kᵀt. */
  private double weigh() {
    double sum = 0;
    if (t.isDense()) {
      double[] all = t.dense();
      for (int j = 0; j < n; j++) {
        sum += k[j] * all[j];
        all[j] *= c[j];
      }
    } else {
      for (int b = 0; b < t.touched(); b++) {
        int j = t.index(b);
        sum += k[j] * t.get(j);
        t.set(j, c[j] * t.get(j));
      }
    }
    return sum;
  }

  private boolean isEven() {
    if (!known) {
      known = true;
      isEven = true;
      for (int j = 1; j < n && isEven; j++) {
        isEven = c[j] == c[0] && k[j] == k[0];
      }
    }
    return isEven;
  }

  /** t += Pᵀ u's last n entries. */
  private void addBack(Cotangent u) {
    if (transitions instanceof SparseRows p && !u.isDense()) {
      for (int k = problem.firstBeyondHead(u); k < u.touched(); k++) {
        int s = u.index(k) - d;
        if (s >= 0) {
          for (int l = p.start(s); l < p.start(s + 1); l++) {
            t.add(p.column(l), u.get(d + s) * p.value(l));
          }
        }
      }
    } else {
      addRows(transitions, u, 1, t.dense());
    }
  }

  /** out += a Σ_s u_{d+s} row_s. */
  private void addRows(RowMatrix rows, Cotangent u, double a, double[] out) {
    if (u.isDense()) {
      for (int s = 0; s < n; s++) {
        rows.addTo(s, a * u.get(d + s), out);
      }
    } else {
      for (int k = problem.firstBeyondHead(u); k < u.touched(); k++) {
        int s = u.index(k) - d;
        if (s >= 0) {
          rows.addTo(s, a * u.get(d + s), out);
        }
      }
    }
  }

  /** The sum of u's last n entries, each times the sum of its row of P. */
  private double weightedSum(Cotangent u) {
    double sum = 0;
    if (u.isDense()) {
      for (int s = 0; s < n; s++) {
        sum += problem.sums[s] * u.get(d + s);
      }
    } else {
      for (int k = problem.firstBeyondHead(u); k < u.touched(); k++) {
        int r = u.index(k);
        sum += r >= d ? problem.sums[r - d] * u.get(r) : 0;
      }
    }
    return sum;
  }

  /** The sum of u's last n entries. */
  private double tailSum(Cotangent u) {
    double sum = 0;
    if (u.isDense()) {
      for (int s = 0; s < n; s++) {
        sum += u.get(d + s);
      }
    } else {
      for (int k = problem.firstBeyondHead(u); k < u.touched(); k++) {
        int r = u.index(k);
        sum += r >= d ? u.get(r) : 0;
      }
    }
    return sum;
  }
}
