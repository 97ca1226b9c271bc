package org.fogopt.algorithm;

import java.util.Arrays;
import java.util.function.Consumer;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * What is done before the first full restart: the problem of a sample of the components is roughly
 * solved by restarts on that sample, a {@link Sketch} of it and leaps, as Newton's method with
 * Levenberg and Marquardt's damping does it. That takes a fraction of a pass, and takes off most of
 * the gap where there are many more components than unknowns: d/b of what they scatter is left
 * after a solution for b of them.
 *
 * <p>A fresh sample then compares the end with the start. If the objective is not lower on it, the
 * run begins at the start as if nothing had happened; before the first full restart nothing exact
 * is known.
 */
final class WarmUp implements Stateful {
  /** The part of the components in the sample. */
  private static final int SHARE = 16;

  /** The least of them for each unknown; solutions for fewer lead astray. */
  private static final int EACH = 5;

  /** The least of them in all, for the judges' sake. */
  private static final int LEAST = 50;

  /** The part of the components that a sample may be, at most; a larger one is dear. */
  private static final int SHARE_MOST = 8;

  /** The most components: where they live elsewhere, the sample is sent for. */
  private static final long MOST = 10_000;

  /** The judges are a part of another sample. */
  private static final int JUDGES = 4;

  /** What may be left of the sample's gradient; less would be its own scatter. */
  private static final double LEFT = 0.05;

  /** What the first leap may leave of it where the sketch is taken to be exact. */
  private static final double EXACT = 1e-3;

  /** The first damping, relative to the curvature along the gradient, and its growth. */
  private static final double DAMPING = 0.1;

  private static final double DAMPING_GROWTH = 5;

  private static final int DAMPINGS = 3;

  /** How near the other point is, between which the curvature shows, relative to |x|. */
  private static final double NEAR = 1e-3;

  private enum Stage {
    RESTART,
    SKETCH,
    JUDGE,
    OVER
  }

  private final Oracle oracle;
  private final Sketch sketch;
  private final Sampler inner;
  private final Sampler outer;
  private final Batch nearInner;
  private final Batch judgesInner;
  private final Batch judgesOuter;
  private final long budget; // calls of a full restart: more would be out of proportion
  private final Consumer<String> notes;
  private final double[] near;
  private final double[] y1;

  private Stage stage = Stage.RESTART;
  private boolean exact; // the sketch is, it seems
  private boolean moved; // to where no full restart has been yet
  private int leaps; // that the sample approved of
  private long spent;
  private int dampings; // since the last of these
  private double damping; // ρ relative to the curvature along the gradient
  private double firstNorm;
  private double eta; // of the way to the near point
  private final double[] start;
  private final double[] best; // on the sample, with g, objective and gradient there
  private final double[] bestY;
  private double objective = Double.POSITIVE_INFINITY;
  private final double[] gradient;

  private WarmUp(Oracle oracle, double[] x0, long m, long n, long values, Consumer<String> notes) {
    this.oracle = oracle;
    this.notes = notes;
    sketch = new Sketch(oracle, n);
    inner = oracle.draws().sampler(Stream.WARM_UP_INNER, oracle.innerCount(), m);
    outer = oracle.draws().sampler(Stream.WARM_UP_OUTER, oracle.outerCount(), sketch.size());
    nearInner = inner.any().slice(0, Math.min(values, m));
    judgesInner = part(inner.any());
    judgesOuter = part(outer.any());
    budget = 2 * oracle.innerCount() + oracle.outerCount();
    near = new double[oracle.dimension()];
    y1 = new double[oracle.innerDimension()];
    start = x0.clone();
    best = x0.clone();
    bestY = new double[oracle.innerDimension()];
    gradient = new double[oracle.dimension()];
  }

  private static Batch part(Batch sample) {
    return sample.slice(0, Math.max(1, sample.size() / JUDGES));
  }

  /**
   * A warm-up from x0, unless there are too few components.
   *
   * @param values samples of g that a step takes
   * @param notes takes what was decided
   */
  static @Nullable WarmUp of(Oracle oracle, double[] x0, long values, Consumer<String> notes) {
    long m = sample(oracle, oracle.innerCount());
    long n = sample(oracle, oracle.outerCount());
    return Math.min(m, n) > 0 ? new WarmUp(oracle, x0, m, n, values, notes) : null;
  }

  private static long sample(Oracle oracle, long count) {
    long least = Math.max(LEAST, (long) EACH * oracle.dimension());
    long size = Math.max(least, Math.min(MOST, count / SHARE));
    return size <= count / SHARE_MOST ? size : 0;
  }

  boolean isOver() {
    return stage == Stage.OVER;
  }

  /** Whether one leap solved the problem of the sample, as on quadratics of rank one. */
  boolean isExact() {
    return exact;
  }

  /** Whether x may be where a leap led that nobody has judged yet. */
  boolean isUnproven() {
    return moved || (!isOver() && hasBegun());
  }

  /**
   * Whether a full restart at the end met what is no number, from a component that the samples
   * missed: then next ← the start.
   */
  boolean takesBack(double objective, double norm, double[] next) {
    boolean mistaken = moved && !(Double.isFinite(objective) && Double.isFinite(norm));
    moved = false;
    if (mistaken) {
      Walk.copy(start, next);
      notes.accept("the objective is no number there; back to the start");
    }
    return mistaken;
  }

  /** Whether the next step is at a point worth knowing: the start, or the end. */
  boolean isAtEitherEnd() {
    return stage == Stage.JUDGE || !hasBegun();
  }

  /** On the sample: what an affine g is elsewhere follows from what it was at the best point. */
  private boolean innerIsKnown() {
    return oracle.affineInner() && hasBegun();
  }

  private boolean hasBegun() {
    return objective < Double.POSITIVE_INFINITY;
  }

  double eta() {
    return eta;
  }

  /** The calls of the next step. */
  long calls() {
    return switch (stage) {
      case RESTART -> (innerIsKnown() ? 0 : 2 * inner.any().size()) + outer.any().size();
      case SKETCH -> (oracle.affineInner() ? 0 : 2 * nearInner.size()) + sketch.calls();
      case JUDGE -> 2 * (judgesInner.size() + judgesOuter.size());
      case OVER -> 0;
    };
  }

  /**
   * One step.
   *
   * @param x where it is made; may be set back to an earlier point
   * @param next where to go
   * @param y the estimate of g(x), as g and f are of ∂g(x) and the gradient
   * @return the norm of the gradient on the sample
   */
  double step(double[] x, double[] next, double[] y, JacobianEstimate g, double[] f) {
    spent += calls();
    long sample = stage == Stage.JUDGE ? 1 : 0;
    inner.at(sample);
    outer.at(sample);
    switch (stage) {
      case RESTART -> restart(x, y, g, f);
      case SKETCH -> sketch(x, y, g, f);
      case JUDGE -> judge(x, y, g, f);
      case OVER -> throw new IllegalStateException("the warm-up is over");
    }
    if (stage == Stage.RESTART) { // which is to look where the leap led
      sketch.minimum(x, f, next);
    } else {
      Walk.copy(x, next);
    }
    return Kernels.norm(f);
  }

  private void restart(double[] x, double[] y, JacobianEstimate g, double[] f) {
    if (innerIsKnown()) {
      oracle.follow(g, x, best, bestY, y);
    } else {
      oracle.valueAndJacobian(inner.any(), x, y, g);
    }
    Arrays.fill(f, 0);
    double here = oracle.addGradient(outer.any(), y, g, 1, f) + oracle.penalty().value(x);
    if (!hasBegun()) {
      double norm = Kernels.norm(f);
      double size = Kernels.norm(x);
      eta = norm > 0 ? NEAR * (size > 0 ? size : 1) / norm : 1;
      firstNorm = norm(x, f);
      approve(here, x, y, f);
      stage = Stage.SKETCH;
      if (!hasBegun()) { // there is nothing to compare with
        end();
      }
    } else if (here < objective && Kernels.norm(f) < Double.POSITIVE_INFINITY) {
      approve(here, x, y, f);
      leaps++;
      damping = dampings > 0 ? damping : damping / DAMPING_GROWTH;
      dampings = 0;
      double left = norm(x, f) / firstNorm;
      exact = leaps == 1 && damping == 0 && left <= EXACT;
      boolean solved = left <= LEFT;
      stage = solved || spent > budget ? Stage.JUDGE : Stage.SKETCH;
    } else {
      Walk.copy(best, x);
      Walk.copy(gradient, f);
      if (dampings == DAMPINGS || spent > budget || !dampen()) {
        end();
      }
    }
  }

  private void approve(double here, double[] x, double[] y, double[] f) {
    objective = here;
    Walk.copy(x, best);
    Walk.copy(y, bestY);
    Walk.copy(f, gradient);
  }

  /** Nothing more is to be had from this sample. */
  private void end() {
    stage = leaps > 0 ? Stage.JUDGE : Stage.OVER;
    if (leaps == 0) {
      notes.accept("no leap on %d components paid".formatted(outer.any().size()));
    }
  }

  private double norm(double[] x, double[] f) {
    return Evaluator.mappingNorm(oracle.penalty(), x, f, eta);
  }

  private boolean dampen() {
    dampings++;
    damping = Math.max(DAMPING, DAMPING_GROWTH * damping);
    return damped(gradient);
  }

  /** Brings ρ to the damping in force. */
  private boolean damped(double[] f) {
    sketch.times(f, near);
    double along = Kernels.dot(f, near) / Kernels.dot(f, f) - sketch.rho();
    return sketch.stiffen(Math.max(0, damping * along - sketch.rho()));
  }

  private void sketch(double[] x, double[] y, JacobianEstimate g, double[] f) {
    for (int k = 0; k < x.length; k++) {
      near[k] = x[k] - eta * f[k];
    }
    oracle.penalty().prox(near, eta);
    if (oracle.affineInner()) {
      oracle.follow(g, near, x, y, y1);
    } else {
      Walk.copy(y, y1);
      oracle.addValueDifference(nearInner, near, x, y1);
    }
    if (sketch.make(outer.any(), y1, y, g) && damped(f)) {
      stage = Stage.RESTART;
    } else {
      end();
    }
  }

  private void judge(double[] x, double[] y, JacobianEstimate g, double[] f) {
    double after = judged(x, y, g, f);
    double before = judged(start, y, g, f);
    boolean better = after < before;
    moved = better;
    if (!better) {
      Walk.copy(start, x);
    }
    stage = Stage.OVER;
    notes.accept(
        "began with %d of %d components: %d leaps led from about %.4g to %.4g%s"
            .formatted(
                outer.any().size(),
                oracle.outerCount(),
                leaps,
                before,
                after,
                better ? "" : "; back to the start"));
  }

  /** The objective, as far as the judges can tell. */
  private double judged(double[] x, double[] y, JacobianEstimate g, double[] f) {
    oracle.value(judgesInner, x, y);
    Arrays.fill(f, 0);
    return oracle.addGradient(judgesOuter, y, g, 1, f) + oracle.penalty().value(x);
  }

  @Override
  public void state(State s) {
    stage = Stage.valueOf(s.value("stage", stage.name()));
    exact = s.value("exact", exact);
    moved = s.value("moved", moved);
    leaps = s.value("leaps", leaps);
    spent = s.value("spent", spent);
    dampings = s.value("dampings", dampings);
    damping = s.value("damping", damping);
    firstNorm = s.value("first norm", firstNorm);
    eta = s.value("eta", eta);
    s.array("best", best);
    s.array("best y", bestY);
    objective = s.value("objective", objective);
    s.array("gradient", gradient);
    if (stage == Stage.RESTART && hasBegun()) { // otherwise there is no sketch
      s.part("sketch", sketch);
    }
  }
}
