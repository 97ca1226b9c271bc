package org.fogopt.run;

import java.util.List;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.FaultyComponent;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/** The state of one run. */
final class Loop implements Stateful {
  /**
   * The estimate's norm may grow this much over its first value before a run counts as diverging.
   * Wide enough for the transients of a non-convex problem; exponential growth crosses it within an
   * epoch.
   */
  static final double GROWTH = 1e6;

  private static final String NO_STEP_SIZE = "the gradient is not finite near the start";

  private final Problem problem;
  private final Algorithm algorithm;
  private final double[] start;
  private final long seed;
  private final Output output;
  private final boolean traced;
  private final @Nullable Checkpoints checkpoints;
  private final List<Observer> observers;
  private long t;
  private final Oracle oracle;
  private final Evaluator evaluator;
  private final Iteration iteration;
  private final Stopwatch watch = new Stopwatch();
  private final Progress progress;
  private final StopRule rule;
  private final Trace trace = new Trace();
  private final double[] best;
  private double bestObjective = Double.POSITIVE_INFINITY;
  private double @Nullable [] random;
  private final LastHalf lastHalf;
  private final Check check;
  private double nextRow; // passes at which the trace is due
  private double firstNorm = Double.NaN;
  private @Nullable Stateful kept; // what a checkpoint holds

  Loop(Run run, Workers workers, double[] feasible) {
    problem = run.problem;
    algorithm = run.algorithm;
    start = run.start;
    seed = run.seed;
    output = run.output;
    traced = run.traced;
    checkpoints = run.checkpoints;
    observers = run.observers;
    rule = StopRule.any(run.rules);
    oracle = new Oracle(problem, workers, seed);
    evaluator = new Evaluator(problem, workers);
    iteration = started(oracle, feasible);
    best = feasible;
    lastHalf = new LastHalf(feasible.length);
    progress = new Progress(iteration, oracle.ledger(), endless() ? 1 : passCalls(), watch);
    check = new Check(oracle, iteration, progress, rule.needsGradient());
  }

  Result go() {
    beginOrGoOn();
    for (; ; t++) {
      progress.at(t, announced());
      keepIf(checkpoints != null && checkpoints.due());
      Stop stop = rule.before(progress);
      keepIf(stop != null);
      if (stop == null) {
        stop = step(t);
      }
      if (stop == null) {
        stop = checked(t);
      }
      if (stop == null) {
        record(t);
        stop = growth(t);
      }
      if (stop == null) {
        watchBest();
        tellObservers();
        stop = rule.after(progress);
      }
      if (stop == null) {
        stop = end();
      }
      if (stop != null) {
        watch.halt();
        return result(Recession.behind(stop, evaluator, start, iteration.point()), t);
      }
      if (output == Output.RANDOM) {
        sample(t);
      } else if (output == Output.AVERAGE) {
        lastHalf.add(iteration.point());
      }
      iteration.commit();
    }
  }

  /** The calls of the next step, a check that is due after it, and the closing check. */
  private long announced() {
    long step = iteration.nextCallsPaper();
    return step + check.callsAfter(step) + (closes() ? check.calls() : 0);
  }

  /** Whether a run that ends at a provisional point has it checked. */
  private boolean closes() {
    return output == Output.LAST && iteration.mayGoBack();
  }

  private boolean isProvisional() {
    return closes() && t > 0 && !iteration.restarted();
  }

  private void beginOrGoOn() {
    if (checkpoints != null) {
      Identity identity = identity();
      kept =
          s -> {
            s.part("identity", identity);
            s.part("run", this);
          };
      if (checkpoints.hasState()) {
        watch.halt();
        checkpoints.restore(kept);
        watch.go();
      } else {
        keepIf(true);
      }
    }
  }

  /** Writes a checkpoint, between two steps, outside the algorithm's clock. */
  private void keepIf(boolean wanted) {
    if (wanted && checkpoints != null && kept != null) {
      watch.halt();
      checkpoints.save(t, kept);
      watch.go();
    }
  }

  /** All that the steps to come depend on, between two steps. */
  @Override
  public void state(State s) {
    t = s.value("t", t);
    s.part("ledger", oracle.ledger());
    s.part("iteration", iteration);
    s.part("outer", problem.outer());
    s.part("rules", rule);
    s.part("clock", watch);
    s.part("trace", trace);
    s.array("best", best);
    bestObjective = s.value("best objective", bestObjective);
    double[] drawn = s.values("random", random == null ? new double[0] : random);
    random = drawn.length == 0 ? null : drawn;
    s.part("last half", lastHalf);
    s.part("check", check);
    nextRow = s.value("next row", nextRow);
    firstNorm = s.value("first norm", firstNorm);
  }

  private @Nullable Stop step(long t) {
    if (t == 0 && Double.isNaN(iteration.eta())) { // the probe for a step size met no number
      return notFinite(t, NO_STEP_SIZE);
    }
    oracle.beginStep();
    try {
      iteration.step();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw broken(t, e, oracle);
    }
    if (!Double.isFinite(iteration.estimateNorm())) {
      return notFinite(t, "the gradient estimate is not finite");
    }
    return Double.isNaN(iteration.eta()) ? notFinite(t, NO_STEP_SIZE) : null;
  }

  /** Is it the fault of a component, or of points that ran away until numbers overflowed? */
  private Stop notFinite(long t, String what) {
    boolean ranAway =
        !(Kernels.norm(iteration.point()) <= GROWTH * Math.max(1, Kernels.norm(start)));
    FaultyComponent faulty = ranAway ? null : oracle.faultyComponent();
    if (faulty == null && !ranAway) {
      faulty = evaluator.faultyComponent(iteration.point());
    }
    return faulty == null
        ? Faults.diverged(t, iteration, what)
        : Faults.failed(t, faulty.toString());
  }

  private RunException broken(long t, Throwable thrown, Oracle asked) {
    watch.halt();
    return new RunException(result(Faults.broken(t, thrown, asked), t), thrown);
  }

  /**
   * Compares with the first estimate, or the exact gradient there where it is known; with the first
   * that is not 0, as a single sample may be, and with any at a lower objective.
   */
  private @Nullable Stop growth(long t) {
    double norm = iteration.estimateNorm();
    double rounding = Math.sqrt(Math.ulp(1.0)) * Math.abs(bestObjective);
    boolean isHigher = !(progress.objective() <= bestObjective + rounding);
    if (!(firstNorm > 0) || !isHigher) {
      double known = progress.gradientNorm();
      firstNorm = Math.max(firstNorm > 0 ? firstNorm : 0, known > norm ? known : norm);
    }
    if (norm <= GROWTH * firstNorm) {
      return null;
    }
    // A method that goes by the objective is led astray by a component that gives none.
    FaultyComponent faulty = evaluator.faultyComponent(best);
    return faulty == null
        ? Faults.diverged(
            t, iteration, "the gradient estimate grew from %.3g to %.3g".formatted(firstNorm, norm))
        : Faults.failed(t, faulty.toString());
  }

  /** Why the method itself cannot go on, if so. */
  private @Nullable Stop end() {
    double[] direction = iteration.recession();
    if (direction != null) {
      return Recession.along(direction, evaluator, iteration.point());
    }
    return iteration.isAtRounding() ? Faults.still(iteration, firstNorm) : null;
  }

  /** Keeps the point to fall back on. */
  private void watchBest() {
    if (progress.objective() < bestObjective) {
      bestObjective = progress.objective();
      System.arraycopy(iteration.point(), 0, best, 0, best.length);
    }
  }

  private void tellObservers() {
    for (Observer observer : observers) {
      observer.stepped(progress);
    }
    if (iteration.restarted()) {
      watch.halt();
      for (Observer observer : observers) {
        observer.restarted(progress);
      }
      watch.go();
    }
  }

  /** Pays for objective and gradient where a stop rule needs them and the method is silent. */
  private @Nullable Stop checked(long t) {
    try {
      check.ifDue();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw broken(t, e, oracle);
    }
    boolean isReported =
        check.wasMade() || (iteration.restarted() && iteration.givesExactGradients());
    return isReported && Double.isNaN(progress.objective())
        ? notFinite(t, "the objective or its gradient is not a number")
        : null;
  }

  /**
   * A row of the trace at the start and where the method tells objective and gradient; otherwise
   * once a pass, evaluated outside the count and the clock. Nothing depends on it.
   */
  private void record(long t) {
    boolean isKnown = !Double.isNaN(progress.objective());
    boolean due = t == 0 || (!iteration.givesExactGradients() && progress.passes() >= nextRow);
    if (traced && (isKnown || due)) {
      watch.halt();
      try {
        addRow();
      } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
        throw broken(t, e, oracle);
      }
      // an endless problem has no passes: its calls are counted, and a row in ten thousand
      nextRow = progress.passes() + (endless() ? 10_000 : 1);
      watch.go();
    }
  }

  private boolean endless() {
    return passCalls() == Inner.UNBOUNDED;
  }

  /** m; of a simulator that knows its mean, the m of that. */
  private long passCalls() {
    return problem.inner().mean().count();
  }

  private void addRow() {
    double objective = progress.objective();
    double norm = progress.gradientNorm();
    if (Double.isNaN(objective) || Double.isNaN(norm)) {
      var there = evaluator.at(iteration.point(), mappingStep());
      objective = there.objective();
      norm = there.gradientNorm();
    }
    progress.reported(objective, norm);
    trace.add(progress, objective, norm);
  }

  private boolean isReported() {
    return !Double.isNaN(progress.objective()) && !Double.isNaN(progress.gradientNorm());
  }

  /** Reservoir sampling: after step t each of x_0 … x_t is held with probability 1/(t+1). */
  private void sample(long t) {
    if (oracle.draws().uniform(Draws.Stream.OUTPUT, t, 0, t + 1) == 0) {
      random = iteration.point().clone();
    }
  }

  private Result result(Stop stop, long steps) {
    double[] point;
    Evaluator.Evaluation there;
    try {
      if (isProvisional() && !stop.diverged()) {
        watch.go();
        check.now();
        watchBest();
        watch.halt();
      }
      point = chosen(stop);
      if (traced && !stop.diverged() && !trace.endsAt(progress.step())) {
        addRow();
      }
      boolean isKnown = point != best && output == Output.LAST && isReported() && !stop.diverged();
      there =
          isKnown
              ? new Evaluator.Evaluation(progress.objective(), progress.gradientNorm())
              : evaluated(point, stop);
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw broken(steps, e, oracle); // comes back here, and does not evaluate again
    }
    boolean isNumber = Double.isFinite(there.objective()) && Double.isFinite(there.gradientNorm());
    if (!isNumber && !stop.diverged()) {
      return result(notFinite(steps, "the objective or its gradient is not finite"), steps);
    }
    String ran = iteration.name();
    Result result =
        new Result(
            point,
            there.objective(),
            there.gradientNorm(),
            stop,
            steps,
            progress.calls(),
            progress.callsPaper(),
            progress.secondOrderCalls(),
            progress.passes(),
            watch.seconds(),
            problem.name(),
            ran == null ? algorithm.name() : ran,
            seed,
            iteration.parameters(),
            iteration.decisions(),
            trace);
    for (Observer observer : observers) {
      observer.finished(result);
    }
    return result;
  }

  /** The step of the gradient mapping: that in force, or 1 before one was measured. */
  private double mappingStep() {
    return check.eta() > 0 ? check.eta() : 1;
  }

  /** A problem that failed may do so again: then, what was known of the point. */
  private Evaluator.Evaluation evaluated(double[] point, Stop stop) {
    if (!stop.diverged()) {
      return evaluator.at(point, mappingStep());
    }
    var known = new Evaluator.Evaluation(bestObjective, Double.NaN);
    try {
      var there = evaluator.at(point, mappingStep());
      boolean isKnown = Double.isNaN(there.objective()) && Double.isFinite(bestObjective);
      return isKnown ? known : there;
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return known;
    }
  }

  /** Rounding may put a mean of feasible points a little outside. */
  private double[] feasibleMean() {
    double[] mean = lastHalf.mean();
    problem.penalty().prox(mean, 0);
    return mean;
  }

  private double[] chosen(Stop stop) {
    if (stop.diverged()) {
      return best;
    }
    return switch (output) {
      case LAST ->
          isProvisional() && bestObjective < progress.objective()
              ? best
              : iteration.point().clone();
      case BEST -> Double.isInfinite(bestObjective) ? iteration.point().clone() : best;
      case AVERAGE ->
          stop.converged() || lastHalf.isEmpty() ? iteration.point().clone() : feasibleMean();
      case RANDOM -> stop.converged() || random == null ? iteration.point().clone() : random;
    };
  }

  private Identity identity() {
    return new Identity(
        problem.name(),
        problem.fingerprint(),
        algorithm.name(),
        algorithm.settings(),
        seed,
        new Fingerprint("start").add(start).toString(),
        output,
        traced);
  }

  /** What a method refuses it refuses itself; what a component throws is reported as in a step. */
  private Iteration started(Oracle oracle, double[] feasible) {
    try {
      return algorithm.start(oracle, feasible);
    } catch (RuntimeException | StackOverflowError e) {
      FaultyComponent faulty = oracle.faultyComponent();
      boolean isRefusal = e instanceof IllegalArgumentException;
      if (isRefusal && (faulty == null || faulty.thrown() == null)) {
        throw e;
      }
      Stop stop = Faults.broken(0, e, oracle);
      Result result =
          Result.ofNothing(feasible, stop, oracle.ledger(), problem.name(), algorithm.name(), seed);
      throw new RunException(result, e);
    }
  }
}
