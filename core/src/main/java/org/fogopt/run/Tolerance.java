package org.fogopt.run;

import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/** {@link StopRule#tolerance(double)} and {@link StopRule#absoluteTolerance(double)}. */
final class Tolerance implements StopRule {
  private final double relative;
  private final double absolute;
  private double first = Double.NaN;

  Tolerance(double relative, double absolute) {
    if (!(relative >= 0 && relative < 1)) {
      throw new IllegalArgumentException(
          "the tolerance must be at least 0 and below 1, not " + relative);
    }
    if (!(absolute >= 0)) {
      throw new IllegalArgumentException(
          "the absolute tolerance must be at least 0, not " + absolute);
    }
    this.relative = relative;
    this.absolute = absolute;
  }

  @Override
  public boolean needsGradient() {
    return relative > 0 || absolute > 0; // a gradient of 0 is not worth paying for
  }

  /** Some methods know their next point before the step from it. */
  @Override
  public @Nullable Stop before(Progress progress) {
    return after(progress);
  }

  @Override
  public @Nullable Stop after(Progress progress) {
    if (!(first > 0)) { // a sample's may be 0
      first = progress.firstGradientNorm();
    }
    double norm = progress.gradientNorm();
    boolean isRelative = relative > 0 && norm <= relative * first;
    if (!(norm == 0 || isRelative || norm <= absolute)) {
      return null; // a NaN too
    }
    String detail =
        first == 0
            ? "gradient norm 0 from the start"
            : "gradient norm %.3g times the first one".formatted(norm / first);
    return new Stop(Stop.Reason.TOLERANCE, detail);
  }

  @Override
  public void state(State s) {
    first = s.value("first gradient norm", first);
  }
}
