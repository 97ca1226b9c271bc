package org.fogopt.run;

import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/** {@link StopRule#noProgress(int)}. */
final class NoProgress implements StopRule {
  private final int patience;
  private double lowestObjective = Double.POSITIVE_INFINITY;
  private double lowestNorm = Double.POSITIVE_INFINITY;
  private int waited;

  NoProgress(int patience) {
    if (patience < 1) {
      throw new IllegalArgumentException("patience must be at least 1, not " + patience);
    }
    this.patience = patience;
  }

  @Override
  public @Nullable Stop after(Progress progress) {
    double objective = progress.objective();
    double norm = progress.gradientNorm();
    boolean isUnknown = Double.isNaN(objective) && Double.isNaN(norm);
    if (isUnknown || !(progress.restarted() || progress.isPaid())) {
      return null;
    }
    waited = objective < lowestObjective || norm < lowestNorm ? 0 : waited + 1;
    lowestObjective = Math.min(lowestObjective, orInfinity(objective));
    lowestNorm = Math.min(lowestNorm, orInfinity(norm));
    return waited < patience
        ? null
        : new Stop(
            Stop.Reason.NO_PROGRESS,
            "no lower objective or gradient norm in %d restarts".formatted(waited));
  }

  private static double orInfinity(double value) {
    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
  }

  @Override
  public void state(State s) {
    lowestObjective = s.value("lowest objective", lowestObjective);
    lowestNorm = s.value("lowest gradient norm", lowestNorm);
    waited = s.value("waited", waited);
  }
}
