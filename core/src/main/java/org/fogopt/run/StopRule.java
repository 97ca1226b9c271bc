package org.fogopt.run;

import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.fogopt.state.State;
import org.fogopt.state.Stateful;
import org.jspecify.annotations.Nullable;

/**
 * When to end a run. Rules are made for one run each, since some remember.
 *
 * <pre>{@code
 * StopRule rule = StopRule.any(StopRule.passes(100), StopRule.tolerance(1e-6));
 * }</pre>
 */
public interface StopRule extends Stateful {
  /** Asked before each step, while nothing is spent on it yet: why to end at x_t, or null. */
  default @Nullable Stop before(Progress progress) {
    return null;
  }

  /** Asked after each step, before the move it proposes: why to end at x_t, or null. */
  default @Nullable Stop after(Progress progress) {
    return null;
  }

  /**
   * Whether it goes by objective or gradient. A run whose method tells neither then pays for them
   * now and then.
   */
  default boolean needsGradient() {
    return false;
  }

  /**
   * What it remembers of earlier steps, if anything; a checkpoint keeps it. After a resumption
   * {@link #before} may be asked about the same step again.
   */
  @Override
  default void state(State s) {}

  /** The first of several rules that says stop. */
  static StopRule any(List<StopRule> rules) {
    return new AnyOf(rules.toArray(StopRule[]::new));
  }

  /** The first of several rules that says stop. */
  static StopRule any(StopRule... rules) {
    return any(List.of(rules));
  }

  /**
   * The norm of the gradient (mapping) on all components has fallen to {@code relative} times the
   * first one the run paid for, on its first sample if it begins on one. A gradient of exactly zero
   * always ends the run.
   */
  static StopRule tolerance(double relative) {
    return new Tolerance(relative, 0, false);
  }

  /**
   * {@link #tolerance}, and the gradient is small beside the objective too: from a start far away
   * the first one says little.
   */
  static StopRule minimum(double relative) {
    return new Tolerance(relative, 0, true);
  }

  /** The norm of the gradient (mapping) on all components has fallen to {@code norm}. */
  static StopRule absoluteTolerance(double norm) {
    return new Tolerance(0, norm, false);
  }

  /** The objective on all components has fallen to {@code objective}. */
  static StopRule target(double objective) {
    return new StopRule() {
      @Override
      public boolean needsGradient() {
        return true;
      }

      @Override
      public @Nullable Stop before(Progress progress) {
        return after(progress);
      }

      @Override
      public @Nullable Stop after(Progress progress) {
        return progress.objective() <= objective
            ? new Stop(
                Stop.Reason.TARGET,
                "objective %s, the target was %s".formatted(progress.objective(), objective))
            : null;
      }
    };
  }

  /**
   * The next step would bring the calls, in the paper's accounting and of second order together,
   * over {@code most} times m; of an endless supply, over {@code most}.
   */
  static StopRule passes(double most) {
    if (!(most > 0)) {
      throw new IllegalArgumentException("the budget of passes must be positive, not " + most);
    }
    return beforeStep(
        progress ->
            progress.passesAfterNextStep() > most
                ? new Stop(
                    Stop.Reason.PASSES,
                    "the next step would exceed the budget of %s %s"
                        .formatted(plain(most), progress.unit()))
                : null);
  }

  /** So many moves were made. */
  static StopRule steps(long most) {
    if (most < 0) {
      throw new IllegalArgumentException("the number of steps must not be negative: " + most);
    }
    return beforeStep(
        progress ->
            progress.step() >= most
                ? new Stop(Stop.Reason.STEPS, "made %d steps".formatted(progress.step()))
                : null);
  }

  /** The algorithm has worked for so long; of cheap steps the clock is read at every 64th. */
  static StopRule time(Duration most) {
    double seconds = most.toNanos() * 1e-9;
    return beforeStep(
        progress ->
            (progress.step() % 64 == 0 || progress.announced() >= 1000)
                    && progress.seconds() >= seconds
                ? new Stop(Stop.Reason.TIME, "worked for %.1f s".formatted(progress.seconds()))
                : null);
  }

  /**
   * Neither the objective nor the gradient norm has reached a new low for {@code patience} restarts
   * in a row, counting only where they are known exactly.
   */
  static StopRule noProgress(int patience) {
    return new NoProgress(patience);
  }

  /** Ends when asked from outside, as by Ctrl-C. */
  static StopRule when(BooleanSupplier asked) {
    return beforeStep(
        progress ->
            asked.getAsBoolean() ? new Stop(Stop.Reason.INTERRUPTED, "asked to stop") : null);
  }

  private static StopRule beforeStep(Function<Progress, @Nullable Stop> check) {
    return new StopRule() {
      @Override
      public @Nullable Stop before(Progress progress) {
        return check.apply(progress);
      }
    };
  }

  private static String plain(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }
}
