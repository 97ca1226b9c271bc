package org.fogopt.lab.compare;

import java.util.List;
import java.util.Map;
import org.fogopt.run.Result;
import org.fogopt.run.Stop;
import org.fogopt.run.Trace;

/** One run of one contender with one choice of settings and one seed. */
record Race(
    Map<String, String> settings,
    long seed,
    Status status,
    String algorithm,
    double passes,
    long calls,
    double seconds,
    Map<String, Number> parameters,
    List<Trace.Row> rows) {

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
    return rows.get(0);
  }

  private Trace.Row last() {
    return rows.get(rows.size() - 1);
  }

  double lowestObjective() {
    return rows.stream()
        .mapToDouble(Trace.Row::objective)
        .filter(Double::isFinite)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The last evaluation; infinity if the run diverged. */
  double finalGap(double least) {
    return diverged() ? Double.POSITIVE_INFINITY : gap(last(), least);
  }

  double finalNorm() {
    return diverged() ? Double.POSITIVE_INFINITY : last().gradientNorm();
  }

  /**
   * Passes to the first evaluation with a gap of at most {@code relative} times the first one's.
   */
  double passesTo(double relative, double least) {
    double goal = relative * gap(first(), least);
    for (Trace.Row row : rows) {
      if (gap(row, least) <= goal) {
        return row.passes();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /**
   * The gap at a cost: that of the last evaluation that cost no more. Nothing is interpolated, so
   * nothing is better than what was seen. Beyond its end a run keeps its last gap, and a diverged
   * one has an infinite gap.
   */
  double gapAt(double cost, double least) {
    return diverged() && cost >= passes ? Double.POSITIVE_INFINITY : gap(rowAt(cost), least);
  }

  double normAt(double cost) {
    return diverged() && cost >= passes ? Double.POSITIVE_INFINITY : rowAt(cost).gradientNorm();
  }

  private Trace.Row rowAt(double cost) {
    Trace.Row found = first(); // the start is known before anything is spent
    for (Trace.Row row : rows) {
      if (row.passes() <= cost) {
        found = row;
      }
    }
    return found;
  }

  /** Seconds at a cost, straight between evaluations. */
  double secondsAt(double cost) {
    double passesBefore = 0;
    double secondsBefore = 0;
    for (Trace.Row row : rows) {
      if (row.passes() >= cost && row.passes() > passesBefore) {
        double share = (cost - passesBefore) / (row.passes() - passesBefore);
        return secondsBefore + share * (row.seconds() - secondsBefore);
      }
      passesBefore = row.passes();
      secondsBefore = row.seconds();
    }
    return secondsBefore;
  }

  private static double gap(Trace.Row row, double least) {
    return Double.isNaN(row.objective())
        ? Double.POSITIVE_INFINITY
        : Math.max(0, row.objective() - least);
  }
}
