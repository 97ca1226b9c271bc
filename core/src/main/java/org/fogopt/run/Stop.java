package org.fogopt.run;

/**
 * Why a run ended.
 *
 * @param reason the kind
 * @param detail a sentence for the user
 */
public record Stop(Reason reason, String detail) {
  /** The kinds of end. */
  public enum Reason {
    /** The gradient (mapping) is as small as was asked for. */
    TOLERANCE,
    /** The objective is as low as was asked for. */
    TARGET,
    /** The objective changes by rounding only. */
    ROUNDING,
    /** The budget of calls is spent. */
    PASSES,
    /** The budget of steps is spent. */
    STEPS,
    /** The time is up. */
    TIME,
    /** Neither objective nor gradient have improved for a while. */
    NO_PROGRESS,
    /** The estimates grew without bound or are no numbers any more. */
    DIVERGED,
    /** The objective has no minimum: it falls without end along a direction. */
    UNBOUNDED,
    /** A component of the problem gave no number, or threw. */
    FAILED,
    /** Somebody asked the run to end. */
    INTERRUPTED
  }

  /** The reason in the form of files and exit messages: {@code no-progress}. */
  public String label() {
    return reason.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }

  /** Whether a stationary point was found, as far as was asked for or as rounding allows. */
  public boolean converged() {
    return switch (reason) {
      case TOLERANCE, TARGET, ROUNDING -> true;
      default -> false;
    };
  }

  /** Whether the run went wrong, for whichever reason, and hands back the last good point. */
  public boolean diverged() {
    return reason == Reason.DIVERGED || reason == Reason.FAILED || reason == Reason.UNBOUNDED;
  }
}
