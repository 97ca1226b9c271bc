package org.fogopt.algorithm;

import java.util.Arrays;
import java.util.List;
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
 * What is done before the first full restart, and on which components. A {@link Handful} of them
 * makes the first steps. Then {@link SampleLeaps} roughly solve the problem of a sample; and once
 * more of a larger one, if there are many. That takes a fraction of a pass, and takes off most of
 * the gap where there are many more components than unknowns: d/b of what they scatter is left
 * after a solution for b of them.
 *
 * <p>Components that are not in the sample then compare the end with the start. If the objective is
 * not lower on them, the run begins at the start as if nothing had happened; before the first full
 * restart nothing exact is known.
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

  private enum Stage {
    HANDFUL,
    LEAPS,
    JUDGE,
    OVER
  }

  private final Oracle oracle;
  private final List<Sample> samples;
  private int at; // of these
  private final Drawn drawn; // the sample, and the judges
  private @Nullable Drawn large;
  private final long budget; // calls of a full restart: more would be out of proportion
  private final Consumer<String> notes;
  private final double[] start;

  private Stage stage = Stage.HANDFUL;
  private final Handful handful;
  private final SampleLeaps leaps;
  private boolean moved; // to where no full restart has been yet
  private boolean completes; // the next full restart, what is known of g
  private long spent;

  /**
   * The first components in the order in which they are drawn.
   *
   * @param m of g, and the next to judge by
   * @param n of f, likewise
   */
  private record Sample(long m, long innerJudges, long n, long outerJudges) {}

  /** Components of g and of f without replacement, always the same, the first of them first. */
  private record Drawn(Sampler inner, Sampler outer) {
    static Drawn of(Oracle oracle, long m, long n) {
      return new Drawn(
          oracle.draws().distinct(Stream.WARM_UP_INNER, oracle.innerCount(), m),
          oracle.draws().distinct(Stream.WARM_UP_OUTER, oracle.outerCount(), n));
    }

    void draw() {
      inner.at(0);
      outer.at(0);
    }

    Batch inner(long from, long to) {
      return inner.any().slice(from, to);
    }

    Batch outer(long from, long to) {
      return outer.any().slice(from, to);
    }
  }

  private WarmUp(
      Oracle oracle, double[] x0, List<Sample> samples, long values, Consumer<String> notes) {
    this.oracle = oracle;
    this.notes = notes;
    this.samples = samples;
    Sample first = samples.get(0);
    Sample last = samples.get(samples.size() - 1);
    drawn = Drawn.of(oracle, last.m + last.innerJudges, last.n + last.outerJudges);
    budget = 2 * oracle.innerCount() + oracle.outerCount();
    start = x0.clone();
    Batch nearInner = drawn.inner(0, Math.min(values, first.m));
    handful = new Handful(oracle, x0, nearInner);
    leaps =
        new SampleLeaps(oracle, x0, drawn.inner(0, first.m), drawn.outer(0, first.n), nearInner);
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
    return leaps.isExact() && !isRefused();
  }

  /** Whether the leap on the large sample did not pay. */
  private boolean isRefused() {
    return isLarge() && leaps.isStuck();
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
      takeBack(next);
    }
    return mistaken;
  }

  private void takeBack(double[] x) {
    moved = false;
    Walk.copy(start, x);
    notes.accept("the objective is no number there; back to the start");
  }

  /** Whether the next step is at a point worth knowing: the start, or the end. */
  boolean isAtEitherEnd() {
    boolean start = stage == Stage.HANDFUL && !handful.hasBegun();
    boolean end = stage == Stage.JUDGE && !mayGrow();
    boolean last = stage == Stage.LEAPS && isLarge() && leaps.triesFirst(); // or is taken back
    return start || end || last;
  }

  private Sample sample() {
    return samples.get(at);
  }

  private boolean isLastSample() {
    return at == samples.size() - 1;
  }

  /** Whether a larger sample is worth while after this one. */
  private boolean mayGrow() {
    return !isLastSample() && samples.get(at + 1).n >= GROWTH * sample().n;
  }

  private boolean isLarge() {
    return large != null;
  }

  double eta() {
    return stage == Stage.HANDFUL ? handful.eta() : leaps.eta();
  }

  /** The calls of the next step. */
  long calls() {
    return switch (stage) {
      case HANDFUL -> handful.calls();
      case LEAPS -> leaps.calls();
      case JUDGE -> 2 * (sample().innerJudges + sample().outerJudges);
      case OVER -> 0;
    };
  }

  private long largeInnerSize() {
    return leaps.isExact()
        ? oracle.innerCount()
        : Math.max(sample().m, (long) (LARGE * oracle.innerCount() / INNER_SHARE));
  }

  private long largeOuterSize() {
    return (long) ((leaps.isExact() ? LARGE_EXACT : LARGE) * oracle.outerCount());
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
    drawn.draw();
    Point here = new Point(x, y, g, f);
    boolean goes =
        switch (stage) {
          case HANDFUL -> handful(here, next);
          case LEAPS -> leap(here, next);
          case JUDGE -> judge(here);
          case OVER -> throw new IllegalStateException("the warm-up is over");
        };
    if (!goes) {
      Walk.copy(x, next);
    }
    return Kernels.norm(f);
  }

  private boolean handful(Point here, double[] next) {
    Batch inner = drawn.inner.any();
    handful.step(inner, drawn.outer.any(), here.x(), next, here.y(), here.g(), here.f());
    if (handful.isOver()) {
      moved = handful.moved();
      leaps.after(handful);
      stage = Stage.LEAPS;
    }
    return true;
  }

  private boolean leap(Point here, double[] next) {
    boolean leads = leaps.step(spent, spent > budget, here, next);
    if (leaps.isOver()) {
      if (isLarge()) {
        endLarge(here.x());
      } else if (leaps.count() > 0) {
        stage = Stage.JUDGE;
      } else {
        noteThatNonePaid();
        if (isLastSample()) {
          stage = moved ? Stage.JUDGE : Stage.OVER;
        } else {
          grow();
        }
      }
    }
    return leads;
  }

  private void noteThatNonePaid() {
    notes.accept("no leap on %d components paid".formatted(leaps.sketch().size()));
  }

  private boolean judge(Point here) {
    double after = judged(here.x(), here);
    double before = judged(start, here);
    boolean better = after < before;
    moved = better;
    if (!better) {
      Walk.copy(start, here.x());
    }
    int paid = leaps.count();
    notes.accept(
        "%s with %d of %d components: %s led from about %.4g to %.4g%s"
            .formatted(
                at == 0 ? "began" : "went on",
                sample().n,
                oracle.outerCount(),
                paid == 0 ? "a handful" : paid == 1 ? "1 leap" : paid + " leaps",
                before,
                after,
                better ? "" : "; back to the start"));
    if (mayGrow()) {
      if (!better) {
        leaps.forget();
      }
      grow();
    } else if (better && mayEnlarge()) {
      enlarge();
    } else {
      stage = Stage.OVER;
    }
    return false;
  }

  /** The objective at x, as far as the judges can tell; what is known here is overwritten. */
  private double judged(double[] x, Point here) {
    Sample sample = sample();
    oracle.value(drawn.inner(sample.m, sample.m + sample.innerJudges), x, here.y());
    Arrays.fill(here.f(), 0);
    Batch judges = drawn.outer(sample.n, sample.n + sample.outerJudges);
    double mean = oracle.addGradient(judges, here.y(), here.g(), 1, here.f());
    return mean + oracle.penalty().value(x);
  }

  /** Goes on with the next sample. */
  private void grow() {
    use(at + 1);
    leaps.startOver();
    stage = Stage.LEAPS;
  }

  private void use(int sample) {
    at = sample;
    leaps.take(drawn.inner(0, sample().m), drawn.outer(0, sample().n));
  }

  /** Where the first full restart tells the whole curvature anyway, there is no need to. */
  private boolean mayEnlarge() {
    if (Leaps.tellsAll(oracle)) {
      return false;
    }
    boolean exact = leaps.isExact();
    long each = largeOuterSize() / oracle.dimension();
    boolean small = largeOuterSize() <= MOST && (exact || largeInnerSize() <= MOST);
    return oracle.innerFollows()
        && spent <= budget
        && small
        && each >= (exact ? LARGE_EACH_EXACT : LARGE_EACH);
  }

  /** One leap on a larger sample, of which the old one is a part. */
  private void enlarge() {
    useLarge();
    leaps.startOver();
    stage = Stage.LEAPS;
  }

  private void useLarge() {
    large = Drawn.of(oracle, largeInnerSize(), largeOuterSize());
    large.draw();
    leaps.takeLarge(large.inner.any(), large.outer.any());
  }

  private void endLarge(double[] x) {
    stage = Stage.OVER;
    completes = !leaps.isLost();
    if (leaps.isLost()) {
      takeBack(x);
    } else if (leaps.isStuck()) {
      noteThatNonePaid();
    } else {
      notes.accept("and a leap with %d components".formatted(leaps.sketch().size()));
    }
  }

  private Drawn large() {
    if (large == null) {
      throw new IllegalStateException("the sample was not enlarged");
    }
    return large;
  }

  /** Whether the first full restart has g only to {@link #completeInner}. */
  boolean completesInner() {
    return completes;
  }

  /** The calls of that. */
  long callsToComplete() {
    return 2 * (oracle.innerCount() - large().inner.any().size());
  }

  /** y ← g(x) and G, which is of the sample, ← ∂g. */
  void completeInner(double[] x, double[] y, JacobianEstimate g) {
    completes = false;
    leaps.best().follow(x, y, g);
    if (callsToComplete() > 0) {
      leaps.best().addInner(large().inner.others(), x, y, g);
    }
  }

  /** The sketch of the large sample, if there is one. */
  @Nullable Sketch lends() {
    return completes && !isRefused() && leaps.sketch().isModel() ? leaps.sketch() : null;
  }

  /** The components of f in that sample. */
  Batch sampled() {
    return large().outer.any();
  }

  /** The other ones. */
  Batch others() {
    return large().outer.others();
  }

  @Override
  public void state(State s) {
    stage = Stage.valueOf(s.value("stage", stage.name()));
    s.part("handful", handful);
    s.part("leaps", leaps); // how large a sample is, depends on these
    int sample = s.value("sample", at);
    if (sample != at) {
      use(sample);
    }
    if (s.value("large", isLarge()) && !isLarge()) {
      useLarge();
    }
    s.part("model", leaps.model());
    moved = s.value("moved", moved);
    completes = s.value("completes", completes);
    spent = s.value("spent", spent);
  }
}
