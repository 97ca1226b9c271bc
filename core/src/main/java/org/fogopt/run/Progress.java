package org.fogopt.run;

import org.fogopt.algorithm.Iteration;
import org.fogopt.oracle.Ledger;

/** A run as its observers and stop rules see it: a live view, valid during the call only. */
public final class Progress {
  private final Iteration iteration;
  private final Ledger ledger;
  private final double callsPerPass;
  private final Stopwatch watch;
  private long step;
  private double evaluatedObjective = Double.NaN;
  private double evaluatedNorm = Double.NaN;

  Progress(Iteration iteration, Ledger ledger, double callsPerPass, Stopwatch watch) {
    this.iteration = iteration;
    this.ledger = ledger;
    this.callsPerPass = callsPerPass;
    this.watch = watch;
  }

  void at(long step) {
    this.step = step;
    evaluatedObjective = Double.NaN;
    evaluatedNorm = Double.NaN;
  }

  /** Somebody evaluated the point, outside the count. */
  void evaluated(double objective, double norm) {
    evaluatedObjective = objective;
    evaluatedNorm = norm;
  }

  /** t: how many moves led to {@link #point()}. */
  public long step() {
    return step;
  }

  /** x_t; to be read only. */
  public double[] point() {
    return iteration.point();
  }

  /** Whether this step was a restart. */
  public boolean restarted() {
    return iteration.restarted();
  }

  /**
   * Φ(x_t) + h(x_t) where it is known exactly: at full restarts, for free; with a method that has
   * none, about once a pass, evaluated outside the count. Otherwise NaN.
   */
  public double objective() {
    double known = iteration.objective();
    return Double.isNaN(known) ? evaluatedObjective : known;
  }

  /** |∇Φ(x_t)| (of the gradient mapping) where it is known, like {@link #objective()}. */
  public double gradientNorm() {
    double known = iteration.gradientNorm();
    return Double.isNaN(known) ? evaluatedNorm : known;
  }

  /**
   * Whether the point was evaluated on the way to a restart that will tell the same again, as at
   * the ends of a warm-up.
   */
  boolean isInPassing() {
    return iteration.knowsItsPoint() && Double.isNaN(iteration.objective());
  }

  /** |F_t|, what the algorithm takes for the gradient's norm. */
  public double estimateNorm() {
    return iteration.estimateNorm();
  }

  /** The step size in force. */
  public double eta() {
    return iteration.eta();
  }

  /** Calls as the paper's Definition 1 counts them. */
  public long calls() {
    return ledger.strict();
  }

  /** Calls as the paper's theorems count them. */
  public long callsPaper() {
    return ledger.paper();
  }

  /** callsPaper / m. */
  public double passes() {
    return ledger.paper() / callsPerPass;
  }

  /** What {@link #passes()} will be after the next step; meaningful before it. */
  public double passesAfterNextStep() {
    return (ledger.paper() + iteration.nextCallsPaper()) / callsPerPass;
  }

  /** Seconds spent by the algorithm, observers not included. */
  public double seconds() {
    return watch.seconds();
  }
}
