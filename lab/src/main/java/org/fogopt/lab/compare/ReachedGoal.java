package org.fogopt.lab.compare;

import org.fogopt.run.Progress;
import org.fogopt.run.Stop;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;

/** Ends a run that has arrived, by its trace: outside the count. */
final class ReachedGoal implements StopRule {
  private final @Nullable Double least;
  private final double goal;
  private double first = Double.NaN;

  ReachedGoal(@Nullable Double least, double goal) {
    this.least = least;
    this.goal = goal;
  }

  @Override
  public @Nullable Stop after(Progress progress) {
    double left =
        least == null ? progress.reportedGradientNorm() : progress.reportedObjective() - least;
    if (Double.isNaN(first)) {
      first = left;
    }
    return left <= goal * first ? new Stop(Stop.Reason.TARGET, "arrived") : null;
  }
}
