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
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
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
 *
 * <p>Without a step size given, restarts after the first cost n where g is affine: all its values
 * follow from one of them and G, see {@link Oracle#follow}.
 *
 * <p>With nothing prescribed it begins with a {@link WarmUp}, and makes {@link Leaps} where they
 * pay, or {@link SecantLeaps} where there are too many unknowns for that. None of this is in the
 * paper.
 */
public final class SarahCompositional implements Algorithm {
  public static final Parameter ETA =
      Parameter.chosen("eta", "step size", "adapted while running", Parameter.Range.POSITIVE);
  public static final Parameter Q =
      Parameter.chosenCount(
          "q", "steps from restart to restart", "adapted; (2m+n)/(S1+S2+S3) with eta");
  public static final Parameter S1 =
      Parameter.chosenCount("S1", "samples of g in a step", "5, at most m/20");
  public static final Parameter S2 =
      Parameter.chosenCountOrNone(
          "S2", "samples of its Jacobian in a step", "as S1; 0 where g is affine");
  public static final Parameter S3 =
      Parameter.chosenCount("S3", "samples of the outer gradient in a step", "20, at most n/20");
  public static final Parameter S1L =
      Parameter.chosenCount("S1L", "samples of g at a restart", "all");
  public static final Parameter S2L =
      Parameter.chosenCount("S2L", "samples of its Jacobian at a restart", "all");
  public static final Parameter S3L =
      Parameter.chosenCount("S3L", "samples of the outer gradient at a restart", "all");
  public static final Parameter SHARED =
      Parameter.switched("shared", "one inner batch of S1 serves values and Jacobians", false);
  public static final Parameter PROJECTION =
      Parameter.chosen(
          "projection", "radius to project G onto (Frobenius)", "none", Parameter.Range.POSITIVE);
  public static final Parameter EPS =
      Parameter.chosen(
          "eps",
          "normalise: half a move at most, and none longer than eta eps",
          "no limit",
          Parameter.Range.POSITIVE);

  public static final Parameter MOMENTUM =
      Parameter.number(
          "momentum", "share of the last move to repeat", 0, Parameter.Range.BELOW_ONE);

  public static final Parameter LEAPS =
      Parameter.switched("leaps", "leap where that pays, unless eta or q is given", true);

  public static final Parameter SECANTS =
      Parameter.switched("secants", "leap by past gradients alone, as beyond 1000 unknowns", false);

  public static final Method METHOD =
      new Method(
          "sarah-c",
          "SARAH-Compositional",
          "Yuan, Lian, Liu 2019",
          "(m + n)/q + 2(S1 + S2 + S3)",
          "random; last in practice",
          List.of(
              ETA, Q, S1, S2, S3, S1L, S2L, S3L, SHARED, PROJECTION, EPS, MOMENTUM, LEAPS, SECANTS),
          (settings, oracle, x0) -> new SarahCompositional(settings).start(oracle, x0));

  /** The default S1 and S2; larger ones gain nothing, measured on eight sets of returns. */
  private static final long INNER_BATCH = 5;

  /** The default S3; outer gradients are the noisier part. */
  private static final long OUTER_BATCH = 20;

  private final Settings settings;

  /** With everything chosen automatically. */
  public SarahCompositional() {
    this(Settings.NONE);
  }

  public SarahCompositional(Settings settings) {
    this.settings = settings;
  }

  public SarahCompositional(Parameters parameters) {
    this(parameters.settings());
  }

  /** The inputs of Algorithm 1 by their names; what is not given is chosen. */
  public record Parameters(Settings settings) {
    public static final Parameters AUTOMATIC = new Parameters(Settings.NONE);

    /** η. */
    public Parameters withEta(double eta) {
      return with(ETA, eta);
    }

    /** q. */
    public Parameters withEpoch(long q) {
      return with(Q, q);
    }

    /** S1, S2, S3. */
    public Parameters withBatches(long s1, long s2, long s3) {
      return with(S1, s1).with(S2, s2).with(S3, s3);
    }

    /** S1L, S2L, S3L; as many as there are means all, each once. */
    public Parameters withRestart(long s1, long s2, long s3) {
      return with(S1L, s1).with(S2L, s2).with(S3L, s3);
    }

    /** One inner batch of S1 for both y and G; S2 is then not used. */
    public Parameters withSharedBatch() {
      return with(SHARED, 1.0);
    }

    /**
     * Projects G onto a Frobenius ball. The proof assumes |G_t| ≤ M_g, which the recursion does not
     * give; this does.
     */
    public Parameters withProjection(double radius) {
      return with(PROJECTION, radius);
    }

    /** No move longer than ηε: the normalised step of SPIDER. */
    public Parameters withNormalisedStep(double eps) {
      return with(EPS, eps);
    }

    /**
     * Adds this share of the last move to each, as Polyak's heavy ball does: for long valleys. It
     * is outside the paper, and outside its theory.
     */
    public Parameters withMomentum(double share) {
      return with(MOMENTUM, share);
    }

    /**
     * Leaps by past gradients alone, as beyond 1000 unknowns, rather than by sampled curvature: for
     * components that curve in many directions each. Not with momentum.
     */
    public Parameters withSecants() {
      return with(SECANTS, 1.0);
    }

    private Parameters with(Parameter parameter, long value) {
      return with(parameter, (double) value);
    }

    private Parameters with(Parameter parameter, double value) {
      return new Parameters(settings.with(parameter, value));
    }
  }

  /**
   * Whether a run with no parameters given has the minimum after its first restart, up to rounding:
   * where f is made of {@link org.fogopt.problem.Outer#squares() squares}, g is affine, and neither
   * the unknowns nor the components are too many for a matrix of their curvature.
   */
  public static boolean solvesAtOnce(Problem problem) {
    int d = problem.inner().in();
    long n = problem.outer().count();
    return problem.finite()
        && problem.outer().squares()
        && problem.inner().affine()
        && d <= Leaps.MOST_UNKNOWNS
        && n == Sketch.within(n, d);
  }

  private Batches batchesFor(Oracle oracle) {
    long inner = settings.count(S1, Math.min(INNER_BATCH, twentieth(oracle.innerCount())));
    long outer = settings.count(S3, Math.min(OUTER_BATCH, twentieth(oracle.outerCount())));
    return new Batches(inner, settings.count(S2, oracle.affineInner() ? 0 : inner), outer);
  }

  private static long twentieth(long count) {
    return Math.max(1, count / 20);
  }

  private Batches restartFor(Oracle oracle) {
    Batches sizes =
        new Batches(
            settings.count(S1L, oracle.innerCount()),
            settings.count(S2L, oracle.innerCount()),
            settings.count(S3L, oracle.outerCount()));
    if (Math.max(sizes.s1(), Math.max(sizes.s2(), sizes.s3())) == Inner.UNBOUNDED) {
      throw new IllegalArgumentException(
          "an endless problem cannot restart on all components: give S1L, S2L, S3L");
    }
    return sizes;
  }

  @Override
  public String name() {
    return "sarah-c";
  }

  @Override
  public String settings() {
    return settings.toString();
  }

  @Override
  public Iteration start(Oracle oracle, double[] x0) {
    return new Sarah(oracle, x0);
  }

  private final class Sarah extends Walk {
    private final Batches s;
    private final Sampler s1;
    private final Sampler s2;
    private final Sampler s3;
    private final Sampler s1L;
    private final Sampler s2L;
    private final Sampler s3L;
    private final boolean shared = settings.is(SHARED);
    private final @Nullable Double projection = settings.find(PROJECTION);
    private final @Nullable Double eps = settings.find(EPS);
    private final double momentum = settings.get(MOMENTUM);
    private final boolean exactInner; // restarts see every g_j
    private final boolean knowsInner; // after the first of them: all values follow from one and G
    private final boolean exact; // … and every f_i
    private final boolean quadratic; // y is needed at restarts only
    private final long restartCalls; // of the first
    private final long againCalls; // of those after it
    private final long stepCalls;
    private final Pace pace;

    private final double[] y; // ≈ g(x_t)
    private final double[] yPrev;
    private final JacobianEstimate g; // ≈ ∂g(x_t)
    private final double[] f; // ≈ ∇Φ(x_t)
    private final double[] df; // F_t − F_{t−1}; zero between steps
    private final @Nullable Anchor anchor;
    private final @Nullable Leaps leaps;
    private final @Nullable SecantLeaps secantLeaps;
    private final @Nullable WarmUp warmUp;

    Sarah(Oracle oracle, double[] x0) {
      super(SarahCompositional.this.settings, oracle, x0);
      s = batchesFor(oracle);
      Batches large = restartFor(oracle);
      long m = oracle.innerCount();
      long n = oracle.outerCount();
      settings.requireAtMost("m", m, S1, S2, S1L, S2L);
      settings.requireAtMost("n", n, S3, S3L);
      s1 = oracle.draws().sampler(Stream.INNER_VALUE, m, s.s1());
      s2 = oracle.draws().sampler(Stream.INNER_JACOBIAN, m, s.s2());
      s3 = oracle.draws().sampler(Stream.OUTER, n, s.s3());
      s1L = oracle.draws().sampler(Stream.RESTART_VALUE, m, large.s1());
      s2L = oracle.draws().sampler(Stream.RESTART_JACOBIAN, m, large.s2());
      s3L = oracle.draws().sampler(Stream.RESTART_OUTER, n, large.s3());
      if (s.s2() == 0 && !oracle.affineInner() && !shared) {
        throw new IllegalArgumentException(
            "S2 = 0 needs an affine g: the Jacobian of this one changes");
      }
      exactInner = large.s1() == m && large.s2() == m;
      exact = exactInner && large.s3() == n && projection == null; // projected, G is not ∂g(x)
      knowsInner =
          exactInner && oracle.innerFollows() && projection == null && settings.find(ETA) == null;
      quadratic = !shared && oracle.changesAtOnce(s.s1(), s.s3());
      restartCalls = large.sum();
      againCalls = knowsInner ? large.s3() : restartCalls;
      stepCalls = 2 * (shared ? 2 * s.s1() + s.s3() : s.sum());
      pace = pace();

      y = new double[oracle.innerDimension()];
      yPrev = new double[oracle.innerDimension()];
      g = oracle.newJacobian();
      f = new double[oracle.dimension()];
      df = new double[oracle.dimension()];
      anchor = pace.goesBack() ? new Anchor() : null;
      leaps = leaps(large);
      secantLeaps = secantLeaps();
      warmUp = leaps != null && exact ? WarmUp.of(oracle, x0, s.s1(), pace::note) : null;
    }

    private Pace pace() {
      Double eta = settings.find(ETA);
      if (eta == null) {
        return new AdaptivePace(againCalls, stepCalls, settings.count(Q, 0), exact);
      }
      long sum = stepCalls / 2;
      return new FixedPace(eta, settings.count(Q, (restartCalls + sum - 1) / sum));
    }

    /** Leaps are for runs in which nothing about steps and epochs is prescribed. */
    private @Nullable Leaps leaps(Batches large) {
      return mayLeap() && !settings.is(SECANTS) && Leaps.suit(oracle, large.s3())
          ? new Leaps(oracle, s.s1(), large.s3(), pace::note)
          : null;
    }

    private boolean mayLeap() {
      boolean free = anchor != null && momentum == 0 && eps == null && settings.find(Q) == null;
      return free && settings.is(LEAPS);
    }

    private @Nullable SecantLeaps secantLeaps() {
      boolean judged = exact && oracle.penalty().isZero();
      boolean alone = settings.is(SECANTS) || oracle.dimension() > Leaps.MOST_UNKNOWNS;
      return mayLeap() && judged && alone
          ? new SecantLeaps(oracle.dimension(), againCalls, stepCalls, pace::note)
          : null;
    }

    @Override
    void advance() {
      if (warmUp != null && !warmUp.isOver()) {
        warmUp(warmUp);
        return;
      }
      if (leaps != null && leaps.looks()) {
        look(leaps);
        return;
      }
      restarted = pace.restartDue();
      boolean trusted = true;
      if (restarted) {
        restart();
        if (warmUp != null && warmUp.takesBack(objective, Kernels.norm(f), next)) {
          restarted = false;
          objective = Double.NaN;
          return;
        }
        trusted = pace.restarted(objective, Kernels.norm(f), Kernels.norm(x));
        if (trusted && anchor != null) {
          anchor.keep();
        }
      } else {
        recur();
      }
      if (trusted) {
        propose(momentum);
        trusted = pace.accepts(moveNorm);
      }
      if (restarted && leaps != null) {
        leaps.restarted(trusted, x, f, moveNorm);
      }
      if (restarted && secantLeaps != null) {
        secantLeaps.restarted(trusted, t, objective, x, f);
      }
      if (!trusted) {
        anchor().restore();
        propose(0);
        pace.accepts(moveNorm);
      }
      if (eps != null) {
        shorten(eps);
      }
      if (leaps != null && leaps.on() && pace.atRestart()) {
        leapOrLook(leaps);
      }
      if (restarted && secantLeaps != null && secantLeaps.leap(x, f, next)) {
        pace.leaps();
        pace.suggest(secantLeaps.stepSize());
      }
      if (exact && restarted) {
        gradientNorm = moveNorm;
      } else {
        objective = Double.NaN;
      }
    }

    /** Restarts on a sample. */
    private void warmUp(WarmUp warmUp) {
      pace.looked();
      restarted = warmUp.isAtEitherEnd();
      moveNorm = warmUp.step(x, next, y, g, f);
      if (leaps != null && warmUp.isOver()) {
        leaps.warmedUp(warmUp.isExact(), warmUp.lends());
      }
    }

    /** Stays at the restart to learn of the curvature there. */
    private void look(Leaps leaps) {
      pace.looked();
      propose(0);
      leaps.look(t, x, y, g, f, moveNorm, next, xPrev);
      if (leaps.on()) {
        leapOrLook(leaps);
      }
    }

    private void leapOrLook(Leaps leaps) {
      if (leaps.leapOrLook(x, f, moveNorm, next)) {
        pace.leaps();
        pace.suggest(leaps.stepSize(f, s.s3()));
      }
    }

    /** Until the next restart, which would take it back. */
    @Override
    public boolean isUnproven() {
      return (anchor != null && !restarted) || (warmUp != null && warmUp.isUnproven());
    }

    private void restart() {
      if (innerIsKnown()) {
        anchor().follow();
      } else if (warmUp != null && warmUp.completesInner()) {
        warmUp.completeInner(x, y, g);
      } else if (exactInner) {
        oracle.valueAndJacobian(s1L.at(t), x, y, g);
      } else {
        oracle.value(s1L.at(t), x, y);
        oracle.jacobian(s2L.at(t), x, g);
      }
      project();
      Arrays.fill(f, 0);
      objective = addGradient() + oracle.penalty().value(x);
    }

    private double addGradient() {
      if (leaps == null || !leaps.sketchesAtRestart()) {
        return oracle.addGradient(s3L.at(t), y, g, 1, f);
      }
      return warmUp != null && leaps.completes()
          ? leaps.complete(t, warmUp.sampled(), warmUp.others(), x, y, g, f)
          : leaps.restart(t, x, y, g, f);
    }

    private boolean innerIsKnown() {
      return knowsInner && anchor().isKept();
    }

    private void recur() {
      Batch outer = s3.at(t);
      double[] change = pace.measures() ? df : f; // of which nobody else wants to know
      if (quadratic) { // … and then F's change follows from that of x alone, without y
        oracle.addChange(s1.at(t), outer, x, xPrev, g, change);
        updateJacobian();
      } else if (oracle.affineInner()) { // G_t = G_{t−1}: one look at each f_i for both points
        copy(y, yPrev);
        updateInner();
        oracle.addGradientDifference(outer, y, yPrev, g, change);
      } else { // the old pair is needed once: take it off before y and G change
        oracle.addGradient(outer, y, g, -1, df);
        updateInner();
        oracle.addGradient(outer, y, g, 1, df);
      }
      if (pace.measures()) {
        double along = Kernels.dotDifference(df, 0, x, xPrev, x.length);
        double moved = Kernels.squaredDistance(x, 0, xPrev, 0, x.length);
        pace.recurred(along, moved, Kernels.dot(df, df));
      } else {
        pace.recurred(Double.NaN, Double.NaN, Double.NaN);
      }
      if (pace.measures() || !oracle.affineInner()) {
        Kernels.drain(df, f);
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
      if (projection != null) {
        g.project(projection);
      }
    }

    private void propose(double share) {
      propose(f, pace.eta());
      if (share > 0 && Kernels.dotDifference(f, 0, x, xPrev, x.length) <= 0) { // not uphill
        push(f, pace.eta(), share);
      }
    }

    private Anchor anchor() {
      if (anchor == null) {
        throw new IllegalStateException("this pace does not go back");
      }
      return anchor;
    }

    @Override
    public long nextCallsPaper() {
      if (warmUp != null && !warmUp.isOver()) {
        return warmUp.calls();
      }
      if (leaps != null && leaps.looks()) {
        return leaps.calls();
      }
      long sketch = leaps != null && leaps.sketchesAtRestart() ? leaps.callsAtRestart() : 0;
      long restart = innerIsKnown() ? againCalls : restartCalls;
      if (warmUp != null && warmUp.completesInner()) {
        restart = warmUp.callsToComplete() + againCalls;
      }
      return pace.restartDue() ? restart + sketch : stepCalls;
    }

    @Override
    public boolean knowsItsPoint() {
      return exact;
    }

    @Override
    public double eta() {
      return warmUp == null || pace.eta() > 0 ? pace.eta() : warmUp.eta();
    }

    @Override
    public Map<String, Number> parameters() {
      Map<String, Number> all = new LinkedHashMap<>();
      all.put("eta", pace.toldEta() > 0 ? pace.toldEta() : eta());
      all.put("q", pace.epoch());
      all.put("S1", s.s1());
      all.put("S2", shared ? s.s1() : s.s2());
      all.put("S3", s.s3());
      return all;
    }

    @Override
    public List<String> decisions() {
      return pace.decisions();
    }

    @Override
    void estimates(State s) {
      s.array("y", y);
      s.part("G", g);
      s.array("F", f);
      s.part("pace", pace);
      if (anchor != null) {
        s.part("anchor", anchor);
      }
      if (leaps != null) {
        s.part("leaps", leaps);
      }
      if (secantLeaps != null) {
        s.part("secant leaps", secantLeaps);
      }
      if (warmUp != null) {
        s.part("warm-up", warmUp);
      }
    }

    /** The state at the last good restart. */
    private final class Anchor implements Stateful {
      private final double[] x0 = new double[oracle.dimension()];
      private final double[] y0 = new double[oracle.innerDimension()];
      private final double[] f0 = new double[oracle.dimension()];
      private final JacobianEstimate g0 = oracle.newJacobian();
      private double objective0;
      private boolean isKept;

      boolean isKept() {
        return isKept;
      }

      void keep() {
        isKept = true;
        copy(x, x0);
        copy(y, y0);
        copy(f, f0);
        g0.copyFrom(g);
        objective0 = objective;
      }

      /** y ← g(x), from what g was here. */
      void follow() {
        oracle.follow(g0, x, x0, y0, y);
      }

      void restore() {
        copy(x0, x);
        copy(y0, y);
        copy(f0, f);
        g.copyFrom(g0);
        objective = objective0;
      }

      @Override
      public void state(State s) {
        s.array("x", x0);
        s.array("y", y0);
        s.array("F", f0);
        s.part("G", g0);
        objective0 = s.value("objective", objective0);
        isKept = s.value("kept", isKept);
      }
    }
  }
}
