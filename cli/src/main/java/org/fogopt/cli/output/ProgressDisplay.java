package org.fogopt.cli.output;

import java.io.PrintStream;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.fogopt.run.Observer;
import org.fogopt.run.Progress;
import org.fogopt.run.Result;
import org.jspecify.annotations.Nullable;

/**
 * Shows that a run is alive, once it has taken two seconds: a bar on a terminal, now and then a
 * line where there is none. Passes are the measure, for they are the budget.
 */
public final class ProgressDisplay implements Observer, AutoCloseable {
  private static final long FIRST = 2_000_000_000L;
  private static final long BETWEEN_LINES = 10_000_000_000L;
  private static final int STEPS_BETWEEN_LOOKS = 1024;

  private final PrintStream err;
  private final double budget;
  private final boolean terminal;
  private final int columns;
  private final LongSupplier clock;
  private final long start;
  private long lastLine;
  private @Nullable ProgressBar bar;
  private double norm = Double.NaN;
  private double firstPasses = Double.NaN; // a resumed run begins with some
  private long firstTime; // of this run, or of this part of the work before it
  private @Nullable String part;
  private double firstShare;

  ProgressDisplay(
      PrintStream err, double budget, boolean terminal, int columns, LongSupplier clock) {
    this(err, budget, terminal, columns, clock, clock.getAsLong());
  }

  private ProgressDisplay(
      PrintStream err,
      double budget,
      boolean terminal,
      int columns,
      LongSupplier clock,
      long start) {
    this.clock = clock;
    this.start = start;
    lastLine = start + FIRST - BETWEEN_LINES;
    this.err = err;
    this.budget = budget;
    this.terminal = terminal;
    this.columns = columns;
  }

  /** On standard error, which the launcher script may have wrapped and so describes. */
  public static ProgressDisplay onStandardError(double budget) {
    return new ProgressDisplay(
        System.err,
        budget,
        Boolean.getBoolean("fog.terminal"),
        Math.max(40, Integer.getInteger("fog.columns", 80)),
        System::nanoTime);
  }

  /** The display of another run of the same command, which has taken some time already. */
  public ProgressDisplay next() {
    return next(budget);
  }

  /** The same with another budget; what this one shows is cleared away. */
  public synchronized ProgressDisplay next(double budget) {
    close();
    var next = new ProgressDisplay(err, budget, terminal, columns, clock, start);
    next.lastLine = lastLine;
    return next;
  }

  /** Shows how far a part of the work before the first step has come; called from any thread. */
  public synchronized void prepared(String what, double share) {
    long now = clock.getAsLong();
    if (!what.equals(part)) {
      close();
      part = what;
      firstTime = now;
      firstShare = share;
    }
    if (now - start < FIRST) {
      return;
    }
    if (terminal) {
      bar = bar == null ? newBar(what, 100) : bar;
      bar.stepTo((long) (100 * share));
    } else if (now - lastLine >= BETWEEN_LINES) {
      lastLine = now;
      double seconds = (now - firstTime) * 1e-9 * (1 - share) / (share - firstShare);
      String left = share > firstShare ? ", %.0f s left".formatted(Math.ceil(seconds)) : "";
      err.printf("fog: %s, %.0f %% done%s%n", what, 100 * share, left);
    }
  }

  @Override
  public void stepped(Progress progress) {
    note(progress);
    if (progress.step() % STEPS_BETWEEN_LOOKS == 0) {
      show(progress);
    }
  }

  @Override
  public void restarted(Progress progress) {
    note(progress);
    show(progress);
  }

  private void note(Progress progress) {
    if (Double.isNaN(firstPasses)) {
      firstPasses = progress.passes();
      firstTime = clock.getAsLong();
    }
    double reported = progress.reportedGradientNorm();
    norm = Double.isNaN(reported) ? norm : reported;
  }

  private void show(Progress progress) {
    long now = clock.getAsLong();
    if (now - start < FIRST) {
      return;
    }
    if (terminal) {
      bar = bar == null ? newBar("passes", (long) Math.ceil(budget)) : bar;
      bar.stepTo((long) progress.passes());
      if (!Double.isNaN(norm)) {
        bar.setExtraMessage(" |gradient| %.2g".formatted(norm));
      }
    } else if (now - lastLine >= BETWEEN_LINES) {
      lastLine = now;
      err.printf(
          "fog: %.0f of %.0f passes, step %d%s%s%n",
          progress.passes(),
          budget,
          progress.step(),
          Double.isNaN(norm) ? "" : ", gradient norm %.3g".formatted(norm),
          left(progress.passes(), now));
    }
  }

  private ProgressBar newBar(String what, long most) {
    return new ProgressBarBuilder()
        .setTaskName(what)
        .setInitialMax(most)
        .setStyle(ProgressBarStyle.UNICODE_BLOCK)
        .setUpdateIntervalMillis(200)
        .clearDisplayOnFinish()
        .setConsumer(new ConsoleProgressBarConsumer(err, columns - 1))
        .build();
  }

  /** How long the budget will last, by what was spent since the first step seen. */
  private String left(double passes, long now) {
    double spent = passes - firstPasses;
    double seconds = (now - firstTime) * 1e-9 * (budget - passes) / spent;
    return spent > 0 && Double.isFinite(seconds)
        ? ", at most %.0f s left".formatted(Math.ceil(seconds))
        : "";
  }

  @Override
  public void finished(Result result) {
    close();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
