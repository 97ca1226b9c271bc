package org.fogopt.apps.portfolio;

import java.util.Arrays;
import java.util.function.Supplier;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Kernels;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Cotangent;
import org.fogopt.problem.Curvature;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Jacobian;
import org.fogopt.problem.Outer;
import org.fogopt.problem.Penalty;
import org.fogopt.problem.Placement;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;

/**
 * Minimise −mean + λ·variance of a portfolio's return over T periods and N assets, as a
 * composition:
 *
 * <pre>
 *   g_j(x) = [x; r_jᵀx]                        y = (w, s), in R^{N+1}
 *   f_i(y) = −r_iᵀw + λ (r_iᵀw − s)²
 * </pre>
 *
 * so that Φ(x) = −r̄ᵀx + λ xᵀCx with the mean r̄ and the covariance C (divided by T) of the
 * returns. ∂g_j = [I; r_jᵀ] does not depend on x, and is kept as its last row; nothing of size N ×
 * N is made.
 *
 * <p>Set-up of Huo, Gu, Liu, Huang (2018), which the SARAH-Compositional paper takes over with λ =
 * 1.
 *
 * <pre>{@code
 * Problem problem = new MeanVariance(returns, 1).problem();
 * }</pre>
 */
public final class MeanVariance {
  private final RowMatrix returns;
  private final double lambda;

  public MeanVariance(RowMatrix returns, double lambda) {
    if (!(lambda > 0) || Double.isInfinite(lambda)) {
      throw new IllegalArgumentException("the risk aversion must be positive, not " + lambda);
    }
    if (returns.count() < 2 || returns.columns() < 1) {
      throw new IllegalArgumentException(
          "returns need at least two periods and one asset, not %d x %d"
              .formatted(returns.count(), returns.columns()));
    }
    this.returns = returns;
    this.lambda = lambda;
  }

  /** Without constraints. */
  public Problem problem() {
    return problem(Penalty.NONE);
  }

  /** With constraints on the weights, or charges for them. */
  public Problem problem(Penalty penalty) {
    return new Problem(
        "mean-variance portfolio",
        new Holdings(),
        new Utility(),
        penalty,
        this::addChange,
        new Deviations());
  }

  public RowMatrix returns() {
    return returns;
  }

  public double riskAversion() {
    return lambda;
  }

  /** dy = (x − xp, ds) changes ∇f_i by 2λ (r_iᵀ(x − xp) − ds) · [r_i; −1]. */
  private void addChange(
      Batch inner, Batch outer, double[] x, double[] xp, Jacobian jacobian, double[] out) {
    IdentityOverRow g = (IdentityOverRow) jacobian;
    double ds = sumOfDifferences(inner, x, xp) / inner.size();
    double a = 1.0 / outer.size();
    double slopes = 0;
    long k = 0;
    for (; k <= outer.size() - 4; k += 4) {
      slopes = addSlopes(slopes, outer, k, x, xp, ds, a * g.c, out);
    }
    boolean inFours = k == outer.size();
    for (; k < outer.size(); k++) {
      long i = outer.at(k);
      double slope = 2 * lambda * (returns.dotDifference(i, x, xp) - ds);
      slopes += slope;
      if (k < outer.size() - 1) {
        returns.addTo(i, a * g.c * slope, out);
      } else {
        returns.addTo(i, a * g.c * slope, -a * slopes, g.row, out);
      }
    }
    if (inFours) {
      Kernels.axpy(-a * slopes, g.row, 0, out, g.row.length);
    }
  }

  /** Σ r_jᵀ(x − xp). */
  private double sumOfDifferences(Batch batch, double[] x, double[] xp) {
    double sum = 0;
    long k = 0;
    for (; k <= batch.size() - 5; k += 5) {
      sum =
          returns.addDotDifferences(
              sum,
              batch.at(k),
              batch.at(k + 1),
              batch.at(k + 2),
              batch.at(k + 3),
              batch.at(k + 4),
              x,
              xp);
    }
    for (; k < batch.size(); k++) {
      sum += returns.dotDifference(batch.at(k), x, xp);
    }
    return sum;
  }

  /** For the four components from the k-th on: see {@link RowMatrix#addSlopes}. */
  private double addSlopes(
      double slopes,
      Batch batch,
      long k,
      double[] w,
      double[] wp,
      double ds,
      double a,
      double[] into) {
    return returns.addSlopes(
        slopes,
        batch.at(k),
        batch.at(k + 1),
        batch.at(k + 2),
        batch.at(k + 3),
        w,
        wp,
        ds,
        2 * lambda,
        a,
        into);
  }

  private Placement placed(Supplier<String> fingerprint) {
    Placement here = Placement.HERE.withFingerprint(fingerprint);
    return returns.isOutOfCache() ? here.withPrefetch(this::prefetch) : here;
  }

  private double prefetch(Batch batch) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      sum += returns.prefetch(batch.at(k));
    }
    return sum;
  }

  /** g_j(x) = [x; r_jᵀx]. */
  private final class Holdings implements Inner {
    @Override
    public int in() {
      return returns.columns();
    }

    @Override
    public int out() {
      return returns.columns() + 1;
    }

    @Override
    public long count() {
      return returns.count();
    }

    @Override
    public Placement placement() {
      return placed(returns::fingerprint);
    }

    @Override
    public boolean affine() {
      return true;
    }

    @Override
    public void add(Batch batch, double[] x, double a, double[] y) {
      double sum = 0;
      for (long k = 0; k < batch.size(); k++) {
        sum += returns.dot(batch.at(k), x);
      }
      int n = returns.columns();
      Kernels.axpy(a * batch.size(), x, 0, y, n);
      y[n] += a * sum;
    }

    @Override
    public void addWithJacobian(
        Batch batch, double[] x, double a, double[] y, double b, Jacobian jacobian) {
      IdentityOverRow g = (IdentityOverRow) jacobian;
      double sum = 0;
      long k = 0;
      for (; returns.isAtHand() && k <= batch.size() - 4; k += 4) {
        long j0 = batch.at(k);
        long j1 = batch.at(k + 1);
        long j2 = batch.at(k + 2);
        long j3 = batch.at(k + 3);
        sum += returns.dot(j0, x);
        sum += returns.dot(j1, x);
        sum += returns.dot(j2, x);
        sum += returns.dot(j3, x);
        returns.addTo(j0, j1, j2, j3, b, b, b, b, g.row);
      }
      for (; k < batch.size(); k++) {
        long j = batch.at(k);
        sum += returns.dot(j, x);
        returns.addTo(j, b, g.row);
      }
      int n = returns.columns();
      Kernels.axpy(a * batch.size(), x, 0, y, n);
      y[n] += a * sum;
      g.c += b * batch.size();
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a, double[] y) {
      double sum = sumOfDifferences(batch, x, xp);
      int n = returns.columns();
      Kernels.addDifference(a * batch.size(), x, xp, y, n);
      y[n] += a * sum;
    }

    @Override
    public Jacobian newJacobian() {
      return new IdentityOverRow();
    }
  }

  /** [c·I; rowᵀ]. */
  private final class IdentityOverRow implements Jacobian {
    private double c;
    private final double[] row = new double[returns.columns()];

    @Override
    public void clear() {
      c = 0;
      Arrays.fill(row, 0);
    }

    @Override
    public void add(Batch batch, double[] x, double a) {
      long k = 0;
      for (; returns.isAtHand() && k <= batch.size() - 4; k += 4) {
        returns.addTo(
            batch.at(k), batch.at(k + 1), batch.at(k + 2), batch.at(k + 3), a, a, a, a, row);
      }
      for (; k < batch.size(); k++) {
        returns.addTo(batch.at(k), a, row);
      }
      c += a * batch.size();
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double a) {} // g is affine

    @Override
    public void add(Jacobian other) {
      IdentityOverRow o = (IdentityOverRow) other;
      c += o.c;
      Kernels.axpy(1, o.row, row);
    }

    @Override
    public void scale(double factor) {
      c *= factor;
      Kernels.scale(factor, row);
    }

    @Override
    public void state(State s) {
      c = s.value("c", c);
      s.array("row", row);
    }

    @Override
    public double norm() {
      return Math.sqrt(c * c * row.length + Kernels.dot(row, row));
    }

    @Override
    public int rowParts() {
      return 1;
    }

    @Override
    public void times(double[] v, double a, double[] out) {
      Kernels.axpy(a * c, v, 0, out, v.length);
      out[v.length] += a * Kernels.dot(row, v);
    }

    @Override
    public void transposeTimes(Cotangent u, double a, double[] out) {
      double[] values = u.dense();
      Kernels.axpy2(a * c, values, a * values[row.length], row, out, row.length);
    }
  }

  /** f_i(w, s) = −r_iᵀw + λ (r_iᵀw − s)². */
  private final class Utility implements Outer {
    @Override
    public long count() {
      return returns.count();
    }

    @Override
    public Placement placement() {
      return placed(() -> new Fingerprint("utility").add(lambda).toString());
    }

    @Override
    public double value(Batch batch, double[] y) {
      double s = y[returns.columns()];
      double sum = 0;
      for (long k = 0; k < batch.size(); k++) {
        double gain = returns.dot(batch.at(k), y);
        sum += utility(gain, s);
      }
      return sum;
    }

    /** What a period with that gain is worth; s is the mean gain. */
    private double utility(double gain, double s) {
      return lambda * (gain - s) * (gain - s) - gain;
    }

    @Override
    public double addGradient(Batch batch, double[] y, double a, Cotangent u) {
      double[] into = u.dense();
      int n = returns.columns();
      double s = y[n];
      double sum = 0;
      double slopes = 0;
      long k = 0;
      for (; returns.isAtHand() && k <= batch.size() - 4; k += 4) {
        long i0 = batch.at(k);
        long i1 = batch.at(k + 1);
        long i2 = batch.at(k + 2);
        long i3 = batch.at(k + 3);
        double gain0 = returns.dot(i0, y);
        double gain1 = returns.dot(i1, y);
        double gain2 = returns.dot(i2, y);
        double gain3 = returns.dot(i3, y);
        double slope0 = 2 * lambda * (gain0 - s);
        double slope1 = 2 * lambda * (gain1 - s);
        double slope2 = 2 * lambda * (gain2 - s);
        double slope3 = 2 * lambda * (gain3 - s);
        double a0 = a * (slope0 - 1);
        double a1 = a * (slope1 - 1);
        double a2 = a * (slope2 - 1);
        double a3 = a * (slope3 - 1);
        returns.addTo(i0, i1, i2, i3, a0, a1, a2, a3, into);
        slopes = (((slopes + slope0) + slope1) + slope2) + slope3;
        sum += utility(gain0, s);
        sum += utility(gain1, s);
        sum += utility(gain2, s);
        sum += utility(gain3, s);
      }
      for (; k < batch.size(); k++) {
        long i = batch.at(k);
        double gain = returns.dot(i, y);
        double slope = 2 * lambda * (gain - s);
        returns.addTo(i, a * (slope - 1), into);
        slopes += slope;
        sum += utility(gain, s);
      }
      into[n] -= a * slopes;
      return sum;
    }

    @Override
    public void addGradientDifference(Batch batch, double[] y, double[] yp, double a, Cotangent u) {
      double[] into = u.dense();
      int n = returns.columns();
      double ds = y[n] - yp[n];
      double slopes = 0;
      long k = 0;
      for (; k <= batch.size() - 4; k += 4) {
        slopes = addSlopes(slopes, batch, k, y, yp, ds, a, into);
      }
      for (; k < batch.size(); k++) {
        long i = batch.at(k);
        double slope = 2 * lambda * (returns.dotDifference(i, y, yp) - ds);
        returns.addTo(i, a * slope, into);
        slopes += slope;
      }
      into[n] -= a * slopes;
    }
  }

  /** ∇²f_i = 2λ [r_i; −1][r_i; −1]ᵀ, and g is affine. */
  private final class Deviations implements Curvature {
    @Override
    public int outerRows() {
      return 1;
    }

    @Override
    public int innerRows() {
      return 0;
    }

    @Override
    public void outer(Batch batch, double[] y, Jacobian jacobian, double[] weights, double[] rows) {
      IdentityOverRow g = (IdentityOverRow) jacobian;
      int n = returns.columns();
      for (int k = 0; k < batch.size(); k++) {
        weights[k] = 2 * lambda;
        Kernels.axpy(-1, g.row, 0, rows, k * n, n);
        returns.addTo(batch.at(k), g.c, rows, k * n);
      }
    }

    @Override
    public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] rows) {
      throw new IllegalStateException("an affine map has no curvature");
    }
  }
}
