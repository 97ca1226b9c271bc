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

/** Whether the work of a command is kept in a folder, so that it survives a kill. */
public class KeptOptions {
  public static final String RESUMING = "--resuming";
  static final String OVERWRITE = "--overwrite";

  /** Between two checkpoints, unless a command lets it be chosen. */
  private static final Duration USUAL = Duration.ofSeconds(1);

  @Option(
      names = "--checkpoint",
      paramLabel = "DIR",
      description = "Keep the run in this folder: after a kill, 'fog resume DIR' goes on.")
  private @Nullable Path folder;

  @Option(
      names = OVERWRITE,
      description = "Begin anew in a folder that holds a run that has not ended.")
  private boolean overwrite;

  @Option(names = RESUMING, hidden = true, description = "What 'fog resume' adds.")
  private boolean resuming;

  /** Opens the folder, before anything is read, so that a kill while reading is covered too. */
  public final Keeping open(CommandSpec command, boolean quiet) {
    var parts = new Keeping.Parts(resuming, overwrite, every());
    if (folder == null) {
      if (overwrite) {
        throw new IllegalArgumentException(OVERWRITE + ": needs --checkpoint, which was not given");
      }
      return new Keeping(null, null, command, quiet, parts);
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
    checkpoints.every(parts.every());
    return new Keeping(folder, checkpoints, command, quiet, parts);
  }

  /** Whether there is a folder. */
  final boolean isGiven() {
    return folder != null;
  }

  /** The time between two checkpoints. */
  Duration every() {
    return USUAL;
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
