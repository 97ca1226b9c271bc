package org.fogopt.lab.contest;

import java.util.List;
import java.util.Map;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.fogopt.run.Trace;

/** One run of one entrant with one choice of settings and one seed. */
record Race(
    Map<String, String> settings,
    long seed,
    Status status,
    String algorithm,
    double passes,
    long calls,
    double seconds,
    Map<String, Number> parameters,
    List<Trace.Row> looks) {

  static Race of(Map<String, String> settings, Result result) {
    return new Race(
        settings,
        result.seed(),
        switch (result.stop().reason()) {
          case DIVERGED, FAILED -> Status.DIVERGED;
          case TOLERANCE, TARGET, NO_PROGRESS -> Status.DONE;
          default -> Status.OUT_OF_BUDGET;
        },
        result.algorithm(),
        result.passes(),
        result.callsPaper() + result.secondOrderCalls(),
        result.seconds(),
        result.parameters(),
        result.trace().rows());
  }

  static boolean interrupted(Result result) {
    return result.stop().reason() == Stop.Reason.INTERRUPTED;
  }

  boolean diverged() {
    return status == Status.DIVERGED;
  }

  private Trace.Row first() {
    return looks.get(0);
  }

  private Trace.Row last() {
    return looks.get(looks.size() - 1);
  }

  double lowestObjective() {
    return looks.stream()
        .mapToDouble(Trace.Row::objective)
        .filter(Double::isFinite)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The last look; infinity if the run diverged. */
  double finalGap(double least) {
    return diverged() ? Double.POSITIVE_INFINITY : gap(last(), least);
  }

  double finalNorm() {
    return diverged() ? Double.POSITIVE_INFINITY : last().gradientNorm();
  }

  /** Passes to the first look with a gap of at most {@code relative} times the first one's. */
  double passesTo(double relative, double least) {
    double goal = relative * gap(first(), least);
    for (Trace.Row look : looks) {
      if (gap(look, least) <= goal) {
        return look.passes();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /**
   * The gap at a cost: that of the last look that cost no more. Nothing is interpolated, so nothing
   * is better than what was seen. Beyond its end a run keeps its last gap, and a diverged one has
   * an infinite gap.
   */
  double gapAt(double cost, double least) {
    return diverged() && cost >= passes ? Double.POSITIVE_INFINITY : gap(lookAt(cost), least);
  }

  double normAt(double cost) {
    return diverged() && cost >= passes ? Double.POSITIVE_INFINITY : lookAt(cost).gradientNorm();
  }

  private Trace.Row lookAt(double cost) {
    Trace.Row found = first(); // the start is known before anything is spent
    for (Trace.Row look : looks) {
      if (look.passes() <= cost) {
        found = look;
      }
    }
    return found;
  }

  /** Seconds at a cost, straight between looks. */
  double secondsAt(double cost) {
    double passesBefore = 0;
    double secondsBefore = 0;
    for (Trace.Row look : looks) {
      if (look.passes() >= cost && look.passes() > passesBefore) {
        double share = (cost - passesBefore) / (look.passes() - passesBefore);
        return secondsBefore + share * (look.seconds() - secondsBefore);
      }
      passesBefore = look.passes();
      secondsBefore = look.seconds();
    }
    return secondsBefore;
  }

  private static double gap(Trace.Row look, double least) {
    return Double.isNaN(look.objective())
        ? Double.POSITIVE_INFINITY
        : Math.max(0, look.objective() - least);
  }
}
