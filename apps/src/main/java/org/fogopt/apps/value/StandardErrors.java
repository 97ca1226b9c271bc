package org.fogopt.apps.value;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.decomposition.chol.CholeskyDecompositionInner_DDRM;
import org.ejml.dense.row.linsol.chol.LinearSolverChol_DDRM;
import org.fogopt.apps.value.BellmanResidual.Shape;
import org.fogopt.linalg.RowMatrix;
import org.fogopt.linalg.SparseRows;

/**
 * Standard errors of values that were estimated from a log of independent episodes.
 *
 * <p>The estimate solves AᵀA x = Aᵀb with A = F − γPF, and P and b are means over the visits of a
 * state. To first order, a transition from s to j with reward r moves x by (AᵀA)⁻¹ u,
 *
 * <pre>
 *   u = (δ a_s + γ ρ_s (φ_j − (PF)_s)) / N_s,   δ = r + γ φ_j·x − (b_s + γ (PF)_s·x),   ρ = Ax − b,
 * </pre>
 *
 * with N_s visits and a_s row s of A. Transitions of an episode depend on each other, so their u
 * are summed first: the covariance of x is (AᵀA)⁻¹ (Σ_e u_e u_eᵀ) (AᵀA)⁻¹ · E/(E−1) over E
 * episodes, the cluster-robust sandwich (Liang and Zeger 1986). The deviations of a state that a
 * single episode visited sum to 0 and say nothing: there is no standard error of what rests on it.
 */
public final class StandardErrors {
  /** More unknowns take a dense solve of many seconds. */
  private static final int MOST_UNKNOWNS = 1000;

  /** The digits of a standard error that rounding must leave. */
  private static final double DIGITS = 1e-3;

  private final BellmanResidual problem;
  private final Episodes log;
  private final double[] x;
  private final int d;

  private StandardErrors(BellmanResidual problem, Episodes log, double[] x) {
    this.problem = problem;
    this.log = log;
    this.x = x;
    d = problem.dimension();
  }

  /**
   * The standard error of the value of each state; NaN where the value rests on a single episode.
   *
   * @param problem with the chain of the log
   * @param x the minimiser
   * @throws ArithmeticException where there are none, saying why: for one episode, non-linear
   *     values, more than 1000 unknowns, or features that depend on each other
   */
  public static double[] of(BellmanResidual problem, Episodes log, double[] x) {
    if (log.count() < 2) {
      throw new ArithmeticException("the log is one episode");
    }
    if (problem.shape() != Shape.LINEAR) {
      throw new ArithmeticException("the values are not linear");
    }
    if (problem.dimension() > MOST_UNKNOWNS) {
      throw new ArithmeticException("there are more than %d unknowns".formatted(MOST_UNKNOWNS));
    }
    if (problem.isTabular()) { // without the level, which is redundant
      var own =
          BellmanResidual.of(
              problem.chain(), own(problem.chain()), problem.discount(), Shape.LINEAR);
      var errors = new StandardErrors(own, log, problem.of(x));
      boolean[] single = errors.isOfOneEpisode();
      errors.spread(single);
      return errors.errors(single);
    }
    var errors = new StandardErrors(problem, log, x);
    return errors.errors(errors.isOfOneEpisode());
  }

  private static RowMatrix own(RewardChain chain) {
    int n = chain.size();
    int[] starts = new int[n + 1];
    int[] columns = new int[n];
    int k = 0;
    for (int s = 0; s < n; s++) {
      if (!chain.isEnd(s)) {
        columns[k++] = s;
      }
      starts[s + 1] = k;
    }
    double[] ones = new double[k];
    Arrays.fill(ones, 1);
    return SparseRows.of(n, n, starts, Arrays.copyOf(columns, k), ones);
  }

  /** States with a feature that no state has which two episodes visited. */
  private boolean[] isOfOneEpisode() {
    int n = problem.chain().size();
    int[] first = new int[n];
    Arrays.fill(first, -1);
    double[] row = new double[d];
    boolean[] known = new boolean[d];
    for (int k = 0; k < log.from().length; k++) {
      int s = log.from()[k];
      if (first[s] < 0) {
        first[s] = log.episode()[k];
      } else if (first[s] < log.count() && first[s] != log.episode()[k]) {
        first[s] = log.count(); // known
        features(s, row);
        for (int j = 0; j < d; j++) {
          known[j] |= row[j] != 0;
        }
      }
    }
    boolean[] single = new boolean[n];
    for (int s = 0; s < n; s++) {
      features(s, row);
      for (int j = 0; j < d; j++) {
        single[s] |= row[j] != 0 && !known[j];
      }
    }
    return single;
  }

  /** Marks also what always leads to one of the marked states: their values are its own. */
  private void spread(boolean[] single) {
    int[] next = new int[single.length]; // 1 + the next state; -1 for several
    for (int k = 0; k < log.from().length; k++) {
      int s = log.from()[k];
      int to = log.to()[k] + 1;
      if (to != s + 1) {
        next[s] = next[s] == 0 || next[s] == to ? to : -1;
      }
    }
    for (boolean more = true; more; ) {
      more = false;
      for (int s = 0; s < next.length; s++) {
        if (!single[s] && next[s] > 0 && single[next[s] - 1]) {
          single[s] = true;
          more = true;
        }
      }
    }
  }

  private void features(int s, double[] row) {
    Arrays.fill(row, 0);
    problem.features.addTo(s, 1, row);
  }

  private double[] errors(boolean[] single) {
    var cholesky = new CholeskyDecompositionInner_DDRM(true);
    var solver = new LinearSolverChol_DDRM(cholesky);
    DMatrixRMaj normal = normal();
    if (!solver.setA(normal.copy()) || isLost(cholesky.getT(null), normal)) {
      throw new ArithmeticException("the features depend on each other");
    }
    DMatrixRMaj half = new DMatrixRMaj(d, d);
    DMatrixRMaj covariance = new DMatrixRMaj(d, d);
    solver.solve(scores(), half);
    CommonOps_DDRM.transpose(half);
    solver.solve(half, covariance);
    double[] errors = new double[problem.chain().size()];
    double[] feature = new double[d];
    for (int s = 0; s < errors.length; s++) {
      features(s, feature);
      double variance = single[s] ? Double.NaN : 0;
      for (int i = 0; i < d; i++) {
        for (int j = 0; j < d && feature[i] != 0; j++) {
          variance += feature[i] * covariance.data[i * d + j] * feature[j];
        }
      }
      errors[s] = Math.sqrt(Math.max(0, variance) * log.count() / (log.count() - 1.0));
    }
    return errors;
  }

  /**
   * Whether a pivot is what rounding left: its error is about d ulps of the diagonal entry that it
   * came from (Higham 2002, theorem 10.3).
   */
  private boolean isLost(DMatrixRMaj lower, DMatrixRMaj normal) {
    double rounding = d * Math.ulp(1.0);
    for (int k = 0; k < d; k++) {
      double pivot = lower.get(k, k);
      if (!(DIGITS * pivot * pivot > rounding * normal.get(k, k))) {
        return true;
      }
    }
    return false;
  }

  /** AᵀA, and 1 for an unknown that moves nothing. */
  private DMatrixRMaj normal() {
    DMatrixRMaj normal = new DMatrixRMaj(d, d);
    double[] row = new double[d];
    for (int s = 0; s < problem.chain().size(); s++) {
      Arrays.fill(row, 0);
      problem.addBellmanRow(s, row);
      addSquare(row, normal);
    }
    for (int k = 0; k < d; k++) {
      if (normal.data[k * d + k] == 0) {
        normal.data[k * d + k] = 1;
      }
    }
    return normal;
  }

  /** Σ_e u_e u_eᵀ. */
  private DMatrixRMaj scores() {
    double[] b = problem.chain().expectedRewards();
    double[] visits = new double[b.length];
    for (int s : log.from()) {
      visits[s]++;
    }
    DMatrixRMaj sum = new DMatrixRMaj(d, d);
    double[] u = new double[d];
    int[] order = byEpisode();
    for (int i = 0; i < order.length; i++) {
      int k = order[i];
      int s = log.from()[k];
      int next = log.to()[k];
      double expected = problem.next.dot(s, x);
      double gamma = problem.discount();
      double delta = log.rewards()[k] - b[s] + gamma * (problem.features.dot(next, x) - expected);
      double residual = problem.features.dot(s, x) - gamma * expected - b[s];
      double weight = 1 / visits[s];
      problem.features.addTo(s, weight * delta, u);
      problem.next.addTo(s, -gamma * weight * (delta + residual), u);
      problem.features.addTo(next, gamma * weight * residual, u);
      if (i + 1 == order.length || log.episode()[order[i + 1]] != log.episode()[k]) {
        addSquare(u, sum);
        Arrays.fill(u, 0);
      }
    }
    return sum;
  }

  private int[] byEpisode() {
    int[] starts = new int[log.count() + 1];
    for (int e : log.episode()) {
      starts[e + 1]++;
    }
    for (int e = 0; e < log.count(); e++) {
      starts[e + 1] += starts[e];
    }
    int[] order = new int[log.episode().length];
    for (int k = 0; k < order.length; k++) {
      order[starts[log.episode()[k]]++] = k;
    }
    return order;
  }

  private void addSquare(double[] u, DMatrixRMaj sum) {
    int[] at = new int[d];
    int count = 0;
    for (int k = 0; k < d; k++) {
      if (u[k] != 0) {
        at[count++] = k;
      }
    }
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < count; j++) {
        sum.data[at[i] * d + at[j]] += u[at[i]] * u[at[j]];
      }
    }
  }
}
