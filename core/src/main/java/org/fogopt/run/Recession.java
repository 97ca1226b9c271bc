package org.fogopt.run;

import org.fogopt.linalg.Kernels;
import org.fogopt.oracle.Evaluator;
import org.fogopt.run.Stop.Reason;

/**
 * Whether the objective falls without end along the ray from the start through the last point: what
 * ended a run then was no budget and no faulty component. Evaluated when the run is over, outside
 * the count, as the search for a faulty component is.
 */
final class Recession {
  /** A point this many times as far out as the start, or 1, makes an ordinary end suspect. */
  private static final double SUSPECT = 1000;

  /** So many times as far as the point an objective must fall: the region's growth in Newton. */
  private static final double ENDLESS = 1 << 20;

  private final Evaluator evaluator;
  private final double[] start;
  private final double[] direction;

  private Recession(Evaluator evaluator, double[] start, double[] point) {
    this.evaluator = evaluator;
    this.start = start;
    direction = point.clone();
    Kernels.axpy(-1, start, direction);
  }

  /** The stop, or what is behind it. */
  static Stop behind(Stop stop, Evaluator evaluator, double[] start, double[] point) {
    boolean isFar = Kernels.norm(point) > SUSPECT * Math.max(1, Kernels.norm(start));
    if (stop.reason() == Reason.TARGET
        || stop.reason() == Reason.UNBOUNDED
        || !(isFar || stop.diverged())) {
      return stop;
    }
    try {
      return new Recession(evaluator, start, point).behind(stop);
    } catch (RuntimeException e) { // a component that threw at the point may do so again
      return stop;
    }
  }

  /** The stop of a method that found a direction of descent without end, or down to a pole. */
  static Stop along(double[] direction, Evaluator evaluator, double[] point) {
    double[] next = point.clone();
    Kernels.axpy(1, direction, next);
    double there;
    try {
      there = evaluator.objective(next);
    } catch (RuntimeException e) { // a method may know a direction without having gone there
      there = Double.NaN;
    }
    boolean isPole = there == Double.NEGATIVE_INFINITY;
    return new Stop(
        Reason.UNBOUNDED, isPole ? Faults.pole(direction) : Faults.unbounded(direction));
  }

  private Stop behind(Stop stop) {
    double here = at(1);
    double fall = at(0.5) - here;
    double next = here - at(2);
    double rounding = Math.sqrt(Math.ulp(1.0)) * Math.abs(here);
    if (!(fall > rounding && next > rounding)) {
      return stop;
    }
    double all = here - at(ENDLESS);
    // a line falls by 2 fall and 2 ENDLESS fall, a logarithm by fall and 20 fall
    boolean isLine = next >= fall && all >= 0.5 * ENDLESS * fall;
    boolean isLogarithm = next >= 0.9 * fall && all >= 10 * fall;
    if (isLine || (isLogarithm && stop.reason() == Reason.TOLERANCE)) {
      return new Stop(Reason.UNBOUNDED, Faults.unbounded(direction));
    }
    return stop.diverged() || stop.converged() || !(all > next)
        ? stop
        : new Stop(
            stop.reason(),
            stop.detail()
                + "; the objective still falls far beyond this point: it may have no minimum");
  }

  private double at(double share) {
    double[] x = start.clone();
    Kernels.axpy(share, direction, x);
    return evaluator.objective(x);
  }
}
