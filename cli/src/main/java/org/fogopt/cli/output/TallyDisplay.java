package org.fogopt.cli.output;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.fogopt.lab.paper.Reproduction;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of many runs together, once they have taken two seconds: a bar on a terminal,
 * now and then a line where there is none.
 */
public final class TallyDisplay implements Reproduction.Watch, AutoCloseable {
  private static final long FIRST = 2_000_000_000L;
  private static final long BETWEEN_LINES = 10_000_000_000L;

  private final PrintStream err;
  private final boolean terminal;
  private final int columns;
  private final long start = System.nanoTime();
  private long lastLine = start + FIRST - BETWEEN_LINES;
  private String piece = "";
  private @Nullable ProgressBar bar;

  TallyDisplay(PrintStream err, boolean terminal, int columns) {
    this.err = err;
    this.terminal = terminal;
    this.columns = columns;
  }

  /** On standard error, which the launcher script may have wrapped and so describes. */
  public static TallyDisplay onStandardError() {
    return new TallyDisplay(
        System.err,
        Boolean.getBoolean("fog.terminal"),
        Math.max(40, Integer.getInteger("fog.columns", 80)));
  }

  @Override
  public synchronized void begins(String name) {
    close();
    piece = name + ": ";
  }

  @Override
  public synchronized void advanced(String what, double done, double planned) {
    long now = System.nanoTime();
    if (now - start < FIRST) {
      return;
    }
    if (terminal) {
      if (bar == null) {
        bar =
            new ProgressBarBuilder()
                .setTaskName(piece.isEmpty() ? "runs" : piece)
                .setStyle(ProgressBarStyle.UNICODE_BLOCK)
                .setUpdateIntervalMillis(200)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(err, columns - 1))
                .build();
      }
      bar.maxHint((long) Math.ceil(planned));
      bar.stepTo((long) done);
      bar.setExtraMessage(" " + what);
    } else if (now - lastLine >= BETWEEN_LINES) {
      lastLine = now;
      err.printf("fog: %s%.0f of %.0f %s%n", piece, done, planned, what);
    }
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
