package org.fogopt.cli.output;

import java.io.PrintStream;

/**
 * Shows how many of many points are done: one line that changes on a terminal, now and then a line
 * otherwise.
 */
public final class PointsDisplay {
  private static final long BETWEEN_LINES = 10_000_000_000L;

  private final PrintStream err;
  private final boolean shown;
  private final boolean terminal;
  private long lastLine = System.nanoTime();

  public PointsDisplay(PrintStream err, boolean shown, boolean terminal) {
    this.err = err;
    this.shown = shown;
    this.terminal = terminal;
  }

  public synchronized void show(int done, int all) {
    if (!shown) {
      return;
    }
    long now = System.nanoTime();
    if (terminal) {
      err.printf("\rfog: %d of %d points", done, all);
      err.flush();
    } else if (now - lastLine >= BETWEEN_LINES) {
      lastLine = now;
      err.printf("fog: %d of %d points%n", done, all);
    }
  }

  /** Leaves the line to others. */
  public synchronized void close() {
    if (shown && terminal) {
      err.print("\r                              \r");
      err.flush();
    }
  }
}
