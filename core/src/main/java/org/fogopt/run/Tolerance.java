package org.fogopt.run;

import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/** {@link StopRule#tolerance(double)}. */
final class Tolerance implements StopRule {
  private final double relative;
  private double first = Double.NaN;

  Tolerance(double relative) {
    if (!(relative >= 0 && relative < 1)) {
      throw new IllegalArgumentException(
          "the tolerance must be at least 0 and below 1, not " + relative);
    }
    this.relative = relative;
  }

  @Override
  public @Nullable Stop after(Progress progress) {
    double norm = progress.gradientNorm();
    if (Double.isNaN(norm)) {
      return null;
    }
    if (Double.isNaN(first)) {
      first = norm;
    }
    boolean reached = norm == 0 || (relative > 0 && norm <= relative * first);
    return reached
        ? new Stop(
            Stop.Reason.TOLERANCE,
            first == 0
                ? "gradient norm 0 from the start"
                : "gradient norm %.3g, %.3g times the first one".formatted(norm, norm / first))
        : null;
  }

  @Override
  public void state(State s) {
    first = s.value("first gradient norm", first);
  }
}
