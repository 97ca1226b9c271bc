package org.fogopt.method.baseline;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.method.Anchor;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.CurvatureProbe;
import org.fogopt.method.Method;
import org.fogopt.method.MonotoneStep;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.problem.Inner;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * CIVR: Zhang, Xiao, "A stochastic composite gradient method with incremental variance reduction",
 * NeurIPS 2019. f is evaluated in full; one inner batch serves y and G.
 *
 * <pre>
 *   epoch s:  y_0, G_0 = means over B_s of g_j(x_0), ∂g_j(x_0)
 *             x_1 = prox(x_0 − η G_0ᵀ∇f(y_0))
 *             i = 1 … τ_s − 1:  y_i = y_{i−1} + mean over S_s of g_j(x_i) − g_j(x_{i−1}), G_i likewise
 *                               x_{i+1} = prox(x_i − η G_iᵀ∇f(y_i))
 *             next epoch from x_{τ_s}
 * </pre>
 *
 * Fixed: τ = S = ⌈√B⌉, B = m unless given. Adaptive: τ_s = S_s = ⌈αs + β⌉ and B_s = ⌈σ²(αs + β)²⌉
 * for s = 1, 2, …, all at most their fixed values where there are finitely many components. Calls:
 * B + 2S(τ − 1) + τn an epoch.
 *
 * <p>Where no η is given and B = m, an epoch that made things worse is taken back (see {@link
 * MonotoneStep}).
 */
public final class Civr extends BaseIteration {
  public static final Parameter ETA = MonotoneStep.ETA;
  public static final Parameter LARGE =
      Parameter.chosenCount("B", "inner samples that begin an epoch", "all; 10 000 if endless");
  public static final Parameter SMALL =
      Parameter.chosenCount("S", "inner samples of a step", "the square root of B");
  public static final Parameter LENGTH =
      Parameter.chosenCount("tau", "steps of an epoch", "the square root of B");
  public static final Parameter ADAPTIVE =
      Parameter.switched("adaptive", "let B, S and tau grow from epoch to epoch", false);
  public static final Parameter ALPHA =
      Parameter.number("alpha", "growth of S and tau, adaptive", 1, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter BETA =
      Parameter.number(
          "beta", "S and tau before the first, adaptive", 1, Parameter.Range.NOT_NEGATIVE);
  public static final Parameter SIGMA2 =
      Parameter.number("sigma2", "B over the square of S, adaptive", 1, Parameter.Range.POSITIVE);

  public static final Method METHOD =
      new Method(
          "civr",
          "CIVR",
          "Zhang, Xiao 2019",
          "B/tau + 2S + n",
          "random",
          List.of(ETA, LARGE, SMALL, LENGTH, ADAPTIVE, ALPHA, BETA, SIGMA2),
          Civr::new);

  private static final long ENDLESS = 10_000;

  private final MonotoneStep step;
  private final @Nullable Anchor anchor;
  private final long m;
  private final Batch everyOuter;
  private long epoch; // s = 1, 2, …
  private long i; // step of this epoch
  private long tau;
  private Sampler large;
  private Sampler small;
  private long largeSize;
  private long smallSize;
  private final double[] y;
  private final JacobianEstimate g;
  private final double[] v;

  private Civr(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    m = oracle.innerCount();
    if (oracle.outerCount() == Inner.UNBOUNDED) {
      throw new IllegalArgumentException(
          "civr evaluates f in full, so f needs finitely many components");
    }
    settings.requireAtMost("m", m, LARGE, SMALL);
    everyOuter = Batch.all(oracle.outerCount());
    y = new double[oracle.innerDimension()];
    g = oracle.newJacobian();
    v = new double[oracle.dimension()];
    large = oracle.draws().sampler(Stream.RESTART_VALUE, m, 0);
    small = large;
    beginEpoch();
    Double given = settings.find(ETA);
    double eta =
        given != null ? given : CurvatureProbe.stepSize(oracle, x0, smallSize, oracle.outerCount());
    step =
        new MonotoneStep(
            t -> eta,
            given == null && m != Inner.UNBOUNDED && settings.count(LARGE, m) == m,
            true,
            SvrgFamily.CAUTIOUS,
            this::note);
    anchor = step.adapts() ? new Anchor(oracle) : null;
  }

  private void beginEpoch() {
    epoch++;
    i = 0;
    sizeEpoch();
  }

  private void sizeEpoch() {
    long before = largeSize;
    long smallBefore = smallSize;
    largeSize = settings.count(LARGE, m == Inner.UNBOUNDED ? ENDLESS : m);
    long root = (long) Math.ceil(Math.sqrt((double) largeSize));
    smallSize = settings.count(SMALL, root);
    tau = settings.count(LENGTH, root);
    if (settings.is(ADAPTIVE)) {
      double size = Math.max(1, settings.get(ALPHA) * epoch + settings.get(BETA));
      boolean endless = m == Inner.UNBOUNDED;
      smallSize = atMost(size, endless ? Inner.UNBOUNDED : smallSize);
      tau = atMost(size, endless ? Inner.UNBOUNDED : tau);
      largeSize = atMost(settings.get(SIGMA2) * size * size, endless ? Inner.UNBOUNDED : largeSize);
    }
    if (largeSize != before) { // draws are kept
      large = oracle.draws().sampler(Stream.RESTART_VALUE, m, largeSize);
    }
    if (smallSize != smallBefore) {
      small = oracle.draws().sampler(Stream.INNER_VALUE, m, smallSize);
    }
  }

  private static long atMost(double wanted, long most) {
    return Math.min(most, (long) Math.ceil(wanted));
  }

  @Override
  protected void advance() {
    restarted = i == 0;
    if (restarted) {
      oracle.valueAndJacobian(large.at(t), x, y, g);
    } else {
      oracle.addValueAndJacobianDifference(small.at(t), x, xPrev, y, g);
    }
    Arrays.fill(v, 0);
    double smooth = oracle.addGradient(everyOuter, y, g, 1, v);
    boolean exact = restarted && largeSize == m;
    if (exact) {
      compare(smooth + oracle.penalty().value(x));
    }
    propose(v, eta());
    if (exact) {
      objective = step.anchorObjective();
      gradientNorm = moveNorm;
    } else if (!step.accepts(t, moveNorm)) {
      goBack();
      propose(v, eta());
    }
    i++;
  }

  private void compare(double there) {
    double norm = Evaluator.mappingNorm(oracle.penalty(), x, v, eta());
    if (!step.accepts(t, there, norm)) {
      goBack();
    } else if (anchor != null) {
      anchor.keep(x, y, g, v);
    }
  }

  /** To where the epoch began, or the one before it. */
  private void goBack() {
    if (anchor == null) {
      throw new IllegalStateException("nothing to go back to");
    }
    anchor.restore(x, y, g, v);
    i = 0;
  }

  @Override
  public void commit() {
    super.commit();
    if (i == tau) { // now, so that the cost of the next step is known before it
      beginEpoch();
    }
  }

  @Override
  public boolean mayGoBack() {
    return step.adapts();
  }

  @Override
  public boolean givesExactGradients() {
    return largeSize == m;
  }

  @Override
  public long nextCallsPaper() {
    return (i == 0 ? 2 * largeSize : 4 * smallSize) + everyOuter.size();
  }

  @Override
  public double eta() {
    return step.eta(t);
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("eta", eta());
    all.put("B", largeSize);
    all.put("S", smallSize);
    all.put("tau", tau);
    return all;
  }

  @Override
  protected void estimates(State s) {
    s.part("step size", step);
    epoch = s.value("epoch", epoch);
    i = s.value("i", i);
    sizeEpoch(); // follows from its number
    s.array("y", y);
    s.part("G", g);
    if (anchor != null) {
      s.part("anchor", anchor);
    }
  }
}
