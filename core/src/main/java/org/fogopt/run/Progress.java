package org.fogopt.run;

import org.fogopt.method.Iteration;
import org.fogopt.oracle.Ledger;

/** A run as its observers and stop rules see it: a live view, valid during the call only. */
public final class Progress {
  private final Iteration iteration;
  private final Ledger ledger;
  private final double callsPerPass;
  private final Stopwatch watch;
  private long step;
  private long announced;
  private double paidObjective = Double.NaN;
  private double paidNorm = Double.NaN;
  private double reportedObjective = Double.NaN;
  private double reportedNorm = Double.NaN;

  Progress(Iteration iteration, Ledger ledger, double callsPerPass, Stopwatch watch) {
    this.iteration = iteration;
    this.ledger = ledger;
    this.callsPerPass = callsPerPass;
    this.watch = watch;
  }

  /**
   * A step begins.
   *
   * @param announced the calls it will make, with those of a check after it
   */
  void at(long step, long announced) {
    this.step = step;
    this.announced = announced;
    paidObjective = Double.NaN;
    paidNorm = Double.NaN;
    reportedObjective = Double.NaN;
    reportedNorm = Double.NaN;
  }

  /** The run paid for objective and gradient of the point. */
  void paid(double objective, double norm) {
    paidObjective = objective;
    paidNorm = norm;
  }

  /** Whether this step's objective and gradient are those of a check. */
  boolean isPaid() {
    return !Double.isNaN(paidObjective);
  }

  /** The trace has a row of the point. */
  void reported(double objective, double norm) {
    reportedObjective = objective;
    reportedNorm = norm;
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

  /** Φ(x_t) + h(x_t) where the run paid for it on all components, otherwise NaN. */
  public double objective() {
    double known = iteration.objective();
    return Double.isNaN(known) ? paidObjective : known;
  }

  /** |∇Φ(x_t)| (of the gradient mapping) where the run paid for it, otherwise NaN. */
  public double gradientNorm() {
    double known = iteration.gradientNorm();
    return Double.isNaN(known) ? paidNorm : known;
  }

  /** The first gradient norm the run paid for, on its first sample if it begins on one, or NaN. */
  public double firstGradientNorm() {
    double first = iteration.firstGradientNorm();
    return Double.isNaN(first) ? paidNorm : first;
  }

  /** The objective as in this step's row of the trace, for displays; NaN without a row. */
  public double reportedObjective() {
    return reportedObjective;
  }

  /** The gradient norm as in this step's row of the trace, for displays; NaN without a row. */
  public double reportedGradientNorm() {
    return reportedNorm;
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

  /** Calls of second derivatives. */
  public long secondOrderCalls() {
    return ledger.secondOrder();
  }

  /** (callsPaper + secondOrderCalls) / m. */
  public double passes() {
    return ledger.total() / callsPerPass;
  }

  /**
   * What {@link #passes()} will be after the next step, a check that is due then and, if it ends at
   * a provisional point, the closing check; meaningful before it.
   */
  public double passesAfterNextStep() {
    return passesAfter(announced);
  }

  /** The calls of the next step, and of checks after it; meaningful before it. */
  long announced() {
    return announced;
  }

  /** What {@link #passes()} counts: an endless supply has no passes. */
  String unit() {
    return callsPerPass == 1 ? "calls" : "passes";
  }

  /** What {@link #passes()} will be after so many calls more. */
  double passesAfter(long calls) {
    return (ledger.total() + calls) / callsPerPass;
  }

  /** Seconds spent by the algorithm, observers not included. */
  public double seconds() {
    return watch.seconds();
  }
}
