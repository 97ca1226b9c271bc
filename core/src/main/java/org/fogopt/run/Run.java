package org.fogopt.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Algorithm;
import org.fogopt.method.Iteration;
import org.fogopt.oracle.Culprit;
import org.fogopt.oracle.Draws;
import org.fogopt.oracle.Evaluator;
import org.fogopt.oracle.Oracle;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.ComponentException;
import org.fogopt.problem.Inner;
import org.fogopt.problem.Problem;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * One run: a function of (problem, algorithm, start, seed). The number of threads changes its speed
 * and nothing else.
 *
 * <pre>{@code
 * Result result =
 *     Run.of(problem, SarahParameters.AUTOMATIC.algorithm())
 *         .from(new double[problem.dimension()])
 *         .seed(1)
 *         .stop(StopRule.passes(100))
 *         .go();
 * }</pre>
 */
public final class Run {
  /**
   * The estimate's norm may grow this much over its first value before a run counts as diverging.
   * Wide enough for the transients of a non-convex problem; exponential growth crosses it within an
   * epoch.
   */
  static final double GROWTH = 1e6;

  private static final String NO_STEP_SIZE = "the gradient is not finite near the start";

  private final Problem problem;
  private final Algorithm algorithm;
  private double[] start;
  private long seed = 1;
  private int threads = 1;
  private Output output = Output.LAST;
  private boolean traced = true;
  private @Nullable Checkpoints checkpoints;
  private final List<StopRule> rules = new ArrayList<>();
  private final List<Observer> observers = new ArrayList<>();

  private Run(Problem problem, Algorithm algorithm) {
    this.problem = problem;
    this.algorithm = algorithm;
    start = new double[problem.dimension()];
  }

  public static Run of(Problem problem, Algorithm algorithm) {
    return new Run(problem, algorithm);
  }

  /** Where to begin; zeros if not given. */
  public Run from(double[] x0) {
    if (x0.length != problem.dimension()) {
      throw new IllegalArgumentException(
          "the start has %d entries, the problem %d".formatted(x0.length, problem.dimension()));
    }
    if (!Kernels.finite(x0)) {
      throw new IllegalArgumentException("the start has an entry that is not finite");
    }
    start = x0.clone();
    return this;
  }

  public Run seed(long seed) {
    this.seed = seed;
    return this;
  }

  public Run threads(int threads) {
    this.threads = threads;
    return this;
  }

  public Run output(Output output) {
    this.output = output;
    return this;
  }

  /** Adds a stop rule; the first that fires ends the run. At least one is needed. */
  public Run stop(StopRule rule) {
    rules.add(rule);
    return this;
  }

  public Run observe(Observer observer) {
    observers.add(observer);
    return this;
  }

  /** Leaves out the trace, and with it all evaluation outside the count until the end. */
  public Run untraced() {
    traced = false;
    return this;
  }

  /**
   * Keeps the run in a folder as it goes on, and goes on from there if the folder holds a state.
   * Answers are the same with or without; time spent on it is not the algorithm's.
   */
  public Run checkpoint(Checkpoints kept) {
    checkpoints = kept;
    return this;
  }

  /**
   * Runs to the end.
   *
   * @throws RunException if a component of the problem threw; it carries what was reached
   */
  public Result go() {
    if (rules.isEmpty()) {
      throw new IllegalStateException("a run needs a stop rule, such as StopRule.passes(100)");
    }
    try (Workers workers = new Workers(threads)) {
      problem.penalty().requireFeasible(problem.dimension());
      double[] feasible = start.clone();
      problem.penalty().prox(feasible, 0);
      return new Loop(workers, feasible).go();
    }
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

  /** What a method refuses it refuses itself; what a component throws is told as in a step. */
  private Iteration started(Oracle oracle, double[] feasible) {
    try {
      return algorithm.start(oracle, feasible);
    } catch (RuntimeException | StackOverflowError e) {
      Culprit culprit = oracle.culprit();
      boolean isRefusal = e instanceof IllegalArgumentException;
      if (isRefusal && (culprit == null || culprit.thrown() == null)) {
        throw e;
      }
      Result result =
          new Result(
              feasible,
              Double.NaN,
              Double.NaN,
              brokenStop(0, e, oracle),
              0,
              oracle.ledger().strict(),
              oracle.ledger().paper(),
              oracle.ledger().secondOrder(),
              0,
              0,
              problem.name(),
              algorithm.name(),
              seed,
              Map.of(),
              List.of(),
              new Trace());
      throw new RunException(result, e);
    }
  }

  private static Stop brokenStop(long t, Throwable thrown, Oracle asked) {
    if (thrown instanceof OutOfMemoryError) {
      return new Stop(
          Stop.Reason.FAILED,
          "failed at step %d: out of memory; give Java more with -Xmx, or a smaller problem"
              .formatted(t));
    }
    if (thrown instanceof ComponentException) {
      return Loop.failed(t, String.valueOf(thrown.getMessage())); // it knows best
    }
    Culprit culprit = asked.culprit();
    return Loop.failed(t, culprit == null ? thrown.toString() : culprit.toString());
  }

  /** The state of one run. */
  private final class Loop implements Stateful {
    private long t;
    private final Oracle oracle;
    private final Evaluator evaluator;
    private final Iteration iteration;
    private final Stopwatch watch = new Stopwatch();
    private final Progress progress;
    private final StopRule rule = StopRule.any(rules);
    private final Trace trace = new Trace();
    private final double[] best;
    private double bestObjective = Double.POSITIVE_INFINITY;
    private double @Nullable [] random;
    private final LastHalf lastHalf;
    private final Check check;
    private double nextRow; // passes at which the trace is due
    private double firstNorm = Double.NaN;
    private @Nullable Stateful kept; // what a checkpoint holds

    Loop(Workers workers, double[] feasible) {
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
          return result(stop, t);
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
      return step + check.callsAfter(step) + (closes() ? iteration.closingCallsPaper() : 0);
    }

    /** Whether a run that ends at a provisional point has it checked. */
    private boolean closes() {
      return output == Output.LAST;
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
      Culprit culprit = ranAway ? null : oracle.culprit();
      if (culprit == null && !ranAway) {
        culprit = evaluator.culprit(iteration.point());
      }
      return culprit == null ? diverged(t, what) : failed(t, culprit.toString());
    }

    private static Stop failed(long t, String what) {
      return new Stop(
          Stop.Reason.FAILED,
          "failed at step %d: %s; mend the component or its data, or begin elsewhere"
              .formatted(t, what));
    }

    private RunException broken(long t, Throwable thrown, Oracle asked) {
      watch.halt();
      return new RunException(result(brokenStop(t, thrown, asked), t), thrown);
    }

    /**
     * Compares with the first estimate, or the exact gradient there where it is known; with the
     * first that is not 0, as a single sample may be.
     */
    private @Nullable Stop growth(long t) {
      double norm = iteration.estimateNorm();
      if (!(firstNorm > 0)) {
        double known = progress.gradientNorm();
        firstNorm = known > norm ? known : norm;
      }
      if (norm <= GROWTH * firstNorm) {
        return null;
      }
      // A method that goes by the objective is led astray by a component that gives none.
      Culprit culprit = evaluator.culprit(best);
      return culprit == null
          ? diverged(t, "the gradient estimate grew from %.3g to %.3g".formatted(firstNorm, norm))
          : failed(t, culprit.toString());
    }

    /** Why the method itself cannot go on, if so. */
    private @Nullable Stop end() {
      double[] direction = iteration.recession();
      if (direction != null) {
        return new Stop(Stop.Reason.UNBOUNDED, unbounded(direction));
      }
      return iteration.isAtRounding()
          ? new Stop(Stop.Reason.ROUNDING, "the objective changes by rounding only")
          : null;
    }

    private static String unbounded(double[] direction) {
      double norm = Kernels.norm(direction);
      String largest =
          IntStream.range(0, direction.length)
              .boxed()
              .sorted(Comparator.comparingDouble(k -> -Math.abs(direction[k])))
              .limit(3)
              .map(k -> "%.3g for entry %d".formatted(direction[k] / norm, k + 1))
              .collect(Collectors.joining(", "));
      return ("the objective has no minimum: it falls without end along a direction with %s;"
              + " add a bound or a penalty")
          .formatted(largest);
    }

    private Stop diverged(long t, String what) {
      String remedy =
          t == 0 ? "begin elsewhere, or scale the problem" : "take a smaller step size than %.3g";
      return new Stop(
          Stop.Reason.DIVERGED,
          "diverged at step %d: %s; %s".formatted(t, what, remedy.formatted(iteration.eta())));
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
      boolean isTold =
          check.wasMade() || (iteration.restarted() && iteration.givesExactGradients());
      return isTold && Double.isNaN(progress.objective())
          ? notFinite(t, "the objective or its gradient is not a number")
          : null;
    }

    /**
     * A row of the trace where the method tells objective and gradient; otherwise once a pass,
     * evaluated outside the count and the clock. Nothing depends on it.
     */
    private void record(long t) {
      boolean isKnown = !Double.isNaN(progress.objective());
      boolean due = !iteration.givesExactGradients() && progress.passes() >= nextRow;
      if (traced && (isKnown || due)) {
        watch.halt();
        try {
          addRow();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
          throw broken(t, e, oracle);
        }
        nextRow = progress.passes() + passesBetweenRows();
        watch.go();
      }
    }

    /** An endless problem has no passes: its calls are counted, and a row in ten thousand. */
    private double passesBetweenRows() {
      return endless() ? 10_000 : 1;
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
      trace.add(
          new Trace.Row(
              progress.step(),
              progress.calls(),
              progress.callsPaper(),
              progress.secondOrderCalls(),
              progress.passes(),
              objective,
              norm,
              iteration.eta(),
              watch.seconds()));
    }

    private boolean isTold() {
      return !Double.isNaN(progress.objective()) && !Double.isNaN(progress.gradientNorm());
    }

    private boolean recorded() {
      List<Trace.Row> rows = trace.rows();
      return !rows.isEmpty() && rows.get(rows.size() - 1).step() == progress.step();
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
        if (closes() && iteration.isProvisional() && !stop.diverged()) {
          watch.go();
          check.now();
          watchBest();
          watch.halt();
        }
        point = chosen(stop);
        if (traced && !stop.diverged() && !recorded()) {
          addRow();
        }
        boolean isKnown = point != best && output == Output.LAST && isTold() && !stop.diverged();
        there =
            isKnown
                ? new Evaluator.Evaluation(progress.objective(), progress.gradientNorm())
                : evaluated(point, stop);
      } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
        throw broken(steps, e, oracle); // comes back here, and does not evaluate again
      }
      boolean isNumber =
          Double.isFinite(there.objective()) && Double.isFinite(there.gradientNorm());
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
      return iteration.eta() > 0 ? iteration.eta() : 1;
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
            iteration.isProvisional() && bestObjective < progress.objective()
                ? best
                : iteration.point().clone();
        case BEST -> Double.isInfinite(bestObjective) ? iteration.point().clone() : best;
        case AVERAGE -> lastHalf.isEmpty() ? iteration.point().clone() : feasibleMean();
        case RANDOM -> random == null ? iteration.point().clone() : random;
      };
    }
  }
}
