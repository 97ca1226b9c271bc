package org.fogopt.apps.portfolio.risk;

import java.util.Arrays;
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
 * a·ρ(x) + cᵀx as a composition whose outer sum is over scenarios, for methods that look at some of
 * them at a time: with the expected returns r̄ known,
 *
 * <pre>
 *   g(x, e) = (x, e, r̄ᵀx),     f_t = a·T p_t·{@link ScenarioTerm φ_t}(r_tᵀx, r̄ᵀx, e) + cᵀx.
 * </pre>
 *
 * e are further unknowns over which φ is minimised, too. Each φ_t is convex, and its Hessian has
 * rank one.
 */
final class SampledRisk {
  private final Scenarios scenarios;
  private final RowMatrix rows;
  private final ScenarioTerm term;
  private final double a;
  private final double[] c;
  private final int n;
  private final int d;

  SampledRisk(Scenarios scenarios, ScenarioTerm term, double a, double[] c) {
    this.scenarios = scenarios;
    this.term = term;
    this.a = a;
    this.c = c;
    rows = scenarios.data();
    n = scenarios.assets();
    d = n + term.extras();
  }

  Problem problem(Penalty penalty) {
    return new Problem(
        "portfolio by its risk", new Mean(), new Terms(), penalty, null, new Bends());
  }

  private double weight(long t) {
    return a * scenarios.count() * scenarios.probabilities()[(int) t];
  }

  private Placement placed() {
    return rows.isOutOfCache() ? Placement.HERE.withPrefetch(this::prefetch) : Placement.HERE;
  }

  private double prefetch(Batch batch) {
    double sum = 0;
    for (long k = 0; k < batch.size(); k++) {
      sum += rows.prefetch(batch.at(k));
    }
    return sum;
  }

  /** g(x, e) = (x, e, r̄ᵀx), known at once. */
  private final class Mean implements Inner {
    @Override
    public int in() {
      return d;
    }

    @Override
    public int out() {
      return d + 1;
    }

    @Override
    public long count() {
      return 1;
    }

    @Override
    public boolean affine() {
      return true;
    }

    @Override
    public void add(Batch batch, double[] x, double factor, double[] y) {
      double times = factor * batch.size();
      Kernels.axpy(times, x, 0, y, d);
      y[d] += times * Kernels.dot(scenarios.means(), 0, x, n);
    }

    @Override
    public Jacobian newJacobian() {
      return new IdentityOverMean();
    }
  }

  /** s·[I; r̄ᵀ 0]. */
  private final class IdentityOverMean implements Jacobian {
    private double s;

    @Override
    public void clear() {
      s = 0;
    }

    @Override
    public void add(Batch batch, double[] x, double factor) {
      s += factor * batch.size();
    }

    @Override
    public void addDifference(Batch batch, double[] x, double[] xp, double factor) {} // g is affine

    @Override
    public void add(Jacobian other) {
      s += ((IdentityOverMean) other).s;
    }

    @Override
    public void scale(double factor) {
      s *= factor;
    }

    @Override
    public double norm() {
      double[] means = scenarios.means();
      return Math.abs(s) * Math.sqrt(d + Kernels.dot(means, means));
    }

    @Override
    public int rowParts() {
      return 1;
    }

    @Override
    public void times(double[] v, double factor, double[] out) {
      Kernels.axpy(factor * s, v, 0, out, d);
      out[d] += factor * s * Kernels.dot(scenarios.means(), 0, v, n);
    }

    @Override
    public void transposeTimes(Cotangent u, double factor, double[] out) {
      double[] values = u.dense();
      Kernels.axpy(factor * s, values, 0, out, d);
      Kernels.axpy(factor * s * values[d], scenarios.means(), 0, out, n);
    }

    @Override
    public void state(State state) {
      s = state.value("s", s);
    }
  }

  /** f_t. */
  private final class Terms implements Outer {
    @Override
    public long count() {
      return scenarios.count();
    }

    @Override
    public Placement placement() {
      return placed();
    }

    @Override
    public double value(Batch batch, double[] y) {
      double[] at = new double[ScenarioTerm.SIZE];
      double sum = batch.size() * Kernels.dot(c, 0, y, n);
      for (long k = 0; k < batch.size(); k++) {
        long t = batch.at(k);
        term.at((int) t, rows.dot(t, y), y[d], y, n, at);
        sum += weight(t) * at[ScenarioTerm.VALUE];
      }
      return sum;
    }

    @Override
    public double addGradient(Batch batch, double[] y, double factor, Cotangent u) {
      double sum = batch.size() * Kernels.dot(c, 0, y, n);
      Kernels.axpy(factor * batch.size(), c, 0, u.dense(), n);
      for (long k = 0; k < batch.size(); k++) {
        sum += addSlopes(batch.at(k), y, factor, u.dense());
      }
      return sum;
    }

    @Override
    public void addGradientDifference(
        Batch batch, double[] y, double[] yp, double factor, Cotangent u) {
      for (long k = 0; k < batch.size(); k++) { // the linear part is the same
        addSlopes(batch.at(k), y, factor, u.dense());
        addSlopes(batch.at(k), yp, -factor, u.dense());
      }
    }

    private double addSlopes(long t, double[] y, double factor, double[] into) {
      double[] at = new double[ScenarioTerm.SIZE];
      term.at((int) t, rows.dot(t, y), y[d], y, n, at);
      double times = factor * weight(t);
      rows.addTo(t, times * at[ScenarioTerm.SLOPES], into);
      into[d] += times * at[ScenarioTerm.SLOPES + 1];
      for (int k = n; k < d; k++) {
        into[k] += times * at[ScenarioTerm.SLOPES + 2 + k - n];
      }
      return weight(t) * at[ScenarioTerm.VALUE];
    }
  }

  /** ∇²f_t is one weighted row; g is affine. */
  private final class Bends implements Curvature {
    @Override
    public int outerRows() {
      return 1;
    }

    @Override
    public int innerRows() {
      return 0;
    }

    @Override
    public void outer(Batch batch, double[] y, Jacobian jacobian, double[] weights, double[] into) {
      double s = ((IdentityOverMean) jacobian).s;
      double[] at = new double[ScenarioTerm.SIZE];
      for (int k = 0; k < batch.size(); k++) {
        long t = batch.at(k);
        Arrays.fill(at, 0);
        term.at((int) t, rows.dot(t, y), y[d], y, n, at);
        weights[k] = weight(t) * at[ScenarioTerm.BEND];
        if (weights[k] == 0) {
          continue;
        }
        rows.addTo(t, s * at[ScenarioTerm.ALONG], into, k * d);
        Kernels.axpy(s * at[ScenarioTerm.ALONG + 1], scenarios.means(), 0, into, k * d, n);
        for (int j = n; j < d; j++) {
          into[k * d + j] = s * at[ScenarioTerm.ALONG + 2 + j - n];
        }
      }
    }

    @Override
    public void inner(Batch batch, double[] x, double[] u, double[] weights, double[] into) {
      throw new IllegalStateException("an affine map has no curvature");
    }
  }
}
