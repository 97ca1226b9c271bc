package org.fogopt.cli.command;

import java.util.List;
import org.fogopt.apps.learn.Fit;
import org.fogopt.apps.learn.Learner;
import org.fogopt.apps.learn.Stage;
import org.fogopt.cli.option.Keeping;
import org.fogopt.cli.option.RunOptions;
import org.fogopt.cli.output.Interruption;
import org.fogopt.cli.output.LearnOutcome;
import org.fogopt.cli.output.ProgressDisplay;
import org.fogopt.linalg.Fingerprint;
import org.fogopt.method.Algorithm;
import org.fogopt.run.Result;
import org.fogopt.run.Run;
import org.fogopt.run.StopRule;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** All runs of {@code fog learn}: with its limits, kept, shown and added up. */
final class LearnRuns implements AutoCloseable {
  /** The budget of a fit. */
  static final double PASSES = 3000;

  private final CommandSpec spec;
  private final RunOptions options;
  private final Keeping keeping;
  private final Interruption interruption;
  private final boolean quiet;
  private final ProgressDisplay first;
  private @Nullable ProgressDisplay display;
  private int fits;
  private double passes;
  private double seconds;
  private boolean diverged;

  LearnRuns(
      CommandSpec spec,
      RunOptions options,
      Keeping keeping,
      Interruption interruption,
      boolean quiet) {
    this.spec = spec;
    this.options = options;
    this.keeping = keeping;
    this.interruption = interruption;
    this.quiet = quiet;
    first = ProgressDisplay.onStandardError(options.passes());
  }

  Fit fit(Learner learner) {
    fits++;
    diverged = false;
    return learner.tolerance(options.tolerance(spec, learner.usualTolerance())).fit(this::run);
  }

  private Result run(Stage stage) {
    Algorithm algorithm = options.isAutomatic() ? stage.algorithm() : options.algorithm();
    Run run =
        Run.of(stage.problem(), algorithm)
            .from(stage.from())
            .untraced()
            .stop(StopRule.when(interruption));
    options.apply(run, stage.tolerance(), stage.passes(options.passes()), seconds);
    Result result = keeping.next(run, () -> identity(stage, algorithm), this::make);
    passes += result.passes();
    seconds += result.seconds();
    diverged |= result.stop().diverged();
    return result;
  }

  private Result make(Run run) {
    if (!quiet) {
      display = display == null ? first : display.next();
      run.observe(display);
    }
    return RunOptions.toTheEnd(run);
  }

  /** Limits are no part of it: a run that converged did so within them. */
  private List<String> identity(Stage stage, Algorithm algorithm) {
    return List.of(
        stage.problem().fingerprint(),
        new Fingerprint("start").add(stage.from()).toString(),
        algorithm.name() + " " + algorithm.settings(),
        Double.toString(stage.tolerance()),
        Long.toString(options.seed()));
  }

  /** Whether the last fit diverged. */
  boolean diverged() {
    return diverged;
  }

  /** What all fits so far took together. */
  LearnOutcome.Total total() {
    return new LearnOutcome.Total(fits, passes, seconds);
  }

  @Override
  public void close() {
    if (display != null) {
      display.close();
    }
  }
}
