package org.fogopt.algorithm;

import java.util.Arrays;
import java.util.List;
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
 * What is done before the first full restart. A {@link Handful} of components makes the first
 * steps. Then the problem of a sample of the components is roughly solved by restarts on that
 * sample, a {@link Sketch} of it and leaps, as Newton's method with Levenberg and Marquardt's
 * damping does it; and once more of a larger one, if there are many. That takes a fraction of a
 * pass, and takes off most of the gap where there are many more components than unknowns: d/b of
 * what they scatter is left after a solution for b of them.
 *
 * <p>A part of the sample tries a leap out before all of it is asked. Components that are not in
 * the sample then compare the end with the start. If the objective is not lower on them, the run
 * begins at the start as if nothing had happened; before the first full restart nothing exact is
 * known.
 *
 * <p>Where g is affine, its sum over the sample is known everywhere. Then the sample is enlarged to
 * most components, for one more leap, and the first full restart asks g for the rest alone.
 */
final class WarmUp implements Stateful {
  /** The components of f in the first sample for each unknown; solutions for fewer lead astray. */
  private static final int EACH = 5;

  /** The least of them in all, for the judges' sake. */
  private static final int LEAST = 50;

  /** … and where there are enough. */
  private static final int LEAST_OF_MANY = 75;

  /** The part of the components that it may be, at most; a larger one is dear. */
  private static final int SHARE_MOST = 8;

  /** For so many of f there is one of g, whose scatter matters less. */
  private static final int INNER_SHARE = 4;

  /** The part of the components in the second sample. */
  private static final int SHARE = 16;

  /** How many times the first it has to be, to be worth while. */
  private static final int GROWTH = 3;

  /** The most components: where they live elsewhere, the sample is sent for. */
  private static final long MOST = 10_000;

  /** The part of the components of f in the enlarged sample. */
  private static final double LARGE = 3.0 / 8;

  /** The same where one leap solves the problem of a sample: it is worth while to come near. */
  private static final double LARGE_EXACT = 3.0 / 4;

  /** The least in it for each unknown; of fewer the leap would not gain enough. */
  private static final int LARGE_EACH = 25;

  private static final int LARGE_EACH_EXACT = 50;

  /** The judges are as many as a part of the sample. */
  private static final int JUDGES = 4;

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
    HANDFUL,
    RESTART,
    SKETCH,
    TRIAL,
    JUDGE,
    ENLARGE,
    OVER
  }

  private final Oracle oracle;
  private final List<Sample> samples;
  private int at; // of these
  private long m; // in this sample, of the components of g
  private long n; // … and of f
  private Sketch sketch;
  private final Sampler inner; // the sample, and the judges
  private final Sampler outer;
  private @Nullable Sampler largeInner;
  private @Nullable Sampler largeOuter;
  private final Batch nearInner;
  private final long nearCalls;
  private final long budget; // calls of a full restart: more would be out of proportion
  private final Consumer<String> notes;
  private final double[] near;
  private final double[] y1;
  private final double[] df;

  private Stage stage = Stage.HANDFUL;
  private final Handful handful;
  private boolean seemsExact; // the sketch, to those who tried the leap out
  private boolean exact; // to the whole sample as well
  private boolean moved; // to where no full restart has been yet
  private boolean completes; // the next full restart, what is known of g
  private boolean leads; // this step, on by the model
  private boolean refused; // the leap on the large sample
  private int leaps; // that the sample approved of
  private long spent;
  private int dampings; // since the last of these
  private double damping; // ρ relative to the curvature along the gradient
  private double firstNorm;
  private double firstObjective;
  private double eta; // of the way to the near point
  private final double[] start;
  private final double[] best; // on the sample, with g, objective and gradient there
  private final double[] bestY;
  private final @Nullable JacobianEstimate bestG; // where it is not the same everywhere
  private double objective = Double.POSITIVE_INFINITY;
  private final double[] gradient;
  private double fewObjective; // the same of those who try leaps out
  private final double[] fewGradient;

  /**
   * The first components in the order in which they are drawn.
   *
   * @param m of g, and the next to judge by
   * @param n of f, likewise
   */
  private record Sample(long m, long innerJudges, long n, long outerJudges) {}

  private WarmUp(
      Oracle oracle, double[] x0, List<Sample> samples, long values, Consumer<String> notes) {
    this.oracle = oracle;
    this.notes = notes;
    this.samples = samples;
    Sample last = samples.get(samples.size() - 1);
    m = samples.get(0).m;
    n = samples.get(0).n;
    sketch = new Sketch(oracle, n, tried(n));
    inner = sampler(Stream.WARM_UP_INNER, oracle.innerCount(), last.m + last.innerJudges);
    outer = sampler(Stream.WARM_UP_OUTER, oracle.outerCount(), last.n + last.outerJudges);
    nearInner = inner.any().slice(0, Math.min(values, m));
    nearCalls = oracle.hasTangents() ? 0 : 2 * nearInner.size();
    budget = 2 * oracle.innerCount() + oracle.outerCount();
    near = new double[oracle.dimension()];
    y1 = new double[oracle.innerDimension()];
    df = new double[oracle.dimension()];
    start = x0.clone();
    handful = new Handful(oracle, x0, nearInner);
    best = x0.clone();
    bestY = new double[oracle.innerDimension()];
    bestG = oracle.innerFollows() ? null : oracle.newJacobian();
    gradient = new double[oracle.dimension()];
    fewGradient = new double[oracle.dimension()];
  }

  private Sampler sampler(Stream stream, long count, long size) {
    return oracle.draws().distinct(stream, count, size);
  }

  /**
   * A warm-up from x0, unless there are too few components.
   *
   * @param values samples of g that a step takes
   * @param notes takes what was decided
   */
  static @Nullable WarmUp of(Oracle oracle, double[] x0, long values, Consumer<String> notes) {
    List<Sample> samples = samples(oracle);
    return samples.isEmpty() ? null : new WarmUp(oracle, x0, samples, values, notes);
  }

  private static List<Sample> samples(Oracle oracle) {
    long least = Math.max(LEAST, (long) EACH * oracle.dimension());
    long most = Math.min(oracle.innerCount(), oracle.outerCount()) / SHARE_MOST;
    if (least > most) {
      return List.of();
    }
    long size = Math.max(least, Math.min(LEAST_OF_MANY, most));
    Sample first = new Sample(size / INNER_SHARE, size / JUDGES, size, size / JUDGES);
    long m = Math.max(size, Math.min(MOST, oracle.innerCount() / SHARE));
    long n = Math.min(MOST, oracle.outerCount() / SHARE);
    return n > size ? List.of(first, new Sample(m, m / JUDGES, n, n / JUDGES)) : List.of(first);
  }

  boolean isOver() {
    return stage == Stage.OVER;
  }

  /** Whether one leap solved the problem of the sample, as on quadratics of rank one. */
  boolean isExact() {
    return exact && !refused;
  }

  /** Whether x may be where a leap led that nobody has judged yet. */
  boolean isUnproven() {
    return moved || (!isOver() && handful.hasBegun());
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
    boolean start = stage == Stage.HANDFUL && !handful.hasBegun();
    boolean end = stage == Stage.JUDGE && !mayGrow();
    boolean last = stage == Stage.TRIAL && isLarge() && dampings == 0; // unless it is taken back
    return start || end || last;
  }

  private boolean hasBegun() {
    return objective < Double.POSITIVE_INFINITY;
  }

  private boolean isLastSample() {
    return at == samples.size() - 1;
  }

  /** Whether a larger sample is worth while after this one. */
  private boolean mayGrow() {
    return !isLastSample() && samples.get(at + 1).n >= GROWTH * n;
  }

  private boolean isLarge() {
    return largeOuter != null;
  }

  double eta() {
    return eta;
  }

  /** The calls of the next step. */
  long calls() {
    return switch (stage) {
      case HANDFUL -> handful.calls();
      case RESTART -> 2 * (m - known()) + n + (sketchesAlong() ? along(n) : 0);
      case SKETCH -> along(n) + n;
      case TRIAL -> (oracle.innerFollows() ? 0 : 2 * tried(m)) + triedOuter();
      case JUDGE -> 2 * (samples.get(at).innerJudges + samples.get(at).outerJudges);
      case ENLARGE ->
          2 * (exact ? oracle.innerCount() : largeInnerSize() - m)
              + largeOuterSize()
              + along(largeOuterSize());
      case OVER -> 0;
    };
  }

  /** The calls of a sketch along with a restart. */
  private long along(long size) {
    return nearCalls + sketch.callsForFloor() + size;
  }

  /** The components of g whose mean is known at any x. */
  private long known() {
    if (!oracle.innerFollows()) {
      return 0;
    } else if (hasBegun()) {
      return m;
    }
    return at == 0 ? 0 : samples.get(at - 1).m;
  }

  private static long tried(long sample) {
    return Math.max(1, sample / TRIAL_SHARE);
  }

  /** Of the large sample where sketches are exact, those of the small one will do. */
  private long triedOuter() {
    return tried(isLarge() && !exact ? largeOuterSize() : n);
  }

  private long largeInnerSize() {
    return exact
        ? oracle.innerCount()
        : Math.max(m, (long) (LARGE * oracle.innerCount() / INNER_SHARE));
  }

  private long largeOuterSize() {
    return (long) ((exact ? LARGE_EXACT : LARGE) * oracle.outerCount());
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
    inner.at(0);
    outer.at(0);
    boolean isHandful = stage == Stage.HANDFUL;
    leads = false;
    switch (stage) {
      case HANDFUL -> handful(x, next, y, g, f);
      case RESTART -> restart(x, y, g, f);
      case SKETCH -> sketch(x, y, g, f);
      case TRIAL -> tryOut(x, y, g, f);
      case JUDGE -> judge(x, y, g, f);
      case ENLARGE -> enlarge(x, y, g, f);
      case OVER -> throw new IllegalStateException("the warm-up is over");
    }
    if (leads) {
      sketch.minimum(best, gradient, next);
    } else if (!isHandful) {
      Walk.copy(x, next);
    }
    return Kernels.norm(f);
  }

  private void handful(double[] x, double[] next, double[] y, JacobianEstimate g, double[] f) {
    handful.step(inner.any(), outer.any(), x, next, y, g, f);
    eta = handful.eta();
    if (handful.isOver()) {
      moved = handful.moved();
      stage = Stage.RESTART;
    }
  }

  /** Where the trial found the model exact, this is the end of it, and a sketch for nothing. */
  private boolean sketchesAlong() {
    return !seemsExact;
  }

  private void restart(double[] x, double[] y, JacobianEstimate g, double[] f) {
    double foretold = hasBegun() ? foretold(x) : 0;
    long known = known();
    if (known == 0) {
      oracle.valueAndJacobian(inner.any().slice(0, m), x, y, g);
    } else {
      oracle.follow(g, x, best, bestY, y);
      add(inner.any().slice(known, m), (double) known / m, x, y, g);
    }
    boolean sketched = sketchesAlong();
    Arrays.fill(f, 0);
    Batch sample = outer.any().slice(0, n);
    double here = sketched ? sketchAlong(sample, x, y, g, f) : sketch.addGradient(sample, y, g, f);
    here += oracle.penalty().value(x);
    if (!hasBegun()) {
      begin(here, x, y, g, f);
    } else if (here < objective && Kernels.norm(f) < Double.POSITIVE_INFINITY) {
      adapt((objective - here) / foretold);
      approve(here, x, y, g, f);
      leaps++;
      double left = norm(x, f) / firstNorm;
      exact = seemsExact && left <= EXACT;
      seemsExact = false;
      if (left <= LEFT || spent > budget) {
        stage = Stage.JUDGE;
      } else {
        leapOrSketch(sketched);
      }
    } else {
      seemsExact = false;
      back(x, y, g, f);
      if (dampings == DAMPINGS || spent > budget) {
        end();
      } else if (sketched) { // of where the leap led
        raise();
        dampings++;
        stage = Stage.SKETCH;
      } else {
        dampen();
      }
    }
  }

  private double sketchAlong(Batch sample, double[] x, double[] y, JacobianEstimate g, double[] f) {
    sketch.wander(spent, 0, x, near);
    goNear(x, y, g);
    sketch.lookForFloor(spent, sample, x, near, y, g);
    return sketch.makeAlong(sample, y1, y, g, f);
  }

  private void begin(double here, double[] x, double[] y, JacobianEstimate g, double[] f) {
    if (exact
        && norm(x, f)
            > ALIKE
                * Math.max(
                    firstNorm,
                    handful.firstNorm())) { // it has components that the first one missed
      exact = false;
      leaps = 0;
    }
    if (leaps == 0) {
      eta = Sketch.near(x, f);
      firstNorm = norm(x, f);
      firstObjective = here;
    }
    approve(here, x, y, g, f);
    if (!hasBegun()) { // there is nothing to compare with
      end();
    } else if (exact && sketch.isModel() && damped()) {
      leap();
    } else {
      leapOrSketch(true);
    }
  }

  /** Where sketches are exact, the sample need not look where it leads. */
  private void leap() {
    leads = true;
    leaps++;
    stage = Stage.JUDGE;
  }

  private void approve(double here, double[] x, double[] y, JacobianEstimate g, double[] f) {
    objective = here;
    dampings = 0;
    Walk.copy(x, best);
    Walk.copy(y, bestY);
    Walk.copy(f, gradient);
    fewObjective = sketch.partValue();
    Walk.copy(sketch.partGradient(), fewGradient);
    if (bestG != null) {
      bestG.copyFrom(g);
    }
  }

  private void back(double[] x, double[] y, JacobianEstimate g, double[] f) {
    Walk.copy(best, x);
    Walk.copy(bestY, y);
    Walk.copy(gradient, f);
    if (bestG != null) {
      g.copyFrom(bestG);
    }
  }

  private void leapOrSketch(boolean sketched) {
    if (!sketched) {
      stage = Stage.SKETCH;
    } else {
      leapOrEnd();
    }
  }

  private void leapOrEnd() {
    leads = sketch.isModel() && damped();
    if (leads) {
      stage = Stage.TRIAL;
    } else {
      end();
    }
  }

  /** Nothing more is to be had from this sample. */
  private void end() {
    refused = isLarge();
    if (leaps > 0 && !isLarge()) {
      stage = Stage.JUDGE;
      return;
    }
    notes.accept("no leap on %d components paid".formatted(sketch.size()));
    if (!isLarge() && !isLastSample()) {
      grow();
    } else {
      stage = moved && !isLarge() ? Stage.JUDGE : Stage.OVER;
    }
  }

  private double norm(double[] x, double[] f) {
    return Evaluator.mappingNorm(oracle.penalty(), x, f, eta);
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
    sketch.times(gradient, near);
    double squared = Kernels.dot(gradient, gradient);
    double along = Kernels.dot(gradient, near) / squared - sketch.rho();
    double curved = Math.abs(along) + sketch.floor(); // below the floor the model may be concave
    return sketch.stiffen(Math.max(0, damping * curved + sketch.floor() - sketch.rho()));
  }

  private void sketch(double[] x, double[] y, JacobianEstimate g, double[] f) {
    Kernels.descend(x, eta, f, near);
    oracle.penalty().prox(near, eta);
    goNear(x, y, g);
    Batch sample = outer.any().slice(0, n);
    sketch.lookForFloor(spent, sample, x, near, y, g);
    sketch.make(sample, y1, y, g);
    leapOrSketch(true);
  }

  /** y1 ← about g(near). */
  private void goNear(double[] x, double[] y, JacobianEstimate g) {
    Sketch.goNear(oracle, nearInner, near, x, y, g, y1);
  }

  /** The decrease from the best point to x, as the model has it. */
  private double foretold(double[] x) {
    for (int k = 0; k < x.length; k++) {
      df[k] = x[k] - best[k];
    }
    sketch.times(df, near);
    double model = Kernels.dot(gradient, df) + Kernels.dot(df, near) / 2;
    return oracle.penalty().value(best) - oracle.penalty().value(x) - model;
  }

  /**
   * A part of the sample looks where the leap led. It is asked what the objective changes beyond
   * its slope; the slope is known of the whole sample. Then what the model has for the part gives
   * way to what it has for all, so that where the model is exact nobody errs by being few. Where it
   * is not, that may lead astray, and the part has to see a decrease as well.
   */
  private void tryOut(double[] x, double[] y, JacobianEstimate g, double[] f) {
    double foretold = foretold(x);
    Batch some = (isLarge() ? largeOuter() : outer).any().slice(0, triedOuter());
    if (oracle.innerFollows()) {
      oracle.follow(g, x, best, bestY, y1);
    } else {
      Walk.copy(bestY, y1);
      oracle.addValueDifference(inner.any().slice(0, tried(m)), x, best, y1);
    }
    double after = oracle.addGradient(some, y1, g, 1, near);
    for (int k = 0; k < x.length; k++) {
      df[k] = gradient[k] - fewGradient[k];
      near[k] = x[k] - best[k];
    }
    double seen = after - fewObjective + Kernels.dot(df, near);
    seen += oracle.penalty().value(x) - oracle.penalty().value(best);
    double change = seen + sketch.beyondPart(near) / 2;
    boolean matches = Math.abs(change + foretold) <= EXACT * foretold;
    seemsExact = matches && leaps == 0 && damping == 0;
    if (!matches && !(change <= -TRIED * foretold && seen <= 0)) {
      back(x, y, g, f);
      if (dampings == DAMPINGS) {
        end();
      } else {
        dampen();
      }
    } else if (isLarge()) {
      stage = Stage.OVER;
      notes.accept("and a leap with %d components".formatted(sketch.size()));
    } else if (!seemsExact && foretold <= LAST * (firstObjective - objective)) {
      leaps++;
      stage = Stage.JUDGE;
    } else {
      stage = Stage.RESTART;
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
    notes.accept(
        "%s with %d of %d components: %s led from about %.4g to %.4g%s"
            .formatted(
                at == 0 ? "began" : "went on",
                n,
                oracle.outerCount(),
                leaps == 0 ? "a handful" : leaps == 1 ? "1 leap" : leaps + " leaps",
                before,
                after,
                better ? "" : "; back to the start"));
    if (mayGrow()) {
      exact &= better;
      leaps = better ? leaps : 0;
      grow();
    } else {
      stage = better && mayEnlarge() ? Stage.ENLARGE : Stage.OVER;
    }
  }

  /** Goes on with the next sample. */
  private void grow() {
    use(at + 1);
    objective = Double.POSITIVE_INFINITY;
    damping = 0;
    stage = Stage.RESTART;
  }

  private void use(int sample) {
    at = sample;
    m = samples.get(at).m;
    n = samples.get(at).n;
    sketch = new Sketch(oracle, n, tried(n), sketch);
  }

  /** The objective, as far as the judges can tell. */
  private double judged(double[] x, double[] y, JacobianEstimate g, double[] f) {
    Sample sample = samples.get(at);
    oracle.value(inner.any().slice(m, m + sample.innerJudges), x, y);
    Arrays.fill(f, 0);
    Batch judges = outer.any().slice(n, n + sample.outerJudges);
    return oracle.addGradient(judges, y, g, 1, f) + oracle.penalty().value(x);
  }

  private boolean mayEnlarge() {
    long each = largeOuterSize() / oracle.dimension();
    boolean small = largeOuterSize() <= MOST && (exact || largeInnerSize() <= MOST);
    return oracle.innerFollows()
        && spent <= budget
        && small
        && each >= (exact ? LARGE_EACH_EXACT : LARGE_EACH);
  }

  /** One leap on a larger sample, of which the old one is a part. */
  private void enlarge(double[] x, double[] y, JacobianEstimate g, double[] f) {
    drawLarge();
    if (exact) {
      oracle.valueAndJacobian(largeInner().any(), x, y, g);
    } else {
      oracle.follow(g, x, best, bestY, y);
      long size = largeInnerSize();
      add(largeInner().any().slice(m, size), (double) m / size, x, y, g);
    }
    completes = true;
    Arrays.fill(f, 0);
    double here = sketchAlong(largeOuter().any(), x, y, g, f) + oracle.penalty().value(x);
    if (takesBack(here, Kernels.norm(f), x)) {
      Walk.copy(gradient, f);
      completes = false;
      stage = Stage.OVER;
    } else {
      moved = true;
      approve(here, x, y, g, f);
      damping = 0;
      leapOrSketch(true);
    }
  }

  private void drawLarge() {
    long size = largeOuterSize();
    largeInner = sampler(Stream.WARM_UP_INNER, oracle.innerCount(), largeInnerSize());
    largeOuter = sampler(Stream.WARM_UP_OUTER, oracle.outerCount(), size);
    largeInner.at(0);
    largeOuter.at(0);
    sketch = new Sketch(oracle, size, triedOuter(), sketch);
  }

  private Sampler largeInner() {
    return known(largeInner);
  }

  private Sampler largeOuter() {
    return known(largeOuter);
  }

  private static Sampler known(@Nullable Sampler sampler) {
    if (sampler == null) {
      throw new IllegalStateException("the sample was not enlarged");
    }
    return sampler;
  }

  /** To y and G, which are means with this share of a larger one, adds the means of the rest. */
  private void add(Batch rest, double share, double[] x, double[] y, JacobianEstimate g) {
    if (rest.size() == 0) {
      return;
    }
    for (int k = 0; k < y.length; k++) {
      y[k] *= share;
    }
    g.scale(share);
    oracle.addValueAndJacobian(rest, x, 1 - share, y, 1 - share, g);
  }

  /** Whether the first full restart has g only to {@link #completeInner}. */
  boolean completesInner() {
    return completes;
  }

  /** The calls of that. */
  long callsToComplete() {
    return 2 * (oracle.innerCount() - largeInnerSize());
  }

  /** y ← g(x) and G, which is of the sample, ← ∂g. */
  void completeInner(double[] x, double[] y, JacobianEstimate g) {
    completes = false;
    oracle.follow(g, x, best, bestY, y);
    if (exact) {
      return;
    }
    long size = largeInnerSize();
    add(largeInner().others(), (double) size / oracle.innerCount(), x, y, g);
  }

  /** The sketch of the large sample, if there is one. */
  @Nullable Sketch lends() {
    return completes && !refused && sketch.isModel() ? sketch : null;
  }

  /** The components of f in that sample. */
  Batch sampled() {
    return largeOuter().any();
  }

  /** The other ones. */
  Batch others() {
    return largeOuter().others();
  }

  @Override
  public void state(State s) {
    stage = Stage.valueOf(s.value("stage", stage.name()));
    s.part("handful", handful);
    int sample = (int) s.value("sample", (long) at);
    if (sample != at) {
      use(sample);
    }
    seemsExact = s.value("seems exact", seemsExact);
    exact = s.value("exact", exact);
    moved = s.value("moved", moved);
    completes = s.value("completes", completes);
    refused = s.value("refused", refused);
    boolean large = s.value("large", isLarge());
    if (large && !isLarge()) {
      drawLarge();
    }
    leaps = s.value("leaps", leaps);
    spent = s.value("spent", spent);
    dampings = s.value("dampings", dampings);
    damping = s.value("damping", damping);
    firstNorm = s.value("first norm", firstNorm);
    firstObjective = s.value("first objective", firstObjective);
    eta = s.value("eta", eta);
    s.array("best", best);
    s.array("best y", bestY);
    if (bestG != null) {
      s.part("best G", bestG);
    }
    objective = s.value("objective", objective);
    s.array("gradient", gradient);
    fewObjective = s.value("objective of few", fewObjective);
    s.array("gradient of few", fewGradient);
    s.part("floor", sketch.bottom());
    if ((stage == Stage.RESTART || stage == Stage.TRIAL) && hasBegun()) { // else there is none
      s.part("sketch", sketch);
      s.part("part", sketch.part());
    }
  }
}
