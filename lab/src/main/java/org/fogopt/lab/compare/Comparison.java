package org.fogopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/**
 * Several methods on one problem: the same start, the same budget of calls, the same seeds. Each
 * may choose its step, and settings such as batches, by trial runs; what they cost is reported
 * apart. A run is recorded, and ended, by the objectives and gradients of its trace, which are
 * evaluated outside its count and its clock: what a method does not compute it does not pay for.
 *
 * <pre>{@code
 * Outcome outcome =
 *     new Comparison(instance)
 *         .enter(Contender.of(Methods.named("sarah-c"), new Steps.Automatic()))
 *         .enter(Contender.of(Methods.named("vrsc-pg"), new Steps.Powers(-3, 3)))
 *         .seeds(1, 2, 3, 4, 5)
 *         .passes(100)
 *         .go();
 * }</pre>
 *
 * <p>Every run is single-threaded and a function of its seed, so the outcome does not depend on how
 * many of them run side by side; only the seconds do.
 */
public final class Comparison {
  /** Trial seeds unless others are given: one run alone may favour a step that is too bold. */
  private static final int TRIALS = 3;

  private final ProblemInstance instance;
  private final List<Contender> contenders = new ArrayList<>();
  private List<Long> seeds = List.of(1L, 2L, 3L, 4L, 5L);
  private @Nullable List<Long> tuningSeeds;
  private double passes = 100;
  private List<Double> targets = List.of(1e-2, 1e-4, 1e-6);
  private double goal = 1e-8;
  private int threads = 1;
  private BooleanSupplier interrupted = () -> false;
  private Watch watch = (what, done, planned) -> {};

  public Comparison(ProblemInstance instance) {
    this.instance = instance;
  }

  /** Receives the progress of a comparison; called from several threads. */
  @FunctionalInterface
  public interface Watch {
    /**
     * Something was done.
     *
     * @param what was done, and by which contender: {@code passes, sarah-c}
     * @param done so far
     * @param planned of all runs that are planned so far
     */
    void advanced(String what, double done, double planned);
  }

  public Comparison enter(Contender contender) {
    if (contenders.stream().anyMatch(other -> other.label().equals(contender.label()))) {
      throw new IllegalArgumentException(contender.label() + " takes part already");
    }
    contenders.add(contender);
    return this;
  }

  /** The seeds of the runs that count. */
  public Comparison seeds(long... seeds) {
    if (seeds.length == 0) {
      throw new IllegalArgumentException("a comparison needs at least one seed");
    }
    this.seeds = LongStream.of(seeds).distinct().boxed().toList();
    return this;
  }

  /**
   * The seeds of the trial runs; by default three that no run that counts has, for no choice to be
   * made by the numbers it is compared by. The first is for all choices, the others for the best
   * few.
   */
  public Comparison tuning(long... seeds) {
    tuningSeeds = LongStream.of(seeds).boxed().toList();
    return this;
  }

  /** The budget of every run: calls in the paper's accounting and of second order, over m. */
  public Comparison passes(double passes) {
    this.passes = passes;
    return this;
  }

  /** Relative gaps to count the passes to, in falling order. */
  public Comparison targets(double... targets) {
    this.targets = Arrays.stream(targets).boxed().toList();
    return this;
  }

  /**
   * What ends a run: a gap of so much of the first; if the least objective is not known, a gradient
   * norm of so much of the first.
   */
  public Comparison goal(double goal) {
    this.goal = goal;
    return this;
  }

  /** How many runs go side by side. */
  public Comparison threads(int threads) {
    this.threads = threads;
    return this;
  }

  /** Whether somebody wants the comparison to end. */
  public Comparison interruptedBy(BooleanSupplier asked) {
    interrupted = asked;
    return this;
  }

  public Comparison watch(Watch watch) {
    this.watch = watch;
    return this;
  }

  /**
   * Holds it.
   *
   * @throws CancellationException if it was interrupted
   */
  public Outcome go() {
    if (contenders.isEmpty()) {
      throw new IllegalStateException("a comparison needs a contender");
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      return outcome(pool);
    } finally {
      pool.shutdownNow();
    }
  }

  private Outcome outcome(ExecutorService pool) {
    Rules rules = new Rules(instance, seeds, trials(), passes, targets, goal, interrupted, watch);
    Runner runner = new Runner(rules, pool);
    Selection selection = new Selection(rules);
    Map<Contender, List<Result>> measured = runner.measureSteps(contenders);
    Map<Contender, List<Candidate>> fields = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      fields.put(contender, Candidate.of(contender, measured.getOrDefault(contender, List.of())));
    }
    List<Candidate> tuned =
        fields.values().stream().filter(f -> f.size() > 1).flatMap(List::stream).toList();
    runner.race(tuned, rules.trials().subList(0, 1));
    double seen = selection.least(fields);
    runner.race(
        selection.finalists(fields, seen), rules.trials().subList(1, rules.trials().size()));
    double lowest = selection.least(fields);
    List<Candidate> chosen = fields.values().stream().map(f -> selection.best(f, lowest)).toList();
    Map<Contender, MethodResult.Tuning> costs = new LinkedHashMap<>();
    fields.forEach(
        (contender, field) ->
            costs.put(
                contender, Selection.cost(field, measured.getOrDefault(contender, List.of()))));
    runner.race(chosen, seeds);
    return new MethodResults(rules).outcome(chosen, costs, selection.least(fields));
  }

  private List<Long> trials() {
    List<Long> given = tuningSeeds;
    long last = Collections.max(seeds);
    return given != null ? given : LongStream.range(last + 1, last + 1 + TRIALS).boxed().toList();
  }
}
