package org.fogopt.run;

import java.util.ArrayList;
import java.util.List;
import org.fogopt.linalg.Kernels;
import org.fogopt.method.Algorithm;
import org.fogopt.oracle.Workers;
import org.fogopt.problem.Problem;
import org.jspecify.annotations.Nullable;

/**
 * One run: a function of (problem, algorithm, start, seed). The number of threads changes its speed
 * and nothing else.
 *
 * <pre>{@code
 * Result result =
 *     Run.of(problem, SarahParameters.METHOD.byDefault())
 *         .from(new double[problem.dimension()])
 *         .seed(1)
 *         .stop(StopRule.passes(100))
 *         .go();
 * }</pre>
 */
public final class Run {
  final Problem problem;
  final Algorithm algorithm;
  double[] start;
  long seed = 1;
  private int threads = 1;
  Output output = Output.LAST;
  boolean traced = true;
  @Nullable Checkpoints checkpoints;
  final List<StopRule> rules = new ArrayList<>();
  final List<Observer> observers = new ArrayList<>();

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

  /** Keeps a trace, as a run does unless it is {@link #untraced()}. */
  public Run traced() {
    traced = true;
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
      return new Loop(this, workers, feasible).go();
    }
  }
}
