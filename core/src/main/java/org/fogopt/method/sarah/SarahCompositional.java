package org.fogopt.method.sarah;

import static org.fogopt.method.sarah.SarahParameters.*;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.theory.Batches;

/**
 * SARAH-Compositional: Yuan, Lian, Liu, "Stochastic Recursive Variance Reduction for Efficient
 * Smooth Non-Convex Compositional Optimization", Algorithm 1, finite-sum and online.
 *
 * <pre>
 *   for t = 0, 1, …, T − 1
 *     if t mod q = 0                                                              (restart)
 *       y_t = mean of g_j(x_t) over S1L       (or over all j: finite-sum)
 *       G_t = mean of ∂g_j(x_t) over S2L      (or over all j)
 *       F_t = G_tᵀ mean of ∇f_i(y_t) over S3L (or over all i)
 *     else                                               (same draw at both points in each line)
 *       y_t = y_{t−1} + mean of g_j(x_t) − g_j(x_{t−1}) over S1
 *       G_t = G_{t−1} + mean of ∂g_j(x_t) − ∂g_j(x_{t−1}) over S2
 *       F_t = F_{t−1} + G_tᵀ mean of ∇f_i(y_t) − G_{t−1}ᵀ mean of ∇f_i(y_{t−1}) over S3
 *     x_{t+1} = prox_{ηh}(x_t − η F_t)
 * </pre>
 *
 * The paper proves h = 0. Calls: 2m + n a restart and 2(S1 + S2 + S3) a step in the paper's
 * accounting. Without η, {@link AdaptiveSarah} runs.
 */
public class SarahCompositional extends BaseIteration {
  final Batches s;
  final Sampler s1;
  final Sampler s2;
  final Sampler s3;
  final Sampler s1L;
  final Sampler s2L;
  final Sampler s3L;
  private final boolean shared = settings.is(SHARED);
  private final double projection = settings.value(PROJECTION, Double.POSITIVE_INFINITY);
  final double eps = settings.value(EPS, Double.POSITIVE_INFINITY);
  final boolean exactInner; // restarts see every g_j
  final boolean exact; // … and every f_i, and G is ∂g(x)
  private final boolean quadratic; // F's change follows from that of x alone: y waits for a restart
  final long restartCalls;
  final long stepCalls;
  private final double eta = settings.value(ETA, Double.NaN);
  private final long q;

  final double[] y = new double[oracle.innerDimension()]; // ≈ g(x_t)
  private final double[] yPrev = new double[oracle.innerDimension()];
  final JacobianEstimate g = oracle.newJacobian(); // ≈ ∂g(x_t)
  final double[] f = new double[oracle.dimension()]; // ≈ ∇Φ(x_t)
  final double[] df = new double[oracle.dimension()]; // F_t − F_{t−1}; zero between steps

  SarahCompositional(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    s = stepSizes(settings, oracle);
    Batches large = restartSizes(settings, oracle);
    s1 = oracle.draws().sampler(Stream.INNER_VALUE, m, s.s1());
    s2 = oracle.draws().sampler(Stream.INNER_JACOBIAN, m, s.s2());
    s3 = oracle.draws().sampler(Stream.OUTER, n, s.s3());
    s1L = oracle.draws().sampler(Stream.RESTART_VALUE, m, large.s1());
    s2L = oracle.draws().sampler(Stream.RESTART_JACOBIAN, m, large.s2());
    s3L = oracle.draws().sampler(Stream.RESTART_OUTER, n, large.s3());
    exactInner = large.s1() == m && large.s2() == m;
    exact = exactInner && large.s3() == n && projection == Double.POSITIVE_INFINITY;
    quadratic = !shared && oracle.changesAtOnce(s.s1(), s.s3());
    restartCalls = large.sum();
    stepCalls = 2 * (shared ? 2 * s.s1() + s.s3() : s.sum());
    q = settings.count(Q, (2 * restartCalls + stepCalls - 1) / stepCalls);
  }

  @Override
  protected void advance() {
    restarted = t % q == 0;
    if (restarted) {
      restart();
    } else if (oracle.affineInner()) {
      recur(f);
    } else {
      recur(df);
      Kernels.drain(df, f);
    }
    propose(f, eta);
    finish();
  }

  void restart() {
    if (exactInner) {
      oracle.valueAndJacobian(s1L.at(t), x, y, g);
    } else {
      oracle.value(s1L.at(t), x, y);
      oracle.jacobian(s2L.at(t), x, g);
    }
    project();
    Arrays.fill(f, 0);
    objective = oracle.addGradient(s3L.at(t), y, g, 1, f) + oracle.penalty().value(x);
  }

  /** y_t and G_t from y_{t−1} and G_{t−1}; adds F_t − F_{t−1} to {@code change}. */
  final void recur(double[] change) {
    Batch outer = s3.at(t);
    if (quadratic) {
      oracle.addChange(s1.at(t), outer, x, xPrev, g, change);
      updateJacobian();
    } else if (oracle.affineInner()) { // G_t = G_{t−1}: one evaluation of each f_i for both points
      copy(y, yPrev);
      updateInner();
      oracle.addGradientDifference(outer, y, yPrev, g, change);
    } else { // the old pair is needed once: take it off before y and G change
      oracle.addGradient(outer, y, g, -1, change);
      updateInner();
      oracle.addGradient(outer, y, g, 1, change);
    }
  }

  private void updateInner() {
    if (shared) {
      oracle.addValueAndJacobianDifference(s1.at(t), x, xPrev, y, g);
    } else {
      oracle.addValueDifference(s1.at(t), x, xPrev, y);
      updateJacobian();
    }
    project();
  }

  private void updateJacobian() {
    oracle.addJacobianDifference(oracle.affineInner() ? s2.any() : s2.at(t), x, xPrev, g);
  }

  private void project() {
    if (projection < Double.POSITIVE_INFINITY) {
      g.project(projection);
    }
  }

  /** The normalised step, and what is known of x_t. */
  final void finish() {
    if (eps < Double.POSITIVE_INFINITY) {
      shorten(eps);
    }
    if (exact && restarted) {
      gradientNorm = moveNorm;
    } else {
      objective = Double.NaN;
    }
  }

  @Override
  public long nextCallsPaper() {
    return t % q == 0 ? restartCalls : stepCalls;
  }

  @Override
  public boolean givesExactGradients() {
    return exact;
  }

  @Override
  public double eta() {
    return eta;
  }

  long epoch() {
    return q;
  }

  @Override
  public final Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("eta", eta());
    all.put("q", epoch());
    all.put("S1", s.s1());
    all.put("S2", shared ? s.s1() : s.s2());
    all.put("S3", s.s3());
    return all;
  }

  @Override
  protected void estimates(State state) {
    state.array("y", y);
    state.part("G", g);
    state.array("F", f);
  }
}
