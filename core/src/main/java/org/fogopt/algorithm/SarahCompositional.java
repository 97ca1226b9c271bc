package org.fogopt.algorithm;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.theory.Batches;
import org.jspecify.annotations.Nullable;

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
 * accounting.
 */
public final class SarahCompositional implements Algorithm {
  private final Parameters parameters;

  /** With everything chosen automatically. */
  public SarahCompositional() {
    this(Parameters.AUTOMATIC);
  }

  public SarahCompositional(Parameters parameters) {
    this.parameters = parameters;
  }

  /**
   * The inputs of Algorithm 1; null means: choose.
   *
   * @param eta η; if null it is adapted while running ({@link AdaptivePace})
   * @param q steps from restart to restart; if null (2m + n)/(S1 + S2 + S3), the theorem's, with a
   *     given η, and adapted with an adapted one
   * @param batches S1, S2, S3; if null 5, 5 (0 where g is affine), 20, at most a twentieth of m and
   *     n
   * @param restart S1L, S2L, S3L, as many as there are meaning all; if null all of both sums
   * @param shared whether one inner batch of S1 serves both y and G (S2 is then not used)
   * @param projection radius of a Frobenius ball that G is projected onto, or infinity for none.
   *     The proof assumes |G_t| ≤ M_g, which the recursion does not give; this does
   */
  public record Parameters(
      @Nullable Double eta,
      @Nullable Long q,
      @Nullable Batches batches,
      @Nullable Batches restart,
      boolean shared,
      double projection) {
    public static final Parameters AUTOMATIC =
        new Parameters(null, null, null, null, false, Double.POSITIVE_INFINITY);

    /** The default S1 = S2; larger gain nothing, measured on eight sets of returns. */
    static final long INNER_BATCH = 5;

    /** The default S3; outer gradients are the noisier part. */
    static final long OUTER_BATCH = 20;

    public Parameters {
      if (eta != null && !(eta > 0 && eta < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("the step size must be positive, not " + eta);
      }
      if (q != null && q < 1) {
        throw new IllegalArgumentException("the epoch length q must be at least 1, not " + q);
      }
      if (!(projection > 0)) {
        throw new IllegalArgumentException("the projection's radius must be positive");
      }
    }

    public Parameters withEta(double eta) {
      return new Parameters(eta, q, batches, restart, shared, projection);
    }

    public Parameters withEpoch(long q) {
      return new Parameters(eta, q, batches, restart, shared, projection);
    }

    public Parameters withBatches(long s1, long s2, long s3) {
      return new Parameters(eta, q, new Batches(s1, s2, s3), restart, shared, projection);
    }

    public Parameters withRestart(long s1, long s2, long s3) {
      return new Parameters(eta, q, batches, new Batches(s1, s2, s3), shared, projection);
    }

    public Parameters withSharedBatch() {
      return new Parameters(eta, q, batches, restart, true, projection);
    }

    public Parameters withProjection(double radius) {
      return new Parameters(eta, q, batches, restart, shared, radius);
    }

    private Batches batchesFor(Oracle oracle) {
      if (batches != null) {
        return batches;
      }
      long inner = Math.min(INNER_BATCH, twentieth(oracle.innerCount()));
      long outer = Math.min(OUTER_BATCH, twentieth(oracle.outerCount()));
      return new Batches(inner, oracle.affineInner() ? 0 : inner, outer);
    }

    private static long twentieth(long count) {
      return Math.max(1, count / 20);
    }

    private Batches restartFor(Oracle oracle) {
      if (restart != null) {
        return restart;
      }
      if (!oracle.finite()) {
        throw new IllegalArgumentException(
            "an endless problem cannot restart on all components: give S1L, S2L, S3L");
      }
      return new Batches(oracle.innerCount(), oracle.innerCount(), oracle.outerCount());
    }
  }

  @Override
  public String name() {
    return "sarah-c";
  }

  @Override
  public Iteration start(Oracle oracle, double[] x0) {
    return new Sarah(oracle, x0);
  }

  private final class Sarah implements Iteration {
    private final Oracle oracle;
    private final Batches s;
    private final Sampler s1;
    private final Sampler s2;
    private final Sampler s3;
    private final Sampler s1L;
    private final Sampler s2L;
    private final Sampler s3L;
    private final boolean exactInner; // restarts see every g_j
    private final boolean exact; // … and every f_i
    private final long restartCalls;
    private final long stepCalls;
    private final Pace pace;

    private long t;
    private double[] x; // x_t
    private double[] xPrev; // x_{t−1}
    private double[] next; // the proposal, x_{t+1}
    private final double[] y; // ≈ g(x_t)
    private final double[] yPrev;
    private final JacobianEstimate g; // ≈ ∂g(x_t)
    private final double[] f; // ≈ ∇Φ(x_t)
    private final double[] df; // F_t − F_{t−1}
    private final @Nullable Anchor anchor;

    private boolean restarted;
    private double objective = Double.NaN;
    private double gradientNorm = Double.NaN;
    private double moveNorm = Double.NaN;

    Sarah(Oracle oracle, double[] x0) {
      this.oracle = oracle;
      s = parameters.batchesFor(oracle);
      Batches large = parameters.restartFor(oracle);
      long m = oracle.innerCount();
      long n = oracle.outerCount();
      requireAtMost("S1", s.s1(), "m", m);
      requireAtMost("S2", s.s2(), "m", m);
      requireAtMost("S3", s.s3(), "n", n);
      requireAtMost("S1L", large.s1(), "m", m);
      requireAtMost("S2L", large.s2(), "m", m);
      requireAtMost("S3L", large.s3(), "n", n);
      s1 = oracle.draws().sampler(Stream.INNER_VALUE, m, s.s1());
      s2 = oracle.draws().sampler(Stream.INNER_JACOBIAN, m, s.s2());
      s3 = oracle.draws().sampler(Stream.OUTER, n, s.s3());
      s1L = oracle.draws().sampler(Stream.RESTART_VALUE, m, large.s1());
      s2L = oracle.draws().sampler(Stream.RESTART_JACOBIAN, m, large.s2());
      s3L = oracle.draws().sampler(Stream.RESTART_OUTER, n, large.s3());
      if (s.s2() == 0 && !oracle.affineInner() && !parameters.shared()) {
        throw new IllegalArgumentException(
            "S2 = 0 needs an affine g: the Jacobian of this one changes");
      }
      exactInner = large.s1() == m && large.s2() == m;
      exact = exactInner && large.s3() == n;
      restartCalls = large.sum();
      stepCalls = 2 * (parameters.shared() ? 2 * s.s1() + s.s3() : s.sum());
      pace = pace();

      x = x0.clone();
      xPrev = x0.clone();
      next = x0.clone();
      y = new double[oracle.innerDimension()];
      yPrev = new double[oracle.innerDimension()];
      g = oracle.newJacobian();
      f = new double[oracle.dimension()];
      df = new double[oracle.dimension()];
      anchor = pace.goesBack() ? new Anchor() : null;
    }

    private Pace pace() {
      Long q = parameters.q();
      if (parameters.eta() == null) {
        return new AdaptivePace(restartCalls, stepCalls, q == null ? 0 : q, exact);
      }
      long sum = stepCalls / 2;
      return new FixedPace(parameters.eta(), q != null ? q : (restartCalls + sum - 1) / sum);
    }

    @Override
    public void step() {
      restarted = pace.restartDue();
      boolean trusted = true;
      if (restarted) {
        restart();
        trusted = pace.restarted(objective, Kernels.norm(f), Kernels.norm(x));
        if (trusted && anchor != null) {
          anchor.keep();
        }
      } else {
        recur();
      }
      if (trusted) {
        propose();
        trusted = pace.accepts(moveNorm);
      }
      if (!trusted) {
        goBack();
        propose();
        pace.accepts(moveNorm);
      }
      gradientNorm = restarted && exact ? moveNorm : Double.NaN;
      t++;
    }

    private void restart() {
      if (exactInner) {
        oracle.valueAndJacobian(s1L.at(t), x, y, g);
      } else {
        oracle.value(s1L.at(t), x, y);
        oracle.jacobian(s2L.at(t), x, g);
      }
      Arrays.fill(f, 0);
      objective = oracle.addGradient(s3L.at(t), y, g, 1, f) + oracle.penalty().value(x);
    }

    private void recur() {
      Batch outer = s3.at(t);
      Arrays.fill(df, 0);
      if (oracle.affineInner()) { // G_t = G_{t−1}, so one look at each f_i serves both points
        System.arraycopy(y, 0, yPrev, 0, y.length);
        updateInner();
        oracle.addGradientDifference(outer, y, yPrev, g, df);
      } else { // the old pair is needed once: take it off before y and G change
        oracle.addGradient(outer, y, g, -1, df);
        updateInner();
        oracle.addGradient(outer, y, g, 1, df);
      }
      pace.recurred(along(), distance2(), Kernels.dot(df, df));
      Kernels.axpy(1, df, f);
      objective = Double.NaN;
    }

    private void updateInner() {
      if (parameters.shared()) {
        oracle.addValueAndJacobianDifference(s1.at(t), x, xPrev, y, g);
      } else {
        oracle.addValueDifference(s1.at(t), x, xPrev, y);
        oracle.addJacobianDifference(s2.at(t), x, xPrev, g);
      }
      if (parameters.projection() < Double.POSITIVE_INFINITY) {
        g.project(parameters.projection());
      }
    }

    private void propose() {
      double eta = pace.eta();
      for (int k = 0; k < x.length; k++) {
        next[k] = x[k] - eta * f[k];
      }
      if (oracle.penalty().isZero()) {
        moveNorm = Kernels.norm(f);
      } else {
        oracle.penalty().prox(next, eta);
        moveNorm = Math.sqrt(squaredDistance(next, x)) / eta;
      }
    }

    private void goBack() {
      if (anchor == null) {
        throw new IllegalStateException("this pace does not go back");
      }
      anchor.restore();
    }

    private double along() {
      return Kernels.dotDifference(df, 0, x, xPrev, x.length);
    }

    private double distance2() {
      return squaredDistance(x, xPrev);
    }

    @Override
    public void commit() {
      double[] oldest = xPrev;
      xPrev = x;
      x = next;
      next = oldest;
      objective = Double.NaN;
      gradientNorm = Double.NaN;
      restarted = false;
    }

    @Override
    public long nextCallsPaper() {
      return pace.restartDue() ? restartCalls : stepCalls;
    }

    @Override
    public double[] point() {
      return x;
    }

    @Override
    public boolean restarted() {
      return restarted;
    }

    @Override
    public double objective() {
      return exact ? objective : Double.NaN;
    }

    @Override
    public double gradientNorm() {
      return gradientNorm;
    }

    @Override
    public double estimateNorm() {
      return moveNorm;
    }

    @Override
    public double eta() {
      return pace.eta();
    }

    @Override
    public Map<String, Number> parameters() {
      Map<String, Number> all = new LinkedHashMap<>();
      all.put("eta", pace.eta());
      all.put("q", pace.epoch());
      all.put("S1", s.s1());
      all.put("S2", parameters.shared() ? s.s1() : s.s2());
      all.put("S3", s.s3());
      return all;
    }

    @Override
    public List<String> decisions() {
      return pace.decisions();
    }

    /** The state at the last good restart. */
    private final class Anchor {
      private final double[] x0 = new double[oracle.dimension()];
      private final double[] y0 = new double[oracle.innerDimension()];
      private final double[] f0 = new double[oracle.dimension()];
      private final JacobianEstimate g0 = oracle.newJacobian();
      private double objective0;

      void keep() {
        System.arraycopy(x, 0, x0, 0, x.length);
        System.arraycopy(y, 0, y0, 0, y.length);
        System.arraycopy(f, 0, f0, 0, f.length);
        g0.copyFrom(g);
        objective0 = objective;
      }

      void restore() {
        System.arraycopy(x0, 0, x, 0, x.length);
        System.arraycopy(y0, 0, y, 0, y.length);
        System.arraycopy(f0, 0, f, 0, f.length);
        g.copyFrom(g0);
        objective = objective0;
      }
    }
  }

  private static void requireAtMost(String name, long size, String total, long count) {
    if (size > count) {
      throw new IllegalArgumentException(
          "%s = %d is more than the %s = %d components there are"
              .formatted(name, size, total, count));
    }
  }

  private static double squaredDistance(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += (a[k] - b[k]) * (a[k] - b[k]);
    }
    return sum;
  }
}
