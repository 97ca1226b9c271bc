package org.fogopt.method.newton;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.Method;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Hessian;
import org.fogopt.oracle.JacobianEstimate;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;

/**
 * Newton's method in a trust region on growing samples: Conn, Gould, Toint 2000 (the region); Byrd,
 * Chin, Nocedal, Wu 2012 and Mokhtari et al. 2016, "Ada Newton" (the samples); Lee, Sun, Saunders
 * 2014 (with a penalty).
 *
 * <pre>
 *   b = max(100, 10d) components of each sum, the first of a fixed permutation
 *   repeat
 *     g = ∇Φ_b(x), H ≈ ∇²Φ_b(x)
 *     p = argmin gᵀp + ½pᵀHp + h(x + p)  over |p| ≤ Δ
 *     ρ = actual decrease on the sample / decrease of the model
 *     ρ &lt; 1/4: Δ = |p|/4;   ρ &gt; 3/4 and |p| = Δ: Δ = 2Δ;   ρ &gt; 1e-4: x = x + p
 *     p was inside the region, or gained less than a tenth of what the sample gained:
 *       b = 4b, or all once 8b exceeds them
 * </pre>
 *
 * H is what the problem offers as {@link org.fogopt.problem.Curvature}, otherwise one secant a
 * component. Of more than 100 000 components a sample of max(100d, a tenth) serves for H: a step
 * then reduces the gradient by a factor of about √(d/sample).
 *
 * <p>Calls: gradient 2b + b, trial point b + b (on all components with its gradient, which the next
 * step reuses), and those of H; where g is affine, its values and Jacobian are asked for once a
 * sample.
 */
public final class Newton extends BaseIteration {
  public static final Method METHOD =
      new Method(
          "newton",
          "Trust-region Newton on growing samples",
          "Byrd et al. 2012; Lee, Sun, Saunders 2014; Mokhtari et al. 2016",
          "m + n, and the curvature's",
          "last",
          List.of(),
          Newton::new);

  /** Beyond so many unknowns the model is multiplied with, not factored. */
  static final int MOST_DENSE = 1000; // a factor costs what 1000 products do

  /** The first sample: so many components, or so many for each unknown (newton.md). */
  private static final long FIRST = 100;

  private static final long FIRST_PER_UNKNOWN = 10;

  /** Growth of samples, and the multiple that must fit once more. */
  private static final long GROWTH = 4;

  /** A step that gains less than this share of what its sample gained is the last on it. */
  private static final double LITTLE = 0.1;

  /** Ratios of Nocedal, Wright, algorithm 4.1: poor, good, and the least that is accepted. */
  private static final double POOR = 0.25;

  private static final double GOOD = 0.75;
  private static final double ACCEPTED = 1e-4;

  /** More components than this have their curvature sampled: so many for each unknown, or … */
  private static final long MANY = 100_000;

  private static final long CURVATURE_PER_UNKNOWN = 100;

  /** … so little of all components that a gradient costs far more. */
  private static final long CURVATURE_PART = 10;

  /** The secants' |dx| relative to |x|: between rounding and the change of the curvature. */
  private static final double SECANT = 1e-5;

  /** A change this small relative to the objective is the rounding of its sums. */
  private static final double ROUNDING = 1e-14;

  private final long most; // components of the larger sum
  private final boolean offered = oracle.offersCurvature();
  private final boolean innerFollows = oracle.innerFollows();
  private final Hessian hessian;
  private final StepRule rule;
  private final double[] p;
  private final double[] hp;

  private long size; // b
  private Batch inner;
  private Batch outer;
  private Point here; // what is known of x on this sample
  private Point trial;
  private boolean isModelHere; // whether H is of x and this sample
  private double radius = Double.NaN; // Δ
  private double gained; // on this sample
  private double eta = Double.NaN; // of the gradient mapping
  private double firstNorm = Double.NaN;
  private boolean isAtRounding;
  private int failures; // on all components in a row: rejected steps, or ratios far from 1
  private final List<String> notes = new ArrayList<>();

  private Newton(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    if (!oracle.finite()) {
      throw new IllegalArgumentException(
          "Newton's method needs finitely many components; choose sarah-c with S1L, S2L, S3L");
    }
    int d = oracle.dimension();
    boolean isSmooth = oracle.penalty().isZero();
    boolean isDense = d <= MOST_DENSE || !isSmooth;
    if (!isSmooth) {
      rule = new ProximalStep(oracle.penalty(), d, oracle.parallel());
    } else {
      rule = isDense ? new MoreSorensen(d, oracle.parallel()) : new Steihaug(d);
    }
    hessian = oracle.newHessian(isDense);
    most = Math.max(oracle.innerCount(), oracle.outerCount());
    here = new Point();
    trial = new Point();
    p = new double[d];
    hp = new double[d];
    long first = Math.max(FIRST, FIRST_PER_UNKNOWN * d);
    size = oracle.isRemote() || 2 * first > most ? most : first;
    inner = sample(Stream.SAMPLE_INNER, oracle.innerCount(), size);
    outer = sample(Stream.SAMPLE_OUTER, oracle.outerCount(), size);
  }

  private Batch sample(Stream stream, long count, long wanted) {
    return wanted >= count
        ? Batch.all(count)
        : oracle.draws().distinct(stream, count, wanted).at(0);
  }

  private boolean isOnAll() {
    return size == most;
  }

  @Override
  protected void advance() {
    here.complete(x);
    if (!isModelHere) {
      model();
    }
    if (Double.isNaN(radius)) {
      begin();
    }
    moveNorm = norm(x, here);
    firstNorm = Double.isNaN(firstNorm) ? moveNorm : firstNorm;
    report(x);
    double accuracy = Math.min(0.5, Math.sqrt(moveNorm / firstNorm)); // Nocedal, Wright, 7.1
    boolean isAtBoundary = rule.solve(hessian, x, here.gradient, radius, accuracy, p);
    for (int k = 0; k < p.length; k++) {
      next[k] = x[k] + p[k];
    }
    oracle.penalty().prox(next, 0); // rounding may put it a little outside
    trial.evaluate(next, here);
    if (isOnAll()) {
      trial.complete(next);
    }
    judge(isAtBoundary);
  }

  /** What the model says of p: the decrease of gᵀp + ½pᵀHp + h(x + p). */
  private double predicted() {
    hessian.times(p, hp);
    return oracle.penalty().value(x)
        - oracle.penalty().value(next)
        - Kernels.dot(here.gradient, p)
        - 0.5 * Kernels.dot(p, hp);
  }

  private void judge(boolean isAtBoundary) {
    double actual = here.objective - trial.objective;
    double predicted = predicted();
    double rounding = ROUNDING * Math.abs(here.objective);
    boolean isRounding = Math.abs(predicted) <= rounding && Math.abs(actual) <= rounding;
    double ratio = actual / predicted;
    boolean isTaken = isRounding ? isOnAll() && norm(next, trial) < moveNorm : ratio > ACCEPTED;
    if (!isRounding) {
      if (!(ratio >= POOR)) {
        radius = POOR * rule.norm(p);
      } else if (ratio > GOOD && isAtBoundary) {
        radius = 2 * radius;
      }
      failures = isOnAll() && !(Math.abs(ratio - 1) <= GOOD) ? failures + 1 : 0;
    }
    boolean isStill = Arrays.equals(x, next);
    if (isTaken) {
      gained += actual;
      Point reached = trial;
      trial = here;
      here = reached;
      isModelHere = oracle.constantCurvature();
    } else {
      isAtRounding = isOnAll() && isRounding;
      copy(x, next);
    }
    boolean isDone = isTaken && (!isAtBoundary || actual < LITTLE * gained);
    if (!isOnAll() && (isDone || isRounding || isStill)) {
      leaveSample();
    }
  }

  private void leaveSample() {
    notes.add("step %d: objective %.6g on a sample of %d".formatted(t, here.objective, size));
    size = 2 * GROWTH * size > most ? most : GROWTH * size;
    inner = sample(Stream.SAMPLE_INNER, oracle.innerCount(), size);
    outer = sample(Stream.SAMPLE_OUTER, oracle.outerCount(), size);
    here.forget();
    trial.forget();
    isModelHere = false;
    gained = 0;
  }

  /** So many components have their curvature asked for. */
  private long modelSize() {
    return isOnAll() && most > MANY && !oracle.isRemote()
        ? Math.max(CURVATURE_PER_UNKNOWN * x.length, most / CURVATURE_PART)
        : size;
  }

  private void model() {
    Batch innerModel = sample(Stream.SAMPLE_INNER, oracle.innerCount(), modelSize());
    Batch outerModel = sample(Stream.SAMPLE_OUTER, oracle.outerCount(), modelSize());
    if (offered) {
      oracle.curvature(innerModel, outerModel, x, here.y, here.g, here.slopes, hessian);
    } else {
      oracle.secants(innerModel, outerModel, x, direction(), here.y, here.g, here.slopes, hessian);
    }
    isModelHere = true;
  }

  /** ±h in each entry, of length 1e-5|x|; from x = 0, of the last step's length, or of 1. */
  private double[] direction() {
    double scale = Kernels.norm(x);
    if (scale == 0) {
      scale = radius > 0 && radius < Double.POSITIVE_INFINITY ? radius : 1;
    }
    double[] dx = new double[x.length];
    for (int k = 0; k < dx.length; k++) {
      boolean isUp = oracle.draws().uniform(Stream.DIRECTION, t, k, 2) == 0;
      dx[k] = (isUp ? SECANT : -SECANT) * scale / Math.sqrt(dx.length);
    }
    return dx;
  }

  /**
   * Δ: the larger of |x| and the Cauchy step's length; no limit where the model is exact or a
   * penalty keeps steps short. η of the gradient mapping: the Cauchy step.
   */
  private void begin() {
    double[] g = here.gradient;
    hessian.times(g, hp);
    double gg = Kernels.dot(g, g);
    double cauchy = gg / Kernels.dot(g, hp);
    eta = cauchy > 0 && cauchy < Double.POSITIVE_INFINITY ? cauchy : 1;
    boolean isFree = oracle.constantCurvature() || !oracle.penalty().isZero();
    radius = isFree ? Double.POSITIVE_INFINITY : Math.max(Kernels.norm(x), eta * Math.sqrt(gg));
  }

  private double norm(double[] at, Point point) {
    return Evaluator.mappingNorm(oracle.penalty(), at, point.gradient, eta);
  }

  private void report(double[] at) {
    restarted = isOnAll() && here.hasGradient;
    if (restarted) {
      objective = here.objective;
      gradientNorm = norm(at, here);
    }
  }

  /** On all components the trial point told everything of the new x. */
  @Override
  public void commit() {
    super.commit();
    report(x);
    restarted = false;
  }

  @Override
  public boolean isAtRounding() {
    return isAtRounding;
  }

  /** Whether secants fail as a model: two poor steps in a row on all components. */
  public boolean isStuck() {
    return !offered && failures >= 2;
  }

  @Override
  public String name() {
    return "newton";
  }

  @Override
  public double firstGradientNorm() {
    return firstNorm;
  }

  @Override
  public long nextCallsPaper() {
    long m = inner.size();
    long n = outer.size();
    boolean follows = innerFollows && here.isKnown;
    long completion = here.isKnown ? m + n : 2 * m + n;
    long gradient = here.hasGradient ? 0 : follows ? n : completion;
    long value = (innerFollows ? 0 : m) + n;
    long rest = isOnAll() ? (innerFollows ? 0 : m) : 0;
    return gradient + (isModelHere ? 0 : modelCalls()) + value + rest;
  }

  private long modelCalls() {
    long m = Math.min(oracle.innerCount(), modelSize());
    long n = Math.min(oracle.outerCount(), modelSize());
    return offered ? oracle.curvatureCalls(m, n) : oracle.secantCalls(m, n);
  }

  @Override
  public double eta() {
    return Double.isNaN(eta) ? 1 : eta;
  }

  @Override
  public Map<String, Number> parameters() {
    Map<String, Number> all = new LinkedHashMap<>();
    all.put("sample", size);
    all.put("radius", radius);
    return all;
  }

  @Override
  public List<String> decisions() {
    return List.copyOf(notes);
  }

  @Override
  protected void estimates(State s) {
    size = s.value("sample", size);
    inner = sample(Stream.SAMPLE_INNER, oracle.innerCount(), size);
    outer = sample(Stream.SAMPLE_OUTER, oracle.outerCount(), size);
    s.part("point", here);
    isModelHere = s.value("model", isModelHere);
    if (isModelHere) {
      s.part("Hessian", hessian);
    }
    radius = s.value("radius", radius);
    gained = s.value("gained", gained);
    eta = s.value("eta", eta);
    firstNorm = s.value("first norm", firstNorm);
    isAtRounding = s.value("at rounding", isAtRounding);
    failures = s.value("failures", failures);
    s.words("notes", notes);
  }

  /** What is known of a point on the sample. */
  private final class Point implements Stateful {
    private final double[] at = new double[oracle.dimension()];
    private final double[] y = new double[oracle.innerDimension()];
    private final JacobianEstimate g = oracle.newJacobian();
    private final double[] slopes = new double[oracle.innerDimension()]; // ∇f(y)
    private final double[] gradient = new double[oracle.dimension()];
    private double objective;
    private boolean isKnown; // y, and with an affine g also G
    private boolean hasGradient;

    /** The objective; on all components with the gradient, for f tells both at once. */
    void evaluate(double[] point, Point from) {
      copy(point, at);
      if (innerFollows) {
        oracle.follow(from.g, at, from.at, from.y, y);
        g.copyFrom(from.g);
      } else {
        oracle.value(inner, at, y);
      }
      isKnown = true;
      hasGradient = false;
      if (!isOnAll()) {
        objective = oracle.outerValue(outer, y) + oracle.penalty().value(at);
      }
    }

    /** Makes sure of the gradient. */
    void complete(double[] point) {
      if (hasGradient) {
        return;
      }
      copy(point, at);
      if (!isKnown) {
        oracle.valueAndJacobian(inner, at, y, g);
      } else if (!innerFollows) {
        oracle.jacobian(inner, at, g);
      }
      Arrays.fill(gradient, 0);
      objective = oracle.addGradient(outer, y, g, gradient, slopes) + oracle.penalty().value(at);
      isKnown = true;
      hasGradient = true;
    }

    void forget() {
      isKnown = false;
      hasGradient = false;
    }

    @Override
    public void state(State s) {
      s.array("x", at);
      s.array("y", y);
      s.part("G", g);
      s.array("slopes", slopes);
      s.array("gradient", gradient);
      objective = s.value("objective", objective);
      isKnown = s.value("known", isKnown);
      hasGradient = s.value("gradient known", hasGradient);
    }
  }
}
