package org.fogopt.apps.learn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Settings;
import org.fogopt.method.auto.Automatic;
import org.fogopt.method.newton.Newton;
import org.fogopt.problem.Problem;
import org.fogopt.problem.Traits;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a fit. Most objectives take one. Log-mean-exp of losses that are large beside λ
 * begins with a larger λ; CVaR, the worst group and balls that reach the largest loss are reached
 * by the proximal point method on the weights of rows or groups (Rockafellar 1976), whose rounds
 * are smooth problems.
 */
final class Fitting {
  /** Largest loss over λ at which exponentials have room to fall: half of {@code e^±700}. */
  private static final double ROOM = 350;

  /**
   * λ falls by at most so much a round. The largest loss falls by at most λ log n from a minimum
   * with λ to any other point, so 350/10 of the next λ leaves room for any number of rows.
   */
  private static final double FALL = 10;

  /** The gradient norm, relative to the first, at which a round with a larger λ is done. */
  private static final double ROUGH = 1e-6;

  /** The same for a round of the proximal point method: what it leaves is in the bound. */
  private static final double FINE = 1e-6;

  /**
   * The least smoothing of a round relative to the losses. The smaller, the fewer rounds there are
   * and the more steps they take: 60 to 150 in all with this, up to 5000 with 1e-6 (four data sets,
   * levels 0.5 and 0.9).
   */
  private static final double LEAST_SMOOTHING = 1e-4;

  private static final int MOST_ROUNDS = 40;

  /** A round may take so much of the passes that are left: rounds with less smoothing follow. */
  private static final double SHARE = 0.5;

  /** A loss this small relative to those at the start is 0. */
  private static final double ROUNDING = 1e-14;

  /** A gap this small relative to the objective is none. */
  private static final double CLOSED = 1e-8;

  /** A gap this large relative to the objective is no minimum's, whatever the gradient says. */
  private static final double OPEN = 1e-3;

  /** A gap this large is left where λ of a ball is 0 at the minimum, or the run stopped short. */
  private static final double SHORT = 1e-6;

  private static final String OPEN_GAP = ", but the gap is not closed";
  private static final String CLOSED_GAP = "the gap is closed";
  private static final String SPENT = "the budget of passes is spent";

  private final Task task;
  private final Algorithm algorithm;
  private final List<String> decisions = new ArrayList<>();
  private final double[] parameters;
  private final double[] weights; // of rows, with a mean of 1
  private @Nullable RowScan scan; // of the parameters, once it was asked for
  private @Nullable Result last;
  private double lastShare;
  private long steps;
  private long calls;
  private long callsPaper;
  private long secondOrder;
  private double passes;
  private double seconds;

  Fitting(Task task, Algorithm algorithm, double[] start) {
    this.task = task;
    this.algorithm = algorithm;
    parameters = start.clone();
    weights = task.sample().meanOne();
  }

  private RowScan scan() {
    RowScan known = scan == null ? task.scan(parameters) : scan;
    scan = known;
    return known;
  }

  /** The losses, if runs of the objective begin with what they are. */
  private double[] losses() {
    return switch (task.objective().kind()) {
      case MEAN, VARIANCE -> new double[0];
      default -> scan().losses;
    };
  }

  /** The first run. */
  Stage first(double tolerance) {
    double lambda = firstLambda();
    return lambda > task.objective().parameter()
        ? stage(entropic(lambda), ROUGH)
        : stage(task.composition(losses(), smoothness()), tolerance);
  }

  Fit fit(Stage.Runner runner, double tolerance) {
    Objective objective = task.objective();
    if (!objective.isSmooth()) {
      return proximal(runner, tolerance);
    }
    for (double now = firstLambda(); now > objective.parameter(); now /= FALL) {
      decisions.add("kl:%.3g first, for the losses are large".formatted(now));
      run(runner, stage(entropic(now), ROUGH));
    }
    boolean isBall = objective.kind() == Objective.Kind.KL_BALL;
    double first = losses().length > 0 ? scale() : Double.POSITIVE_INFINITY;
    double shift = largest();
    double share = isBall && task.isBounded() ? SHARE : 1;
    run(runner, stage(task.composition(losses(), 0), tolerance, share));
    for (int k = 1; k < MOST_ROUNDS && largest() > ROUNDING * first && hasFallenFrom(shift); k++) {
      decisions.add("the same from there, for the losses have become small");
      shift = largest();
      run(runner, stage(task.composition(losses(), 0), tolerance));
    }
    double gap = gap();
    double value = task.value(parameters, scan().losses);
    if (isShort() && gap > CLOSED * value && !isOfNoLambda()) {
      run(runner, stage(task.composition(losses(), 0), tolerance));
      gap = gap();
      value = task.value(parameters, scan().losses);
    }
    boolean isZero = !(value > ROUNDING * first);
    if (isBall && !isZero && mayHaveNoLambda(gap, value)) {
      decisions.add("λ may be 0, where the objective is the largest loss");
      return proximal(runner, tolerance);
    }
    boolean isOpen = !isZero && gap > OPEN * value;
    boolean isClosed = isShort() && gap <= CLOSED * value;
    return result(gap, (Objects.requireNonNull(last).converged() || isClosed) && !isOpen);
  }

  /** Whether the last run ended because it was to leave passes to others. */
  private boolean isShort() {
    return lastShare < 1 && Objects.requireNonNull(last).stop().reason() == Stop.Reason.PASSES;
  }

  /** Whether λ of a ball may be 0 at the minimum, or the run stopped short of it. */
  private boolean mayHaveNoLambda(double gap, double value) {
    return Double.isNaN(gap) ? isOfNoLambda() : !(gap <= SHORT * value);
  }

  /** Whether λ of a ball is nearly 0 for the present losses. */
  private boolean isOfNoLambda() {
    return Worst.radius(losses(), weights, task.objective().parameter()) <= SHORT * largest();
  }

  /** λ of the first run where the objective is log-mean-exp; otherwise 0. */
  private double firstLambda() {
    boolean isEntropic = task.objective().kind() == Objective.Kind.KL;
    return isEntropic ? Math.max(task.objective().parameter(), largest() / ROOM) : 0;
  }

  /** Whether the largest loss is so far below the shift of a run that more was out of reach. */
  private boolean hasFallenFrom(double shift) {
    return switch (task.objective().kind()) {
      case KL -> shift - largest() > ROOM * task.objective().parameter();
      case KL_BALL -> shift - largest() > ROOM * ballLambda();
      default -> false;
    };
  }

  /** λ of the ball is a run's last unknown, by its logarithm. */
  private double ballLambda() {
    double[] point = Objects.requireNonNull(last).point();
    return StrictMath.exp(point[point.length - 1]);
  }

  private Composition entropic(double lambda) {
    return new LogMeanExp(weights, lambda, losses());
  }

  /** The largest loss; of no row, where runs do not depend on it. */
  private double largest() {
    return Composition.largest(losses(), weights);
  }

  /** Of a first run whose objective is not smooth. */
  private double smoothness() {
    return task.objective().isSmooth() ? 0 : scale();
  }

  /** The size of a loss at the start; 1 where all are 0. */
  private double scale() {
    double mean = Arrays.stream(scan().losses).average().orElse(0);
    return mean > 0 ? mean : 1;
  }

  /**
   * Rounds until the gap is closed; where no bound is known, to the tolerance given, until nothing
   * more is gained.
   */
  private Fit proximal(Stage.Runner runner, double tolerance) {
    double size = scale();
    double smoothing = size;
    Composition composition = task.composition(scan().losses, smoothing);
    boolean isBounded = task.isBounded();
    double fine = isBounded ? FINE : tolerance;
    double best = last == null ? Double.POSITIVE_INFINITY : task.value(parameters, scan().losses);
    double bound = Double.NEGATIVE_INFINITY;
    double[] found = parameters.clone();
    boolean isClosed = false;
    boolean isSpent = false;
    for (int round = 1; round <= MOST_ROUNDS && !isClosed && !isSpent; round++) {
      run(runner, stage(composition, fine, SHARE));
      double here = task.value(parameters, scan().losses);
      double gain = best - here;
      if (here < best) {
        best = here;
        found = parameters.clone();
      }
      boolean wasFine = smoothing <= LEAST_SMOOTHING * size;
      size = Math.min(size, Math.max(Math.abs(best), ROUNDING * size)); // losses may have fallen
      smoothing = Math.max(LEAST_SMOOTHING * size, Math.min(smoothing, size) / FALL);
      composition = composition.about(scan().losses, smoothing);
      double ofRound = task.lowerBound(scan(), composition.rowWeights());
      bound = ofRound > bound || Double.isNaN(ofRound) ? ofRound : bound;
      isSpent =
          switch (Objects.requireNonNull(last).stop().reason()) {
            case PASSES -> wasFine;
            case STEPS, TIME, INTERRUPTED -> true;
            default -> false;
          };
      isClosed =
          Double.isNaN(bound)
              ? wasFine && !isSpent && !(gain > fine * Math.abs(best))
              : best - bound <= CLOSED * Math.abs(best);
    }
    decisions.add("weights of the worst losses by the proximal point method");
    System.arraycopy(found, 0, parameters, 0, found.length);
    scan = null;
    return result(Math.max(0, best - bound), isClosed);
  }

  private Stage stage(Composition composition, double tolerance) {
    return stage(composition, tolerance, 1);
  }

  private Stage stage(Composition composition, double tolerance, double share) {
    double[] from = task.unknowns(composition, parameters, losses());
    Problem problem = task.problem(composition);
    return new Stage(problem, algorithm(problem), from, tolerance, passes, share);
  }

  /** Piecewise problems from a good start gain nothing from samples. */
  private Algorithm algorithm(Problem problem) {
    boolean isWarm = last != null && !task.objective().isSmooth();
    boolean isNewton =
        algorithm.name().equals(Automatic.METHOD.name())
            && Automatic.choose(Traits.of(problem)).method().equals(Newton.METHOD);
    return isWarm && isNewton
        ? Newton.METHOD.with(Settings.NONE.with(Newton.SAMPLES, 0))
        : algorithm;
  }

  private void run(Stage.Runner runner, Stage stage) {
    Result result = runner.run(stage);
    System.arraycopy(result.point(), 0, parameters, 0, parameters.length);
    scan = null;
    last = result;
    lastShare = stage.share();
    steps += result.steps();
    calls += result.calls();
    callsPaper += result.callsPaper();
    secondOrder += result.secondOrderCalls();
    passes += result.passes();
    seconds += result.seconds();
    decisions.addAll(result.decisions());
  }

  /** By the weights that the objective is the largest mean under: none else has a larger one. */
  private double gap() {
    if (!task.objective().isCoherent() || !task.isBounded()) {
      return Double.NaN;
    }
    RowScan here = scan();
    double[] p = task.worstWeights(here.losses);
    double value = task.penalties(parameters);
    for (int j = 0; j < p.length; j++) {
      value += p[j] == 0 ? 0 : p[j] * here.losses[j];
    }
    double bound = task.lowerBound(here, p);
    if (task.objective().kind() == Objective.Kind.KL_BALL) {
      // p may lie on one row where λ is nearly 0; weights of a larger λ are in the ball too
      double lambda =
          Math.max(ballLambda(), Worst.radius(here.losses, weights, task.objective().parameter()));
      Objective tilt = new Objective(Objective.Kind.KL, lambda, 0, "");
      bound = Math.max(bound, task.lowerBound(here, tilt.worstWeights(here.losses, weights, null)));
    }
    return Math.max(0, value - bound);
  }

  private Fit result(double gap, boolean isConverged) {
    Result result = Objects.requireNonNull(last);
    return new Fit(
        parameters,
        task.value(parameters, scan().losses),
        gap,
        result.algorithm(),
        (!isShort() ? result.stop().detail() : isConverged ? CLOSED_GAP : SPENT)
            + (result.converged() && !isConverged ? OPEN_GAP : ""),
        steps,
        calls,
        callsPaper,
        secondOrder,
        passes,
        seconds,
        isConverged,
        List.copyOf(decisions));
  }
}
