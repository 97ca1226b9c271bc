package org.fogopt.cli.option;

import java.time.Duration;
import org.fogopt.run.Checkpoints;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether a run is kept in a folder, and how often. */
public final class CheckpointOptions extends KeptOptions {
  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Time between two checkpoints, such as 100ms, 30s or 5m. Default: 30s.")
  private @Nullable Duration every;

  @Override
  Duration every() {
    if (every != null && !isGiven()) {
      throw new IllegalArgumentException("--every: needs --checkpoint, which was not given");
    }
    return every != null ? every : Checkpoints.USUAL;
  }
}
