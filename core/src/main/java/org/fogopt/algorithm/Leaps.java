package org.fogopt.algorithm;

import java.util.Arrays;
import java.util.function.Consumer;
import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Draws.Sampler;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * Long moves from restarts, in the metric of a {@link Sketch} P of the curvature:
 *
 * <pre>
 *   x ← argmin_u  Fᵀ(u − x) + (u − x)ᵀP(u − x)/2 + h(u)
 * </pre>
 *
 * which is x − P⁻¹F without a penalty, and with one the proximal map in the metric of P, found by
 * accelerated proximal gradient steps on the model; they cost no call. Without a penalty P is also
 * corrected by the {@link Secants} of past restarts.
 *
 * <p>Before the first leap with a new sketch a trial looks at some of its components at both ends.
 * If they curve more on the way than P says of them, the difference is added to ρ, as Levenberg and
 * Marquardt do, and the trial repeated. So a sketch that misses much becomes harmless, and one that
 * tells no more than a step size would is given up. A leap that leaves more than {@link #PAID} of
 * the gradient asks for a new sketch, or, when the sketch was new, counts against leaping at all.
 *
 * <p>The first sketch is made along with the first restart. Where f is made of squares, it costs
 * nothing and is exact, unless some of them are zero there: then these are asked once more. Other
 * looks at the curvature are steps of their own, which do not move.
 */
final class Leaps implements Stateful {
  /** Unknowns for which a matrix is kept. */
  static final int MOST_UNKNOWNS = 1000;

  /**
   * The least components of a sample for each unknown. Of fewer the model is too soft in some
   * directions, and a trial on the same sample does not see it.
   */
  private static final int EACH = 10;

  /**
   * Components for each unknown where a sketch is not exact anyway: more would tell little more.
   */
  private static final int INEXACT_EACH = 25;

  /** What a leap may leave of the gradient for the next to use the same sketch. */
  private static final double PAID = 0.3;

  /** What a leap from a new sketch may leave of it before it counts as a failure. */
  private static final double FAILED = 0.5;

  private static final int FAILURES = 2;

  /** Curvature in the trial over that of the model at which P is stiffened. */
  private static final double SHORT = 1.5;

  private static final int TRIALS = 10;

  /** The part of the components of g that a trial looks at, and the most. */
  private static final int TRIAL_SHARE = 20;

  private static final long TRIAL_MOST = 1000;

  /**
   * After giving up, leaps are tried again when the gradient has shrunk so much; then its square.
   */
  private static final double AGAIN = 0.1;

  private enum Stage {
    FIRST,
    REST, // of the components, the warm-up's sketch lacks them
    UNSEEN, // some of the squares were zero
    SKETCH,
    TRIAL,
    READY,
    OFF
  }

  private final Oracle oracle;
  private final int d;
  private final long outer;
  private boolean takesSome; // components, for the warm-up saw that sketches are not exact
  private boolean proven; // … or that they are
  private Sketch sketch;
  private @Nullable Sampler sketched; // made late: nobody is to fetch what is not drawn
  private final Secants secants;
  private final Sampler nearInner;
  private final Sampler trialInner;
  private final long nearCalls;
  private final Consumer<String> notes;

  private Stage stage;
  private boolean looks;
  private boolean leapt;
  private boolean fresh; // no leap was made yet with this sketch
  private int trials;
  private int failures;
  private double again = 1;
  private double normBefore; // the last leap, or giving up
  private final double[] y1;
  private final JacobianEstimate g1;
  private final double[] df;
  private final double[] v;
  private final double[] z;

  /**
   * @param inner samples of g that a step takes
   * @param outer components of f that a restart looks at
   * @param notes takes what was decided
   */
  Leaps(Oracle oracle, long inner, long outer, Consumer<String> notes) {
    this.oracle = oracle;
    this.notes = notes;
    d = oracle.dimension();
    this.outer = outer;
    sketch = new Sketch(oracle, outer);
    secants = new Secants(d);
    stage = sketch.size() == oracle.outerCount() ? Stage.FIRST : Stage.SKETCH;
    long m = oracle.innerCount();
    nearInner = oracle.draws().sampler(Stream.INNER_VALUE, m, inner);
    trialInner = oracle.draws().sampler(Stream.TRIAL, m, trial(m));
    nearCalls = oracle.hasTangents() ? 0 : 2 * inner;
    y1 = new double[oracle.innerDimension()];
    g1 = oracle.newJacobian();
    df = new double[d];
    v = new double[d];
    z = new double[d];
  }

  private Batch sketched(long t) {
    if (sketched == null) {
      sketched = oracle.draws().sampler(Stream.SKETCH, oracle.outerCount(), sketch.size());
    }
    return sketched.at(t);
  }

  /**
   * Before the first restart, a warm-up has seen what sketches are worth. Where they are exact, the
   * first one needs no trial; where they are not, some components will do for them.
   *
   * @param lent a sketch of most components, to be completed where it is exact and otherwise used
   *     as it is
   */
  void warmedUp(boolean exact, @Nullable Sketch lent) {
    proven = exact;
    if (tellsAll(oracle)) {
      return;
    }
    if (lent != null && (!exact || stage == Stage.FIRST)) {
      takesSome = !exact;
      sketch = lent;
      sketched = null;
      fresh = true;
      stage = exact ? Stage.REST : Stage.READY;
    } else if (!exact
        && oracle.innerFollows()
        && 2L * INEXACT_EACH * d < outer) { // else one with the restart is cheaper
      take(true, (long) INEXACT_EACH * d);
      stage = Stage.SKETCH;
    }
  }

  private void take(boolean some, long size) {
    takesSome = some;
    sketch = new Sketch(oracle, size);
    sketched = null;
  }

  /** Gives up, or tries what more components have to say. */
  private void giveUpOrTakeMore(String why) {
    if (takesSome) {
      take(false, outer);
      stage = Stage.SKETCH;
      failures = 0;
      notes.accept("%s; sketches of %d components from here on".formatted(why, sketch.size()));
    } else {
      giveUp("no leaps: " + why);
    }
  }

  /**
   * Whether leaps can be trusted.
   *
   * @param outer components of f that a restart looks at
   */
  static boolean suit(Oracle oracle, long outer) {
    int d = oracle.dimension();
    return d <= MOST_UNKNOWNS && (outer == oracle.outerCount() || outer >= (long) EACH * d);
  }

  /** Whether the first full restart tells the whole curvature for nothing. */
  static boolean tellsAll(Oracle oracle) {
    long n = oracle.outerCount();
    return oracle.squares() && n == Sketch.within(n, oracle.dimension());
  }

  private static long trial(long count) {
    return Math.max(1, Math.min(TRIAL_MOST, count / TRIAL_SHARE));
  }

  /** Whether leaps are to be made, after a look or two. */
  boolean on() {
    return stage != Stage.OFF;
  }

  /** Whether a leap can be made without another look. */
  boolean ready() {
    return stage == Stage.READY;
  }

  /** Whether the next step is to {@link #look}. */
  boolean looks() {
    return looks;
  }

  /** What the sketch says of step sizes, see {@link Sketch#stepSize}. */
  double stepSize(double[] f, long batch) {
    return sketch.stepSize(f, batch);
  }

  /** Whether the last move was a leap. */
  boolean leapt() {
    return leapt;
  }

  /** Whether the next restart is to take the sketch along, see {@link #restart}. */
  boolean sketchesAtRestart() {
    return stage == Stage.FIRST || completes();
  }

  /** Whether it is to {@link #complete} the sketch. */
  boolean completes() {
    return stage == Stage.REST;
  }

  /** The calls of that on top of the restart's. */
  long callsAtRestart() {
    if (completes()) {
      return nearCalls + outer - sketch.size();
    }
    return oracle.squares() ? 0 : nearCalls + sketch.callsForFloor() + sketch.size();
  }

  /**
   * The outer part of a restart and a sketch in one, for a call less a component: f += the gradient
   * at x, where g and G are known. The way along which to look for curvature has to be chosen
   * before that; a random one is seen by all components. Squares need no way, nor another call.
   *
   * @param t names the draws
   * @return the mean of f_i
   */
  double restart(long t, double[] x, double[] y, JacobianEstimate g, double[] f) {
    Batch batch = sketched(t);
    if (oracle.squares()) {
      return sketch.makeOfSquares(batch, y, g, f);
    }
    Nearby.wander(oracle, t, 0, x, z);
    goNear(t, x, y, g, z);
    sketch.lookForFloor(t, batch, x, z, y, g);
    return sketch.makeAlong(batch, y1, y, g, f);
  }

  /**
   * The same where the warm-up's sketch was exact, so that it only lacks some components.
   *
   * @param sampled those that it has
   * @param others those that it lacks
   */
  double complete(
      long t, Batch sampled, Batch others, double[] x, double[] y, JacobianEstimate g, double[] f) {
    double share = (double) sampled.size() / outer;
    double mean = share * oracle.addGradient(sampled, y, g, share, f);
    Nearby.wander(oracle, t, 0, x, z);
    goNear(t, x, y, g, z);
    Sketch most = sketch;
    take(false, outer);
    stage = Stage.FIRST;
    return mean + sketch.completeAlong(most, others, x, z, y1, y, g, f);
  }

  /** y1 ← about g(near). */
  private void goNear(long t, double[] x, double[] y, JacobianEstimate g, double[] near) {
    Batch some = oracle.hasTangents() ? nearInner.any() : nearInner.at(t); // drawn if needed
    Nearby.goNear(oracle, some, near, x, y, g, y1);
  }

  /** The calls of the next {@link #look}. */
  long calls() {
    return switch (stage) {
      case SKETCH -> nearCalls + sketch.callsForFloor() + sketch.calls();
      case UNSEEN -> nearCalls + sketch.unseen();
      default -> trialCalls();
    };
  }

  private long trialCalls() {
    long some = sketch.callsOfSome();
    long ends = trial(oracle.innerCount());
    if (oracle.affineInner()) {
      return (oracle.innerFollows() ? 0 : 2 * ends) + 2 * some;
    }
    return 4 * ends + 3 * some;
  }

  /**
   * Looks at the curvature at x, where g, G and F are known.
   *
   * @param t names the draws
   * @param norm the length of the gradient, or of the gradient mapping
   * @param near a point not far from x
   * @param end to be overwritten
   */
  void look(
      long t,
      double[] x,
      double[] y,
      JacobianEstimate g,
      double[] f,
      double norm,
      double[] near,
      double[] end) {
    looks = false;
    normBefore = norm;
    switch (stage) {
      case SKETCH -> sketch(t, x, y, g, near);
      case UNSEEN -> askUnseen(t, x, y, g);
      default -> {
        sketch.minimum(x, f, end);
        tryOut(t, x, y, g, f, end);
      }
    }
  }

  /** Squares that are zero at x are not at most points near it. */
  private void askUnseen(long t, double[] x, double[] y, JacobianEstimate g) {
    Nearby.wander(oracle, t, 0, x, z);
    goNear(t, x, y, g, z);
    sketch.addUnseen(y1, g);
    sketched();
  }

  private void sketch(long t, double[] x, double[] y, JacobianEstimate g, double[] near) {
    goNear(t, x, y, g, near);
    Batch batch = sketched(t);
    sketch.lookForFloor(t, batch, x, near, y, g);
    sketch.make(batch, y1, y, g);
    sketched();
  }

  private void sketched() {
    if (sketch.isModel()) {
      stage = proven ? Stage.READY : Stage.TRIAL;
      fresh = true;
      trials = 0;
      notes.accept("curvature sketched from %d components".formatted(sketch.size()));
    } else {
      giveUp("no leaps: the components show no curvature");
    }
  }

  private void tryOut(
      long t, double[] x, double[] y, JacobianEstimate g, double[] f, double[] end) {
    subtract(end, x, v);
    double squared = Kernels.dot(v, v);
    double seen = 0;
    if (oracle.innerFollows()) {
      oracle.follow(g, end, x, y, y1);
    } else if (oracle.affineInner()) {
      Walk.copy(y, y1);
      oracle.addValueDifference(trialInner.at(t), end, x, y1);
    } else {
      Walk.copy(y, y1);
      g1.copyFrom(g);
      oracle.addValueAndJacobianDifference(trialInner.at(t), end, x, y1, g1);
      Arrays.fill(df, 0);
      oracle.addGradient(sketch.some(), y1, g1, 1, df);
      oracle.addGradient(sketch.some(), y1, g, -1, df);
      seen = Kernels.dot(df, v); // what comes of the curvature of g
    }
    seen = Math.abs(seen + sketch.seen(y1));
    double modelled = sketch.modelled(y1, v) + sketch.rho() * squared;
    double missing = (seen - modelled) / squared;
    if (seen <= SHORT * modelled) {
      stage = Stage.READY;
    } else if (++trials == TRIALS || !(missing < curvatureAlong(f)) || !sketch.stiffen(missing)) {
      giveUpOrTakeMore("the sketch says too little of the curvature");
    } else {
      notes.accept("the sketch falls short, raised by %.3g".formatted(missing));
    }
  }

  private double curvatureAlong(double[] f) {
    sketch.times(f, z);
    return Kernels.dot(f, z) / Kernels.dot(f, f);
  }

  private void giveUp(String why) {
    stage = Stage.OFF;
    proven = false;
    again *= AGAIN;
    notes.accept(why);
  }

  /**
   * next ← where a leap leads from x, or x itself if that needs a look first.
   *
   * @param norm the length of the gradient f, or of its mapping
   * @return whether it is a leap
   */
  boolean leapOrLook(double[] x, double[] f, double norm, double[] next) {
    leapt = ready();
    looks = !leapt;
    if (looks) {
      Walk.copy(x, next);
      return false;
    }
    normBefore = norm;
    if (oracle.penalty().isZero()) {
      secants.solve(sketch, f, v);
      subtract(x, v, next);
    } else {
      sketch.minimum(x, f, next);
    }
    return true;
  }

  private void subtract(double[] a, double[] b, double[] out) {
    for (int k = 0; k < d; k++) {
      out[k] = a[k] - b[k];
    }
  }

  /**
   * A restart found gradient f at x, and this norm of it (or of its mapping).
   *
   * @param trusted whether the run goes on from there
   */
  void restarted(boolean trusted, double[] x, double[] f, double norm) {
    if (trusted) {
      secants.add(x, f);
    }
    if (leapt) {
      leapt = false;
      judge(trusted, norm / normBefore);
    } else if (stage == Stage.FIRST) {
      normBefore = norm;
      proven |= oracle.squares();
      if (sketch.unseen() > 0) {
        stage = Stage.UNSEEN;
      } else {
        sketched();
      }
    } else if (stage == Stage.OFF && norm <= again * normBefore) {
      stage = Stage.SKETCH;
      failures = 0;
    }
  }

  private void judge(boolean trusted, double left) {
    boolean paid = trusted && left <= PAID;
    if (!paid) {
      proven = false;
      stage = Stage.SKETCH;
      boolean failed = fresh && !(trusted && left <= FAILED);
      if (failed && (takesSome || ++failures == FAILURES)) {
        giveUpOrTakeMore("they did not pay");
      }
    }
    fresh = false;
  }

  @Override
  public void state(State s) {
    boolean some = s.value("takes some", takesSome);
    long size = s.value("sketch size", sketch.size());
    if (some != takesSome || size != sketch.size()) {
      take(some, size);
    }
    proven = s.value("proven", proven);
    stage = Stage.valueOf(s.value("stage", stage.name()));
    looks = s.value("looks", looks);
    leapt = s.value("leapt", leapt);
    fresh = s.value("fresh", fresh);
    trials = s.value("trials", trials);
    failures = s.value("failures", failures);
    again = s.value("again", again);
    normBefore = s.value("norm before", normBefore);
    s.part("secants", secants);
    s.part("floor", sketch.bottom());
    if (stage == Stage.TRIAL
        || stage == Stage.READY
        || stage == Stage.UNSEEN
        || completes()) { // otherwise there is no sketch
      s.part("sketch", sketch);
    }
  }
}
