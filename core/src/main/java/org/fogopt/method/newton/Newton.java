package org.fogopt.method.newton;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.BaseIteration;
import org.fogopt.method.Method;
import org.fogopt.method.Parameter;
import org.fogopt.method.Settings;
import org.fogopt.oracle.Draws.Stream;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Hessian;
import org.fogopt.oracle.Oracle;
import org.fogopt.problem.Batch;
import org.fogopt.state.State;

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
 *     p was inside the region and |ρ − 1| ≤ 1/4, or p gained less than a tenth of what the sample
 *       gained: b = 4b, or all once 8b exceeds them
 *     |p| over ten times the first Δ, and hardly any curvature along it: the sample may have no
 *       minimum; back to the start, b as above
 * </pre>
 *
 * H is what the problem offers as {@link org.fogopt.problem.Curvature}, otherwise one secant a
 * component. Of more than 100 000 components a sample of max(100d, a tenth) serves for H: a step
 * then reduces the gradient by a factor of about √(d/sample). It grows fourfold when |ρ − 1| > 1/4.
 * Where xᵀ∇Φ = 0, as for ratios, Newton's step would be x itself; there H is that of an ellipsoid.
 *
 * <p>A step either evaluates x, where a run may stop, or moves. Calls on b components of each sum:
 * b + b for the value at a trial point, b for the Jacobian where it is taken, and those of H;
 * secants come with the Jacobian for b more. On all components a trial point after good steps gets
 * its Jacobian with its value, from one pass over the data. An affine g is evaluated once a sample.
 */
public final class Newton extends BaseIteration {
  public static final Parameter SAMPLES =
      Parameter.switched("samples", "begin on samples, if data is at hand", true);

  public static final Method METHOD =
      new Method(
          "newton",
          "Trust-region Newton on growing samples",
          "Byrd et al. 2012; Lee et al. 2014",
          "m + n, and the curvature's",
          "last",
          List.of(SAMPLES),
          Newton::new);

  /** Beyond so many unknowns the model is multiplied with, not factored. */
  public static final int MOST_DENSE = 1000; // a factor costs what 1000 products do

  /**
   * A step that gains less than this share of what its sample gained is the last on it. One along
   * which pᵀHp is as little of |gᵀp|, beyond ten times the first region, shows no minimum.
   */
  private static final double LITTLE = 0.1;

  private static final double POOR = 0.25; // ratios of Nocedal, Wright, algorithm 4.1
  private static final double GOOD = 0.75; // the same
  private static final double ACCEPTED = 1e-4; // Conn, Gould, Toint, section 17.1

  /** After twenty doublings of Δ, and below 0, a linear model is tried so many times as far. */
  private static final double FAR = 1 << 20;

  private static final double FLAT = 1e-3; // a thousandth of the linear term

  private static final double SECANT = 1e-5; // |dx|/|x|: between rounding and change of curvature
  private static final double NOTHING = Math.sqrt(Math.ulp(1.0)); // beside 1
  private static final int MOST_FAILURES = 10; // five rejections: a region 1000 times smaller
  static final double ROUNDING = 1e-14; // of the objective's sums, relative

  private final Samples samples;
  private final boolean offered = oracle.offersCurvature();
  private final Hessian hessian;
  private final StepRule rule;
  private final double[] p;
  private final double[] hp;
  private final double[] start;

  private Point here; // what is known of x on this sample
  private Point trial;
  private boolean isModelHere; // whether H is of x and this sample
  private double radius = Double.NaN; // Δ
  private double gained; // on this sample
  private boolean isScaleFree; // xᵀ∇Φ = 0 wherever it was seen: Φ(cx) = Φ(x)
  private boolean wasBlind; // the last step was too small to be tested
  private double firstRadius = Double.NaN;
  private boolean isSuspect; // there may be no minimum: the next step is to see, and is not taken
  private int failures; // on all components: unfaithful steps, rejected ones twice, less the others

  private Newton(Settings settings, Oracle oracle, double[] x0) {
    super(settings, oracle, x0);
    if (!oracle.finite()) {
      throw new IllegalArgumentException(
          "Newton's method needs finitely many components; choose sarah-c");
    }
    int d = oracle.dimension();
    boolean isSmooth = oracle.penalty().isZero();
    boolean isDense = d <= MOST_DENSE || !isSmooth;
    isScaleFree = isSmooth && !oracle.constantCurvature();
    if (!isSmooth) {
      rule = new ProximalStep(oracle.penalty(), d, oracle.parallel());
    } else {
      rule = isDense ? new MoreSorensen(d, oracle.parallel()) : new Steihaug(d);
    }
    hessian = oracle.newHessian(isDense);
    samples = new Samples(oracle, settings.is(SAMPLES));
    here = new Point(oracle, samples);
    trial = new Point(oracle, samples);
    p = new double[d];
    hp = new double[d];
    start = x0.clone();
  }

  @Override
  protected void advance() {
    if (here.hasGradient) {
      move();
    } else {
      evaluate();
    }
  }

  /** Gradient and objective at x, where the run may stop. */
  private void evaluate() {
    copy(x, next);
    boolean isFirst = !here.isKnown; // of this sample
    here.complete(x, isJoint() ? () -> model(true) : null);
    if (isFirst && !Double.isFinite(here.objective) && !Arrays.equals(x, start)) {
      goBack();
      return;
    }
    double norm = Evaluator.mappingNorm(oracle.penalty(), x, here.gradient, eta());
    isAtRounding = wasBlind && samples.areAll() && !(norm < 0.5 * moveNorm);
    wasBlind = false;
    firstNorm = firstNorm > 0 ? firstNorm : norm;
    moveNorm = samples.areAll() ? norm : Math.min(norm, firstNorm); // a sample's objective fell
    double zero = NOTHING * Kernels.norm(x) * Kernels.norm(here.gradient);
    isScaleFree &= Math.abs(Kernels.dot(x, here.gradient)) < zero;
    if (samples.areAll()) {
      restarted = true;
      objective = here.objective;
      gradientNorm = norm;
    }
  }

  /** A sample without a minimum leads astray: from the start again, on a larger one. */
  private void goBack() {
    note("back to the start, a sample of %d has no minimum".formatted(samples.size));
    copy(start, next);
    radius = Double.NaN;
    grow();
  }

  private void move() {
    if (!isModelHere) {
      model(false);
    }
    hessian.times(here.gradient, hp);
    if (!Kernels.finite(hp)) {
      moveNorm = Double.NaN; // the run is to see it
      copy(x, next);
      return;
    }
    if (isScaleFree) {
      hessian.project(x, Kernels.norm(hp) / Kernels.norm(here.gradient));
    }
    double change = rule.prepare(hessian, here.gradient);
    radius *= change;
    firstRadius *= change;
    if (Double.isNaN(radius)) { // at first none where the model is exact, or the program bounded
      boolean isFree = oracle.constantCurvature() || !oracle.penalty().isZero();
      radius = isFree ? Double.POSITIVE_INFINITY : length();
      firstRadius = radius;
    }
    boolean isAtBoundary = solve();
    if (isOutOfReach()) {
      radius = length();
      firstRadius = radius;
      isAtBoundary = solve();
    }
    Kernels.scale(isSuspect ? FAR : 1, p);
    Kernels.descend(x, -1, p, next);
    oracle.penalty().prox(next, 0); // rounding may put it a little outside
    trial.evaluate(next, here, wantsJacobian());
    acceptOrReject(isAtBoundary);
  }

  private boolean solve() {
    double accuracy = Math.min(0.5, Math.sqrt(moveNorm / firstNorm)); // Nocedal, Wright, 7.1
    boolean isAtBoundary = rule.solve(hessian, x, here.gradient, radius, accuracy, p);
    rule.unscale(p);
    return isAtBoundary;
  }

  private void acceptOrReject(boolean isAtBoundary) {
    double actual = here.objective - trial.objective;
    hessian.times(p, hp);
    double slope = Kernels.dot(here.gradient, p);
    double curvature = Kernels.dot(p, hp);
    double penalties = oracle.penalty().value(x) - oracle.penalty().value(next);
    double predicted = penalties - slope - 0.5 * curvature;
    if (isSuspect) {
      isSuspect = false;
      recession = actual >= 0.5 * (predicted + 0.5 * curvature) ? p.clone() : null;
      copy(x, next);
      return;
    }
    double ratio = resize(actual, predicted, isAtBoundary);
    double bend = curvature / Math.abs(slope);
    boolean isFar = trial.objective < 0 && Math.max(radius, rule.norm(next)) > FAR * firstRadius;
    boolean isTaken = ratio > ACCEPTED;
    boolean isPole = actual == Double.POSITIVE_INFINITY && bend <= FLAT;
    boolean isEndless = isPole || (isTaken && isFar && !isScaleFree && bend <= FLAT);
    isSuspect = samples.areAll() && isEndless;
    recession = isSuspect && isPole ? p.clone() : rule.recession();
    boolean isFaithful = Math.abs(ratio - 1) <= POOR;
    boolean hasBetter = !isFaithful && samples.growModel();
    boolean isPoor = !isFaithful && !(rule.norm(p) > firstRadius) && !hasBetter;
    if (samples.areAll()) {
      failures = isPoor ? failures + (isTaken ? 1 : 2) : Math.max(0, failures - 1);
    }
    boolean isStill = Arrays.equals(x, next);
    isAtRounding = samples.areAll() && isStill;
    double promise = predicted / Math.abs(here.objective);
    promised = isTaken && !wasBlind ? 0 : promised == 0 ? promise : promised;
    if (isTaken) {
      gained += actual;
      Point reached = trial;
      trial = here;
      here = reached;
      isModelHere = oracle.constantCurvature() && !hasBetter;
    } else {
      copy(x, next);
      isModelHere &= !hasBetter;
      if (!offered && bend < 0 && Double.isFinite(actual)) {
        double most = Math.abs(slope) / LITTLE - curvature; // leaves a tenth of p: see Lbfgs
        hessian.correct(p, Math.min(2 * (predicted - actual), most));
      }
    }
    if (samples.areAll() || !(isTaken || isStill || isEndless)) {
      return;
    }
    boolean isNear = isFaithful && !isAtBoundary; // the sample's minimiser
    if (isEndless || (bend < LITTLE && LITTLE * rule.norm(p) > firstRadius)) {
      goBack();
    } else if (isNear || isStill || actual < LITTLE * gained) {
      note("objective %.6g on a sample of %d".formatted(here.objective, samples.size));
      grow();
    }
  }

  /** Δ by the ratio of actual to predicted decrease, which is 1 where rounding hides both. */
  private double resize(double actual, double predicted, boolean isAtBoundary) {
    double rounding = ROUNDING * here.size();
    boolean isHidden = Math.abs(predicted) <= rounding && Math.abs(actual) <= rounding; // trusted
    wasBlind = isHidden && (!isAtBoundary || radius < firstRadius);
    boolean isTested = predicted > 0 && Double.isFinite(actual);
    double ratio = isHidden ? 1 : isTested ? actual / predicted : Double.NEGATIVE_INFINITY;
    if (!(ratio >= POOR)) {
      radius = POOR * rule.norm(p);
    } else if (ratio > GOOD && isAtBoundary) {
      radius = 2 * radius;
    }
    return ratio;
  }

  private void grow() {
    samples.grow();
    here.forget();
    isModelHere = false;
    wasBlind = false;
    gained = 0;
  }

  /** Whether secants and Jacobians come from the same calls. */
  private boolean isJoint() {
    boolean hasLength = firstNorm > 0 || Kernels.norm(x) > NOTHING; // of secants
    return !offered && !oracle.affineInner() && samples.modelSize() >= samples.size && hasLength;
  }

  /** Whether a trial point is likely to be taken, so that its Jacobian comes with its value. */
  private boolean wantsJacobian() {
    return samples.areAll() && failures == 0 && !isJoint();
  }

  private void model(boolean makesJacobian) {
    Batch inner = samples.innerModel;
    Batch outer = samples.outerModel;
    double[] u = here.slopes;
    if (offered) {
      oracle.curvature(inner, outer, x, here.y, here.g, u, hessian);
    } else {
      oracle.secants(inner, outer, x, direction(), here.y, here.g, u, makesJacobian, hessian);
    }
    isModelHere = true;
  }

  /** A random sign in each entry, all of one length in the region's units, together 1e-5 of |x|. */
  private double[] direction() {
    double length = size();
    double[] dx = new double[x.length];
    for (int k = 0; k < dx.length; k++) {
      boolean isUp = oracle.draws().uniform(Stream.DIRECTION, t, k, 2) == 0;
      dx[k] = (isUp ? SECANT : -SECANT) * length / Math.sqrt(dx.length);
    }
    rule.unscale(dx);
    return dx;
  }

  /** Whether the model has no minimum where the objective may, or one that rounding made. */
  private boolean isOutOfReach() {
    if (rule.recession() != null) {
      return !(oracle.constantCurvature() && samples.areAll());
    }
    double gain = Math.abs(Kernels.dot(here.gradient, p)); // of a program in no unit of x
    boolean isLikely = !oracle.penalty().isZero() && gain <= FAR * Math.abs(here.objective);
    return Double.isInfinite(radius) && !isLikely && !(rule.norm(p) <= FAR * length());
  }

  /** |x|; where that is nothing beside Δ (at first 1), or to the objective: what is something. */
  private double size() {
    double unit = radius > 0 && radius < Double.POSITIVE_INFINITY ? radius : 1;
    double slope = here.hasGradient ? Kernels.norm(here.gradient) : Double.NaN;
    double length = rule.norm(x);
    boolean isNothing = length < unit && Kernels.norm(x) * slope <= NOTHING * here.size();
    if (!isNothing && length > NOTHING * unit) {
      return length;
    }
    double whole = isNothing ? here.size() : Math.abs(here.objective); // size may be |xᵀ∇Φ| alone
    double way = Math.min(unit, whole / slope * rule.norm(here.gradient) / slope); // to change it
    return way > 0 ? Math.max(isNothing ? 0 : length, way) : unit;
  }

  /** The larger of |x| and the Cauchy step's length; hp is H times the gradient. */
  private double length() {
    double curvature = Kernels.dot(here.gradient, hp);
    double slope = Kernels.dot(here.gradient, here.gradient);
    double cauchy = curvature > 0 ? rule.norm(here.gradient) * slope / curvature : 0;
    return Math.max(size(), cauchy);
  }

  /** Whether secants fail as a model: ten steps in a row far from it, or five rejected. */
  public boolean isStuck() {
    return !offered && failures >= MOST_FAILURES;
  }

  @Override
  public long nextCallsPaper() {
    long m = samples.inner.size();
    long n = samples.outer.size();
    if (here.hasGradient) {
      long inner = oracle.innerFollows() ? 0 : wantsJacobian() ? 2 * m : m;
      return inner + n + (isModelHere ? 0 : modelCalls());
    }
    long value = here.isKnown ? 0 : m + n;
    return value + (isJoint() ? modelCalls() : here.isKnown && here.hasJacobian ? 0 : m);
  }

  private long modelCalls() {
    long m = samples.innerModel.size();
    long n = samples.outerModel.size();
    return offered ? oracle.curvatureCalls(m, n) : oracle.secantCalls(m, n);
  }

  /** Of the gradient mapping. */
  @Override
  public double eta() {
    return 1;
  }

  @Override
  public Map<String, Number> parameters() {
    return new TreeMap<>(Map.of("sample", samples.size, "radius", radius));
  }

  @Override
  protected void estimates(State s) {
    s.part("samples", samples);
    s.part("point", here);
    s.part("region", rule);
    wasBlind = s.value("blind", wasBlind);
    isSuspect = s.value("suspect", isSuspect);
    isScaleFree = s.value("scale-free", isScaleFree);
    isModelHere = s.value("model", isModelHere);
    if (isModelHere) {
      s.part("Hessian", hessian);
    }
    radius = s.value("radius", radius);
    firstRadius = s.value("first radius", firstRadius);
    gained = s.value("gained", gained);
    firstNorm = s.value("first norm", firstNorm);
    failures = s.value("failures", failures);
  }
}
