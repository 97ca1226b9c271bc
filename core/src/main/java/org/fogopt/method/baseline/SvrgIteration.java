package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.MonotoneStep;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.theory.Batches;
import org.jspecify.annotations.Nullable;

/**
 * The iteration of the SVRG family: epochs around an anchor x̃, at which g̃ = g(x̃), G̃ = ∂g(x̃)
 * and p̃ = G̃ᵀ∇f(g̃) are known (from all components or from large batches), and inner steps that
 * correct them.
 *
 * <pre>
 *   ŷ = g̃ + mean over A of g_j(x_k) − g_j(x̃)
 *   Ĝ = G̃ + mean over B of ∂g_j(x_k) − ∂g_j(x̃)
 *   v = mean over C of Ĝᵀ∇f_i(ŷ) − G̃ᵀ∇f_i(g̃) + p̃
 *   x_{k+1} = prox(x_k − ηv)
 * </pre>
 *
 * Calls: an anchor's, then 2A + 2B + 2C an inner step; the first inner step of an epoch makes them
 * too, though there v = p̃.
 *
 * <p>Where no η is given and anchors are exact, an epoch that made things worse is taken back (see
 * {@link MonotoneStep}): x begins it again at x̃, also where it is carried over.
 */
final class SvrgIteration extends BaseIteration {
  /** How the Jacobian of an inner step is estimated. */
  enum JacobianKind {
    /** Ĝ above: the anchor's, corrected. */
    CORRECTED,
    /** A batch's own: v = mean of ∂g_j(x_k)ᵀ∇f_i(ŷ) − ∂g_j(x̃)ᵀ∇f_i(g̃) + p̃. */
    SAMPLED
  }

  /** Which point of an epoch is the next anchor. */
  enum NextAnchor {
    LAST,
    /** A uniformly random inner iterate. */
    RANDOM,
    /** The mean of the inner iterates. */
    AVERAGE
  }

  /**
   * What tells the family's members apart.
   *
   * @param batches A, B, C
   * @param anchor components at an anchor; null: all
   * @param carryOver whether x goes on where it is instead of from the new anchor
   */
  record Rules(
      Batches batches,
      @Nullable Batches anchor,
      JacobianKind jacobians,
      NextAnchor next,
      boolean carryOver) {}

  private final Rules rules;
  private final LongUnaryOperator lengths;
  private final Sampler a;
  private final Sampler b;
  private final Sampler c;
  private final Sampler aAnchor;
  private final Sampler bAnchor;
  private final Sampler cAnchor;
  private final boolean exactInner;
  private final boolean exact;
  private final long anchorCalls;
  private final MonotoneStep step;

  private long epoch = -1;
  private long k; // inner steps of this epoch
  private long length;
  private final double[] anchor; // x̃
  private double[] gAnchor; // g̃
  private JacobianEstimate jAnchor; // G̃
  private double[] pAnchor; // p̃
  private double[] y; // ŷ
  private JacobianEstimate j; // Ĝ
  private double[] v;
  private final double[] chosen; // on its way to be the next anchor

  /**
   * @param lengths the length of epoch s = 0, 1, …
   * @param planned the step size of inner step t = 0, 1, … of the whole run
   */
  SvrgIteration(
      Settings settings,
      Oracle oracle,
      double[] x0,
      Rules rules,
      LongUnaryOperator lengths,
      LongToDoubleFunction planned) {
    super(settings, oracle, x0);
    this.rules = rules;
    this.lengths = lengths;
    long m = oracle.innerCount();
    long n = oracle.outerCount();
    if (rules.batches().s2() == 0
        && (rules.jacobians() == JacobianKind.SAMPLED || !oracle.affineInner())) {
      throw new IllegalArgumentException("B = 0 needs an affine g and a corrected Jacobian");
    }
    Batches large = rules.anchor();
    if (large == null) {
      SvrgFamily.requireFinite(oracle);
      large = new Batches(m, m, n);
    }
    a = oracle.draws().sampler(Stream.INNER_VALUE, m, rules.batches().s1());
    b = oracle.draws().sampler(Stream.INNER_JACOBIAN, m, rules.batches().s2());
    c = oracle.draws().sampler(Stream.OUTER, n, rules.batches().s3());
    aAnchor = oracle.draws().sampler(Stream.RESTART_VALUE, m, large.s1());
    bAnchor = oracle.draws().sampler(Stream.RESTART_JACOBIAN, m, large.s2());
    cAnchor = oracle.draws().sampler(Stream.RESTART_OUTER, n, large.s3());
    exactInner = large.s1() == m && large.s2() == m;
    exact = exactInner && large.s3() == n;
    anchorCalls = large.sum();
    boolean isMeasured = settings.find(SvrgFamily.ETA) == null;
    step = new MonotoneStep(planned, exact && isMeasured, true, SvrgFamily.CAUTIOUS, this::note);
    int d = oracle.dimension();
    anchor = x0.clone();
    gAnchor = new double[oracle.innerDimension()];
    jAnchor = oracle.newJacobian();
    pAnchor = new double[d];
    y = new double[oracle.innerDimension()];
    j = oracle.newJacobian();
    v = new double[d];
    chosen = new double[d];
  }

  @Override
  protected void advance() {
    if (anchorDue()) {
      newAnchor();
    }
    estimate();
    propose(v, eta());
    if (!step.accepts(t, moveNorm)) {
      goBack();
      propose(pAnchor, eta());
    }
    choose();
    k++;
  }

  private boolean anchorDue() {
    return k == length;
  }

  private void newAnchor() {
    double[] end = epoch < 0 || rules.next() == NextAnchor.LAST ? x : chosen;
    if (end == chosen && rules.next() == NextAnchor.AVERAGE) {
      oracle.penalty().prox(end, 0); // rounding may put a mean a little outside
    }
    double smooth = evaluate(end);
    restarted = true;
    if (!exact) {
      begin(end);
      return;
    }
    double there = smooth + oracle.penalty().value(end);
    if (step.accepts(t, there, Evaluator.mappingNorm(oracle.penalty(), end, v, eta()))) {
      begin(end);
    } else {
      goBack();
    }
    objective = step.anchorObjective();
    gradientNorm = Evaluator.mappingNorm(oracle.penalty(), anchor, pAnchor, eta());
  }

  /** g, G and p of a point, into ŷ, Ĝ and v: the anchor may yet be gone back to. Returns Φ. */
  private double evaluate(double[] point) {
    if (exactInner) {
      oracle.valueAndJacobian(aAnchor.at(t), point, y, j);
    } else {
      oracle.value(aAnchor.at(t), point, y);
      oracle.jacobian(bAnchor.at(t), point, j);
    }
    Arrays.fill(v, 0);
    return oracle.addGradient(cAnchor.at(t), y, j, 1, v);
  }

  /** An epoch around the point that was evaluated last. */
  private void begin(double[] point) {
    copy(point, anchor);
    if (!rules.carryOver()) {
      copy(anchor, x);
    }
    double[] value = gAnchor;
    gAnchor = y;
    y = value;
    JacobianEstimate jacobian = jAnchor;
    jAnchor = j;
    j = jacobian;
    double[] gradient = pAnchor;
    pAnchor = v;
    v = gradient;
    epoch++;
    k = 0;
    length = lengths.applyAsLong(epoch);
  }

  /** The epoch once more, as long as before. */
  private void goBack() {
    copy(anchor, x);
    k = 0;
  }

  private void estimate() {
    copy(gAnchor, y);
    oracle.addValueDifference(a.at(t), x, anchor, y);
    Batch i = c.at(t);
    copy(pAnchor, v);
    if (rules.jacobians() == JacobianKind.SAMPLED) {
      Batch s = b.at(t);
      oracle.jacobian(s, x, j);
      oracle.addGradient(i, y, j, 1, v);
      oracle.jacobian(s, anchor, j);
      oracle.addGradient(i, gAnchor, j, -1, v);
    } else if (oracle.affineInner()) { // Ĝ = G̃: one evaluation of each f_i serves both points
      oracle.addJacobianDifference(b.at(t), x, anchor, j);
      oracle.addGradientDifference(i, y, gAnchor, jAnchor, v);
    } else {
      j.copyFrom(jAnchor);
      oracle.addJacobianDifference(b.at(t), x, anchor, j);
      oracle.addGradient(i, y, j, 1, v);
      oracle.addGradient(i, gAnchor, jAnchor, -1, v);
    }
  }

  private void choose() {
    switch (rules.next()) {
      case LAST -> {}
      case RANDOM -> {
        if (oracle.draws().uniform(Stream.ANCHOR, t, 0, k + 1) == 0) {
          copy(x, chosen);
        }
      }
      case AVERAGE -> {
        Kernels.scale(k / (k + 1.0), chosen);
        Kernels.axpy(1 / (k + 1.0), next, chosen);
      }
    }
  }

  /** With a carried-over x the anchor is the point that converges. */
  @Override
  public double[] point() {
    return rules.carryOver() ? anchor : x;
  }

  /** With a carried-over x the point is an anchor, which has been tested. */
  @Override
  public boolean mayGoBack() {
    return step.adapts() && !rules.carryOver();
  }

  @Override
  public boolean givesExactGradients() {
    return exact;
  }

  @Override
  public long nextCallsPaper() {
    return 2 * rules.batches().sum() + (anchorDue() ? anchorCalls : 0);
  }

  @Override
  public double eta() {
    return step.eta(t);
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("eta", eta());
    all.put("K", length);
    all.put("A", rules.batches().s1());
    all.put("B", rules.batches().s2());
    all.put("C", rules.batches().s3());
    return all;
  }

  @Override
  protected void estimates(State s) {
    s.part("step size", step);
    epoch = s.value("epoch", epoch);
    k = s.value("k", k);
    length = s.value("length", length);
    s.array("anchor", anchor);
    s.array("g", gAnchor);
    s.part("G", jAnchor);
    s.array("p", pAnchor);
    if (rules.next() != NextAnchor.LAST) {
      s.array("chosen", chosen);
    }
  }
}
