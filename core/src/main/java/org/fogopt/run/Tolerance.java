package org.fogopt.run;

import org.fogopt.linalg.Kernels;
import org.fogopt.state.State;
import org.jspecify.annotations.Nullable;

/**
 * {@link StopRule#tolerance(double)}, {@link StopRule#absoluteTolerance(double)} and {@link
 * StopRule#minimum(double)}.
 */
final class Tolerance implements StopRule {
  /** What |∇Φ||x|, a bound on the gap of a convex Φ if 0 is no nearer, may be of the objective. */
  private static final double GAP = 1e-4;

  /** Less than this share of the first objective is no size of an objective that falls to 0. */
  private static final double SMALL = 1e-8;

  private final double relative;
  private final double absolute;
  private final boolean isScaled;
  private double first = Double.NaN;
  private double firstObjective = Double.NaN;

  Tolerance(double relative, double absolute, boolean isScaled) {
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
    this.isScaled = isScaled;
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
    if (Double.isNaN(firstObjective)) {
      firstObjective = progress.objective();
    }
    double norm = progress.gradientNorm();
    boolean isRelative = relative > 0 && norm <= relative * first && isSmall(norm, progress);
    if (!(norm == 0 || isRelative || norm <= absolute)) {
      return null; // a NaN too
    }
    String detail =
        first == 0
            ? "gradient norm 0 from the start"
            : "gradient norm %.3g times the first one".formatted(norm / first);
    return new Stop(Stop.Reason.TOLERANCE, detail);
  }

  /** Dennis, Schnabel 1983, 7.2: a gradient relative to x and the objective. */
  private boolean isSmall(double norm, Progress progress) {
    double size = Math.max(Math.abs(progress.objective()), SMALL * Math.abs(firstObjective));
    return !(isScaled && norm * Kernels.norm(progress.point()) > GAP * size);
  }

  @Override
  public void state(State s) {
    first = s.value("first gradient norm", first);
    firstObjective = s.value("first objective", firstObjective);
  }
}
