package org.fogopt.run;

/**
 * Something threw while a run was at work, most often a component of the problem: the message names
 * it and the step. What was reached until then is not lost.
 *
 * <pre>{@code
 * try {
 *   result = run.go();
 * } catch (RunException e) {
 *   result = e.result(); // the last good point; e.getCause() is what was thrown
 * }
 * }</pre>
 */
public final class RunException extends RuntimeException {
  private final transient Result result;

  RunException(Result result, Throwable cause) {
    super(result.stop().detail(), cause);
    this.result = result;
  }

  /** The best point that was known, with {@link Stop.Reason#FAILED}. */
  public Result result() {
    return result;
  }
}
