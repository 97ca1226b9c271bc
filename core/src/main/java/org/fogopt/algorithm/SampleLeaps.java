package org.fogopt.algorithm;

import java.util.Arrays;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * The problem of a sample of the components, roughly solved by restarts on that sample, a {@link
 * Sketch} of it and leaps, as Newton's method with Levenberg and Marquardt's damping does it. A
 * part of the sample tries a leap out before all of it is asked; a leap that does not lead lower is
 * taken back and repeated shorter.
 *
 * <p>A larger sample may follow, of which the smaller one is a part: where g is affine, only the
 * new components are asked for it. The large one at the end has a single leap, for a full restart
 * is to follow.
 */
final class SampleLeaps implements Stateful {
  /** The part of the sample that tries a leap out. */
  private static final int TRIAL_SHARE = 8;

  /** What a trial has to show of the decrease that the model foretells. */
  private static final double TRIED = 0.25;

  /** The decrease over what was foretold that calls for more damping, and for less. */
  private static final double POOR = 0.25;

  private static final double GOOD = 0.75;

  /** The next leap is the last if less than this part of the gain so far is foretold of it. */
  private static final double LAST = 0.05;

  /** What may be left of the sample's gradient; less would be its own scatter. */
  private static final double LEFT = 0.05;

  /** What the solution for a sample may leave on a larger one for both to be taken to be alike. */
  private static final double ALIKE = 0.5;

  /** What the first leap may leave of it where the sketch is taken to be exact. */
  private static final double EXACT = 1e-3;

  /** The first damping, relative to the curvature along the gradient, and its growth. */
  private static final double DAMPING = 0.1;

  private static final double DAMPING_GROWTH = 5;

  private static final int DAMPINGS = 5;

  private enum Stage {
    RESTART,
    SKETCH,
    TRIAL,
    SOLVED, // as far as it pays
    STUCK, // nothing more is to be had from this sample
    LOST // where the objective is no number
  }

  private final Oracle oracle;
  private final Batch nearInner;
  private final long nearCalls;
  private final double[] near;
  private final double[] y1;
  private final double[] df;

  private Batch inner; // the sample
  private Batch outer;
  private boolean isLarge; // the sample of most components
  private long tried; // of the components of f, those who try leaps out
  private Sketch sketch;

  private Stage stage = Stage.RESTART;
  private final BestPoint best;
  private boolean seemsExact; // the sketch, to those who tried the leap out
  private boolean exact; // to the whole sample as well
  private boolean leads; // this step, on by the model
  private int leaps; // that the sample approved of
  private int dampings; // since the last of these
  private double damping; // ρ relative to the curvature along the gradient
  private double startNorm;
  private double firstNorm;
  private double firstObjective;
  private double eta; // of the way to the near point

  /**
   * @param inner the components of g in the first sample, as {@code outer} are of f
   * @param nearInner components of g that tell of a near point, where it has no tangents
   */
  SampleLeaps(Oracle oracle, double[] x0, Batch inner, Batch outer, Batch nearInner) {
    this.oracle = oracle;
    this.inner = inner;
    this.outer = outer;
    this.nearInner = nearInner;
    nearCalls = oracle.hasTangents() ? 0 : 2 * nearInner.size();
    tried = tried(outer.size());
    sketch = new Sketch(oracle, outer.size(), tried);
    near = new double[oracle.dimension()];
    y1 = new double[oracle.innerDimension()];
    df = new double[oracle.dimension()];
    best = new BestPoint(oracle, x0);
  }

  /** A handful of components has seen the start. */
  void after(Handful handful) {
    eta = handful.eta();
    startNorm = handful.firstNorm();
  }

  /** From now on it is about these components, of which those so far are the first. */
  void take(Batch inner, Batch outer) {
    take(inner, outer, tried(outer.size()));
  }

  /**
   * The same for most components. Where sketches are exact, those who tried leaps on the smaller
   * sample will do.
   */
  void takeLarge(Batch inner, Batch outer) {
    isLarge = true;
    take(inner, outer, exact ? tried : tried(outer.size()));
  }

  private void take(Batch inner, Batch outer, long tried) {
    this.inner = inner;
    this.outer = outer;
    this.tried = tried;
    sketch = new Sketch(oracle, outer.size(), tried, sketch);
  }

  /** Begins anew, on a sample just taken. */
  void startOver() {
    best.objective = Double.POSITIVE_INFINITY;
    if (isLarge && exact) {
      best.known = 0; // the sample has all of g, which are asked once more
    }
    damping = 0;
    stage = Stage.RESTART;
  }

  /** What was found so far is not to be relied on. */
  void forget() {
    exact = false;
    leaps = 0;
  }

  boolean isOver() {
    return stage == Stage.SOLVED || isStuck() || isLost();
  }

  /** Whether it ended with a leap that did not pay. */
  boolean isStuck() {
    return stage == Stage.STUCK;
  }

  /** Whether the large sample met what is no number, from a component that the others missed. */
  boolean isLost() {
    return stage == Stage.LOST;
  }

  /** Whether the next step tries a leap out that was not shortened yet. */
  boolean triesFirst() {
    return stage == Stage.TRIAL && dampings == 0;
  }

  /** Whether one leap solved the problem of the sample, as on quadratics of rank one. */
  boolean isExact() {
    return exact;
  }

  /** The leaps that paid. */
  int count() {
    return leaps;
  }

  double eta() {
    return eta;
  }

  Sketch sketch() {
    return sketch;
  }

  BestPoint best() {
    return best;
  }

  private boolean hasBegun() {
    return best.objective < Double.POSITIVE_INFINITY;
  }

  /** The calls of the next step. */
  long calls() {
    long n = outer.size();
    return switch (stage) {
      case RESTART -> 2 * (inner.size() - best.known) + n + (sketchesAlong() ? callsAlong() : 0);
      case SKETCH -> callsAlong() + n;
      case TRIAL -> (oracle.innerFollows() ? 0 : 2 * tried(inner.size())) + tried;
      case SOLVED, STUCK, LOST -> 0;
    };
  }

  /** The calls of a sketch along with a restart. */
  private long callsAlong() {
    return nearCalls + sketch.callsForFloor() + outer.size();
  }

  private static long tried(long sample) {
    return Math.max(1, sample / TRIAL_SHARE);
  }

  /**
   * One step.
   *
   * @param t names the draws
   * @param isDear whether so much was spent that a restart is to be the last
   * @param here where it is made; may be set back to an earlier point
   * @param next where to go
   * @return whether that is elsewhere; otherwise it is left as it is
   */
  boolean step(long t, boolean isDear, Point here, double[] next) {
    leads = false;
    switch (stage) {
      case RESTART -> restart(t, isDear, here);
      case SKETCH -> sketch(t, here);
      case TRIAL -> tryOut(here);
      case SOLVED, STUCK, LOST -> throw new IllegalStateException("the sample has no more to say");
    }
    if (leads) {
      sketch.minimum(best.x, best.f, next);
    }
    return leads;
  }

  /** Where the trial found the model exact, this is the end of it, and a sketch for nothing. */
  private boolean sketchesAlong() {
    return !seemsExact;
  }

  private void restart(long t, boolean isDear, Point here) {
    double foretold = hasBegun() ? foretold(here.x()) : 0;
    boolean sketched = sketchesAlong();
    double objective = look(t, sketched, here);
    if (!hasBegun()) {
      if (isLarge) {
        beginLarge(objective, here);
      } else {
        begin(objective, here);
      }
    } else if (objective < best.objective && Kernels.norm(here.f()) < Double.POSITIVE_INFINITY) {
      adapt((best.objective - objective) / foretold);
      approve(objective, here);
      leaps++;
      double left = norm(here) / firstNorm;
      exact = seemsExact && left <= EXACT;
      seemsExact = false;
      if (left <= LEFT || isDear) {
        stage = Stage.SOLVED;
      } else if (sketched) {
        leapOrEnd();
      } else {
        stage = Stage.SKETCH;
      }
    } else {
      seemsExact = false;
      best.restore(here);
      if (dampings == DAMPINGS || isDear) {
        stage = Stage.STUCK;
      } else if (sketched) { // of where the leap led
        raise();
        dampings++;
        stage = Stage.SKETCH;
      } else {
        dampen();
      }
    }
  }

  /** Asks the sample for all that is known of a point; returns the objective. */
  private double look(long t, boolean sketches, Point here) {
    if (best.known == 0) {
      oracle.valueAndJacobian(inner, here.x(), here.y(), here.g());
    } else {
      best.follow(here.x(), here.y(), here.g());
      best.addInner(inner.slice(best.known, inner.size()), here.x(), here.y(), here.g());
    }
    Arrays.fill(here.f(), 0);
    double mean =
        sketches ? sketchAlong(t, here) : sketch.addGradient(outer, here.y(), here.g(), here.f());
    return mean + oracle.penalty().value(here.x());
  }

  private double sketchAlong(long t, Point here) {
    Nearby.wander(oracle, t, 0, here.x(), near);
    goNear(here);
    sketch.lookForFloor(t, outer, here.x(), near, here.y(), here.g());
    return sketch.makeAlong(outer, y1, here.y(), here.g(), here.f());
  }

  private void begin(double objective, Point here) {
    double before = Math.max(firstNorm, startNorm);
    if (exact && norm(here) > ALIKE * before) { // it has components that the first one missed
      forget();
    }
    if (leaps == 0) {
      eta = Nearby.stepSize(here.x(), here.f());
      firstNorm = norm(here);
      firstObjective = objective;
    }
    approve(objective, here);
    if (!hasBegun()) { // there is nothing to compare with
      stage = Stage.STUCK;
    } else if (exact && sketch.isModel() && damped()) {
      leads = true; // the sample need not look where to
      leaps++;
      stage = Stage.SOLVED;
    } else {
      leapOrEnd();
    }
  }

  private void beginLarge(double objective, Point here) {
    if (Double.isFinite(objective) && Double.isFinite(Kernels.norm(here.f()))) {
      approve(objective, here);
      leapOrEnd();
    } else {
      Walk.copy(best.f, here.f());
      stage = Stage.LOST;
    }
  }

  private void approve(double objective, Point here) {
    best.keep(here, objective, inner.size(), sketch);
    dampings = 0;
  }

  private void leapOrEnd() {
    leads = sketch.isModel() && damped();
    stage = leads ? Stage.TRIAL : Stage.STUCK;
  }

  private double norm(Point here) {
    return Evaluator.mappingNorm(oracle.penalty(), here.x(), here.f(), eta);
  }

  /** As Levenberg and Marquardt: a model that foretells too much is damped, a good one less. */
  private void adapt(double gained) {
    if (gained < POOR) {
      raise();
    } else if (gained > GOOD) {
      damping = damping > DAMPING ? damping / DAMPING_GROWTH : 0;
    }
  }

  private void raise() {
    damping = Math.max(DAMPING, DAMPING_GROWTH * damping);
  }

  /** The same leap, shorter. */
  private void dampen() {
    dampings++;
    raise();
    leapOrEnd();
  }

  /** Brings ρ to the damping in force. */
  private boolean damped() {
    sketch.times(best.f, near);
    double squared = Kernels.dot(best.f, best.f);
    double along = Kernels.dot(best.f, near) / squared - sketch.rho();
    double curved = Math.abs(along) + sketch.floor(); // below the floor the model may be concave
    return sketch.stiffen(Math.max(0, damping * curved + sketch.floor() - sketch.rho()));
  }

  private void sketch(long t, Point here) {
    Kernels.descend(here.x(), eta, here.f(), near);
    oracle.penalty().prox(near, eta);
    goNear(here);
    sketch.lookForFloor(t, outer, here.x(), near, here.y(), here.g());
    sketch.make(outer, y1, here.y(), here.g());
    leapOrEnd();
  }

  /** y1 ← about g(near). */
  private void goNear(Point here) {
    Nearby.goNear(oracle, nearInner, near, here.x(), here.y(), here.g(), y1);
  }

  /** The decrease from the best point to x, as the model has it. */
  private double foretold(double[] x) {
    for (int k = 0; k < x.length; k++) {
      df[k] = x[k] - best.x[k];
    }
    sketch.times(df, near);
    double model = Kernels.dot(best.f, df) + Kernels.dot(df, near) / 2;
    return oracle.penalty().value(best.x) - oracle.penalty().value(x) - model;
  }

  /**
   * A part of the sample looks where the leap led. It is asked what the objective changes beyond
   * its slope; the slope is known of the whole sample. Then what the model has for the part gives
   * way to what it has for all, so that where the model is exact nobody errs by being few. Where it
   * is not, that may lead astray, and the part has to see a decrease as well.
   */
  private void tryOut(Point here) {
    double[] x = here.x();
    double foretold = foretold(x);
    if (oracle.innerFollows()) {
      best.follow(x, y1, here.g());
    } else {
      best.goTo(x, y1, inner.slice(0, tried(inner.size())));
    }
    double after = oracle.addGradient(outer.slice(0, tried), y1, here.g(), 1, near);
    for (int k = 0; k < x.length; k++) {
      df[k] = best.f[k] - best.fewF[k];
      near[k] = x[k] - best.x[k];
    }
    double seen = after - best.fewObjective + Kernels.dot(df, near);
    seen += oracle.penalty().value(x) - oracle.penalty().value(best.x);
    double change = seen + sketch.beyondPart(near) / 2;
    boolean matches = Math.abs(change + foretold) <= EXACT * foretold;
    seemsExact = matches && leaps == 0 && damping == 0;
    if (!matches && !(change <= -TRIED * foretold && seen <= 0)) {
      best.restore(here);
      if (dampings == DAMPINGS) {
        stage = Stage.STUCK;
      } else {
        dampen();
      }
    } else if (isLarge) {
      stage = Stage.SOLVED;
    } else if (!seemsExact && foretold <= LAST * (firstObjective - best.objective)) {
      leaps++;
      stage = Stage.SOLVED;
    } else {
      stage = Stage.RESTART;
    }
  }

  /** All but the {@link #model}, for which the sample has to be taken first. */
  @Override
  public void state(State s) {
    stage = Stage.valueOf(s.value("stage", stage.name()));
    s.part("best", best);
    seemsExact = s.value("seems exact", seemsExact);
    exact = s.value("exact", exact);
    leaps = s.value("leaps", leaps);
    dampings = s.value("dampings", dampings);
    damping = s.value("damping", damping);
    startNorm = s.value("norm at the start", startNorm);
    firstNorm = s.value("first norm", firstNorm);
    firstObjective = s.value("first objective", firstObjective);
    eta = s.value("eta", eta);
  }

  Stateful model() {
    return s -> {
      s.part("floor", sketch.bottom());
      if ((stage == Stage.RESTART || stage == Stage.TRIAL) && hasBegun()) { // else there is none
        s.part("sketch", sketch);
        s.part("part", sketch.part());
      }
    };
  }
}
