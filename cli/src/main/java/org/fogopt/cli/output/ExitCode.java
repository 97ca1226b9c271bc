package org.fogopt.cli.output;

/** What the process returns to the shell. */
public final class ExitCode {
  public static final int DONE = 0;

  /** What was repeated came out differently. */
  public static final int DIFFERS = 1;

  public static final int BAD_INPUT = 2;

  /** The run diverged or failed; the last good point is written. */
  public static final int DIVERGED = 3;

  /** An error in fog itself. */
  public static final int DEFECT = 70;

  /** As shells report it. */
  public static final int INTERRUPTED = 130;

  private ExitCode() {}
}
