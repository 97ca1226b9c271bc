package org.fogopt.cli.option;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.fogopt.run.CheckpointException;
import org.fogopt.run.Checkpoints;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** Whether a run is kept in a folder, so that it survives a kill. */
public final class CheckpointOptions {
  public static final String RESUMING = "--resuming";
  static final String OVERWRITE = "--overwrite";

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description = "Keep the run in this folder: after a kill, 'fog resume DIR' goes on.")
  private @Nullable Path folder;

  @Option(
      names = "--every",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Time between two checkpoints, such as 100ms, 30s or 5m. Default: 30s.")
  private @Nullable Duration every;

  @Option(
      names = OVERWRITE,
      description = "Begin anew in a folder that holds a run that has not ended.")
  private boolean overwrite;

  @Option(names = RESUMING, hidden = true, description = "What 'fog resume' adds.")
  private boolean resuming;

  /** Opens the folder, before anything is read, so that a kill while reading is covered too. */
  public Keeping open(CommandSpec command, boolean quiet) {
    if (folder == null) {
      if (every != null || overwrite) {
        throw new IllegalArgumentException(
            (every != null ? "--every" : OVERWRITE) + ": needs --checkpoint, which was not given");
      }
      return new Keeping(null, null, command, quiet, parts());
    }
    List<String> words = new ArrayList<>();
    words.add(Path.of("").toAbsolutePath().toString());
    for (String word : command.root().commandLine().getParseResult().expandedArgs()) {
      if (!word.equals(RESUMING) && !word.equals(OVERWRITE)) {
        words.add(word);
      }
    }
    Checkpoints checkpoints;
    try {
      checkpoints =
          resuming
              ? Checkpoints.resume(folder).command(words)
              : Checkpoints.begin(folder, overwrite, words);
    } catch (CheckpointException e) {
      throw remedied(e, folder);
    }
    checkpoints.every(parts().every());
    return new Keeping(folder, checkpoints, command, quiet, parts());
  }

  private Keeping.Parts parts() {
    return new Keeping.Parts(resuming, overwrite, every != null ? every : Checkpoints.USUAL);
  }

  static IllegalArgumentException remedied(CheckpointException e, @Nullable Path folder) {
    String message =
        String.valueOf(e.getMessage())
            .replace(
                "resume it, or choose another folder",
                "'fog resume %s' goes on with it, --overwrite begins anew".formatted(folder));
    return new IllegalArgumentException("--checkpoint: " + message, e);
  }
}
